//! A whole: what must be there entirely or not at all.

use std::sync::Mutex;

use super::*;

const SECOND: &str = "INSERT INTO identity_attempts VALUES ('c', 'd', 1, 1, 1)";

async fn write(storage: &Storage, sql: &str) {
    let tx = storage.begin().await.unwrap();
    execute(&tx, sql).await;
    tx.commit().await.unwrap();
}

async fn count(db: &Reader) -> i64 {
    let all = Statement::from_string(
        db.connection().backend(),
        "SELECT count(*) AS many FROM identity_attempts",
    );
    let row = db.connection().query_one_raw(all).await.unwrap().unwrap();
    row.get("many").unwrap()
}

#[tokio::test]
async fn what_a_whole_commits_is_seen_within_at_once_and_elsewhere_at_its_end() {
    let (place, storage) = storage().await;
    let elsewhere = place.open().await.unwrap();
    let done = storage.whole(async |whole| {
        write(&whole, ATTEMPT).await;
        let given_up = whole.begin().await.unwrap();
        execute(&given_up, SECOND).await;
        drop(given_up);
        assert_eq!(count(whole.reader()).await, 1);
        assert!(is_empty(elsewhere.reader(), "identity_attempts").await);
        write(&whole, SECOND).await;
        Ok::<_, StorageError>("done")
    });
    assert_eq!(done.await.unwrap(), "done");
    assert_eq!(count(elsewhere.reader()).await, 2);
}

#[tokio::test]
async fn a_whole_that_fails_or_is_cut_off_leaves_nothing_and_blocks_nobody() {
    let (_place, storage) = storage().await;
    let failed = storage.whole(async |whole| {
        write(&whole, ATTEMPT).await;
        Err::<(), _>(StorageError::Corrupt("work"))
    });
    assert!(matches!(failed.await, Err(StorageError::Corrupt("work"))));
    let (wrote, written) = tokio::sync::oneshot::channel();
    let endless = storage.whole(async |whole| {
        write(&whole, ATTEMPT).await;
        wrote.send(()).unwrap();
        std::future::pending::<Result<(), StorageError>>().await
    });
    tokio::select! {
        _ = endless => unreachable!("it never ends"),
        told = written => told.unwrap(),
    }
    assert!(is_empty(storage.reader(), "identity_attempts").await);
    write(&storage, ATTEMPT).await;
}

#[tokio::test]
async fn a_whole_whose_storage_was_kept_is_undone() {
    let (_place, storage) = storage().await;
    let kept = storage.whole(async |whole| {
        write(&whole, ATTEMPT).await;
        Ok::<_, StorageError>(whole)
    });
    assert!(matches!(kept.await, Err(StorageError::Database(_))));
    assert!(is_empty(storage.reader(), "identity_attempts").await);
}

#[tokio::test]
async fn what_comes_after_a_commit_within_comes_after_the_whole_or_never() {
    let (_place, storage) = storage().await;
    let told = Arc::new(Mutex::new(Vec::new()));
    for is_well in [false, true] {
        let done = storage.whole(async |whole| {
            let tx = whole.begin().await?;
            let tell = Arc::clone(&told);
            tx.after_commit(move || tell.lock().unwrap().push(is_well));
            tx.commit().await?;
            assert!(told.lock().unwrap().is_empty());
            match is_well {
                true => Ok(()),
                false => Err(StorageError::Corrupt("work")),
            }
        });
        assert_eq!(done.await.is_ok(), is_well);
    }
    assert_eq!(*told.lock().unwrap(), [true]);
}
