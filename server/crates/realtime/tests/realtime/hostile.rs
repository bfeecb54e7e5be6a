//! Hostile peers: origins, paths, tokens, silence, floods (hostile inputs W01 to W05).

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use jiff::SignedDuration;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use waybill_realtime::Config;

use crate::server::{NAMESPACE, start, token};
use crate::wire::{Client, Heard, request};

const INBOX: &str = "co1/general-notification/ann";

/// W01.
#[tokio::test]
async fn a_page_of_another_origin_is_refused_before_the_protocol_is_switched() {
    let (_folder, server) = start(Config::default()).await;
    let query = format!("v=5&ns={NAMESPACE}");
    let own = format!("http://{}", server.address);
    for (origin, expected) in [
        (Some(own.as_str()), None),
        (Some(own.replace("http:", "https:").as_str()), None),
        (None, None),
        (Some("https://evil.test"), Some(403)),
        (Some("null"), Some(403)),
        (Some(""), Some(403)),
        (Some(format!("{own}0").as_str()), Some(403)),
        (Some(format!("{own}.evil.test").as_str()), Some(403)),
        (Some("http://localhost"), Some(403)),
    ] {
        let refused = Client::connect(request(&server, &query, origin))
            .await
            .err();
        assert_eq!(refused, expected, "{origin:?}");
    }
    let behind = Config {
        origin: Some("https://freight.example.test".to_owned()),
        ..Config::default()
    };
    let (_folder, server) = start(behind).await;
    for (origin, expected) in [
        ("https://freight.example.test", None),
        ("http://freight.example.test", Some(403)),
        (&format!("http://{}", server.address), Some(403)),
    ] {
        let refused = Client::connect(request(&server, &query, Some(origin)))
            .await
            .err();
        assert_eq!(refused, expected, "{origin}");
    }
}

#[tokio::test]
async fn what_names_another_database_or_version_is_refused() {
    let (_folder, server) = start(Config::default()).await;
    for query in [&format!("v=6&ns={NAMESPACE}"), &format!("ns={NAMESPACE}")] {
        let refused = Client::connect(request(&server, query, None)).await.err();
        assert_eq!(refused, Some(400), "{query}");
    }
    for query in ["v=5", "v=5&ns=other", "v=5&ns="] {
        let mut client = Client::connect(request(&server, query, None))
            .await
            .unwrap();
        let told = &client.greeting;
        assert_eq!((&told["t"], &told["d"]["t"]), (&json!("c"), &json!("s")));
        assert!(told["d"]["d"].is_string(), "{told}");
        assert_eq!(client.closed().await, Some(1008), "{query}");
    }
    let foreign = request(&server, "v=5&ns=other", Some("https://evil.test"));
    assert_eq!(Client::connect(foreign).await.err(), Some(403));
    assert!(!server.realtime.has_sockets());
    let mut client = Client::new(&server).await;
    assert_eq!(client.greeting["d"]["d"]["h"], server.address.to_string());
    assert_eq!(client.greeting["d"]["d"]["v"], "5");
    client
        .send(json!({ "t": "c", "d": { "t": "p", "d": {} } }).to_string())
        .await;
    assert_eq!(
        client.message().await,
        json!({ "t": "c", "d": { "t": "o", "d": null } })
    );
}

