//! Mail to several: a message of its own to each, what becomes of each, and one message to all.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use waybill_services::mail::{MailAddress, Outgoing, Post, Transport, TransportError};

use super::{DRAFTS, MESSAGES, SEND, TEMPLATES, act, state, with};
use crate::actors::{Actor, TestApp};

mod again;

const PREVIEW: &str = "/mail/api/v1/send/preview";
const CONTACTS: &str = "/contact/api/v1/contacts";

/// A mail server that refuses some addresses and remembers what it took for whom.
#[derive(Default)]
struct Server {
    refuses: Mutex<Vec<&'static str>>,
    took: Mutex<BTreeMap<String, Vec<String>>>,
}

#[async_trait]
impl Transport for Server {
    async fn deliver(&self, mail: &Outgoing) -> Result<(), TransportError> {
        // Soft line breaks of quoted-printable (RFC 2045 section 6.7).
        let text = String::from_utf8_lossy(&mail.content).replace("=\r\n", "");
        let to = mail.to.join(" ");
        if self
            .refuses
            .lock()
            .unwrap()
            .iter()
            .any(|it| to.contains(it))
        {
            return Err(TransportError::Refused("550 no such mailbox".to_owned()));
        }
        self.took.lock().unwrap().entry(to).or_default().push(text);
        Ok(())
    }
}

impl Server {
    fn took(&self) -> BTreeMap<String, Vec<String>> {
        self.took.lock().unwrap().clone()
    }

    fn counts(&self) -> HashMap<String, usize> {
        let took = self.took();
        took.into_iter()
            .map(|(to, mails)| (to, mails.len()))
            .collect()
    }
}

async fn app_with(server: &Arc<Server>) -> TestApp {
    let post = Post {
        transport: Arc::clone(server) as _,
        from: MailAddress::new("Waybill", "no-reply@lines.test"),
    };
    TestApp::with_post(post).await
}

async fn contact(ann: &Actor, contact: Value) -> Value {
    ann.post(CONTACTS, contact).await.data(StatusCode::CREATED)
}

/// Joan reads English and Jürgen German; Sam has opted out.
async fn contacts(ann: &Actor) {
    for (first, last, address, language, is_out) in [
        ("Joan", "Wolf", "joan@shipper.example", "en", false),
        ("Jürgen", "Klein", "juergen@carrier.example", "de", false),
        ("Sam", "Silent", "sam@shipper.example", "en", true),
    ] {
        contact(
            ann,
            json!({
                "firstName": first, "lastName": last, "language": language, "doNotContact": is_out,
                "emails": [{ "address": address }]
            }),
        )
        .await;
    }
}

fn to(addresses: &[&str]) -> Value {
    let all = addresses
        .iter()
        .map(|address| json!({ "address": address }));
    all.collect()
}

fn greeting(addresses: &[&str]) -> Value {
    with(json!({
        "to": to(addresses), "subject": "For {{contact.firstName}}",
        "html": "<p>Dear {{contact.firstName}},</p><p>{{contact.email}} is yours.</p>"
    }))
}

fn states(message: &Value) -> Vec<(&str, &str)> {
    let results = message["results"].as_array().unwrap().iter();
    results
        .map(|it| {
            (
                it["address"].as_str().unwrap(),
                it["state"].as_str().unwrap(),
            )
        })
        .collect()
}

