//! `HAProxy` before two instances, as the runbook configures it.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::place::{Place, free_port, wait_for};

pub(super) struct Balancer {
    pub(super) origin: String,
    child: Child,
    _folder: TempDir,
}

impl Balancer {
    /// Starts it, and waits until it has found both.
    pub(super) async fn start(place: &Place) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("haproxy.cfg");
        let port = free_port();
        let [a, b] = place.ports;
        let runbook = include_str!("../../../docs/runbook.md");
        let config = runbook
            .split("```haproxy\n")
            .nth(1)
            .and_then(|it| it.split("```").next())
            .expect("the runbook has the configuration of HAProxy");
        let config = config
            .replace("*:80", &format!("127.0.0.1:{port}"))
            .replace("10.0.0.1:8080", &format!("127.0.0.1:{a}"))
            .replace("10.0.0.2:8080", &format!("127.0.0.1:{b}"));
        fs::write(&file, config).unwrap();
        let child = Command::new(waybill_workshop::path(waybill_workshop::Tool::HaProxy))
            .arg("-f")
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for(port).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        Self {
            origin: format!("http://127.0.0.1:{port}"),
            child,
            _folder: folder,
        }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        self.child.kill().and_then(|()| self.child.wait()).unwrap();
    }
}
