//! The contract itself: the unmodified `firebase` SDK, in Node, against the provider on a port of its own.

use std::path::Path as FilePath;
use std::process::Stdio;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use jiff::SignedDuration;
use tokio::net::TcpListener;
use tokio::process::Command;
use waybill_identity::Uid;
use waybill_storage::Clock as _;

use crate::emulator::Emulator;
use crate::server::{Server, config};

#[tokio::test(flavor = "multi_thread")]
async fn the_unmodified_sdk_signs_up_in_and_out_and_understands_every_refusal() {
    run("firebase/auth").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_does_its_smaller_entry_which_the_browser_loads() {
    run("firebase/auth/web-extension").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_sdk_meets_here_it_meets_at_an_emulator_that_is_not_ours() {
    waybill_workshop::needs!(FirebaseTools);
    // The first start of these tests installs it.
    if waybill_test_postgres::is_wanted() {
        println!("skipped: the emulator has no database, so it was asked on SQLite already");
        return;
    }
    let emulator = Emulator::start().await;
    drive(&emulator.origin, "firebase/auth", "emulator".as_ref()).await;
}

async fn run(entry: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::start_with(waybill_identity::Config {
        public_origin: origin.clone(),
        ..config()
    })
    .await;
    let router = server.router().merge(controls(&server));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });

    drive(&origin, entry, &server.directory.path().join("mail")).await;
    serving.abort();
}

/// Runs the script; see its beginning for the arguments.
async fn drive(origin: &str, entry: &str, mails: &FilePath) {
    let script = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/identity/sdk.mjs");
    let run = Command::new("node")
        .arg(&script)
        .arg(origin)
        .arg(entry)
        .arg(mails)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .expect("Node 20 or later is needed to run the firebase SDK");
    assert!(
        run.status.success(),
        "the SDK does not get along with {origin} (if it cannot be found, run `npm ci` first)\n{}\n{}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert_eq!(
        String::from_utf8_lossy(&run.stdout).lines().last(),
        Some("all steps passed")
    );
}

/// How the script turns the clock, revokes, disables and takes the storage away. Nothing in the product has such routes.
fn controls(server: &Server) -> Router {
    let clock = Arc::clone(&server.clock);
    let advance =
        async move |Path(seconds): Path<i64>| clock.advance(SignedDuration::from_secs(seconds));
    let telling = Arc::clone(&server.clock);
    let now = async move || telling.now().as_second().to_string();
    let (revoking, disabling, storage) = (
        Arc::clone(&server.provider),
        Arc::clone(&server.provider),
        server.storage.clone(),
    );
    let revoke =
        async move |Path(uid): Path<String>| revoking.revoke(&Uid::new(uid)).await.unwrap();
    let disable = async move |Path(uid): Path<String>| {
        disabling.set_disabled(&Uid::new(uid), true).await.unwrap();
    };
    let close = async move || storage.close().await.unwrap();
    Router::new()
        .route("/test/advance/{seconds}", post(advance))
        .route("/test/now", get(now))
        .route("/test/revoke/{uid}", post(revoke))
        .route("/test/disable/{uid}", post(disable))
        .route("/test/close", post(close))
}
