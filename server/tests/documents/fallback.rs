//! The client-rendered page: what fails on the server, the browser draws, with the true status and the same headers.

use std::time::Duration;

use crate::support::{Answer, TestApp};

#[track_caller]
fn assert_shell(page: &Answer, status: u16, reason: &str) {
    assert_eq!(page.status(), status);
    assert_eq!(page.shell(), Some(reason));
    let timing = page.header("server-timing");
    assert!(
        timing.contains(&format!("fallback;desc=\"{reason}\"")),
        "{timing}"
    );
    let policy = page.header("content-security-policy");
    assert!(policy.contains("'strict-dynamic'"), "{policy}");
    assert_eq!(page.header("cache-control"), "no-store");
}

#[tokio::test]
async fn without_isolates_pages_arrive_as_shells_and_the_guard_is_the_same() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    app.app.pool.shutdown();
    let page = ada.open("/dashboard").await;
    assert_shell(&page, 200, "stopped");
    assert_eq!(page.state()["session"]["user"]["firstName"], "Ada");
    assert!(page.state()["data"]["overview"]["data"].is_object());
    assert_shell(&ada.open("/no/such/page").await, 404, "stopped");
    app.anonymous().open("/dashboard").await.assert_signed_out();
    assert_eq!(app.anonymous().open("/readyz").await.status(), 503);
}

#[tokio::test]
async fn a_render_that_throws_costs_no_more_than_the_drawing() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    poison(&app, "throw new Error('secret')").await;
    let page = ada.open("/dashboard").await;
    assert_shell(&page, 200, "threw");
    assert!(!page.text().contains("secret"));
    assert_shell(&ada.open("/no/such/page").await, 404, "threw");
}

#[tokio::test]
async fn a_render_that_never_ends_is_cut_off_at_its_deadline() {
    let app = TestApp::with("[render]\ndeadline_ms = 500").await;
    let ada = app.user().await;
    poison(
        &app,
        "while (JSON.parse(input).url === '/dashboard') {} return '<p>fine</p>'",
    )
    .await;
    let page = ada.open("/dashboard").await;
    assert_shell(&page, 200, "timed-out");
    let next = ada.open("/notFound").await;
    assert!(next.text().contains("<p>fine</p>"), "{next:?}");
}

#[tokio::test]
async fn a_render_that_gives_nothing_is_a_failed_one() {
    let app = TestApp::new().await;
    poison(&app, "return ''").await;
    assert_shell(&app.anonymous().open("/login").await, 200, "empty");
}

#[tokio::test]
async fn when_too_many_pages_are_in_work_the_browser_draws() {
    let app = TestApp::with("[edge]\ndocuments_at_once = 1\n[render]\ndeadline_ms = 500").await;
    let ada = app.user().await;
    poison(
        &app,
        "while (input.includes('?slow')) {} return '<p>fine</p>'",
    )
    .await;
    let slow = ada.open("/dashboard?slow");
    let other = async {
        // Begins once the first page is at the isolate.
        while app.site.documents_in_work() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        ada.open("/settings/profile").await
    };
    let (slow, other) = tokio::join!(slow, other);
    assert_shell(&other, 200, "overloaded");
    assert_shell(&slow, 200, "timed-out");
}

/// Has every isolate run this as the body of `render(input)`.
async fn poison(app: &TestApp, body: &str) {
    let script = format!("globalThis.render = (input) => {{ {body} }}");
    let before = app.app.pool.counters().replaced.source;
    app.app
        .pool
        .replace_source(waybill_render::Source::Script(script.into()));
    while app.app.pool.counters().replaced.source == before {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}
