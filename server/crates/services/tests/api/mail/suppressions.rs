//! Addresses that mails no longer leave to: how they come to be, what is told to who writes to them, and how they end.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::http::StatusCode;
use serde_json::{Value, json};
use waybill_services::ServiceError;
use waybill_services::mail::returned::{self, Returned};
use waybill_services::mail::suppressions::SuppressionReason;
use waybill_services::mail::{MailAddress, Outgoing, Post, Transport, TransportError};
use waybill_services::source::Source;
use waybill_storage::Clock as _;

use super::{SEND, state, with};
use crate::actors::{Actor, TestApp};

const LIST: &str = "/mail/api/v1/suppressions";
const INVITE: &str = "/iam/api/v1/users";

/// A mail server that knows all mailboxes but one, and remembers what it took.
#[derive(Default)]
struct Server {
    unknown: Mutex<Option<&'static str>>,
    took: Mutex<Vec<(String, String)>>,
}

#[async_trait]
impl Transport for Server {
    async fn deliver(&self, mail: &Outgoing) -> Result<(), TransportError> {
        let unknown = *self.unknown.lock().unwrap();
        if let Some(unknown) = unknown.filter(|it| mail.to.iter().any(|to| to == it)) {
            return Err(TransportError::UnknownAddress {
                address: unknown.to_owned(),
                answer: "permanent error (550): 5.1.1 no such mailbox".to_owned(),
            });
        }
        let text = String::from_utf8(mail.content.clone()).unwrap();
        let mut took = self.took.lock().unwrap();
        took.push((mail.to.join(" "), text));
        Ok(())
    }
}

impl Server {
    /// What it took for this address.
    fn took(&self, to: &str) -> Vec<String> {
        let took = self.took.lock().unwrap();
        let its = took.iter().filter(|it| it.0 == to);
        its.map(|it| it.1.clone()).collect()
    }
}

async fn app() -> (TestApp, Arc<Server>) {
    let server = Arc::new(Server::default());
    let post = Post {
        transport: Arc::clone(&server) as _,
        from: MailAddress::new("Waybill", "no-reply@lines.test"),
    };
    (TestApp::with_post(post).await, server)
}

/// Lets somebody send to these addresses, to each a mail of its own.
async fn sent(app: &TestApp, actor: &Actor, to: &[&str]) -> Value {
    let to: Vec<Value> = to.iter().map(|it| json!({ "address": it })).collect();
    let message = actor.post(SEND, with(json!({ "to": to }))).await;
    let message = message.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    state(actor, &message).await
}

/// The value of a header, folded or not.
fn header(mail: &str, name: &str) -> Option<String> {
    let head = mail.split_once("\r\n\r\n").unwrap().0;
    let head = head.replace("\r\n ", " ");
    let mut lines = head.lines().filter_map(|it| it.split_once(": "));
    lines
        .find(|it| it.0 == name)
        .map(|it| it.1.trim().to_owned())
}

fn token(mail: &str) -> String {
    let link = header(mail, "List-Unsubscribe").unwrap();
    let token = link.strip_prefix("<https://waybill.test/unsubscribe?token=");
    token.unwrap().strip_suffix('>').unwrap().to_owned()
}

async fn suppressed(actor: &Actor) -> Value {
    actor.get(LIST).await.data(StatusCode::OK)
}

async fn unsubscribed(app: &TestApp, token: &str) -> Result<(), ServiceError> {
    let ended = app.services.unsubscribe(token, &Source::default()).await;
    ended.map(|_| ())
}

#[tokio::test]
async fn a_letter_says_how_to_unsubscribe() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let mail = &server.took("joan@x.example")[0];
    assert_eq!(
        header(mail, "List-Unsubscribe-Post").as_deref(),
        Some("List-Unsubscribe=One-Click")
    );
    let found = app.services.subscription(&token(mail)).await.unwrap();
    assert_eq!(
        (found.address.as_str(), found.company.as_str()),
        ("joan@x.example", "Lines")
    );
    assert_eq!(suppressed(&ann).await["total"], 0);
}

