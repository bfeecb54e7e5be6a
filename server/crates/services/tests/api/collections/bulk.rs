//! One action on many records, and taking a batch back.

use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{TAGS, tag};
use crate::actors::{Actor, Answer, TestApp};

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

async fn bulk(actor: &Actor, action: &str, ids: &[&str], changes: Value) -> Answer {
    let body = json!({ "action": action, "ids": ids, "changes": changes });
    actor.post(&format!("{TAGS}/bulk"), body).await
}

async fn undo(actor: &Actor, batch: &Value) -> Answer {
    let batch = batch["batchId"].as_str().unwrap();
    actor
        .post(&format!("{TAGS}/batches/{batch}/undo"), json!({}))
        .await
}

/// The outcomes, in their order.
fn outcomes(result: &Value) -> Vec<&str> {
    let rows = result["rows"].as_array().unwrap();
    rows.iter()
        .map(|it| it["outcome"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_bulk_change_decides_record_by_record_and_is_undone_as_one() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (a, b, c) = (
        tag(&ann, "A").await,
        tag(&ann, "B").await,
        tag(&ann, "C").await,
    );
    ann.patch(&b, "\"1\"", json!({ "color": "red" })).await;
    ann.delete(&c, "\"1\"").await;
    let never = Uuid::now_v7().to_string();
    let ids = [id(&a), id(&b), id(&c), &never];
    let done = bulk(&ann, "edit", &ids, json!({ "color": "red" })).await;
    let result = done.data(StatusCode::OK);
    assert_eq!(outcomes(&result), ["done", "same", "refused", "refused"]);
    assert_eq!(
        result["rows"][2]["detail"],
        "This is in the bin. Restore it first."
    );
    assert_eq!(result["rows"][3]["detail"], "No record found.");
    assert_eq!(ann.get(&a).await.data(StatusCode::OK)["color"], "red");

    let history = ann.get(&format!("{a}/history")).await.rows();
    assert_eq!(history[0]["batchId"], result["batchId"]);
    let undone = undo(&ann, &result).await.data(StatusCode::OK);
    assert_eq!(outcomes(&undone), ["done"]);
    let tag = ann.get(&a).await.data(StatusCode::OK);
    assert_eq!(
        (&tag["color"], &tag["version"]),
        (&json!("slate"), &json!(3))
    );
    assert_eq!(
        ann.get(&format!("{a}/history")).await.rows()[0]["origin"],
        "undo"
    );

    let twice = undo(&ann, &result).await;
    assert_eq!(twice.status, StatusCode::CONFLICT);
    assert_eq!(twice.json()["detail"], "This has already been undone.");
}

#[tokio::test]
async fn a_bulk_change_that_changes_nothing_is_no_batch() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let a = tag(&ann, "A").await;
    let same = bulk(&ann, "edit", &[id(&a)], json!({ "color": "slate" })).await;
    assert_eq!(same.data(StatusCode::OK)["batchId"], Value::Null);
    let wrong = bulk(&ann, "edit", &[id(&a)], json!({ "color": "beige", "x": 1 })).await;
    let result = wrong.data(StatusCode::OK);
    assert_eq!(outcomes(&result), ["refused"]);
    assert_eq!(result["rows"][0]["errors"][0]["pointer"], "/color");
    assert_eq!(result["rows"][0]["errors"][1]["pointer"], "/x");
}

#[tokio::test]
async fn many_go_to_the_bin_and_come_back() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (a, b) = (tag(&ann, "A").await, tag(&ann, "B").await);
    let ids = [id(&a), id(&b)];
    let deleted = bulk(&ann, "delete", &ids, Value::Null).await;
    assert_eq!(outcomes(&deleted.data(StatusCode::OK)), ["done", "done"]);
    assert_eq!(ann.get(TAGS).await.json()["total"], 0);
    let restored = bulk(&ann, "restore", &ids, Value::Null).await;
    assert_eq!(outcomes(&restored.data(StatusCode::OK)), ["done", "done"]);
    let undone = undo(&ann, &restored.data(StatusCode::OK)).await;
    assert_eq!(outcomes(&undone.data(StatusCode::OK)), ["done", "done"]);
    assert_eq!(ann.get(TAGS).await.json()["total"], 0);
    let again = undo(&ann, &deleted.data(StatusCode::OK)).await;
    let again = again.data(StatusCode::OK);
    assert_eq!(
        outcomes(&again),
        ["refused", "refused"],
        "they were changed since"
    );
}

