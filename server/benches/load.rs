//! A bounded HTTP/1.1 load: so many connections, each with one request after the other, for so long.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::stats::Run;

/// Sends `GET path` over `connections` connections for `duration`; every answer must be a 200.
pub(crate) async fn run(
    address: SocketAddr,
    path: &str,
    cookie: Option<&str>,
    connections: usize,
    duration: Duration,
) -> Run {
    let started = Instant::now();
    let mut clients = JoinSet::new();
    for _ in 0..connections {
        let request = request(address, path, cookie);
        clients.spawn(async move {
            let mut sender = connect(address).await;
            let mut latencies = Vec::new();
            while started.elapsed() < duration {
                let sent = Instant::now();
                get(&mut sender, request.clone()).await;
                latencies.push(sent.elapsed());
            }
            latencies
        });
    }
    let latencies = clients.join_all().await.into_iter().flatten().collect();
    Run {
        latencies,
        took: started.elapsed(),
    }
}

async fn connect(address: SocketAddr) -> SendRequest<Empty<Bytes>> {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (sender, connection) = handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender
}

fn request(address: SocketAddr, path: &str, cookie: Option<&str>) -> Request<Empty<Bytes>> {
    let mut request = Request::get(path).header("host", address.to_string());
    if let Some(cookie) = cookie {
        request = request.header("cookie", cookie);
    }
    request.body(Empty::new()).unwrap()
}

async fn get(sender: &mut SendRequest<Empty<Bytes>>, request: Request<Empty<Bytes>>) {
    sender.ready().await.unwrap();
    let response = sender.send_request(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let mut body = response.into_body();
    while let Some(frame) = body.frame().await {
        frame.unwrap();
    }
}