#[tokio::test]
async fn each_recipient_gets_a_mail_of_its_own() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    assert_eq!(
        states(&message),
        [
            ("joan@shipper.example", "queued"),
            ("juergen@carrier.example", "queued")
        ]
    );
    assert_eq!(message["subject"], "For {{contact.firstName}}");
    app.wait(9);
    app.deliver().await;
    assert_eq!(server.took().len(), 0);
    app.wait(1);
    app.deliver().await;
    let took = server.took();
    for (own, name, other) in [
        ("joan@shipper.example", "Joan", "juergen@carrier.example"),
        (
            "juergen@carrier.example",
            "J=C3=BCrgen",
            "joan@shipper.example",
        ),
    ] {
        let [mail] = &took[own][..] else {
            panic!("{own} gets one mail: {took:?}")
        };
        assert!(mail.contains(&format!("Dear {name},")), "{mail}");
        assert!(!mail.contains(other), "{own} learns of {other}: {mail}");
    }
    let sent = state(&ann, &message).await;
    assert_eq!(
        (&sent["state"], &sent["sentAt"]),
        (&json!("sent"), &json!("2026-11-20T11:00:10Z"))
    );
    // One entry in the list, and one in the audit trail.
    assert_eq!(ann.get(MESSAGES).await.rows().len(), 1);
    let audit = ann.get("/log/api/v1/audit").await.rows();
    let made = audit
        .iter()
        .filter(|it| it["action"] == "mailMessage.create");
    assert_eq!(made.count(), 1);
}

#[tokio::test]
async fn what_each_was_told_can_be_read_later() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    contacts(&ann).await;
    let letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    let path = format!("{MESSAGES}/{}/mail", message["_id"].as_str().unwrap());
    let first = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(
        (&first["subject"], &first["to"][0]["address"]),
        (&json!("For Joan"), &json!("joan@shipper.example"))
    );
    let second = message["results"][1]["id"].as_str().unwrap();
    let second = format!("{path}?result={second}");
    assert_eq!(
        ann.get(&second).await.data(StatusCode::OK)["subject"],
        "For Jürgen"
    );
    assert_eq!(zoe.get(&second).await.status, StatusCode::NOT_FOUND);
    let unknown = format!("{path}?result={}", uuid::Uuid::now_v7());
    assert_eq!(ann.get(&unknown).await.status, StatusCode::NOT_FOUND);

    let single = ann.post(SEND, with(json!({}))).await;
    let single = single.data(StatusCode::CREATED);
    let path = format!("{MESSAGES}/{}/mail", single["_id"].as_str().unwrap());
    let mail = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(
        (&mail["subject"], &mail["html"]),
        (&single["subject"], &single["html"])
    );
}

#[tokio::test]
async fn who_has_opted_out_is_left_out_with_the_reason() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = greeting(&["joan@shipper.example", "Sam@Shipper.example"]);
    let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
    assert_eq!(
        states(&message),
        [
            ("joan@shipper.example", "queued"),
            ("Sam@shipper.example", "leftOut")
        ]
    );
    assert_eq!(
        message["results"][1]["error"],
        "Sam Silent has opted out of e-mail."
    );
    app.wait(10);
    app.deliver().await;
    assert_eq!(
        server.took().into_keys().collect::<Vec<_>>(),
        ["joan@shipper.example"]
    );
    assert_eq!(state(&ann, &message).await["state"], "sent");
    let left_out = message["results"][1]["id"].as_str().unwrap();
    let path = format!("{MESSAGES}/{}/mail", message["_id"].as_str().unwrap());
    let none = ann.get(&format!("{path}?result={left_out}")).await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);

    contact(
        &ann,
        json!({ "displayName": "Mute", "emails": [{ "address": "mute@x.example" }], "doNotContact": true }),
    )
    .await;
    let nobody = greeting(&["sam@shipper.example", "mute@x.example"]);
    assert_eq!(ann.post(SEND, nobody).await.faults(), ["/to"]);
}

