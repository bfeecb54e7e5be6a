# A machine within this one: its own systemd on a copy of the folders that is thrown away, in namespaces of its own.
# $1 is the folder for its layers, $2 the root of the sources, $3 the program, and $4 a folder that it shares with others.
set -eu
mkdir -p "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
# Settings of the kernel are of both machines.
mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 none sys/fs/cgroup
for folder in run tmp dev; do mount -t tmpfs -o mode=755 none "$folder"; done
chmod 1777 tmp
for device in null zero full random urandom tty; do
	touch "dev/$device"
	mount --bind "/dev/$device" "dev/$device"
done
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 none dev/pts
mount -t tmpfs none dev/shm

# Where the sources were built, and the commands begin.
mkdir -p srv/waybill/packaging srv/waybill/target/release srv/shared
mount --bind "$2/packaging" srv/waybill/packaging
touch srv/waybill/target/release/waybill
mount --bind "$3" srv/waybill/target/release/waybill
mount --bind "$4" srv/shared
# The editor of somebody who has written the file before.
printf '#!/bin/sh\ncp /srv/next.toml "$1"\n' > usr/local/bin/editor
chmod 755 usr/local/bin/editor
# These are about the machine that this one is in.
for unit in systemd-sysctl systemd-modules-load systemd-remount-fs systemd-update-utmp; do
	ln -sf /dev/null "etc/systemd/system/$unit.service"
done
rm -f etc/machine-id
tr -d - < /proc/sys/kernel/random/uuid > etc/machine-id
mkdir -p mnt
pivot_root . mnt
umount -l mnt
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system --unit=sysinit.target --show-status=no
