//! Faults: whatever a render does, its own request fails for the right reason and the next is served.

use std::time::Duration;

use serde_json::json;
use waybill_render::{Failure, PoolConfig, Replacements};

use crate::site::{Site, config};

#[tokio::test]
async fn an_endless_loop_is_ended_and_its_isolate_replaced() {
    let site = Site::start();
    assert_eq!(site.page("loop").await, Err(Failure::TimedOut));
    site.serves().await;
    let counters = site.counters();
    assert_eq!((counters.killed, counters.replaced.killed), (1, 1));
}

#[tokio::test]
async fn a_backtracking_expression_is_ended() {
    let site = Site::start();
    assert_eq!(site.page("regex").await, Err(Failure::TimedOut));
    site.serves().await;
}

#[tokio::test]
async fn microtasks_without_end_do_not_run_into_the_next_render() {
    let site = Site::start();
    assert_eq!(site.page("microtasks").await, Err(Failure::TimedOut));
    site.serves().await;
}

#[tokio::test]
async fn a_render_that_keeps_allocating_is_ended_at_the_heap_limit() {
    let site = Site::with(PoolConfig {
        deadline: Duration::from_secs(20),
        ..config()
    });
    assert_eq!(site.page("heap").await, Err(Failure::HeapExhausted));
    site.serves().await;
    let counters = site.counters();
    assert_eq!((counters.heap_exhausted, counters.replaced.heap), (1, 1));
    assert_eq!(counters.killed, 0);
}

#[tokio::test]
async fn one_allocation_larger_than_the_heap_does_not_end_the_process() {
    for page in ["array", "string", "buffer"] {
        let site = Site::with(PoolConfig {
            deadline: Duration::from_secs(20),
            ..config()
        });
        let failure = site.page(page).await.unwrap_err();
        // Array buffers lie outside the heap; more of them than the limit is an error like any other.
        let is_thrown =
            matches!(&failure, Failure::Threw(message) if message.starts_with("RangeError"));
        assert!(
            failure == Failure::HeapExhausted || page == "buffer" && is_thrown,
            "{page}: {failure:?}"
        );
        site.serves().await;
    }
}

#[tokio::test]
async fn what_is_thrown_reaches_the_log_and_costs_no_isolate() {
    let site = Site::start();
    let failure = site
        .ask(json!({ "page": "throw", "text": "no such port" }))
        .await;
    let Err(Failure::Threw(message)) = failure else {
        panic!("{failure:?}");
    };
    assert!(
        message.starts_with("Error: no such port\n    at "),
        "{message}"
    );
    assert!(matches!(
        site.page("throwNothing").await,
        Err(Failure::Threw(_))
    ));
    site.serves().await;
    assert_eq!(site.counters().replaced, Replacements::default());
}

#[tokio::test]
async fn a_long_message_is_cut() {
    let site = Site::start();
    let text = "€".repeat(100_000);
    let failure = site.ask(json!({ "page": "throw", "text": text })).await;
    let Err(Failure::Threw(message)) = failure else {
        panic!("{failure:?}");
    };
    assert!((4000..=4096).contains(&message.len()), "{}", message.len());
}

#[tokio::test]
async fn endless_recursion_is_a_range_error() {
    let site = Site::start();
    let failure = site.page("recursion").await;
    let Err(Failure::Threw(message)) = failure else {
        panic!("{failure:?}");
    };
    assert!(
        message.starts_with("RangeError: Maximum call stack"),
        "{message}"
    );
    site.serves().await;
}

#[tokio::test]
async fn a_promise_is_no_page() {
    let site = Site::start();
    assert_eq!(site.page("promise").await, Err(Failure::NotAString));
    site.serves().await;
}

#[tokio::test]
async fn neither_a_number_nor_the_empty_string_is_a_page() {
    let site = Site::start();
    assert_eq!(site.page("number").await, Err(Failure::NotAString));
    assert_eq!(site.page("empty").await, Err(Failure::Empty));
    site.serves().await;
}

#[tokio::test]
async fn ten_megabytes_of_output_are_refused() {
    let site = Site::start();
    let page = |size: usize| json!({ "page": "large", "size": size });
    assert_eq!(site.ask(page(10_000_000)).await, Err(Failure::TooLarge));
    let fits = site.ask(page(8 << 20)).await.map(|html| html.len());
    assert_eq!(fits, Ok(8 << 20));
    site.serves().await;
}

#[tokio::test]
async fn output_is_measured_in_bytes_and_not_in_characters() {
    let site = Site::with(PoolConfig {
        max_output_bytes: 1000,
        ..config()
    });
    let page = |count: usize| json!({ "page": "echo", "text": "€".repeat(count) });
    assert_eq!(site.ask(page(334)).await, Err(Failure::TooLarge));
    assert_eq!(site.ask(page(333)).await, Ok("€".repeat(333)));
}

#[tokio::test]
async fn input_over_its_cap_never_reaches_an_isolate() {
    let site = Site::with(PoolConfig {
        max_input_bytes: 1000,
        ..config()
    });
    let page = json!({ "page": "echo", "text": "x".repeat(1000) });
    assert_eq!(site.ask(page).await, Err(Failure::TooLarge));
    assert_eq!(site.counters().render_time, Duration::ZERO);
    site.serves().await;
}

#[tokio::test]
async fn a_thread_that_does_not_return_is_given_up_and_replaced() {
    let site = Site::with(PoolConfig {
        deadline: Duration::from_millis(10),
        kill_grace: Duration::from_millis(10),
        // Room for the array that is sorted in one uninterruptible step.
        heap_limit_bytes: 1 << 30,
        ..config()
    });
    assert_eq!(site.page("deaf").await, Err(Failure::Lost));
    site.counts(|counters| counters.isolates == 1).await;
    let counters = site.counters();
    assert_eq!((counters.lost, counters.killed), (1, 1));
    assert!(site.pool.is_healthy());
    site.counts(|counters| counters.lost_now == 0).await;
}
