//! What instances hear of each other, over real servers of Redis.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use redis::cmd;
use tokio::sync::broadcast::Receiver;
use waybill_realtime::bus::{Bus as _, Event, RedisBus};

use crate::servers::{Cluster, Server, Watched, free_address, until};

/// An instance on the bus, and what it hears.
struct Member {
    bus: RedisBus,
    events: Receiver<Event>,
}

impl Member {
    async fn join(url: &str) -> Self {
        let bus = RedisBus::join(&url.parse().unwrap());
        let mut member = Self {
            events: bus.subscribe(),
            bus,
        };
        // It was not there before.
        assert_eq!(member.hear().await, Event::Missed { branch: None });
        member
    }

    async fn hear(&mut self) -> Event {
        let heard = tokio::time::timeout(Duration::from_mins(1), self.events.recv());
        heard.await.expect("nothing was heard").unwrap()
    }

    fn tell(&self, path: &str) {
        self.bus.publish(written(path));
    }

    fn count(&self, of: &str) -> u64 {
        let counts = self.bus.counts().unwrap();
        counts.into_iter().find(|(name, _)| *name == of).unwrap().1
    }
}

fn written(path: &str) -> Event {
    Event::Written {
        namespace: "demo".to_owned(),
        path: path.to_owned(),
    }
}

async fn one_redis(folder: &Path) -> Server {
    Server::start(free_address().await, folder, &[]).await
}

#[tokio::test]
async fn branches_are_heard_where_they_are_attended() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let redis = one_redis(folder.path()).await;
    let _member = hear_only_what_is_attended(&redis.url(), ["co1", "co2"]).await;
    until("nobody listens any more", async || {
        let mut count = cmd("PUBSUB");
        count.arg("NUMSUB").arg("waybill.realtime.{co2}");
        let (_, subscribed): (String, u64) = redis.ask(&count).await;
        subscribed == 0
    })
    .await;
}

/// Two branches, and an instance for each. Returns that of the second, which is not interested any more.
async fn hear_only_what_is_attended(url: &str, [first, second]: [&str; 2]) -> Member {
    let teller = Member::join(url).await;
    let (mut one, mut other) = (Member::join(url).await, Member::join(url).await);
    let _interest = one.bus.attend(Some(first)).await;
    let interest = other.bus.attend(Some(second)).await;
    // Braces are what a cluster shards by.
    let odd = "}{a}";
    let _odd = other.bus.attend(Some(odd)).await;
    let at = |branch: &str, rest: &str| format!("{branch}/{rest}");
    for path in [
        at(first, "a"),
        at(second, "b"),
        at(odd, "c"),
        at(first, "d"),
    ] {
        teller.tell(&path);
    }
    assert_eq!(one.hear().await, written(&at(first, "a")));
    assert_eq!(one.hear().await, written(&at(first, "d")));
    assert_eq!(other.hear().await, written(&at(second, "b")));
    assert_eq!(other.hear().await, written(&at(odd, "c")));
    // What is about everything all of them hear, in a cluster on a server of its own.
    teller.tell("");
    assert_eq!(one.hear().await, written(""));
    assert_eq!(other.hear().await, written(""));
    assert_eq!([&one, &other].map(|it| it.count("received")), [3, 3]);
    assert_eq!(teller.count("received"), 0);
    // Others may hear of an event before Redis has confirmed it to the teller.
    until("all is sent", async || teller.count("sent") == 5).await;
    drop(interest);
    other
}

#[tokio::test]
async fn a_replaced_socket_concerns_its_instance() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let redis = one_redis(folder.path()).await;
    let url = redis.url();
    let teller = Member::join(&url).await;
    let (mut owner, mut other) = (Member::join(&url).await, Member::join(&url).await);
    let replaced = |socket: String| Event::Replaced { socket };
    let event = replaced(owner.bus.instance().socket().to_string());
    teller.bus.publish(event.clone());
    for nobodys in ["x".to_owned(), uuid::Uuid::new_v4().to_string()] {
        teller.bus.publish(replaced(nobodys));
    }
    assert_eq!(owner.hear().await, event);
    teller.tell("");
    assert_eq!(other.hear().await, written(""));
    assert_eq!(other.count("received"), 1);
}

#[tokio::test]
async fn a_lost_connection_is_told_to_those_concerned() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let redis = one_redis(folder.path()).await;
    let url = redis.url();
    let mut teller = Member::join(&url).await;
    let connections = redis.subscribers().await;
    let (mut one, mut other) = (Member::join(&url).await, Member::join(&url).await);
    let _one = one.bus.attend(Some("co1")).await;
    let _other = other.bus.attend(Some("co2")).await;
    teller.tell("co1/a");
    assert_eq!(one.hear().await, written("co1/a"));
    for id in connections {
        let () = redis.ask(cmd("CLIENT").arg("KILL").arg("ID").arg(id)).await;
    }
    // Whoever is cut off may have missed everything; what it told lately, the others.
    assert_eq!(teller.hear().await, Event::Missed { branch: None });
    let branch = Some("co1".to_owned());
    assert_eq!(one.hear().await, Event::Missed { branch });
    teller.tell("co2/b");
    assert_eq!(other.hear().await, written("co2/b"));
    assert_eq!(
        other.count("missed"),
        1,
        "it has missed nothing but its own beginning"
    );
}

#[tokio::test]
async fn nobody_waits_for_a_redis_that_is_away() {
    let address = free_address().await;
    let bus = RedisBus::join(&format!("redis://{address}").parse().unwrap());
    let before = Instant::now();
    for branch in 0..100 {
        drop(bus.attend(Some(&format!("co{branch}"))).await);
    }
    assert!(
        before.elapsed() < Duration::from_secs(5),
        "{:?}",
        before.elapsed()
    );
    assert_eq!(bus.is_up(), Some(false));
}

