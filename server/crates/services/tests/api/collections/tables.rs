//! Import and export of tables.

use std::io::Cursor;

use axum::http::{Method, StatusCode};
use calamine::{Reader as _, Xlsx};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

use super::{TAGS, tag};
use crate::actors::{Actor, Answer, TestApp};

const CSV: &str = "text/csv";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub(super) async fn import(actor: &Actor, query: &str, csv: impl Into<String>) -> Answer {
    let path = format!("{TAGS}/import?{query}");
    actor
        .send(Method::POST, &path, csv.into().into(), Some(CSV))
        .await
}

async fn import_xlsx(actor: &Actor, query: &str, bytes: Vec<u8>) -> Answer {
    let path = format!("{TAGS}/import?{query}");
    actor
        .send(Method::POST, &path, bytes.into(), Some(XLSX))
        .await
}

async fn undo(actor: &Actor, batch: &Value) -> Answer {
    let batch = batch["batchId"].as_str().unwrap();
    actor
        .post(&format!("{TAGS}/batches/{batch}/undo"), json!({}))
        .await
}

fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, *cell).unwrap(),
            };
        }
    }
    book.save_to_buffer().unwrap()
}

fn outcomes(result: &Value) -> Vec<&str> {
    let rows = result["rows"].as_array().unwrap();
    rows.iter()
        .map(|it| it["outcome"].as_str().unwrap())
        .collect()
}

const MIXED: &str =
    "name,color,sortOrder\nA,red,1\nB,slate,0\nC,beige,2\n\nD,red,many\nA,blue,4\n,red,\n";

#[tokio::test]
async fn a_dry_run_names_every_wrong_cell_and_writes_nothing() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    tag(&ann, "A").await;
    tag(&ann, "B").await;
    let told = import(&ann, "", MIXED).await.data(StatusCode::OK);
    assert_eq!(
        (&told["dryRun"], &told["batchId"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        told["counts"],
        json!({ "new": 0, "changed": 1, "same": 1, "error": 4 })
    );
    assert_eq!(
        outcomes(&told),
        ["changed", "same", "error", "error", "error", "error"]
    );
    let faults: Vec<_> = told["rows"].as_array().unwrap()[2..]
        .iter()
        .map(|row| (&row["row"], &row["errors"][0]["column"]))
        .collect();
    assert_eq!(
        faults,
        [
            (&json!(4), &json!("color")),
            (&json!(6), &json!("sortOrder")),
            (&json!(7), &Value::Null),
            (&json!(8), &json!("name")),
        ]
    );
    let names = ann.get(TAGS).await;
    assert!(names.rows().iter().all(|tag| tag["version"] == 1));
}

#[tokio::test]
async fn a_commit_takes_the_right_rows_and_undo_restores_every_one() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    tag(&ann, "A").await;
    let before = ann.get(TAGS).await.rows();
    let csv = "name,color\nA,red\nNew,blue\nWrong,beige\n";
    let done = import(&ann, "dryRun=false", csv).await.data(StatusCode::OK);
    assert_eq!(
        done["counts"],
        json!({ "new": 1, "changed": 1, "same": 0, "error": 1 })
    );
    let listed = ann.get(&format!("{TAGS}?sort=name")).await;
    assert_eq!(listed.column("name"), ["A", "New"]);
    assert_eq!(listed.column("color"), ["red", "blue"]);
    assert_eq!(done["rows"][1]["_id"], listed.rows()[1]["_id"]);
    let history = format!(
        "{TAGS}/{}/history",
        done["rows"][1]["_id"].as_str().unwrap()
    );
    let entry = &ann.get(&history).await.rows()[0];
    assert_eq!(
        (&entry["origin"], &entry["batchId"]),
        (&json!("import"), &done["batchId"])
    );

    let undone = undo(&ann, &done).await.data(StatusCode::OK);
    assert_eq!(outcomes(&undone), ["done", "done"]);
    let after = ann.get(TAGS).await.rows();
    assert_eq!((after.len(), &after[0]["color"]), (1, &before[0]["color"]));
    assert_eq!(undo(&ann, &done).await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn modes_say_what_rows_may_do() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    tag(&ann, "A").await;
    let csv = "name,color\nA,red\nB,red\n";
    for (mode, expected) in [
        ("insert", ["error", "new"]),
        ("update", ["changed", "error"]),
        ("upsert", ["changed", "new"]),
    ] {
        let told = import(&ann, &format!("mode={mode}"), csv).await;
        assert_eq!(outcomes(&told.data(StatusCode::OK)), expected, "{mode}");
    }
}

#[tokio::test]
async fn columns_are_mapped_left_out_or_unknown() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let csv = "Wort;Farbe;Kommentar\nA;red;x\n";
    let unknown = import(&ann, "map=Wort:name", csv).await;
    assert_eq!(unknown.faults(), ["?map=Farbe", "?map=Kommentar"]);
    let query = "dryRun=false&map=Wort:name&map=Farbe:color&map=Kommentar:";
    let done = import(&ann, query, csv).await;
    assert_eq!(outcomes(&done.data(StatusCode::OK)), ["new"]);
    assert_eq!(ann.get(TAGS).await.column("color"), ["red"]);
    let twice = import(&ann, "", "name,color,name\nA,red,B\n").await;
    assert_eq!(twice.faults(), ["?map=name (2)"]);
    let malformed = import(&ann, "map=Label&mode=replace&dryRun=no", csv).await;
    assert_eq!(malformed.faults().len(), 3);
}

