//! The operation under `console.js`: what a script prints becomes lines of the server's log, capped in length and rate.
//!
//! Invariant: a script cannot fill the log; what exceeds the budget is counted, and the count is logged once the budget
//! has room again.

use std::time::{Duration, Instant};

use deno_core::{OpState, op2};

/// Bytes of one line; the rest is cut off.
const MAX_LINE_BYTES: usize = 4096;
/// Lines of one isolate that may come at once.
const BURST: u32 = 20;
/// After the burst, one line in this time.
const PERIOD: Duration = Duration::from_secs(1);

/// How much one isolate may still print: a bucket that holds [`BURST`] lines and gains one each [`PERIOD`].
pub(crate) struct Budget {
    left: u32,
    refilled: Instant,
    dropped: u64,
}

impl Budget {
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            left: BURST,
            refilled: now,
            dropped: 0,
        }
    }

    /// Takes one line at `now`. `Some(n)` permits it, `n` lines having been dropped since the last; `None` drops it.
    fn take(&mut self, now: Instant) -> Option<u64> {
        while self.left < BURST && now.saturating_duration_since(self.refilled) >= PERIOD {
            self.refilled += PERIOD;
            self.left += 1;
        }
        if self.left == BURST {
            self.refilled = now;
        }
        if self.left == 0 {
            self.dropped += 1;
            return None;
        }
        self.left -= 1;
        Some(std::mem::take(&mut self.dropped))
    }
}

/// Logs `text` at `level` (0 debug, 1 info, 2 warning, 3 error).
#[op2(fast)]
pub(super) fn op_console(state: &mut OpState, level: u32, #[string] text: &str) {
    let Some(dropped) = state.borrow_mut::<Budget>().take(Instant::now()) else {
        return;
    };
    let line = cut(text, MAX_LINE_BYTES);
    match level {
        0 => tracing::debug!(target: "waybill_render::console", dropped, "{line}"),
        1 => tracing::info!(target: "waybill_render::console", dropped, "{line}"),
        2 => tracing::warn!(target: "waybill_render::console", dropped, "{line}"),
        _ => tracing::error!(target: "waybill_render::console", dropped, "{line}"),
    }
}

/// The longest beginning of `text` that has at most `max_bytes` and ends between two characters.
pub(crate) fn cut(text: &str, max_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(max_bytes)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_prints_without_end_is_cut_to_the_burst_and_then_one_line_a_second() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        let at_once = (0..100).filter(|_| budget.take(start).is_some()).count();
        assert_eq!(at_once, 20);
        assert_eq!(budget.take(start + Duration::from_millis(999)), None);
        assert_eq!(budget.take(start + Duration::from_secs(1)), Some(81));
        assert_eq!(budget.take(start + Duration::from_secs(1)), None);
    }

    #[test]
    fn a_quiet_hour_refills_no_more_than_one_burst() {
        let start = Instant::now();
        let mut budget = Budget::new(start);
        for _ in 0..50 {
            budget.take(start);
        }
        let later = start + Duration::from_hours(1);
        assert_eq!(
            (0..100).filter(|_| budget.take(later).is_some()).count(),
            20
        );
    }

    #[test]
    fn a_long_line_is_cut_between_characters() {
        assert_eq!(cut("zażółć", 4), "zaż");
        assert_eq!(cut("zażółć", 3), "za");
        assert_eq!(cut("abc", 10), "abc");
    }
}
