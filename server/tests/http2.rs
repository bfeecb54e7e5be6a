//! HTTP/2 by hand-made frames, row H33 of the hostile inputs: whoever floods a connection loses it, and nobody else notices.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose connection fails should stop"
)]

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::task::JoinHandle;

use crate::support::TestApp;

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;

/// Error code of a peer that makes too much work (RFC 9113 section 7).
const ENHANCE_YOUR_CALM: u32 = 11;

/// A frame that was read: its kind, flags, stream and payload.
type Frame = (u8, u8, u32, Vec<u8>);

/// A connection whose frames are written one by one, and read until the server ends it.
struct Raw {
    to_server: OwnedWriteHalf,
    from_server: JoinHandle<Vec<Frame>>,
}

impl Raw {
    /// Opens a connection with this initial window of its streams, in bytes.
    async fn open(address: SocketAddr, window: u32) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        let (mut reading, mut to_server) = stream.into_split();
        to_server
            .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            .await
            .unwrap();
        // SETTINGS_INITIAL_WINDOW_SIZE
        let mut settings = vec![0, 4];
        settings.extend(window.to_be_bytes());
        to_server
            .write_all(&frame(SETTINGS, 0, 0, &settings))
            .await
            .unwrap();
        let from_server = tokio::spawn(async move {
            let mut frames = Vec::new();
            let mut head = [0; 9];
            while reading.read_exact(&mut head).await.is_ok() {
                let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
                let mut payload = vec![0; usize::try_from(length).unwrap()];
                if reading.read_exact(&mut payload).await.is_err() {
                    break;
                }
                let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
                frames.push((head[3], head[4], stream, payload));
            }
            frames
        });
        Self {
            to_server,
            from_server,
        }
    }

    /// Whether the server still takes what is written.
    async fn write(&mut self, bytes: &[u8]) -> bool {
        self.to_server.write_all(bytes).await.is_ok()
    }

    /// What the server sent until it ended the connection, which it has to within `patience`.
    async fn ended_within(self, patience: Duration) -> Vec<Frame> {
        let frames = tokio::time::timeout(patience, self.from_server).await;
        frames.expect("the server keeps the connection").unwrap()
    }
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut bytes = length[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// A header that no table has, as HPACK writes it (RFC 7541 section 6.2.2).
fn literal(name: &str, value: &str) -> Vec<u8> {
    let mut bytes = vec![0];
    for text in [name, value] {
        bytes.push(u8::try_from(text.len()).unwrap());
        bytes.extend(text.as_bytes());
    }
    bytes
}

/// The headers of a request for a page. 2, 3 and 6 are `:method GET`, `:method POST` and `:scheme http` of HPACK's table.
fn request(method: u8, path: &str) -> Vec<u8> {
    let mut block = vec![0x80 | method, 0x86];
    block.extend(literal(":path", path));
    block.extend(literal(":authority", "localhost"));
    block
}

const GET: u8 = 2;
const POST: u8 = 3;

fn code_of_goaway(frames: &[Frame]) -> Option<u32> {
    let goaway = frames.iter().rev().find(|it| it.0 == GOAWAY)?;
    Some(u32::from_be_bytes(goaway.3[4..8].try_into().unwrap()))
}

fn is_answered(frames: &[Frame], stream: u32) -> bool {
    frames.iter().any(|it| it.0 == HEADERS && it.2 == stream)
}

/// Somebody else is served meanwhile.
async fn assert_serving(address: SocketAddr) {
    let answer = reqwest::get(format!("http://{address}/healthz")).await;
    assert_eq!(answer.unwrap().status(), 200);
}

const SOON: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_request_by_frames_is_answered() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let mut raw = Raw::open(address, 65_535).await;
    let block = request(GET, "/healthz");
    raw.write(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &block))
        .await;
    raw.write(&frame(GOAWAY, 0, 0, &[0; 8])).await;
    let frames = raw.ended_within(SOON).await;
    assert!(is_answered(&frames, 1), "{frames:?}");
}

#[tokio::test]
async fn headers_without_end_end_the_connection() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let mut raw = Raw::open(address, 65_535).await;
    let mut sent = 0;
    if raw
        .write(&frame(HEADERS, END_STREAM, 1, &request(GET, "/login")))
        .await
    {
        let more = frame(CONTINUATION, 0, 1, &literal("x-filler", &"a".repeat(100)));
        while sent < 100_000 && raw.write(&more).await {
            sent += 1;
        }
    }
    assert!(sent < 100_000, "11 MB of headers were taken");
    let frames = raw.ended_within(SOON).await;
    assert!(!is_answered(&frames, 1), "{frames:?}");
    assert_serving(address).await;
}

