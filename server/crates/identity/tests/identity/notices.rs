//! Notices of what has happened to an account: where they go, what they say, and that nothing depends on them.

use axum::body::Body;
use http::header::{CONTENT_TYPE, USER_AGENT};
use http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::server::{ANN, Answer, PASSWORD, Server, TOOLKIT};
use crate::verification::{code, link, mails};

const NEW: &str = "ann@new.example.test";
const OTHER: &str = "another battery staple";

async fn update(server: &Server, body: Value) -> Answer {
    let request = Request::post(format!("{TOOLKIT}update?key=embedded"))
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, "Firefox/145.0");
    let request = request.body(Body::from(body.to_string())).unwrap();
    server.send(request, "192.0.2.9").await
}

/// An account whose address is proved; gives its ID token.
async fn proved(server: &Server) -> Value {
    let signed_up = server.sign_up(ANN).await;
    let body = json!({ "requestType": "VERIFY_EMAIL", "idToken": signed_up["idToken"] });
    server.call("sendOobCode", body).await.ok();
    let body = json!({ "oobCode": code(&link(server)) });
    update(server, body).await.ok();
    signed_up["idToken"].clone()
}

async fn ask_address(server: &Server, id_token: &Value) -> String {
    let body =
        json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": id_token, "newEmail": NEW });
    server.call("sendOobCode", body).await.ok();
    code(&link(server)).to_owned()
}

#[tokio::test]
async fn new_password_is_notified_with_its_source() {
    let server = Server::start().await;
    let id_token = proved(&server).await;
    let before = mails(&server).len();
    let body = json!({ "idToken": id_token, "password": OTHER });
    update(&server, body).await.ok();
    let mails = mails(&server);
    let [mail] = &mails[before..] else {
        panic!("{mails:?}")
    };
    assert!(mail.starts_with(&format!("To: {ANN}\r\n")), "{mail}");
    for said in [
        "The password of your Waybill account was changed",
        "When: 2026-11-20T12:00:00.25Z",
        "Browser: Firefox/145.0",
        "Network address: 192.0.2.9",
        "If it was not you",
    ] {
        assert!(mail.contains(said), "{said}: {mail}");
    }
    assert!(!mail.contains(OTHER), "{mail}");
}

#[tokio::test]
async fn password_reset_is_notified() {
    let server = Server::start().await;
    proved(&server).await;
    let before = mails(&server).len();
    let body = json!({ "requestType": "PASSWORD_RESET", "email": ANN });
    server.call("sendOobCode", body).await.ok();
    // The link is mailed while nobody waits for it.
    while mails(&server).len() == before {
        tokio::task::yield_now().await;
    }
    let body = json!({ "oobCode": code(&link(&server)), "newPassword": OTHER });
    server.call("resetPassword", body).await.ok();
    let mail = mails(&server).pop().unwrap();
    assert!(mail.contains("was changed"), "{mail}");
}

#[tokio::test]
async fn new_address_is_notified_at_both_addresses() {
    let server = Server::start().await;
    let id_token = proved(&server).await;
    let secret = ask_address(&server, &id_token).await;
    let before = mails(&server).len();
    update(&server, json!({ "oobCode": secret })).await.ok();
    let mails = mails(&server);
    let [old, new] = &mails[before..] else {
        panic!("{mails:?}")
    };
    assert!(old.starts_with(&format!("To: {ANN}\r\n")), "{old}");
    assert!(old.contains(NEW), "{old}");
    assert!(new.starts_with(&format!("To: {NEW}\r\n")), "{new}");
    assert!(!new.contains(ANN), "{new}");
}

#[tokio::test]
async fn unverified_address_gets_no_notice() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let body = json!({ "idToken": account["idToken"], "password": OTHER });
    update(&server, body).await.ok();
    assert_eq!(mails(&server), [""; 0]);

    server.advance(jiff::SignedDuration::from_secs(2));
    let account = server.sign_in(ANN, OTHER).await.ok();
    let secret = ask_address(&server, &account["idToken"]).await;
    let before = mails(&server).len();
    update(&server, json!({ "oobCode": secret })).await.ok();
    let mails = mails(&server);
    let [new] = &mails[before..] else {
        panic!("{mails:?}")
    };
    assert!(new.starts_with(&format!("To: {NEW}\r\n")), "{new}");
}

#[tokio::test]
async fn failed_notice_changes_nothing() {
    let server = Server::start().await;
    let id_token = proved(&server).await;
    // No mail can be kept any more.
    let folder = server.directory.path().join("mail");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "").unwrap();
    let body = json!({ "idToken": id_token, "password": OTHER });
    let answer = update(&server, body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    server.advance(jiff::SignedDuration::from_secs(2));
    server.sign_in(ANN, OTHER).await.ok();
    let refused = server.sign_in(ANN, PASSWORD).await;
    assert_eq!(refused.code(), "INVALID_LOGIN_CREDENTIALS");
}
