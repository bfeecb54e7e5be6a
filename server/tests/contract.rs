//! The contract over the whole program: the unmodified `firebase` SDK in Node, against a server as an operator starts it.

use std::path::Path;
use std::process::Stdio;

use tokio::process::Command;

use crate::ready::ready;
use crate::start::Serving;

#[tokio::test(flavor = "multi_thread")]
async fn the_unmodified_sdk_lives_through_sessions_second_factors_and_notifications() {
    let folder = tempfile::tempdir().unwrap();
    let server = Serving::start(&mut ready(folder.path()));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/tests/contract/sessions.mjs");
    let run = Command::new("node")
        .arg(script)
        .arg(&server.origin)
        .arg(folder.path().join("waybill-data/mail"))
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
