//! Costs: what the real program took for a piece of work, as `cargo bench -- costs` writes it.
//!
//! Invariant: times are microseconds of one processor, and none is negative.

use serde::Deserialize;

/// The file that was measured last.
pub const MEASURED: &str = include_str!("../costs.toml");

/// What everything costs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// Where it was measured.
    pub machine: Machine,
    /// A list of 50 rows as a document, rendered for whoever is signed in.
    pub page: Work,
    /// The same list as data.
    pub call: Work,
    /// A new record.
    pub write: Work,
    /// An open page that listens.
    pub socket: Socket,
    /// What one instance tells the others.
    pub message: Message,
    /// An instance to which nobody speaks.
    pub instance: Instance,
}

/// The machine of the measurement.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// As the kernel names it.
    pub processor: String,
}

/// One piece of work.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// At the instance that was asked.
    pub instance_us: f64,
    /// At PostgreSQL.
    pub postgres_us: f64,
    /// At Redis, with one other instance that listens.
    pub redis_us: f64,
    /// Transactions, of which each crosses the network several times.
    pub transactions: f64,
    /// Bytes of the write-ahead log.
    pub wal_bytes: f64,
    /// Messages to other instances.
    pub messages: f64,
}

/// An open socket.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Socket {
    /// Of memory.
    pub bytes: f64,
    /// Each second, while nothing happens.
    pub instance_us_per_second: f64,
}

/// A message between instances.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// At Redis, however many listen.
    pub redis_us: f64,
    /// At Redis, for each who listens.
    pub redis_us_per_listener: f64,
    /// At Redis, when an instance begins to listen, and ceases to.
    pub redis_us_per_subscription: f64,
    /// At each instance that hears it.
    pub instance_us_per_heard: f64,
    /// Its length.
    pub bytes: f64,
}

/// An instance at rest.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    /// Each second.
    pub idle_us_per_second: f64,
    /// Of memory, once it has rendered.
    pub bytes: f64,
    /// To PostgreSQL, at most.
    pub connections: u32,
}

/// The file is none of costs.
#[derive(Debug, thiserror::Error)]
#[error("these are no costs: {0}")]
pub struct CostsError(#[from] toml::de::Error);

impl Costs {
    /// Reads what `cargo bench -- costs` wrote.
    pub fn parse(text: &str) -> Result<Self, CostsError> {
        Ok(toml::from_str(text)?)
    }
}
