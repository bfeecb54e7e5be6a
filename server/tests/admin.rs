//! The admin listener: what it tells, to whom, and where it does not.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::net::SocketAddr;

use reqwest::header::HOST;
use reqwest::redirect::Policy;
use reqwest::{Client, Response};

use crate::ready::ready;
use crate::start::{Serving, assert_refused, waybill};
use crate::support::{PASSWORD, TestApp};

/// Series that one server has at most (security.md section 7).
const MOST_SERIES: usize = 2_000;

async fn get(address: SocketAddr, path: &str) -> Response {
    let url = format!("http://{address}{path}");
    Client::new().get(url).send().await.unwrap()
}

async fn text(address: SocketAddr, path: &str) -> String {
    let answer = get(address, path).await;
    assert_eq!(answer.status(), 200, "{path}");
    answer.text().await.unwrap()
}

/// The value of a series, rounded to a whole.
#[track_caller]
fn value(metrics: &str, series: &str) -> i64 {
    let line = metrics
        .lines()
        .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
    let line = line.unwrap_or_else(|| unreachable!("{series} is not in\n{metrics}"));
    let whole = line.split('.').next().unwrap();
    whole.parse().unwrap()
}

#[tokio::test]
async fn requests_are_counted_by_the_template_of_their_route() {
    let app = TestApp::new().await;
    let admin = app.listen_admin().await;
    let ada = app.user().await;
    assert_eq!(ada.call("/iam/api/v1/users").await.status(), 200);
    let one = format!("/iam/api/v1/users/{}", ada.user_id());
    assert_eq!(ada.call(&one).await.status(), 200);
    assert_eq!(ada.call("/iam/api/v1/users/").await.status(), 200);
    let nobody = format!("/iam/api/v1/users/{}", uuid_of_nobody());
    assert_eq!(ada.call(&nobody).await.status(), 404);
    assert_eq!(ada.open("/settings/users").await.status(), 200);
    assert_eq!(ada.open("/no/such/page").await.status(), 404);
    assert_eq!(app.anonymous().open("/settings/users").await.status(), 303);
    assert_eq!(ada.call("/iam/api/v1/nothing").await.status(), 404);
    let refreshed = ada.call("/iam/api/v1/auth/token-refresh").await;
    assert_eq!(refreshed.status(), 200);

    let metrics = text(admin, "/metrics").await;
    let requests = |route: &str, status: &str| {
        let labels = format!("method=\"GET\",route=\"{route}\",status=\"{status}\"");
        value(
            &metrics,
            &format!("waybill_http_requests_total{{{labels}}}"),
        )
    };
    assert_eq!(requests("/iam/api/v1/users", "2xx"), 2);
    assert_eq!(requests("/iam/api/v1/users/{id}", "2xx"), 1);
    assert_eq!(requests("/iam/api/v1/users/{id}", "4xx"), 1);
    assert_eq!(requests("/iam/api/v1/{*unknown}", "4xx"), 1);
    assert_eq!(requests("/settings/users", "2xx"), 1);
    assert_eq!(requests("/settings/users", "3xx"), 1);
    let renewed = "waybill_session_refreshes_total{result=\"renewed\"}";
    assert_eq!(value(&metrics, renewed), 1);
    let reads = "waybill_http_request_duration_seconds_count{kind=\"read\"}";
    assert!(3 <= value(&metrics, reads), "{metrics}");
    assert!(2 <= value(&metrics, "waybill_ssr_renders_total{outcome=\"html\"}"));
    assert_eq!(value(&metrics, "waybill_ssr_isolates"), 1);
    assert!(1 <= value(&metrics, "waybill_db_connections{pool=\"writer\"}"));
    assert!(1 <= value(&metrics, "process_resident_memory_bytes"));
    assert_eq!(value(&metrics, "waybill_ready_for_requests"), 1);
    assert!(0 <= value(&metrics, "waybill_outbox_oldest_seconds"));
    for word in [ada.user_id(), ada.token(), "no/such/page", "ada@", PASSWORD] {
        assert!(!metrics.contains(word), "{word} in\n{metrics}");
    }
}

fn uuid_of_nobody() -> String {
    "00000000-0000-4000-8000-000000000000".to_owned()
}

