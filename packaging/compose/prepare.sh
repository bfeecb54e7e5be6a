#!/bin/sh
# Makes what compose.yaml mounts and no repository holds: secrets, and the page that HAProxy shows while no instance answers.
# What is there already stays as it is. WAYBILL is the program that prints the page, by default that of the image.
set -eu
cd "$(dirname "$0")"
waybill=${WAYBILL:-docker run --rm localhost/waybill:latest}

# Each container gets its own files of this folder, to be read by its own user; on this machine nobody else comes in.
mkdir -p secrets
chmod 0700 secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
secret() {
	if [ ! -e "secrets/$1" ]; then
		printf '%s' "$2" > "secrets/$1"
	fi
	chmod 0444 "secrets/$1"
}
secret postgres_password "$(random)"
secret database_password "$(random)"
secret database_url "postgres://waybill:$(cat secrets/database_password)@postgres:5432/waybill"
secret redis_password "$(random)"
secret redis_url "redis://:$(cat secrets/redis_password)@redis:6379"
secret redis_acl "user default on >$(cat secrets/redis_password) ~* &* +@all"

mkdir -p errors
$waybill error-page > errors/waybill.new
mv errors/waybill.new errors/waybill.http