#[tokio::test]
async fn a_mail_to_several_has_no_link_of_one() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    let to = json!([{ "address": "joan@x.example" }, { "address": "li@x.example" }]);
    let letter = with(json!({ "to": to, "mode": "together" }));
    ann.post(SEND, letter).await.data(StatusCode::CREATED);
    app.wait(10);
    app.deliver().await;
    let mail = &server.took("joan@x.example li@x.example")[0];
    assert_eq!(header(mail, "List-Unsubscribe"), None);
}

#[tokio::test]
async fn who_unsubscribed_is_left_out_with_a_reason() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let token = token(&server.took("joan@x.example")[0]);
    unsubscribed(&app, &token).await.unwrap();
    unsubscribed(&app, &token).await.unwrap();
    let list = suppressed(&ann).await;
    assert_eq!(list["total"], 1);
    let first = &list["addresses"][0];
    assert_eq!(
        (&first["address"], &first["reason"], &first["detail"]),
        (
            &json!("joan@x.example"),
            &json!("unsubscribed"),
            &json!(null)
        )
    );

    let message = sent(&app, &ann, &["Joan@x.example", "li@x.example"]).await;
    let (joan, li) = (&message["results"][0], &message["results"][1]);
    assert_eq!(
        (&joan["state"], &li["state"]),
        (&json!("leftOut"), &json!("sent"))
    );
    assert_eq!(
        joan["error"],
        "Joan@x.example has unsubscribed from your company's e-mail."
    );
    let alone = ann
        .post(
            SEND,
            with(json!({ "to": [{ "address": "joan@x.example" }] })),
        )
        .await;
    assert_eq!(alone.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(alone.faults(), ["/to/0"]);
    assert_eq!(server.took("joan@x.example").len(), 1);
}

#[tokio::test]
async fn another_company_still_writes_to_the_address() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    let eve = app.administrator("Freight").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    unsubscribed(&app, &token(&server.took("joan@x.example")[0]))
        .await
        .unwrap();
    assert_eq!(sent(&app, &eve, &["joan@x.example"]).await["state"], "sent");
    assert_eq!(suppressed(&eve).await["total"], 0);
}

#[tokio::test]
async fn a_mail_that_waited_does_not_leave() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let letter = with(json!({ "to": [{ "address": "joan@x.example" }] }));
    let waiting = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    unsubscribed(&app, &token(&server.took("joan@x.example")[0]))
        .await
        .unwrap();
    app.wait(10);
    app.deliver().await;
    let failed = state(&ann, &waiting).await;
    assert_eq!(
        (&failed["state"], &failed["error"]),
        (
            &json!("failed"),
            &json!("joan@x.example has unsubscribed from your company's e-mail.")
        )
    );
    assert_eq!(server.took("joan@x.example").len(), 1);
}

#[tokio::test]
async fn a_token_works_for_its_own_address_only() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let true_one = token(&server.took("joan@x.example")[0]);
    let bytes = URL_SAFE_NO_PAD.decode(&true_one).unwrap();
    let changed = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        URL_SAFE_NO_PAD.encode(bytes)
    };
    let others = [&bytes[..48], b"boss@x.example"].concat();
    let false_ones = [
        String::new(),
        "x".to_owned(),
        "!".to_owned(),
        true_one[..20].to_owned(),
        changed(0),
        changed(16),
        changed(47),
        changed(48),
        URL_SAFE_NO_PAD.encode(others),
        format!("{true_one}="),
    ];
    for token in false_ones {
        let refused = unsubscribed(&app, &token).await;
        assert!(matches!(refused, Err(ServiceError::NotFound)), "{token}");
    }
    assert_eq!(suppressed(&ann).await["total"], 0);
}

