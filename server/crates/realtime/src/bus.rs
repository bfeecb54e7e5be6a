//! The bus between instances: who wrote where, so that the others read it again. It carries no values.
//!
//! An instance hears of the branches that it attends to, those of which somebody here listens to something, and of no others:
//! however many instances there are, an event costs as much as there are instances that need it.
//!
//! Invariants: an event is about what is committed; it is received by each other instance that attends to its branch, or that
//! instance learns that it has missed some.

use std::sync::Arc;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

mod channels;
mod instance;
mod redis;

pub use instance::Instance;
pub use redis::{RedisAway, RedisBus, RedisUrl, RedisUrlError, Refusal};

/// Events that may wait for an instance; one that falls behind reads everything again that is in its memory.
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
    Missed {
        /// In this branch; none means anywhere.
        branch: Option<String>,
    },
}

impl Event {
    /// The first key of the path that it is about; none when it is about everything.
    fn branch(&self) -> Option<&str> {
        match self {
            Self::Written { path, .. } => path.split('/').find(|key| !key.is_empty()),
            Self::Missed { branch } => branch.as_deref(),
            Self::Replaced { .. } => None,
        }
    }
}

/// Carries events to all other instances.
#[async_trait]
pub trait Bus: Send + Sync {
    /// This instance.
    fn instance(&self) -> Instance;

    /// Tells the others; does not wait for them.
    fn publish(&self, event: Event);

    /// What the others tell from now on, of the branches that are attended to.
    fn subscribe(&self) -> broadcast::Receiver<Event>;

    /// Attends to what is below a first key, or to everything. When this returns, what others write from then on is received, or
    /// this instance learns that it was missed; so what is read now and corrected by events remains right.
    async fn attend(&self, _branch: Option<&str>) -> Interest {
        Interest::default()
    }

    /// Whether they can be told now; none where nobody is.
    fn is_up(&self) -> Option<bool> {
        None
    }

    /// Events since the start, by what became of them; none where nobody is told.
    fn counts(&self) -> Option<[(&'static str, u64); 3]> {
        None
    }
}

/// As long as one of its copies is there, a branch is attended to.
#[derive(Clone, Debug, Default)]
pub struct Interest(
    #[expect(dead_code, reason = "it is there to be dropped")] Option<Arc<channels::Held>>,
);

/// For one instance: nobody to tell.
#[derive(Debug)]
pub struct Alone(Instance, broadcast::Sender<Event>);

impl Default for Alone {
    fn default() -> Self {
        Self(Instance::random(), broadcast::Sender::new(1))
    }
}

impl Bus for Alone {
    fn instance(&self) -> Instance {
        self.0
    }

    fn publish(&self, _: Event) {}

    fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.1.subscribe()
    }
}

/// Instances within one process. Each has one end; what it publishes comes out of the others.
#[derive(Debug)]
pub struct InProcess {
    instance: Instance,
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
            instance: Instance::random(),
            out: a.clone(),
            others: b.clone(),
        };
        let second = Self {
            instance: Instance::random(),
            out: b,
            others: a,
        };
        (first, second)
    }
}

impl Bus for InProcess {
    fn instance(&self) -> Instance {
        self.instance
    }

    fn publish(&self, event: Event) {
        // Nobody listens yet, or any more.
        drop(self.out.send(event));
    }

    fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.others.subscribe()
    }
}