#[tokio::test]
async fn whatever_strangers_ask_for_there_are_no_more_series() {
    let app = TestApp::new().await;
    let admin = app.listen_admin().await;
    let stranger = app.anonymous();
    for number in 0..60 {
        stranger.open(&format!("/page-{number}")).await;
        stranger.call(&format!("/iam/api/v1/thing-{number}")).await;
        stranger.call(&format!("/thing-{number}/api/v1/x")).await;
        let odd = stranger.request(&format!("METHOD{number}"), "/login").await;
        assert_eq!(odd.status(), 405, "{odd:?}");
    }
    let metrics = text(admin, "/metrics").await;
    let series = metrics.lines().filter(|line| !line.starts_with('#'));
    assert!(series.count() < MOST_SERIES / 4, "{metrics}");
    assert!(
        !metrics.contains("-59") && !metrics.contains("METHOD"),
        "{metrics}"
    );
}

#[tokio::test]
async fn people_who_come_in_find_neither_figures_nor_state() {
    let app = TestApp::new().await;
    let public = app.listen().await;
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    for path in ["/metrics", "/status", "/admin"] {
        let url = format!("http://{public}{path}");
        let answer = client.get(url).send().await.unwrap();
        assert_ne!(answer.status(), 200, "{path}");
        let body = answer.text().await.unwrap();
        assert!(!body.contains("waybill_http_requests_total"), "{path}");
    }
}

#[tokio::test]
async fn the_state_is_a_page_that_needs_no_script_and_tells_of_what_is_wrong() {
    let app = TestApp::new().await;
    let admin = app.listen_admin().await;
    let answer = get(admin, "/").await;
    let policy = answer.headers()["content-security-policy"]
        .to_str()
        .unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'nonce-"),
        "{policy}"
    );
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let page = answer.text().await.unwrap();
    assert!(!page.contains("<script"), "{page}");
    for word in [
        "Serving; nothing known to be wrong.",
        "SQLite in ",
        "1 isolates: ok",
        "embedded",
        "written to files",
    ] {
        assert!(page.contains(word), "{word} in {page}");
    }
    app.site.drain();
    assert!(
        text(admin, "/")
            .await
            .contains("Draining: no longer ready.")
    );
    let metrics = text(admin, "/metrics").await;
    assert_eq!(value(&metrics, "waybill_ready_for_requests"), 0);
    assert_eq!(get(admin, "/readyz").await.status(), 503);
    assert_eq!(get(admin, "/healthz").await.status(), 200);
}

#[tokio::test]
async fn a_name_of_another_site_that_leads_here_is_not_answered() {
    let app = TestApp::new().await;
    let admin = app.listen_admin().await;
    for path in ["/", "/metrics"] {
        let url = format!("http://{admin}{path}");
        let asked = Client::new().get(url).header(HOST, "evil.test").send();
        let answer = asked.await.unwrap();
        assert_eq!(answer.status(), 421);
        assert_eq!(answer.text().await.unwrap(), "");
    }
}

#[tokio::test]
async fn the_start_says_where_the_state_is_told_and_jobs_are_on_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = ready(folder.path());
    let server = Serving::start(command.args(["--admin-listen", "127.0.0.1:0"]));
    let told = server.line.split("told at http://").nth(1).unwrap();
    let admin: SocketAddr = told.trim_end_matches('.').parse().unwrap();
    let page = text(admin, "/").await;
    for job in ["tidying", "sockets", "realtime", "mails", "reports"] {
        assert!(
            page.contains(&format!("<th scope=\"row\">{job}</th>")),
            "{page}"
        );
    }
    let public = get(server.origin[7..].parse().unwrap(), "/healthz").await;
    assert_eq!(public.status(), 200);
    let metrics = text(admin, "/metrics").await;
    assert!(
        metrics.contains("route=\"/healthz\",status=\"2xx\"} 1"),
        "{metrics}"
    );
    assert_eq!(value(&metrics, "waybill_csrf_rejected_total"), 0);
}

#[test]
fn it_is_neither_where_people_come_in_nor_beyond_the_machine_by_accident() {
    let folder = tempfile::tempdir().unwrap();
    for (admin, word) in [
        ("127.0.0.1:8080", "--admin-listen"),
        ("0.0.0.0:9090", "admin.beyond_this_machine"),
    ] {
        let mut command = waybill(folder.path());
        let output = command.args(["check-config", "--admin-listen", admin]);
        assert_refused(&output.output().unwrap(), word);
    }
}
