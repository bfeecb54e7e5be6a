#!/bin/sh
# A package for Debian 12 and later, and what is made of it: what packaging/install.sh installs, at the places of a package.
#
#   cargo build --release --locked --bin waybill && packaging/deb.sh FOLDER [none]
#
# The package is compressed, unless with `none`. The same commit and program give the same bytes. WAYBILL_BIN names another program than target/release/waybill.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:?usage: packaging/deb.sh FOLDER [none]}
compression=${2:-xz}
program=${WAYBILL_BIN:-$root/target/release/waybill}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

DESTDIR=$work/data "$root/packaging/install.sh" "$program"
cd "$work/data"
mkdir -p DEBIAN lib/systemd usr/bin usr/share/doc/waybill usr/share/man
mv usr/local/bin/waybill usr/bin/
mv usr/local/share/man/man1 usr/share/man/
gzip --best --no-name usr/share/man/man1/waybill.1
sed -i 's|/usr/local/bin/|/usr/bin/|' etc/systemd/system/*
mv etc/systemd/system lib/systemd/
cp "$root/LICENSE" usr/share/doc/waybill/copyright
node "$root/packaging/licences.mjs" usr/share/doc/waybill
# What the script makes once there is a user.
rm -r etc/systemd usr/local var

echo /etc/waybill/waybill.toml > DEBIAN/conffiles
# The C library that the program was linked against, at least.
library=$(objdump --dynamic-syms usr/bin/waybill | grep --only-matching 'GLIBC_[0-9.]*' | sort --version-sort | tail -n 1)
cat > DEBIAN/control << END
Package: waybill
Version: $("$program" --version | cut -d ' ' -f 2)
Architecture: amd64
Maintainer: Waybill <waybill@localhost>
Depends: libc6 (>= ${library#GLIBC_}), libgcc-s1
Recommends: systemd
Suggests: haproxy, postgresql, postgresql-client, redis-server
Section: web
Priority: optional
Installed-Size: $(du --summarize --apparent-size . | cut -f 1)
Description: freight and logistics for the staff of a company
 One program that serves everything, with SQLite and files in one folder, or
 with PostgreSQL, Redis and a bucket that several instances share.
END
cat > DEBIAN/postinst << 'END'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
	if ! getent passwd waybill > /dev/null; then
		useradd --system --user-group --home-dir /var/lib/waybill --no-create-home --shell /usr/sbin/nologin waybill
	fi
	# Who has changed them has a reason.
	if [ -z "$2" ]; then
		chown root:waybill /etc/waybill/waybill.toml
		chmod 0640 /etc/waybill/waybill.toml
		install -d -o waybill -g waybill -m 0700 /var/lib/waybill /var/backups/waybill
	fi
	if [ -d /run/systemd/system ]; then
		systemctl daemon-reload
		# Drains first. A first installation starts nothing: there is a configuration to fill in.
		systemctl try-restart waybill
	fi
fi
END
cat > DEBIAN/prerm << 'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
	systemctl disable --now waybill.service waybill.socket waybill-backup.timer waybill-restore-drill.timer
fi
END
cat > DEBIAN/postrm << 'END'
#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
if [ "$1" = purge ]; then
	rm -rf /etc/waybill
	echo "waybill: /var/lib/waybill and /var/backups/waybill are left. They are yours to delete."
fi
END
chmod 0755 DEBIAN/postinst DEBIAN/prerm DEBIAN/postrm
find . -exec touch --no-dereference --date "@${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct)}" {} +

mkdir -p "$folder"
dpkg-deb --root-owner-group -Z"$compression" --build . "$folder"
