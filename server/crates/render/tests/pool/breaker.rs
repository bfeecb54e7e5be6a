//! The breaker, as a request sees it; its rules are tested beside it.

use std::sync::Arc;

use serde_json::json;
use waybill_render::{Failure, PoolConfig, Source};

use crate::site::{BUNDLE, Site, config};

#[tokio::test]
async fn a_bundle_that_always_throws_is_no_longer_asked_until_it_is_replaced() {
    let site = Site::start();
    let page = json!({ "page": "throw", "text": "broken" });
    for _ in 0..11 {
        assert!(matches!(
            site.ask(page.clone()).await,
            Err(Failure::Threw(_))
        ));
    }
    assert!(site.pool.is_breaker_open());
    assert_eq!(site.ask(page).await, Err(Failure::BreakerOpen));

    site.pool.replace_source(Source::Script(Arc::from(BUNDLE)));
    site.serves().await;
}

#[tokio::test]
async fn refused_requests_do_not_open_it() {
    let site = Site::with(PoolConfig {
        max_input_bytes: 100,
        ..config()
    });
    for _ in 0..40 {
        let page = json!({ "page": "echo", "text": "x".repeat(100) });
        assert_eq!(site.ask(page).await, Err(Failure::TooLarge));
    }
    assert!(!site.pool.is_breaker_open());
    site.serves().await;
}

#[tokio::test]
async fn failures_are_counted_by_reason() {
    let site = Site::start();
    for page in ["empty", "number", "empty"] {
        assert!(site.page(page).await.is_err());
    }
    let failed: Vec<_> = site
        .counters()
        .failed
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .collect();
    assert_eq!(failed, [("empty", 2), ("not-a-string", 1)]);
}
