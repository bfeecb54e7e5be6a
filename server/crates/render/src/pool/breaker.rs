//! The breaker: when most renders fail, rendering is given up for all but one request a second.
//!
//! It judges the last [`WINDOW`] outcomes and is told the time. Invariant: it opens only on failures of renders, never on
//! a full queue, and one successful probe closes it.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::lock;

/// Outcomes that are judged together.
const WINDOW: usize = 20;
/// Failures older than this do not count.
const HORIZON: Duration = Duration::from_secs(10);
/// Between two probes of an open breaker.
const PROBE_PERIOD: Duration = Duration::from_secs(1);

pub(super) struct Breaker {
    // Read on each request without the lock; written under it.
    open: AtomicBool,
    state: Mutex<State>,
}

struct State {
    /// The last outcomes, oldest first: when, and whether it failed.
    outcomes: VecDeque<(Instant, bool)>,
    /// When the breaker opened or last let a probe through.
    probed: Option<Instant>,
}

impl Breaker {
    pub(super) fn new() -> Self {
        Self {
            open: AtomicBool::new(false),
            state: Mutex::new(State {
                outcomes: VecDeque::with_capacity(WINDOW),
                probed: None,
            }),
        }
    }

    /// Whether a request may be rendered at `now`.
    pub(super) fn admits(&self, now: Instant) -> bool {
        if !self.open.load(Ordering::Relaxed) {
            return true;
        }
        let mut state = lock(&self.state);
        let due = state
            .probed
            .is_none_or(|probed| now.saturating_duration_since(probed) >= PROBE_PERIOD);
        if due {
            state.probed = Some(now);
        }
        due
    }

    /// Takes note of how a render ended at `now`. Returns whether this opened the breaker.
    pub(super) fn record(&self, now: Instant, has_failed: bool) -> bool {
        let mut state = lock(&self.state);
        if self.open.load(Ordering::Relaxed) {
            if !has_failed {
                self.open.store(false, Ordering::Relaxed);
                state.outcomes.clear();
            }
            return false;
        }
        if state.outcomes.len() == WINDOW {
            state.outcomes.pop_front();
        }
        state.outcomes.push_back((now, has_failed));
        let failures = state
            .outcomes
            .iter()
            .filter(|(at, failed)| *failed && now.saturating_duration_since(*at) < HORIZON)
            .count();
        let opens = failures > WINDOW / 2;
        if opens {
            self.open.store(true, Ordering::Relaxed);
            state.probed = Some(now);
        }
        opens
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }

    /// Forgets the past: the source was replaced.
    pub(super) fn reset(&self) {
        let mut state = lock(&self.state);
        state.outcomes.clear();
        self.open.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fail(breaker: &Breaker, times: usize, now: Instant) {
        for _ in 0..times {
            breaker.record(now, true);
        }
    }

    #[test]
    fn ten_failures_of_twenty_leave_it_closed_and_the_eleventh_opens_it() {
        let now = Instant::now();
        let breaker = Breaker::new();
        for _ in 0..10 {
            breaker.record(now, false);
        }
        fail(&breaker, 10, now);
        assert!(breaker.admits(now));
        assert!(breaker.record(now, true));
        assert!(!breaker.admits(now));
    }

    #[test]
    fn failures_spread_over_more_than_ten_seconds_leave_it_closed() {
        let start = Instant::now();
        let breaker = Breaker::new();
        for second in 0..60 {
            let now = start + Duration::from_secs(second);
            assert!(!breaker.record(now, true), "opened after {second} s");
        }
    }

    #[test]
    fn an_open_one_admits_one_probe_a_second() {
        let start = Instant::now();
        let breaker = Breaker::new();
        fail(&breaker, 20, start);
        assert!(!breaker.admits(start + Duration::from_millis(999)));
        assert!(breaker.admits(start + Duration::from_secs(1)));
        assert!(!breaker.admits(start + Duration::from_millis(1001)));
        assert!(breaker.admits(start + Duration::from_secs(2)));
    }

    #[test]
    fn a_failed_probe_keeps_it_open_and_a_successful_one_closes_it() {
        let start = Instant::now();
        let breaker = Breaker::new();
        fail(&breaker, 20, start);
        breaker.record(start + Duration::from_secs(1), true);
        assert!(breaker.is_open());
        breaker.record(start + Duration::from_secs(2), false);
        assert!(breaker.admits(start + Duration::from_secs(2)));
        fail(&breaker, 10, start + Duration::from_secs(2));
        assert!(
            !breaker.is_open(),
            "the failures before the probe must be forgotten"
        );
    }
}
