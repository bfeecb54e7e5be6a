//! A bus over Redis: what one instance publishes on its channel, all of them receive.
//!
//! Redis keeps nothing for who is away, so whenever an instance was, it takes it that it has missed something, and says to
//! the others that they have.
//!
//! Invariant: an event is received by each other instance, or each is told that it has missed some.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::StreamExt as _;
use redis::aio::{MultiplexedConnection, PubSubStream};
use redis::{AsyncCommands as _, Client, RedisError};
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};
use uuid::Uuid;

use super::{Bus, Event, WAITING};

/// Where all instances meet.
const CHANNEL: &str = "waybill.realtime";

/// Where an instance hears itself, on the same connection.
fn own_channel(me: Uuid) -> String {
    format!("{CHANNEL}.{me}")
}

/// How often an instance listens for its own voice.
const BEAT: Duration = Duration::from_secs(5);

/// An instance that has not heard itself for so long is cut off.
const SILENCE: Duration = Duration::from_secs(15);

/// How long Redis may take for an answer.
const ANSWER: Duration = Duration::from_secs(5);

/// How long to wait before coming back: at first, and at most.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// The address of a Redis server. Its password is never printed.
#[derive(Clone)]
pub struct RedisUrl(Client);

/// The address is none of a Redis server. It is not repeated, for it may hold a password.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not the address of a Redis server; use `redis://user:password@host:6379`")]
pub struct RedisUrlError;

impl FromStr for RedisUrl {
    type Err = RedisUrlError;

    fn from_str(text: &str) -> Result<Self, RedisUrlError> {
        Client::open(text).map(Self).map_err(|_| RedisUrlError)
    }
}

/// Redis did not say what time it is. Nothing of its address is repeated but the host.
#[derive(Debug, thiserror::Error)]
pub enum RedisAway {
    /// It refused, or is not there.
    #[error("it refused the connection or is unreachable")]
    Refused(#[source] RedisError),
    /// It took too long.
    #[error("it does not respond")]
    Silent,
}

impl RedisUrl {
    /// Asks the server for the time, as milliseconds since 1970, on a connection of its own.
    pub async fn time(&self) -> Result<i64, RedisAway> {
        let asking = async {
            let mut connection = self.0.get_multiplexed_async_connection().await?;
            let told: (i64, i64) = redis::cmd("TIME").query_async(&mut connection).await?;
            Ok(told.0 * 1000 + told.1 / 1000)
        };
        let told = timeout(ANSWER, asking).await;
        told.map_err(|_| RedisAway::Silent)?
            .map_err(RedisAway::Refused)
    }
}

impl fmt::Display for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Redis at {}", self.0.get_connection_info().addr())
    }
}

impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RedisUrl({})", self.0.get_connection_info().addr())
    }
}

/// One instance's end of the bus.
pub struct RedisBus {
    out: mpsc::Sender<Event>,
    others: broadcast::Sender<Event>,
    /// Whether an event found no room.
    is_overfull: Arc<AtomicBool>,
    is_up: Arc<AtomicBool>,
    counts: Arc<Counts>,
}

/// Events by what became of them.
#[derive(Debug, Default)]
struct Counts {
    sent: AtomicU64,
    received: AtomicU64,
    missed: AtomicU64,
}

/// What goes over the channel.
#[derive(Serialize, Deserialize)]
struct Letter {
    /// The instance.
    from: Uuid,
    /// None is a sign of life.
    event: Option<Event>,
}

impl RedisBus {
    /// Joins the other instances at the Redis server under this address, now and whenever it is there. To be called on a
    /// tokio runtime.
    pub fn join(url: &RedisUrl) -> Self {
        let (out, waiting) = mpsc::channel(WAITING);
        let others = broadcast::Sender::new(WAITING);
        let is_overfull = Arc::new(AtomicBool::new(false));
        let is_up = Arc::new(AtomicBool::new(false));
        let counts = Arc::<Counts>::default();
        let line = Line {
            counts: Arc::clone(&counts),
            is_up: Arc::clone(&is_up),
            client: url.0.clone(),
            me: Uuid::new_v4(),
            waiting,
            others: others.clone(),
            is_overfull: Arc::clone(&is_overfull),
        };
        tokio::spawn(line.keep());
        Self {
            out,
            others,
            is_overfull,
            is_up,
            counts,
        }
    }
}

impl fmt::Debug for RedisBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisBus").finish_non_exhaustive()
    }
}

