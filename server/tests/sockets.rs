//! Sockets of the realtime database in the whole server: who is admitted, and when a socket ends.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests are tests, but clippy knows only functions marked so"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{Actor, TestApp};

pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens one as a page of `origin` does, with the cookies of an actor; or gives the status of the refusal.
    pub(crate) async fn open(
        address: SocketAddr,
        origin: Option<&str>,
        sid: Option<&str>,
    ) -> Result<Self, u16> {
        let url = "ws://waybill.test/.ws?v=5&ns=waybill-embedded-default-rtdb";
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        if let Some(origin) = origin {
            headers.insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        if let Some(sid) = sid {
            headers.insert(
                "cookie",
                HeaderValue::try_from(format!("sid={sid}")).unwrap(),
            );
        }
        let stream = TcpStream::connect(address).await.unwrap();
        let mut socket = match client_async(request, stream).await {
            Ok((socket, _)) => Self(socket),
            Err(Error::Http(answer)) => return Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        };
        let hello = socket.message().await;
        assert_eq!(hello["d"]["d"]["h"], "waybill.test");
        Ok(socket)
    }

    pub(crate) async fn ask(&mut self, action: &str, body: Value) -> Value {
        let request = json!({ "t": "d", "d": { "r": 7, "a": action, "b": body } });
        self.0
            .send(Message::text(request.to_string()))
            .await
            .unwrap();
        loop {
            let message = self.message().await;
            if message["d"]["r"] == 7 {
                return message["d"]["b"].clone();
            }
        }
    }

    /// Sends a text as it is; whether the socket takes it still.
    pub(crate) async fn send_text(&mut self, text: String) -> bool {
        self.0.send(Message::text(text)).await.is_ok()
    }

    async fn message(&mut self) -> Value {
        match self.next().await {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    async fn next(&mut self) -> Message {
        let patience = Duration::from_secs(20);
        let next = tokio::time::timeout(patience, self.0.next()).await;
        next.unwrap().unwrap().unwrap()
    }

    /// What is said at the end, and the code.
    pub(crate) async fn end(&mut self) -> (Value, u16) {
        let told = self.message().await;
        match self.next().await {
            Message::Close(Some(frame)) => (told, frame.code.into()),
            other => panic!("{other:?}"),
        }
    }
}

pub(crate) const OWN: Option<&str> = Some("http://waybill.test");

async fn authenticated(address: SocketAddr, actor: &Actor<'_>) -> (Socket, Value) {
    let mut socket = Socket::open(address, OWN, Some(actor.cookie("sid")))
        .await
        .unwrap();
    let token = actor.id_token("Ada").await;
    let answer = socket.ask("auth", json!({ "cred": token })).await;
    (socket, answer)
}

#[tokio::test]
async fn a_signed_in_page_listens_to_its_own_inbox_and_no_other() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let (mut socket, answer) = authenticated(address, &ada).await;
    assert_eq!(answer["s"], "ok", "{answer}");
    let company = answer["d"]["auth"]["token"]["company_id"].as_str().unwrap();
    let inbox = format!("/{company}/general-notification/{}", ada.user_id());
    let query = json!({ "i": "status", "sp": "new", "sin": true, "l": 10, "vf": "l" });
    let answer = socket
        .ask("q", json!({ "p": inbox, "q": query, "t": 1, "h": "" }))
        .await;
    assert_eq!(answer["s"], "ok");
    let grace = app.other_company().await;
    for path in [
        format!("/{company}/general-notification/{}", grace.user_id()),
        format!("/{company}/general-notification"),
        format!("/{company}"),
        "/".to_owned(),
    ] {
        let answer = socket.ask("q", json!({ "p": path, "h": "" })).await;
        assert_eq!(answer["s"], "permission_denied", "{path}");
    }
}

#[tokio::test]
async fn a_notification_reaches_an_open_page_and_its_mark_reaches_storage() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let (mut socket, answer) = authenticated(address, &ada).await;
    let company = answer["d"]["auth"]["token"]["company_id"].as_str().unwrap();
    let inbox = format!("{company}/general-notification/{}", ada.user_id());
    let heard = json!({ "p": format!("/{inbox}"), "h": "" });
    assert_eq!(socket.ask("q", heard).await["s"], "ok");

    let path = "/contact/api/v1/contact-tags/import?dryRun=false";
    let import = ada.request("POST", path).bearer(ada.token());
    let done = import.content("text/csv", "name\nReefer\n").await;
    assert_eq!(done.status(), 200, "{}", done.text());
    let told = socket.message().await;
    let told = &told["d"]["b"];
    let place = told["p"].as_str().unwrap();
    // Of an empty inbox the first record is told as all that is in it.
    let (id, record) = if let Some(id) = place.strip_prefix(&format!("{inbox}/")) {
        (id, &told["d"])
    } else {
        let (id, record) = told["d"].as_object().unwrap().iter().next().unwrap();
        (id.as_str(), record)
    };
    assert_eq!(
        (&record["status"], &record["kind"], &record["title"]),
        (
            &json!("new"),
            &json!("importFinished"),
            &json!("Your import is done")
        )
    );
    let state = ada.open("/dashboard").await.state();
    assert_eq!(state["session"]["unread"], 1);

    let status = format!("/{inbox}/{id}/status");
    let denied = socket.ask("p", json!({ "p": status, "d": "gone" })).await;
    assert_eq!(denied["s"], "permission_denied");
    let marked = socket.ask("p", json!({ "p": status, "d": "loaded" })).await;
    assert_eq!(marked["s"], "ok");
    let list = ada.call("/iam/api/v1/notifications").await.json();
    assert_eq!(list["unread"], 0);
    assert_eq!(list["data"][0]["_id"], json!(id));
    assert_eq!(list["data"][0]["status"], "loaded");
    assert!(list["data"][0]["readAt"].is_string());
}