#[tokio::test]
async fn an_unknown_mailbox_is_not_written_to_again() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    *server.unknown.lock().unwrap() = Some("gone@x.example");
    let bounced = sent(&app, &ann, &["gone@x.example"]).await;
    assert_eq!(bounced["state"], "bounced");
    let first = suppressed(&ann).await["addresses"][0].clone();
    assert_eq!(
        (&first["address"], &first["reason"]),
        (&json!("gone@x.example"), &json!("bounced"))
    );
    assert!(
        first["detail"].as_str().unwrap().contains("5.1.1"),
        "{first}"
    );
    let again = ann
        .post(
            SEND,
            with(json!({ "to": [{ "address": "gone@x.example" }] })),
        )
        .await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(again.text.contains("does not exist"), "{}", again.text);
}

#[tokio::test]
async fn an_administrator_allows_an_address_again() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    let eve = app.administrator("Freight").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    unsubscribed(&app, &token(&server.took("joan@x.example")[0]))
        .await
        .unwrap();
    let list = ann.get(&format!("{LIST}?search=JOAN%40")).await;
    let list = list.data(StatusCode::OK);
    let path = format!("{LIST}/{}", list["addresses"][0]["_id"].as_str().unwrap());
    let none = ann.get(&format!("{LIST}?search=_")).await;
    assert_eq!(none.data(StatusCode::OK)["total"], 0);
    assert_eq!(eve.delete(&path, "*").await.status, StatusCode::NOT_FOUND);
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NO_CONTENT);
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NOT_FOUND);
    assert_eq!(sent(&app, &ann, &["joan@x.example"]).await["state"], "sent");
    let trail = ann.get("/log/api/v1/audit?pageSize=100").await;
    let actions = trail.column("action");
    for action in ["company.suppressAddress", "company.allowAddress"] {
        assert!(actions.iter().any(|it| it == action), "{actions:?}");
    }
}

#[tokio::test]
async fn an_invitation_to_a_suppressed_address_is_refused() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    *server.unknown.lock().unwrap() = Some("ina@x.example");
    let body = json!({ "firstName": "Ina", "lastName": "Vale", "emailId": "ina@x.example" });
    let ina = ann.post(INVITE, body).await.data(StatusCode::CREATED);
    app.deliver().await;
    assert_eq!(suppressed(&ann).await["addresses"][0]["reason"], "bounced");
    let path = format!("{INVITE}/{}/resend", ina["_id"].as_str().unwrap());
    let resent = super::act(&ann, &path, "*").await;
    assert_eq!(
        resent.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        resent.text
    );
    assert_eq!(resent.faults(), ["/emailId"]);
}

#[tokio::test]
async fn notices_and_codes_leave_to_a_suppressed_address() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    let caller = ann.caller().await;
    let address = caller.user().email.clone();
    sent(&app, &ann, &[&address]).await;
    unsubscribed(&app, &token(&server.took(&address)[0]))
        .await
        .unwrap();
    *server.unknown.lock().unwrap() = Some("gone@x.example");
    let channels = json!({ "notificationPrefs": { "mailFailed": "email" } });
    let changed = ann.patch("/iam/api/v1/users/me", "*", channels).await;
    changed.data(StatusCode::OK);
    sent(&app, &ann, &["gone@x.example"]).await;
    let took = server.took(&address);
    assert_eq!(took.len(), 2, "{took:#?}");
    assert_eq!(header(&took[1], "List-Unsubscribe"), None);
}

