//! Several instances, and writers beside the database.

use super::*;

#[tokio::test]
async fn what_was_put_in_somebody_elses_transaction_is_told_once_it_is_announced() {
    let (_place, database) = database().await;
    let mut ear = Ear::listening(&database, INBOX, None).await;
    ear.one();
    let record = path(&format!("{INBOX}/n1"));
    let value = Value::of_json(&json!({ "status": "new" })).unwrap();
    let tx = database.storage.begin().await.unwrap();
    database.put(&tx, &record, value.clone()).await.unwrap();
    drop(tx);
    database.announce(&record).await.unwrap();
    assert!(ear.all().is_empty(), "it was taken back");
    let tx = database.storage.begin().await.unwrap();
    database.put(&tx, &record, value).await.unwrap();
    tx.commit().await.unwrap();
    database.announce(&record).await.unwrap();
    assert_eq!(ear.one()["b"]["d"], json!({ "n1": { "status": "new" } }));
}

#[tokio::test]
async fn listeners_of_another_instance_hear_of_a_write() {
    let (_place, storage) = Place::new().await;
    let (one, other) = InProcess::pair();
    let here = database_with(storage.clone(), Arc::new(one));
    let there = Arc::new(database_with(storage, Arc::new(other)));
    let following = tokio::spawn({
        let there = Arc::clone(&there);
        async move { there.follow().await }
    });
    let mut ear = Ear::listening(&there, INBOX, None).await;
    ear.one();
    // The bus forgets what nobody listened to yet.
    tokio::task::yield_now().await;
    put_by_server(&here, &format!("{INBOX}/n1/status"), json!("new")).await;
    let told = ear.inlet.next().await;
    let Next::Message(message) = told else {
        panic!("{told:?}");
    };
    let expected = json!({ "t": "d", "d": { "a": "d", "b": { "p": INBOX, "d": { "n1": { "status": "new" } } } } });
    assert_eq!(serde_json::from_str::<Json>(&message).unwrap(), expected);
    following.abort();
}
