//! The database goes away for a while.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::CONTACTS;
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

/// Waits until the instance is ready, or is not.
async fn becomes(ada: &Visitor, ready: u16) {
    let began = Instant::now();
    while ada.status("/readyz").await != ready {
        assert!(began.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(100)).await;
    }
}
