//! The Auth emulator of firebase-tools: an implementation that is not ours, for the suite that drives the SDK, and for the tests of
//! the server, which share this file.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose emulator does not start should stop"
)]

use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// A running emulator, which ends with this value.
pub(crate) struct Emulator {
    pub(crate) origin: String,
    _child: Child,
}

impl Emulator {
    pub(crate) async fn start() -> Self {
        let folder = waybill_workshop::path(waybill_workshop::Tool::FirebaseTools);
        let mut child = Command::new("node")
            .args(["--input-type=module", "-e", include_str!("emulator.mjs")])
            .arg(folder)
            // Its input ends with this process, however that ends.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("Node 20 or later is needed to run the emulator");
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut lines = output.lines();
        let origin = loop {
            let line = lines.next_line().await.unwrap();
            let line = line.expect("the emulator ended before it answered");
            if line.starts_with("http://") {
                break line;
            }
        };
        // Whatever else it says must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self {
            origin,
            _child: child,
        }
    }
}
