//! Another address: the mail to it, the warning to the old one, and the code that works once.

use http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::server::{ANN, Answer, PASSWORD, Server, text};
use crate::verification::{code, link, mails, open, press};

const NEW: &str = "ann@new.example.test";

async fn ask(server: &Server, id_token: &Value, email: &str) -> Answer {
    let body =
        json!({ "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": id_token, "newEmail": email });
    server.call("sendOobCode", body).await
}

#[tokio::test]
async fn an_address_changes_once_it_is_confirmed_there_and_ends_all_sign_ins() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let token = &account["idToken"];
    let asked = ask(&server, token, "Ann@New.Example.test").await.ok();
    assert_eq!(asked["email"], NEW);
    let [warning, mail] = &mails(&server)[..] else {
        panic!("{:?}", mails(&server))
    };
    assert!(warning.starts_with(&format!("To: {ANN}\r\n")) && warning.contains(NEW));
    assert!(!warning.contains("oobCode"), "{warning}");
    assert!(mail.starts_with(&format!("To: {NEW}\r\n")), "{mail}");
    let mailed = link(&server);
    assert!(mailed.contains("mode=verifyAndChangeEmail"), "{mailed}");
    let page = open(&server, &mailed).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("new e-mail address"), "{}", page.text);
    // Nothing has changed yet.
    server.sign_in(ANN, PASSWORD).await.ok();
    assert_eq!(server.witness.addresses(), [format!("asked {NEW}")]);
    assert_eq!(server.witness.told(), []);

    let form = format!("mode=verifyAndChangeEmail&oobCode={}", code(&mailed));
    let done = press(&server, &form).await;
    assert_eq!(done.status, StatusCode::OK);
    assert!(done.text.contains("is changed"), "{}", done.text);
    assert_eq!(server.witness.addresses(), [format!("changed {NEW}")]);
    assert_eq!(server.witness.told().len(), 1);
    let again = press(&server, &form).await;
    assert!(again.text.contains("already been used"), "{}", again.text);
    let old = server.sign_in(ANN, PASSWORD).await;
    assert_eq!(old.code(), "INVALID_LOGIN_CREDENTIALS");
    let refreshed = server.refresh(text(&account, "refreshToken")).await;
    assert_eq!(refreshed.code(), "TOKEN_EXPIRED");
    server.advance(SignedDuration::from_secs(2));
    let tokens = server.sign_in(NEW, PASSWORD).await.ok();
    let user = server.lookup(&tokens["idToken"]).await.ok();
    assert_eq!(user["users"][0]["email"], NEW);
    assert_eq!(user["users"][0]["emailVerified"], true);
}

#[tokio::test]
async fn of_several_addresses_the_last_one_counts() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    ask(&server, &account["idToken"], NEW).await.ok();
    let first = link(&server);
    let last = "ann@last.example.test";
    ask(&server, &account["idToken"], last).await.ok();
    let refused = server.call("update", json!({ "oobCode": code(&first) }));
    assert_eq!(refused.await.code(), "INVALID_OOB_CODE");
    let applied = server.call("update", json!({ "oobCode": code(&link(&server)) }));
    assert_eq!(applied.await.ok()["email"], last);
}

#[tokio::test]
async fn an_address_that_somebody_has_is_nobody_elses() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    let token = &account["idToken"];
    server.sign_up("bob@example.test").await;
    for taken in ["BOB@example.test", ANN] {
        assert_eq!(ask(&server, token, taken).await.code(), "EMAIL_EXISTS");
    }
    assert_eq!(ask(&server, token, "bob").await.code(), "INVALID_EMAIL");
    server.witness.takes(NEW);
    assert_eq!(ask(&server, token, NEW).await.code(), "EMAIL_EXISTS");
    assert_eq!(mails(&server), [""; 0]);

    // Somebody was faster.
    server.witness.takes("");
    ask(&server, token, NEW).await.ok();
    let secret = code(&link(&server)).to_owned();
    let apply = || server.call("update", json!({ "oobCode": secret }));
    server.witness.takes(NEW);
    assert_eq!(apply().await.code(), "EMAIL_EXISTS");
    server.witness.takes("");
    server.sign_up(NEW).await;
    assert_eq!(apply().await.code(), "EMAIL_EXISTS");
    server.sign_in(ANN, PASSWORD).await.ok();
}

#[tokio::test]
async fn another_address_wants_a_recent_sign_in_and_its_link_ends() {
    let server = Server::start().await;
    let account = server.sign_up(ANN).await;
    ask(&server, &account["idToken"], NEW).await.ok();
    let mailed = link(&server);
    server.advance(SignedDuration::from_mins(6));
    let late = ask(&server, &account["idToken"], "ann@late.example.test").await;
    assert_eq!(late.code(), "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    server.advance(SignedDuration::from_hours(24 * 8));
    let applied = server
        .call("update", json!({ "oobCode": code(&mailed) }))
        .await;
    assert_eq!(applied.code(), "EXPIRED_OOB_CODE");
    server.sign_in(ANN, PASSWORD).await.ok();
}

#[tokio::test]
async fn nobody_fills_a_mailbox_by_asking_for_its_address() {
    let server = Server::start().await;
    let mut refused = 0;
    for at in 0..12 {
        let account = server.sign_up(&format!("ann{at}@example.test")).await;
        let asked = ask(&server, &account["idToken"], NEW).await;
        refused += usize::from(asked.status != StatusCode::OK);
    }
    assert!(0 < refused, "{refused}");
}
