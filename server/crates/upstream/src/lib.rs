//! A service on another machine: calls are passed on to it, bounded in time, number and size, and given up early while it is sick.
//!
//! | Module | Noun |
//! |---|---|
//! | [`address`] | where the service is, checked |
//! | `client` | the HTTP client; the only door to it |
//! | `headers` | which headers pass, there and back |
//! | `call` | one call: bulkhead → breaker → attempts → judgement of the answer |
//! | `breaker` | when calls are given up |
//! | `body` | content on its way back, bounded in size and silence |
//! | `counters` | how calls went |
//!
//! Invariants: content streams both ways and is never held; no redirect is followed; nothing of a request but its path and query
//! has a say in where it goes; a header that is not listed does not pass. The crate knows no service by name.

pub mod address;
mod body;
mod breaker;
mod call;
mod client;
mod counters;
mod headers;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tower::retry::budget::TpsBudget;

pub use self::address::{Address, AddressError};
pub use self::body::{BodyError, Passing};
pub use self::call::{Call, CallError};
pub use self::client::StartError;
pub use self::counters::Counters;

use self::breaker::Breaker;
use self::client::Client;
use self::counters::Counting;

/// Retries are allowed to this part of the calls of the last ten seconds (security.md section 5).
const RETRIES: f32 = 0.2;
const RETRIES_WITHIN: Duration = Duration::from_secs(10);

/// How much one service may be asked at once, and how long it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until somebody answers the connection.
    pub connect: Duration,
    /// Calls in work at once, until the last byte of their answers.
    pub at_once: usize,
}

/// A service on another machine.
pub struct Upstream {
    client: Client,
    at_once: usize,
    bulkhead: Arc<Semaphore>,
    breaker: Breaker,
    retries: TpsBudget,
    counting: Counting,
}

impl std::fmt::Debug for Upstream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upstream")
            .field("address", self.address())
            .finish_non_exhaustive()
    }
}

impl Upstream {
    /// Prepares to call the service at `address`; nothing is sent yet.
    ///
    /// # Errors
    /// When the program cannot speak TLS on this machine.
    pub fn new(address: Address, limits: Limits) -> Result<Self, StartError> {
        Ok(Self {
            client: Client::new(address, limits)?,
            at_once: limits.at_once,
            bulkhead: Arc::new(Semaphore::new(limits.at_once)),
            breaker: Breaker::new(),
            retries: TpsBudget::new(RETRIES_WITHIN, 1, RETRIES),
            counting: Counting::default(),
        })
    }

    /// Where it is.
    pub fn address(&self) -> &Address {
        self.client.address()
    }

    /// Whether calls are given up because most of the last ones failed.
    pub fn is_given_up(&self) -> bool {
        self.breaker.is_open()
    }

    /// Calls in work now.
    pub fn in_work(&self) -> usize {
        self.at_once - self.bulkhead.available_permits()
    }

    /// How calls went since the start.
    pub fn counters(&self) -> Counters {
        self.counting.read()
    }
}
