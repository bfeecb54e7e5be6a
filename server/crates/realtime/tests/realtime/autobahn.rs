//! The cases 1 to 7 of the Autobahn test suite: frames, pings, reserved bits, opcodes, fragments, UTF-8, closing.
//!
//! `autobahn/cases.json` holds what the suite sends and what it takes for right, recorded from its own classes by
//! `autobahn/record.py` (`autobahntestsuite` 25.10.1, Apache-2.0; its own program needs Python 2). All of them run
//! against an echo on a socket that is set up as the product's, and those that expect no echo against `/.ws` as well.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::WebSocketUpgrade;
use axum::extract::ws::Message;
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{StreamExt as _, stream};
use serde_json::Value as Json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use waybill_realtime::{Config, http};

use crate::server::{NAMESPACE, Server, storage_in};

/// The suite waits a second at most for what is right.
const PATIENCE: Duration = Duration::from_secs(20);
/// Stands between two frames where the suite waits to see whether the peer fails at once.
const PAUSE: Duration = Duration::from_millis(100);
/// Cases that run at once.
const AT_ONCE: usize = 16;

#[tokio::test(flavor = "multi_thread")]
async fn the_socket_passes_all_cases_against_an_echo() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/", get(echo));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    let cases = cases();
    assert_eq!(cases.len(), 246, "the suite has so many");
    run(cases, address, "/", 0).await;
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_itself_passes_those_that_need_no_echo() {
    let folder = tempfile::tempdir().unwrap();
    let storage = storage_in(folder.path()).await;
    let server = Server::start(storage, Config::default()).await;
    let mut cases = cases();
    // A message of the suite is none of the database's, which ends the socket for another reason.
    cases.retain(|case| case.expected.iter().all(|it| !is_echo(it)));
    assert_eq!(cases.len(), 140);
    let path = format!("/.ws?v=5&ns={NAMESPACE}");
    // The greeting comes before anything else.
    run(cases, server.address, &path, 1).await;
}

async fn echo(upgrade: WebSocketUpgrade) -> axum::response::Response {
    http::limited(upgrade).on_upgrade(async |mut socket| {
        while let Some(Ok(message)) = socket.recv().await {
            if let Message::Text(_) | Message::Binary(_) = message
                && socket.send(message).await.is_err()
            {
                break;
            }
        }
    })
}

