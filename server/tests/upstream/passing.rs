//! What of a call passes, and what of its answer.

use axum::{Json, Router};
use http::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::contacts_at;
use super::fake::Fake;
use crate::support::TestApp;

const LIST: &str = "/contact/api/v1/contacts";

async fn fake() -> Fake {
    Fake::start(Router::new().fallback(async || list())).await
}

fn list() -> Json<Value> {
    Json(json!({ "data": [{ "_id": "7" }], "page": 1, "pageSize": 25, "total": 1 }))
}

#[tokio::test]
async fn a_call_passes_with_its_token_and_without_cookies() {
    let fake = fake().await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let path = format!("{LIST}?search=l%C3%B3velace&filter=kind:eq:organisation");
    let answer = ada
        .request("GET", &path)
        .bearer(ada.token())
        .header("if-none-match", "\"3\"")
        .header("x-forwarded-for", "203.0.113.7")
        .header("x-company-id", "somebody-elses")
        .header("te", "trailers")
        .await;
    assert_eq!(answer.status(), 200, "{answer:?}");
    assert_eq!(answer.json()["data"][0]["_id"], "7");
    let asked = fake.asked();
    let [asked] = asked.as_slice() else {
        unreachable!("{asked:?}")
    };
    assert_eq!(asked.path_and_query, path);
    assert_eq!(asked.header("authorization"), Some(ada.token()));
    assert_eq!(asked.header("if-none-match"), Some("\"3\""));
    assert_eq!(asked.header("x-forwarded-for"), Some("192.0.2.1"));
    assert_eq!(
        asked.header("x-request-id"),
        Some(answer.header("x-request-id"))
    );
    for name in ["cookie", "x-company-id", "te", "origin", "referer"] {
        assert_eq!(asked.header(name), None, "{name}");
    }
}

#[tokio::test]
async fn the_token_goes_after_bearer_where_the_configuration_says_so() {
    let fake = fake().await;
    let more = "[needs]\nbudget_ms = 10000\n[upstream]\nauthorization = \"bearer\"";
    let app = contacts_at(fake.address, more).await;
    let ada = app.user().await;
    let bare = ada.request("GET", LIST);
    assert_eq!(
        bare.header("authorization", ada.token()).await.status(),
        200
    );
    assert_eq!(ada.call(LIST).await.status(), 200);
    assert_eq!(ada.open("/contacts?page=1").await.status(), 200);
    let bearer = format!("Bearer {}", ada.token());
    let asked = fake.asked();
    assert!(3 <= asked.len(), "{asked:?}");
    for asked in asked {
        assert_eq!(asked.header("authorization"), Some(bearer.as_str()));
    }
}

#[tokio::test]
async fn a_path_passes_as_it_came() {
    let fake = fake().await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let paths = [LIST.to_owned(), format!("{LIST}/"), format!("{LIST}/?x=1")];
    for path in &paths {
        assert_eq!(ada.call(path).await.status(), 200, "{path}");
    }
    let asked = fake.asked();
    let asked: Vec<_> = asked.iter().map(|it| it.path_and_query.clone()).collect();
    assert_eq!(asked, paths);
}

#[tokio::test]
async fn everything_else_stays_embedded() {
    let fake = fake().await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    assert_eq!(ada.call("/master/api/v1/country").await.status(), 200);
    assert_eq!(ada.call("/iam/api/v1/users").await.status(), 200);
    assert!(fake.asked().is_empty());
}

#[tokio::test]
async fn a_token_without_its_living_session_does_not_leave() {
    let fake = fake().await;
    let app = contacts_at(fake.address, "").await;
    let thief = app.stolen_token().await;
    thief.call(LIST).await;
    let forged = app.anonymous().request("GET", LIST);
    forged.bearer("x.y.z").await;
    app.anonymous().open(LIST).await;
    let asked = fake.asked();
    assert_eq!(asked.len(), 3);
    for asked in asked {
        assert_eq!(asked.header("authorization"), None, "{asked:?}");
    }
}

