//! A bus over Redis: a channel for each branch, one for each instance, and one that all of them hear.
//!
//! Redis stores nothing for those who are away, so an instance that was takes it that it has missed something; and it tells the
//! others, branch by branch, what they cannot have heard from it.
//!
//! | Module | Noun |
//! |---|---|
//! | `address` | where Redis is: one server, the master of sentinels, a cluster |
//! | `connection` | channels and messages, on any of them |
//! | `untold` | what may not have arrived |
//!
//! Invariant: an event is received by each other instance that attends to its branch, or the instance learns that it has
//! missed some.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use redis::RedisError;
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use uuid::Uuid;

use super::channels::Channels;
use super::{Bus, Event, Instance, Interest, WAITING};
use crate::database::SocketId;

mod address;
mod connection;
mod untold;

pub use address::{RedisAway, RedisUrl, RedisUrlError};
pub use connection::Refusal;
use connection::{Connection, Heard, Inlet, TAGS};
use untold::Untold;

/// What concerns all instances.
const EVERYBODY: &str = "waybill.realtime";

/// How often an instance listens for its own voice.
const BEAT: Duration = Duration::from_secs(5);

/// An instance that has not heard itself for so long is cut off.
const SILENCE: Duration = Duration::from_secs(15);

/// How long Redis may take for an answer.
const ANSWER: Duration = Duration::from_secs(5);

/// How long a channel is heard in which nobody is interested any more: who loads a page again comes back.
const IDLE: Duration = Duration::from_secs(10);

/// Beats between two ages of what was sent: half a minute.
const AGE: u32 = 6;

/// How long to wait before coming back: at first, and at most.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Those who attend to the branch. In braces is what a cluster shards by.
fn branch_channel(branch: &str) -> String {
    format!("{EVERYBODY}.{{{branch}}}")
}

/// What concerns one instance, and where it hears itself.
fn own_channel(instance: Instance) -> String {
    format!("{EVERYBODY}.instance.{instance}")
}

/// One instance's end of the bus.
pub struct RedisBus {
    instance: Instance,
    out: mpsc::Sender<Event>,
    shared: Arc<Shared>,
}

/// What the bus and its line both see.
#[derive(Debug)]
struct Shared {
    others: broadcast::Sender<Event>,
    channels: Arc<Channels>,
    untold: Mutex<Untold>,
    is_up: AtomicBool,
    counts: Counts,
}

/// Events by what became of them.
#[derive(Debug, Default)]
struct Counts {
    sent: AtomicU64,
    received: AtomicU64,
    missed: AtomicU64,
}

/// What goes over a channel.
#[derive(Serialize, Deserialize)]
struct Letter {
    /// The instance.
    from: Uuid,
    /// None is a sign of life.
    event: Option<Event>,
}

impl RedisBus {
    /// Joins the other instances at the Redis under this address, now and whenever it is there. To be called on a tokio runtime.
    pub fn join(url: &RedisUrl) -> Self {
        let (out, waiting) = mpsc::channel(WAITING);
        let instance = Instance::random();
        let shared = Arc::new(Shared {
            others: broadcast::Sender::new(WAITING),
            channels: Arc::default(),
            untold: Mutex::default(),
            is_up: AtomicBool::new(false),
            counts: Counts::default(),
        });
        let line = Line {
            url: url.clone(),
            instance,
            waiting,
            shared: Arc::clone(&shared),
            leaving: HashSet::new(),
        };
        tokio::spawn(line.stay());
        Self {
            instance,
            out,
            shared,
        }
    }
}

impl fmt::Debug for RedisBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisBus").finish_non_exhaustive()
    }
}

#[async_trait]
impl Bus for RedisBus {
    fn instance(&self) -> Instance {
        self.instance
    }

