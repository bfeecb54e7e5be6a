//! The edge over real connections: rows H01 to H08, H23, H24 of the hostile inputs, and the drain.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose connection fails should stop"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Empty;
use hyper::Request;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use waybill::http::Listener;

use crate::support::TestApp;

/// Sends bytes and reads until the server closes.
async fn exchange(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A connection that was closed with unread bytes in it is reset.
    match stream.read_to_end(&mut answer).await {
        Ok(_) | Err(_) => String::from_utf8_lossy(&answer).into_owned(),
    }
}

#[track_caller]
fn assert_refused(answer: &str, what: &str) {
    assert!(answer.starts_with("HTTP/1.1 400 "), "{what}: {answer}");
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{what}: {answer}");
    let answer = answer.to_ascii_lowercase();
    assert!(answer.contains("connection: close"), "{what}: {answer}");
}

#[tokio::test]
async fn requests_without_a_clear_host_are_refused_as_problems() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for (what, request) in [
        ("no host", "GET /login HTTP/1.1\r\n\r\n"),
        (
            "two hosts",
            "GET /login HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        ),
        ("a user", "GET /login HTTP/1.1\r\nHost: u@a\r\n\r\n"),
        ("an empty host", "GET /login HTTP/1.1\r\nHost: \r\n\r\n"),
        ("two names", "GET /login HTTP/1.1\r\nHost: a,b\r\n\r\n"),
        (
            "no such port",
            "GET /login HTTP/1.1\r\nHost: 127.0.0.1:99999\r\n\r\n",
        ),
        (
            "another server",
            "GET http://169.254.169.254/latest/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        ),
        ("a tunnel", "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n"),
    ] {
        let answer = exchange(address, request).await;
        assert_refused(&answer, what);
        assert!(
            answer.contains("application/problem+json"),
            "{what}: {answer}"
        );
    }
}

#[tokio::test]
async fn framing_that_readers_disagree_about_is_refused() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let lengths = [
        "5, 5",
        "+5",
        "0x5",
        "5 5",
        "-1",
        "18446744073709551616",
        "5\r\nContent-Length: 6",
    ];
    for length in lengths {
        let request = format!(
            "POST /csp-report HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\nhelloGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        );
        assert_refused(&exchange(address, &request).await, length);
    }
}

#[tokio::test]
async fn a_body_with_two_lengths_answers_one_request_and_closes() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for headers in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 5",
    ] {
        let request = format!(
            "POST /csp-report HTTP/1.1\r\nHost: a\r\n{headers}\r\n\r\n2\r\n{{}}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        );
        let answer = exchange(address, &request).await;
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{answer}");
    }
}

#[tokio::test]
async fn chunks_of_odd_size_are_never_taken() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for chunk in ["0x2", "-2", "FFFFFFFFFFFFFFFFF", "2\n{}\n0\n", ""] {
        let request = format!(
            "POST /csp-report HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}\r\n{{}}\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
        );
        let answer = exchange(address, &request).await;
        assert!(!answer.contains(" 204 "), "{chunk}: {answer}");
        assert!(!answer.contains(" 200 "), "{chunk}: {answer}");
    }
}

#[tokio::test]
async fn too_many_or_too_large_headers_are_refused() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let headers = |count: usize| -> String { ["X: v\r\n"].repeat(count).concat() };
    let many = headers(101);
    let large = format!("X-Large: {}\r\n", "v".repeat(128 * 1024));
    for headers in [many, large] {
        let request = format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{headers}\r\n");
        let answer = exchange(address, &request).await;
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 431 "),
            "{answer}"
        );
    }
    let fine = headers(90);
    let request = format!("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{fine}\r\n");
    assert!(
        exchange(address, &request)
            .await
            .starts_with("HTTP/1.1 200 ")
    );
}

#[tokio::test]
async fn an_announced_body_that_is_too_large_is_refused_before_it_comes() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let request = "POST /iam/api/v1/auth HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n\
                   Content-Length: 107374182400\r\nExpect: 100-continue\r\n\r\n";
    let answer = exchange(address, request).await;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(!answer.contains("100 Continue"), "{answer}");
}

#[tokio::test]
async fn who_is_refused_while_still_sending_gets_the_answer_and_keeps_the_connection() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let content = vec![b' '; 1 << 19];
    let head = format!(
        "POST /contact/api/v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        content.len()
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    // Refused for want of a token, which needs nothing of the content.
    let mut answer = vec![0; 4096];
    let length = stream.read(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer[..length]);
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    for part in content.chunks(1 << 16) {
        stream.write_all(part).await.unwrap();
    }
    let next = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    stream.write_all(next.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("HTTP/1.1 200 "), "{answer}");
}

