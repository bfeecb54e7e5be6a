//! A standby: a copy of a [`Primary`](crate::Primary) that follows it, and from which is only read.
//!
//! Invariant: it ends when it is dropped, or when this process does.

use std::path::{Path, PathBuf};
use std::process::Child;

use crate::cluster::{Cluster, shell};
use crate::{program, statement};

/// A running standby.
#[derive(Debug)]
pub struct Standby {
    folder: PathBuf,
    watchdog: Child,
}

/// Arguments: its folder, the socket folder of the primary, `pg_basebackup`, `postgres`, and the name of its slot, for which the
/// primary keeps its log: a standby that lost its connection for a moment would otherwise find the log gone, and never catch up.
const WATCHDOG: &str = r#"
mkdir "$1" &&
    "$3" --host="$2" --username=postgres --pgdata="$1/data" --write-recovery-conf --checkpoint=fast --no-sync \
        --create-slot --slot="$5" >"$1/log" 2>&1 ||
    { cat "$1/log" >&2; echo failed; exit 1; }
"$4" -D "$1/data" -c listen_addresses= -c "unix_socket_directories=$1" -c fsync=off -c max_connections=300 \
    -c shared_buffers=64MB -c log_min_messages=fatal </dev/null >"$1/log" 2>&1 &
server=$!
until grep -q standby "$1/data/postmaster.pid" 2>/dev/null
do
    if ! kill -0 "$server" 2>/dev/null; then cat "$1/log" >&2; echo failed; exit 1; fi
    sleep 0.02
done
echo ready
read -r _
kill -QUIT "$server"
wait "$server"
rm -rf "$1"
"#;

impl Standby {
    pub(crate) fn of(cluster: &Cluster, number: u32) -> Self {
        let slot = format!("standby_{number}");
        let folder = cluster.socket().join(&slot);
        let copy = program("pg_basebackup");
        let copy = Path::new(copy.get_program());
        let copy = match copy.is_file() {
            true => copy,
            // Of the client's package.
            false => Path::new("pg_basebackup"),
        };
        let server = program("postgres");
        let server = Path::new(server.get_program());
        let watchdog = shell(
            WATCHDOG,
            &[&folder, cluster.socket(), copy, server, slot.as_ref()],
        );
        Self { folder, watchdog }
    }

    /// The same database, there.
    pub fn url(&self, url: &str) -> String {
        let (place, _) = url.split_once("?host=").unwrap_or((url, ""));
        format!("{}?host={}", crate::direct(place), self.folder.display())
    }

    /// Applies nothing of what it receives, until [`Standby::resume`].
    pub fn pause(&self) {
        self.run("SELECT pg_wal_replay_pause()");
        while self.run("SELECT pg_get_wal_replay_pause_state()") != "paused" {
            std::thread::yield_now();
        }
    }

    /// Applies what it has received, and goes on.
    pub fn resume(&self) {
        self.run("SELECT pg_wal_replay_resume()");
    }

    fn run(&self, sql: &str) -> String {
        statement::run(&self.folder, "postgres", sql)
            .unwrap_or_else(|error| panic!("{sql}: {error}"))
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        drop(self.watchdog.stdin.take());
        drop(self.watchdog.wait());
    }
}
