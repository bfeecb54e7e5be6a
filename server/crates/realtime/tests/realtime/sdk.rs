//! The contract itself: the unmodified `firebase` SDK, in Node, against the database on a port of its own.

use std::path::Path;
use std::process::{Output, Stdio};

use tokio::process::Command;
use waybill_realtime::Config;

use crate::server::{Server, storage_in};

#[tokio::test(flavor = "multi_thread")]
async fn the_unmodified_sdk_cannot_tell_it_from_firebase() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(storage_in(folder.path()).await, Config::default()).await;
    let run = run("sdk.mjs", &[&server.address.to_string()]).output();
    check(&run.await.unwrap());
}

/// A script beside this file.
pub(crate) fn run(script: &str, arguments: &[&str]) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/realtime")
        .join(script);
    let mut command = Command::new("node");
    command
        .arg(script)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

#[track_caller]
pub(crate) fn check(run: &Output) {
    let out = String::from_utf8_lossy(&run.stdout);
    assert!(
        run.status.success() && out.lines().last() == Some("all steps passed"),
        "the SDK does not get along with the database (if it cannot be found, run `npm ci` first)\n{out}\n{}",
        String::from_utf8_lossy(&run.stderr),
    );
}

#[test]
fn every_test_passes_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}
