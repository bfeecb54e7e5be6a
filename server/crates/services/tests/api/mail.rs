//! Mail: templates, sending, and what becomes of a mail on its way.

use std::fs;

use axum::http::{Method, StatusCode};
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp};

mod attachments;
mod delivery;
mod each;
mod hours;
mod quota;
mod smtp;
mod suppressions;
mod templates;

pub(crate) const TEMPLATES: &str = "/mail/api/v1/templates";
const SEND: &str = "/mail/api/v1/send";
const MESSAGES: &str = "/mail/api/v1/messages";
const DRAFTS: &str = "/mail/api/v1/drafts";

/// A mail to somebody outside.
fn letter() -> Value {
    json!({
        "to": [{ "name": "Joan Wölf", "address": "joan@shipper.example" }],
        "subject": "Ihre Sendung", "html": "<p>Dear Joan, <b>arrived</b>.</p>"
    })
}

/// A letter with other members.
fn with(changes: Value) -> Value {
    let mut letter = letter();
    let (Value::Object(members), Value::Object(changes)) = (&mut letter, changes) else {
        panic!("no objects")
    };
    members.extend(changes);
    letter
}

impl TestApp {
    /// Hands on all mails that are due.
    async fn deliver(&self) {
        while self.services.deliver_next().await.unwrap() {}
    }

    /// The mails that were written to files, oldest first.
    fn kept(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.storage.directory().join("mail")) else {
            return Vec::new();
        };
        let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        paths.sort();
        let read = paths
            .into_iter()
            .map(|path| fs::read_to_string(path).unwrap());
        read.collect()
    }

    pub(crate) fn wait(&self, seconds: i64) {
        self.clock.advance(SignedDuration::from_secs(seconds));
    }
}

async fn act(actor: &Actor, path: &str, etag: &str) -> Answer {
    actor
        .send_with(Method::POST, path, &[("if-match", etag)], "")
        .await
}

async fn state(actor: &Actor, message: &Value) -> Value {
    let id = message["_id"].as_str().unwrap();
    actor
        .get(&format!("{MESSAGES}/{id}"))
        .await
        .data(StatusCode::OK)
}

#[tokio::test]
async fn a_mail_leaves_after_the_time_to_take_it_back() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let message = ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    assert_eq!(message["state"], "queued");
    assert_eq!(message["undoUntil"], "2026-11-20T11:00:10Z");
    app.wait(9);
    app.deliver().await;
    assert_eq!(app.kept().len(), 0);
    app.wait(1);
    app.deliver().await;
    let mails = app.kept();
    assert_eq!(mails.len(), 1);
    // Soft line breaks of quoted-printable (RFC 2045 section 6.7).
    let mail = &mails[0].replace("=\r\n", "");
    for part in [
        "From: =?utf-8?b?", // Ann Ähnlich (Lines)
        "<no-reply@localhost>",
        "<joan@shipper.example>",
        "Reply-To: ",
        "<ann@lines.test>",
        "Subject: Ihre Sendung",
        "Date: Fri, 20 Nov 2026 11:00:10 +0000",
        "multipart/alternative",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
        "<p>Dear Joan, <b>arrived</b>.</p>",
    ] {
        assert!(mail.contains(part), "{part} is not in\n{mail}");
    }
    let id = message["_id"].as_str().unwrap();
    assert!(
        mail.contains(&format!("Message-ID: <{id}@localhost>")),
        "{mail}"
    );
    let sent = state(&ann, &message).await;
    assert_eq!(
        (sent["state"].as_str(), sent["attempts"].as_i64()),
        (Some("sent"), Some(1))
    );
    assert_eq!(sent["sentAt"], "2026-11-20T11:00:10Z");
}

#[tokio::test]
async fn a_mail_is_taken_back_until_it_leaves() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (first, second) = (
        ann.post(SEND, letter()).await.data(StatusCode::CREATED),
        ann.post(SEND, letter()).await.data(StatusCode::CREATED),
    );
    let cancel =
        |message: &Value| format!("{MESSAGES}/{}/cancel", message["_id"].as_str().unwrap());
    let cancelled = ann.post(&cancel(&first), json!({})).await;
    assert_eq!(cancelled.data(StatusCode::OK)["state"], "cancelled");
    app.wait(10);
    app.deliver().await;
    assert_eq!(app.kept().len(), 1);
    for message in [&first, &second] {
        let answer = ann.post(&cancel(message), json!({})).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.text);
    }
}