async fn run(cases: Vec<Case>, address: SocketAddr, path: &str, greetings: usize) {
    let outcomes = stream::iter(cases.iter().map(async |case| {
        let outcome = tokio::time::timeout(PATIENCE, case.run(address, path, greetings)).await;
        let outcome = outcome.unwrap_or_else(|_| Err("did not end".to_owned()));
        outcome.err().map(|why| format!("{}: {why}", case.name))
    }));
    let failures: Vec<String> = outcomes
        .buffer_unordered(AT_ONCE)
        .filter_map(std::future::ready)
        .collect()
        .await;
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// One case of the suite.
struct Case {
    name: String,
    steps: Vec<Step>,
    /// What comes back in one of the good outcomes, the strict one first.
    expected: Vec<Vec<Event>>,
    /// Whether it is the client that begins to close.
    closed_by_client: bool,
    codes: Vec<u64>,
    is_clean: bool,
    /// Whether any outcome is right.
    is_informational: bool,
}

/// What the client does.
enum Step {
    /// Octets, in pieces of so many.
    Send(Vec<u8>, usize),
    /// The same, and it closes.
    Close(Vec<u8>),
    Pause,
}

/// What comes back.
#[derive(Clone, Debug, PartialEq)]
enum Event {
    Text(Vec<u8>),
    Binary(Vec<u8>),
    Pong(Vec<u8>),
}

/// How it ended.
#[derive(Debug, PartialEq)]
enum Ended {
    /// With a frame that says so, and perhaps why.
    Closed(Option<u64>),
    Dropped,
}

fn is_echo(events: &[Event]) -> bool {
    events.iter().any(|it| !matches!(it, Event::Pong(_)))
}

fn cases() -> Vec<Case> {
    let cases: Vec<Json> = serde_json::from_str(include_str!("autobahn/cases.json")).unwrap();
    cases.iter().map(Case::read).collect()
}

impl Case {
    fn read(case: &Json) -> Self {
        let list = |of: &Json| of.as_array().unwrap().clone();
        let flag = |of: &Json| of.as_bool().unwrap();
        let events = |of: &Json| list(of).iter().map(Event::read).collect();
        Self {
            name: case["case"].as_str().unwrap().to_owned(),
            steps: list(&case["steps"]).iter().map(Step::read).collect(),
            expected: list(&case["expected"]).iter().map(events).collect(),
            closed_by_client: flag(&case["closedByClient"]),
            codes: list(&case["codes"])
                .iter()
                .filter_map(Json::as_u64)
                .collect(),
            is_clean: flag(&case["clean"]),
            is_informational: flag(&case["informational"]),
        }
    }

    async fn run(&self, address: SocketAddr, path: &str, greetings: usize) -> Result<(), String> {
        let (reader, mut writer) = connect(address, path).await.into_split();
        let mut frames = Frames::new(reader);
        let mut has_closed = false;
        for step in &self.steps {
            // The peer may have hung up already, which shows when it is listened to.
            match step {
                Step::Send(octets, chop) => {
                    for piece in octets.chunks(*chop) {
                        drop(writer.write_all(piece).await);
                    }
                }
                Step::Close(octets) => {
                    has_closed = true;
                    drop(writer.write_all(octets).await);
                }
                Step::Pause => tokio::time::sleep(PAUSE).await,
            }
        }
        let mut came = Vec::new();
        let mut greetings = greetings;
        let ended = loop {
            if self.closed_by_client && !has_closed && self.expected.first() == Some(&came) {
                has_closed = true;
                drop(
                    writer
                        .write_all(&frame(8, true, 0, &1000_u16.to_be_bytes()))
                        .await,
                );
            }
            match frames.next().await {
                Some(Frame::Event(_)) if 0 < greetings => greetings -= 1,
                Some(Frame::Event(event)) => came.push(event),
                Some(Frame::Closed(code)) => break Ended::Closed(code),
                None => break Ended::Dropped,
            }
        };
        if !has_closed {
            drop(writer.write_all(&frame(8, true, 0, &[])).await);
        }
        // It is the server that hangs up.
        while frames.next().await.is_some() {}
        if self.is_informational {
            return Ok(());
        }
        if !self.expected.contains(&came) {
            return Err(format!("{} events came", came.len()));
        }
        match &ended {
            Ended::Closed(Some(code)) if !self.codes.contains(code) => Err(format!("{ended:?}")),
            Ended::Dropped if self.is_clean => Err("it was not closed cleanly".to_owned()),
            _ if has_closed != self.closed_by_client => {
                Err("it was closed by the wrong one".to_owned())
            }
            _ => Ok(()),
        }
    }
}

impl Step {
    fn read(step: &Json) -> Self {
        if let Some([opcode, fin, reserved]) = step["frame"].as_array().map(Vec::as_slice) {
            let [opcode, reserved] =
                [opcode, reserved].map(|it| u8::try_from(it.as_u64().unwrap()).unwrap());
            let octets = frame(
                opcode,
                fin.as_bool().unwrap(),
                reserved,
                &octets(&step["payload"]),
            );
            if step["close"].as_bool() == Some(true) {
                return Self::Close(octets);
            }
            let chop = step["chop"].as_u64().map(|it| usize::try_from(it).unwrap());
            return Self::Send(octets, chop.unwrap_or(usize::MAX));
        }
        if let Some(length) = step["length"].as_u64() {
            // The head of a frame whose body comes in pieces; masked with zeros, it can be cut anywhere.
            let mut head = vec![0x81, 0x80 | u8::try_from(length).unwrap()];
            head.extend([0; 4]);
            return Self::Send(head, usize::MAX);
        }
        match step.get("body") {
            Some(body) => Self::Send(octets(body), usize::MAX),
            None => Self::Pause,
        }
    }
}

impl Event {
    fn read(event: &Json) -> Self {
        let payload = octets(&event[1]);
        match (event[0].as_str(), event[2].as_bool()) {
            (Some("pong"), _) => Self::Pong(payload),
            (_, Some(true)) => Self::Binary(payload),
            _ => Self::Text(payload),
        }
    }
}

/// The octets that `record.py` has written.
fn octets(written: &Json) -> Vec<u8> {
    if let Some(text) = written.as_str() {
        return STANDARD.decode(text).unwrap();
    }
    let repeated = STANDARD
        .decode(written["octets"].as_str().unwrap())
        .unwrap();
    let length = usize::try_from(written["length"].as_u64().unwrap()).unwrap();
    repeated.into_iter().cycle().take(length).collect()
}

/// A frame of a client (RFC 6455, section 5.2).
fn frame(opcode: u8, fin: bool, reserved: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut octets = vec![u8::from(fin) << 7 | reserved << 4 | opcode];
    if let Ok(length @ 0..126) = u8::try_from(payload.len()) {
        octets.push(0x80 | length);
    } else if let Ok(length) = u16::try_from(payload.len()) {
        octets.push(0xfe);
        octets.extend(length.to_be_bytes());
    } else {
        octets.push(0xff);
        octets.extend((payload.len() as u64).to_be_bytes());
    }
    octets.extend(MASK);
    octets.extend(
        payload
            .iter()
            .zip(MASK.iter().cycle())
            .map(|(octet, mask)| octet ^ mask),
    );
    octets
}

async fn connect(address: SocketAddr, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101 "));
    stream
}

/// What a server sends.
enum Frame {
    Event(Event),
    Closed(Option<u64>),
}

/// The frames that come, put together.
struct Frames(OwnedReadHalf);

impl Frames {
    fn new(reader: OwnedReadHalf) -> Self {
        Self(reader)
    }

    /// The next one; none when the server has hung up.
    async fn next(&mut self) -> Option<Frame> {
        let mut message = Vec::new();
        let mut kind = 0;
        loop {
            let (fin, opcode, payload) = self.one().await.ok()?;
            match opcode {
                8 => {
                    let code = payload
                        .first_chunk()
                        .map(|it| u16::from_be_bytes(*it).into());
                    return Some(Frame::Closed(code));
                }
                9 => continue,
                10 => return Some(Frame::Event(Event::Pong(payload))),
                0 => {}
                _ => kind = opcode,
            }
            message.extend(payload);
            if fin {
                return Some(Frame::Event(match kind {
                    2 => Event::Binary(message),
                    _ => Event::Text(message),
                }));
            }
        }
    }

    async fn one(&mut self) -> std::io::Result<(bool, u8, Vec<u8>)> {
        let first = self.0.read_u8().await?;
        let length = match self.0.read_u8().await? {
            126 => u64::from(self.0.read_u16().await?),
            127 => self.0.read_u64().await?,
            length => length.into(),
        };
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        self.0.read_exact(&mut payload).await?;
        Ok((first & 0x80 != 0, first & 0x0f, payload))
    }
}
