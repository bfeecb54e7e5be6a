use std::future::ready;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::*;
use crate::Storage;
use crate::database::FILE_NAME;

/// Millions of steps.
const LONG: &str = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT count(*) AS many FROM n";

fn statement(sql: &str) -> Statement {
    Statement::from_string(DbBackend::Sqlite, sql)
}

/// Two readers of a new database.
async fn readers() -> (tempfile::TempDir, FileReaders) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open(folder.path()).await.unwrap();
    storage.close().await.unwrap();
    let file = folder.path().join(FILE_NAME);
    let readers = FileReaders::open(&file, 2, Arc::default()).await.unwrap();
    (folder, readers)
}

async fn many(lent: &Lent) -> Value {
    let rows = lent.all(statement(LONG)).await.unwrap();
    rows[0].value("", "many", &ArrayType::BigInt).unwrap()
}

/// How many numbers are less than 300,000 by more than this.
async fn counted(lent: &Lent, less: i64) -> i64 {
    let sql = "SELECT count(*) AS many FROM numbers WHERE i < 300000 - ?";
    let counted = Statement::from_sql_and_values(DbBackend::Sqlite, sql, [Value::from(less)]);
    let rows = lent.kept(counted).await.unwrap();
    match rows[0].value("", "many", &ArrayType::BigInt).unwrap() {
        Value::BigInt(Some(many)) => many,
        other => panic!("{other:?}"),
    }
}

/// What the work gives, if it waits for nothing.
fn at_once<T>(work: impl Future<Output = T>) -> Option<T> {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(given) => Some(given),
        Poll::Pending => None,
    }
}

#[tokio::test]
async fn a_long_statement_blocks_no_other_task() {
    let (_folder, readers) = readers().await;
    let lent = readers.lend().await.unwrap();
    let mut many = pin!(many(&lent));
    // The runtime of a test has one thread.
    tokio::select! {
        biased;
        _ = &mut many => panic!("it ran on the thread of its task"),
        () = ready(()) => {}
    }
    assert_eq!(many.await, Value::BigInt(Some(300_000)));
    // It is not tried here again.
    assert!(readers.0.long.has(&statement(LONG)));
    // The next long statement is stopped as well.
    let loan = lent.loan.lock().unwrap();
    let stopped = loan
        .run(&Query::once(statement(LONG)), Weak::new())
        .unwrap_err();
    assert_eq!(
        stopped.sqlite_error_code(),
        Some(ErrorCode::OperationInterrupted)
    );
}

#[tokio::test]
async fn a_short_statement_is_never_stopped() {
    let (_folder, readers) = readers().await;
    let lent = readers.lend().await.unwrap();
    let short = Query::once(statement(&LONG.replace("300000", "300")));
    for _ in 0..100 {
        let rows = lent.loan.lock().unwrap().run(&short, Weak::new()).unwrap();
        assert_eq!(rows.len(), 1);
    }
}

#[tokio::test]
async fn a_kept_number_is_counted_again_after_a_write() {
    let (folder, readers) = readers().await;
    let elsewhere = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
    let table = LONG.replace("SELECT count(*) AS many", "SELECT i");
    let table = format!("CREATE TABLE numbers AS {table}");
    elsewhere.execute_batch(&table).unwrap();
    let lent = readers.lend().await.unwrap();
    assert_eq!(counted(&lent, 0).await, 299_999);
    // No thread is waited for, so nothing is counted; for another value it is.
    assert_eq!(at_once(counted(&lent, 0)), Some(299_999));
    assert_eq!(at_once(counted(&lent, 2)), None);
    // Whether somebody has written is asked often, and is never long, whatever ran before it.
    assert_eq!(counted(&lent, 2).await, 299_997);
    for _ in 0..2000 {
        assert_eq!(at_once(counted(&lent, 0)), Some(299_999));
    }
    lent.begin().await.unwrap();
    assert_eq!(counted(&lent, 0).await, 299_999);
    let written = elsewhere.execute("DELETE FROM numbers WHERE i = 1", []);
    assert_eq!(written.unwrap(), 1);
    // One state of the file is read until the connection is given back.
    assert_eq!(at_once(counted(&lent, 0)), Some(299_999));
    drop(lent);
    // It is the connection that was given back last.
    let lent = readers.lend().await.unwrap();
    assert_eq!(at_once(counted(&lent, 0)), None);
    assert_eq!(counted(&lent, 0).await, 299_998);
}

#[tokio::test]
async fn one_reader_may_be_asked_twice_at_once() {
    let (_folder, readers) = readers().await;
    let lent = readers.lend().await.unwrap();
    lent.begin().await.unwrap();
    let short = statement("SELECT 1 AS one");
    let (one, two, short_one) = tokio::join!(many(&lent), many(&lent), lent.all(short.clone()));
    assert_eq!(one, two);
    // It waited for them, which makes it no long one.
    assert!(short_one.is_ok() && !readers.0.long.has(&short));
}

#[tokio::test]
async fn dropping_a_wait_gives_the_connection_back() {
    let (_folder, readers) = readers().await;
    let endless = LONG.replace("WHERE i < 300000", "");
    for _ in 0..4 {
        let lent = readers.lend().await.unwrap();
        lent.begin().await.unwrap();
        let given_up = timeout(Duration::from_millis(5), lent.all(statement(&endless)));
        assert!(given_up.await.is_err());
    }
    let (one, two) = (readers.lend().await.unwrap(), readers.lend().await.unwrap());
    assert_eq!(readers.size(), (2, 0));
    for lent in [&one, &two] {
        lent.begin().await.unwrap();
    }
    drop((one, two));
    assert_eq!(readers.size(), (2, 2));
}

#[tokio::test]
async fn closing_waits_for_lent_connections() {
    let (_folder, readers) = readers().await;
    let lent = readers.lend().await.unwrap();
    let closing = tokio::spawn({
        let readers = readers.clone();
        async move { readers.close().await }
    });
    tokio::task::yield_now().await;
    assert!(!closing.is_finished());
    drop(lent);
    closing.await.unwrap();
    let refused = readers.lend().await.unwrap_err();
    assert!(matches!(
        crate::StorageError::from(refused),
        crate::StorageError::Busy
    ));
    // Again, as after a failure.
    readers.close().await;
}

#[tokio::test]
async fn a_column_of_another_type_is_named() {
    let (_folder, readers) = readers().await;
    let lent = readers.lend().await.unwrap();
    let rows = lent.all(statement(
        "SELECT 5000000000 AS wide, 'x' AS text, NULL AS none",
    ));
    let row = &mut rows.await.unwrap()[0];
    assert!(row.take_text("wide").is_err() && row.take_text("missing").is_err());
    assert_eq!(row.take_text("text").as_deref(), Ok("x"));
    let read = |column, kind| row.value("", column, &kind);
    assert_eq!(
        read("wide", ArrayType::BigInt),
        Ok(Value::BigInt(Some(5_000_000_000)))
    );
    assert_eq!(read("none", ArrayType::Uuid), Ok(Value::Uuid(None)));
    for (column, kind) in [
        ("wide", ArrayType::Int),
        ("text", ArrayType::BigInt),
        ("text", ArrayType::Uuid),
        ("missing", ArrayType::String),
    ] {
        let error = read(column, kind).unwrap_err();
        assert!(error.to_string().contains(column), "{error}");
    }
}
