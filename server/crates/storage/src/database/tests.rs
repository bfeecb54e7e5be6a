//! The promises of opening and writing, each tried on a real file.

use sea_orm::ConnectionTrait as _;

use super::sealed::Connected as _;
use super::*;

async fn opened() -> (tempfile::TempDir, Storage) {
    let directory = tempfile::tempdir().unwrap();
    let storage = Storage::open(&directory.path().join("new/data"))
        .await
        .unwrap();
    (directory, storage)
}

async fn pragma(db: &impl ConnectionTrait, name: &str) -> String {
    let statement = Statement::from_string(DbBackend::Sqlite, format!("PRAGMA {name}"));
    let row = db.query_one_raw(statement).await.unwrap().unwrap();
    row.try_get_by_index::<String>(0)
        .or_else(|_| {
            row.try_get_by_index::<i64>(0)
                .map(|number| number.to_string())
        })
        .unwrap()
}

#[tokio::test]
async fn every_connection_follows_the_rules_of_durability() {
    let (_directory, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    for (name, value) in [
        ("journal_mode", "wal"),
        ("synchronous", "2"),
        ("foreign_keys", "1"),
        ("busy_timeout", "5000"),
        ("mmap_size", "0"),
    ] {
        assert_eq!(
            pragma(tx.connection(), name).await,
            value,
            "{name} of the writer"
        );
    }
    for (name, value) in [
        ("journal_mode", "wal"),
        ("foreign_keys", "1"),
        ("query_only", "1"),
    ] {
        assert_eq!(
            pragma(storage.reader().connection(), name).await,
            value,
            "{name} of a reader"
        );
    }
}

#[tokio::test]
async fn a_reader_cannot_write() {
    let (_directory, storage) = opened().await;
    let refused = storage
        .reader()
        .connection()
        .execute_unprepared("DELETE FROM identity_accounts")
        .await;
    assert!(refused.unwrap_err().to_string().contains("readonly"));
}

#[tokio::test]
async fn an_abandoned_transaction_leaves_nothing_and_blocks_nobody() {
    let (_directory, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    tx.connection()
        .execute_unprepared("INSERT INTO identity_attempts VALUES ('a', 'b', 1, 1, 1)")
        .await
        .unwrap();
    drop(tx);
    let next = storage.begin().await.unwrap();
    let left = Statement::from_string(DbBackend::Sqlite, "SELECT * FROM identity_attempts");
    assert!(
        next.connection()
            .query_one_raw(left)
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn opening_again_finds_what_was_committed() {
    let (directory, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    tx.connection()
        .execute_unprepared("INSERT INTO identity_attempts VALUES ('a', 'b', 1, 1, 1)")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    // Not closed: this is what a killed process leaves behind.
    let again = Storage::open(&directory.path().join("new/data"))
        .await
        .unwrap();
    let found = Statement::from_string(DbBackend::Sqlite, "SELECT * FROM identity_attempts");
    assert!(
        again
            .reader()
            .connection()
            .query_one_raw(found)
            .await
            .unwrap()
            .is_some()
    );
}

#[tokio::test]
async fn two_processes_may_open_a_new_database_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = tokio::join!(
        Storage::open(directory.path()),
        Storage::open(directory.path())
    );
    one.unwrap().probe().await.unwrap();
    two.unwrap().probe().await.unwrap();
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_and_left_as_it_was() {
    let (directory, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    tx.connection()
        .execute_unprepared("INSERT INTO seaql_migrations VALUES ('m9999_future', 1)")
        .await
        .unwrap();
    tx.commit().await.unwrap();
    storage.close().await.unwrap();
    let path = directory.path().join("new/data");
    let before = std::fs::read(path.join(FILE_NAME)).unwrap();

    let error = Storage::open(&path).await.unwrap_err();

    assert!(
        matches!(&error, OpenError::NewerDatabase { migration, .. } if migration == "m9999_future"),
        "{error}"
    );
    assert_eq!(before, std::fs::read(path.join(FILE_NAME)).unwrap());
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE_NAME);
    std::fs::write(&path, "this is a letter, not a database ".repeat(100)).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = Storage::open(directory.path()).await.unwrap_err();
    assert!(matches!(error, OpenError::Database { .. }), "{error}");
    assert_eq!(before, std::fs::read(&path).unwrap());
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

#[test]
fn only_sqlite_without_the_wal_fault_is_acceptable() {
    for (version, acceptable) in [
        ("3.51.3", true),
        ("3.51.10", true),
        ("3.52.0", true),
        ("4.0.0", true),
        ("3.51.2", false),
        ("3.9.9", false),
        ("", false),
        ("x", false),
    ] {
        assert_eq!(is_acceptable(version), acceptable, "{version:?}");
    }
}
