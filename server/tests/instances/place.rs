//! What two instances share: a database, a Redis, and two ports on this machine.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::time::sleep;

use crate::start::{terminate, waybill};

/// Within which everything here has happened, also on a busy machine.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct Place {
    folder: TempDir,
    database: String,
    redis: Mutex<Child>,
    /// Of the two instances.
    pub(super) ports: [u16; 2],
}

/// An instance, which is killed with this value.
pub(super) struct Instance {
    child: Child,
    pub(super) origin: String,
}

impl Place {
    pub(super) async fn new() -> Self {
        let database = waybill_test_postgres::database();
        Self::reaching(database.clone(), &database).await
    }

    /// The same; the instances know the database by another URL.
    pub(super) async fn reaching(database: String, url: &str) -> Self {
        Self::set_up(database, &format!("database_url = \"{url}\"\n")).await
    }

    /// The same; the instances have these settings besides.
    pub(super) async fn set_up(database: String, settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let redis = Command::new(waybill_workshop::path(waybill_workshop::Tool::Redis))
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--dir"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        for name in ["0", "1"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let toml = format!(
            "{settings}drive.shared_folder = true\nredis_url = \"redis://127.0.0.1:{port}\"\n\
             log = {{ access = \"json\" }}\n[edge]\ndrain_delay_ms = 1500\ntrusted_proxies = [\"127.0.0.1\"]\n"
        );
        fs::write(folder.path().join("waybill.toml"), toml).unwrap();
        wait_for(port).await;
        Self {
            folder,
            database,
            redis: Mutex::new(redis),
            ports: [free_port(), free_port()],
        }
    }

    /// Starts one of the two and waits until it serves.
    pub(super) async fn start(&self, which: usize) -> Instance {
        let port = self.ports[which];
        let child = waybill(&self.folder.path().join(which.to_string()))
            .args(["--config", "../waybill.toml", "--data-dir", "."])
            .args(["--listen", &format!("127.0.0.1:{port}")])
            .stdout(self.access_log(which))
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for(port).await;
        let origin = format!("http://127.0.0.1:{port}");
        let began = Instant::now();
        while !is_ready(port) {
            assert!(began.elapsed() < Duration::from_mins(1));
            sleep(Duration::from_millis(20)).await;
        }
        Instance { child, origin }
    }

    fn access_log(&self, which: usize) -> fs::File {
        let path = self.data_dirs()[which].join("access.log");
        fs::File::options()
            .create(true)
            .append(true)
            .open(path)
            .unwrap()
    }

    /// What both have written about their requests.
    pub(super) fn accesses(&self) -> String {
        let logs = self.data_dirs().map(|it| it.join("access.log"));
        logs.map(|it| fs::read_to_string(it).unwrap_or_default())
            .concat()
    }

    pub(super) fn stop_redis(&self) {
        let mut redis = self.redis.lock().unwrap();
        redis.kill().unwrap();
        redis.wait().unwrap();
    }

    /// What is each instance's own.
    pub(super) fn data_dirs(&self) -> [PathBuf; 2] {
        ["0", "1"].map(|name| self.folder.path().join(name))
    }

    /// The database has nobody in, and ends who is there; or has them again. The cluster goes on for the tests beside this one.
    pub(super) fn let_in(&self, is_open: bool) {
        let (server, socket) = self.database.split_once('?').unwrap();
        let (server, name) = server.rsplit_once('/').unwrap();
        let cluster = format!("{server}/postgres?{socket}");
        let allow = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {is_open}");
        waybill_test_postgres::as_superuser(&cluster, &allow);
        if !is_open {
            let end = format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            );
            waybill_test_postgres::as_superuser(&cluster, &end);
        }
    }

    /// The database forgets everybody who is connected, as when it is restarted.
    pub(super) fn drop_connections(&self) {
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                      WHERE datname = current_database() AND pid <> pg_backend_pid()";
        waybill_test_postgres::as_superuser(&self.database, others);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Ok(redis) = self.redis.get_mut() {
            redis.kill().and_then(|()| redis.wait()).unwrap();
        }
    }
}

impl Instance {
    /// Ends it as a service manager does, and waits until it has finished what it had begun.
    pub(super) fn drain(&mut self) {
        terminate(&self.child);
        let ended = self.child.wait().unwrap();
        assert!(ended.success(), "{ended}");
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).unwrap();
    }
}

pub(super) fn is_ready(port: u16) -> bool {
    let ask = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok::<_, std::io::Error>(answer.starts_with("HTTP/1.1 200 "))
    };
    ask().unwrap_or(false)
}

pub(super) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Until somebody listens there.
pub(super) async fn wait_for(port: u16) {
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(20)).await;
    }
}
