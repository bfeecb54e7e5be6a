//! Isolation: no render sees what another was given.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use waybill_render::{PoolConfig, Replacements};

use crate::site::{Site, config};

#[tokio::test]
async fn ten_thousand_interleaved_renders_never_show_the_other_company() {
    // On one isolate, so that each render follows one of the other company.
    let site = Arc::new(Site::start());
    let clients = (0..10).map(|client| {
        let site = Arc::clone(&site);
        tokio::spawn(async move {
            let (own, other) = match client % 2 {
                0 => ("Acme Freight", "Bolt Cargo"),
                _ => ("Bolt Cargo", "Acme Freight"),
            };
            for render in 0..1000 {
                let rows = render % 10 + 1;
                let page = json!({ "page": "table", "rows": rows, "company": own });
                let html = site.ask(page).await.unwrap();
                assert_eq!(html.matches(own).count(), rows);
                assert!(!html.contains(other));
            }
        })
    });
    for client in clients.collect::<Vec<_>>() {
        client.await.unwrap();
    }
    assert_eq!(site.counters().rendered, 10_000);
}

#[tokio::test]
async fn a_polluted_prototype_is_gone_by_the_next_render() {
    let site = Site::start();
    site.page("pollute").await.unwrap();
    assert_eq!(probe(&site).await["polluted"], Value::Null);
    assert_eq!(site.counters().replaced.contaminated, 1);
}

#[tokio::test]
async fn a_new_global_is_gone_by_the_next_render() {
    let site = Site::start();
    site.ask(json!({ "page": "global", "text": "a secret" }))
        .await
        .unwrap();
    assert_eq!(probe(&site).await["left"], Value::Null);
    assert_eq!(site.counters().replaced.contaminated, 1);
}

#[tokio::test]
async fn a_hidden_change_of_a_prototype_is_found_within_64_renders() {
    let site = Site::start();
    site.page("hide").await.unwrap();
    for _ in 0..64 {
        site.serves().await;
    }
    assert_eq!(site.counters().replaced.contaminated, 1);
}

#[tokio::test]
async fn an_isolate_retires_after_its_number_of_renders() {
    let site = Site::with(PoolConfig {
        retire_after_renders: 10,
        ..config()
    });
    for _ in 0..25 {
        site.serves().await;
    }
    assert_eq!(site.counters().replaced.age, 2);
}

#[tokio::test]
async fn an_isolate_whose_heap_stays_full_retires() {
    let site = Site::start();
    let page = json!({ "page": "keep", "size": 100_000 });
    for _ in 0..192 {
        site.ask(page.clone()).await.unwrap();
    }
    let counters = site.counters();
    assert!(counters.replaced.crowded >= 1, "{counters:?}");
    assert_eq!(counters.heap_exhausted, 0);
}

#[tokio::test]
async fn an_isolate_that_was_used_rests_once_when_nobody_comes() {
    let site = Site::start();
    site.serves().await;
    let resting = async {
        while site.counters().rests == 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let in_time = tokio::time::timeout(Duration::from_secs(40), resting).await;
    assert!(in_time.is_ok(), "{:?}", site.counters());
    tokio::time::sleep(Duration::from_secs(12)).await;
    assert_eq!(site.counters().rests, 1);
    site.serves().await;
    let replaced = site.counters().replaced;
    assert_eq!(replaced, Replacements::default());
}

/// What a render can see of the world.
pub(crate) async fn probe(site: &Site) -> Value {
    serde_json::from_str(&site.page("probe").await.unwrap()).unwrap()
}