#[tokio::test]
async fn who_sends_no_request_in_ten_seconds_is_let_go() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    // From here on time passes when nothing else is left to do.
    tokio::time::pause();
    for beginning in [
        "",
        "P",
        "GET /healthz HTTP/1.1\r\nHo",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let start = tokio::time::Instant::now();
        exchange(address, beginning).await;
        let held = start.elapsed();
        assert!(held <= Duration::from_secs(11), "{beginning:?}: {held:?}");
    }
}

#[tokio::test]
async fn both_protocols_are_spoken_on_one_port() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let url = format!("http://{address}/healthz");
    assert_eq!(reqwest::get(&url).await.unwrap().status(), 200);

    let stream = TokioIo::new(TcpStream::connect(address).await.unwrap());
    let (mut client, connection) = http2::handshake(TokioExecutor::new(), stream)
        .await
        .unwrap();
    tokio::spawn(connection);
    let request = |host: Option<&str>| {
        let mut request = Request::get(&url);
        if let Some(host) = host {
            request = request.header("host", host);
        }
        request.body(Empty::<Bytes>::new()).unwrap()
    };
    let answer = client.send_request(request(None)).await.unwrap();
    assert_eq!(answer.status(), 200);
    let two_hosts = client
        .send_request(request(Some("evil.test")))
        .await
        .unwrap();
    assert_eq!(two_hosts.status(), 400);
}

#[tokio::test]
async fn a_drain_answers_what_is_in_progress_and_takes_nothing_new() {
    let app = TestApp::new().await;
    let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))
        .await
        .unwrap();
    let address = listener.address().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = {
        let (site, router) = (Arc::clone(&app.site), app.router());
        tokio::spawn(async move {
            let stop = async { stopped.await.unwrap_or_default() };
            listener.serve(&site, router, stop).await;
        })
    };
    let mut slow = TcpStream::connect(address).await.unwrap();
    let head = "POST /csp-report HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n";
    slow.write_all(head.as_bytes()).await.unwrap();
    // Another connection's answer shows that the server has had the time to read the first.
    let other = "GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    assert!(exchange(address, other).await.starts_with("HTTP/1.1 200 "));

    stop.send(()).unwrap();
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
    slow.write_all(b"{}").await.unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 204 "), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    serving.await.unwrap();
}

#[tokio::test]
async fn only_the_host_of_the_public_origin_is_served_and_only_its_pages_write() {
    let app = TestApp::with("public_origin = \"https://lines.example\"").await;
    let get = async |host: &str, path: &str| {
        let page = app.anonymous().request("GET", path);
        page.host(host).await.status()
    };
    for host in ["lines.example", "LINES.example:8443"] {
        assert_eq!(get(host, "/login").await, 200, "{host}");
    }
    for host in [
        "evil.example",
        "lines.example.evil.example",
        "10.0.0.5:8080",
        "localhost",
    ] {
        assert_eq!(get(host, "/login").await, 421, "{host}");
        assert_eq!(get(host, "/healthz").await, 200, "{host}");
    }
    let write = async |origin: &str| {
        let form = app.anonymous().request("POST", "/logout");
        let form = form.host("lines.example").header("origin", origin);
        form.form(&[]).await.status()
    };
    assert_eq!(write("https://lines.example").await, 303);
    for origin in [
        "http://lines.example",
        "https://lines.example:8443",
        "https://evil.example",
        "null",
    ] {
        assert_eq!(write(origin).await, 403, "{origin}");
    }
    // From this very machine it is served by a name that leads nowhere else.
    let address = app.listen().await;
    for host in ["localhost", "127.0.0.1:8080", "evil.example"] {
        let answer = exchange(
            address,
            &format!("GET /login HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        )
        .await;
        let expected = if host == "evil.example" {
            "HTTP/1.1 421"
        } else {
            "HTTP/1.1 200"
        };
        assert!(answer.starts_with(expected), "{host}: {answer}");
    }
}

#[tokio::test]
async fn whoever_finds_no_place_is_told_at_once() {
    let app = TestApp::with("[edge]\nmax_connections = 2\n").await;
    let address = app.listen().await;
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        held.push(stream);
    }
    let answer = exchange(address, request).await;
    let head = answer.to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 503 "), "{answer}");
    assert!(head.contains("retry-after: "), "{answer}");
    assert!(head.contains("connection: close"), "{answer}");
    assert!(answer.contains("/problems/unavailable"), "{answer}");

    held.pop();
    // The server learns of the end of a connection a moment later.
    let served = async {
        while !exchange(address, request_and_close())
            .await
            .starts_with("HTTP/1.1 200 ")
        {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), served)
        .await
        .expect("the place is free again");
}

fn request_and_close() -> &'static str {
    "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
}
