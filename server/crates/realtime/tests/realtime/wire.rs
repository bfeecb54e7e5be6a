//! A client that sends what no SDK would.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use jiff::SignedDuration;
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::{HeaderValue, Request};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::{NAMESPACE, Server, token};

/// Nothing here takes as long.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) greeting: Json,
    number: u64,
}

/// What came, or how it ended.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    Message(Json),
    Closed(Option<u16>),
}

pub(crate) fn request(server: &Server, query: &str, origin: Option<&str>) -> Request<()> {
    let url = format!("ws://{}/.ws?{query}", server.address);
    let mut request = url.into_client_request().unwrap();
    if let Some(origin) = origin {
        let origin = HeaderValue::from_str(origin).unwrap();
        request.headers_mut().insert("origin", origin);
    }
    request
}

impl Client {
    /// Connects, or gives the status of the refusal.
    pub(crate) async fn connect(request: Request<()>) -> Result<Self, u16> {
        let (socket, _) = match connect_async(request).await {
            Ok(connected) => connected,
            Err(Error::Http(answer)) => return Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        };
        let mut client = Self {
            socket,
            greeting: Json::Null,
            number: 0,
        };
        client.greeting = client.message().await;
        Ok(client)
    }

    pub(crate) async fn new(server: &Server) -> Self {
        let query = format!("v=5&ns={NAMESPACE}");
        let client = Self::connect(request(server, &query, None)).await.unwrap();
        assert_eq!(client.greeting["d"]["t"], "h");
        client
    }

    /// Signed in as this person.
    pub(crate) async fn of(server: &Server, uid: &str) -> Self {
        let mut client = Self::new(server).await;
        let answer = client
            .authenticate(&token(uid, uid, SignedDuration::from_hours(1)))
            .await;
        assert_eq!(answer["s"], "ok", "{answer}");
        client
    }

    pub(crate) async fn authenticate(&mut self, token: &str) -> Json {
        self.ask("auth", json!({ "cred": token })).await
    }

    pub(crate) async fn send(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.unwrap();
    }

    /// Sends a request and gives its answer; pushes before it are passed over.
    pub(crate) async fn ask(&mut self, action: &str, body: Json) -> Json {
        self.number += 1;
        let number = self.number;
        let request = json!({ "t": "d", "d": { "r": number, "a": action, "b": body } });
        self.send(request.to_string()).await;
        loop {
            let message = self.message().await;
            if message["d"]["r"] == number {
                return message["d"]["b"].clone();
            }
        }
    }

    /// The next message.
    pub(crate) async fn message(&mut self) -> Json {
        match self.hear().await {
            Heard::Message(message) => message,
            Heard::Closed(code) => panic!("closed with {code:?}"),
        }
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        let next = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Text(text))) => {
                        assert_ne!(text.as_str(), "0", "the SDK would deliver nothing more");
                        return Heard::Message(serde_json::from_str(&text).unwrap());
                    }
                    Some(Ok(Message::Close(frame))) => {
                        return Heard::Closed(frame.map(|it| it.code.into()));
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Heard::Closed(None),
                }
            }
        };
        tokio::time::timeout(PATIENCE, next)
            .await
            .expect("nothing came")
    }

    /// Passes over what comes until the end.
    pub(crate) async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Heard::Closed(code) = self.hear().await {
                return code;
            }
        }
    }
}
