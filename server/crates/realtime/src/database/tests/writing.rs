//! What is written, and what is not.

use super::*;

#[tokio::test]
async fn what_was_written_is_there_after_a_restart() {
    let (place, database) = database().await;
    let value = json!({ "n1": { "status": "new", "at": -1.5, "ok": true, ".priority": 3 }, "10": "x", "é😀": "y" });
    put_by_server(&database, INBOX, value.clone()).await;
    put_by_server(&database, &format!("{INBOX}/10"), json!(null)).await;
    put_by_server(&database, &format!("{INBOX}/n1/status"), json!("loaded")).await;
    database.storage.close().await.unwrap();
    let again = database_with(place.open().await, Arc::new(Alone::default()));
    let expected =
        json!({ "n1": { "at": -1.5, "ok": true, "status": "loaded", ".priority": 3 }, "é😀": "y" });
    assert_eq!(at(&again, INBOX).await, expected);
    assert_eq!(
        at(&again, "co1/general-notification").await,
        json!({ "ann": expected })
    );
}

#[tokio::test]
async fn a_leaf_on_the_way_gives_way_and_a_removed_priority_stays_away() {
    let (_place, database) = database().await;
    put_by_server(&database, "a/b", json!(1)).await;
    put_by_server(&database, "a/b/c/d", json!(2)).await;
    assert_eq!(
        at(&database, "a").await,
        json!({ "b": { "c": { "d": 2 } } })
    );
    put_by_server(
        &database,
        "a/b/c",
        json!({ "d": 2, "e": 3, ".priority": 7 }),
    )
    .await;
    put_by_server(&database, "a/b/c/d", json!(null)).await;
    assert_eq!(
        at(&database, "a/b/c").await,
        json!({ "e": 3, ".priority": 7 })
    );
    put_by_server(&database, "a/b/c/e", json!(null)).await;
    assert_eq!(at(&database, "").await, json!(null));
    put_by_server(&database, "a/b/c/e", json!(4)).await;
    assert_eq!(at(&database, "a/b/c").await, json!({ "e": 4 }));
}

#[tokio::test]
async fn a_priority_is_written_alone() {
    let (_place, database) = database().await;
    put_by_server(&database, "a/b", json!("v")).await;
    let mut ear = Ear::listening(&database, "a", None).await;
    ear.one();
    let write = |priority: Json| Write {
        changes: vec![(path("a/b"), Change::Prioritise(priority))],
        expected: None,
    };
    database
        .write(&Author::Server, write(json!(1)))
        .await
        .unwrap();
    let expected = json!({ "b": { ".value": "v", ".priority": 1 } });
    assert_eq!(at(&database, "a").await, expected);
    assert_eq!(ear.one()["b"]["d"], expected);
    let refused = database.write(&Author::Server, write(json!({}))).await;
    assert!(matches!(refused, Err(WriteError::Invalid)));
    database
        .write(&Author::Server, write(json!(null)))
        .await
        .unwrap();
    assert_eq!(at(&database, "a").await, json!({ "b": "v" }));
}

#[tokio::test]
async fn a_transaction_is_stale_unless_its_hash_fits_and_two_that_race_end_at_plus_two() {
    let (_place, database) = database().await;
    let database = Arc::new(database);
    put_by_server(&database, "co1/ctr/n", json!(41)).await;
    let attempt = |expected: &str, value: i64| Write {
        expected: Some(expected.to_owned()),
        ..set("co1/ctr/n", json!(value))
    };
    let refused = database.write(&Author::Server, attempt("", 1)).await;
    assert!(matches!(refused, Err(WriteError::Stale)));
    let racing = (0..2).map(|_| {
        let database = Arc::clone(&database);
        tokio::spawn(async move {
            loop {
                let now = database.get(&path("co1/ctr/n"), None).await.unwrap();
                let next = now.to_json().as_i64().unwrap() + 1;
                match database
                    .write(&Author::Server, attempt(&now.hash(), next))
                    .await
                {
                    Ok(()) => return,
                    Err(WriteError::Stale) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        })
    });
    for one in racing.collect::<Vec<_>>() {
        one.await.unwrap();
    }
    assert_eq!(at(&database, "co1/ctr/n").await, json!(43));
}

#[tokio::test]
async fn a_client_writes_what_the_rules_allow_and_all_of_it_or_nothing() {
    let (_place, database) = database().await;
    put_by_server(
        &database,
        INBOX,
        json!({ "n1": { "status": "new" }, "n2": { "status": "new" } }),
    )
    .await;
    let status = |id: &str, to: &str| {
        (
            path(&format!("{INBOX}/{id}/status")),
            Change::Put(json!(to)),
        )
    };
    let write = |changes: Vec<(Path, Change)>| Write {
        changes,
        expected: None,
    };
    database
        .write(&ann(), write(vec![status("n1", "loaded")]))
        .await
        .unwrap();
    for denied in [
        write(vec![status("n2", "loaded"), status("n3", "loaded")]),
        write(vec![status("n2", "archived")]),
        set(INBOX, json!(null)),
        set("co1/general-notification/bob/n1/status", json!("loaded")),
    ] {
        let refused = database.write(&ann(), denied).await;
        assert!(matches!(refused, Err(WriteError::Denied)));
    }
    let anonymous = database
        .write(&Author::Client(None), write(vec![status("n2", "loaded")]))
        .await;
    assert!(matches!(anonymous, Err(WriteError::Denied)));
    assert_eq!(
        at(&database, INBOX).await,
        json!({ "n1": { "status": "loaded" }, "n2": { "status": "new" } })
    );
}

#[tokio::test]
async fn what_is_too_deep_too_long_or_overlaps_is_refused() {
    let (_place, database) = database().await;
    let overlapping = Write {
        changes: vec![
            (path("a"), Change::Put(json!(1))),
            (path("b"), Change::Put(json!(1))),
            (path("a/b"), Change::Put(json!(2))),
        ],
        expected: None,
    };
    let (key, deep) = ("k".repeat(700), "/d".repeat(31));
    for write in [
        overlapping,
        set(&deep, json!({ "a": { "b": 1 } })),
        set("a", json!({ key.clone(): { key.clone(): { key: 1 } } })),
        set("a", json!({ ".sv": "tomorrow" })),
        set("a", json!({ "$": 1 })),
    ] {
        let refused = database.write(&Author::Server, write).await;
        assert!(matches!(refused, Err(WriteError::Invalid)));
    }
    put_by_server(&database, &deep, json!({ "a": 1 })).await;
    assert_eq!(at(&database, &deep).await, json!({ "a": 1 }));
}
