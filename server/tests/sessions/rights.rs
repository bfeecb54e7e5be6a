//! A change of what somebody may do: their session goes on under another id, and who knows the old one gains nothing.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::sockets::{OWN, Socket};
use crate::support::{Actor, TestApp};

const ME: &str = "/iam/api/v1/users-token";

/// Longer than what was asked at the same time takes to arrive.
const GRACE: SignedDuration = SignedDuration::from_secs(10);

/// Gives the user another role.
async fn change_role(by: &Actor<'_>, of: &Actor<'_>, role: &str) {
    let path = format!("/iam/api/v1/roles?filter=name:eq:{role}");
    let roles = by.call(&path).await.json();
    let role = &roles["data"][0]["_id"];
    assert!(role.is_string(), "{roles}");
    let path = format!("/iam/api/v1/users/{}", of.user_id());
    let changed = by.request("PATCH", &path).bearer(by.token());
    let changed = changed.header("if-match", "*");
    let changed = changed.json(&json!({ "roleIds": [role] })).await;
    assert_eq!(changed.status(), 200, "{changed:?}");
}

/// A browser that holds the same cookies but for the session id.
fn with_id<'a>(of: &Actor<'a>, sid: &str) -> Actor<'a> {
    let mut other = of.clone();
    other.set_cookie("sid", sid);
    other
}

#[tokio::test]
async fn a_page_gets_the_new_id_and_the_old_one_opens_nothing_afterwards() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mut bob = app.colleague(&ada, "Bob").await;
    let old = bob.cookie("sid").to_owned();
    change_role(&ada, &bob, "Viewer").await;

    let (page, meanwhile) = (bob.open("/dashboard").await, bob.call(ME).await);
    assert_eq!((page.status(), meanwhile.status()), (200, 200));
    let [cookie] = page.set_cookies()[..] else {
        unreachable!("{page:?}");
    };
    for attribute in ["sid=", "HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(meanwhile.set_cookies().is_empty());
    bob.accept(&page);
    assert_ne!(bob.cookie("sid"), old);

    // What the page asked at the same time arrives; from then on nobody knows the old id.
    assert_eq!(bob.call(ME).await.status(), 200);
    assert_eq!(with_id(&bob, &old).call(ME).await.status(), 200);
    app.pass(GRACE);
    with_id(&bob, &old).call(ME).await.assert_problem(401);
    with_id(&bob, &old)
        .open("/dashboard")
        .await
        .assert_signed_out();
    with_id(&bob, &old).refresh().await.assert_problem(401);
    assert_eq!(bob.open("/dashboard").await.status(), 200);
    assert!(bob.open("/dashboard").await.set_cookies().is_empty());
    // Whoever made the change keeps the own one.
    assert!(ada.open("/dashboard").await.set_cookies().is_empty());
}

#[tokio::test]
async fn a_call_brings_the_new_id_too_and_a_renewed_token_does_not_bring_the_old_one_back() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mut bob = app.colleague(&ada, "Bob").await;
    let old = bob.cookie("sid").to_owned();
    change_role(&ada, &bob, "Viewer").await;
    let renewed = bob.refresh().await;
    assert_eq!(renewed.status(), 200);
    assert_eq!(renewed.set_cookies_of("token").len(), 1);
    assert_eq!(renewed.set_cookies_of("sid").len(), 1);
    assert_ne!(bob.cookie("sid"), old);
    assert_eq!(bob.call(ME).await.status(), 200);
    app.pass(GRACE);
    with_id(&bob, &old).call(ME).await.assert_problem(401);
    assert_eq!(bob.call(ME).await.status(), 200);
}

#[tokio::test]
async fn an_open_socket_lives_on_and_proves_itself_again_after_the_change() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let mut bob = app.colleague(&ada, "Bob").await;
    let old = bob.cookie("sid").to_owned();
    let mut socket = Socket::open(address, OWN, Some(&old)).await.unwrap();
    let credentials = json!({ "cred": bob.id_token("Bob").await });
    assert_eq!(socket.ask("auth", credentials.clone()).await["s"], "ok");

    change_role(&ada, &bob, "Viewer").await;
    let answer = bob.call(ME).await;
    bob.accept(&answer);
    assert_eq!(bob.call(ME).await.status(), 200);
    app.pass(GRACE);
    let again = socket.ask("auth", credentials.clone()).await;
    assert_eq!(
        again["s"], "ok",
        "the SDK renews its token on an old socket"
    );

    for (sid, expected) in [(bob.cookie("sid"), "ok"), (&old, "invalid_token")] {
        let mut socket = Socket::open(address, OWN, Some(sid)).await.unwrap();
        let answer: Value = socket.ask("auth", credentials.clone()).await;
        assert_eq!(answer["s"], expected);
    }
}