#[tokio::test]
async fn a_template_speaks_the_language_of_each() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let template = json!({
        "name": "Arrival", "contextEntity": "contact", "defaultLang": "en", "languages": {
            "en": { "subject": "Arrived", "html": "<p>Dear {{contact.firstName|customer}}, on {{values.at:date}}</p>" },
            "de": { "subject": "Angekommen", "html": "<p>Hallo {{contact.firstName|Kunde}}, am {{values.at:date}}</p>" }
        }
    });
    let template = ann
        .post(TEMPLATES, template)
        .await
        .data(StatusCode::CREATED);
    let id = &template["_id"];
    let path = format!("{TEMPLATES}/{}/publish", id.as_str().unwrap());
    act(&ann, &path, "*").await.data(StatusCode::OK);
    let letter = json!({
        "to": to(&["joan@shipper.example", "juergen@carrier.example", "typed@x.example"]),
        "templateId": id, "values": { "at": "2026-12-24" }
    });
    let said = async |letter: Value| {
        let message = ann.post(SEND, letter).await.data(StatusCode::CREATED);
        let path = format!("{MESSAGES}/{}/mail", message["_id"].as_str().unwrap());
        let mut said = Vec::new();
        for result in message["results"].as_array().unwrap() {
            let id = result["id"].as_str().unwrap();
            let mail = ann.get(&format!("{path}?result={id}")).await;
            said.push(
                mail.data(StatusCode::OK)["text"]
                    .as_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        said
    };
    assert_eq!(
        said(letter.clone()).await,
        [
            "Dear Joan, on 24 December 2026",
            "Hallo Jürgen, am 24.12.2026",
            "Dear customer, on 24 December 2026"
        ]
    );
    let mut german = letter;
    german["language"] = json!("de");
    assert_eq!(said(german).await[0], "Hallo Joan, am 24.12.2026");
}

#[tokio::test]
async fn a_colleague_and_a_single_contact_are_greeted() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let one = ann.post(SEND, greeting(&["joan@shipper.example"])).await;
    let one = one.data(StatusCode::CREATED);
    assert_eq!(
        (&one["subject"], &one["results"]),
        (&json!("For Joan"), &json!([]))
    );
    let colleague = ann.post(SEND, greeting(&["ann@lines.test"])).await;
    assert_eq!(colleague.data(StatusCode::CREATED)["subject"], "For Ann");
    // The record that was named wins over the recipient.
    let joan = &ann.get(&format!("{CONTACTS}?search=joan")).await.rows()[0];
    let mut about = greeting(&["ann@lines.test"]);
    about["context"] = json!({ "type": "contact", "id": joan["_id"] });
    let about = ann.post(SEND, about).await.data(StatusCode::CREATED);
    assert_eq!(about["subject"], "For Joan");
}

#[tokio::test]
async fn a_value_that_one_lacks_keeps_all_from_leaving() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = greeting(&["joan@shipper.example", "typed@x.example"]);
    let refused = ann.post(SEND, letter.clone()).await;
    assert_eq!(refused.faults(), ["/to/1"]);
    assert!(refused.text.contains("typed@x.example"), "{}", refused.text);
    assert!(
        refused.text.contains("contact.firstName"),
        "{}",
        refused.text
    );
    assert_eq!(ann.get(MESSAGES).await.rows().len(), 0);
    let one = ann.post(SEND, greeting(&["typed@x.example"])).await;
    assert_eq!(one.faults(), ["/values"]);
    let preview = ann.post(PREVIEW, letter).await.data(StatusCode::OK);
    assert_eq!(
        (&preview["messages"], &preview["recipients"][1]["missing"]),
        (&json!(2), &json!(["contact.firstName"]))
    );
}

#[tokio::test]
async fn a_preview_steps_through_the_recipients() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let mut letter = greeting(&[
        "joan@shipper.example",
        "sam@shipper.example",
        "juergen@carrier.example",
    ]);
    let mut preview = async |at: usize| {
        letter["recipient"] = json!(at);
        ann.post(PREVIEW, letter.clone()).await.data(StatusCode::OK)
    };
    let first = preview(0).await;
    assert_eq!(
        (&first["messages"], &first["mail"]["subject"]),
        (&json!(2), &json!("For Joan"))
    );
    assert_eq!(
        first["recipients"][1]["leftOut"],
        "Sam Silent has opted out of e-mail."
    );
    assert_eq!(preview(2).await["mail"]["subject"], "For Jürgen");
    assert_eq!(preview(9).await["mail"]["subject"], "For Jürgen");
    letter["recipient"] = json!(100);
    assert_eq!(
        ann.post(PREVIEW, letter.clone()).await.faults(),
        ["/recipient"]
    );
    let empty = ann.post(PREVIEW, json!({})).await;
    assert_eq!(empty.data(StatusCode::OK)["recipients"], json!([]));
    let foreign = json!({ "templateId": uuid::Uuid::now_v7() });
    assert_eq!(ann.post(PREVIEW, foreign).await.faults(), ["/templateId"]);
    assert_eq!(ann.get(MESSAGES).await.rows().len(), 0);
}

