//! Programs with access tokens, over the whole server: what a token opens, and what stays for sessions.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

use jiff::SignedDuration;
use serde_json::json;

use crate::support::{Actor, TestApp};

const TOKENS: &str = "/iam/api/v1/access-tokens";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// The secret of a new token of this user.
async fn secret(of: &Actor<'_>, scopes: &[&str]) -> String {
    let body = json!({ "name": "Nightly export", "scopes": scopes, "expiresInDays": 30 });
    let draft = of.request("POST", TOKENS).bearer(of.token());
    let created = draft.json(&body).await;
    assert_eq!(created.status(), 201, "{}", created.text());
    created.json()["data"]["secret"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_token_needs_no_cookie_and_sets_none() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let secret = secret(&ada, &["contact:write", "iam:read"]).await;
    let program = app.anonymous();
    for authorization in [
        secret.clone(),
        format!("Bearer {secret}"),
        format!("bearer {secret}"),
    ] {
        let draft = program.request("GET", "/iam/api/v1/users/me");
        let answer = draft.header("authorization", &authorization).await;
        assert_eq!(answer.status(), 200, "{}", answer.text());
        assert_eq!(answer.json()["data"]["_id"], ada.user_id());
        assert_eq!(answer.set_cookies(), Vec::<&str>::new());
    }
    let contact = json!({ "lastName": "Novak" });
    let written = program
        .request("POST", CONTACTS)
        .bearer(&secret)
        .json(&contact);
    assert_eq!(written.await.status(), 201);
}

#[tokio::test]
async fn cookies_beside_a_token_count_for_nothing() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let zoe = app.other_company().await;
    let secret = secret(&ada, &["iam:read"]).await;
    let me = zoe.request("GET", "/iam/api/v1/users/me").bearer(&secret);
    assert_eq!(me.await.json()["data"]["_id"], ada.user_id());
    let unknown = format!("{secret}x");
    let refused = zoe
        .request("GET", "/iam/api/v1/users/me")
        .bearer(&unknown)
        .await;
    refused.assert_problem(401);
    assert_eq!(refused.json()["type"], "/problems/invalid-token");
    assert_eq!(
        refused.header("www-authenticate"),
        "Bearer error=\"invalid_token\""
    );
    // The session of the cookies goes on.
    assert_eq!(zoe.call("/iam/api/v1/users/me").await.status(), 200);
}

#[tokio::test]
async fn a_token_opens_neither_pages_nor_sessions() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let secret = secret(&ada, &["contact:write", "iam:write"]).await;
    let mut program = app.anonymous();
    for path in [
        "/iam/api/v1/sessions",
        "/iam/api/v1/auth/token-refresh",
        TOKENS,
    ] {
        let refused = program.request("GET", path).bearer(&secret).await;
        refused.assert_problem(403);
        assert_eq!(refused.json()["type"], "/problems/session-only", "{path}");
    }
    let inbox = format!("/{}.json?ns=waybill-embedded-default-rtdb", ada.user_id());
    let refused = program.request("GET", &inbox).bearer(&secret).await;
    assert_eq!(refused.status(), 401, "{}", refused.text());
    let by_header = program.request("GET", "/contacts").bearer(&secret).await;
    assert_eq!(by_header.status(), 303);
    assert!(by_header.location().starts_with("/login"), "{by_header:?}");
    program.set_cookie("token", &secret);
    program.open("/contacts").await.assert_signed_out();
}

#[tokio::test]
async fn a_token_is_revoked_below_the_path_of_its_user() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let secret = secret(&ada, &["iam:read"]).await;
    let tokens = format!("/iam/api/v1/users/{}/access-tokens", ada.user_id());
    let listed = ada.call(&tokens).await.json();
    let path = format!("{tokens}/{}", listed["data"][0]["_id"].as_str().unwrap());
    let revoked = ada.request("DELETE", &path).bearer(ada.token()).await;
    assert_eq!(revoked.status(), 204, "{}", revoked.text());
    let draft = app.anonymous().request("GET", "/iam/api/v1/users/me");
    draft.bearer(&secret).await.assert_problem(401);
}

#[tokio::test]
async fn tokens_do_not_leave_for_other_servers() {
    let app = TestApp::with("[upstream.services]\ncontact = \"http://127.0.0.1:9\"").await;
    let ada = app.user().await;
    let secret = secret(&ada, &["contact:read", "iam:read"]).await;
    let refused = app
        .anonymous()
        .request("GET", CONTACTS)
        .bearer(&secret)
        .await;
    refused.assert_problem(403);
    assert_eq!(refused.json()["type"], "/problems/session-only");
    let own = app
        .anonymous()
        .request("GET", "/iam/api/v1/users/me")
        .bearer(&secret)
        .await;
    assert_eq!(own.status(), 200);
}

#[tokio::test]
async fn calls_of_each_token_are_counted_by_the_minute() {
    let app = TestApp::with("[edge]\nprogram_calls_per_minute = 2").await;
    let ada = app.user().await;
    let (first, second) = (
        secret(&ada, &["iam:read"]).await,
        secret(&ada, &["iam:read"]).await,
    );
    // The test begins in the middle of a minute, or at its end.
    app.pass(SignedDuration::from_secs(60 - seconds(&app)));
    let call = async |secret: &str| {
        let draft = app.anonymous().request("GET", "/iam/api/v1/users/me");
        let answer = draft.bearer(secret).await;
        let rate = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
        let rate = rate.map(|name| answer.header(name).to_owned());
        (answer.status(), rate)
    };
    let said = |remaining: &str, reset: &str| ["2", remaining, reset].map(str::to_owned);
    assert_eq!(call(&first).await, (200, said("1", "60")));
    app.pass(SignedDuration::from_secs(20));
    assert_eq!(call(&first).await, (200, said("0", "40")));
    assert_eq!(call(&first).await, (429, said("0", "40")));
    let refused = app
        .anonymous()
        .request("GET", CONTACTS)
        .bearer(&first)
        .await;
    refused.assert_problem(429);
    assert_eq!(refused.header("retry-after"), "40");
    assert_eq!(call(&second).await, (200, said("1", "40")));
    assert_eq!(ada.call("/iam/api/v1/users/me").await.status(), 200);
    app.pass(SignedDuration::from_secs(40));
    assert_eq!(call(&first).await, (200, said("1", "60")));
}

/// Seconds of the current minute.
fn seconds(app: &TestApp) -> i64 {
    app.app.clock.now().as_second() % 60
}
