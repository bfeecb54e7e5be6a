//! The bus between instances: who wrote where, so that the others read it anew. It carries no values.
//!
//! Invariant: an event tells of what is committed, or of nothing.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

mod redis;

pub use redis::{RedisAway, RedisBus, RedisUrl, RedisUrlError};

/// Events that may wait for an instance; one that falls behind reads everything anew that it holds.
const WAITING: usize = 1024;

/// Something that other instances want to know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// What is at this path may have changed.
    Written {
        /// The database's name.
        namespace: String,
        /// Where.
        path: String,
    },
    /// The socket with this id is dead: its peer is back.
    Replaced {
        /// The id from the socket's greeting.
        socket: String,
    },
    /// Some events are lost: anything may have happened.
    Missed,
}

/// Carries events to all other instances.
pub trait Bus: Send + Sync {
    /// Tells the others; does not wait for them.
    fn publish(&self, event: Event);

    /// What the others tell from now on.
    fn subscribe(&self) -> broadcast::Receiver<Event>;

    /// Whether they can be told now; none where nobody is.
    fn is_up(&self) -> Option<bool> {
        None
    }

    /// Events since the start, by what became of them; none where nobody is told.
    fn counts(&self) -> Option<[(&'static str, u64); 3]> {
        None
    }
}

/// For one instance: nobody to tell.
#[derive(Debug)]
pub struct Alone(broadcast::Sender<Event>);

impl Default for Alone {
    fn default() -> Self {
        Self(broadcast::Sender::new(1))
    }
}

impl Bus for Alone {
    fn publish(&self, _: Event) {}

    fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.0.subscribe()
    }
}

/// Instances within one process. Each holds one end; what it publishes comes out of the others.
#[derive(Debug)]
pub struct InProcess {
    out: broadcast::Sender<Event>,
    others: broadcast::Sender<Event>,
}

impl InProcess {
    /// Two ends that are connected.
    pub fn pair() -> (Self, Self) {
        let (a, b) = (
            broadcast::Sender::new(WAITING),
            broadcast::Sender::new(WAITING),
        );
        let first = Self {
            out: a.clone(),
            others: b.clone(),
        };
        (first, Self { out: b, others: a })
    }
}

impl Bus for InProcess {
    fn publish(&self, event: Event) {
        // Nobody listens yet, or any more.
        drop(self.out.send(event));
    }

    fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.others.subscribe()
    }
}