#[tokio::test]
async fn a_workbook_is_read_like_a_text() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let book = workbook(&[
        &["name", "color", "sortOrder"],
        &["Łódź", "red", "7"],
        &["Wrong", "beige", "1.5"],
    ]);
    let told = import_xlsx(&ann, "", book.clone()).await;
    let told = told.data(StatusCode::OK);
    let errors = told["rows"][1]["errors"].as_array().unwrap();
    let columns: Vec<_> = errors.iter().map(|it| &it["column"]).collect();
    assert_eq!(columns, ["color", "sortOrder"]);
    let done = import_xlsx(&ann, "dryRun=false", book).await;
    let done = done.data(StatusCode::OK);
    let tag = &ann.get(TAGS).await.rows()[0];
    assert_eq!(
        (&tag["name"], &tag["sortOrder"]),
        (&json!("Łódź"), &json!(7))
    );
    undo(&ann, &done).await.data(StatusCode::OK);
    assert_eq!(ann.get(TAGS).await.json()["total"], 0);
}

#[tokio::test]
async fn what_is_no_table_is_refused() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let path = format!("{TAGS}/import");
    let other = ann
        .send(Method::POST, &path, "x".into(), Some("text/html"))
        .await;
    assert_eq!(other.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    for (media_type, body) in [
        (CSV, &b""[..]),
        (CSV, b"a\n\x01\xff\n"),
        (XLSX, b"PK\x03\x04"),
    ] {
        let answer = ann
            .send(Method::POST, &path, body.into(), Some(media_type))
            .await;
        assert_eq!(answer.faults(), [""], "{media_type} {body:?}");
    }
}

#[tokio::test]
async fn a_sheet_with_a_cell_at_its_far_end_is_refused_without_being_filled() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(0, 0, "name").unwrap();
    sheet.write_string(1_048_575, 16_383, "far away").unwrap();
    let refused = import_xlsx(&ann, "", book.save_to_buffer().unwrap()).await;
    assert_eq!(refused.faults(), [""]);
}

#[tokio::test]
async fn characters_that_cannot_be_stored_are_faults_of_their_cells() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let told = import(&ann, "dryRun=false", "name,color\na\u{0}b,red\nok,red\n").await;
    let told = told.data(StatusCode::OK);
    assert_eq!(outcomes(&told), ["error", "new"]);
    assert_eq!(told["rows"][0]["errors"][0]["column"], "name");
}

#[tokio::test]
async fn rows_are_named_by_their_id_and_unknown_ids_are_faults() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let cargo = app.administrator("Cargo").await;
    let (own, foreign) = (tag(&ann, "A").await, tag(&cargo, "B").await);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let csv = format!("_id,name\n{},A2\n{},B2\nx,C\n", id(&own), id(&foreign));
    let told = import(&ann, "dryRun=false", csv).await.data(StatusCode::OK);
    assert_eq!(outcomes(&told), ["changed", "error", "error"]);
    for row in [1, 2] {
        let error = &told["rows"][row]["errors"][0];
        assert_eq!(
            error,
            &json!({ "column": "_id", "detail": "No record found." })
        );
    }
    assert_eq!(cargo.get(TAGS).await.column("name"), ["B"]);
}

#[tokio::test]
async fn what_is_exported_is_imported_as_the_same() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for (name, description) in [
        ("=SUM(A1)", "+31 20 123, \"quoted\""),
        ("@mention", "-cmd|' /C calc'!A0"),
        ("Łódź; Gdańsk", "'as it is"),
    ] {
        let body = json!({ "name": name, "description": description, "color": "red" });
        ann.post(TAGS, body).await.data(StatusCode::CREATED);
    }
    let csv = ann.get(&format!("{TAGS}/export?sort=name")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        csv.header("content-disposition"),
        "attachment; filename=\"contact_tags.csv\""
    );
    let starts: Vec<&str> = csv
        .text
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(starts, ["'=SUM(A1)", "'@mention", "Łódź; Gdańsk"]);
    let again = import(&ann, "", csv.text).await.data(StatusCode::OK);
    assert_eq!(outcomes(&again), ["same", "same", "same"]);

    let xlsx = ann.get(&format!("{TAGS}/export?format=xlsx")).await;
    assert_eq!(xlsx.header("content-type"), XLSX);
    let mut book = Xlsx::new(Cursor::new(xlsx.bytes.clone())).unwrap();
    assert!(book.worksheet_formula("Sheet1").unwrap().is_empty());
    let again = import_xlsx(&ann, "", xlsx.bytes).await;
    assert_eq!(
        outcomes(&again.data(StatusCode::OK)),
        ["same", "same", "same"]
    );
}

#[tokio::test]
async fn an_export_holds_what_the_list_would_and_is_noted() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    for name in ["A", "B", "C"] {
        tag(&ann, name).await;
    }
    let filtered = ann
        .get(&format!("{TAGS}/export?filter=name:ge:b&sort=-name"))
        .await;
    let names: Vec<&str> = filtered
        .text
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(names, ["C", "B"]);
    let refused = ann.get(&format!("{TAGS}/export?format=pdf&colour=1")).await;
    assert_eq!(refused.faults(), ["?format", "?colour"]);
    let audit = ann.get("/log/api/v1/audit").await;
    assert_eq!(audit.column("action")[0], "contactTag.export");
}
