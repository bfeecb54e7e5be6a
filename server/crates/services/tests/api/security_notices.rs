//! Security notices that the services write: a device that is new, and mailed codes turned on and off.

use axum::http::{Method, StatusCode};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use serde_json::json;

use crate::actors::{Actor, TestApp};
use crate::sessions::begin_session;

const LOGIN: &str = "/iam/api/v1/auth/login";
const ME: &str = "/iam/api/v1/users/me";
/// A newer release of the browser in which `begin_session` begins a session.
const FIREFOX: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:151.0) Gecko/20100101 Firefox/151.0";
const SAFARI: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 \
                      Mobile/15E148 Safari/604.1";

async fn sign_in(app: &TestApp, uid: &str, browser: &str) {
    let identity = app.identity_of(uid);
    let headers = [("user-agent", browser)];
    let answer = identity.send_with(Method::GET, LOGIN, &headers, "").await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
}

/// A user whose address is proved, and who has a session.
async fn proved(app: &TestApp) -> Actor {
    let ann = app.administrator("Lines").await;
    app.note_verified(&ann).await;
    begin_session(app, ann.id()).await;
    ann
}

/// The mails with this in their subject.
async fn mails(app: &TestApp, subject: &str) -> Vec<String> {
    let mut mails = app.mails().await;
    mails.retain(|mail| mail.contains(&format!("Subject: {subject}")));
    mails
}

#[tokio::test]
async fn sign_in_from_new_browser_is_notified() {
    let app = TestApp::init().await;
    let ann = proved(&app).await;
    sign_in(&app, "lines", FIREFOX).await;
    assert_eq!(mails(&app, "New sign-in").await, [""; 0]);

    sign_in(&app, "lines", SAFARI).await;
    let told = mails(&app, "New sign-in to your Waybill account").await;
    let [mail] = &told[..] else {
        panic!("{told:?}")
    };
    assert!(mail.contains("ann@lines.test"), "{mail}");
    for line in [
        "When: 20 November 2026 12:00 CET",
        "Browser: Safari on iPhone",
        "https://waybill.test/settings/profile",
    ] {
        assert!(mail.contains(line), "{line}: {mail}");
    }
    // An ended session is one of a known browser all the same.
    let tx = app.storage.begin().await.unwrap();
    let end = waybill_storage::login_sessions::end_all_of_user;
    let cause = waybill_storage::login_sessions::EndCause::Elsewhere;
    let now = waybill_storage::Clock::now(&*app.clock);
    end(&tx, ann.id(), None, cause, now).await.unwrap();
    tx.commit().await.unwrap();
    sign_in(&app, "lines", FIREFOX).await;
    assert_eq!(mails(&app, "New sign-in").await.len(), 1);
}

#[tokio::test]
async fn unverified_address_gets_no_notice() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    begin_session(&app, ann.id()).await;
    sign_in(&app, "lines", SAFARI).await;
    assert_eq!(app.mails().await, [""; 0]);
}

#[tokio::test]
async fn first_sign_in_is_not_notified() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let uid = bob.id().to_string();
    app.identity(&uid, &format!("{uid}@colleague.test"));
    app.note_verified(&bob).await;
    sign_in(&app, &uid, SAFARI).await;
    assert_eq!(mails(&app, "New sign-in").await, [""; 0]);
    // Nobody has a session here, but the user was here before.
    sign_in(&app, &uid, FIREFOX).await;
    assert_eq!(mails(&app, "New sign-in").await.len(), 1);
}

#[tokio::test]
async fn mailed_codes_are_notified_in_the_language() {
    let app = TestApp::init().await;
    let ann = proved(&app).await;
    for (language, is_on, subject, text) in [
        (
            "en",
            true,
            "Two-factor authentication of your",
            "Hello Ann,",
        ),
        (
            "en",
            false,
            "Two-factor authentication of your",
            "You turned off",
        ),
        ("es", true, "Se ha activado", "contraseña nueva"),
        ("ar", false, "=?utf-8?", "أوقفتَ الرموز"),
    ] {
        let body = json!({ "language": language });
        ann.patch(ME, "*", body).await.data(StatusCode::OK);
        let before = app.mails().await.len();
        let body = json!({ "twoFactorAuth": is_on });
        ann.patch(ME, "*", body).await.data(StatusCode::OK);
        let mails = app.mails().await;
        let [mail] = &mails[before..] else {
            panic!("{language} {is_on}: {mails:?}")
        };
        assert!(mail.contains(&format!("Subject: {subject}")), "{mail}");
        assert!(decoded(mail).contains(text), "{mail}");
    }
    // What does not change is not told.
    let before = app.mails().await.len();
    let body = json!({ "twoFactorAuth": false });
    ann.patch(ME, "*", body).await.data(StatusCode::OK);
    assert_eq!(app.mails().await.len(), before);
}

/// The text of a mail, RFC 2045 section 6.7; its lines are whole already.
fn decoded(mail: &str) -> String {
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    if head.contains("Content-Transfer-Encoding: base64") {
        // What is missing of the padding was taken for the end of a broken line.
        let body: String = body.split_whitespace().collect();
        return String::from_utf8(
            BASE64_STANDARD_NO_PAD
                .decode(body.trim_end_matches('='))
                .unwrap(),
        )
        .unwrap();
    }
    let mut parts = body.split('=');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        let byte = part.get(..2).map(|digits| u8::from_str_radix(digits, 16));
        match byte {
            Some(Ok(byte)) => {
                bytes.push(byte);
                bytes.extend_from_slice(&part.as_bytes()[2..]);
            }
            _ => bytes.extend_from_slice(part.as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