#[tokio::test]
async fn an_id_token_without_the_session_opens_nothing_to_a_page() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let grace = app.other_company().await;
    let token = ada.id_token("Ada").await;
    for sid in [
        None,
        Some(grace.cookie("sid")),
        Some("AAAAAAAAAAAAAAAAAAAAAA"),
    ] {
        let mut socket = Socket::open(address, OWN, sid).await.unwrap();
        let answer = socket.ask("auth", json!({ "cred": token })).await;
        assert_eq!(answer["s"], "invalid_token");
    }
    // The session alone opens nothing either, nor does its token.
    let mut socket = Socket::open(address, OWN, Some(ada.cookie("sid")))
        .await
        .unwrap();
    let answer = socket.ask("auth", json!({ "cred": ada.token() })).await;
    assert_eq!(answer["s"], "invalid_token");
    app.suspend(&ada).await;
    let (_, answer) = authenticated(address, &ada).await;
    assert_eq!(
        answer["s"], "invalid_token",
        "a suspended user is not admitted"
    );
}

#[tokio::test]
async fn a_page_of_another_origin_gets_no_socket() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for origin in ["https://evil.test", "null", "http://waybill.test.evil.test"] {
        let refused = Socket::open(address, Some(origin), None).await.err();
        assert_eq!(refused, Some(403), "{origin}");
    }
}

#[tokio::test]
async fn a_program_needs_no_cookie_where_a_password_is_all_that_is_asked_for() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let credentials = json!({ "cred": ada.id_token("Ada").await });
    let mut program = Socket::open(address, None, None).await.unwrap();
    assert_eq!(program.ask("auth", credentials.clone()).await["s"], "ok");

    app.verify(&ada).await;
    let me = ada.request("PATCH", "/iam/api/v1/users/me");
    let me = me.bearer(ada.token()).header("if-match", "*");
    let me = me.json(&json!({ "twoFactorAuth": true })).await;
    assert_eq!(me.status(), 200, "{me:?}");
    let mut program = Socket::open(address, None, None).await.unwrap();
    let answer = program.ask("auth", credentials).await;
    assert_eq!(answer["s"], "invalid_token");
}

#[tokio::test]
async fn the_end_of_the_session_ends_its_socket_within_a_second() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let watching = tokio::spawn({
        let app = Arc::clone(&app.app);
        async move { app.end_sockets().await }
    });
    let (mut socket, answer) = authenticated(address, &ada).await;
    assert_eq!(answer["s"], "ok");
    ada.log_out().await;
    let start = Instant::now();
    let (told, code) = socket.end().await;
    assert_eq!((&told["d"]["a"], code), (&json!("ac"), 1008));
    assert!(start.elapsed() < Duration::from_secs(1));
    watching.abort();
}

#[tokio::test]
async fn a_drain_closes_sockets_so_that_pages_come_back_elsewhere() {
    let app = TestApp::new().await;
    let (address, ada) = (app.listen().await, app.user().await);
    let (mut socket, _) = authenticated(address, &ada).await;
    app.site.drain();
    let Message::Close(Some(frame)) = socket.next().await else {
        panic!("it goes on");
    };
    assert_eq!(u16::from(frame.code), 1001);
}
