//! The parts that faults happen to: units of systemd on machines within this one.

use waybill_workshop::Tool;

use crate::machine::Machine;

/// The units, of which Debian has none by these names; all but the first run as users of the same names.
pub(super) const INSTANCE: &str = "waybill";
pub(super) const DATABASE: &str = "database";
pub(super) const REDIS: &str = "channel";

/// A unit, and where it runs.
pub(super) struct Part<'a> {
    pub(super) machine: &'a Machine,
    pub(super) unit: &'static str,
}

/// Gives the unit a disk of its own, which can be full.
pub(super) fn mount_disk(machine: &Machine, unit: &str) {
    machine.run(&format!(
        "mkdir /var/lib/{unit} && mount -t tmpfs -o size=512M none /var/lib/{unit}"
    ));
}

/// Runs the command as a unit.
fn start(machine: &Machine, unit: &str, command: &str) {
    machine.run(&format!(
        "cat > /etc/systemd/system/{unit}.service <<'END'
[Service]
User={unit}
ExecStart={command}
KillMode=mixed
KillSignal=SIGINT
LogLevelMax=warning
END
systemctl start {unit}"
    ));
}

/// PostgreSQL at 10.0.0.3 with a role and a database for Waybill; gives its address.
pub(super) fn start_database(machine: &Machine) -> String {
    let programs = waybill_workshop::path(Tool::Postgres);
    let programs = programs.display();
    mount_disk(machine, DATABASE);
    machine.run(&format!(
        "useradd --system {DATABASE}
chown {DATABASE} /var/lib/{DATABASE}
setpriv --reuid {DATABASE} --clear-groups {programs}/initdb --auth=trust --username=postgres \
    --encoding=UTF8 --locale=C.UTF-8 --pgdata /var/lib/{DATABASE}/data
echo 'host all all 10.0.0.0/24 trust' >> /var/lib/{DATABASE}/data/pg_hba.conf"
    ));
    let folder = format!("/var/lib/{DATABASE}");
    let settings = format!(
        "-c listen_addresses=10.0.0.3 -c unix_socket_directories={folder} -c max_wal_size=64MB"
    );
    start(
        machine,
        DATABASE,
        &format!("{programs}/postgres -D {folder}/data {settings}"),
    );
    machine.run(
        "until psql --host 10.0.0.3 --username postgres --command 'CREATE ROLE waybill LOGIN'; do sleep 0.1; done
psql --host 10.0.0.3 --username postgres --command 'CREATE DATABASE waybill OWNER waybill'",
    );
    "postgres://waybill@10.0.0.3/waybill".to_owned()
}

/// Redis at 10.0.0.3.
pub(super) fn start_redis(machine: &Machine) {
    let program = waybill_workshop::path(Tool::Redis);
    let settings = "--bind 10.0.0.3 --protected-mode no --save '' --appendonly no";
    machine.run(&format!("useradd --system {REDIS}"));
    start(machine, REDIS, &format!("{} {settings}", program.display()));
    machine.run(&format!(
        "for _ in $(seq 100); do
    ss --listening --tcp --numeric --no-header | grep --quiet 10.0.0.3:6379 && exit
    sleep 0.1
done
systemctl status {REDIS}"
    ));
}
