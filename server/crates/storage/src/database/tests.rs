//! The promises of opening and writing, each tried on a real database.

use super::sealed::Connected as _;
use super::*;
use crate::companies::tests::{company, user};
use crate::testing::{Place, storage};

mod at_once;
mod on_postgres;
mod on_sqlite;
mod pooled;
mod replica;
mod whole;

const ATTEMPT: &str = "INSERT INTO identity_attempts VALUES ('a', 'b', 1, 1, 1)";

async fn execute(tx: &Transaction, sql: &str) {
    tx.executor().execute_unprepared(sql).await.unwrap();
}

async fn count(db: &dyn Handle, what: &str) -> i64 {
    let sql = format!("SELECT count(*) AS many FROM {what}");
    let all = Statement::from_string(DbBackend::Postgres, sql);
    let row = db.connection().query_one_raw(all).await.unwrap();
    row.unwrap().get("many").unwrap()
}

async fn is_empty(db: &dyn Handle, table: &str) -> bool {
    let all = Statement::from_string(db.connection().backend(), format!("SELECT 1 FROM {table}"));
    db.connection().query_one_raw(all).await.unwrap().is_none()
}

async fn assert_refused(db: &dyn Handle, sql: &str) {
    let connection = db.connection();
    let write = Statement::from_string(connection.backend(), sql);
    let said = connection
        .query_all_raw(write)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("readonly") || said.contains("read-only"),
        "{said}"
    );
}

#[tokio::test]
async fn a_reader_cannot_write() {
    let (_place, storage) = storage().await;
    assert_refused(storage.reader(), "DELETE FROM identity_accounts").await;
}

#[tokio::test]
async fn a_snapshot_stays_as_it_was_and_cannot_write() {
    let (_place, storage) = storage().await;
    let lines = company(&storage).await;
    let snapshot = storage.read(lines).await.unwrap();
    assert!(is_empty(&snapshot, "users").await);
    let tx = storage.begin_for(lines).await.unwrap();
    user(&tx, lines, "ann@lines.test").await;
    tx.commit().await.unwrap();
    assert!(is_empty(&snapshot, "users").await);
    let later = storage.read(lines).await.unwrap();
    assert!(!is_empty(&later, "users").await);

    assert_refused(&snapshot, "DELETE FROM users").await;
}

#[tokio::test]
async fn an_abandoned_transaction_leaves_nothing_and_blocks_nobody() {
    let (_place, storage) = storage().await;
    let tx = storage.begin().await.unwrap();
    execute(&tx, ATTEMPT).await;
    drop(tx);
    let next = storage.begin().await.unwrap();
    assert!(is_empty(&next, "identity_attempts").await);
}

#[tokio::test]
async fn opening_again_finds_what_was_committed() {
    let (place, storage) = storage().await;
    let tx = storage.begin().await.unwrap();
    execute(&tx, ATTEMPT).await;
    tx.commit().await.unwrap();
    // Not closed: this is what a killed process leaves behind.
    let again = place.open().await.unwrap();
    assert!(!is_empty(again.reader(), "identity_attempts").await);
}

#[tokio::test]
async fn two_processes_may_open_a_new_database_at_once() {
    let place = Place::new();
    let (one, two) = tokio::join!(place.open(), place.open());
    one.unwrap().probe().await.unwrap();
    two.unwrap().probe().await.unwrap();
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let (place, storage) = storage().await;
    let tx = storage.begin().await.unwrap();
    execute(
        &tx,
        "INSERT INTO seaql_migrations VALUES ('m9999_future', 1)",
    )
    .await;
    tx.commit().await.unwrap();

    let error = place.open().await.unwrap_err();

    assert!(
        matches!(&error, OpenError::NewerDatabase { migration, .. } if migration == "m9999_future"),
        "{error}"
    );
}

#[tokio::test]
async fn a_data_directory_that_is_a_file_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "x").unwrap();
    assert!(matches!(
        Storage::open(&file).await,
        Err(OpenError::Directory { .. })
    ));
    assert!(matches!(
        Storage::open(&file.join("below")).await,
        Err(OpenError::Directory { .. })
    ));
}
