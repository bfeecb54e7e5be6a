//! What a sick service costs: its own calls, and nobody else's.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse as _;
use http::StatusCode;
use tokio::sync::Notify;

use super::contacts_at;
use super::fake::Fake;
use crate::support::TestApp;

const LIST: &str = "/contact/api/v1/contacts";

#[tokio::test]
async fn a_read_that_failed_is_asked_for_again() {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let at_first_busy = async move || match counted.fetch_add(1, Ordering::SeqCst) {
        0 => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        _ => "{\"data\":[]}".into_response(),
    };
    let fake = Fake::start(Router::new().fallback(at_first_busy)).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    assert_eq!(ada.call(LIST).await.status(), 200);
    assert_eq!(count.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_service_that_fails_is_left_alone_until_it_answers_again() {
    let is_well = Arc::new(AtomicBool::new(false));
    let well = Arc::clone(&is_well);
    let answer = async move || match well.load(Ordering::SeqCst) {
        true => "{\"data\":[]}".into_response(),
        false => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    let fake = Fake::start(Router::new().fallback(answer)).await;
    let app = contacts_at(fake.address, "").await;
    let admin = app.listen_admin().await;
    let ada = app.user().await;
    for _ in 0..5 {
        ada.call(LIST).await.assert_problem(503);
    }
    let before = fake.asked().len();
    for _ in 0..20 {
        let answer = ada.call(LIST).await;
        answer.assert_problem(503);
        assert_eq!(answer.header("retry-after"), "2");
    }
    // One call a second may pass as a probe.
    assert!(fake.asked().len() <= before + 1 + 20, "{before}");
    let figures = reqwest::get(format!("http://{admin}/metrics")).await;
    let figures = figures.unwrap().text().await.unwrap();
    let told = |line: &str| figures.lines().any(|it| it == line);
    assert!(
        told("waybill_upstream_breaker_open{service=\"contact\"} 1"),
        "{figures}"
    );
    assert!(!told(
        "waybill_upstream_calls_total{service=\"contact\",outcome=\"given_up\"} 0"
    ));
    let page = reqwest::get(format!("http://{admin}/")).await;
    let page = page.unwrap().text().await.unwrap();
    assert!(page.contains("contact at http://"), "{page}");
    assert!(page.contains("something below is wrong"), "{page}");

    // Others do not notice.
    assert_eq!(ada.call("/master/api/v1/country").await.status(), 200);
    let page = ada.open("/contacts?page=1").await;
    assert_eq!(page.status(), 200);
    assert!(page.state()["data"]["rows"].is_null());

    is_well.store(true, Ordering::SeqCst);
    let again = async {
        while ada.call(LIST).await.status() != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), again)
        .await
        .unwrap();
    assert_eq!(ada.call(LIST).await.status(), 200);
}

#[tokio::test]
async fn calls_of_one_service_do_not_take_the_places_of_others() {
    let release = Arc::new(Notify::new());
    let waiting = Arc::clone(&release);
    let answer = async move || {
        waiting.notified().await;
        "{\"data\":[]}"
    };
    let fake = Fake::start(Router::new().fallback(answer)).await;
    let app = contacts_at(fake.address, "[upstream]\ncalls_at_once = 2").await;
    let ada = app.user().await;
    let hanging = async { tokio::join!(ada.call(LIST), ada.call(LIST)) };
    let others = async {
        while fake.asked().len() < 2 {
            tokio::task::yield_now().await;
        }
        ada.call(LIST).await.assert_problem(503);
        assert_eq!(fake.asked().len(), 2);
        assert_eq!(ada.call("/iam/api/v1/users").await.status(), 200);
        release.notify_waiters();
    };
    let ((one, two), ()) = tokio::join!(hanging, others);
    assert_eq!((one.status(), two.status()), (200, 200));
}

/// Screens and the needs on them that another service than iam answers.
const SLOW: [(&str, &str); 7] = [
    ("/contacts?page=1", "rows"),
    ("/reports?page=1", "rows"),
    ("/settings/templates?page=1", "rows"),
    ("/settings/countries?page=1", "rows"),
    ("/files/all?page=1", "rows"),
    ("/audit", "trail"),
    ("/dashboard", "activity"),
];

#[tokio::test]
async fn a_service_that_takes_two_seconds_costs_its_panel_the_skeleton_and_the_page_nothing() {
    let slow = async || {
        tokio::time::sleep(Duration::from_secs(2)).await;
        "{\"data\":[]}"
    };
    let fake = Fake::start(Router::new().fallback(slow)).await;
    let services = ["master", "drive", "log", "mail", "report", "contact"];
    let services = services.map(|it| format!("{it} = \"http://{}\"\n", fake.address));
    let toml = format!("[upstream.services]\n{}", services.concat());
    let app = TestApp::with(&toml).await;
    let ada = app.user().await;
    for (path, need) in SLOW {
        let page = ada.open(path).await;
        assert_eq!(page.status(), 200, "{path}");
        let data = page.state()["data"].clone();
        assert!(data[need].is_null(), "{path}: {data}");
        assert_eq!(page.shell(), None, "{path} is drawn, with a skeleton");
        let timing = page.header("server-timing");
        let needs = timing
            .split(", ")
            .find_map(|it| it.strip_prefix("needs;dur="));
        let needs: f64 = needs.unwrap().parse().unwrap();
        assert!(needs < 1_000.0, "{path} waited: {timing}");
    }
    assert!(!app.app.upstreams.get("contact").unwrap().is_given_up());
}
