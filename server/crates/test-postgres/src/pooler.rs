//! `PgBouncer` in front of the cluster of this process, with the settings that operators get.
//!
//! Invariant: it ends when this process does.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use waybill_workshop::Tool;

use crate::cluster::{Cluster, shell};

/// Where the first listens, in the folder of the cluster's socket.
pub(crate) const PORT: u16 = 6432;

const SHIPPED: &str = include_str!("../../../../packaging/pgbouncer/pgbouncer.ini");

/// Arguments: the program and its configuration. SIGQUIT is its immediate shutdown.
const WATCHDOG: &str = r#"
"$1" "$2" </dev/null >"$2.log" 2>&1 &
server=$!
until grep -qs "process up" "$2.log"
do
    if ! kill -0 "$server" 2>/dev/null; then cat "$2.log" >&2; echo failed; exit 1; fi
    sleep 0.02
done
echo ready
read -r _
kill -QUIT "$server"
"#;

/// Starts the one that all tests share, unless it runs.
pub(crate) fn start_shared(cluster: &Cluster) {
    static RUNNING: OnceLock<Child> = OnceLock::new();
    RUNNING.get_or_init(|| start(cluster, PORT, &settings(cluster.socket())));
}

/// Starts one more, with settings that were changed by `edit`; gives its port.
pub(crate) fn start_other(cluster: &Cluster, edit: impl Fn(&str) -> String) -> (Child, u16) {
    static NEXT: AtomicU16 = AtomicU16::new(PORT + 1);
    let port = NEXT.fetch_add(1, Ordering::Relaxed);
    let settings = edit(&settings(cluster.socket()));
    (start(cluster, port, &settings), port)
}

fn start(cluster: &Cluster, port: u16, settings: &str) -> Child {
    let folder = cluster.socket();
    let file = folder.join(format!("pgbouncer-{port}.ini"));
    // The account of the server may not read below the home folder of root.
    let program = folder.join(format!("pgbouncer-{port}"));
    let copied = fs::copy(waybill_workshop::path(Tool::PgBouncer), &program);
    let settings = settings.replace(&PORT.to_string(), &port.to_string());
    if let Err(error) = copied.and_then(|_| fs::write(&file, settings)) {
        panic!("{} cannot be written: {error}", file.display());
    }
    shell(WATCHDOG, &[&program, &file])
}

/// The shipped settings, for every database of the cluster and for every role.
fn settings(folder: &Path) -> String {
    let place = folder.display();
    let lines = SHIPPED.lines().map(|line| match line.split_once(" = ") {
        Some(("waybill", database)) => {
            let database = database.replace("10.0.0.20", &place.to_string());
            format!("* = {database} auth_dbname=postgres")
        }
        Some(("listen_addr", _)) => format!("unix_socket_dir = {place}"),
        Some(("auth_type", _)) => "auth_type = trust".to_owned(),
        Some(("auth_file", _)) => "auth_user = postgres".to_owned(),
        // Each test has a database of its own.
        Some(("default_pool_size", _)) => "default_pool_size = 6".to_owned(),
        Some(("max_client_conn", _)) => "max_client_conn = 1000".to_owned(),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
