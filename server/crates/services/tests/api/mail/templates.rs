//! Templates: publishing, versions, merge fields, previews, and those that the program brings along.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{MESSAGES, SEND, TEMPLATES, act, with};
use crate::actors::{Actor, TestApp};

fn arrival() -> Value {
    json!({
        "name": "Arrival at port", "type": "arrivalNotice", "contextEntity": "user",
        "languages": {
            "en": {
                "subject": "Arrival for {{user.name}}",
                "html": "<p onclick=\"x()\">Dear {{user.firstName|Sir or Madam}}, on {{values.etaDate:date|soon}}</p>"
            },
            "de": { "subject": "Ankunft", "html": "<p>{{values.etaDate:date|bald}}</p>", "text": "Am {{values.etaDate:date|bald}}" }
        },
        "defaultLang": "en"
    })
}

async fn made(actor: &Actor, body: Value) -> (String, String) {
    let template = actor.post(TEMPLATES, body).await;
    let id = template.data(StatusCode::CREATED)["_id"]
        .as_str()
        .unwrap()
        .to_owned();
    (format!("{TEMPLATES}/{id}"), id)
}

#[tokio::test]
async fn a_template_is_cleaned_linted_and_gets_a_code() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = made(&ann, arrival()).await;
    let template = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(
        (&template["code"], &template["status"]),
        (&json!("arrival-at-port"), &json!("draft"))
    );
    assert!(!template.to_string().contains("onclick"), "{template}");
    assert_eq!(template["lint"], json!([]));
    let paths: Vec<&Value> = template["mergeFields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["path"])
        .collect();
    assert_eq!(paths, ["values.etaDate", "user.name", "user.firstName"]);
}

#[tokio::test]
async fn faults_of_a_template_name_their_field() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    made(&ann, arrival()).await;
    for (changes, pointer) in [
        (json!({ "languages": {} }), "/languages"),
        (
            json!({ "languages": { "english": {} }, "defaultLang": "english" }),
            "/languages/english",
        ),
        (json!({ "defaultLang": "fr" }), "/defaultLang"),
        (json!({ "code": "a b" }), "/code"),
        (json!({ "code": "arrival-at-port" }), "/code"),
        (json!({ "code": "invite" }), "/code"),
        (json!({ "status": "published" }), "/status"),
        (json!({ "cc": [{ "address": "x" }] }), "/cc/0/address"),
    ] {
        let mut body = arrival();
        let (Value::Object(members), Value::Object(changed)) = (&mut body, changes.clone()) else {
            panic!("no objects")
        };
        members.extend(json!({ "code": "other" }).as_object().unwrap().clone());
        members.extend(changed);
        assert_eq!(
            ann.post(TEMPLATES, body).await.faults(),
            [pointer],
            "{changes}"
        );
    }
}

#[tokio::test]
async fn publishing_refuses_merge_fields_that_are_not_known() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut body = arrival();
    body["languages"]["en"]["html"] = json!("<p>{{contact.firstName|x}}</p>");
    let (path, _) = made(&ann, body).await;
    let answer = act(&ann, &format!("{path}/publish"), "*").await;
    assert_eq!(answer.faults(), ["/languages/en/html"]);
    assert!(answer.text.contains("contact.firstName"), "{}", answer.text);
}

