#!/bin/sh
# Makes this Debian machine one of three that keep Waybill's PostgreSQL: etcd, Patroni and PostgreSQL, the same on each.
#   node.sh PASSWORDS OWN OTHER OTHER: a file of passwords, the same on each; this machine's address; those of the others
# Docs: runbook.md, "PostgreSQL that survives".
set -eu
[ $# -eq 4 ] || { sed -n '3s/^#  *//p' "$0" >&2; exit 2; }
here=$(dirname "$0")
passwords=$(realpath "$1") own=$2

# No cluster of Debian's own beside that of Patroni.
mkdir -p /etc/postgresql-common/createcluster.d
echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/patroni.conf
export DEBIAN_FRONTEND=noninteractive
apt-get install --yes --no-install-recommends postgresql patroni python3-etcd etcd-server etcd-client

cat > /etc/default/etcd <<- END
	ETCD_NAME=$own
	ETCD_LISTEN_PEER_URLS=http://$own:2380
	ETCD_LISTEN_CLIENT_URLS=http://$own:2379
	ETCD_INITIAL_ADVERTISE_PEER_URLS=http://$own:2380
	ETCD_ADVERTISE_CLIENT_URLS=http://$own:2379
	ETCD_INITIAL_CLUSTER=$2=http://$2:2380,$3=http://$3:2380,$4=http://$4:2380
	ETCD_INITIAL_CLUSTER_TOKEN=waybill
	ETCD_AUTO_COMPACTION_RETENTION=1
END

# The passwords are in both, for their users alone.
. "$passwords"
umask 077
programs=$(find /usr/lib/postgresql -name bin | sort --version-sort | tail -1)
sed -e "s|@OWN@|$2|g; s|@SECOND@|$3|g; s|@THIRD@|$4|g; s|@PROGRAMS@|$programs|" \
	-e "s|@SUPERUSER_PASSWORD@|$SUPERUSER|; s|@REPLICATION_PASSWORD@|$REPLICATION|; s|@REWIND_PASSWORD@|$REWIND|" \
	-e "s|@RESTAPI_PASSWORD@|$RESTAPI|" "$here/patroni.yml" > /etc/patroni/config.yml
sed "s|@WAYBILL_PASSWORD@|$WAYBILL|" "$here/database.sh" > /etc/patroni/database.sh
chmod 700 /etc/patroni/database.sh
chown postgres: /etc/patroni/config.yml /etc/patroni/database.sh

# The first waits for a second one.
systemctl enable etcd patroni
systemctl restart --no-block etcd patroni
