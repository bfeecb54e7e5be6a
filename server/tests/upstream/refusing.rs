//! Answers that are not passed on (hostile inputs P03, P04).

use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use http::{Response, StatusCode};

use super::contacts_at;
use super::fake::Fake;

const LIST: &str = "/contact/api/v1/contacts";

async fn nothing() -> Fake {
    Fake::start(Router::new().fallback(async || "{}")).await
}

#[tokio::test]
async fn a_redirect_is_not_followed_and_not_passed_on() {
    let other = nothing().await;
    for status in [301, 302, 303, 307, 308] {
        let there = format!("http://{}/", other.address);
        let redirect = async move || {
            let answer = Response::builder().status(status).header(LOCATION, there);
            answer.body(Body::empty()).unwrap()
        };
        let fake = Fake::start(Router::new().fallback(redirect)).await;
        let app = contacts_at(fake.address, "").await;
        let ada = app.user().await;
        let answer = ada.call(LIST).await;
        answer.assert_problem(502);
        assert_eq!(answer.header("location"), "");
        assert_ne!(answer.header("retry-after"), "");
    }
    assert!(other.asked().is_empty());
}

#[tokio::test]
async fn what_has_not_changed_is_said_to_have_not() {
    let fake = Fake::start(Router::new().fallback(async || StatusCode::NOT_MODIFIED)).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    assert_eq!(ada.call(LIST).await.status(), 304);
}

#[tokio::test]
async fn what_a_browser_would_run_is_no_answer_unless_it_is_a_file() {
    for kind in [
        "text/html; charset=utf-8",
        "application/xhtml+xml",
        "image/svg+xml",
        "text/xml",
        "TEXT/HTML",
        "text/javascript",
    ] {
        let page = async move || ([(CONTENT_TYPE, kind)], "<script>alert(1)</script>");
        let file = async move || {
            let headers = [
                (CONTENT_TYPE, kind),
                (CONTENT_DISPOSITION, "attachment; filename=x"),
            ];
            (headers, "<script>alert(1)</script>")
        };
        let router = Router::new()
            .route("/contact/api/v1/page", axum::routing::get(page))
            .route("/contact/api/v1/file", axum::routing::get(file));
        let fake = Fake::start(router).await;
        let app = contacts_at(fake.address, "").await;
        let ada = app.user().await;
        let answer = ada.call("/contact/api/v1/page").await;
        answer.assert_problem(502);
        assert!(!answer.text().contains("script"), "{kind}");
        let answer = ada.call("/contact/api/v1/file").await;
        assert_eq!(answer.status(), 200, "{kind}");
        let policy = answer.header("content-security-policy");
        assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'");
    }
}

#[tokio::test]
async fn a_fault_of_a_service_is_told_in_our_own_words() {
    for (status, told, wait) in [
        (500, 502, "2"),
        (501, 502, "2"),
        (502, 502, "2"),
        (503, 503, "7"),
        (504, 504, "2"),
    ] {
        let fault = async move || {
            let answer = Response::builder().status(status);
            let answer = match status {
                503 => answer.header(RETRY_AFTER, "7"),
                _ => answer,
            };
            let secret = "panicked at src/contacts.rs:7: SELECT * FROM people";
            answer.body(Body::from(secret)).unwrap()
        };
        let fake = Fake::start(Router::new().fallback(fault)).await;
        let app = contacts_at(fake.address, "").await;
        let ada = app.user().await;
        let draft = ada.request("POST", LIST).bearer(ada.token());
        let answer = draft.json(&serde_json::json!({})).await;
        answer.assert_problem(told);
        assert_eq!(answer.header("retry-after"), wait);
        assert!(!answer.text().contains("SELECT"), "{answer:?}");
        assert_eq!(fake.asked().len(), 1, "what is no read is sent once");
    }
}

#[tokio::test]
async fn an_answer_that_says_it_is_too_much_is_none() {
    let much = async || {
        let answer = Response::builder().header(CONTENT_LENGTH, 10_u64 << 30);
        let endless = futures_util::stream::repeat_with(|| {
            Ok::<_, std::convert::Infallible>(vec![b'x'; 1 << 16])
        });
        answer.body(Body::from_stream(endless)).unwrap()
    };
    let fake = Fake::start(Router::new().fallback(much)).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    ada.call(LIST).await.assert_problem(502);
}

#[tokio::test]
async fn nobody_there_is_a_problem_and_no_answer_in_time_another() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = nobody.local_addr().unwrap();
    drop(nobody);
    let app = contacts_at(address, "").await;
    let ada = app.user().await;
    let answer = ada.call(LIST).await;
    answer.assert_problem(502);
    assert_eq!(answer.header("retry-after"), "2");

    let never = async || std::future::pending::<()>().await;
    let fake = Fake::start(Router::new().fallback(never)).await;
    let app = contacts_at(fake.address, "[upstream]\ndeadline_ms = 300").await;
    let ada = app.user().await;
    let begun = tokio::time::Instant::now();
    let answer = ada.call(LIST).await;
    answer.assert_problem(504);
    assert_eq!(answer.header("retry-after"), "2");
    assert!(Duration::from_millis(300) <= begun.elapsed());
    let deadline = fake.asked()[0].header("x-deadline-ms").unwrap().parse();
    assert!((1..=300).contains(&deadline.unwrap()));
}
