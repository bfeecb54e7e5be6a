//! REST, as servers use it that write without a socket.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::request::Builder;
use axum::http::{HeaderMap, StatusCode, Uri};
use futures_util::StreamExt as _;
use jiff::SignedDuration;
use serde_json::{Value as Json, json};
use tempfile::TempDir;
use waybill_realtime::Config;
use waybill_realtime::http::rest::{answer, is_addressed};

use crate::server::{NAMESPACE, Server, storage_in, token};

const KEY: &str = "a key that only the server's own programs know";
const INBOX: &str = "co1/general-notification/ann";

async fn start() -> (TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let storage = storage_in(folder.path()).await;
    let config = Config {
        writer_key: Some(KEY.to_owned()),
        ..Config::default()
    };
    (folder, Server::start(storage, config).await)
}

fn request(method: &str, path: &str, query: &str, token: Option<&str>) -> Builder {
    let uri = format!("/{path}.json?ns={NAMESPACE}{query}");
    let mut request = Request::builder()
        .method(method)
        .uri(uri)
        .header("host", "freight.test");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request
}

async fn send(server: &Server, request: Request) -> (StatusCode, HeaderMap, Json) {
    let response = answer(Arc::clone(&server.realtime), request).await;
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let body = if body.is_empty() {
        Json::Null
    } else {
        serde_json::from_slice(&body).unwrap()
    };
    (parts.status, parts.headers, body)
}

