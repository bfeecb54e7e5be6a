//! A connection to Redis, or to all servers of a cluster: commands and what is heard, on the same sockets.
//!
//! In a cluster channels are sharded, so that an event concerns one server and not all of them.
//!
//! Invariant: what is heard and does not yet matter to anybody is bounded; when it is too much, the connection is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use redis::aio::MultiplexedConnection;
use redis::cluster_async::ClusterConnection;
use redis::{Cmd, ErrorKind, PushInfo, PushKind, RedisError, Value, cmd};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::super::WAITING;
use super::{ANSWER, Down};

/// Channels of one command.
const AT_ONCE: usize = 500;

/// Commands to a cluster that wait for their answers; there each channel takes one.
const IN_FLIGHT: usize = 64;

/// Parts of a cluster that are listened to one by one: each has so many of its 16,384 slots.
pub(super) const PARTS: usize = 16;

/// A hash tag for each of these parts, in their order.
pub(super) const TAGS: [&str; PARTS] = [
    "10", "3", "61", "43", "11", "2", "60", "42", "12", "1", "63", "41", "13", "0", "62", "40",
];

/// Why Redis did not do what it was asked for. A server's own words are not among it: they repeat what was refused, and that may be
/// a password.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl From<RedisError> for Refusal {
    fn from(error: RedisError) -> Self {
        let words = match error.kind() {
            ErrorKind::AuthenticationFailed => "user or password are wrong",
            ErrorKind::MasterNameNotFoundBySentinel => {
                "the sentinels know no working master of this name"
            }
            ErrorKind::RESP3NotSupported => "it is older than version 6",
            ErrorKind::ClusterConnectionNotFound => "no server of the cluster is reachable",
            kind => {
                return Self(match error.code() {
                    Some(code) => format!("the server answers {code}"),
                    None if error.is_io_error() => error.to_string(),
                    None => format!("{kind:?}"),
                });
            }
        };
        Self(words.to_owned())
    }
}

pub(super) enum Voice {
    One(MultiplexedConnection),
    Cluster(ClusterConnection),
}

#[derive(Clone, Copy)]
enum Turn {
    On,
    Off,
}

impl Voice {
    async fn turn(&mut self, turn: Turn, channels: Vec<String>) -> Result<(), RedisError> {
        match (self, turn) {
            (Self::One(connection), Turn::On) => connection.subscribe(channels).await,
            (Self::One(connection), Turn::Off) => connection.unsubscribe(channels).await,
            (Self::Cluster(connection), _) => {
                let each = channels.into_iter().map(|channel| {
                    let mut connection = connection.clone();
                    async move {
                        match turn {
                            Turn::On => connection.ssubscribe(channel).await,
                            Turn::Off => connection.sunsubscribe(channel).await,
                        }
                    }
                });
                let each = stream::iter(each).buffer_unordered(IN_FLIGHT);
                each.try_collect().await
            }
        }
    }
}

/// What comes from Redis without having been asked for.
pub(super) enum Heard {
    /// Somebody has published this.
    Letter { channel: String, content: Vec<u8> },
    /// The channel is not heard any longer.
    Left(String),
    /// A server is gone.
    End,
}

/// Where that waits. Sender: the library's task for a socket. Receiver: the line.
pub(super) struct Inlet {
    sender: mpsc::Sender<Heard>,
    receiver: mpsc::Receiver<Heard>,
    is_overfull: Arc<AtomicBool>,
}

impl Default for Inlet {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        Self {
            sender,
            receiver,
            is_overfull: Arc::default(),
        }
    }
}

impl Inlet {
    pub(super) fn sender(&self) -> impl Fn(PushInfo) -> Result<(), ()> + Send + Sync + 'static {
        let (sender, is_overfull) = (self.sender.clone(), Arc::clone(&self.is_overfull));
        move |push| {
            if let Some(heard) = heard(push)
                && sender.try_send(heard).is_err()
            {
                is_overfull.store(true, Ordering::Release);
            }
            Ok(())
        }
    }
}

fn heard(push: PushInfo) -> Option<Heard> {
    let text = |value: Option<Value>| match value {
        Some(Value::BulkString(bytes)) => Some(bytes),
        _ => None,
    };
    let name = |value| String::from_utf8(text(value)?).ok();
    let mut data = push.data.into_iter();
    match push.kind {
        PushKind::Disconnection => Some(Heard::End),
        PushKind::Message | PushKind::SMessage => Some(Heard::Letter {
            channel: name(data.next())?,
            content: text(data.next())?,
        }),
        PushKind::Unsubscribe | PushKind::SUnsubscribe => Some(Heard::Left(name(data.next())?)),
        _ => None,
    }
}

pub(super) struct Connection {
    voice: Voice,
    inlet: Inlet,
}

impl Connection {
    pub(super) fn new(voice: Voice, inlet: Inlet) -> Self {
        Self { voice, inlet }
    }

    /// Whether it is one to a cluster.
    pub(super) fn is_sharded(&self) -> bool {
        matches!(self.voice, Voice::Cluster(_))
    }

    /// Returns when Redis has confirmed all of them.
    pub(super) async fn subscribe(&mut self, channels: Vec<String>) -> Result<(), Down> {
        self.turn(Turn::On, channels).await
    }

    /// The same of what is not wanted any longer.
    pub(super) async fn unsubscribe(&mut self, channels: Vec<String>) -> Result<(), Down> {
        self.turn(Turn::Off, channels).await
    }

    async fn turn(&mut self, turn: Turn, channels: Vec<String>) -> Result<(), Down> {
        for some in channels.chunks(AT_ONCE) {
            let confirmed = timeout(ANSWER, self.voice.turn(turn, some.to_vec()));
            confirmed.await.map_err(|_| Down::Silent)??;
        }
        Ok(())
    }

    pub(super) async fn publish(&mut self, channel: &str, letter: &[u8]) -> Result<(), Down> {
        let word = if self.is_sharded() {
            "SPUBLISH"
        } else {
            "PUBLISH"
        };
        let mut command = cmd(word);
        command.arg(channel).arg(letter);
        let told = timeout(ANSWER, self.ask::<()>(&command));
        Ok(told.await.map_err(|_| Down::Silent)??)
    }

    /// What a server's clock shows, as milliseconds since 1970.
    pub(super) async fn time(&mut self) -> Result<i64, RedisError> {
        let (seconds, micros): (i64, i64) = self.ask(&cmd("TIME")).await?;
        Ok(seconds * 1000 + micros / 1000)
    }

    /// What comes next.
    pub(super) async fn hear(&mut self) -> Result<Heard, Down> {
        if self.inlet.is_overfull.load(Ordering::Acquire) {
            return Err(Down::Behind);
        }
        // There is always a sender: it is beside it.
        self.inlet.receiver.recv().await.ok_or(Down::Ended)
    }

    async fn ask<T: redis::FromRedisValue>(&mut self, command: &Cmd) -> Result<T, RedisError> {
        match &mut self.voice {
            Voice::One(connection) => command.query_async(connection).await,
            Voice::Cluster(connection) => command.query_async(connection).await,
        }
    }
}
