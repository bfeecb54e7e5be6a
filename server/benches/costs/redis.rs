//! Redis by its own protocol, with inline commands: <https://redis.io/docs/latest/develop/reference/protocol-spec/>.

use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

use super::place::Place;
use super::processes;

/// A letter as an instance writes it when a user is notified.
pub(super) const MESSAGE: &str = r#"{"from":"5f7c1f0e-6f1d-4a53-9a43-0d6f6a2f3c11","event":{"written":{"namespace":"waybill-embedded-default-rtdb","path":"/co/general-notification/0199a000-0000-7000-8000-000000000001"}}}"#;

const PUBLISHED: u32 = 40_000;

/// Microseconds of Redis.
pub(super) struct Costs {
    pub(super) message: f64,
    /// For each instance that hears it.
    pub(super) delivery: f64,
    /// To begin to listen, and to cease to.
    pub(super) subscription: f64,
}

pub(super) async fn costs(place: &Place) -> Costs {
    let alone = publish(place, "waybill.costs").await;
    let many = 100_u32;
    let mut listeners = tokio::task::JoinSet::new();
    for _ in 0..many {
        let mut stream = connect(place).await;
        stream
            .write_all(b"SUBSCRIBE waybill.costs\r\n")
            .await
            .unwrap();
        listeners.spawn(async move {
            let mut buffer = vec![0; 1 << 16];
            while stream.read(&mut buffer).await.is_ok_and(|it| it > 0) {}
        });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let crowded = publish(place, "waybill.costs").await;
    listeners.abort_all();
    Costs {
        message: alone,
        delivery: (crowded - alone) / f64::from(many),
        subscription: subscribe(place).await,
    }
}

/// Listens to many channels, one after the other; microseconds of Redis for each.
async fn subscribe(place: &Place) -> f64 {
    let mut stream = connect(place).await;
    let mut answer = vec![0; 1 << 12];
    let before = place.redis_spent();
    for number in 0..PUBLISHED {
        for word in ["SUBSCRIBE", "UNSUBSCRIBE"] {
            let command = format!("{word} waybill.realtime.{{{number:036}}}\r\n");
            stream.write_all(command.as_bytes()).await.unwrap();
            assert!(0 < stream.read(&mut answer).await.unwrap());
        }
    }
    (place.redis_spent() - before) / f64::from(PUBLISHED)
}

/// Microseconds of an instance for a message of another.
pub(super) async fn cost_of_hearing(place: &Place, pid: u32) -> f64 {
    let before = processes::spent(pid);
    publish(place, "waybill.realtime").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    (processes::spent(pid) - before) / f64::from(PUBLISHED)
}

/// Commands that published, so far.
pub(super) async fn published(place: &Place) -> f64 {
    let mut stream = BufReader::new(connect(place).await);
    stream.write_all(b"INFO commandstats\r\n").await.unwrap();
    let mut line = String::new();
    stream.read_line(&mut line).await.unwrap();
    let length: usize = line.trim_start_matches('$').trim().parse().unwrap();
    let mut told = vec![0; length];
    stream.read_exact(&mut told).await.unwrap();
    let told = String::from_utf8(told).unwrap();
    let line = told
        .lines()
        .find_map(|it| it.strip_prefix("cmdstat_publish:calls="));
    line.and_then(|it| it.split(',').next()?.parse().ok())
        .unwrap_or(0.0)
}

/// Publishes many messages; microseconds of Redis for each.
async fn publish(place: &Place, channel: &str) -> f64 {
    let mut stream = BufReader::new(connect(place).await);
    let command = format!(
        "*3\r\n$7\r\nPUBLISH\r\n${}\r\n{channel}\r\n${}\r\n{MESSAGE}\r\n",
        channel.len(),
        MESSAGE.len()
    );
    let before = place.redis_spent();
    let mut line = String::new();
    for _ in 0..PUBLISHED {
        stream.write_all(command.as_bytes()).await.unwrap();
        line.clear();
        stream.read_line(&mut line).await.unwrap();
        assert!(line.starts_with(':'), "{line}");
    }
    (place.redis_spent() - before) / f64::from(PUBLISHED)
}

async fn connect(place: &Place) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", place.redis_port))
        .await
        .unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}
