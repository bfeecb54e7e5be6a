//! A table of 10,000 rows, as a company brings it from its old system: some change contacts that are there, 300 are wrong.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{CONTACTS, import};
use crate::actors::{Actor, TestApp};

const ROWS: usize = 10_000;
const WRONG: usize = 300;
/// Contacts that are there before; of these the table changes all but one in four, which it repeats.
const STORED: usize = 1200;

const HEADER: &str = "_id,kind,displayName,firstName,lastName,email,phone,country,city,website,scac,language,timezone,roles,tags,\
                      organisationId,ownerId,favourite,notes";
const COLUMNS: usize = 19;

/// The cells of a right row by their columns.
type Cells = BTreeMap<&'static str, String>;

fn columns() -> Vec<&'static str> {
    HEADER.split(',').collect()
}

/// A right row about the contact with this number.
fn right(number: usize, city: &str) -> Cells {
    let mut cells = Cells::new();
    let countries = ["NL", "DE", "US", "SG", "br"];
    let is_person = !number.is_multiple_of(5);
    if is_person {
        cells.insert("kind", "person".to_owned());
        cells.insert("firstName", format!("Zoë{}", number % 70));
        cells.insert("lastName", format!("Jansen {number}"));
    } else {
        cells.insert("kind", "organisation".to_owned());
        cells.insert("displayName", format!("Lines {number} BV"));
    }
    cells.insert("email", format!("p{number}@b.test"));
    cells.insert("phone", format!("+31 20 {number:07}"));
    cells.insert("country", countries[number % 5].to_owned());
    cells.insert("city", city.to_owned());
    cells.insert("roles", "shipper; notify".to_owned());
    cells.insert("favourite", "no".to_owned());
    cells.insert("notes", "\"says \"\"hello\"\", twice\"".to_owned());
    cells
}

fn line(cells: &Cells) -> String {
    let cell = |name: &&str| cells.get(name).cloned().unwrap_or_default();
    columns().iter().map(cell).collect::<Vec<_>>().join(",")
}

/// Makes the row wrong in one of many ways, and gives the columns that a dry run has to name.
fn spoil(cells: &mut Cells, way: usize) -> Vec<&'static str> {
    let never = Uuid::now_v7().to_string();
    let wrong: &[(&'static str, &str)] = match way % 15 {
        0 => &[("email", "p at b.test")],
        1 => &[("phone", "1234567")],
        2 => &[("country", "Narnia")],
        3 => &[("country", "QQ")],
        4 => &[("kind", "robot"), ("scac", "M1")],
        5 => &[("website", "ftp://b.test")],
        6 => &[("language", "Dutch")],
        7 => &[("timezone", "Mars/Olympus")],
        8 => &[("roles", "shipper; pirate")],
        9 => &[("favourite", "perhaps")],
        10 => &[("tags", &never)],
        11 => &[("organisationId", &never)],
        12 => &[("ownerId", &never)],
        13 => &[("_id", &never)],
        // The row above has this address.
        _ => &[("email", "taken@b.test")],
    };
    if wrong[0].0 == "organisationId" {
        cells.insert("kind", "person".to_owned());
    }
    for (column, text) in wrong {
        cells.insert(column, (*text).to_owned());
    }
    wrong.iter().map(|(column, _)| *column).collect()
}

struct Large {
    csv: String,
    /// The wrong cells: number of the row as a spreadsheet shows it, and columns.
    wrong: BTreeMap<u64, BTreeSet<String>>,
    new: usize,
    changed: usize,
    same: usize,
}

/// The table. Stored contacts stand at its begin, wrong rows everywhere.
fn large() -> Large {
    let mut large = Large {
        csv: format!("{HEADER}\n"),
        wrong: BTreeMap::new(),
        new: 0,
        changed: 0,
        same: 0,
    };
    for at in 0..ROWS {
        let city = if at < STORED && at % 4 == 0 {
            "Rotterdam"
        } else {
            "Antwerp"
        };
        let mut cells = right(at, city);
        if at == 1 {
            cells.insert("email", "taken@b.test".to_owned());
        }
        if at % 33 == 32 && large.wrong.len() < WRONG {
            let columns = spoil(&mut cells, large.wrong.len());
            let columns = columns.into_iter().map(str::to_owned).collect();
            large.wrong.insert(at as u64 + 2, columns);
        } else if STORED <= at || at == 1 {
            large.new += 1;
        } else if at % 4 == 0 {
            large.same += 1;
        } else {
            large.changed += 1;
        }
        large.csv.push_str(&line(&cells));
        large.csv.push('\n');
    }
    large
}

/// What the rows of a result say is wrong: row and columns, each with a reason.
fn told(result: &Value) -> BTreeMap<u64, BTreeSet<String>> {
    let rows = result["rows"].as_array().unwrap();
    let wrong = rows.iter().filter(|row| row["outcome"] == "error");
    wrong
        .map(|row| {
            let errors = row["errors"].as_array().unwrap();
            let columns = errors.iter().map(|error| {
                let reason = error["detail"].as_str().unwrap();
                assert!(reason.ends_with('.') && !reason.is_empty(), "{row}");
                error["column"].as_str().unwrap().to_owned()
            });
            (row["row"].as_u64().unwrap(), columns.collect())
        })
        .collect()
}

