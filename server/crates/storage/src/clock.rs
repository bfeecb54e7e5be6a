//! The clock: the time is handed in, so that expiry can be tested. Nothing here reads the system's time.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use sea_orm::DeriveValueType;

/// Tells the time. The server implements it once over the system clock; tests use [`ManualClock`].
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Timestamp;
}

/// A clock that stands still until it is moved.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows `start`, cut to milliseconds.
    pub fn starting_at(start: Timestamp) -> Self {
        Self(AtomicI64::new(start.as_millisecond()))
    }

    /// Moves the clock forward (or back, with a negative span).
    pub fn advance(&self, by: jiff::SignedDuration) {
        let millis = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Millis(self.0.load(Ordering::SeqCst)).into()
    }
}

/// How a moment is stored: whole milliseconds since 1970-01-01T00:00:00Z, in an integer column named `…_at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Millis(pub(crate) i64);

impl From<Timestamp> for Millis {
    fn from(at: Timestamp) -> Self {
        Self(at.as_millisecond())
    }
}

impl From<Millis> for Timestamp {
    /// A number outside the range of a timestamp becomes the nearest one.
    fn from(Millis(millis): Millis) -> Self {
        let nearest = if millis < 0 { Self::MIN } else { Self::MAX };
        Self::from_millisecond(millis).unwrap_or(nearest)
    }
}
