//! What leaves, and how much of it: nothing to others from an unproved address, and of much the rest waits.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{DRAFTS, MESSAGES, SEND, letter, state, with};
use crate::actors::{TestApp, registration};
use crate::companies::own;

const USERS: &str = "/iam/api/v1/users";

fn guest(n: usize) -> Value {
    json!({ "firstName": "Guest", "emailId": format!("guest{n}@stranger.example") })
}

fn to(address: &str) -> Value {
    with(json!({ "to": [{ "name": "", "address": address }] }))
}

#[tokio::test]
async fn an_unproved_address_writes_to_nobody_but_itself() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    let draft = ann.post(DRAFTS, letter()).await.data(StatusCode::CREATED);
    let together = json!({
        "mode": "together", "to": [{ "address": "ann@lines.test" }], "bcc": [{ "address": "victim@x.example" }]
    });
    for body in [
        letter(),
        with(together),
        json!({ "draftId": draft["_id"] }),
        with(json!({ "scheduledAt": "2026-11-21T11:00:00Z" })),
    ] {
        let refused = ann.post(SEND, body).await;
        assert_eq!(
            (refused.status, &refused.json()["type"]),
            (
                StatusCode::FORBIDDEN,
                &json!("/problems/address-unverified")
            ),
            "{}",
            refused.text
        );
    }
    assert_eq!(ann.get(DRAFTS).await.rows().len(), 1);
    let own = ann.post(SEND, to("Ann@lines.test")).await;
    own.data(StatusCode::CREATED);
    app.wait(20);
    app.deliver().await;
    assert_eq!(app.kept().len(), 1);
    // The link that was mailed is opened.
    app.note_verified(&ann).await;
    let sent = json!({ "draftId": draft["_id"] });
    ann.post(SEND, sent).await.data(StatusCode::CREATED);
}

#[tokio::test]
async fn an_unproved_address_invites_nobody() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    let refused = ann.post(USERS, guest(1)).await;
    assert_eq!(
        (refused.status, &refused.json()["type"]),
        (
            StatusCode::FORBIDDEN,
            &json!("/problems/address-unverified")
        )
    );
    assert_eq!(ann.get(USERS).await.rows().len(), 1);
    assert_eq!(app.mails().await.len(), 0);
    app.note_verified(&ann).await;
    ann.post(USERS, guest(1)).await.data(StatusCode::CREATED);
    assert_eq!(app.mails().await.len(), 1);
}

#[tokio::test]
async fn of_three_hundred_mails_a_new_company_sends_two_hundred_a_day() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    app.note_verified(&ann).await;
    let mut last = Value::Null;
    for n in 0..300 {
        let sent = ann.post(SEND, to(&format!("a{n}@x.example"))).await;
        last = sent.data(StatusCode::CREATED);
    }
    app.wait(10);
    app.deliver().await;
    assert_eq!(app.kept().len(), 200);
    let waits = state(&ann, &last).await;
    assert_eq!(
        (&waits["state"], &waits["held"]),
        (
            &json!("queued"),
            &json!({ "until": "2026-11-21T11:00:10Z", "quota": "company", "allowed": 200 })
        )
    );
    assert_eq!(waits["attempts"], 0);
    app.wait(24 * 3600);
    app.deliver().await;
    assert_eq!(app.kept().len(), 300);
    let sent = state(&ann, &last).await;
    assert_eq!(
        (&sent["state"], &sent["held"]),
        (&json!("sent"), &Value::Null)
    );
}

#[tokio::test]
async fn invitations_are_counted_with_the_mails_and_wait_with_them() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    app.note_verified(&ann).await;
    for n in 0..205 {
        ann.post(USERS, guest(n)).await.data(StatusCode::CREATED);
    }
    assert_eq!(app.mails().await.len(), 200);
    app.wait(24 * 3600);
    assert_eq!(app.mails().await.len(), 205);
}