#[tokio::test]
async fn one_message_to_all_shows_who_gets_it() {
    let server = Arc::new(Server::default());
    let app = app_with(&server).await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let letter = with(json!({
        "mode": "together", "to": to(&["joan@shipper.example", "juergen@carrier.example"]),
        "cc": to(&["copy@x.example"]), "bcc": to(&["hidden@x.example"])
    }));
    let message = ann.post(SEND, letter.clone()).await;
    assert_eq!(message.data(StatusCode::CREATED)["results"], json!([]));
    app.wait(10);
    app.deliver().await;
    let took = server.took();
    let [(_, mails)] = &took.iter().collect::<Vec<_>>()[..] else {
        panic!("one mail leaves: {took:?}")
    };
    for shown in [
        "joan@shipper.example",
        "juergen@carrier.example",
        "copy@x.example",
    ] {
        assert!(mails[0].contains(shown), "{shown} is not in {mails:?}");
    }
    assert!(!mails[0].contains("hidden"), "{mails:?}");

    let mut out = letter.clone();
    out["to"] = to(&["joan@shipper.example", "sam@shipper.example"]);
    assert_eq!(ann.post(SEND, out).await.faults(), ["/to/1"]);
    let mut each = letter.clone();
    each["mode"] = json!("each");
    assert_eq!(ann.post(SEND, each).await.faults(), ["/cc", "/bcc"]);
    let mut other = greeting(&["joan@shipper.example"]);
    other["mode"] = json!("some");
    assert_eq!(ann.post(SEND, other).await.faults(), ["/mode"]);
}

#[tokio::test]
async fn a_draft_keeps_how_it_goes_and_files_once() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let content = ann.send_with(
        Method::POST,
        "/drive/api/v1/filesystem/file/content?name=Rates.txt",
        &[("content-type", "application/octet-stream")],
        "by sea",
    );
    let file = content.await.data(StatusCode::CREATED)["_id"].clone();
    let mut letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    letter["attachments"] = json!([file]);
    let each = ann
        .post(DRAFTS, letter.clone())
        .await
        .data(StatusCode::CREATED);
    assert_eq!(each["mode"], "each");
    letter["mode"] = json!("together");
    let draft = ann.post(DRAFTS, letter).await.data(StatusCode::CREATED);
    assert_eq!(draft["mode"], "together");
    let message = ann.post(SEND, json!({ "draftId": each["_id"] })).await;
    let message = message.data(StatusCode::CREATED);
    assert_eq!(message["attachments"].as_array().unwrap().len(), 1);
    app.wait(10);
    app.deliver().await;
    let mails = app.kept();
    assert_eq!(mails.len(), 2);
    assert!(
        mails.iter().all(|mail| mail.contains("by sea")),
        "{mails:?}"
    );
    let files = ann.get("/drive/api/v1/filesystem/file").await.rows();
    assert_eq!(files.len(), 1);
}

#[tokio::test]
async fn what_the_writer_may_not_see_is_not_merged() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    contacts(&ann).await;
    let blind = app.colleague_with(&ann, &[("mail:send", "company")]).await;
    let letter = greeting(&["joan@shipper.example", "juergen@carrier.example"]);
    assert_eq!(blind.post(SEND, letter).await.faults(), ["/to/0", "/to/1"]);
    let opted_out = with(json!({ "to": to(&["sam@shipper.example", "joan@shipper.example"]) }));
    let message = blind.post(SEND, opted_out).await.data(StatusCode::CREATED);
    assert_eq!(message["results"][0]["state"], "leftOut");
}
