//! The Auth emulator of firebase-tools: an implementation that is not ours, for the suite that drives the SDK, and for the tests of
//! the server, which share this file.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// Installed apart from the project's packages, as it is ten times as large as all of them.
const VERSION: &str = "15.34.2";

/// A running emulator, which ends with this value.
pub(crate) struct Emulator {
    pub(crate) origin: String,
    _child: Child,
}

impl Emulator {
    pub(crate) async fn start() -> Self {
        let folder = installed().await;
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

/// The folder in which firebase-tools is installed; `WAYBILL_FIREBASE_TOOLS` names another than the user's cache.
async fn installed() -> PathBuf {
    let folder = std::env::var_os("WAYBILL_FIREBASE_TOOLS").map_or_else(
        || PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache/waybill/firebase-tools"),
        PathBuf::from,
    );
    tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&folder).unwrap();
        // Several tests, of several programs, want it at once: one of them installs it, and only then the others look.
        let lock = std::fs::File::create(folder.join("lock")).unwrap();
        lock.lock().unwrap();
        // Written last, so that an installation that was broken off is not taken for a whole one.
        let done = folder.join("installed");
        if std::fs::read_to_string(&done).unwrap_or_default() != VERSION {
            install(&folder);
            std::fs::write(&done, VERSION).unwrap();
        }
        folder
    })
    .await
    .unwrap()
}

/// What an installation that was broken off has left is no part of this one.
fn install(folder: &Path) {
    let left = folder.join("node_modules");
    if left.exists() {
        std::fs::remove_dir_all(left).unwrap();
    }
    let npm = std::process::Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
        .arg("--prefix")
        .arg(folder)
        .arg(format!("firebase-tools@{VERSION}"))
        .stdin(Stdio::null())
        .output()
        .expect("npm is needed to install the emulator");
    assert!(
        npm.status.success(),
        "firebase-tools could not be installed\n{}",
        String::from_utf8_lossy(&npm.stderr)
    );
}
