//! Who reaches which records: companies, rights, scopes, private records, and an expired subscription.

use axum::http::{Method, StatusCode};
use insta::assert_json_snapshot;
use jiff::civil::date;
use serde_json::json;
use uuid::Uuid;

use super::{TAGS, tag};
use crate::actors::{Actor, Answer, TestApp};

/// Each operation on one record.
async fn operations(actor: &Actor, path: &str) -> Vec<Answer> {
    vec![
        actor.get(path).await,
        actor.get(&format!("{path}/history")).await,
        actor.patch(path, "\"1\"", json!({ "color": "red" })).await,
        actor.patch(path, "*", json!({ "color": "red" })).await,
        actor.delete(path, "\"1\"").await,
        actor.restore(path, "\"1\"").await,
    ]
}

#[tokio::test]
async fn a_record_of_another_company_is_one_that_never_was() {
    let app = TestApp::init().await;
    let lines = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let foreign = tag(&cargo, "Reefer").await;
    let never = format!("{TAGS}/{}", Uuid::now_v7());
    let unknown = operations(&lines, &never).await;
    for (answer, unknown) in operations(&lines, &foreign).await.iter().zip(&unknown) {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert_eq!(
            (answer.status, &answer.text, &answer.headers),
            (unknown.status, &unknown.text, &unknown.headers)
        );
    }
    let id = foreign.rsplit('/').next().unwrap();
    let told = async |id: &str| {
        let body = json!({ "action": "delete", "ids": [id] });
        let answer = lines.post(&format!("{TAGS}/bulk"), body).await;
        answer.text.replace(id, "")
    };
    let never = never.rsplit('/').next().unwrap();
    assert_eq!(told(id).await, told(never).await);
    assert_eq!(lines.get(TAGS).await.json()["total"], 0);
    assert_eq!(cargo.get(&foreign).await.data(StatusCode::OK)["version"], 1);
}

#[tokio::test]
async fn a_missing_right_is_named_and_nobody_is_asked_to_sign_in() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    let viewer = app.colleague(&ann, "Viewer").await;
    let body = json!({ "name": "Bulk" });
    let bulk = json!({ "action": "edit", "ids": [Uuid::now_v7()] });
    for (answer, right) in [
        (viewer.post(TAGS, body.clone()).await, "contactTag:create"),
        (viewer.patch(&path, "*", json!({})).await, "contactTag:edit"),
        (viewer.delete(&path, "*").await, "contactTag:delete"),
        (viewer.restore(&path, "*").await, "contactTag:restore"),
        (
            viewer.get(&format!("{TAGS}?bin=true")).await,
            "contactTag:restore",
        ),
        (
            viewer.post(&format!("{TAGS}/bulk"), bulk).await,
            "contactTag:bulkEdit",
        ),
        (
            viewer.get(&format!("{TAGS}/export")).await,
            "contactTag:export",
        ),
        (
            viewer
                .post(
                    &format!("{TAGS}/batches/{}/undo", Uuid::now_v7()),
                    json!({}),
                )
                .await,
            "contactTag:edit",
        ),
    ] {
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{right}");
        assert_eq!(answer.json()["permission"], right);
    }
    assert_json_snapshot!(viewer.post(TAGS, body).await.json());
    let nobody = app.anonymous().get(TAGS).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_expired_subscription_stops_writes_while_reads_and_export_go_on() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = tag(&ann, "Reefer").await;
    app.subscribe_until(&ann, date(2026, 11, 19)).await;
    let bulk = json!({ "action": "delete", "ids": [path.rsplit('/').next().unwrap()] });
    for refused in [
        ann.post(TAGS, json!({ "name": "Bulk" })).await,
        ann.patch(&path, "\"1\"", json!({ "color": "red" })).await,
        ann.delete(&path, "\"1\"").await,
        ann.restore(&path, "\"1\"").await,
        ann.post(&format!("{TAGS}/bulk"), bulk).await,
        ann.send(
            Method::POST,
            &format!("{TAGS}/import?dryRun=false"),
            "name\nBulk\n".into(),
            Some("text/csv"),
        )
        .await,
    ] {
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert_eq!(
            refused.json()["detail"],
            "Your Subscription has been expired. Please Contact Support Team"
        );
    }
    assert_eq!(ann.get(TAGS).await.column("name"), ["Reefer"]);
    assert_eq!(ann.get(&path).await.status, StatusCode::OK);
    let exported = ann.get(&format!("{TAGS}/export")).await;
    assert!(exported.text.contains("Reefer"), "{}", exported.text);
}

#[tokio::test]
async fn a_private_tag_is_seen_by_whoever_made_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let bob = app.colleague(&ann, "Manager").await;
    let body = json!({ "name": "My own", "scope": "private" });
    let own = ann.post(TAGS, body).await.data(StatusCode::CREATED);
    let path = format!("{TAGS}/{}", own["_id"].as_str().unwrap());
    assert_eq!(ann.get(TAGS).await.column("name"), ["My own"]);
    assert_eq!(bob.get(TAGS).await.json()["total"], 0);
    for answer in operations(&bob, &path).await {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    }
    let exported = bob.get(&format!("{TAGS}/export")).await;
    assert!(!exported.text.contains("My own"));
}

#[tokio::test]
async fn within_the_own_scope_lie_the_records_that_one_made() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [
        "view", "create", "edit", "delete", "restore", "bulkEdit", "export",
    ]
    .map(|action| format!("contactTag:{action}"));
    let rights: Vec<(&str, &str)> = rights.iter().map(|it| (it.as_str(), "own")).collect();
    let bob = app.colleague_with(&ann, &rights).await;
    let others = tag(&ann, "Reefer").await;
    let own = tag(&bob, "Bulk").await;
    assert_eq!(bob.get(TAGS).await.column("name"), ["Bulk"]);
    for answer in operations(&bob, &others).await {
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    }
    let changed = bob.patch(&own, "\"1\"", json!({ "color": "red" })).await;
    assert_eq!(changed.status, StatusCode::OK);
    let exported = bob.get(&format!("{TAGS}/export")).await;
    assert!(exported.text.contains("Bulk") && !exported.text.contains("Reefer"));
}

#[tokio::test]
async fn an_export_reaches_no_further_than_its_own_right() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rights = [
        ("contactTag:view", "company"),
        ("contactTag:create", "company"),
        ("contactTag:export", "own"),
    ];
    let bob = app.colleague_with(&ann, &rights).await;
    tag(&ann, "Reefer").await;
    tag(&bob, "Bulk").await;
    assert_eq!(bob.get(TAGS).await.json()["total"], 2);
    let exported = bob.get(&format!("{TAGS}/export")).await;
    assert!(exported.text.contains("Bulk") && !exported.text.contains("Reefer"));
}

#[tokio::test]
async fn an_operator_edits_what_the_office_made() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let operator = app.colleague(&ann, "Operator").await;
    let path = tag(&ann, "Reefer").await;
    let changed = operator
        .patch(&path, "\"1\"", json!({ "color": "red" }))
        .await;
    assert_eq!(changed.status, StatusCode::OK);
    let gone = operator.delete(&path, "\"2\"").await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
}
