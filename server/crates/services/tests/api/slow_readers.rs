//! Exports that nobody reads: they hold nothing of the database, so that any number of them keeps nobody from working.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use http_body_util::BodyExt as _;
use waybill_services::demo_data::DemoData;

use crate::actors::{Actor, TestApp};
use crate::demo_data::first;

/// More than the connections of both databases together.
const READERS: usize = 40;

/// How long giving a connection back may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The first part of an export, and the rest unread.
async fn begun(actor: &Actor, path: &str) -> (usize, Body) {
    let answer = actor.respond(Method::GET, path, &[], Body::empty()).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    let mut body = answer.into_body();
    let part = body.frame().await.unwrap().unwrap();
    (part.into_data().unwrap().len(), body)
}

/// Waits until nobody uses a connection to the database: it is given back a moment after its last use.
async fn until_unused(app: &TestApp) {
    let is_unused = || app.storage.pools().iter().all(|it| it.open == it.idle);
    let wait = async {
        while !is_unused() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, wait).await;
    assert!(waited.is_ok(), "{:?}", app.storage.pools());
}

#[tokio::test]
async fn unread_exports_hold_no_connection() {
    let app = TestApp::init().await;
    let rows = DemoData::rows(1_200);
    let user = app.services.fill(first, rows).await.unwrap();
    let mara = app.signed_in(user);
    let path = "/contact/api/v1/contacts/export?format=csv";
    let mut unread = Vec::new();
    for _ in 0..READERS {
        unread.push(begun(&mara, path).await);
    }
    until_unused(&app).await;
    let list = mara.get("/contact/api/v1/contacts?pageSize=1").await;
    assert_eq!(list.status, StatusCode::OK, "{}", list.text);
    let (length, body) = unread.pop().unwrap();
    let rest = body.collect().await.unwrap().to_bytes();
    assert!(0 < length && !rest.is_empty(), "the export has one part");
}
