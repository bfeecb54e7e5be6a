//! A client: one socket that listens to one inbox.

use std::time::Instant;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::NAMESPACE;

pub(crate) struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    /// Signed in as this user and listening to its inbox.
    pub(crate) async fn listening(address: &str, user: String) -> Self {
        let url = format!("ws://{address}/.ws?v=5&ns={NAMESPACE}");
        let (socket, _) = connect_async(url).await.unwrap();
        let mut client = Self(socket);
        client
            .ask(1, "auth", json!({ "cred": format!("a.b.{user}") }))
            .await;
        let inbox = format!("/co/general-notification/{user}");
        client.ask(2, "q", json!({ "p": inbox, "h": "" })).await;
        client
    }

    async fn ask(&mut self, number: u64, action: &str, body: Value) {
        let request = json!({ "t": "d", "d": { "r": number, "a": action, "b": body } });
        let request = Message::text(request.to_string());
        self.0.send(request).await.unwrap();
        loop {
            let message = self.next().await;
            if message["d"]["r"] == number {
                assert_eq!(message["d"]["b"]["s"], "ok", "{message}");
                return;
            }
        }
    }

    /// When the next push came.
    pub(crate) async fn hear(&mut self) -> Instant {
        self.next().await;
        Instant::now()
    }

    async fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.next().await.unwrap().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }
}

/// Has the server write there; gives what the write took, in µs.
pub(crate) async fn put(address: &str, path: String) -> u64 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /bench/put/{path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.rsplit_once("\r\n\r\n").expect("an answer");
    body.parse().expect("a duration")
}
