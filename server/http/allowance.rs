//! Allowances: how much of something is taken within a minute.
//!
//! Invariant: of all that take at once, no more than the most get something.

use std::sync::atomic::{AtomicU64, Ordering};

const LOWER: u64 = 0xffff_ffff;

/// What was taken in the current minute.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    /// Minute in the upper 32 bits, count in the lower.
    used: AtomicU64,
}

impl Allowance {
    /// Takes one of the `most` of this minute; gives how many are left, and nothing where all were taken before.
    pub(super) fn take(&self, minute: u64, most: u32) -> Option<u32> {
        let most = u64::from(most);
        let count = |used: u64| match used >> 32 == minute & LOWER {
            true => used & LOWER,
            false => 0,
        };
        let step = |used: u64| {
            let count = count(used);
            (count < most).then_some(((minute & LOWER) << 32) | (count + 1))
        };
        let before = self
            .used
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, step)
            .ok()?;
        u32::try_from(most - count(before) - 1).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_minute_has_as_much() {
        let allowance = Allowance::default();
        let take = |minute| {
            (0..4)
                .map(|_| allowance.take(minute, 3))
                .collect::<Vec<_>>()
        };
        let all = [Some(2), Some(1), Some(0), None];
        assert_eq!(take(1), all);
        assert_eq!(take(2), all);
        assert_eq!(
            allowance.take(2, 5),
            Some(1),
            "the limit was raised meanwhile"
        );
    }
}
