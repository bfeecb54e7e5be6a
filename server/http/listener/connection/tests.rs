//! How long HTTP/2 connections last, on a clock of the test: a peer by hyper's client, whose windows and reading the test decides.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::routing::get;
use futures_util::stream;
use http_body_util::{BodyExt, Empty};
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::TokioExecutor;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};
use tokio::task::JoinHandle;

use super::*;

/// More than a stream's window of 64 kB.
const LONG: usize = 200_000;

/// A connection to answers of several kinds, and the task that serves it.
async fn connected() -> (SendRequest<Empty<Bytes>>, JoinHandle<()>) {
    let router = Router::new()
        .route("/short", get(|| async { "short" }))
        .route("/long", get(|| async { vec![b'a'; LONG] }))
        .route("/slow", get(slow))
        .route(
            "/parts",
            get(|| async {
                // A part every 50 seconds, as of an archive that is put together.
                let parts = stream::unfold(0, |at| async move {
                    tokio::time::sleep(Duration::from_secs(50)).await;
                    (at < 4).then(|| (Ok::<_, Infallible>("part "), at + 1))
                });
                Body::from_stream(parts)
            }),
        );
    let (client, server) = tokio::io::duplex(64 * 1024);
    let served = tokio::spawn(serve(server, router));
    let (sender, connection) = Builder::new(TokioExecutor::new())
        .initial_stream_window_size(65_535)
        .initial_connection_window_size(1 << 20)
        .handshake(TokioIo::new(client))
        .await
        .unwrap();
    tokio::spawn(connection);
    (sender, served)
}

async fn slow() -> &'static str {
    tokio::time::sleep(Duration::from_secs(170)).await;
    "slow"
}

async fn serve(stream: DuplexStream, router: Router) {
    let progress = Arc::new(Progress::default());
    let stream = WriteTimeout::new(stream, Arc::clone(&progress));
    let spoken = Spoken {
        peer: SocketAddr::from(([192, 0, 2, 1], 50_000)),
        router,
        progress,
    };
    let (_drain, draining) = watch::channel(false);
    Protocol::new().speak(stream, spoken, draining).await;
}

fn request(path: &str) -> Request<Empty<Bytes>> {
    let request = Request::get(format!("http://localhost{path}"));
    request.body(Empty::new()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn whoever_asks_nothing_more_is_told_to_end() {
    let (mut sender, served) = connected().await;
    let start = Instant::now();
    sender.send_request(request("/short")).await.unwrap();
    served.await.unwrap();
    assert!(start.elapsed() <= IDLE * 2, "{:?}", start.elapsed());
    assert!(IDLE <= start.elapsed(), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn whoever_opens_no_window_loses_the_connection() {
    let (mut sender, served) = connected().await;
    let start = Instant::now();
    let answer = sender.send_request(request("/long")).await.unwrap();
    // Kept and never read: the window stays closed, and hyper's client answers pings.
    served.await.unwrap();
    assert!(start.elapsed() <= IDLE * 3, "{:?}", start.elapsed());
    assert!(answer.into_body().collect().await.is_err());
}

#[tokio::test(start_paused = true)]
async fn one_unread_answer_among_others_ends_it() {
    let (mut sender, served) = connected().await;
    let start = Instant::now();
    let unread = sender.send_request(request("/long")).await.unwrap();
    let mut asked = 0;
    while !served.is_finished() && start.elapsed() < IDLE * 10 {
        // Others are asked for and read meanwhile.
        if let Ok(answer) = sender.send_request(request("/short")).await {
            answer.collect().await.ok();
            asked += 1;
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    assert!(start.elapsed() <= IDLE * 3, "{:?}", start.elapsed());
    assert!(20 < asked, "{asked}");
    drop(unread);
}

#[tokio::test(start_paused = true)]
async fn an_answer_read_byte_by_byte_ends_it() {
    // HTTP/1.1, where each byte that is read lets the next be written.
    let router = Router::new().route("/long", get(|| async { vec![b'a'; LONG] }));
    let (mut client, server) = tokio::io::duplex(1);
    let served = tokio::spawn(serve(server, router));
    let start = Instant::now();
    client
        .write_all(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut taken = 0;
    while !served.is_finished() && start.elapsed() < IDLE * 60 {
        tokio::time::sleep(Duration::from_secs(10)).await;
        taken += client.read(&mut [0; 1]).await.unwrap();
    }
    assert!(start.elapsed() <= IDLE * 3, "{:?}", start.elapsed());
    assert!(10 < taken, "{taken}");
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_us_is_waited_for() {
    let (mut sender, _served) = connected().await;
    let answer = sender.send_request(request("/slow")).await.unwrap();
    assert_eq!(answer.collect().await.unwrap().to_bytes(), "slow");
    let (mut sender, _served) = connected().await;
    let answer = sender.send_request(request("/parts")).await.unwrap();
    let text = answer.collect().await.unwrap().to_bytes();
    assert_eq!(text, "part part part part ");
}

#[tokio::test(start_paused = true)]
async fn whoever_reads_slowly_gets_everything() {
    let (mut sender, _served) = connected().await;
    let answer = sender.send_request(request("/long")).await.unwrap();
    let mut body = answer.into_body();
    let mut taken = 0;
    while let Some(frame) = body.frame().await {
        taken += frame.unwrap().into_data().map_or(0, |it| it.len());
        tokio::time::sleep(IDLE / 3).await;
    }
    assert_eq!(taken, LONG);
}
