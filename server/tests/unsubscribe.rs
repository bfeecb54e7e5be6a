//! Unsubscribing by the link in a mail: the page, the call of mail programs, and reports that are piped in.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

use jiff::SignedDuration;
use serde_json::json;
use waybill::operations::mail;

use crate::support::{Actor, TestApp};

const LIST: &str = "/mail/api/v1/suppressions";

/// The mail that this user sent to Joan, who is no user.
async fn mail_to_joan(app: &TestApp, ada: &Actor<'_>) -> String {
    app.verify(ada).await;
    let letter = json!({
        "to": [{ "name": "Joan", "address": "joan@shipper.example" }],
        "subject": "Your shipment", "html": "<p>It has arrived.</p>"
    });
    let sent = ada.request("POST", "/mail/api/v1/send");
    let sent = sent.bearer(ada.token()).json(&letter).await;
    assert_eq!(sent.status(), 201, "{sent:?}");
    app.pass(SignedDuration::from_secs(11));
    app.latest_mail().await
}

/// Where the link in the mail leads.
fn link(mail: &str) -> &str {
    let (_, rest) = mail.split_once("List-Unsubscribe: <").unwrap();
    let (link, _) = rest.split_once('>').unwrap();
    &link[link.find("/unsubscribe").unwrap()..]
}

async fn total(ada: &Actor<'_>) -> u64 {
    let listed = ada.call(LIST).await;
    assert_eq!(listed.status(), 200, "{listed:?}");
    listed.json()["data"]["total"].as_u64().unwrap()
}

#[tokio::test]
async fn looking_at_the_page_changes_nothing() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mail = mail_to_joan(&app, &ada).await;
    let page = app.anonymous().request("GET", link(&mail)).await;
    assert_eq!(page.status(), 200);
    for (name, value) in [
        ("content-type", "text/html; charset=utf-8"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(page.header(name), value);
    }
    let form = format!("<form method=\"post\" action=\"{}\">", link(&mail));
    for part in [
        &form,
        "<html lang=\"en\" dir=\"ltr\">",
        "joan@shipper.example",
        "<button",
    ] {
        assert!(page.text().contains(part), "{part}: {}", page.text());
    }
    assert!(page.set_cookies().is_empty());
    assert_eq!(total(&ada).await, 0);
}

#[tokio::test]
async fn one_call_of_a_mail_program_unsubscribes() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mail = mail_to_joan(&app, &ada).await;
    // From a web mailer's own page, which no other change is taken from.
    let call = app.anonymous().request("POST", link(&mail));
    let call = call
        .header("origin", "https://webmail.example")
        .header("sec-fetch-site", "cross-site");
    let called = call.form(&[("List-Unsubscribe", "One-Click")]).await;
    assert_eq!(called.status(), 200, "{called:?}");
    assert!(called.text().contains("will send no more e-mail"));
    assert_eq!(total(&ada).await, 1);
    let other = app.anonymous().request("POST", "/logout");
    let other = other.header("sec-fetch-site", "cross-site").await;
    other.assert_problem(403);
}

#[tokio::test]
async fn multipart_and_no_body_unsubscribe_too() {
    for content in [Some("multipart/form-data; boundary=b"), None] {
        let app = TestApp::new().await;
        let ada = app.user().await;
        let mail = mail_to_joan(&app, &ada).await;
        let call = app.anonymous().request("POST", link(&mail));
        let body = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";
        let called = match content {
            Some(kind) => call.content(kind, body).await,
            None => call.await,
        };
        assert_eq!(called.status(), 200, "{content:?}: {called:?}");
        assert_eq!(total(&ada).await, 1);
    }
}

#[tokio::test]
async fn a_false_link_says_so_in_the_readers_language() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let mail = mail_to_joan(&app, &ada).await;
    let mut broken = link(&mail).to_owned();
    broken.truncate(broken.len() - 4);
    for (language, html) in [
        ("es-MX,es;q=0.9", "<html lang=\"es\" dir=\"ltr\">"),
        ("ar", "<html lang=\"ar\" dir=\"rtl\">"),
        ("tlh", "<html lang=\"en\" dir=\"ltr\">"),
    ] {
        for method in ["GET", "POST"] {
            let call = app.anonymous().request(method, &broken);
            let answer = call.header("accept-language", language).await;
            assert_eq!(answer.status(), 404);
            assert!(answer.text().contains(html), "{}", answer.text());
        }
    }
    assert_eq!(total(&ada).await, 0);
}

#[tokio::test]
async fn a_report_that_is_piped_in_suppresses() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let sent = mail_to_joan(&app, &ada).await;
    let report = format!(
        "Subject: Complaint\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n\
         --b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\n{sent}\r\n--b--\r\n"
    );
    let message = mail::read(report.as_bytes()).unwrap();
    let (storage, clock) = (&app.app.storage, &app.clock);
    let said = mail::take(storage, clock, &message).await.unwrap();
    assert!(
        said.ends_with("sends no more mail to joan@shipper.example: its owner complained."),
        "{said}"
    );
    assert_eq!(total(&ada).await, 1);
    let said = mail::take(storage, clock, sent.as_bytes()).await.unwrap();
    assert!(said.starts_with("Nothing changed."), "{said}");
}
