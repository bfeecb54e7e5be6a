//! What a page writes: where it is, for as long as it is there, and no more often than a person does.

use std::time::Duration;

use serde_json::json;
use waybill_realtime::Config;

use crate::server::start;
use crate::wire::Client;

#[tokio::test]
async fn a_socket_is_with_one_record_under_its_own_key_and_leaves_nothing_there() {
    let (_folder, server) = start(Config::default()).await;
    let mut ann = Client::of(&server, "ann").await;
    let mut bob = Client::of(&server, "bob").await;
    let there = json!({ "name": "ann", "at": 1 });
    let put = |room: &str| json!({ "p": format!("/co1/presence/{room}/ann"), "d": there });
    let room = |room: &str| json!({ "p": format!("/co1/presence/{room}"), "q": {} });
    for number in 0..20 {
        assert_eq!(ann.ask("p", put(&format!("r{number}"))).await["s"], "ok");
    }
    for number in 0..19 {
        let left = bob.ask("g", room(&format!("r{number}"))).await;
        assert_eq!(left["d"], json!(null), "r{number}");
    }
    assert_eq!(
        bob.ask("g", room("r19")).await["d"],
        json!({ "ann": there })
    );
    // Two at once, or one that stays when the socket is gone, are none.
    let two = json!({ "p": "/co1/presence", "d": { "x/ann": there, "y/ann": there } });
    assert_eq!(ann.ask("m", two).await["s"], "permission_denied");
    assert_eq!(ann.ask("o", put("z")).await["s"], "permission_denied");

    let listen = json!({ "p": "/co1/presence/r19", "h": "" });
    assert_eq!(bob.ask("q", listen).await["s"], "ok");
    drop(ann);
    loop {
        let push = bob.message().await;
        if push["d"]["b"]["d"].is_null() {
            break;
        }
    }
    let left = bob.ask("g", json!({ "p": "/co1/presence", "q": {} })).await;
    assert_eq!(left["d"], json!(null));
}

#[tokio::test]
async fn changes_beyond_what_a_person_makes_are_refused_until_a_while_later() {
    let config = Config {
        writes_per_socket: 50,
        ..Config::default()
    };
    let (_folder, server) = start(config).await;
    let mut ann = Client::of(&server, "ann").await;
    let mut done = 0;
    let refused = loop {
        let answer = ann.ask("p", json!({ "p": "/co1/note", "d": done })).await;
        if answer["s"] != "ok" {
            break answer;
        }
        done += 1;
    };
    assert_eq!(refused["s"], "too_many");
    assert!(50 <= done, "{done}");
    let many: serde_json::Map<_, _> = (0..51).map(|it| (format!("k{it}"), json!(1))).collect();
    let answer = ann.ask("m", json!({ "p": "/co1/notes", "d": many })).await;
    assert_eq!(answer["s"], "too_many");
    // It is told, not ended, and goes on.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let answer = ann
        .ask("p", json!({ "p": "/co1/note", "d": "again" }))
        .await;
    assert_eq!(answer["s"], "ok");
}
