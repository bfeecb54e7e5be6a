//! The database goes away for a while.

use std::time::{Duration, Instant};

use reqwest::Response;
use tokio::time::sleep;

use super::CONTACTS;
use super::link::{Link, State};
use super::place::Place;
use super::visitor::Visitor;

#[tokio::test(flavor = "multi_thread")]
async fn without_postgres_requests_are_refused_and_nobody_is_signed_out() {
    waybill_workshop::needs!(Postgres, Redis);
    let place = Place::new().await;
    let (a, b) = (place.start(0).await, place.start(1).await);
    let ada = Visitor::register(&a.origin, "ada@outage.example").await;
    assert_eq!(ada.make_contact("k-1", "Lovelace Lines").await, 201);
    let both = [ada.at(&a.origin), ada.at(&b.origin)];

    place.let_in(false);
    for ada in &both {
        let refused = ada.get(CONTACTS).await;
        assert_eq!(refused.status(), 503);
        assert!(refused.headers().contains_key("retry-after"));
        assert_eq!(
            refused.headers()["content-type"],
            "application/problem+json"
        );
        assert_eq!(ada.status("/dashboard").await, 503);
        // What was found out a moment ago counts that long.
        becomes(ada, 503).await;
        assert_eq!(ada.status("/healthz").await, 200);
    }

    place.let_in(true);
    for ada in &both {
        becomes(ada, 200).await;
        assert_eq!(ada.status("/dashboard").await, 200);
        assert_eq!(ada.total(CONTACTS).await, 1);
    }
}

/// A database server that stops, one that hangs, as one that is paused or whose network is cut, and a load balancer without one.
#[tokio::test(flavor = "multi_thread")]
async fn requests_fail_soon_if_postgres_hangs_or_stops() {
    waybill_workshop::needs!(Postgres, Redis);
    let database = waybill_test_postgres::database();
    let link = Link::to(&database).await;
    let url = link.url.clone();
    fails_soon(database, &url, &link).await;
}

/// The same behind a connection pooler, which itself is there all the time.
#[tokio::test(flavor = "multi_thread")]
async fn requests_fail_soon_behind_a_pooler() {
    waybill_workshop::needs!(Postgres, Redis, PgBouncer);
    let database = waybill_test_postgres::direct(&waybill_test_postgres::database());
    let link = Link::to(&database).await;
    let reached = |settings: &str| {
        let (before, after) = settings.split_once("host=").unwrap();
        let (_, after) = after.split_once(" connect_query").unwrap();
        let address = link.address;
        let (ip, port) = (address.ip(), address.port());
        format!("{before}host={ip} port={port} connect_query{after}")
    };
    let (_pooler, url) = waybill_test_postgres::pooled_by(&database, reached);
    fails_soon(database, &url, &link).await;
}

async fn fails_soon(database: String, url: &str, link: &Link) {
    let place = Place::reaching(database, url).await;
    let a = place.start(0).await;
    let ada = Visitor::register(&a.origin, "ada@hangs.example").await;
    assert_eq!(ada.make_contact("k-1", "Lovelace Lines").await, 201);

    for state in [State::Silent, State::Refused, State::Closed] {
        let mut rounds = Vec::new();
        // A busy machine adds to some of the rounds, and what the program takes is in all of them.
        while rounds.len() < ROUNDS && rounds.last().is_none_or(|took| SOON < *took) {
            link.become_now(state);
            rounds.push(refused(&ada, state).await);
            link.become_now(State::Open);
            until_served(&ada).await;
        }
        let best = rounds.last().copied().unwrap_or(Duration::MAX);
        assert!(best <= SOON, "{state:?}: {rounds:?}");
    }
    assert_eq!(ada.make_contact("k-2", "Babbage Bulk").await, 201);
    assert_eq!(ada.total(CONTACTS).await, 2);
}

/// Within which the first requests are told.
const SOON: Duration = Duration::from_secs(2);

/// How often it is tried at most.
const ROUNDS: usize = 6;

/// Has a call, a page and a write refused, and a page after them, which is told at once; gives the longest that one took.
async fn refused(ada: &Visitor, state: State) -> Duration {
    let (call, page, write) = tokio::join!(
        timed(ada.get(CONTACTS)),
        timed(ada.open("/dashboard")),
        timed(ada.import(b"displayName\nX".to_vec())),
    );
    for ((answer, _), kind) in [
        (&call, "application/problem+json"),
        (&page, "text/html; charset=utf-8"),
        (&write, "application/problem+json"),
    ] {
        assert_eq!(answer.status(), 503, "{state:?}");
        assert_eq!(answer.headers()["content-type"], kind, "{state:?}");
        assert!(answer.headers().contains_key("retry-after"), "{state:?}");
    }
    // Known from here on.
    let (known, took) = timed(ada.open("/contacts")).await;
    assert_eq!(known.headers()["cache-control"], "no-store");
    let text = known.text().await.unwrap();
    assert!(text.contains("http-equiv=\"refresh\""), "{text}");
    assert_eq!(ada.status("/healthz").await, 200);
    // It takes a fourth of what the first ones may.
    [call.1, page.1, write.1, took * 4]
        .into_iter()
        .max()
        .unwrap_or(Duration::MAX)
}

/// Waits until the database is used again.
async fn until_served(ada: &Visitor) {
    let began = Instant::now();
    while ada.status(CONTACTS).await != 200 {
        assert!(began.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(50)).await;
    }
}

/// The answer, and how long it took.
async fn timed(request: impl Future<Output = Response>) -> (Response, Duration) {
    let began = Instant::now();
    (request.await, began.elapsed())
}

/// Waits until the instance is ready, or is not.
async fn becomes(ada: &Visitor, ready: u16) {
    let began = Instant::now();
    while ada.status("/readyz").await != ready {
        assert!(began.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(100)).await;
    }
}