impl Bus for RedisBus {
    fn publish(&self, event: Event) {
        if self.out.try_send(event).is_err() {
            self.is_overfull.store(true, Ordering::Release);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.others.subscribe()
    }

    fn is_up(&self) -> Option<bool> {
        Some(self.is_up.load(Ordering::Acquire))
    }

    fn counts(&self) -> Option<[(&'static str, u64); 3]> {
        let Counts {
            sent,
            received,
            missed,
        } = &*self.counts;
        let all = [("sent", sent), ("received", received), ("missed", missed)];
        Some(all.map(|(word, count)| (word, count.load(Ordering::Relaxed))))
    }
}

/// The connection, which is made again whenever it is lost.
struct Line {
    client: Client,
    me: Uuid,
    waiting: mpsc::Receiver<Event>,
    others: broadcast::Sender<Event>,
    is_overfull: Arc<AtomicBool>,
    is_up: Arc<AtomicBool>,
    counts: Arc<Counts>,
}

/// Why a line is down.
#[derive(Debug, thiserror::Error)]
enum Down {
    #[error("Redis refused or closed the connection")]
    Redis(#[from] RedisError),
    #[error("Redis does not respond")]
    Silent,
    #[error("the subscription ended")]
    Ended,
}

impl Line {
    /// Until the bus is dropped.
    async fn keep(mut self) {
        let mut backoff = BACKOFF.0;
        while !self.waiting.is_closed() {
            let began = Instant::now();
            let spoken = self.speak().await;
            self.is_up.store(false, Ordering::Release);
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
        let (mut voice, mut ears) = timeout(ANSWER, self.connect())
            .await
            .map_err(|_| Down::Silent)??;
        // What waits here is old, and more may have found no room.
        while self.waiting.try_recv().is_ok() {}
        self.tell(&mut voice, Some(Event::Missed)).await?;
        self.hear(Event::Missed);
        self.is_up.store(true, Ordering::Release);
        let mut heard_myself = Instant::now();
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = ears.next() => {
                    let message = message.ok_or(Down::Ended)?;
                    // Of a newer version's letters some may not be understood.
                    let letter = serde_json::from_slice::<Letter>(message.get_payload_bytes());
                    match letter {
                        Ok(letter) if letter.from == self.me => heard_myself = Instant::now(),
                        Ok(Letter { event: Some(event), .. }) => self.hear(event),
                        Ok(Letter { event: None, .. }) => {}
                        Err(_) => self.hear(Event::Missed),
                    }
                }
                event = self.waiting.recv() => match event {
                    Some(event) => {
                        self.tell(&mut voice, Some(event)).await?;
                        if self.is_overfull.swap(false, Ordering::AcqRel) {
                            self.tell(&mut voice, Some(Event::Missed)).await?;
                        }
                    }
                    None => return Ok(()),
                },
                _ = beat.tick() => {
                    if SILENCE < heard_myself.elapsed() {
                        return Err(Down::Silent);
                    }
                    self.tell(&mut voice, None).await?;
                }
            }
        }
    }

    /// Hands an event on to those here who listen, if anybody does.
    fn hear(&self, event: Event) {
        let count = match event {
            Event::Missed => &self.counts.missed,
            Event::Written { .. } | Event::Replaced { .. } => &self.counts.received,
        };
        count.fetch_add(1, Ordering::Relaxed);
        drop(self.others.send(event));
    }

    async fn connect(&self) -> Result<(MultiplexedConnection, PubSubStream), RedisError> {
        let mut ears = self.client.get_async_pubsub().await?;
        ears.subscribe(&[CHANNEL, &own_channel(self.me)]).await?;
        let voice = self.client.get_multiplexed_async_connection().await?;
        Ok((voice, ears.into_on_message()))
    }

    async fn tell(
        &self,
        voice: &mut MultiplexedConnection,
        event: Option<Event>,
    ) -> Result<(), Down> {
        let from = self.me;
        // A sign of life is for whoever gives it: that every instance heard each of all others would be too much for a thousand.
        let (channel, counts) = match event {
            Some(_) => (CHANNEL.to_owned(), 1),
            None => (own_channel(from), 0),
        };
        let Ok(letter) = serde_json::to_vec(&Letter { from, event }) else {
            return Ok(());
        };
        let told = timeout(ANSWER, voice.publish::<_, _, ()>(channel, letter));
        told.await.map_err(|_| Down::Silent)??;
        self.counts.sent.fetch_add(counts, Ordering::Relaxed);
        Ok(())
    }
}
