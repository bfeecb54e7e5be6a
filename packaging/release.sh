#!/bin/sh
# One file for Linux x86-64: the program, its documents, its licences and those of what is inside, its parts list, manual, completions and units.
#
#   cargo build --release --locked --bin waybill && packaging/release.sh FOLDER
#
# The same commit and program give the same bytes. WAYBILL_BIN names another program than target/release/waybill.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?usage: packaging/release.sh FOLDER}
program=${WAYBILL_BIN:-$root/target/release/waybill}
if [ ! -x "$program" ]; then
	echo "release: $program is not there; cargo build --release --locked --bin waybill" >&2
	exit 1
fi
version=$("$program" --version | cut -d ' ' -f 2)
name=waybill-$version-linux-x86_64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/$name/completions" "$work/$name/fail2ban" "$work/$name/systemd" "$work/$name/docs/pictures" "$folder"
install -m 0755 "$program" "$work/$name/waybill"
install -m 0644 "$root/LICENSE" "$root/README.md" "$work/$name/"
install -m 0644 "$root"/docs/*.md "$work/$name/docs/"
install -m 0644 "$root"/docs/pictures/* "$work/$name/docs/pictures/"
install -m 0644 "$root"/packaging/waybill*.service "$root"/packaging/waybill*.socket "$root"/packaging/waybill*.timer "$work/$name/systemd/"
install -m 0644 "$root/packaging/waybill.toml" "$work/$name/systemd/"
install -m 0755 "$root/packaging/install.sh" "$work/$name/"
cp -r "$root"/packaging/fail2ban/. "$work/$name/fail2ban/"
cp -r "$root"/packaging/prometheus "$root"/packaging/grafana "$root"/packaging/haproxy "$root"/packaging/ha "$root"/packaging/pgbouncer "$root"/packaging/nginx "$root"/packaging/caddy "$work/$name/"
# By name: prepare.sh leaves secrets beside them.
mkdir "$work/$name/compose"
for file in compose.yaml database.sh prepare.sh waybill.toml; do
	cp "$root/packaging/compose/$file" "$work/$name/compose/"
done
cp -r "$root/packaging/kubernetes" "$work/$name/"
node "$root/packaging/licences.mjs" "$work/$name"
"$program" man > "$work/$name/waybill.1"
for shell in bash zsh fish; do
	"$program" completions "$shell" > "$work/$name/completions/waybill.$shell"
done

date=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}
tar --directory "$work" --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
	--create --file - "$name" | gzip --no-name -9 > "$folder/$name.tar.gz"
cd "$folder"
sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256"