#[tokio::test]
async fn a_scheduled_mail_waits_for_its_time() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let at = "2026-11-20T15:00:00Z";
    let message = ann.post(SEND, with(json!({ "scheduledAt": at }))).await;
    let message = message.data(StatusCode::CREATED);
    assert_eq!(
        (&message["scheduledAt"], &message["undoUntil"]),
        (&json!(at), &json!(at))
    );
    app.wait(3600);
    app.deliver().await;
    assert_eq!(app.kept().len(), 0);
    app.set_time(at);
    app.deliver().await;
    assert_eq!(state(&ann, &message).await["state"], "sent");
}

#[tokio::test]
async fn the_same_request_with_the_same_key_sends_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let send = |body: Value| {
        let ann = ann.clone();
        let headers = [
            ("content-type", "application/json"),
            ("idempotency-key", "k1"),
        ];
        async move {
            ann.send_with(Method::POST, SEND, &headers, body.to_string())
                .await
        }
    };
    let first = send(letter()).await;
    let again = send(letter()).await;
    assert_eq!((first.status, &first.text), (again.status, &again.text));
    assert_eq!(
        send(with(json!({ "subject": "x" }))).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    app.wait(10);
    app.deliver().await;
    assert_eq!(app.kept().len(), 1);
}

#[tokio::test]
async fn recipients_are_checked_and_stand_there_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let to = |address: &str| json!([{ "address": address }]);
    let message = ann
        .post(
            SEND,
            with(json!({
                "to": [{ "address": "A@käse.example" }, { "address": "a@xn--kse-qla.example" }],
                "cc": to("a@KÄSE.example"), "bcc": to("b@x.example"),
            })),
        )
        .await
        .data(StatusCode::CREATED);
    assert_eq!(
        message["to"],
        json!([{ "name": "", "address": "A@xn--kse-qla.example" }])
    );
    assert_eq!(message["cc"], json!([]));
    let many: Vec<Value> = (0..60)
        .map(|n| json!({ "address": format!("a{n}@x.example") }))
        .collect();
    let more: Vec<Value> = (0..41)
        .map(|n| json!({ "address": format!("b{n}@x.example") }))
        .collect();
    for (changes, pointer) in [
        (json!({ "to": [] }), "/to"),
        (json!({ "mode": "together", "to": many, "cc": more }), "/to"),
        (json!({ "to": to("a@localhost") }), "/to/0/address"),
        (
            json!({ "to": to("a@x.example\r\nBcc: b@x.example") }),
            "/to/0/address",
        ),
        (json!({ "replyTo": "nobody" }), "/replyTo"),
        (json!({ "subject": "a\nBcc: b@x.example" }), "/subject"),
        (json!({ "html": "<script>x</script>" }), "/html"),
        (
            json!({ "scheduledAt": "2026-11-20T10:59:59Z" }),
            "/scheduledAt",
        ),
        (
            json!({ "scheduledAt": "2028-11-20T10:59:59Z" }),
            "/scheduledAt",
        ),
        (
            json!({ "templateId": "01a1f99b-bdfa-7328-a767-c514ed90a58c" }),
            "/templateId",
        ),
        (
            json!({ "attachments": ["01a1f99b-bdfa-7328-a767-c514ed90a58c"] }),
            "/attachments/0",
        ),
        (json!({ "colour": "red" }), "/colour"),
    ] {
        assert_eq!(
            ann.post(SEND, with(changes.clone())).await.faults(),
            [pointer],
            "{changes}"
        );
    }
}

#[tokio::test]
async fn contacts_who_want_no_mails_get_none() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let contact = json!({
        "displayName": "Joan Wolf", "emails": [{ "address": "joan@shipper.example" }], "doNotContact": true
    });
    let contact = ann.post("/contact/api/v1/contacts", contact).await;
    let contact = contact.data(StatusCode::CREATED);
    let bcc = json!({ "to": [{ "address": "a@x.example" }], "bcc": [{ "address": "Joan@Shipper.example" }] });
    let answer = ann.post(SEND, with(bcc)).await;
    assert_eq!(answer.faults(), ["/bcc/0"]);
    assert!(answer.text.contains("Joan Wolf"), "{}", answer.text);
    let path = format!(
        "/contact/api/v1/contacts/{}",
        contact["_id"].as_str().unwrap()
    );
    ann.patch(&path, "*", json!({ "doNotContact": false }))
        .await
        .data(StatusCode::OK);
    ann.post(SEND, letter()).await.data(StatusCode::CREATED);
}

