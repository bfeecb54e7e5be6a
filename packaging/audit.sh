#!/bin/sh
# Whether anything that the program is made of is known to be faulty. Its terms and sources are looked at by `cargo test`.
#
#   packaging/audit.sh        asks cargo-audit (`cargo install cargo-audit`) for RustSec's list, and npm for its own
#
# A list that cannot be had is said, and only what was read counts.
set -eu
cd "$(dirname "$0")/.."

if ! command -v cargo-audit > /dev/null; then
	echo "audit: RustSec's list was not read: cargo install --locked cargo-audit" >&2
elif complaint=$(cargo audit --json 2>&1 > /dev/null) || ! echo "$complaint" | grep --quiet "couldn't fetch"; then
	cargo audit --deny yanked
else
	echo "audit: RustSec's list was not read: $(echo "$complaint" | tail -n 1)" >&2
fi

if answer=$(npm audit --omit=dev --json 2> /dev/null); then
	echo "npm's list names nothing of ours"
elif echo "$answer" | grep --quiet '"auditReportVersion"'; then
	npm audit --omit=dev
else
	echo "audit: npm's list was not read: $(echo "$answer" | tr -d '\n' | cut -c 1-120)" >&2
fi
