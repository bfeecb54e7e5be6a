//! Import jobs: what stays of an import.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::actors::{Actor, TestApp};

const JOBS: &str = "/log/api/v1/import-jobs";
const TAGS: &str = "/contact/api/v1/contact-tags";
const FILES: &str = "/drive/api/v1/filesystem/file";

async fn import(actor: &Actor, query: &str, table: &str) -> Value {
    let path = format!("{TAGS}/import?{query}");
    let headers = [("content-type", "text/csv")];
    let answer = actor
        .send_with(Method::POST, &path, &headers, table.to_owned())
        .await;
    answer.data(StatusCode::OK)
}

async fn content(actor: &Actor, file: &Value) -> String {
    let path = format!("{FILES}/{}/content", file.as_str().unwrap());
    let answer = actor.get(&path).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    answer.text
}

#[tokio::test]
async fn an_import_leaves_its_table_its_wrong_rows_and_how_to_undo_it() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let table = "name,Shade\r\nReefer,teal\r\nOversize,invisible\r\n\"=1+1\",red\r\n";
    assert_eq!(
        import(&ann, "map=Shade:color", table).await["jobId"],
        Value::Null,
        "a dry run writes nothing"
    );
    assert_eq!(ann.get(JOBS).await.rows(), Vec::<Value>::new());

    let done = import(&ann, "dryRun=false&mode=insert&map=Shade:color", table).await;
    let path = format!("{JOBS}/{}", done["jobId"].as_str().unwrap());
    let job = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(
        (
            &job["entity"],
            &job["mode"],
            &job["state"],
            &job["undoneAt"]
        ),
        (
            &json!("contactTag"),
            &json!("insert"),
            &json!("done"),
            &Value::Null
        )
    );
    assert_eq!(
        job["counts"],
        json!({ "new": 2, "changed": 0, "same": 0, "error": 1 })
    );
    assert_eq!(
        job["mapping"],
        json!([{ "column": "Shade", "field": "color" }])
    );
    assert_eq!(job["batchId"], done["batchId"]);
    assert_eq!(content(&ann, &job["fileId"]).await, table);
    let wrong = content(&ann, &job["errorFileId"]).await;
    let lines: Vec<&str> = wrong.lines().collect();
    assert_eq!(lines[0], "name,Shade,Problem");
    assert!(lines[1].starts_with("Oversize,invisible,"), "{wrong}");
    assert_eq!(lines.len(), 2);

    app.clock.advance(jiff::SignedDuration::from_hours(1));
    let undo = format!("{TAGS}/batches/{}/undo", done["batchId"].as_str().unwrap());
    assert_eq!(ann.post(&undo, json!({})).await.status, StatusCode::OK);
    let job = ann.get(&path).await.data(StatusCode::OK);
    assert_eq!(job["state"], "undone");
    assert_eq!(job["undoneAt"], "2026-11-20T12:00:00Z");
    assert_eq!(ann.get(JOBS).await.column("state"), ["undone"]);
}

#[tokio::test]
async fn an_import_of_wrong_rows_alone_leaves_a_job_and_no_batch() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let done = import(&ann, "dryRun=false", "name,color\nReefer,invisible\n").await;
    assert_eq!(done["batchId"], Value::Null);
    let job = &ann.get(JOBS).await.rows()[0];
    assert_eq!(job["_id"], done["jobId"]);
    assert_eq!(job["counts"]["error"], 1);
    assert_ne!(job["errorFileId"], Value::Null);
}

#[tokio::test]
async fn imports_are_seen_by_who_made_them_and_by_who_sees_the_audit_trail() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let [bob, eve] = [
        app.colleague_with(&ann, &[("contactTag:import", "company")])
            .await,
        app.colleague_with(&ann, &[("contactTag:import", "company")])
            .await,
    ];
    import(&bob, "dryRun=false", "name\nReefer\n").await;
    assert_eq!(bob.get(JOBS).await.rows().len(), 1);
    assert_eq!(ann.get(JOBS).await.rows().len(), 1);
    assert_eq!(eve.get(JOBS).await.rows().len(), 0);
    // The table itself stays its maker's.
    let file = ann.get(JOBS).await.rows()[0]["fileId"].clone();
    let path = format!("{FILES}/{}/content", file.as_str().unwrap());
    assert_eq!(ann.get(&path).await.status, StatusCode::NOT_FOUND);
}