#[tokio::test]
async fn undo_takes_back_no_change_that_somebody_made_since() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (a, b) = (tag(&ann, "A").await, tag(&ann, "B").await);
    let ids = [id(&a), id(&b)];
    let done = bulk(&ann, "edit", &ids, json!({ "color": "red" })).await;
    let bob = app.colleague(&ann, "Manager").await;
    bob.patch(&b, "\"2\"", json!({ "color": "blue" })).await;
    let batch = done.data(StatusCode::OK);
    assert_eq!(
        undo(&bob, &batch).await.status,
        StatusCode::NOT_FOUND,
        "it is Ann's"
    );
    let undone = undo(&ann, &batch).await.data(StatusCode::OK);
    assert_eq!(outcomes(&undone), ["done", "refused"]);
    assert_eq!(
        undone["rows"][1]["detail"],
        "Someone has changed this since."
    );
    assert_eq!(ann.get(&b).await.data(StatusCode::OK)["color"], "blue");
}

#[tokio::test]
async fn undo_refuses_a_row_whose_name_was_taken_since_and_does_the_rest() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let (a, b) = (tag(&ann, "A").await, tag(&ann, "B").await);
    let ids = [id(&a), id(&b)];
    let csv = format!("_id,name\n{},A2\n{},B2\n", ids[0], ids[1]);
    let imported = super::tables::import(&ann, "dryRun=false", csv).await;
    tag(&ann, "a").await;
    let undone = undo(&ann, &imported.data(StatusCode::OK)).await;
    let undone = undone.data(StatusCode::OK);
    assert_eq!(outcomes(&undone), ["refused", "done"]);
    assert_eq!(undone["rows"][0]["errors"][0]["pointer"], "/name");
    assert_eq!(ann.get(&a).await.data(StatusCode::OK)["name"], "A2");
    assert_eq!(ann.get(&b).await.data(StatusCode::OK)["name"], "B");
}

#[tokio::test]
async fn a_bulk_request_at_fault_does_nothing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let a = tag(&ann, "A").await;
    let many: Vec<String> = (0..1001).map(|_| Uuid::now_v7().to_string()).collect();
    let path = format!("{TAGS}/bulk");
    for (body, expected) in [
        (json!({}), &["/ids", "/action"][..]),
        (json!({ "action": "burn", "ids": [id(&a)] }), &["/action"]),
        (json!({ "action": "edit", "ids": ["x"] }), &["/ids"]),
        (
            json!({ "action": "edit", "ids": [id(&a)], "changes": 1 }),
            &["/changes"],
        ),
        (
            json!({ "action": "edit", "ids": [id(&a)], "more": 1 }),
            &["/more"],
        ),
        (json!({ "action": "edit", "ids": many }), &["/ids"]),
    ] {
        assert_eq!(ann.post(&path, body).await.faults(), expected);
    }
    let never = json!({ "batchId": Uuid::now_v7() });
    assert_eq!(undo(&ann, &never).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn another_company_neither_sees_nor_undoes_a_batch() {
    let app = TestApp::init().await;
    let lines = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let a = tag(&lines, "A").await;
    let done = bulk(&lines, "edit", &[id(&a)], json!({ "color": "red" })).await;
    let batch = done.data(StatusCode::OK);
    assert_eq!(undo(&cargo, &batch).await.status, StatusCode::NOT_FOUND);
    assert_eq!(lines.get(&a).await.data(StatusCode::OK)["color"], "red");
}
