//! Two instances on one PostgreSQL and one Redis, behind `HAProxy`: as good as one, also while they come and go.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test whose preparation fails should stop; what was measured is told"
)]

mod balancer;
mod link;
mod mails;
mod outage;
mod place;
mod proxies;
mod replica;
pub(crate) mod visitor;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use self::balancer::Kind;
use self::place::Place;
use self::visitor::Visitor;
use crate::turn::turn;

pub(crate) const CONTACTS: &str = "/contact/api/v1/contacts";

#[tokio::test(flavor = "multi_thread")]
async fn what_one_writes_the_other_reads_and_a_session_is_of_both() {
    waybill_workshop::needs!(Postgres, Redis);
    let place = Place::new().await;
    let (a, b) = (place.start(0).await, place.start(1).await);
    let ada = Visitor::register(&a.origin, "ada@two.example").await;
    let there = ada.at(&b.origin);
    assert_eq!(there.status("/dashboard").await, 200);
    let made = ada.make_contact("k-1", "Lovelace Lines").await;
    assert_eq!(made, 201);
    // The key of a write that was repeated at the other, as balancers do.
    assert_eq!(there.make_contact("k-1", "Lovelace Lines").await, 201);
    assert_eq!(there.total(CONTACTS).await, 1);

    // An event stream of one hears what is put at the other.
    let stream = there.presence().await;
    let stream = stream.header("accept", "text/event-stream").send();
    let mut stream = stream.await.unwrap();
    let empty = b"event: put\ndata: {\"path\":\"/\",\"data\":null}\n\n";
    assert_eq!(stream.chunk().await.unwrap().unwrap(), &empty[..]);
    let open = json!({ "name": "Ada Lovelace", "at": 1 });
    let socket = ada.open_record(&open).await;
    let heard = timeout(Duration::from_secs(20), stream.chunk()).await;
    let heard = heard.unwrap().unwrap().unwrap();
    let heard = std::str::from_utf8(&heard).unwrap();
    assert!(heard.contains("Ada"), "{heard}");
    let read = there.presence().await.send().await.unwrap();
    assert_eq!(read.json::<serde_json::Value>().await.unwrap(), open);
    drop(socket);

    // One is killed, its sessions go on; and it takes them up again.
    drop(a);
    assert_eq!(there.total(CONTACTS).await, 1);
    let a = place.start(0).await;
    let ada = ada.at(&a.origin);
    assert_eq!(ada.total(CONTACTS).await, 1);

    // Without Redis both answer as before.
    place.stop_redis();
    assert_eq!(ada.make_contact("k-2", "Babbage Bulk").await, 201);
    assert_eq!(there.total(CONTACTS).await, 2);

    // A database that drops all its connections signs nobody out.
    place.drop_connections();
    let began = Instant::now();
    while ada.status(CONTACTS).await != 200 || there.status("/dashboard").await != 200 {
        assert!(began.elapsed() < Duration::from_secs(20));
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(there.total(CONTACTS).await, 2);

    // Signed out at one, signed out at the other.
    assert_eq!(ada.log_out().await, 204);
    assert_eq!(there.status(CONTACTS).await, 401);
    assert_eq!(there.status("/dashboard").await, 303);
}

/// By hand, `WAYBILL_RESTARTS=20 WAYBILL_RATE=200`.
#[expect(
    clippy::disallowed_methods,
    reason = "a setting of the test, not of the product"
)]
fn setting(name: &str, default: u32) -> u32 {
    let value = std::env::var(name).ok();
    value.map_or(default, |text| text.parse().unwrap())
}

/// It takes its turn among the heavy steps, as it is about what a machine can do that does nothing else.
#[test]
fn rolling_restarts_under_load_fail_no_request_and_lose_no_write() {
    waybill_workshop::needs!(HaProxy, Postgres, Redis);
    let _turn = turn();
    Runtime::new().unwrap().block_on(restart_in_turn());
}

async fn restart_in_turn() {
    let (restarts, rate) = (setting("WAYBILL_RESTARTS", 4), setting("WAYBILL_RATE", 40));
    let place = Place::new().await;
    let mut running = [place.start(0).await, place.start(1).await];
    let balancer = balancer::Balancer::start(Kind::HaProxy, &place).await;
    let ada = Visitor::register(&balancer.origin, "ada@rolling.example").await;

    let (over, written, read) = (
        Arc::new(AtomicBool::new(false)),
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicUsize::new(0)),
    );
    // A third of the requests writes, a third asks a service, a third opens a page.
    let workers = rate.div_ceil(4);
    let mut clients = JoinSet::new();
    for worker in 0..workers {
        let (ada, over, written, read) = (
            ada.clone(),
            Arc::clone(&over),
            Arc::clone(&written),
            Arc::clone(&read),
        );
        clients.spawn(async move {
            let mut beat = interval(Duration::from_secs_f64(
                f64::from(workers) / f64::from(rate),
            ));
            beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut failed = Vec::new();
            for turn in 0_usize.. {
                if over.load(Ordering::SeqCst) {
                    break;
                }
                beat.tick().await;
                let (status, expected, count) = match turn % 3 {
                    0 => {
                        let name = format!("Contact {worker} {turn}");
                        let key = format!("k-{worker}-{turn}");
                        (ada.make_contact(&key, &name).await, 201, &written)
                    }
                    1 => (ada.status("/iam/api/v1/users/me").await, 200, &read),
                    _ => (ada.status("/settings/profile").await, 200, &read),
                };
                if status == expected {
                    count.fetch_add(1, Ordering::SeqCst);
                } else {
                    failed.push((turn % 3, status));
                }
            }
            failed
        });
    }
    let began = Instant::now();
    sleep(Duration::from_secs(1)).await;
    for restart in 0..restarts {
        let at = usize::from(restart % 2 == 1);
        running[at].drain();
        running[at] = place.start(at).await;
        // The balancer looks five times a second.
        sleep(Duration::from_secs(1)).await;
    }
    over.store(true, Ordering::SeqCst);
    let failed: Vec<_> = clients.join_all().await.into_iter().flatten().collect();
    let (seconds, written, read) = (
        began.elapsed().as_secs_f64(),
        written.load(Ordering::SeqCst),
        read.load(Ordering::SeqCst),
    );
    eprintln!(
        "{restarts} restarts in {seconds:.1} s: {written} writes and {read} reads, {} failed",
        failed.len()
    );
    assert!(failed.is_empty(), "{failed:?}");
    assert_eq!(ada.total(CONTACTS).await, written);
}

/// What a visitor writes.
fn contact(name: &str) -> serde_json::Value {
    json!({ "kind": "organisation", "displayName": name })
}