    fn publish(&self, event: Event) {
        if let Err(full) = self.out.try_send(event) {
            self.shared.untold().failed(&full.into_inner());
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.shared.others.subscribe()
    }

    async fn attend(&self, branch: Option<&str>) -> Interest {
        self.shared.channels.attend(branch).await
    }

    fn is_up(&self) -> Option<bool> {
        Some(self.shared.is_up.load(Ordering::Acquire))
    }

    fn counts(&self) -> Option<[(&'static str, u64); 3]> {
        let Counts {
            sent,
            received,
            missed,
        } = &self.shared.counts;
        let all = [("sent", sent), ("received", received), ("missed", missed)];
        Some(all.map(|(word, count)| (word, count.load(Ordering::Relaxed))))
    }
}

impl Shared {
    fn untold(&self) -> MutexGuard<'_, Untold> {
        self.untold.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands an event on to those here who listen, if anybody does.
    fn hear(&self, event: Event) {
        let count = match event {
            Event::Missed { .. } => &self.counts.missed,
            Event::Written { .. } | Event::Replaced { .. } => &self.counts.received,
        };
        count.fetch_add(1, Ordering::Relaxed);
        drop(self.others.send(event));
    }
}

/// The connection, which is made again whenever it is lost.
struct Line {
    url: RedisUrl,
    instance: Instance,
    waiting: mpsc::Receiver<Event>,
    shared: Arc<Shared>,
    /// Channels that we have asked not to hear any longer.
    leaving: HashSet<String>,
}

/// Why a line is down.
#[derive(Debug, thiserror::Error)]
enum Down {
    #[error("Redis refused or closed the connection")]
    Redis(#[source] Refusal),
    #[error("Redis does not respond")]
    Silent,
    #[error("the subscription ended")]
    Ended,
    #[error("events arrive faster than they are read")]
    Behind,
}

impl From<RedisError> for Down {
    fn from(error: RedisError) -> Self {
        Self::Redis(error.into())
    }
}

impl Line {
    /// Until the bus is dropped.
    async fn stay(mut self) {
        let mut backoff = BACKOFF.0;
        while !self.waiting.is_closed() {
            let began = Instant::now();
            let spoken = self.speak().await;
            self.shared.is_up.store(false, Ordering::Release);
            self.shared.channels.fall();
            self.shared.untold().doubt();
            match spoken {
                Ok(()) => return,
                Err(down) => {
                    let error = &down as &dyn std::error::Error;
                    tracing::warn!(error, "The bus between instances is not available.");
                }
            }
            if SILENCE < began.elapsed() {
                backoff = BACKOFF.0;
            }
            sleep(backoff).await;
            backoff = (backoff * 2).min(BACKOFF.1);
        }
    }

    /// Connects, and carries events until the line is down, or the bus dropped.
    async fn speak(&mut self) -> Result<(), Down> {
        let inlet = Inlet::default();
        let mut connection = timeout(ANSWER, self.url.connect(inlet))
            .await
            .map_err(|_| Down::Silent)??;
        let mut voices = self.listen(&mut connection).await?;
        self.tell_untold(&mut connection).await?;
        self.shared.channels.rise();
        self.shared.is_up.store(true, Ordering::Release);
        // After everything is subscribed, so that what is read because of it is corrected by events.
        self.shared.hear(Event::Missed { branch: None });
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut beats = 0_u32;
        loop {
            tokio::select! {
                heard = connection.hear() => match heard? {
                    Heard::Letter { channel, content } => {
                        if let Some(heard_at) = voices.get_mut(&channel) {
                            *heard_at = Instant::now();
                        }
                        self.read(&content);
                    }
                    Heard::Left(channel) => {
                        // In a cluster a channel may move to another server.
                        if !self.leaving.remove(&channel) {
                            return Err(Down::Ended);
                        }
                    }
                    Heard::End => return Err(Down::Ended),
                },
                event = self.waiting.recv() => match event {
                    Some(event) => {
                        self.tell(&mut connection, event).await?;
                        self.tell_untold(&mut connection).await?;
                    }
                    None => return Ok(()),
                },
                () = self.shared.channels.has_wanted() => self.want(&mut connection).await?,
                _ = beat.tick() => {
                    if voices.values().any(|heard_at| SILENCE < heard_at.elapsed()) {
                        return Err(Down::Silent);
                    }
                    for channel in voices.keys() {
                        self.send(&mut connection, channel, None).await?;
                    }
                    beats = beats.wrapping_add(1);
                    self.clear(&mut connection, beats.is_multiple_of(AGE)).await?;
                }
            }
        }
    }

    /// Subscribes to everything that matters here. Returns the channels where the instance hears itself, one for each part of a
    /// cluster, and when it did.
    async fn listen(
        &mut self,
        connection: &mut Connection,
    ) -> Result<HashMap<String, Instant>, Down> {
        self.leaving.clear();
        let own = own_channel(self.instance);
        let voices: Vec<String> = if connection.is_sharded() {
            TAGS.map(|tag| format!("{own}.{{{tag}}}")).into()
        } else {
            vec![own.clone()]
        };
        let mut channels = vec![EVERYBODY.to_owned(), own];
        channels.extend(voices.clone());
        channels.dedup();
        let wanted = self.shared.channels.wanted();
        channels.extend(wanted.iter().map(|it| branch_channel(it)));
        connection.subscribe(channels).await?;
        // Who is owed something is told that everything was missed.
        self.shared.channels.confirm(&wanted);
        let now = Instant::now();
        Ok(voices.into_iter().map(|it| (it, now)).collect())
    }

    /// Subscribes to what is wanted by now.
    async fn want(&self, connection: &mut Connection) -> Result<(), Down> {
        let wanted = self.shared.channels.wanted();
        let channels = wanted.iter().map(|it| branch_channel(it)).collect();
        connection.subscribe(channels).await?;
        for branch in self.shared.channels.confirm(&wanted) {
            let branch = Some(branch);
            self.shared.hear(Event::Missed { branch });
        }
        Ok(())
    }

    /// What is to be done now and then.
    async fn clear(&mut self, connection: &mut Connection, is_older: bool) -> Result<(), Down> {
        if is_older {
            self.shared.untold().age();
        }
        self.tell_untold(connection).await?;
        // There is no channel on which everything is heard. The product's rules let nobody listen to everything.
        if self.shared.channels.has_everything() {
            self.shared.hear(Event::Missed { branch: None });
        }
        let idle = self.shared.channels.forget_idle(IDLE);
        let idle: Vec<String> = idle.iter().map(|it| branch_channel(it)).collect();
        self.leaving.extend(idle.iter().cloned());
        connection.unsubscribe(idle).await
    }

    fn read(&self, content: &[u8]) {
        match serde_json::from_slice::<Letter>(content) {
            Ok(Letter { from, .. }) if from == self.instance.uuid() => {}
            Ok(Letter { event, .. }) => {
                if let Some(event) = event {
                    self.shared.hear(event);
                }
            }
            // Of another version's letters some may not be understood.
            Err(_) => self.shared.hear(Event::Missed { branch: None }),
        }
    }

    async fn tell_untold(&self, connection: &mut Connection) -> Result<(), Down> {
        loop {
            let next = self.shared.untold().next();
            match next {
                Some(event) => self.tell(connection, event).await?,
                None => return Ok(()),
            }
        }
    }

    /// Sends an event to those whom it concerns.
    async fn tell(&self, connection: &mut Connection, event: Event) -> Result<(), Down> {
        let channel = match (&event, event.branch()) {
            (Event::Replaced { socket }, _) => {
                let socket: Option<SocketId> = socket.parse().ok();
                match socket.and_then(Instance::of) {
                    Some(instance) => own_channel(instance),
                    None => return Ok(()),
                }
            }
            (_, Some(branch)) => branch_channel(branch),
            (_, None) => EVERYBODY.to_owned(),
        };
        let told = self.send(connection, &channel, Some(event.clone())).await;
        let mut untold = self.shared.untold();
        match &told {
            Ok(()) => {
                untold.sent(&event);
                self.shared.counts.sent.fetch_add(1, Ordering::Relaxed);
            }
            Err(_) => untold.failed(&event),
        }
        told
    }

    async fn send(
        &self,
        connection: &mut Connection,
        channel: &str,
        event: Option<Event>,
    ) -> Result<(), Down> {
        let from = self.instance.uuid();
        let Ok(letter) = serde_json::to_vec(&Letter { from, event }) else {
            return Ok(());
        };
        connection.publish(channel, &letter).await
    }
}
