//! Views under other rights by form: begun, kept over documents, left, ended by the clock, and no other site's to begin.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

use jiff::SignedDuration;

use serde_json::Value;

use crate::support::{Actor, TestApp};

const DASHBOARD: &str = "/dashboard";

async fn role(ada: &Actor<'_>, name: &str) -> String {
    let path = format!("/iam/api/v1/roles?filter=name:eq:{name}");
    let listed = ada.call(&path).await.json();
    listed["data"][0]["_id"].as_str().unwrap().to_owned()
}

async fn viewing(ada: &Actor<'_>) -> Value {
    let page = ada.open(DASHBOARD).await;
    assert_eq!(page.status(), 200);
    page.state()["session"]["viewing"].clone()
}

#[tokio::test]
async fn view_starts_and_stops_by_form() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let viewer = role(&ada, "Viewer").await;
    let fields = [("role", viewer.as_str())];
    let begun = ada.request("POST", "/viewing").form(&fields).await;
    assert_eq!((begun.status(), begun.location()), (303, DASHBOARD));
    assert_eq!(viewing(&ada).await["name"], "Viewer");
    let refused = ada.call("/log/api/v1/audit").await;
    refused.assert_problem(403);
    let written = ada
        .request("POST", "/contact/api/v1/contacts")
        .bearer(ada.token())
        .json(&serde_json::json!({ "firstName": "Grace", "lastName": "Hopper" }))
        .await;
    assert_eq!(written.json()["type"], "/problems/viewing");

    let left = ada.request("POST", "/viewing/end").await;
    let back = format!("/settings/roles/{viewer}");
    assert_eq!((left.status(), left.location()), (303, back.as_str()));
    assert_eq!(viewing(&ada).await, Value::Null);
    // Once more leads on, too.
    let left = ada.request("POST", "/viewing/end").await;
    assert_eq!((left.status(), left.location()), (303, DASHBOARD));
}

#[tokio::test]
async fn expired_view_ends_with_the_next_page() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let viewer = role(&ada, "Viewer").await;
    let fields = [("role", viewer.as_str())];
    ada.request("POST", "/viewing").form(&fields).await;
    app.clock.advance(SignedDuration::from_hours(1));
    ada.refresh().await;
    let over = ada.call("/contact/api/v1/contacts").await;
    assert_eq!(over.json()["type"], "/problems/viewing-over");
    assert_eq!(viewing(&ada).await, Value::Null);
    assert_eq!(ada.call("/log/api/v1/audit").await.status(), 200);
}

#[tokio::test]
async fn refusal_leads_back_to_the_offer() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let never = uuid::Uuid::now_v7().to_string();
    for (name, page) in [("role", "roles"), ("company", "companies")] {
        let fields = [(name, never.as_str())];
        let refused = ada.request("POST", "/viewing").form(&fields).await;
        let back = format!("/settings/{page}/{never}");
        assert_eq!((refused.status(), refused.location()), (303, back.as_str()));
    }
    assert_eq!(viewing(&ada).await, Value::Null);
    let nobody = app.anonymous();
    let fields = [("role", never.as_str())];
    let refused = nobody.request("POST", "/viewing").form(&fields).await;
    assert_eq!((refused.status(), refused.location()), (303, "/login"));
}

#[tokio::test]
async fn foreign_origin_cannot_start_or_stop_a_view() {
    let app = TestApp::with("public_origin = \"https://waybill.test\"").await;
    let ada = app.user().await;
    for path in ["/viewing", "/viewing/end"] {
        let foreign = ada
            .request("POST", path)
            .header("origin", "https://evil.test")
            .await;
        foreign.assert_problem(403);
    }
}