#[tokio::test]
async fn each_recipient_of_a_mail_counts() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    app.note_verified(&ann).await;
    for round in 0..3 {
        let many: Vec<Value> = (0..90)
            .map(|n| json!({ "address": format!("r{round}-{n}@x.example") }))
            .collect();
        let sent = with(json!({ "mode": "together", "to": many }));
        ann.post(SEND, sent).await.data(StatusCode::CREATED);
    }
    app.wait(10);
    app.deliver().await;
    assert_eq!(app.kept().len(), 2);
    let queued = ann.get(&format!("{MESSAGES}?filter=state:eq:queued")).await;
    assert_eq!(queued.rows().len(), 1);
}

#[tokio::test]
async fn one_recipient_gets_fifty_mails_a_day_of_a_company() {
    let app = TestApp::init().await;
    let (ann, eve) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    for n in 0..60 {
        let tagged = format!("joan+{n}@shipper.example");
        let sent = ann.post(SEND, to(&tagged)).await;
        sent.data(StatusCode::CREATED);
    }
    eve.post(SEND, letter()).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    assert_eq!(app.kept().len(), 51);
    let held = ann.get(&format!("{MESSAGES}?filter=state:eq:queued")).await;
    assert_eq!(held.rows().len(), 10);
    assert_eq!(held.rows()[0]["held"]["quota"], "recipient");
}

#[tokio::test]
async fn who_writes_much_leaves_room_for_colleagues() {
    let app = TestApp::with(|_, settings| settings.reload(|it| it.mail_quotas.per_user = 3)).await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let many: Vec<Value> = (0..5)
        .map(|n| json!({ "address": format!("a{n}@x.example") }))
        .collect();
    let message = ann.post(SEND, with(json!({ "to": many }))).await;
    let message = message.data(StatusCode::CREATED);
    bob.post(SEND, letter()).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    assert_eq!(app.kept().len(), 4);
    let shown = state(&ann, &message).await;
    let held = json!({ "until": "2026-11-21T11:00:10Z", "quota": "user", "allowed": 3 });
    assert_eq!((&shown["state"], &shown["held"]), (&json!("queued"), &held));
    let results = shown["results"].as_array().unwrap();
    let waiting = results.iter().filter(|it| it["held"] == held).count();
    assert_eq!(waiting, 2);
    // The writer is told, once for both.
    let told = ann.get("/iam/api/v1/notifications").await;
    let told: Vec<_> = told
        .rows()
        .into_iter()
        .filter(|it| it["title"] == "Your mail is waiting")
        .collect();
    assert_eq!(told.len(), 1);
    assert_eq!(
        told[0]["body"],
        "You may send 3 messages a day. The rest leaves by itself."
    );
    // What waits can be taken back, and then it no longer says that it waits.
    let path = format!("{MESSAGES}/{}/cancel", message["_id"].as_str().unwrap());
    let cancelled = ann.post(&path, json!({})).await.data(StatusCode::OK);
    assert_eq!(
        (&cancelled["state"], &cancelled["held"]),
        (&json!("sent"), &Value::Null)
    );
}

#[tokio::test]
async fn one_mail_to_more_than_a_day_allows_is_refused_where_it_is_written() {
    let app = TestApp::with(|_, settings| settings.reload(|it| it.mail_quotas.per_user = 3)).await;
    let ann = app.administrator("Lines").await;
    let many: Vec<Value> = (0..4)
        .map(|n| json!({ "address": format!("a{n}@x.example") }))
        .collect();
    let refused = ann
        .post(
            SEND,
            with(json!({ "mode": "together", "to": many.clone() })),
        )
        .await;
    assert_eq!(refused.faults(), ["/to"]);
    ann.post(SEND, with(json!({ "to": many })))
        .await
        .data(StatusCode::CREATED);
}