#[tokio::test]
async fn blind_copies_get_the_mail_and_stand_in_no_header() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let body = with(json!({ "bcc": [{ "address": "hidden@x.example" }] }));
    ann.post(SEND, body).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    assert!(!app.kept()[0].contains("hidden"), "{:?}", app.kept());
}

#[tokio::test]
async fn a_draft_is_its_writers_alone_and_goes_when_it_is_sent() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let draft = ann.post(DRAFTS, letter()).await.data(StatusCode::CREATED);
    let id = draft["_id"].as_str().unwrap();
    let path = format!("{DRAFTS}/{id}");
    assert_eq!(bob.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bob.get(DRAFTS).await.rows().len(), 0);
    let send = json!({ "draftId": id, "subject": "Changed" });
    assert_eq!(
        bob.post(SEND, send.clone()).await.status,
        StatusCode::NOT_FOUND
    );
    let message = ann.post(SEND, send).await.data(StatusCode::CREATED);
    assert_eq!(
        (&message["subject"], &message["to"]),
        (&json!("Changed"), &draft["to"])
    );
    assert_eq!(ann.get(DRAFTS).await.rows().len(), 0);
}

#[tokio::test]
async fn an_expired_subscription_sends_nothing_but_keeps_drafts() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let scheduled = with(json!({ "scheduledAt": "2026-11-23T11:00:00Z" }));
    let scheduled = ann.post(SEND, scheduled).await.data(StatusCode::CREATED);
    app.subscribe_until(&ann, jiff::civil::date(2026, 11, 21))
        .await;
    app.set_time("2026-11-23T11:00:00Z");
    let answer = ann.post(SEND, letter()).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    let text = "Your Subscription has been expired. Please Contact Support Team";
    assert_eq!(answer.json()["detail"], text);
    assert_eq!(
        ann.post(TEMPLATES, json!({})).await.status,
        StatusCode::FORBIDDEN
    );
    ann.post(DRAFTS, letter()).await.data(StatusCode::CREATED);
    app.deliver().await;
    let failed = state(&ann, &scheduled).await;
    assert_eq!(
        (&failed["state"], &failed["error"]),
        (&json!("failed"), &json!(text))
    );
    assert_eq!(app.kept().len(), 0);
}

#[tokio::test]
async fn whoever_may_not_send_is_told_so() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let writer = app
        .colleague_with(&ann, &[("mail:create", "company")])
        .await;
    let answer = writer.post(SEND, letter()).await;
    assert_eq!(
        (answer.status, &answer.json()["permission"]),
        (StatusCode::FORBIDDEN, &json!("mail:send"))
    );
    writer
        .post(DRAFTS, letter())
        .await
        .data(StatusCode::CREATED);
}

#[tokio::test]
async fn messages_of_another_company_are_not_there() {
    let app = TestApp::init().await;
    let (lines, cargo) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let message = lines.post(SEND, letter()).await.data(StatusCode::CREATED);
    let path = format!("{MESSAGES}/{}", message["_id"].as_str().unwrap());
    assert_eq!(cargo.get(&path).await.status, StatusCode::NOT_FOUND);
    let cancelled = cargo.post(&format!("{path}/cancel"), json!({})).await;
    assert_eq!(cancelled.status, StatusCode::NOT_FOUND);
    assert_eq!(cargo.get(MESSAGES).await.rows().len(), 0);
    assert_eq!(
        lines
            .get(&format!("{MESSAGES}?filter=state:eq:queued"))
            .await
            .rows()
            .len(),
        1
    );
}

#[tokio::test]
async fn the_audit_trail_tells_of_a_mail_without_its_text() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    ann.post(SEND, letter()).await.data(StatusCode::CREATED);
    let audit = ann.get("/log/api/v1/audit").await;
    assert_eq!(audit.rows()[0]["action"], "mailMessage.create");
    assert!(!audit.text.contains("arrived"), "{}", audit.text);
}