#[tokio::test]
async fn mails_are_written_by_the_version_that_was_published_last() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, id) = made(&ann, arrival()).await;
    let context = json!({ "type": "user", "id": ann.id() });
    let letter = json!({
        "to": [{ "address": "joan@shipper.example" }], "templateId": id, "context": context,
        "values": { "etaDate": "2026-12-24" }
    });
    assert_eq!(
        ann.post(SEND, letter.clone()).await.faults(),
        ["/templateId"]
    );
    let published = act(&ann, &format!("{path}/publish"), "\"1\"").await;
    let template = published.data(StatusCode::OK);
    assert_eq!(
        (&template["status"], &template["publishedVersion"]),
        (&json!("published"), &json!(1))
    );
    assert_eq!(
        act(&ann, &format!("{path}/publish"), "\"1\"").await.status,
        StatusCode::PRECONDITION_FAILED
    );

    let changed = json!({ "languages": { "en": { "subject": "New", "html": "<p>new</p>" } } });
    let changed = ann.patch(&path, "*", changed).await.data(StatusCode::OK);
    assert_eq!(
        (&changed["status"], &changed["publishedVersion"]),
        (&json!("draft"), &json!(1))
    );
    let message = ann
        .post(SEND, letter.clone())
        .await
        .data(StatusCode::CREATED);
    assert_eq!(message["subject"], "Arrival for Ann Ähnlich");
    assert_eq!(message["html"], "<p>Dear Ann, on 24 December 2026</p>");
    assert_eq!(message["text"], "Dear Ann, on 24 December 2026");
    assert_eq!(message["templateVersion"], 1);
    let mut german = letter.clone();
    german["language"] = json!("de-AT");
    let german = ann.post(SEND, german).await.data(StatusCode::CREATED);
    assert_eq!(
        (&german["subject"], &german["text"]),
        (&json!("Ankunft"), &json!("Am 24.12.2026"))
    );
    let used = ann
        .get(&format!("{MESSAGES}?filter=templateId:eq:{id}"))
        .await;
    assert_eq!(used.rows().len(), 2);
    assert_eq!(ann.get(&path).await.data(StatusCode::OK)["usageCount"], 2);
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::CONFLICT);

    act(&ann, &format!("{path}/publish"), "*")
        .await
        .data(StatusCode::OK);
    let back = act(&ann, &format!("{path}/versions/1/rollback"), "*")
        .await
        .data(StatusCode::OK);
    assert_eq!(
        (&back["publishedVersion"], &back["status"]),
        (&json!(3), &json!("published"))
    );
    let versions = ann.get(&format!("{path}/versions")).await.rows();
    let told: Vec<_> = versions
        .iter()
        .map(|it| {
            (
                it["number"].as_i64(),
                it["rollbackOf"].as_i64(),
                it["template"]["languages"]["en"]["subject"].as_str(),
            )
        })
        .collect();
    let first = Some("Arrival for {{user.name}}");
    assert_eq!(
        told,
        [
            (Some(3), Some(1), first),
            (Some(2), None, Some("New")),
            (Some(1), None, first)
        ]
    );
    let none = act(&ann, &format!("{path}/versions/9/rollback"), "*").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);

    act(&ann, &format!("{path}/archive"), "*")
        .await
        .data(StatusCode::OK);
    assert_eq!(ann.post(SEND, letter).await.faults(), ["/templateId"]);
}

#[tokio::test]
async fn a_mail_with_a_merge_field_left_is_not_sent() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, id) = made(&ann, arrival()).await;
    act(&ann, &format!("{path}/publish"), "*")
        .await
        .data(StatusCode::OK);
    let letter = json!({ "to": [{ "address": "joan@shipper.example" }], "templateId": id });
    let answer = ann.post(SEND, letter).await;
    assert_eq!(answer.faults(), ["/values"]);
    assert!(answer.text.contains("user.name"), "{}", answer.text);
}

#[tokio::test]
async fn a_preview_shows_a_real_record_or_samples_and_what_is_missing() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let mut body = arrival();
    body["languages"]["en"]["html"] =
        json!("<p>{{user.name}} <a href=\"{{values.link}}\">x</a></p>");
    let (path, _) = made(&ann, body).await;
    let preview = format!("{path}/preview");
    let real = json!({ "record": { "type": "user", "id": ann.id() } });
    let real = ann.post(&preview, real).await.data(StatusCode::OK);
    assert_eq!(real["subject"], "Arrival for Ann Ähnlich");
    assert_eq!(real["missing"], json!(["values.link"]));
    let sample = json!({ "language": "xx", "sample": {
        "user": { "name": "<b>&\r\nBcc: x" }, "values": { "link": "javascript:alert(1)" }
    } });
    let sample = ann.post(&preview, sample).await.data(StatusCode::OK);
    assert_eq!(sample["subject"], "Arrival for <b>& Bcc: x");
    // The link that would run is gone; line ends are HTML's.
    assert_eq!(sample["html"], "<p>&lt;b&gt;&amp;\nBcc: x <a>x</a></p>");
    let unsaved = json!({ "language": "en", "record": { "type": "user", "id": ann.id() }, "unsaved": {
        "subject": "Soon, {{user.name}}", "html": "<p onclick=\"x()\">{{user.name}}</p><script>x()</script>", "text": ""
    } });
    let unsaved = ann.post(&preview, unsaved).await.data(StatusCode::OK);
    assert_eq!(unsaved["subject"], "Soon, Ann Ähnlich");
    assert_eq!(unsaved["html"], "<p>Ann Ähnlich</p>");
    let foreign = json!({ "record": { "type": "user", "id": zoe.id() } });
    assert_eq!(ann.post(&preview, foreign).await.faults(), ["/context/id"]);
    assert_eq!(
        zoe.post(&preview, json!({})).await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_mail_to_a_contact_is_written_with_its_values() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let contact =
        json!({ "displayName": "Joan Wolf", "emails": [{ "address": "joan@shipper.example" }] });
    let contact = ann.post("/contact/api/v1/contacts", contact).await;
    let contact = contact.data(StatusCode::CREATED);
    let mut body = arrival();
    body["contextEntity"] = json!("contact");
    body["languages"] = json!({ "en": {
        "subject": "{{contact.displayName}}", "html": "<p>{{contact.email|}}{{contact.jobTitle|, chief}}</p>"
    } });
    let (path, _) = made(&ann, body).await;
    let record = json!({ "record": { "type": "contact", "id": contact["_id"] } });
    let preview = ann
        .post(&format!("{path}/preview"), record)
        .await
        .data(StatusCode::OK);
    assert_eq!(preview["subject"], "Joan Wolf");
    assert_eq!(preview["html"], "<p>joan@shipper.example, chief</p>");
}