/// W02.
#[tokio::test]
async fn listens_beyond_the_own_inbox_are_denied_without_data() {
    let (_folder, server) = start(Config::default()).await;
    server
        .put(
            "co2/general-notification/ann",
            json!({ "n1": { "status": "new" } }),
        )
        .await;
    let mut client = Client::of(&server, "ann").await;
    let denied = json!({ "s": "permission_denied", "d": "Permission denied" });
    let (deep, long) = ("/a".repeat(33), format!("/co1/{}", "k".repeat(769)));
    for path in [
        "/co2/general-notification/ann",
        "/co1/general-notification/bob",
        "/co1/general-notification",
        "/co1",
        "/",
        "",
        "/.info/../",
        "/.info/connected",
        "/co1/../co2",
        "/co1/a.b",
        "/co1/$a",
        "/co1/a#",
        "/co1/[a]",
        "/co1/a\u{0}",
        "/co1/a\u{7f}",
        &long,
        &format!("/co1{deep}"),
    ] {
        for (action, body) in [
            ("q", json!({ "p": path, "h": "" })),
            (
                "q",
                json!({ "p": path, "h": "", "t": 1, "q": { "i": "status", "l": 1 } }),
            ),
            ("g", json!({ "p": path, "q": {} })),
            ("p", json!({ "p": path, "d": 1 })),
            ("p", json!({ "p": format!("{path}/.priority"), "d": 1 })),
            (
                "m",
                json!({ "p": path, "d": { "general-notification": 1 } }),
            ),
            ("o", json!({ "p": path, "d": 1 })),
            (
                "om",
                json!({ "p": path, "d": { "general-notification": 1 } }),
            ),
        ] {
            let answer = client.ask(action, body.clone()).await;
            assert_eq!(answer, denied, "{action} {body}");
        }
    }
}

/// W03.
#[tokio::test]
async fn another_token_on_the_same_socket_ends_the_listens_of_the_first() {
    let (_folder, server) = start(Config::default()).await;
    let mut client = Client::of(&server, "ann").await;
    let query = json!({ "i": "status", "sp": "new", "sin": true, "l": 10, "vf": "l" });
    let body = json!({ "p": format!("/{INBOX}"), "h": "", "t": 1, "q": query });
    assert_eq!(client.ask("q", body).await["s"], "ok");
    let body = json!({ "p": format!("/{INBOX}"), "h": "" });
    assert_eq!(client.ask("q", body).await["s"], "ok");
    let bob = token("bob", "bob", SignedDuration::from_hours(1));
    client
        .send(json!({ "t": "d", "d": { "r": 99, "a": "auth", "b": { "cred": bob } } }).to_string())
        .await;
    let mut cancelled = [client.message().await, client.message().await];
    cancelled.sort_by_key(|it| it["d"]["b"].get("q").is_some());
    assert_eq!(cancelled[0]["d"], json!({ "a": "c", "b": { "p": INBOX } }));
    assert_eq!(
        cancelled[1]["d"],
        json!({ "a": "c", "b": { "p": INBOX, "q": [query] } })
    );
    assert_eq!(client.message().await["d"]["b"]["s"], "ok");
    server
        .put(&format!("{INBOX}/n1/status"), json!("new"))
        .await;
    // Nothing comes of it before the next answer.
    client
        .send(json!({ "t": "d", "d": { "r": 100, "a": "s", "b": { "c": {} } } }).to_string())
        .await;
    assert_eq!(client.message().await["d"]["r"], 100);
}

/// W03.
#[tokio::test]
async fn expiry_and_an_ended_session_close_the_socket_within_a_second() {
    let (_folder, server) = start(Config::default()).await;
    let told = json!({ "t": "d", "d": { "a": "ac", "b": { "s": "expired_token", "d": "Auth token is expired" } } });
    let mut ending = Client::of(&server, "ann").await;
    let start = Instant::now();
    server.realtime.end_sessions(|session| session == "ann");
    assert_eq!(ending.message().await, told);
    assert_eq!(ending.closed().await, Some(1008));
    assert!(start.elapsed() < Duration::from_secs(1));
    let mut expiring = Client::new(&server).await;
    let answer = expiring
        .authenticate(&token("ann", "ann", SignedDuration::from_secs(2)))
        .await;
    assert_eq!(answer["s"], "ok");
    assert_eq!(expiring.message().await, told);
    assert_eq!(expiring.closed().await, Some(1008));
    let mut late = Client::new(&server).await;
    let answer = late
        .authenticate(&token("ann", "ann", SignedDuration::from_secs(-1)))
        .await;
    assert_eq!(answer["s"], "expired_token");
    for (action, credential) in [
        ("auth", "nonsense"),
        ("auth", ""),
        ("auth", "a.b.c"),
        ("gauth", "x"),
    ] {
        let answer = late.ask(action, json!({ "cred": credential })).await;
        assert_eq!(answer["s"], "invalid_token", "{action} {credential}");
    }
    let denied = late
        .ask("g", json!({ "p": format!("/{INBOX}"), "q": {} }))
        .await;
    assert_eq!(denied["s"], "permission_denied");
}

