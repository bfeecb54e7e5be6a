//! The contract over the whole program: the unmodified `firebase` SDK in Node, against a server as an operator starts it.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use tokio::process::Command;

use crate::start::waybill;

/// A running server.
struct Server {
    child: Child,
    origin: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut command = waybill(folder);
        command.args(["--listen", "127.0.0.1:0", "--data-dir", "data"]);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let line = BufReader::new(child.stdout.take().unwrap()).lines().next();
        let line = line.unwrap().unwrap();
        let origin = line.split(' ').find(|it| it.starts_with("http://"));
        Self {
            origin: origin.unwrap().to_owned(),
            child,
        }
    }
}

impl Drop for Server {
    /// Also when the test fails, so that no server is left behind.
    fn drop(&mut self) {
        let ended = self.child.kill().and_then(|()| self.child.wait());
        assert!(ended.is_ok(), "{ended:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_unmodified_sdk_lives_through_sessions_second_factors_and_notifications() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/tests/contract/sessions.mjs");
    let run = Command::new("node")
        .arg(script)
        .arg(&server.origin)
        .arg(folder.path().join("data/mail"))
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    let complained = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}\n{complained}");
    assert_eq!(said.lines().last(), Some("all steps passed"), "{said}");
}
