//! Whole records: what `PUT` takes is what `GET` gives, and nothing less.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, Answer, TestApp};
use crate::operations::Operation;
use crate::requests::{Place, Ready, Supply};

const ME: &str = "/iam/api/v1/users/me";
const CONTACTS: &str = "/contact/api/v1/contacts";

async fn put(actor: &Actor, path: &str, etag: &str, body: &Value) -> Answer {
    let headers = [("content-type", "application/json"), ("if-match", etag)];
    let method = Method::PUT;
    actor
        .send_with(method, path, &headers, body.to_string())
        .await
}

/// The path of a new contact, and the contact.
async fn contact(actor: &Actor) -> (String, Value) {
    let body = json!({
        "displayName": "Ada Lines", "lastName": "Lines",
        "emails": [{ "address": "ada@lines.test", "type": "work" }]
    });
    let made = actor.post(CONTACTS, body).await.data(StatusCode::CREATED);
    (
        format!("{CONTACTS}/{}", made["_id"].as_str().unwrap()),
        made,
    )
}

#[tokio::test]
async fn a_record_is_taken_back_as_it_was_read() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let operations = Operation::all();
    let mut replacing = 0;
    let mut wrong = Vec::new();
    for operation in operations.iter().filter(|it| it.takes_whole_record()) {
        let actor = match operation.path.contains("/app-admin/") {
            true => app.operator().await,
            false => ann.clone(),
        };
        let place = Place {
            app: &app,
            owner: &actor,
            doer: &actor,
            supply: Supply::Fresh,
        };
        let path = Ready::make(operation, &place).await.unwrap().path;
        let read = actor.get(&path).await;
        let (etag, record) = (read.header("etag"), read.data(StatusCode::OK));
        let replaced = put(&actor, &path, etag, &record).await;
        if (replaced.status, &replaced.text) != (StatusCode::OK, &read.text) {
            wrong.push(format!(
                "{operation}: {} {}",
                replaced.status, replaced.text
            ));
        }
        for name in operation.required_members() {
            let mut less = record.clone();
            less.as_object_mut().unwrap().remove(name);
            let refused = put(&actor, &path, "*", &less).await;
            if refused.status != StatusCode::UNPROCESSABLE_ENTITY
                || refused.faults() != [format!("/{name}")]
            {
                wrong.push(format!("{operation} without {name}: {}", refused.text));
            }
        }
        replacing += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(15 < replacing, "{replacing}");
}

#[tokio::test]
async fn a_whole_record_replaces_the_one_before() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (path, mut record) = contact(&ann).await;
    record["lastName"] = json!("Byron");
    record["emails"] = json!([]);
    // The server's own, which was read meanwhile.
    record["version"] = json!(7);
    record["updatedAt"] = json!("2026-01-01T00:00:00Z");
    let replaced = put(&ann, &path, "*", &record).await.data(StatusCode::OK);
    assert_eq!(
        (
            &replaced["lastName"],
            &replaced["emails"],
            &replaced["version"]
        ),
        (&json!("Byron"), &json!([]), &json!(2))
    );
    record["nickname"] = json!("Ada");
    assert_eq!(put(&ann, &path, "*", &record).await.faults(), ["/nickname"]);
}

#[tokio::test]
async fn a_whole_record_wants_right_and_version() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let (path, record) = contact(&ann).await;
    let refused = put(&viewer, &path, "*", &record).await;
    assert_eq!(refused.json()["permission"], "contact:edit");
    let json = Some("application/json");
    let body = record.to_string();
    let blind = ann.send(Method::PUT, &path, body.into(), json).await;
    assert_eq!(blind.status, StatusCode::PRECONDITION_REQUIRED);
    let stale = put(&ann, &path, "\"7\"", &record).await;
    assert_eq!(stale.status, StatusCode::PRECONDITION_FAILED);
}

#[tokio::test]
async fn the_objects_of_a_whole_record_are_whole() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = "/iam/api/v1/companies/company";
    let mut company = ann.get(path).await.data(StatusCode::OK);
    let path = format!("/iam/api/v1/companies/{}", company["_id"].as_str().unwrap());
    company["address"] = json!({ "lines": [], "city": "", "country": "NL" });
    let mut missing = put(&ann, &path, "*", &company).await.faults();
    missing.sort_unstable();
    assert_eq!(missing, ["/address/postal", "/address/subdivision"]);
}

#[tokio::test]
async fn nobody_gives_themselves_rights_by_a_whole_record() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let me = viewer.get(ME).await.data(StatusCode::OK);
    let session = app.services.caller(viewer.id()).await.unwrap();
    assert_eq!(me["products"], json!(session.products()));
    let others = ann.get(ME).await.data(StatusCode::OK);
    for name in ["emailId", "roleIds"] {
        let mut more = me.clone();
        more[name] = others[name].clone();
        let refused = put(&viewer, ME, "*", &more).await;
        assert_eq!(refused.faults(), [format!("/{name}")]);
    }
    let mut changed = me;
    changed["jobTitle"] = json!("Dispatcher");
    // What the server sets is not heard.
    changed["status"] = json!("suspended");
    let changed = put(&viewer, ME, "*", &changed).await.data(StatusCode::OK);
    assert_eq!(
        (&changed["jobTitle"], &changed["status"]),
        (&json!("Dispatcher"), &json!("active"))
    );
    assert_eq!(changed["products"], json!(session.products()));
}
