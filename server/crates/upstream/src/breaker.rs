//! The breaker: when most calls fail, the service is left alone but for one call a second.
//!
//! It judges the last [`WINDOW`] outcomes and is told the time. Invariant: it opens only on failures of the service, never on calls
//! that were given up on this side, and one success closes it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Outcomes that are judged together.
const WINDOW: usize = 20;
/// Outcomes that are few prove nothing.
const LEAST: usize = 5;
/// Outcomes older than this do not count.
const HORIZON: Duration = Duration::from_secs(10);
/// Between two calls while it is open.
const PROBE_PERIOD: Duration = Duration::from_secs(1);

pub(crate) struct Breaker(Mutex<State>);

#[derive(Default)]
struct State {
    /// The last outcomes, oldest first: when, and whether it failed.
    outcomes: VecDeque<(Instant, bool)>,
    /// While it is open: when it opened or last let a call through.
    probed: Option<Instant>,
}

impl Breaker {
    pub(crate) fn new() -> Self {
        Self(Mutex::default())
    }

    /// Whether a call may be made at `now`.
    pub(crate) fn admits(&self, now: Instant) -> bool {
        let mut state = self.state();
        match state.probed {
            None => true,
            Some(probed) if now.duration_since(probed) < PROBE_PERIOD => false,
            Some(_) => {
                state.probed = Some(now);
                true
            }
        }
    }

    /// Takes note of how a call ended at `now`. Gives whether this opened or closed the breaker.
    pub(crate) fn record(&self, now: Instant, has_failed: bool) -> Option<Change> {
        let mut state = self.state();
        if state.probed.is_some() {
            if has_failed {
                return None;
            }
            *state = State::default();
            return Some(Change::Closed);
        }
        if state.outcomes.len() == WINDOW {
            state.outcomes.pop_front();
        }
        state.outcomes.push_back((now, has_failed));
        let recent = state.outcomes.iter();
        let recent = recent.filter(|(at, _)| now.duration_since(*at) < HORIZON);
        let (count, failures) = recent.fold((0, 0), |(count, failures), (_, failed)| {
            (count + 1, failures + usize::from(*failed))
        });
        if count < LEAST || failures * 2 <= count {
            return None;
        }
        state.probed = Some(now);
        Some(Change::Opened)
    }

    pub(crate) fn is_open(&self) -> bool {
        self.state().probed.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an outcome changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Opened,
    Closed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_when_most_of_the_last_calls_failed() {
        let (breaker, now) = (Breaker::new(), Instant::now());
        for failed in [true, true, false, false] {
            assert_eq!(breaker.record(now, failed), None);
        }
        assert!(breaker.admits(now));
        assert_eq!(breaker.record(now, true), Some(Change::Opened));
        assert!(!breaker.admits(now));
        assert!(breaker.is_open());
    }

    #[test]
    fn few_failures_and_old_ones_do_not_open_it() {
        let (breaker, now) = (Breaker::new(), Instant::now());
        for _ in 0..4 {
            assert_eq!(breaker.record(now, true), None);
        }
        let later = now + HORIZON;
        for _ in 0..4 {
            assert_eq!(breaker.record(later, true), None);
        }
        assert!(!breaker.is_open());
    }

    #[test]
    fn one_call_a_second_is_let_through_and_its_success_closes_it() {
        let (breaker, now) = (Breaker::new(), Instant::now());
        for _ in 0..5 {
            breaker.record(now, true);
        }
        let later = now + PROBE_PERIOD;
        assert!(breaker.admits(later));
        assert!(!breaker.admits(later));
        assert_eq!(breaker.record(later, true), None);
        assert!(!breaker.admits(later));
        let still_later = later + PROBE_PERIOD;
        assert!(breaker.admits(still_later));
        assert_eq!(breaker.record(still_later, false), Some(Change::Closed));
        assert!(breaker.admits(still_later) && breaker.admits(still_later));
    }
}