#[tokio::test]
async fn requests_reset_at_once_end_the_connection() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let mut raw = Raw::open(address, 65_535).await;
    let block = request(GET, "/login");
    let mut asked: u32 = 0;
    while asked < 20_000 {
        let stream = 2 * asked + 1;
        let mut pair = frame(HEADERS, END_STREAM | END_HEADERS, stream, &block);
        pair.extend(frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()));
        if !raw.write(&pair).await {
            break;
        }
        asked += 1;
    }
    assert!(asked < 20_000, "{asked} requests were taken back");
    let frames = raw.ended_within(SOON).await;
    assert_eq!(code_of_goaway(&frames), Some(ENHANCE_YOUR_CALM));
    assert_serving(address).await;
}

#[tokio::test]
async fn empty_data_frames_end_the_connection() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let mut raw = Raw::open(address, 65_535).await;
    let block = request(POST, "/csp-report");
    raw.write(&frame(HEADERS, END_HEADERS, 1, &block)).await;
    let empty = frame(DATA, 0, 1, &[]);
    let mut sent = 0;
    while sent < 2_000_000 && raw.write(&empty.repeat(1_000)).await {
        sent += 1_000;
    }
    assert!(sent < 2_000_000, "{sent} empty frames were taken");
    assert_serving(address).await;
}

#[tokio::test]
async fn settings_and_pings_without_a_reader_are_held_back() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for (what, flood) in [
        ("settings", frame(SETTINGS, 0, 0, &[])),
        ("pings", frame(PING, 0, 0, &[0; 8])),
    ] {
        let stream = TcpStream::connect(address).await.unwrap();
        let (_unread, mut to_server) = stream.into_split();
        to_server
            .write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            .await
            .unwrap();
        let flood = flood.repeat(1_000);
        let mut taken = 0;
        // As much as the buffers of both ends hold is taken, and no more: what is owed for it is not piled up.
        while taken < 64 << 20 {
            let writing = to_server.write_all(&flood);
            match tokio::time::timeout(Duration::from_secs(3), writing).await {
                Ok(Ok(())) => taken += flood.len(),
                Ok(Err(_)) | Err(_) => break,
            }
        }
        assert!(taken < 64 << 20, "{what}: {taken} bytes were taken");
        assert_serving(address).await;
    }
}

#[tokio::test]
async fn headers_that_unpack_to_megabytes_are_refused() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let mut raw = Raw::open(address, 65_535).await;
    let mut block = request(GET, "/login");
    // One entry of 3 kB in the table, which each of the bytes behind it repeats.
    block.push(0x40);
    block.push(6);
    block.extend(b"x-bomb");
    // 3,000 in HPACK's numbers with a prefix of seven bits.
    block.extend([0x7f, 0xb9, 0x16]);
    block.extend([b'a'; 3_000]);
    block.extend([0xbe; 10_000]);
    raw.write(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &block))
        .await;
    raw.write(&frame(GOAWAY, 0, 0, &[0; 8])).await;
    let frames = raw.ended_within(SOON).await;
    // 431 as a literal, or the end of the stream or of the connection.
    let taken = frames
        .iter()
        .any(|it| it.0 == DATA && it.2 == 1 && 1_000 < it.3.len());
    assert!(!taken, "the bomb got a page");
    assert_serving(address).await;
}

#[tokio::test]
async fn names_in_capitals_and_headers_of_connections_are_refused() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    for (what, header) in [
        ("capitals", literal("X-Upper", "1")),
        ("connection", literal("connection", "close")),
        ("transfer-encoding", literal("transfer-encoding", "chunked")),
    ] {
        let mut raw = Raw::open(address, 65_535).await;
        let mut block = request(GET, "/healthz");
        block.extend(header);
        raw.write(&frame(HEADERS, END_STREAM | END_HEADERS, 1, &block))
            .await;
        raw.write(&frame(GOAWAY, 0, 0, &[0; 8])).await;
        let frames = raw.ended_within(SOON).await;
        assert!(!is_answered(&frames, 1), "{what}: {frames:?}");
    }
}
