//! Why a session ended is told with the refusal to renew it, to whoever has its token and its cookie, and to nobody else.

use jiff::SignedDuration;
use serde_json::json;
use waybill::operations::sessions::{Whose, revoke};

use crate::support::{Actor, TestApp};

const OVER: &str = "/problems/not-signed-in";

/// The kind of problem with which the renewal is refused.
async fn refusal(browser: &Actor<'_>) -> String {
    let answer = browser.call("/iam/api/v1/auth/token-refresh").await;
    answer.assert_problem(401);
    assert!(answer.set_cookies_of("token").is_empty(), "{answer:?}");
    answer.json()["type"].as_str().unwrap_or("").to_owned()
}

async fn phone_of_ada(app: &TestApp) -> Actor<'_> {
    let mut phone = app.anonymous();
    assert_eq!(phone.log_in("Ada").await.status(), 200);
    phone
}

#[tokio::test]
async fn a_session_ended_from_another_device_says_so() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let phone = phone_of_ada(&app).await;
    let ended = ada
        .request("POST", "/iam/api/v1/sessions/end-others")
        .bearer(ada.token())
        .await;
    assert_eq!(ended.status(), 200, "{ended:?}");
    assert_eq!(refusal(&phone).await, "/problems/session-ended/elsewhere");
    // Also when the token has expired meanwhile.
    app.pass(SignedDuration::from_hours(1));
    assert_eq!(refusal(&phone).await, "/problems/session-ended/elsewhere");
}

#[tokio::test]
async fn a_session_ended_by_a_new_password_says_so() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let phone = phone_of_ada(&app).await;
    let changed = ada.change_password("Ada", "basalt-harbour-17").await;
    assert_eq!(changed.status(), 200, "{changed:?}");
    assert_eq!(refusal(&phone).await, "/problems/session-ended/password");
}

#[tokio::test]
async fn a_session_ended_by_the_operator_says_so() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let ended = revoke(&app.app.storage, &app.clock, &Whose::Everybody).await;
    assert_eq!(ended.ok(), Some(1));
    assert_eq!(refusal(&ada).await, "/problems/session-ended/operator");
}

#[tokio::test]
async fn a_reused_token_says_that_the_account_is_protected() {
    let app = TestApp::new().await;
    let mut ada = app.user().await;
    let thief = ada.clone();
    assert_eq!(ada.refresh().await.status(), 200);
    app.pass(SignedDuration::from_mins(1));
    for browser in [&thief, &ada] {
        assert_eq!(refusal(browser).await, "/problems/session-ended/reuse");
    }
}

#[tokio::test]
async fn a_deactivated_user_is_told_that_the_account_is_closed() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let bob = app.colleague(&ada, "Bob").await;
    let path = format!("/iam/api/v1/users/{}/deactivate", bob.user_id());
    let deactivated = ada
        .request("POST", &path)
        .bearer(ada.token())
        .header("if-match", "*")
        .json(&json!({}))
        .await;
    assert_eq!(deactivated.status(), 200, "{deactivated:?}");
    assert_eq!(refusal(&bob).await, "/problems/session-ended/account");
}

#[tokio::test]
async fn a_suspended_user_reads_the_specified_text_alone() {
    let app = TestApp::new().await;
    let ada = app.suspended().await;
    assert_eq!(refusal(&ada).await, "/problems/suspended");
}

#[tokio::test]
async fn a_session_over_by_time_has_no_cause() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.pass(SignedDuration::from_hours(12));
    assert_eq!(refusal(&ada).await, OVER);
}

#[tokio::test]
async fn neither_token_nor_cookie_alone_learns_the_cause() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let phone = phone_of_ada(&app).await;
    let mut mixed = phone.clone();
    let changed = ada.change_password("Ada", "basalt-harbour-17").await;
    assert_eq!(changed.status(), 200, "{changed:?}");
    mixed.drop_cookie("sid");
    assert_eq!(refusal(&mixed).await, OVER);
    mixed.set_cookie("sid", ada.cookie("sid"));
    assert_eq!(refusal(&mixed).await, OVER);
}
