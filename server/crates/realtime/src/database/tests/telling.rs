//! What listeners are told.

use super::*;

fn unread(limit: u32) -> Json {
    json!({ "sp": "new", "sin": true, "l": limit, "vf": "l", "i": "status" })
}

fn records(of: &[(&str, &str)]) -> Json {
    of.iter()
        .map(|(id, status)| ((*id).to_owned(), json!({ "status": status })))
        .collect()
}

#[tokio::test]
async fn a_listener_is_told_at_once_what_is_there() {
    let (_place, database) = database().await;
    let mut ear = Ear::listening(&database, INBOX, None).await;
    assert_eq!(
        ear.one(),
        json!({ "a": "d", "b": { "p": INBOX, "d": null } })
    );
    put_by_server(&database, INBOX, records(&[("n1", "new")])).await;
    let mut ear = Ear::listening(&database, INBOX, None).await;
    let expected = json!({ "a": "d", "b": { "p": INBOX, "d": { "n1": { "status": "new" } } } });
    assert_eq!(ear.one(), expected);
    let mut ear = Ear::listening(&database, INBOX, Some(unread(10))).await;
    let expected =
        json!({ "a": "d", "b": { "p": INBOX, "d": { "n1": { "status": "new" } }, "t": 1 } });
    assert_eq!(ear.one(), expected);
}

#[tokio::test]
async fn whoever_has_it_already_is_not_told_again() {
    let (_place, database) = database().await;
    put_by_server(&database, INBOX, json!({ "n1": { "status": "new" } })).await;
    let value = database.get(&path(INBOX), None).await.unwrap();
    for (known, count) in [(value.hash(), 0), ("other".to_owned(), 1)] {
        let mut ear = Ear::new(None);
        let target = target(INBOX, None);
        let heard = database.listen(&target, &ear.listener, &known);
        heard.await.unwrap();
        assert_eq!(ear.all().len(), count);
    }
}

#[tokio::test]
async fn in_a_full_window_what_leaves_and_what_enters_come_in_one_message() {
    let (_place, database) = database().await;
    let all = [
        ("n01", "loaded"),
        ("n03", "new"),
        ("n04", "new"),
        ("n05", "new"),
        ("n08", "new"),
    ];
    put_by_server(&database, INBOX, records(&all)).await;
    let mut ear = Ear::listening(&database, INBOX, Some(unread(3))).await;
    ear.one();
    put_by_server(&database, &format!("{INBOX}/n03/status"), json!("loaded")).await;
    let expected = json!({ "n03": null, "n08": { "status": "new" } });
    assert_eq!(
        ear.one(),
        json!({ "a": "m", "b": { "p": INBOX, "d": expected, "t": 1 } })
    );
    // Outside of the window nothing is told.
    put_by_server(&database, &format!("{INBOX}/n01/title"), json!("x")).await;
    assert_eq!(ear.all(), Vec::<Json>::new());
}

#[tokio::test]
async fn a_changed_child_is_told_whole_and_other_forms_replace_everything() {
    let (_place, database) = database().await;
    put_by_server(
        &database,
        INBOX,
        json!({ "n1": { "status": "new", "t": 1 }, "n2": { "t": 2 } }),
    )
    .await;
    let mut ear = Ear::listening(&database, INBOX, None).await;
    ear.one();
    put_by_server(&database, &format!("{INBOX}/n1/text"), json!("hi")).await;
    let expected = json!({ "n1": { "status": "new", "t": 1, "text": "hi" } });
    assert_eq!(
        ear.one(),
        json!({ "a": "m", "b": { "p": INBOX, "d": expected } })
    );
    put_by_server(&database, INBOX, json!("leaf")).await;
    assert_eq!(
        ear.one(),
        json!({ "a": "d", "b": { "p": INBOX, "d": "leaf" } })
    );
    put_by_server(&database, &format!("{INBOX}/n3"), json!(1)).await;
    assert_eq!(
        ear.one(),
        json!({ "a": "d", "b": { "p": INBOX, "d": { "n3": 1 } } })
    );
    put_by_server(&database, INBOX, json!(null)).await;
    assert_eq!(
        ear.one(),
        json!({ "a": "d", "b": { "p": INBOX, "d": null } })
    );
    put_by_server(&database, &format!("{INBOX}/none"), json!(null)).await;
    assert!(ear.all().is_empty());
}

