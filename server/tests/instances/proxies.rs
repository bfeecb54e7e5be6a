//! The sample configurations of load balancers: pages, sockets, event streams, large bodies, the client's address, an instance that
//! is killed under requests, and the page for when all are away.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::CONTACTS;
use super::balancer::{Balancer, Kind};
use super::place::{PATIENCE, Place};
use super::visitor::Visitor;

/// Within which everybody is told that nothing can be had.
const TOLD_WITHIN: Duration = Duration::from_secs(2);

#[tokio::test(flavor = "multi_thread")]
async fn haproxy_sample_serves_and_outlives_instances() {
    waybill_workshop::needs!(HaProxy, Postgres, Redis);
    try_out(Kind::HaProxy).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nginx_sample_serves_and_outlives_instances() {
    waybill_workshop::needs!(Nginx, Postgres, Redis);
    try_out(Kind::Nginx).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn caddy_sample_serves_and_outlives_instances() {
    waybill_workshop::needs!(Caddy, Postgres, Redis);
    try_out(Kind::Caddy).await;
}

async fn try_out(kind: Kind) {
    let place = Place::new().await;
    let (a, b) = (place.start(0).await, place.start(1).await);
    let balancer = Balancer::start(kind, &place).await;
    let ada = Visitor::register(&balancer.origin, "ada@balanced.example").await;
    assert_eq!(ada.status("/dashboard").await, 200);
    assert_eq!(ada.make_contact("k-1", "Lovelace Lines").await, 201);

    // A stream is heard as it is written, and a socket writes.
    let stream = ada.presence().await;
    let stream = stream.header("accept", "text/event-stream").send();
    let mut stream = stream.await.unwrap();
    let first = timeout(PATIENCE, stream.chunk()).await.unwrap();
    assert!(first.unwrap().unwrap().starts_with(b"event: put\n"));
    let socket = ada
        .open_record(&json!({ "name": "Ada Lovelace", "at": 1 }))
        .await;
    let heard = timeout(PATIENCE, stream.chunk()).await.unwrap();
    let heard = heard.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&heard).contains("Ada"));
    drop((socket, stream));

    // The largest table arrives, and is refused for what it is.
    let refused = ada.import(vec![b'x'; 19 << 20]).await;
    let status = refused.status().as_u16();
    assert!((400..500).contains(&status) && status != 413, "{status}");
    assert_eq!(
        refused.headers()["content-type"],
        "application/problem+json"
    );

    // The client is who the connection came from, not whom it names.
    ada.claim([127, 0, 0, 2], "203.0.113.9").await;
    let began = Instant::now();
    while !place.accesses().contains("\"127.0.0.2\"") {
        assert!(began.elapsed() < PATIENCE, "{}", place.accesses());
        sleep(Duration::from_millis(20)).await;
    }
    assert!(!place.accesses().contains("203.0.113.9"));

    // One is killed under requests.
    let mut clients = JoinSet::new();
    for _ in 0..4 {
        let ada = ada.clone();
        clients.spawn(async move {
            let mut failed = Vec::new();
            for _ in 0..40 {
                let status = ada.status(CONTACTS).await;
                if status != 200 {
                    failed.push(status);
                }
            }
            failed
        });
    }
    sleep(Duration::from_millis(200)).await;
    drop(b);
    let failed = clients.join_all().await.concat();
    assert_eq!(failed, [0_u16; 0], "{kind:?}");

    // All are away: people see the page, programs a problem, and both soon.
    drop(a);
    let began = Instant::now();
    let page = ada.open("/dashboard").await;
    assert!(began.elapsed() < TOLD_WITHIN, "{:?}", began.elapsed());
    assert_eq!(page.status(), 503);
    for (name, value) in [
        ("retry-after", "5"),
        ("cache-control", "no-store"),
        ("content-type", "text/html; charset=utf-8"),
    ] {
        assert_eq!(page.headers()[name], value, "{kind:?} {name}");
    }
    let page = page.text().await.unwrap();
    assert!(page.contains("http-equiv=\"refresh\"") && page.contains("Reintentar ahora"));
    // HAProxy knows it from its checks.
    let began = Instant::now();
    let refused = loop {
        let refused = ada.get(CONTACTS).await;
        assert_eq!(refused.status(), 503);
        if refused.headers()["content-type"] == "application/problem+json" {
            break refused;
        }
        assert!(began.elapsed() < PATIENCE, "{kind:?}");
    };
    assert_eq!(refused.headers()["retry-after"], "5");

    let _a = place.start(0).await;
    let began = Instant::now();
    while ada.status("/dashboard").await != 200 {
        assert!(began.elapsed() < PATIENCE);
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(ada.total(CONTACTS).await, 1);
}