/// A delivery report (RFC 3464) about the mail.
fn bounce(mail: &str, recipient: &str, (action, status): (&str, &str)) -> String {
    let head = mail.split_once("\r\n\r\n").unwrap().0;
    format!(
        "From: MAILER-DAEMON@x.example\r\nTo: no-reply@lines.test\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"=_b\"\r\n\r\n\
         --=_b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n\
         --=_b\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.x.example\r\nArrival-Date: Fri, 20 Nov 2026 11:00:00 +0000\r\n\r\n\
         Final-Recipient: RFC822; {recipient}\r\nAction: {action}\r\nStatus: {status}\r\n\
         Diagnostic-Code: smtp; 550 {status} no such\r\n  mailbox here\r\n\r\n\
         --=_b\r\nContent-Type: text/rfc822-headers\r\n\r\n{head}\r\n\r\n--=_b--\r\n"
    )
}

/// A complaint (RFC 5965) about the mail.
fn complaint(mail: &str, kind: &str) -> String {
    format!(
        "From: abuse@x.example\r\nSubject: Abuse report\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=feedback-report; boundary=\"b\"\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\nSpam.\r\n\
         --b\r\nContent-Type: message/feedback-report\r\n\r\n\
         Feedback-Type: {kind}\r\nUser-Agent: SomeGenerator/1.0\r\nVersion: 1\r\n\
         --b\r\nContent-Type: message/rfc822\r\n\r\n{mail}\r\n--b--\r\n"
    )
}

async fn taken(app: &TestApp, message: &str) -> Result<SuppressionReason, &'static str> {
    let taken = returned::take(&app.storage, message.as_bytes(), app.clock.now()).await;
    match taken.unwrap() {
        Returned::Suppressed { reason, .. } => Ok(reason),
        Returned::Nothing(why) => Err(why),
    }
}

#[tokio::test]
async fn a_late_bounce_suppresses_the_address() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let mail = server.took("joan@x.example").remove(0);
    for (recipient, says) in [
        ("joan@x.example", ("delayed", "4.4.1")),
        ("joan@x.example", ("failed", "5.2.2")),
        ("joan@x.example", ("failed", "5.7.1")),
        ("joan@x.example", ("relayed", "5.1.1")),
        ("boss@x.example", ("failed", "5.1.1")),
    ] {
        let refused = taken(&app, &bounce(&mail, recipient, says)).await;
        assert!(refused.is_err(), "{recipient} {says:?}");
    }
    assert_eq!(suppressed(&ann).await["total"], 0);
    let report = bounce(&mail, "Joan@x.example", ("failed", "5.1.1"));
    assert_eq!(taken(&app, &report).await, Ok(SuppressionReason::Bounced));
    let first = suppressed(&ann).await["addresses"][0].clone();
    assert_eq!(
        (&first["reason"], &first["detail"]),
        (&json!("bounced"), &json!("550 5.1.1 no such mailbox here"))
    );
}

#[tokio::test]
async fn a_complaint_suppresses_the_address() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let mail = server.took("joan@x.example").remove(0);
    assert!(taken(&app, &complaint(&mail, "not-spam")).await.is_err());
    assert_eq!(
        taken(&app, &complaint(&mail, "abuse")).await,
        Ok(SuppressionReason::Complained)
    );
    assert_eq!(
        suppressed(&ann).await["addresses"][0]["reason"],
        "complained"
    );
}

#[tokio::test]
async fn an_invented_report_changes_nothing() {
    let (app, server) = app().await;
    let ann = app.administrator("Lines").await;
    sent(&app, &ann, &["joan@x.example"]).await;
    let mail = server.took("joan@x.example").remove(0);
    let token = token(&mail);
    let forged = mail.replace(&token, &token.replace(&token[30..40], "AAAAAAAAAA"));
    let without = mail.replace("List-Unsubscribe", "X-Nothing");
    for message in [
        String::new(),
        "hello".to_owned(),
        mail.clone(),
        bounce(&forged, "joan@x.example", ("failed", "5.1.1")),
        bounce(&without, "joan@x.example", ("failed", "5.1.1")),
        complaint(&forged, "abuse"),
    ] {
        assert!(taken(&app, &message).await.is_err(), "{message}");
    }
    assert_eq!(suppressed(&ann).await["total"], 0);
}
