//! The queue: bounded in length and in time, and nothing in it is forgotten.

use std::time::Duration;

use serde_json::json;
use waybill_render::{Failure, PoolConfig};

use crate::site::{Site, config};

#[tokio::test]
async fn a_full_queue_refuses_at_once() {
    let site = Site::with(PoolConfig {
        queue: 1,
        ..config()
    });
    let (a, b, c, d) = tokio::join!(
        site.page("loop"),
        site.page("loop"),
        site.page("loop"),
        site.page("loop"),
    );
    let answers = [a, b, c, d];
    let count = |failure: &Failure| {
        let wanted = Err(failure.clone());
        answers.iter().filter(|&answer| *answer == wanted).count()
    };
    // One is with the isolate, one may wait; whether the isolate had taken the first before the third came is chance.
    assert!(count(&Failure::QueueFull) >= 2, "{answers:?}");
    assert!(count(&Failure::TimedOut) >= 1, "{answers:?}");
    site.serves().await;
}

#[tokio::test]
async fn a_request_that_waits_too_long_is_refused_while_the_isolate_is_still_busy() {
    let site = Site::with(PoolConfig {
        queue_wait: Duration::from_millis(20),
        deadline: Duration::from_secs(10),
        ..config()
    });
    let busy = site.page("loop");
    let waiting = async {
        site.counts(|counters| counters.queued == 0).await;
        site.page("table").await
    };
    tokio::select! {
        biased;
        answer = busy => panic!("the loop ended first: {answer:?}"),
        answer = waiting => assert_eq!(answer, Err(Failure::QueueFull)),
    }
}

#[tokio::test]
async fn a_request_that_has_gone_away_is_not_rendered() {
    let site = Site::start();
    let busy = site.page("loop");
    let gone = async {
        site.counts(|counters| counters.queued == 0).await;
        let page = json!({ "page": "table", "rows": 1, "company": "gone" });
        drop(tokio::time::timeout(Duration::ZERO, site.ask(page)).await);
        assert_eq!(site.counters().queued, 1);
    };
    let (answer, ()) = tokio::join!(busy, gone);
    assert_eq!(answer, Err(Failure::TimedOut));
    site.serves().await;
    assert_eq!(site.counters().rendered, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_shutdown_answers_those_who_wait_and_lets_the_one_in_progress_end() {
    let site = Site::start();
    let stop = async {
        site.counts(|counters| counters.queued == 1).await;
        tokio::task::block_in_place(|| site.pool.shutdown());
    };
    let page = || site.page("loop");
    let (first, second, ()) = tokio::join!(page(), page(), stop);
    assert_eq!(first, Err(Failure::TimedOut));
    assert_eq!(second, Err(Failure::Stopped));
    assert_eq!(site.page("table").await, Err(Failure::Stopped));
    assert_eq!(site.counters().isolates, 0);
}