/// All contacts as they are exported, without when they were changed last.
async fn exported(actor: &Actor) -> BTreeSet<String> {
    let answer = actor.get(&format!("{CONTACTS}/export")).await;
    assert_eq!(answer.status, StatusCode::OK);
    let lines = answer.text.split("\r\n").filter(|line| !line.is_empty());
    lines
        .map(|line| line.rsplit_once(',').unwrap().0.to_owned())
        .collect()
}

async fn total(actor: &Actor, query: &str) -> Value {
    let part = actor.get(&format!("{CONTACTS}?pageSize=1&{query}")).await;
    part.json()["total"].clone()
}

async fn chain(actor: &Actor) -> Value {
    let told = actor.get("/log/api/v1/audit/verify").await;
    told.data(StatusCode::OK)
}

#[tokio::test]
async fn ten_thousand_rows_are_checked_cell_by_cell_taken_in_and_taken_back() {
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let stored: Vec<String> = (0..STORED)
        .map(|at| line(&right(at, "Rotterdam")))
        .collect();
    let stored = format!("{HEADER}\n{}\n", stored.join("\n"));
    let first = import(&ann, "dryRun=false", stored)
        .await
        .data(StatusCode::OK);
    assert_eq!(first["counts"]["new"], STORED);
    let before = exported(&ann).await;
    assert_eq!(before.len(), STORED + 1, "a header, and a line each");

    let large = large();
    assert_eq!(HEADER.split(',').count(), COLUMNS);
    let counts =
        json!({ "new": large.new, "changed": large.changed, "same": large.same, "error": WRONG });
    let dry = import(&ann, "dryRun=true", &*large.csv)
        .await
        .data(StatusCode::OK);
    assert_eq!(dry["counts"], counts);
    assert_eq!(told(&dry), large.wrong);
    assert_eq!(total(&ann, "").await, STORED, "a dry run writes nothing");

    let done = import(&ann, "dryRun=false", &*large.csv)
        .await
        .data(StatusCode::OK);
    assert_eq!(done["counts"], counts);
    assert_eq!(told(&done), large.wrong, "both decide alike");
    assert_eq!(total(&ann, "").await, STORED + large.new);
    assert_eq!(total(&ann, "filter=email:eq:p2@b.test").await, 1);
    let changed = ann
        .get(&format!("{CONTACTS}?filter=email:eq:p2@b.test"))
        .await
        .rows();
    assert_eq!(changed[0]["addresses"][0]["city"], "Antwerp");
    let whole = chain(&ann).await;
    assert_eq!(whole["brokenAt"], Value::Null);

    let batch = done["batchId"].as_str().unwrap();
    let undone = ann
        .post(&format!("{CONTACTS}/batches/{batch}/undo"), json!({}))
        .await
        .data(StatusCode::OK);
    let rows = undone["rows"].as_array().unwrap();
    assert_eq!(rows.len(), large.new + large.changed);
    assert!(rows.iter().all(|row| row["outcome"] == "done"));
    assert_eq!(exported(&ann).await, before, "every value is what it was");
    assert_eq!(total(&ann, "bin=true").await, large.new);
    // A change that was taken back is a change too; what the table repeated was never touched.
    let back = ann
        .get(&format!("{CONTACTS}?filter=email:eq:p2@b.test"))
        .await
        .rows();
    assert_eq!(back[0]["version"], 3);
    let same = ann
        .get(&format!("{CONTACTS}?filter=email:eq:p4@b.test"))
        .await
        .rows();
    assert_eq!(same[0]["version"], 1);
    let longer = chain(&ann).await;
    assert_eq!(longer["brokenAt"], Value::Null);
    let entries = |told: &Value| told["entries"].as_u64().unwrap();
    // Each record that was taken back left an entry; so did the export.
    assert_eq!(
        entries(&longer),
        entries(&whole) + (large.new + large.changed) as u64 + 1
    );
}

/// Rows that ask the database nothing are planned for longer than who writes one record may be without a statement.
#[tokio::test]
async fn a_table_that_takes_long_to_plan_is_taken_in() {
    if !waybill_test_postgres::is_wanted() {
        // SQLite ends no transaction that waits.
        return;
    }
    let app = TestApp::init().await;
    let ann = app.administrator("Lines").await;
    let rows: Vec<String> = (0..2 * ROWS).map(|it| line(&right(it, "Breda"))).collect();
    let table = format!("{HEADER}\n{}\n", rows.join("\n"));
    let done = import(&ann, "dryRun=false", table)
        .await
        .data(StatusCode::OK);
    assert_eq!(done["counts"]["new"], 2 * ROWS);
}