#[tokio::test]
async fn content_passes_with_its_type_and_version() {
    let echo = async |content: String| (StatusCode::CREATED, [("etag", "\"1\"")], content);
    let fake = Fake::start(Router::new().fallback(echo)).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let body = json!({ "displayName": "Lovelace Lines" });
    let draft = ada.request("POST", LIST).bearer(ada.token());
    let answer = draft
        .header("idempotency-key", "k1")
        .header("if-match", "\"9\"")
        .json(&body)
        .await;
    assert_eq!(answer.status(), 201);
    assert_eq!(answer.header("etag"), "\"1\"");
    assert_eq!(answer.text(), body.to_string());
    let asked = fake.asked();
    assert_eq!(asked[0].header("idempotency-key"), Some("k1"));
    assert_eq!(asked[0].header("if-match"), Some("\"9\""));
    assert_eq!(asked[0].header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn what_a_service_says_of_cookies_policies_and_addresses_stays_behind() {
    let hostile = [
        ("set-cookie", "token=evil"),
        ("clear-site-data", "\"*\""),
        (
            "content-security-policy",
            "default-src * 'unsafe-inline' 'unsafe-eval'",
        ),
        ("access-control-allow-origin", "*"),
        ("location", "//evil.test"),
        ("refresh", "0; url=//evil.test"),
        ("link", "<//evil.test/x.js>; rel=preload"),
        ("strict-transport-security", "max-age=0"),
        ("x-request-id", "theirs"),
        ("cache-control", "public, max-age=600"),
        ("content-type", "application/json"),
    ];
    let fake = Fake::start(Router::new().fallback(async move || (hostile, "{\"data\":[]}"))).await;
    let app = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    let answer = ada.call(LIST).await;
    assert_eq!(answer.status(), 200);
    for name in [
        "set-cookie",
        "clear-site-data",
        "access-control-allow-origin",
        "location",
        "refresh",
        "link",
        "strict-transport-security",
    ] {
        assert_eq!(answer.header(name), "", "{name}");
    }
    let policy = answer.header("content-security-policy");
    assert_eq!(policy, "default-src 'none'; frame-ancestors 'none'");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    assert_ne!(answer.header("x-request-id"), "theirs");
}

#[tokio::test]
async fn headers_of_the_connection_stay_on_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close, etag\r\nETag: \"1\"\r\n\
                      Keep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nTrailer: x\r\nTransfer-Encoding: chunked\r\n\r\n\
                      b\r\n{\"data\":[]}\r\n0\r\nx: y\r\n\r\n";
        stream.write_all(answer.as_bytes()).await.unwrap();
        String::from_utf8(head).unwrap().to_ascii_lowercase()
    });
    let app = contacts_at(address, "").await;
    let ada = app.user().await;
    let draft = ada.request("GET", LIST).bearer(ada.token());
    let answer = draft
        .header("connection", "keep-alive, if-match")
        .header("if-match", "\"9\"")
        .header("keep-alive", "timeout=5")
        .header("proxy-authorization", "Basic x")
        .await;
    assert_eq!(answer.text(), "{\"data\":[]}");
    for name in [
        "connection",
        "etag",
        "keep-alive",
        "proxy-authenticate",
        "trailer",
        "transfer-encoding",
    ] {
        assert_eq!(answer.header(name), "", "{name}");
    }
    let head = service.await.unwrap();
    for name in ["if-match:", "keep-alive", "proxy-authorization:", "cookie:"] {
        assert!(!head.contains(name), "{head}");
    }
}

#[tokio::test]
async fn needs_of_a_page_go_the_same_way() {
    let fake = fake().await;
    let app = contacts_at(fake.address, "[needs]\nbudget_ms = 10000").await;
    let ada = app.user().await;
    let page = ada.open("/contacts?page=1").await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.state()["data"]["rows"]["data"][0]["_id"], "7");
    let asked = fake.asked();
    let rows = asked.iter().find(|it| it.path_and_query.starts_with(LIST));
    let rows = rows.unwrap();
    assert_eq!(rows.header("authorization"), Some(ada.token()));
    assert_eq!(
        rows.header("x-request-id"),
        Some(page.header("x-request-id"))
    );
    assert_eq!(rows.header("cookie"), None);
}

#[tokio::test]
async fn without_script_a_link_waits_for_what_was_late() {
    let (release, released) = watch::channel(false);
    let answer = async move || {
        let mut released = released.clone();
        released.wait_for(|is_released| *is_released).await.unwrap();
        list()
    };
    let fake = Fake::start(Router::new().fallback(answer)).await;
    let app = contacts_at(fake.address, "[needs]\nbudget_ms = 1").await;
    let ada = app.user().await;
    let late = ada.open("/contacts?page=1").await;
    assert!(late.state()["data"]["rows"].is_null(), "{late:?}");
    let waiting = "/contacts?page=1&wait=true";
    let link = format!("href=\"{}\"", waiting.replace('&', "&amp;"));
    assert!(late.text().contains(&link), "{}", late.text());

    release.send(true).unwrap();
    let whole = ada.open(waiting).await;
    assert_eq!(whole.state()["data"]["rows"]["data"][0]["_id"], "7");
    assert!(!whole.text().contains(&link), "{}", whole.text());
}

#[tokio::test]
async fn what_a_service_refuses_a_page_shows_with_the_true_status() {
    let problem =
        json!({ "type": "/problems/forbidden", "title": "No", "status": 403, "detail": "No." });
    let answer = (
        StatusCode::FORBIDDEN,
        [("content-type", "application/problem+json")],
        problem.to_string(),
    );
    let fake = Fake::start(Router::new().fallback(async move || answer)).await;
    let app = contacts_at(fake.address, "[needs]\nbudget_ms = 10000").await;
    let ada = app.user().await;
    let called = ada.call(LIST).await;
    assert_eq!(called.status(), 403);
    assert_eq!(called.json(), problem);
    let page = ada.open("/contacts?page=1").await;
    assert_eq!(page.status(), 403);
    assert_eq!(page.state()["data"]["rows"]["error"], problem);
}

#[tokio::test]
async fn paths_that_lead_elsewhere_reach_no_service() {
    let fake = fake().await;
    let app: TestApp = contacts_at(fake.address, "").await;
    let ada = app.user().await;
    for (path, status) in [
        ("/contact/api/v1/../../admin", 404),
        ("/contact/api/v1/%2e%2e/%2E%2E/admin", 404),
        ("/contact/api/v1/./contacts", 404),
        ("/contact/api/v1//evil.test/", 404),
        ("/contact/api/v1/a%2f..%2fb", 400),
        ("/contact/api/v1/a%5c..%5cb", 400),
        ("/contact/api/v1/a%00", 400),
        ("/contact@evil.test/api/v1/x", 404),
        ("/contact%2f../api/v1/x", 400),
        ("/Contact/api/v1/x", 404),
        ("/evil.test/api/v1/x", 404),
        ("/127.0.0.1/api/v1/x", 404),
    ] {
        let answer = ada.call(path).await;
        assert_eq!(answer.status(), status, "{path}");
    }
    assert!(fake.asked().is_empty(), "{:?}", fake.asked());
}
