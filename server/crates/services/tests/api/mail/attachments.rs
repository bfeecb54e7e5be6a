//! Files that travel with a mail: whose they are, which version, how many and how much.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{DRAFTS, MESSAGES, SEND, TEMPLATES, act, state, with};
use crate::actors::{Actor, TestApp};

const FILES: &str = "/drive/api/v1/filesystem/file";

async fn file(actor: &Actor, query: &str, content: impl Into<Vec<u8>>) -> Value {
    let path = format!("{FILES}/content?{query}");
    let headers = [("content-type", "application/octet-stream")];
    let answer = actor.send_with(Method::POST, &path, &headers, content.into());
    let made = answer.await.data(StatusCode::CREATED);
    made["_id"].clone()
}

async fn replace(actor: &Actor, file: &Value, content: &'static str) {
    let path = format!("{FILES}/{}/content", file.as_str().unwrap());
    let headers = [
        ("content-type", "application/octet-stream"),
        ("if-match", "*"),
    ];
    let answer = actor.send_with(Method::PUT, &path, &headers, content).await;
    answer.data(StatusCode::OK);
}

fn attaching(files: &[&Value]) -> Value {
    with(json!({ "attachments": files }))
}

#[tokio::test]
async fn a_file_travels_as_it_was_when_the_mail_was_sent() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let notice = file(&ann, "name=Notice.txt", "arrives on Monday").await;
    let message = ann.post(SEND, attaching(&[&notice])).await;
    let message = message.data(StatusCode::CREATED);
    assert_eq!(
        message["attachments"],
        json!([{
            "fileId": notice, "version": 1, "name": "Notice.txt", "mime": "text/plain", "size": 17
        }])
    );
    replace(&ann, &notice, "arrives on Tuesday").await;
    // What is to travel is not thrown away.
    let path = format!("{FILES}/{}", notice.as_str().unwrap());
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::CONFLICT);
    app.wait(10);
    app.deliver().await;
    let [mail] = &app.kept()[..] else {
        panic!("one mail leaves")
    };
    for part in [
        "multipart/mixed",
        "filename=\"Notice.txt\"",
        "arrives on Monday",
    ] {
        assert!(mail.contains(part), "{part} is not in\n{mail}");
    }
    assert!(!mail.contains("Tuesday"), "{mail}");
    assert_eq!(state(&ann, &message).await["state"], "sent");
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn only_files_that_the_writer_may_read_travel() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Administrator").await;
    let stranger = app.administrator("Cargo").await;
    let own = file(&ann, "name=Own.txt&visibility=private", "mine").await;
    let foreign = file(&stranger, "name=Foreign.txt", "theirs").await;
    let folder = json!({ "name": "Folder", "isFolder": true });
    let folder = ann.post(FILES, folder).await.data(StatusCode::CREATED)["_id"].clone();
    for path in [SEND, DRAFTS] {
        let refused = bob.post(path, attaching(&[&own, &foreign])).await;
        assert_eq!(
            refused.faults(),
            ["/attachments/0", "/attachments/1"],
            "{path}"
        );
        ann.post(path, attaching(&[&own]))
            .await
            .data(StatusCode::CREATED);
    }
    let refused = ann.post(SEND, attaching(&[&own, &folder])).await;
    assert_eq!(refused.faults(), ["/attachments/1"]);
    let rights = [("mail:send", "company")];
    let blind = app.colleague_with(&ann, &rights).await;
    let answer = blind.post(SEND, attaching(&[&own])).await;
    assert_eq!(
        (answer.status, &answer.json()["permission"]),
        (StatusCode::FORBIDDEN, &json!("file:view"))
    );
}

#[tokio::test]
async fn too_many_files_and_too_much_of_them_stay_at_home() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut large = Vec::new();
    for n in 0..6 {
        let content = vec![b'a'; 4 * 1024 * 1024];
        large.push(file(&ann, &format!("name=Large{n}.txt"), content).await);
    }
    let five: Vec<&Value> = large.iter().take(5).collect();
    ann.post(SEND, attaching(&five))
        .await
        .data(StatusCode::CREATED);
    let six: Vec<&Value> = large.iter().collect();
    for path in [SEND, DRAFTS] {
        let refused = ann.post(path, attaching(&six)).await;
        assert_eq!(refused.faults(), ["/attachments"], "{path}");
    }
    let mut small = Vec::new();
    for n in 0..11 {
        small.push(file(&ann, &format!("name=Small{n}.txt"), "a").await);
    }
    let eleven: Vec<&Value> = small.iter().collect();
    let refused = ann.post(SEND, attaching(&eleven)).await;
    assert_eq!(refused.faults(), ["/attachments"]);
}

#[tokio::test]
async fn the_files_of_a_template_travel_with_every_mail_by_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let terms = file(&ann, "name=Terms.txt&visibility=private", "terms").await;
    let notice = file(&ann, "name=Notice.txt", "notice").await;
    let template = json!({
        "name": "Notice", "languages": { "en": { "subject": "S", "html": "<p>x</p>" } },
        "attachments": [terms], "from": { "name": "Import desk" },
        "cc": [{ "address": "joan@shipper.example" }]
    });
    let bob = app.colleague(&ann, "Administrator").await;
    let refused = bob.post(TEMPLATES, template.clone()).await;
    assert_eq!(refused.faults(), ["/attachments/0"]);
    let mut elsewhere = template.clone();
    elsewhere["from"]["address"] = json!("ann@elsewhere.example");
    let refused = ann.post(TEMPLATES, elsewhere).await;
    assert_eq!(refused.faults(), ["/from/address"]);

    let template = ann.post(TEMPLATES, template).await;
    let template = template.data(StatusCode::CREATED);
    assert_eq!(
        (&template["lastUsedAt"], &template["from"]["address"]),
        (&Value::Null, &json!("no-reply@localhost"))
    );
    let path = format!("{TEMPLATES}/{}", template["_id"].as_str().unwrap());
    act(&ann, &format!("{path}/publish"), "*")
        .await
        .data(StatusCode::OK);
    // Whoever attached it could read it; whoever sends by the template need not.
    let letter = json!({
        "to": [{ "address": "a@x.example" }], "templateId": template["_id"], "attachments": [notice]
    });
    let message = bob.post(SEND, letter.clone()).await;
    let message = message.data(StatusCode::CREATED);
    let files = message["attachments"].as_array().unwrap();
    let names: Vec<&Value> = files.iter().map(|file| &file["name"]).collect();
    assert_eq!(names, ["Notice.txt", "Terms.txt"]);
    assert_eq!(message["from"]["name"], "Import desk");
    let used = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(
        (&used["usageCount"], &used["lastUsedAt"]),
        (&json!(1), &message["createdAt"])
    );

    let unwilling = json!({
        "displayName": "Joan", "emails": [{ "address": "joan@shipper.example" }], "doNotContact": true
    });
    let unwilling = ann.post("/contact/api/v1/contacts", unwilling).await;
    unwilling.data(StatusCode::CREATED);
    assert_eq!(bob.post(SEND, letter).await.faults(), ["/templateId"]);
}

#[tokio::test]
async fn a_message_keeps_the_record_that_it_was_about() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let context = json!({ "type": "user", "id": ann.id() });
    let message = ann.post(SEND, with(json!({ "context": context }))).await;
    let message = message.data(StatusCode::CREATED);
    let path = format!("{MESSAGES}/{}", message["_id"].as_str().unwrap());
    assert_eq!(
        ann.get(&path).await.data(StatusCode::OK)["context"],
        context
    );
}