#[tokio::test]
async fn a_change_of_several_paths_is_one_message() {
    let (_place, database) = database().await;
    put_by_server(
        &database,
        INBOX,
        records(&[("n1", "new"), ("n2", "new"), ("n3", "new")]),
    )
    .await;
    let mut ear = Ear::listening(&database, INBOX, None).await;
    ear.one();
    let changes = [
        ("n1/status", json!("loaded")),
        ("n2", json!(null)),
        ("n3/cnt", json!({ ".sv": { "increment": 2 } })),
    ];
    let write = Write {
        changes: changes
            .into_iter()
            .map(|(at, it)| (path(&format!("{INBOX}/{at}")), Change::Put(it)))
            .collect(),
        expected: None,
    };
    database.write(&Author::Server, write).await.unwrap();
    let expected =
        json!({ "n2": null, "n1": { "status": "loaded" }, "n3": { "cnt": 2, "status": "new" } });
    assert_eq!(ear.one()["b"]["d"], expected);
}

#[tokio::test]
async fn listeners_above_and_below_a_change_hear_of_it_and_others_do_not() {
    let (_place, database) = database().await;
    let deep = format!("{INBOX}/n1/status");
    let mut concerned = [
        Ear::listening(&database, "", None).await,
        Ear::listening(&database, "co1", None).await,
        Ear::listening(&database, "co1/general-notification", None).await,
        Ear::listening(&database, INBOX, None).await,
        Ear::listening(&database, &format!("{INBOX}/n1"), None).await,
        Ear::listening(&database, &deep, None).await,
    ];
    let mut others = [
        Ear::listening(&database, "co2", None).await,
        Ear::listening(&database, "co1/general-notification/bob", None).await,
        Ear::listening(&database, &format!("{INBOX}/n2"), None).await,
        Ear::listening(&database, &format!("{deep}/x"), None).await,
    ];
    for ear in concerned.iter_mut().chain(&mut others) {
        ear.one();
    }
    for (at, value) in [
        (deep.as_str(), json!("new")),
        (INBOX, json!({ "n1": { "status": "b" } })),
        ("co1", json!(null)),
        (
            "",
            json!({ "co1": { "general-notification": { "ann": { "n1": { "status": 1 } } } } }),
        ),
    ] {
        put_by_server(&database, at, value).await;
        for ear in &mut concerned {
            ear.one();
        }
        for ear in &mut others {
            assert!(ear.all().is_empty());
        }
    }
}

#[tokio::test]
async fn whoever_left_is_told_nothing_and_leaves_nothing_in_memory() {
    let (_place, database) = database().await;
    let mut ear = Ear::listening(&database, INBOX, None).await;
    let mut other = Ear::listening(&database, INBOX, None).await;
    ear.one();
    other.one();
    assert!(database.units().holds(&path(INBOX)));
    database.unlisten(&target(INBOX, None), ear.listener.socket);
    put_by_server(&database, INBOX, json!({ "n1": 1 })).await;
    assert!(ear.all().is_empty());
    other.one();
    database.unlisten(&target(INBOX, None), other.listener.socket);
    assert!(database.units().held().is_empty());
}

#[tokio::test]
async fn listening_and_writing_at_once_loses_no_change() {
    let (_place, database) = database().await;
    let database = Arc::new(database);
    let writer = tokio::spawn({
        let database = Arc::clone(&database);
        async move {
            for n in 0..20 {
                put_by_server(&database, &format!("{INBOX}/n"), json!(n)).await;
            }
        }
    });
    let mut ears = Vec::new();
    while !writer.is_finished() {
        ears.push(Ear::listening(&database, INBOX, None).await);
    }
    writer.await.unwrap();
    for mut ear in ears {
        // Else tokio thinks that this task has looked into enough channels for now.
        tokio::task::yield_now().await;
        let told = ear.all();
        let last = told.last().unwrap();
        assert_eq!(last["b"]["d"], json!({ "n": 19 }), "{told:?}");
    }
}
