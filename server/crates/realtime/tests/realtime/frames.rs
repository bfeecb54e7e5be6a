//! Frames that are none: what a peer is told before its socket ends.

use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::MaybeTlsStream;
use waybill_realtime::Config;

use crate::server::start;
use crate::wire::Client;

/// What a peer is told that sends what no frame is: RFC 6455, sections 5 and 7.4.1. Bytes after a mask of zeros are as they are.
#[tokio::test]
async fn frames_that_break_the_protocol_get_their_close_code_before_the_end() {
    const MASK: [u8; 4] = [0; 4];
    let (_folder, server) = start(Config::default()).await;
    let masked = |head: &[u8], content: &[u8]| [head, &MASK[..], content].concat();
    for (what, frame, code) in [
        ("without a mask", vec![0x81, 0x01, b'x'], 1002),
        ("a reserved bit", masked(&[0xc1, 0x81], b"x"), 1002),
        ("a reserved kind", masked(&[0x83, 0x80], b""), 1002),
        (
            "a continuation of nothing",
            masked(&[0x80, 0x81], b"x"),
            1002,
        ),
        (
            "a text within a text",
            [masked(&[0x01, 0x81], b"x"), masked(&[0x81, 0x81], b"x")].concat(),
            1002,
        ),
        ("a ping in parts", masked(&[0x09, 0x80], b""), 1002),
        (
            "a ping of 126 bytes",
            masked(&[0x89, 0xfe, 0x00, 0x7e], &[b'x'; 126]),
            1002,
        ),
        (
            "a text that is no UTF-8",
            masked(&[0x81, 0x81], &[0xff]),
            1007,
        ),
        (
            "a terabyte",
            masked(&[0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0], b""),
            1009,
        ),
    ] {
        let mut client = Client::new(&server).await;
        let MaybeTlsStream::Plain(wire) = client.socket.get_mut() else {
            panic!("the server of the test speaks no TLS");
        };
        wire.write_all(&frame).await.unwrap();
        assert_eq!(client.closed().await, Some(code), "{what}");
    }
}
