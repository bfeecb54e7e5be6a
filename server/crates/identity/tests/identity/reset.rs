//! A forgotten password: the mail, its page, the SDK's calls, and that nothing tells who has an account.

use std::time::{Duration, Instant};

use http::StatusCode;
use jiff::SignedDuration;
use serde_json::json;
use waybill_identity::config::Config;

use crate::server::{ANN, Answer, PASSWORD, Server, config, futures, text};
use crate::verification::{code, link, mails, open, press};

const NEW: &str = "another battery staple";

async fn ask(server: &Server, email: &str) -> Answer {
    let body = json!({ "requestType": "PASSWORD_RESET", "email": email });
    server.call("sendOobCode", body).await
}

/// Waits for that many mails, which are sent while nobody waits for them.
async fn mailed(server: &Server, count: usize) {
    for _ in 0..500 {
        if mails(server).len() == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{} mails, not {count}", mails(server).len());
}

async fn code_for(server: &Server, email: &str) -> String {
    let before = mails(server).len();
    ask(server, email).await.ok();
    mailed(server, before + 1).await;
    code(&link(server)).to_owned()
}

#[tokio::test]
async fn the_page_of_the_mail_takes_a_new_password_once() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let secret = code_for(&server, "Ann@Example.test").await;
    let mailed = link(&server);
    assert!(mailed.contains("mode=resetPassword"), "{mailed}");
    for _ in 0..2 {
        let page = open(&server, &mailed).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("autocomplete=\"new-password\""));
    }
    let form = |password: &str| format!("oobCode={secret}&password={password}");
    let weak = press(&server, &form("12345678")).await;
    assert_eq!(weak.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(weak.text.contains("role=\"alert\""), "{}", weak.text);
    let empty = press(&server, &form("")).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    let done = press(&server, &form("another+battery+staple")).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    let again = press(&server, &form("one+more+password")).await;
    assert!(again.text.contains("already been used"), "{}", again.text);

    assert_eq!(
        server.sign_in(ANN, PASSWORD).await.code(),
        "INVALID_LOGIN_CREDENTIALS"
    );
    // Sign-ins that rest on the old password are over, and the mail has proved the address.
    assert_eq!(
        server.refresh(text(&account, "refreshToken")).await.code(),
        "TOKEN_EXPIRED"
    );
    server.advance(SignedDuration::from_secs(2));
    let tokens = server.sign_in(ANN, NEW).await.ok();
    let user = server.lookup(&tokens["idToken"]).await.ok();
    assert_eq!(user["users"][0]["emailVerified"], true);
}

#[tokio::test]
async fn the_sdk_checks_a_code_and_then_uses_it() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let secret = code_for(&server, ANN).await;
    let said = json!({
        "kind": "identitytoolkit#ResetPasswordResponse", "requestType": "PASSWORD_RESET", "email": ANN
    });
    for _ in 0..2 {
        let body = json!({ "oobCode": secret });
        assert_eq!(server.call("resetPassword", body).await.ok(), said);
    }
    let short = json!({ "oobCode": secret, "newPassword": "short" });
    assert_eq!(
        server.call("resetPassword", short).await.code(),
        "WEAK_PASSWORD"
    );
    let body = json!({ "oobCode": secret, "newPassword": NEW });
    assert_eq!(server.call("resetPassword", body.clone()).await.ok(), said);
    assert_eq!(
        server.call("resetPassword", body).await.code(),
        "INVALID_OOB_CODE"
    );
}

#[tokio::test]
async fn of_many_who_use_a_code_at_once_one_does() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let secret = code_for(&server, ANN).await;
    let body = json!({ "oobCode": secret, "newPassword": NEW });
    let answers = futures((0..20).map(|_| server.call("resetPassword", body.clone()))).await;
    let passed = answers
        .iter()
        .filter(|it| it.status == StatusCode::OK)
        .count();
    assert_eq!(passed, 1);
}

#[tokio::test]
async fn a_code_ends_after_a_day_and_is_good_for_nothing_else() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    let secret = code_for(&server, ANN).await;
    let body = json!({ "oobCode": secret });
    assert_eq!(
        server.call("update", body.clone()).await.code(),
        "INVALID_OOB_CODE"
    );
    server.advance(SignedDuration::from_hours(24));
    assert_eq!(
        server.call("resetPassword", body).await.code(),
        "EXPIRED_OOB_CODE"
    );
    let late = press(
        &server,
        &format!("oobCode={secret}&password=another+battery"),
    )
    .await;
    assert!(late.text.contains("has expired"), "{}", late.text);
}

#[tokio::test]
async fn an_unknown_address_is_answered_as_a_known_one_and_gets_no_mail() {
    let floor = Duration::from_millis(150);
    let server = Server::start_with(Config {
        answer_floor: floor,
        ..config()
    })
    .await;
    server.sign_up(ANN).await;
    let disabled = server.sign_up("bob@example.test").await;
    server
        .provider
        .set_disabled(&crate::server::uid(&disabled), true)
        .await
        .unwrap();
    let mut told = Vec::new();
    for email in [ANN, "eve@example.test", "bob@example.test"] {
        let started = Instant::now();
        let answer = ask(&server, email).await;
        assert!(floor <= started.elapsed(), "{email} was answered sooner");
        let text = answer.text.replace(email, "·");
        told.push((answer.status, answer.headers, text));
    }
    assert!(told.iter().all(|it| *it == told[0]), "{told:?}");
    mailed(&server, 1).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(mails(&server).len(), 1);
    assert_eq!(ask(&server, "no address").await.code(), "INVALID_EMAIL");
}

#[tokio::test]
async fn mails_are_limited_alike_for_known_and_unknown_addresses() {
    let server = Server::start().await;
    server.sign_up(ANN).await;
    for email in [ANN, "nobody@example.test"] {
        for _ in 0..5 {
            ask(&server, email).await.ok();
        }
        assert_eq!(
            ask(&server, email).await.code(),
            "TOO_MANY_ATTEMPTS_TRY_LATER"
        );
    }
    mailed(&server, 5).await;
}
