//! Requests per second of a signed-in document over HTTP, beside a plain axum handler under the same load.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::load;
use crate::server::Session;

const CONNECTIONS: [usize; 4] = [1, 10, 50, 200];
const DURATION: Duration = Duration::from_secs(3);

pub(crate) async fn print(session: &Session) {
    println!(
        "\nHTTP, client and server on the same two cores, {} s each",
        DURATION.as_secs()
    );
    println!(
        "{:<12} {:>11} {:>12} {:>10} {:>10}",
        "page", "connections", "requests/s", "p50 ms", "p99 ms"
    );
    let hello = hello_server().await;
    for connections in CONNECTIONS {
        let targets = [
            ("hello", hello, "/", None),
            (
                "/dashboard",
                session.address,
                "/dashboard",
                Some(session.cookie.as_str()),
            ),
            ("/login", session.address, "/login", None),
        ];
        for (name, address, path, cookie) in targets {
            let mut run = load::run(address, path, cookie, connections, DURATION).await;
            println!(
                "{name:<12} {connections:>11} {:>12.0} {:>10.2} {:>10.2}",
                run.rate(),
                run.percentile(0.5),
                run.percentile(0.99)
            );
        }
    }
}

/// The least an axum server can do per request.
async fn hello_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = axum::Router::new().route("/", axum::routing::get(|| async { "hello" }));
    tokio::spawn(async { axum::serve(listener, router).await.unwrap() });
    address
}
