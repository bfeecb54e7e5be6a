//! Subjects of files: a record that is out of sight is none, whatever the reason.

use super::*;
use crate::actors::TestApp;

const CONTACTS: &str = "/contact/api/v1/contacts";

async fn contact(actor: &Actor) -> String {
    let made = actor.post(CONTACTS, json!({ "displayName": "Ada" })).await;
    id(&made.data(StatusCode::CREATED))
}

/// What comes of a folder about this.
async fn about(actor: &Actor, kind: &str, record: &str) -> Answer {
    let name = format!("About {}", uuid::Uuid::now_v7());
    let subject = json!({ "type": kind, "id": record });
    let body = json!({ "name": name, "isFolder": true, "subject": subject });
    actor.post(FILES, body).await
}

#[tokio::test]
async fn a_record_that_is_out_of_sight_is_answered_as_none() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let zoe = app.administrator("Cargo").await;
    let ada = contact(&ann).await;
    let binned = contact(&ann).await;
    let gone = ann.delete(&format!("{CONTACTS}/{binned}"), "*").await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let clerk = [("file:create", "company"), ("contact:view", "own")];
    let clerk = app.colleague_with(&ann, &clerk).await;
    let blind = app
        .colleague_with(&ann, &[("file:create", "company")])
        .await;
    let nobodys = uuid::Uuid::now_v7().to_string();
    let told = |answer: &Answer| {
        assert_eq!(answer.faults(), ["/subject/id"]);
        answer.json()["errors"].clone()
    };
    let none = told(&about(&ann, "contact", &nobodys).await);
    for (actor, kind, record) in [
        (&zoe, "contact", &ada),
        (&clerk, "contact", &ada),
        (&blind, "contact", &ada),
        (&ann, "contact", &binned),
        (&ann, "issue", &ada),
        (&zoe, "user", &ann.id().to_string()),
        (&blind, "user", &ann.id().to_string()),
    ] {
        assert_eq!(told(&about(actor, kind, record).await), none, "{kind}");
    }
    for (actor, kind, record) in [
        (&ann, "contact", &ada),
        (&ann, "user", &blind.id().to_string()),
        (&blind, "user", &blind.id().to_string()),
    ] {
        let made = about(actor, kind, record).await.data(StatusCode::CREATED);
        assert_eq!(made["subject"], json!({ "type": kind, "id": record }));
    }
    let ports = "/master/api/v1/airport?search=AMS&pageSize=1&page=1";
    let port = id(&ann.get(ports).await.rows()[0]);
    about(&ann, "port", &port).await.data(StatusCode::CREATED);
}

#[tokio::test]
async fn an_upload_is_refused_at_its_announcement() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let subject = json!({ "type": "contact", "id": uuid::Uuid::now_v7() });
    let body = json!({ "name": "plan.txt", "size": 1, "subject": subject });
    assert_eq!(begin(&ann, body).await.faults(), ["/subject/id"]);
}

#[tokio::test]
async fn a_subject_that_has_gone_since_stays_what_the_file_is_about() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let ada = contact(&ann).await;
    let made = about(&ann, "contact", &ada).await;
    let path = format!("{FILES}/{}", id(&made.data(StatusCode::CREATED)));
    ann.delete(&format!("{CONTACTS}/{ada}"), "*").await;
    let renamed = ann.patch(&path, "*", json!({ "name": "Plans" })).await;
    let subject = renamed.data(StatusCode::OK)["subject"].clone();
    assert_eq!(subject["id"], json!(ada));
    let same = ann.patch(&path, "*", json!({ "subject": subject })).await;
    assert_eq!(same.status, StatusCode::OK);
    assert_eq!(ann.delete(&path, "*").await.status, StatusCode::NO_CONTENT);
    assert_eq!(ann.restore(&path, "*").await.status, StatusCode::OK);
    let cleared = ann.patch(&path, "*", json!({ "subject": null })).await;
    assert_eq!(cleared.data(StatusCode::OK)["subject"], Value::Null);
}
