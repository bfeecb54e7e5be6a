//! Two instances over a real Redis, which goes away and comes back.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use waybill_realtime::Config;
use waybill_realtime::bus::{RedisBus, RedisUrl};
use waybill_storage::Storage;

use crate::server::{NAMESPACE, Server, storage_in};
use crate::servers::{Server as Redis, free_address, until};
use crate::wire::{Client, Heard, request};

const INBOX: &str = "co1/general-notification/ann";

/// An instance on the bus.
struct Instance {
    server: Server,
    following: JoinHandle<()>,
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.following.abort();
    }
}

impl Instance {
    async fn start(storage: &Storage, redis: &str) -> Self {
        let bus = RedisBus::join(&redis.parse().unwrap());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server =
            Server::start_with(listener, storage.clone(), Config::default(), Arc::new(bus));
        let realtime = Arc::clone(&server.realtime);
        let following = tokio::spawn(async move { realtime.follow().await });
        Self { server, following }
    }

    async fn hears_others(&self) {
        until("it hears the others", async || {
            self.server.realtime.hears_others() == Some(true)
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_peer_that_moves_leaves_its_old_socket() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let storage = storage_in(folder.path()).await;
    let redis = Redis::start(free_address().await, folder.path(), &[]).await;
    let here = Instance::start(&storage, &redis.url()).await;
    let there = Instance::start(&storage, &redis.url()).await;
    here.hears_others().await;
    there.hears_others().await;
    let mut old = Client::new(&here.server).await;
    let id = old.greeting["d"]["d"]["s"].as_str().unwrap();
    let query = format!("v=5&ls={id}&ns={NAMESPACE}");
    let new = Client::connect(request(&there.server, &query, None));
    let _new = new.await.unwrap();
    assert_eq!(old.closed().await, Some(1000));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_instance_writes_the_listeners_of_another_hear_even_if_redis_was_away() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let storage = storage_in(folder.path()).await;
    let address = free_address().await;
    let mut redis = Redis::start(address, folder.path(), &[]).await;
    let url = redis.url();
    let (here, there) = (
        Instance::start(&storage, &url),
        Instance::start(&storage, &url),
    );
    let (here, there) = (here.await, there.await);
    let mut ann = Client::of(&there.server, "ann").await;
    ann.ask("q", json!({ "p": format!("/{INBOX}"), "h": "" }))
        .await;

    // The instances may still be on their way to Redis.
    let mut number = 0;
    loop {
        number += 1;
        here.server
            .put(&format!("{INBOX}/first{number}/status"), json!("new"))
            .await;
        if hears(&mut ann, "first", Duration::from_secs(1)).await {
            break;
        }
        assert!(number < 20, "nothing is heard of the other instance");
    }

    redis.kill().await;
    here.server
        .put(&format!("{INBOX}/second/status"), json!("new"))
        .await;
    assert!(
        !hears(&mut ann, "second", Duration::from_secs(1)).await,
        "by which way?"
    );
    redis.restart().await;
    assert!(hears(&mut ann, "second", Duration::from_secs(20)).await);

    here.server
        .put(&format!("{INBOX}/third/status"), json!("new"))
        .await;
    assert!(hears(&mut ann, "third", Duration::from_secs(20)).await);
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
