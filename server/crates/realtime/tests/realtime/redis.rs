//! Two instances over a real Redis, which goes away and comes back.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::sleep;
use waybill_realtime::Config;
use waybill_realtime::bus::{RedisBus, RedisUrl};

use crate::server::{Server, storage_in};
use crate::wire::{Client, Heard};

const INBOX: &str = "co1/general-notification/ann";

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_writes_the_listeners_of_another_hear_even_if_redis_was_away() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let storage = storage_in(folder.path()).await;
    let address = free_address().await;
    let mut redis = redis(address, folder.path()).await;
    let instance = async || {
        let bus = RedisBus::join(&format!("redis://{address}").parse().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server =
            Server::start_with(listener, storage.clone(), Config::default(), Arc::new(bus));
        let realtime = Arc::clone(&server.realtime);
        (server, tokio::spawn(async move { realtime.follow().await }))
    };
    let ((here, following_here), (there, following_there)) = (instance().await, instance().await);
    let mut ann = Client::of(&there, "ann").await;
    ann.ask("q", json!({ "p": format!("/{INBOX}"), "h": "" }))
        .await;

    // The instances may still be on their way to Redis.
    let mut number = 0;
    loop {
        number += 1;
        here.put(&format!("{INBOX}/first{number}/status"), json!("new"))
            .await;
        if hears(&mut ann, "first", Duration::from_secs(1)).await {
            break;
        }
        assert!(number < 20, "nothing is heard of the other instance");
    }

    redis.kill().await.unwrap();
    here.put(&format!("{INBOX}/second/status"), json!("new"))
        .await;
    assert!(
        !hears(&mut ann, "second", Duration::from_secs(1)).await,
        "by which way?"
    );
    let mut redis = self::redis(address, folder.path()).await;
    assert!(hears(&mut ann, "second", Duration::from_secs(20)).await);

    here.put(&format!("{INBOX}/third/status"), json!("new"))
        .await;
    assert!(hears(&mut ann, "third", Duration::from_secs(20)).await);
    following_here.abort();
    following_there.abort();
    redis.kill().await.unwrap();
}

#[test]
fn the_password_is_printed_neither_when_the_address_is_right_nor_when_it_is_wrong() {
    let error = "http://ann:s3cret@redis.test"
        .parse::<RedisUrl>()
        .unwrap_err();
    assert!(!format!("{error} {error:?}").contains("s3cret"), "{error}");
    let url: RedisUrl = "redis://ann:s3cret@redis.test".parse().unwrap();
    assert_eq!(url.to_string(), "Redis at redis.test:6379");
    assert!(!format!("{url:?}").contains("s3cret"), "{url:?}");
}

async fn hears(client: &mut Client, name: &str, within: Duration) -> bool {
    let heard = async {
        loop {
            match client.hear().await {
                Heard::Message(message) if message.to_string().contains(name) => return true,
                Heard::Message(_) => {}
                Heard::Closed(_) => return false,
            }
        }
    };
    tokio::time::timeout(within, heard).await.unwrap_or(false)
}

async fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    listener.local_addr().unwrap()
}

/// A Redis that keeps nothing, once it answers.
async fn redis(address: SocketAddr, folder: &Path) -> Child {
    let port = address.port().to_string();
    let child = Command::new(waybill_workshop::path(waybill_workshop::Tool::Redis))
        .args([
            "--bind",
            "127.0.0.1",
            "--port",
            &port,
            "--save",
            "",
            "--dir",
        ])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    for _ in 0..200 {
        if TcpStream::connect(address).await.is_ok() {
            return child;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("Redis does not respond at {address}");
}
