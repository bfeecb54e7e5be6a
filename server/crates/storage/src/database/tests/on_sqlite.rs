//! What is true of SQLite alone. Each test opens a file of its own, whichever database the others run on.

use super::super::sqlite::is_acceptable;
use super::*;

async fn opened() -> (tempfile::TempDir, Storage) {
    let directory = tempfile::tempdir().unwrap();
    let storage = Storage::open(&directory.path().join("new/data"))
        .await
        .unwrap();
    (directory, storage)
}

async fn pragma(db: &dyn Handle, name: &str) -> String {
    let statement = Statement::from_string(DbBackend::Sqlite, format!("PRAGMA {name}"));
    let row = db.connection().query_one_raw(statement).await;
    let row = row.unwrap().unwrap();
    // What SQLite calls the answer.
    let column = name.strip_prefix("busy_").unwrap_or(name);
    row.get::<String>(column)
        .or_else(|_| row.get::<i64>(column).map(|number| number.to_string()))
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
        assert_eq!(pragma(&tx, name).await, value, "{name} of the writer");
    }
    for (name, value) in [
        ("journal_mode", "wal"),
        ("foreign_keys", "1"),
        ("query_only", "1"),
    ] {
        assert_eq!(
            pragma(storage.reader(), name).await,
            value,
            "{name} of a reader"
        );
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_as_it_was() {
    let (directory, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    execute(
        &tx,
        "INSERT INTO seaql_migrations VALUES ('m9999_future', 1)",
    )
    .await;
    tx.commit().await.unwrap();
    storage.close().await.unwrap();
    let path = directory.path().join("new/data");
    let before = std::fs::read(path.join(FILE_NAME)).unwrap();
    let error = Storage::open(&path).await.unwrap_err();
    assert!(matches!(error, OpenError::NewerDatabase { .. }), "{error}");
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