/// Whoever attends, then reads, then reads again with each event, knows the last of all writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_write_beside_a_subscription_is_lost() {
    const BRANCHES: usize = 40;
    const WRITES: u64 = 30;

    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let redis = one_redis(folder.path()).await;
    let stored: Arc<Vec<AtomicU64>> = Arc::new((0..BRANCHES).map(|_| AtomicU64::new(0)).collect());
    let reader = Arc::new(Member::join(&redis.url()).await.bus);
    let writer = Member::join(&redis.url()).await;
    let mut reading = Vec::new();
    for branch in 0..BRANCHES {
        let (reader, stored) = (Arc::clone(&reader), Arc::clone(&stored));
        reading.push(tokio::spawn(async move {
            // They begin while it is written.
            while stored[0].load(Ordering::SeqCst) < branch as u64 % WRITES {
                tokio::task::yield_now().await;
            }
            let mut events = reader.subscribe();
            let interest = reader.attend(Some(&format!("co{branch}"))).await;
            let mut known = stored[branch].load(Ordering::SeqCst);
            while known < WRITES {
                drop(events.recv().await);
                known = stored[branch].load(Ordering::SeqCst);
            }
            drop(interest);
        }));
    }
    for number in 1..=WRITES {
        for (branch, stored) in stored.iter().enumerate() {
            stored.store(number, Ordering::SeqCst);
            writer.tell(&format!("co{branch}/n"));
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    for reading in reading {
        let read = tokio::time::timeout(Duration::from_mins(1), reading);
        read.await
            .expect("the last write was not heard of")
            .unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failover_loses_nothing_silently() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let mut watched = Watched::start(folder.path()).await;
    let url = watched.url();
    let teller = Member::join(&url).await;
    let mut one = Member::join(&url).await;
    let _interest = one.bus.attend(Some("co1")).await;
    teller.tell("co1/before");
    assert_eq!(one.hear().await, written("co1/before"));

    watched.master.kill().await;
    // Sentinels need a moment to notice. Both kinds of loss: what the connection was not there for, and what there was no room for.
    for number in 0..3_000 {
        teller.tell(&format!("co1/meanwhile{number}"));
    }
    until("the replica is promoted", async || {
        watched.replica.is_master().await
    })
    .await;
    loop {
        // Its own break, or that of the teller.
        if matches!(one.hear().await, Event::Missed { .. }) {
            break;
        }
    }
    until("both are back", async || {
        teller.bus.is_up() == Some(true) && one.bus.is_up() == Some(true)
    })
    .await;
    // What had no room is told as missed, whenever the teller came back.
    teller.tell("co1/after");
    let mut has_missed = one.count("missed");
    loop {
        match one.hear().await {
            Event::Missed { .. } => has_missed += 1,
            event if event == written("co1/after") => break,
            _ => {}
        }
    }
    assert!(2 <= has_missed, "{has_missed}");
    assert!(!watched.replica.subscribers().await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_shards_branches() {
    waybill_workshop::needs!(Redis);
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::start(folder.path()).await;
    let url = cluster.url();
    // On the first server and the last.
    let slot_of = async |tag: &str| -> u16 {
        let mut ask = cmd("CLUSTER");
        ask.arg("KEYSLOT")
            .arg(format!("waybill.realtime.{{{tag}}}"));
        cluster.0[0].ask(&ask).await
    };
    let mut branches = [None, None];
    for number in 0..100 {
        let name = format!("co{number}");
        match slot_of(&name).await {
            ..=5460 => branches[0] = Some(name),
            10923.. => branches[1] = Some(name),
            _ => {}
        }
    }
    let [first, last] = branches.map(Option::unwrap);
    let mut other = hear_only_what_is_attended(&url, [&first, &last]).await;
    until("nobody listens any more", async || {
        let mut count = cmd("PUBSUB");
        count
            .arg("SHARDNUMSUB")
            .arg(format!("waybill.realtime.{{{last}}}"));
        let (_, subscribed): (String, u64) = cluster.0[2].ask(&count).await;
        subscribed == 0
    })
    .await;
    let again = other.bus.attend(Some(&last)).await;
    let teller = Member::join(&url).await;
    teller.tell(&last);
    assert_eq!(other.hear().await, written(&last));
    assert_eq!(other.count("missed"), 1, "it was never cut off");
    drop((again, other, teller));

    // A server that is lost is noticed, and all that it carried.
    let mut one = Member::join(&url).await;
    let _interest = one.bus.attend(Some(&first)).await;
    let mut parts = BTreeSet::new();
    for server in &cluster.0 {
        let channels: Vec<String> = server.ask(cmd("PUBSUB").arg("SHARDCHANNELS")).await;
        for channel in channels
            .iter()
            .filter(|it| it.contains(".instance.") && it.ends_with('}'))
        {
            let mut ask = cmd("CLUSTER");
            ask.arg("KEYSLOT").arg(channel);
            let slot: u16 = server.ask(&ask).await;
            parts.insert(slot / 1024);
        }
        let subscribers = server.subscribers().await;
        assert!(
            !subscribers.is_empty(),
            "it listens to itself on each server"
        );
    }
    cluster.0[0].kill().await;
    until("the loss is noticed", async || {
        one.bus.is_up() == Some(false)
    })
    .await;
    let missed = one.count("missed");
    cluster.0[0].restart().await;
    until("it is back", async || one.bus.is_up() == Some(true)).await;
    loop {
        if one.hear().await == (Event::Missed { branch: None }) {
            break;
        }
    }
    assert!(missed < one.count("missed"));
}
