//! The source of isolates: a script in development, replaced as it is edited.

use std::sync::Arc;

use waybill_render::{Failure, Pool, ScriptError, Source, StartError, evaluate};

use crate::site::{BUNDLE, Site, blob, config, make_snapshot, scratch, start_v8, workbench};

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
    start_v8();
    let started = Pool::start(config(), script("globalThis.other = () => ''"));
    assert!(matches!(
        started.err(),
        Some(StartError::Boot(ScriptError::NotAFunction(name))) if name == "render"
    ));
}

#[test]
fn a_script_that_never_ends_does_not_start() {
    start_v8();
    let mut config = config();
    config.boot_deadline = std::time::Duration::from_millis(200);
    let started = Pool::start(config, script("for (;;);"));
    assert!(matches!(started.err(), Some(StartError::Boot(_))));
}

#[test]
fn evaluating_a_script_gives_the_answers_to_the_calls() {
    start_v8();
    let answers = evaluate(BUNDLE.to_owned(), &["settled", "warmUp"]);
    assert_eq!(answers.unwrap(), ["true", "ok"]);
}

#[test]
fn evaluating_a_script_that_throws_gives_the_error() {
    start_v8();
    let error = evaluate("throw new TypeError('wrong')".to_owned(), &[]).unwrap_err();
    assert!(error.to_string().contains("TypeError: wrong"), "{error}");
}

#[test]
fn a_snapshot_after_a_script_without_it_is_refused_before_v8_is_harmed() {
    let (script, file) = (scratch("js"), scratch("bin"));
    std::fs::write(&script.0, BUNDLE).unwrap();
    std::fs::write(&file.0, blob()).unwrap();
    let output = workbench(&["mix", script.text(), file.text()], &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("OtherBase"), "{said}");
}

#[tokio::test]
async fn another_snapshot_is_refused_and_the_old_can_come_back() {
    let site = Site::start();
    let other = make_snapshot("globalThis.render = () => 'other'", &[]).unwrap();
    site.pool
        .replace_source(Source::Snapshot(Vec::leak(other.blob)));
    assert!(matches!(site.page("any").await, Err(Failure::Threw(_))));
    site.pool.replace_source(Source::Snapshot(blob()));
    site.serves().await;
}

#[tokio::test]
async fn a_script_without_render_does_not_show_the_bundle_under_it() {
    let site = Site::start();
    site.pool
        .replace_source(script("globalThis.other = () => ''"));
    let failure = site.page("table").await;
    assert!(
        matches!(&failure, Err(Failure::Threw(message)) if message.contains("render")),
        "{failure:?}"
    );
}
