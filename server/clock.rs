//! The clock: the one place where wall time enters the server.
//!
//! Everything that expires asks a [`Clock`] it was handed, so that a test can turn the hand instead of waiting.
//! Deadlines of running work are not its business: those are monotonic and belong to tokio.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// Tells the time. Clones tell the same time.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    /// Microseconds since the Unix epoch, moved by [`Clock::advance`] alone.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// The clock of the machine.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `start` until it is advanced.
    pub fn manual(start: Timestamp) -> Self {
        Self(Source::Manual(Arc::new(AtomicI64::new(
            start.as_microsecond(),
        ))))
    }

    /// The present moment; a manual clock gives whole microseconds.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System => Timestamp::now(),
            Source::Manual(hand) => {
                Timestamp::from_microsecond(hand.load(Ordering::SeqCst)).unwrap_or(Timestamp::MAX)
            }
        }
    }

    /// Moves a manual clock and all its clones by `by`; the system clock is left alone.
    pub fn advance(&self, by: SignedDuration) {
        if let Source::Manual(hand) = &self.0 {
            let micros = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            hand.fetch_add(micros, Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_of_a_manual_clock_move_together() {
        let clock = Clock::manual(Timestamp::UNIX_EPOCH);
        let other = clock.clone();
        other.advance(SignedDuration::from_secs(90));
        assert_eq!(clock.now().as_second(), 90);
    }
}
