//! The source of isolates: a script in development, replaced as it is edited.

use std::sync::Arc;

use waybill_render::{
    Failure, Pool, ScriptError, Source, StartError, evaluate, init_platform_for_tests,
};

use crate::site::{BUNDLE, Site, config};

fn script(text: &str) -> Source {
    Source::Script(Arc::from(text))
}

fn page(text: &str) -> Source {
    script(&format!("globalThis.render = () => '{text}'"))
}

#[tokio::test]
async fn a_script_serves_like_a_snapshot() {
    let site = Site::from(config(), script(BUNDLE));
    site.serves().await;
}

#[tokio::test]
async fn a_new_source_reaches_every_isolate() {
    let site = Site::from(config(), page("old"));
    assert_eq!(site.page("any").await, Ok("old".to_owned()));
    site.pool.replace_source(page("new"));
    assert_eq!(site.page("any").await, Ok("new".to_owned()));
    assert_eq!(site.counters().replaced.source, 1);
}

#[tokio::test]
async fn a_broken_source_says_why_until_it_is_mended() {
    let site = Site::from(config(), page("old"));
    site.pool
        .replace_source(script("throw new Error('half saved')"));
    let failure = site.page("any").await;
    let Err(Failure::Threw(message)) = failure else {
        panic!("{failure:?}");
    };
    assert!(message.contains("half saved"), "{message}");
    assert!(!site.pool.is_healthy());

    site.pool.replace_source(page("mended"));
    site.counts(|counters| counters.isolates == 1).await;
    assert_eq!(site.page("any").await, Ok("mended".to_owned()));
}

#[test]
fn a_script_without_render_does_not_start() {
    init_platform_for_tests();
    let started = Pool::start(config(), script("globalThis.other = () => ''"));
    assert!(matches!(
        started.err(),
        Some(StartError::Boot(ScriptError::NotAFunction(name))) if name == "render"
    ));
}

#[test]
fn a_script_that_never_ends_does_not_start() {
    init_platform_for_tests();
    let mut config = config();
    config.boot_deadline = std::time::Duration::from_millis(200);
    let started = Pool::start(config, script("for (;;);"));
    assert!(matches!(started.err(), Some(StartError::Boot(_))));
}

#[test]
fn evaluating_a_script_gives_the_answers_to_the_calls() {
    init_platform_for_tests();
    let answers = evaluate(BUNDLE.to_owned(), &["settled", "warmUp"]);
    assert_eq!(answers.unwrap(), ["true", "ok"]);
}

#[test]
fn evaluating_a_script_that_throws_gives_the_error() {
    init_platform_for_tests();
    let error = evaluate("throw new TypeError('wrong')".to_owned(), &[]).unwrap_err();
    assert!(error.to_string().contains("TypeError: wrong"), "{error}");
}