/// W05.
#[tokio::test]
async fn nobody_has_more_sockets_than_their_share() {
    let config = Config {
        sockets_per_user: 2,
        anonymous_sockets: 3,
        sockets: 6,
        ..Config::default()
    };
    let (_folder, server) = start(config).await;
    let _ann = (
        Client::of(&server, "ann").await,
        Client::of(&server, "ann").await,
    );
    let mut third = Client::new(&server).await;
    let auth = json!({ "t": "d", "d": { "r": 1, "a": "auth", "b": { "cred": token("ann", "s", SignedDuration::from_hours(1)) } } });
    third.send(auth.to_string()).await;
    assert_eq!(third.closed().await, Some(1013));
    drop(third);
    let mut anonymous = Vec::new();
    for _ in 0..3 {
        anonymous.push(Client::new(&server).await);
    }
    let query = format!("v=5&ns={NAMESPACE}");
    let (mut fourth, _) = tokio_tungstenite::connect_async(request(&server, &query, None))
        .await
        .unwrap();
    let Some(Ok(Message::Close(Some(frame)))) = fourth.next().await else {
        panic!("the house is full");
    };
    assert_eq!(u16::from(frame.code), 1013);
    drop(anonymous);
}

/// W05.
#[tokio::test]
async fn a_peer_that_does_not_read_is_closed_and_others_are_served() {
    let (_folder, server) = start(Config::default()).await;
    let mut deaf = Client::of(&server, "ann").await;
    let mut other = Client::of(&server, "ann").await;
    for client in [&mut deaf, &mut other] {
        assert_eq!(
            client.ask("q", json!({ "p": "/co1/box", "h": "" })).await["s"],
            "ok"
        );
    }
    let large = "x".repeat(500_000);
    for n in 0..60 {
        server.put("co1/box", json!(format!("{n}{large}"))).await;
        loop {
            let Heard::Message(message) = hear_joined(&mut other).await else {
                panic!("who reads is closed too");
            };
            if message["d"]["b"]["d"]
                .as_str()
                .is_some_and(|it| it.starts_with(&n.to_string()))
            {
                break;
            }
        }
    }
    // What was on its way still comes; the rest was let go.
    let mut count = 0;
    loop {
        match deaf.socket.next().await {
            Some(Ok(Message::Close(Some(frame)))) => {
                assert_eq!(u16::from(frame.code), 1013);
                break;
            }
            Some(Ok(_)) => count += 1,
            // It may be cut off before it reads the farewell.
            Some(Err(_)) | None => break,
        }
    }
    assert!(count < 60 * 32, "{count} frames came");
}

/// The next message, put together from its segments.
async fn hear_joined(client: &mut Client) -> Heard {
    let mut joiner = waybill_realtime::frames::Joiner::default();
    while let Some(Ok(message)) = client.socket.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        if let waybill_realtime::frames::Joined::Message(message) = joiner.take(&text) {
            return Heard::Message(serde_json::from_str(&message).unwrap());
        }
    }
    Heard::Closed(None)
}

#[tokio::test]
async fn a_silent_peer_is_pinged_and_then_given_up() {
    let config = Config {
        ping_every: Duration::from_millis(50),
        idle: Duration::from_millis(500),
        ..Config::default()
    };
    let (_folder, server) = start(config).await;
    let mut alive = Client::new(&server).await;
    // Reading answers pings, so this one stays for longer than that.
    let more = tokio::time::timeout(Duration::from_secs(1), alive.hear()).await;
    assert!(more.is_err(), "{more:?}");
    let mut silent = Client::new(&server).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(silent.closed().await, None);
}