/// As the server's own program; the answer must be a success.
async fn write(server: &Server, method: &str, path: &str, body: Json) -> Json {
    let request = request(method, path, "", Some(KEY)).body(body.to_string().into());
    let (status, _, answer) = send(server, request.unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

async fn read(server: &Server, path: &str, query: &str) -> Json {
    let request = request("GET", path, query, Some(KEY)).body(Body::empty());
    let (status, _, answer) = send(server, request.unwrap()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    answer
}

#[test]
fn only_what_names_a_database_is_addressed() {
    for (uri, expected) in [
        ("/a/b.json?ns=x", true),
        ("/.json?print=pretty&ns=x", true),
        ("/dashboard.json", false),
        ("/dashboard.json?redirect=ns", false),
        ("/dashboard?ns=x", false),
    ] {
        assert_eq!(
            is_addressed(&uri.parse::<Uri>().unwrap()),
            expected,
            "{uri}"
        );
    }
}

#[tokio::test]
async fn values_are_put_patched_pushed_read_and_deleted() {
    let (_folder, server) = start().await;
    let value = json!({ "n1": { "status": "new", "t": 1 }, "n2": { "status": "loaded" }, "n3": { "status": "new" } });
    assert_eq!(write(&server, "PUT", INBOX, value.clone()).await, value);
    assert_eq!(read(&server, INBOX, "").await, value);
    write(
        &server,
        "PATCH",
        INBOX,
        json!({ "n1/status": "loaded", "n2": null }),
    )
    .await;
    assert_eq!(
        read(&server, INBOX, "").await,
        json!({ "n1": { "status": "loaded", "t": 1 }, "n3": { "status": "new" } })
    );
    let pushed = write(&server, "POST", INBOX, json!({ "status": "new" })).await;
    let name = pushed["name"].as_str().unwrap();
    assert_eq!(
        read(&server, &format!("{INBOX}/{name}/status"), "").await,
        "new"
    );
    write(&server, "DELETE", &format!("{INBOX}/{name}"), json!(null)).await;
    let unread = "&orderBy=%22status%22&startAt=%22new%22&limitToFirst=10";
    assert_eq!(
        read(&server, INBOX, unread).await,
        json!({ "n3": { "status": "new" } })
    );
    assert_eq!(
        read(&server, INBOX, "&shallow=true").await,
        json!({ "n1": true, "n3": true })
    );
    write(&server, "PUT", "co1/a%20b/%C3%A9", json!(1)).await;
    assert_eq!(
        read(&server, "co1", "&shallow=true").await,
        json!({ "a b": true, "general-notification": true })
    );
    let silent = request("GET", INBOX, "&print=silent", Some(KEY)).body(Body::empty());
    assert_eq!(
        send(&server, silent.unwrap()).await.0,
        StatusCode::NO_CONTENT
    );
}

#[tokio::test]
async fn a_write_with_an_old_etag_changes_nothing() {
    let (_folder, server) = start().await;
    let etag = async || {
        let request = request("GET", "co1/n", "", Some(KEY)).body(Body::empty());
        send(&server, request.unwrap()).await.1["etag"]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let put = async |etag: &str, value: u32| {
        let request = request("PUT", "co1/n", "", Some(KEY)).header("if-match", etag);
        send(&server, request.body(value.to_string().into()).unwrap())
            .await
            .0
    };
    let none = etag().await;
    assert_eq!(none, "null_etag");
    assert_eq!(put(&none, 41).await, StatusCode::OK);
    assert_eq!(put(&none, 42).await, StatusCode::PRECONDITION_FAILED);
    let stale = request("DELETE", "co1/n", "&print=silent", Some(KEY)).header("if-match", &none);
    let (status, headers, there) = send(&server, stale.body(Body::empty()).unwrap()).await;
    assert_eq!((status.as_u16(), there), (412, json!(41)));
    assert_eq!(headers["etag"], "FKQEQrg9eSmOibuEATBfMSlup8g=");
    let known = etag().await;
    assert_eq!(known, "FKQEQrg9eSmOibuEATBfMSlup8g=");
    assert_eq!(put(&known, 42).await, StatusCode::OK);
    assert_eq!(read(&server, "co1/n", "").await, 42);
    let known = etag().await;
    for (method, query, header, expected) in [
        ("GET", "", ("if-none-match", known.as_str()), 304),
        ("GET", "", ("if-none-match", "null_etag"), 200),
        // Their ETag would not be that of what is there.
        ("GET", "&shallow=true", ("if-none-match", &known), 200),
        ("PATCH", "", ("if-match", &known), 400),
        ("POST", "", ("if-match", "null_etag"), 400),
        ("DELETE", "", ("if-match", &known), 200),
    ] {
        let request = request(method, "co1/n", query, Some(KEY)).header(header.0, header.1);
        let (status, ..) = send(&server, request.body(Body::from("{}")).unwrap()).await;
        assert_eq!(status.as_u16(), expected, "{method} {query}");
    }
    assert_eq!(etag().await, none);
    // Whoever may not read what is there is not told by a condition that fails.
    let ann = token("ann", "ann", SignedDuration::from_hours(1));
    let blind = request("PUT", "co2/n", "", Some(&ann)).header("if-match", &known);
    let (status, headers, _) = send(&server, blind.body(Body::from("1")).unwrap()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert!(!headers.contains_key("etag"));
}

#[tokio::test]
async fn parameters_are_those_of_firebase() {
    let (_folder, server) = start().await;
    let value = json!({ "a": { "n": 1 }, "b": { "n": 2 }, "c": 3 });
    write(&server, "PUT", "co1/box", value).await;
    let get = async |query: &str| {
        let request = request("GET", "co1/box", query, Some(KEY)).body(Body::empty());
        let (status, _, body) = send(&server, request.unwrap()).await;
        (status.as_u16(), body)
    };
    for (query, expected) in [
        (
            "&orderBy=%22$key%22&startAt=%22b%22",
            json!({ "b": { "n": 2 }, "c": 3 }),
        ),
        (
            "&orderBy=%22%24key%22&startAfter=%22b%22",
            json!({ "c": 3 }),
        ),
        (
            "&orderBy=%22%24key%22&limitToFirst=1",
            json!({ "a": { "n": 1 } }),
        ),
        ("&orderBy=%22$value%22&equalTo=3", json!({ "c": 3 })),
        ("&orderBy=%22n%22&startAt=2", json!({ "b": { "n": 2 } })),
        (
            "&orderBy=%22n%22&endBefore=2&startAt=1",
            json!({ "a": { "n": 1 } }),
        ),
        ("&orderBy=%22$priority%22&limitToLast=1", json!({ "c": 3 })),
        ("&shallow=true", json!({ "a": true, "b": true, "c": true })),
    ] {
        assert_eq!(get(query).await, (200, expected), "{query}");
    }
    for query in [
        "&startAt=%22b%22",
        "&limitToFirst=1",
        "&orderBy=n&limitToFirst=1",
        "&orderBy=%22n%22&limitToFirst=0",
        "&orderBy=%22n%22&limitToFirst=x",
        "&orderBy=%22n%22&shallow=true",
    ] {
        assert_eq!(get(query).await.0, 400, "{query}");
    }
    let pretty = request("GET", "co1/box/a", "&print=pretty", Some(KEY)).body(Body::empty());
    let response = answer(Arc::clone(&server.realtime), pretty.unwrap()).await;
    assert_eq!(response.headers()["content-type"], "application/json");
    let text = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert_eq!(text, "{\n  \"n\": 1\n}\n");
    for method in ["PUT", "PATCH", "POST", "DELETE"] {
        let silent = request(method, "co1/silent", "&print=silent", Some(KEY));
        let (status, _, body) = send(&server, silent.body(Body::from("{}")).unwrap()).await;
        assert_eq!(
            (status, body),
            (StatusCode::NO_CONTENT, Json::Null),
            "{method}"
        );
    }
    let head = request("HEAD", "co1/box", "", Some(KEY)).body(Body::empty());
    assert_eq!(send(&server, head.unwrap()).await.0, StatusCode::OK);
    let other = request("OPTIONS", "co1/box", "", Some(KEY)).body(Body::empty());
    let (status, headers, _) = send(&server, other.unwrap()).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(headers["allow"], "GET, HEAD, PUT, PATCH, POST, DELETE");
}

#[tokio::test]
async fn token_comes_by_header_or_parameter() {
    let (_folder, server) = start().await;
    let ann = token("ann", "ann", SignedDuration::from_hours(1));
    let bob = token("bob", "bob", SignedDuration::from_hours(1));
    let parameter = format!("&auth={ann}");
    for (query, headers, expected) in [
        ("", vec![format!("bearer {ann}")], 200),
        ("", vec![ann.clone()], 200),
        (parameter.as_str(), vec![], 200),
        // The header counts, and there is one.
        (&parameter, vec![format!("Bearer {bob}")], 401),
        (&parameter, vec![ann.clone(), ann.clone()], 401),
        ("", vec![format!("Basic {ann}")], 401),
    ] {
        let mut request = request("GET", INBOX, query, None);
        for header in &headers {
            request = request.header("authorization", header);
        }
        let (status, ..) = send(&server, request.body(Body::empty()).unwrap()).await;
        assert_eq!(status.as_u16(), expected, "{query} {headers:?}");
    }
}

#[tokio::test]
async fn who_does_not_show_the_key_is_judged_by_the_rules() {
    let (_folder, server) = start().await;
    write(&server, "PUT", INBOX, json!({ "n1": { "status": "new" } })).await;
    let ann = token("ann", "ann", SignedDuration::from_hours(1));
    let late = token("ann", "ann", SignedDuration::from_secs(-1));
    for (method, path, who, expected) in [
        ("GET", INBOX, Some(ann.as_str()), 200),
        (
            "PUT",
            "co1/general-notification/ann/n1/status",
            Some(&ann),
            200,
        ),
        ("GET", "co1/general-notification/bob", Some(&ann), 401),
        ("PUT", INBOX, Some(&ann), 401),
        ("DELETE", INBOX, Some(&ann), 401),
        ("POST", INBOX, Some(&ann), 401),
        ("GET", INBOX, None, 401),
        ("PUT", "co1/general-notification/ann/n1/status", None, 401),
        ("GET", INBOX, Some(&late), 401),
        ("GET", INBOX, Some("nonsense"), 401),
        ("GET", INBOX, Some(""), 401),
        ("PUT", "co1/general-notification/ann/n.1", Some(KEY), 400),
        ("PROPFIND", INBOX, Some(KEY), 405),
    ] {
        let request = request(method, path, "", who).body(Body::from("\"loaded\""));
        let (status, _, body) = send(&server, request.unwrap()).await;
        assert_eq!(status.as_u16(), expected, "{method} {path} {body}");
    }
    let page = request("GET", INBOX, "", Some(KEY)).header("origin", "http://freight.test");
    let (status, ..) = send(&server, page.body(Body::empty()).unwrap()).await;
    assert_eq!(
        status,
        StatusCode::UNAUTHORIZED,
        "a page has no business with the key"
    );
    let page = request("GET", INBOX, "", Some(KEY)).header("sec-fetch-site", "same-origin");
    let (status, ..) = send(&server, page.body(Body::empty()).unwrap()).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED, "nor one that only reads");
    for (name, value) in [
        ("origin", "https://evil.test"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let foreign = request("GET", INBOX, "", Some(&ann)).header(name, value);
        let (status, ..) = send(&server, foreign.body(Body::empty()).unwrap()).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "{value}");
    }
    let nonsense = request("PUT", INBOX, "", Some(KEY)).body(Body::from("{"));
    assert_eq!(
        send(&server, nonsense.unwrap()).await.0,
        StatusCode::BAD_REQUEST
    );
    let large = request("PUT", INBOX, "", Some(KEY)).body(Body::from("x".repeat((1 << 20) + 1)));
    assert_eq!(
        send(&server, large.unwrap()).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    let other = Request::builder()
        .uri("/a.json?ns=other")
        .header("host", "freight.test")
        .body(Body::empty());
    assert_eq!(send(&server, other.unwrap()).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_stream_tells_what_a_socket_is_told_and_ends_with_its_session() {
    let (_folder, server) = start().await;
    write(&server, "PUT", INBOX, json!({ "n1": { "status": "new" } })).await;
    let ann = token("ann", "session", SignedDuration::from_hours(1));
    let request =
        request("GET", INBOX, "", Some(&ann)).header("accept", "text/event-stream, */*;q=0.1");
    let response = answer(
        Arc::clone(&server.realtime),
        request.body(Body::empty()).unwrap(),
    )
    .await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut events = response.into_body().into_data_stream();
    let mut next = async || {
        let event = events.next().await?.unwrap();
        Some(String::from_utf8(event.to_vec()).unwrap())
    };
    let put = "event: put\ndata: {\"path\":\"/\",\"data\":{\"n1\":{\"status\":\"new\"}}}\n\n";
    assert_eq!(next().await.as_deref(), Some(put));
    write(
        &server,
        "PUT",
        &format!("{INBOX}/n2"),
        json!({ "status": "new" }),
    )
    .await;
    let patch = "event: patch\ndata: {\"path\":\"/\",\"data\":{\"n2\":{\"status\":\"new\"}}}\n\n";
    assert_eq!(next().await.as_deref(), Some(patch));
    server.realtime.end_sessions(|session| session == "session");
    let revoked = "event: auth_revoked\ndata: \"Auth token is expired\"\n\n";
    assert_eq!(next().await.as_deref(), Some(revoked));
    assert_eq!(next().await, None);
    drop(events);
    assert!(!server.realtime.has_sockets());
}
