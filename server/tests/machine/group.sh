# Control groups of a machine's own, as those of two machines would be the same ones. $1 are the commands that begin in them,
# with the other arguments; $2 is the folder for its layers.
mkdir -p "$2/groups"
mount -t cgroup2 none "$2/groups"
group=$2/groups/$(basename "$2")
mkdir -p "$group"
echo 0 > "$group/cgroup.procs"
umount "$2/groups"
commands=$1
shift
exec unshare --cgroup sh -ec "$commands" sh "$@"