#[tokio::test]
async fn a_test_goes_to_whoever_asks_for_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, _) = made(&ann, arrival()).await;
    let message = ann
        .post(&format!("{path}/test"), json!({ "language": "de" }))
        .await;
    let message = message.data(StatusCode::CREATED);
    assert_eq!(message["to"][0]["address"], "ann@lines.test");
    assert_eq!(message["subject"], "Ankunft");
}

#[tokio::test]
async fn templates_of_the_system_are_shared_until_a_company_changes_its_own() {
    let app = TestApp::init().await;
    let (ann, zoe) = (
        app.administrator("Lines").await,
        app.administrator("Cargo").await,
    );
    let invite = &ann
        .get(&format!("{TEMPLATES}?filter=code:eq:invite"))
        .await
        .rows()[0];
    assert_eq!(
        (&invite["isSystem"], &invite["companyId"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(invite["lint"], json!([]));
    let path = format!("{TEMPLATES}/{}", invite["_id"].as_str().unwrap());
    assert_eq!(
        ann.patch(&path, "*", json!({ "code": "x" })).await.faults(),
        ["/code"]
    );
    assert_eq!(
        ann.patch(&path, "*", json!({ "type": "quote" }))
            .await
            .faults(),
        ["/type"]
    );
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::CONFLICT);
    assert_eq!(
        act(&ann, &format!("{path}/archive"), "*").await.status,
        StatusCode::CONFLICT
    );
    let changed =
        json!({ "languages": { "en": { "subject": "Join us", "html": "<p>{{link}}</p>" } } });
    let own = ann.patch(&path, "*", changed).await.data(StatusCode::OK);
    assert_eq!(
        (&own["isLocalOverride"], &own["status"]),
        (&json!(true), &json!("draft"))
    );
    let rows = ann
        .get(&format!("{TEMPLATES}?filter=code:eq:invite"))
        .await
        .rows();
    assert_eq!((rows.len(), &rows[0]["_id"]), (1, &own["_id"]));
    let theirs = zoe.get(&path).await.data(StatusCode::OK);
    assert_eq!(&theirs["languages"], &invite["languages"]);
}

#[tokio::test]
async fn a_copy_is_a_draft_of_its_own() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let invite = &ann
        .get(&format!("{TEMPLATES}?filter=code:eq:invite"))
        .await
        .rows()[0];
    let path = format!("{TEMPLATES}/{}/clone", invite["_id"].as_str().unwrap());
    let copy = ann.post(&path, json!({})).await.data(StatusCode::OK);
    assert_eq!(
        (&copy["name"], &copy["code"]),
        (&json!("Invitation (2)"), &json!("invitation-2"))
    );
    assert_eq!(
        (&copy["status"], &copy["isSystem"]),
        (&json!("draft"), &json!(false))
    );
    let named = ann
        .post(&path, json!({ "name": "Hello", "code": "invitation-2" }))
        .await;
    assert_eq!(named.data(StatusCode::OK)["code"], "invitation-2-2");
    let copy_path = format!("{TEMPLATES}/{}", copy["_id"].as_str().unwrap());
    assert_eq!(ann.get(&copy_path).await.status, StatusCode::OK);
    assert_eq!(
        ann.delete(&copy_path, "*").await.status,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn a_letter_wins_over_its_template() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, id) = made(&ann, arrival()).await;
    act(&ann, &format!("{path}/publish"), "*")
        .await
        .data(StatusCode::OK);
    let message = ann.post(SEND, with(json!({ "templateId": id }))).await;
    let message = message.data(StatusCode::CREATED);
    assert_eq!(
        (&message["subject"], &message["templateId"]),
        (&json!("Ihre Sendung"), &json!(id))
    );
}
