//! `waybill health`: one line and an exit code that container runtimes know.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::path::Path;

use crate::awaited::free_port;
use crate::ready::ready;
use crate::start::{Serving, waybill};
use crate::support::TestApp;

/// Exit code, standard output and standard error.
pub(crate) fn asked(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = waybill(folder).arg("health").args(arguments).output();
    let run = run.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

#[test]
fn health_of_a_running_server_is_exit_code_0() {
    let folder = tempfile::tempdir().unwrap();
    let server = Serving::start(&mut ready(folder.path()));
    let address = server.origin.strip_prefix("http://").unwrap();
    // As in a container, where the server listens to every address.
    let everywhere = address.replace("127.0.0.1", "0.0.0.0");
    for address in [address, &everywhere] {
        let (code, said, complained) = asked(folder.path(), &["--listen", address]);
        assert_eq!(code, Some(0), "{complained}");
        assert!(said.ends_with("is ready.\n"), "{said}");
    }
}

#[test]
fn health_of_nothing_is_exit_code_1_and_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let free = free_port().to_string();
    for (arguments, reason) in [
        (["--listen", free.as_str()], "refused"),
        (["--listen", "127.0.0.1:0"], "port"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
    ] {
        let (code, said, complained) = asked(folder.path(), &arguments);
        assert_eq!((code, said.as_str()), (Some(1), ""), "{complained}");
        assert_eq!(complained.lines().count(), 1, "{complained}");
        assert!(complained.contains(reason), "{complained}");
    }
    // Nothing was made.
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[tokio::test]
async fn storage_that_was_late_once_is_asked_again() {
    let app = TestApp::new().await;
    let ready = async || app.anonymous().open("/readyz").await.status();
    let writing = app.app.storage.begin().await.unwrap();
    assert_eq!(ready().await, 503);
    drop(writing);
    assert_eq!(ready().await, 200);
}
