//! Two instances on one PostgreSQL and one Redis, all of them new.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::processes;

pub(super) struct Place {
    folder: TempDir,
    database: String,
    redis: Child,
    pub(super) redis_port: u16,
}

/// A running instance, which is killed with this value.
pub(super) struct Instance {
    child: Child,
    pub(super) address: SocketAddr,
}

impl Instance {
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).unwrap();
    }
}

impl Place {
    pub(super) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = waybill_test_postgres::database();
        let redis_port = std::net::TcpListener::bind("127.0.0.1:0")
            .and_then(|it| it.local_addr())
            .unwrap()
            .port();
        let redis = Command::new(waybill_workshop::path(waybill_workshop::Tool::Redis))
            .args(["--port", &redis_port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--dir"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let toml = format!(
            "database_url = \"{database}\"\ndrive.shared_folder = true\nredis_url = \"redis://127.0.0.1:{redis_port}\"\n"
        );
        std::fs::write(folder.path().join("waybill.toml"), toml).unwrap();
        while tokio::net::TcpStream::connect(("127.0.0.1", redis_port))
            .await
            .is_err()
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self {
            folder,
            database,
            redis,
            redis_port,
        }
    }

    pub(super) async fn start(&self, which: usize) -> Instance {
        let data_dir: PathBuf = self.folder.path().join(which.to_string());
        let config = self.folder.path().join("waybill.toml");
        let (child, address) =
            crate::server::start_with(&data_dir, &["--config", config.to_str().unwrap()]);
        let client = reqwest::Client::new();
        let ready = format!("http://{address}/readyz");
        while !matches!(client.get(&ready).send().await, Ok(it) if it.status() == 200) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Instance { child, address }
    }

    pub(super) fn redis_spent(&self) -> f64 {
        processes::spent(self.redis.id())
    }

    /// Of the server with all its processes.
    pub(super) fn postgres_spent(&self) -> f64 {
        processes::spent_with_children(self.postmaster())
    }

    /// The first line of its file is the number of the process.
    fn postmaster(&self) -> u32 {
        let directory = self.ask("SHOW data_directory");
        let file = std::fs::read_to_string(format!("{directory}/postmaster.pid")).unwrap();
        file.lines().next().unwrap().parse().unwrap()
    }

    /// Transactions so far, and bytes of the write-ahead log.
    pub(super) fn written(&self) -> (f64, f64) {
        let told = self.ask(
            "SELECT pg_stat_clear_snapshot() IS NULL, xact_commit + xact_rollback, \
             pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') \
             FROM pg_stat_database WHERE datname = current_database()",
        );
        let mut fields = told.split('|').skip(1).map(|it| it.parse().unwrap());
        (fields.next().unwrap(), fields.next().unwrap())
    }

    /// As it would have by itself: in the tests' cluster nothing looks after tables.
    pub(super) fn analyse(&self) {
        self.ask("VACUUM ANALYZE");
    }

    fn ask(&self, sql: &str) -> String {
        waybill_test_postgres::as_superuser(&self.database, sql)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.redis.kill().and_then(|()| self.redis.wait()).unwrap();
    }
}