#[tokio::test]
async fn two_instances_count_together() {
    let app = TestApp::with(|_, settings| settings.reload(|it| it.mail_quotas.per_user = 20)).await;
    let ann = app.administrator("Lines").await;
    for n in 0..40 {
        let sent = ann.post(SEND, to(&format!("a{n}@x.example"))).await;
        sent.data(StatusCode::CREATED);
    }
    app.wait(10);
    tokio::join!(app.deliver(), app.deliver(), app.deliver(), app.deliver());
    assert_eq!(app.kept().len(), 20);
}

#[tokio::test]
async fn a_code_waits_behind_no_mail_and_at_no_quota() {
    let app =
        TestApp::with(|_, settings| settings.reload(|it| it.mail_quotas.per_new_company = 1)).await;
    let ann = app.administrator("Lines").await;
    for n in 0..3 {
        let sent = ann.post(SEND, to(&format!("a{n}@x.example"))).await;
        sent.data(StatusCode::CREATED);
    }
    app.wait(10);
    let changed = ann
        .patch(
            "/iam/api/v1/users/me",
            "*",
            json!({ "twoFactorAuth": true }),
        )
        .await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text);
    let owes = app.identity_of("lines").get("/iam/api/v1/auth/login").await;
    assert!(owes.text.contains("fbtkn"), "{}", owes.text);
    assert!(app.services.deliver_next().await.unwrap());
    let first = app.kept();
    assert!(
        first.len() == 1 && first[0].contains("is your code"),
        "{first:?}"
    );
    app.deliver().await;
    let kept = app.kept();
    let letters = kept.iter().filter(|it| it.contains("x.example"));
    // The third mail says that the second factor was turned on: notices have a quota of their own.
    assert_eq!((letters.count(), kept.len()), (1, 3));
}

#[tokio::test]
async fn names_are_no_way_to_somewhere() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let link = "Claim at https://evil.example";
    let identity = app.identity("eve", "eve@cargo.test");
    for (field, text) in [
        ("firstName", link),
        ("lastName", "evil.com"),
        ("companyName", link),
        ("companyName", "evil.com/prize"),
        ("firstName", "Ann\u{7}"),
        ("companyName", "Lines\u{2028}Bcc"),
    ] {
        let mut body = registration("Cargo");
        body[field] = json!(text);
        let refused = identity.post("/iam/api/v1/auth", body).await;
        assert_eq!(refused.faults(), [format!("/{field}")], "{text}");
    }
    let me = json!({ "firstName": link, "lastName": "x\u{202e}y" });
    let refused = ann.patch("/iam/api/v1/users/me", "*", me).await;
    assert_eq!(refused.faults(), ["/firstName", "/lastName"]);
    let mut named = guest(1);
    named["lastName"] = json!("www.evil.example");
    assert_eq!(ann.post(USERS, named).await.faults(), ["/lastName"]);
    let path = own(&ann).await;
    let company = json!({ "name": link, "mail": { "fromName": "evil.com/x" } });
    let refused = ann.patch(&path, "*", company).await;
    assert_eq!(refused.faults(), ["/name", "/mail/fromName"]);
    ann.patch(&path, "*", json!({ "name": "Booking.com" }))
        .await
        .data(StatusCode::OK);
}

#[tokio::test]
async fn a_notice_is_mailed_to_a_proved_address_alone() {
    let app = TestApp::init().await;
    let ann = app.newcomer("Lines").await;
    let prefs = json!({ "notificationPrefs": { "mailFailed": "email" } });
    ann.patch("/iam/api/v1/users/me", "*", prefs)
        .await
        .data(StatusCode::OK);
    for n in 0..12 {
        let sent = ann.post(SEND, to("ann@lines.test")).await;
        assert_eq!(sent.status, StatusCode::CREATED, "{n}: {}", sent.text);
    }
    app.wait(10);
    app.deliver().await;
    // Ten a day to oneself, and no mail that tells of the other two.
    assert_eq!(app.kept().len(), 10);
}
