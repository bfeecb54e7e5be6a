//! Mails of the identity provider in the company's words, and another address by one of them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot find its mail should stop"
)]

use serde_json::{Value, json};

use crate::support::{Actor, TestApp, email_of};

const NEW: &str = "ada@new.example.test";
const SEND: &str = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k";
const ME: &str = "/iam/api/v1/users/me";

/// The mails to an address, the newest last, with their lines whole (quoted-printable, RFC 2045 section 6.7).
fn mails_to(app: &TestApp, address: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.app.config().data_dir.join("mail")) else {
        return Vec::new();
    };
    let mut mails: Vec<_> = folder.map(|it| it.unwrap().path()).collect();
    mails.sort_unstable();
    let mails = mails
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .map(|mail| mail.replace("=\r\n", "").replace("=3D", "="));
    mails.filter(|mail| mail.contains(address)).collect()
}

/// Waits for the newest of that many mails: one for a new password is sent while nobody waits for it.
pub(super) async fn mail_to(app: &TestApp, address: &str, count: usize) -> String {
    for _ in 0..1_000 {
        let mut mails = mails_to(app, address);
        if count <= mails.len() {
            return mails.pop().unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{:?}", mails_to(app, address));
}

pub(super) fn code_in(mail: &str) -> String {
    let after = mail.split("oobCode=").nth(1).unwrap();
    after.split('&').next().unwrap().to_owned()
}

async fn change(ada: &Actor<'_>, fields: &Value) {
    let answer = ada
        .request("PATCH", ME)
        .bearer(ada.token())
        .header("if-match", "*")
        .json(fields);
    assert_eq!(answer.await.status(), 200);
}

async fn me(actor: &Actor<'_>) -> Value {
    actor.call(ME).await.json()["data"].clone()
}

#[tokio::test]
async fn an_address_waits_until_it_is_confirmed_and_then_is_the_users() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let body = json!({
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": ada.id_token("Ada").await, "newEmail": NEW
    });
    assert_eq!(ada.request("POST", SEND).json(&body).await.status(), 200);
    let before = me(&ada).await;
    assert_eq!(
        (&before["emailId"], &before["pendingEmail"]),
        (&json!(email_of("Ada")), &json!(NEW))
    );
    let state = ada.open("/dashboard").await.state();
    assert_eq!(state["session"]["user"]["pendingEmail"], NEW);
    let mail = mail_to(&app, NEW, 2).await;
    assert!(mail.contains("text/html") && mail.contains("Ada"), "{mail}");

    let fields = [
        ("oobCode", code_in(&mail)),
        ("mode", "verifyAndChangeEmail".to_owned()),
    ];
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let page = ada.request("POST", "/__/auth/action").form(&fields).await;
    assert_eq!(page.status(), 200, "{page:?}");
    ada.open("/dashboard").await.assert_signed_out();
    let mut again = app.anonymous();
    let body =
        json!({ "email": NEW, "password": crate::support::PASSWORD, "returnSecureToken": true });
    // Tokens of the second in which the address changed are those of before.
    app.pass(jiff::SignedDuration::from_secs(2));
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k";
    let token = again.request("POST", path).json(&body).await.json()["idToken"].clone();
    let login = again.request("GET", "/iam/api/v1/auth/login");
    let login = login.bearer(token.as_str().unwrap()).await;
    again.accept(&login);
    let after = me(&again).await;
    assert_eq!(
        (
            &after["emailId"],
            &after["pendingEmail"],
            &after["emailVerified"]
        ),
        (&json!(NEW), &Value::Null, &json!(true))
    );
    let path = format!("/iam/api/v1/users/{}/history", again.user_id());
    let history = again.call(&path).await.json()["data"].to_string();
    assert!(history.contains("user.askAddress") && history.contains("user.changeAddress"));
}

#[tokio::test]
async fn an_address_of_somebody_who_was_invited_is_taken() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.verify(&ada).await;
    let body = json!({ "firstName": "Ina", "emailId": NEW });
    let invited = ada.request("POST", "/iam/api/v1/users").bearer(ada.token());
    assert_eq!(invited.json(&body).await.status(), 201);
    let body = json!({
        "requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": ada.id_token("Ada").await, "newEmail": NEW
    });
    let refused = ada.request("POST", SEND).json(&body).await;
    assert_eq!(refused.json()["error"]["message"], "EMAIL_EXISTS");
    assert_eq!(me(&ada).await["pendingEmail"], Value::Null);
}

#[tokio::test]
async fn a_mail_for_a_new_password_speaks_the_language_of_the_user() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    change(&ada, &json!({ "language": "es" })).await;
    let address = email_of("Ada");
    let before = mails_to(&app, &address).len();
    let body = json!({ "requestType": "PASSWORD_RESET", "email": address });
    assert_eq!(ada.request("POST", SEND).json(&body).await.status(), 200);
    let mail = mail_to(&app, &address, before + 1).await;
    assert!(
        mail.contains("Content-Language: es") || mail.contains("contrase"),
        "{mail}"
    );
    assert!(mail.contains("mode=resetPassword"), "{mail}");
}

#[tokio::test]
async fn a_template_that_does_not_say_the_link_is_not_used() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let list = "/mail/api/v1/templates";
    let found = ada
        .call(&format!("{list}?filter=code:eq:passwordReset"))
        .await
        .json();
    let path = format!("{list}/{}", found["data"][0]["_id"].as_str().unwrap());
    let text =
        json!({ "subject": "New password", "html": "<p>Ask your administrator.</p>", "text": "" });
    let changed = ada
        .request("PATCH", &path)
        .bearer(ada.token())
        .header("if-match", "*");
    let changed = changed
        .json(&json!({ "languages": { "en": text }, "defaultLang": "en" }))
        .await;
    assert_eq!(changed.status(), 200, "{changed:?}");
    let own = changed.json()["data"]["_id"].as_str().unwrap().to_owned();
    let publish = ada.request("POST", &format!("{list}/{own}/publish"));
    let published = publish.bearer(ada.token()).header("if-match", "*").await;
    assert_eq!(published.status(), 200, "{published:?}");
    let address = email_of("Ada");
    let before = mails_to(&app, &address).len();
    let body = json!({ "requestType": "PASSWORD_RESET", "email": address });
    assert_eq!(ada.request("POST", SEND).json(&body).await.status(), 200);
    let mail = mail_to(&app, &address, before + 1).await;
    assert!(mail.contains("mode=resetPassword"), "{mail}");
    assert!(!mail.contains("Ask your administrator"), "{mail}");
}