#[tokio::test]
async fn nonsense_ends_the_socket_or_is_refused_and_nothing_panics() {
    let (_folder, server) = start(Config::default()).await;
    for frame in [
        "",
        "x",
        "null",
        "[]",
        "{}",
        "1.5",
        "\u{feff}{}",
        r#"{"t":"d"}"#,
        r#"{"t":"d","d":{}}"#,
        r#"{"t":"d","d":{"a":"q"}}"#,
        r#"{"t":"x","d":{}}"#,
        r#"{"t":"d","d":{"r":-1,"a":"s"}}"#,
        r#"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/a","d":1e999}}}"#,
        "999999",
    ] {
        let mut client = Client::new(&server).await;
        client.send(frame).await;
        let expected = if frame == "999999" { 1009 } else { 1008 };
        assert_eq!(client.closed().await, Some(expected), "{frame}");
    }
    let nested = format!(
        r#"{{"t":"d","d":{{"r":1,"a":"p","b":{{"p":"/co1/a","d":{}1{}}}}}}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let mut client = Client::of(&server, "ann").await;
    client.send(nested).await;
    assert_eq!(client.closed().await, Some(1008));
    let mut client = Client::of(&server, "ann").await;
    client
        .socket
        .send(Message::binary(vec![1, 2, 3]))
        .await
        .unwrap();
    assert_eq!(client.closed().await, Some(1008));
    let mut client = Client::of(&server, "ann").await;
    for (action, body, status) in [
        ("zz", json!({}), "invalid_action"),
        ("", json!(null), "invalid_action"),
        ("m", json!({ "p": "/co1/a", "d": [] }), "invalid_data"),
        (
            "m",
            json!({ "p": "/co1/a", "d": { "b": 1, "b/c": 2 } }),
            "invalid_data",
        ),
        (
            "p",
            json!({ "p": "/co1/a", "d": { "a.b": 1 } }),
            "invalid_data",
        ),
        (
            "p",
            json!({ "p": "/co1/a", "d": { ".sv": "tomorrow" } }),
            "invalid_data",
        ),
        (
            "p",
            json!({ "p": "/co1/a", "d": 1, "h": "wrong" }),
            "datastale",
        ),
        (
            "q",
            json!({ "p": "/co1/a", "q": { "l": 0 } }),
            "invalid_query",
        ),
        ("q", json!({ "p": "/co1/a", "q": 7 }), "invalid_query"),
        ("q", json!({ "p": 7 }), "permission_denied"),
        ("n", json!({ "p": "/co1/never" }), "ok"),
        ("oc", json!({ "p": "/co1/never", "d": null }), "ok"),
        ("s", json!({ "c": {} }), "ok"),
        ("appcheck", json!({ "token": "x" }), "ok"),
        ("unappeck", json!({}), "ok"),
        ("unauth", json!({}), "ok"),
        ("g", json!({ "p": "/co1/a" }), "permission_denied"),
    ] {
        let answer = client.ask(action, body.clone()).await;
        assert_eq!(answer["s"], status, "{action} {body}");
    }
}

#[tokio::test]
async fn a_peer_that_is_back_ends_its_dead_socket_and_what_that_left_is_done() {
    let (_folder, server) = start(Config::default()).await;
    let mut dead = Client::of(&server, "ann").await;
    server.put("co1/presence/ann", json!(true)).await;
    assert_eq!(
        dead.ask("o", json!({ "p": "/co1/presence/ann", "d": false }))
            .await["s"],
        "ok"
    );
    let last = dead.greeting["d"]["d"]["s"].as_str().unwrap().to_owned();
    let query = format!("v=5&ls={last}&ns={NAMESPACE}");
    let mut back = Client::connect(request(&server, &query, None))
        .await
        .unwrap();
    back.authenticate(&token("ann", "ann", SignedDuration::from_hours(1)))
        .await;
    let answer = back
        .ask("g", json!({ "p": "/co1/presence/ann", "q": {} }))
        .await;
    assert_eq!(answer, json!({ "s": "ok", "d": false }));
    assert_eq!(dead.closed().await, Some(1000));
}

#[tokio::test]
async fn a_drain_closes_everybody_and_takes_nobody() {
    let (_folder, server) = start(Config::default()).await;
    let mut client = Client::of(&server, "ann").await;
    server.realtime.drain();
    assert_eq!(client.closed().await, Some(1001));
}
