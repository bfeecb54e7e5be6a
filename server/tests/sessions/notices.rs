//! Security notices through the whole server: the provider tells the services, which know the reader.

use serde_json::json;

use super::address::{code_in, mail_to};
use super::lock_out::mails;
use crate::support::{Actor, TestApp, email_of};

const UPDATE: &str = "/identitytoolkit.googleapis.com/v1/accounts:update?key=k";
const SEND: &str = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k";
const FIREFOX: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

async fn change_password(app: &TestApp, ada: &Actor<'_>) {
    let id_token = app.anonymous().id_token("Ada").await;
    let body =
        json!({ "idToken": id_token, "password": "basalt-harbour-17", "returnSecureToken": true });
    let changed = ada.request("POST", UPDATE).header("user-agent", FIREFOX);
    assert_eq!(changed.json(&body).await.status(), 200);
}

/// Proves Ada's address by the link of a mail.
async fn prove(app: &TestApp) {
    let id_token = app.anonymous().id_token("Ada").await;
    let body = json!({ "requestType": "VERIFY_EMAIL", "idToken": id_token });
    let asked = app.anonymous().request("POST", SEND).json(&body).await;
    assert_eq!(asked.status(), 200, "{asked:?}");
    let body = json!({ "oobCode": code_in(&mail_to(app, &email_of("Ada"), 1).await) });
    let applied = app.anonymous().request("POST", UPDATE).json(&body).await;
    assert_eq!(applied.status(), 200, "{applied:?}");
}

#[tokio::test]
async fn new_password_is_notified_through_the_outbox() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    prove(&app).await;
    let before = mails(&app).await.len();
    change_password(&app, &ada).await;
    let mails = mails(&app).await;
    let told = mails.get(before..).unwrap_or_default();
    assert_eq!(told.len(), 1, "{told:?}");
    let mail = told.concat().replace("=\r\n", "");
    for said in [
        &*email_of("Ada"),
        "Subject: The password of your Waybill account was changed",
        "Hello Ada,",
        "Browser: Firefox on Windows",
        "Network address: 192.0.2.1",
        "/settings/profile",
    ] {
        assert!(mail.contains(said), "{said}: {mail}");
    }
}

#[tokio::test]
async fn form_sign_in_from_new_browser_notified_once() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.verify(&ada).await;
    let before = mails(&app).await.len();
    for _ in 0..2 {
        let fields = [
            ("email", &*email_of("Ada")),
            ("password", crate::support::PASSWORD),
        ];
        let form = app.anonymous().request("POST", "/login");
        let form = form.header("user-agent", FIREFOX).form(&fields).await;
        assert_eq!(form.status(), 303, "{form:?}");
    }
    let mails = mails(&app).await;
    let told = mails.get(before..).unwrap_or_default();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told.concat()
            .contains("New sign-in to your Waybill account")
    );
}

#[tokio::test]
async fn unverified_address_gets_no_notice() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let before = mails(&app).await.len();
    change_password(&app, &ada).await;
    assert_eq!(mails(&app).await.len(), before);
}
