//! Saved views: one's own, and those that colleagues share.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const VIEWS: &str = "/iam/api/v1/saved-views";
const CONTACTS: &str = "/contact/api/v1/contacts";

async fn save(actor: &Actor, name: &str, more: Value) -> Value {
    let mut view = json!({ "list": CONTACTS, "name": name, "query": "?sort=displayName" });
    for (member, value) in more.as_object().unwrap() {
        view[member] = value.clone();
    }
    actor.post(VIEWS, view).await.data(StatusCode::CREATED)
}

fn path(view: &Value) -> String {
    format!("{VIEWS}/{}", view["_id"].as_str().unwrap())
}

#[tokio::test]
async fn a_private_view_is_its_makers_and_a_shared_one_is_seen_by_all_and_changed_by_its_maker() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let private = save(&bob, "Mine", json!({})).await;
    let shared = save(&bob, "Ours", json!({ "visibility": "company" })).await;
    assert_eq!(shared["query"], "sort=displayName");
    assert_eq!(bob.get(VIEWS).await.column("name"), ["Mine", "Ours"]);

    // Not even an administrator.
    assert_eq!(ann.get(VIEWS).await.column("name"), ["Ours"]);
    assert_eq!(ann.get(&path(&private)).await.status, StatusCode::NOT_FOUND);
    let seen = ann.get(&path(&shared)).await.data(StatusCode::OK);
    assert_eq!(seen["isOwn"], false);
    let shared = path(&shared);
    let renamed = ann.patch(&shared, "*", json!({ "name": "Hers" })).await;
    assert_eq!(renamed.status, StatusCode::NOT_FOUND);
    let removed = ann.delete(&shared, "*").await;
    assert_eq!(removed.status, StatusCode::NOT_FOUND);
    let private = json!({ "visibility": "private" });
    let kept = bob.patch(&shared, "*", private).await.data(StatusCode::OK);
    assert_eq!(kept["isOwn"], true);
    assert_eq!(ann.get(&shared).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn of_each_list_one_view_is_the_default_of_each_user() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    let default = json!({ "isDefault": true });
    let first = save(&ann, "First", default.clone()).await;
    let ports = json!({ "list": "/master/api/v1/airport", "isDefault": true });
    let elsewhere = save(&ann, "Elsewhere", ports).await;
    let his = save(&bob, "His", default.clone()).await;
    let second = save(&ann, "Second", default).await;
    let is_default = async |actor: &Actor, view: &Value| {
        let view = actor.get(&path(view)).await.data(StatusCode::OK);
        view["isDefault"] == true
    };
    assert!(!is_default(&ann, &first).await);
    for view in [&second, &elsewhere] {
        assert!(is_default(&ann, view).await, "{view}");
    }
    assert!(is_default(&bob, &his).await);
    let of_list = format!("{VIEWS}?list={CONTACTS}&filter=isDefault:eq:true");
    assert_eq!(ann.get(&of_list).await.column("name"), ["Second"]);
}

#[tokio::test]
async fn a_view_is_of_a_list_that_there_is_and_has_a_name_of_its_own() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague_with(&ann, &[]).await;
    save(&ann, "Łódź", json!({})).await;
    // Another list, and another user, take the name too.
    save(&ann, "Łódź", json!({ "list": "/iam/api/v1/users" })).await;
    save(&bob, "Łódź", json!({})).await;
    let again = json!({ "list": CONTACTS, "name": "lodz" });
    assert_eq!(ann.post(VIEWS, again).await.faults(), ["/name"]);
    let nowhere = json!({ "list": "/contact/api/v1/ships", "name": "Ships" });
    assert_eq!(ann.post(VIEWS, nowhere).await.faults(), ["/list"]);
    let long = json!({ "list": CONTACTS, "name": "n", "query": "q".repeat(4001) });
    assert_eq!(ann.post(VIEWS, long).await.faults(), ["/query"]);
}
