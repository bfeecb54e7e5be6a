#!/bin/sh
# Installs Waybill on this machine, as root: the program, its user, units, manual, completions and a configuration to fill in.
#
#   packaging/install.sh [PROGRAM]
#
# PROGRAM is the one beside this script (in a release) or target/release/waybill. Running it again upgrades the program and the units; the
# configuration stays as it is. It starts nothing. DESTDIR=FOLDER writes below a folder, for packages, and makes no user.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -x "$here/waybill" ]; then
	program=${1:-$here/waybill}
	units=$here/systemd
else
	program=${1:-$here/../target/release/waybill}
	units=$here
fi
to=${DESTDIR:-}
if [ ! -x "$program" ]; then
	echo "install: $program is not there; cargo build --release --locked --bin waybill" >&2
	exit 1
fi
if [ -z "$to" ] && [ "$(id -u)" -ne 0 ]; then
	echo "install: run this as root, or set DESTDIR" >&2
	exit 1
fi

if [ -z "$to" ] && ! getent passwd waybill > /dev/null; then
	useradd --system --user-group --home-dir /var/lib/waybill --no-create-home --shell /usr/sbin/nologin waybill
fi

# Replaced at once, also while it runs.
install -D -m 0755 "$program" "$to/usr/local/bin/waybill.new"
mv "$to/usr/local/bin/waybill.new" "$to/usr/local/bin/waybill"

install -d -m 0755 "$to/usr/local/share/man/man1" "$to/usr/share/bash-completion/completions" \
	"$to/usr/share/zsh/vendor-completions" "$to/usr/share/fish/vendor_completions.d"
"$program" man > "$to/usr/local/share/man/man1/waybill.1"
"$program" completions bash > "$to/usr/share/bash-completion/completions/waybill"
"$program" completions zsh > "$to/usr/share/zsh/vendor-completions/_waybill"
"$program" completions fish > "$to/usr/share/fish/vendor_completions.d/waybill.fish"

install -d -m 0755 "$to/etc/systemd/system"
for unit in waybill.service waybill.socket waybill-backup.service waybill-backup.timer waybill-restore-drill.service waybill-restore-drill.timer; do
	install -m 0644 "$units/$unit" "$to/etc/systemd/system/"
done

# The configuration may hold passwords: root writes it, the service reads it, nobody else does either.
install -d -m 0755 "$to/etc/waybill"
if [ ! -e "$to/etc/waybill/waybill.toml" ]; then
	install -m 0640 "$units/waybill.toml" "$to/etc/waybill/waybill.toml"
fi
# Of the data the unit would make it, too; the checks before its first start want it.
install -d -m 0700 "$to/var/lib/waybill" "$to/var/backups/waybill"
if [ -z "$to" ]; then
	chgrp waybill /etc/waybill/waybill.toml
	chown waybill:waybill /var/lib/waybill /var/backups/waybill
	cat <<- 'TEXT'
		Installed. Next:
		  fill in /etc/waybill/waybill.toml
		  runuser -u waybill -- waybill --config /etc/waybill/waybill.toml check-config
		  systemctl daemon-reload && systemctl enable --now waybill waybill-backup.timer waybill-restore-drill.timer
	TEXT
fi
