//! Counts of mails by what became of them, since the start of the process.
//!
//! Invariant: a mail counts each time it was handed on or kept from leaving, when that has been written down.

use std::sync::atomic::{AtomicU64, Ordering};

/// What becomes of mails, in the words of the metrics.
const RESULTS: [&str; 7] = [
    "sent",
    "waiting",
    "over_quota",
    "retried",
    "rejected",
    "suppressed",
    "given_up",
];

/// What became of one.
#[derive(Clone, Copy, Debug)]
pub(super) enum MailResult {
    Sent,
    Waiting,
    OverQuota,
    Retried,
    Rejected,
    Suppressed,
    GivenUp,
}

/// How many of each.
#[derive(Debug, Default)]
pub(crate) struct MailCounts([AtomicU64; RESULTS.len()]);

impl MailCounts {
    pub(super) fn add(&self, result: MailResult) {
        if let Some(count) = self.0.get(result as usize) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn all(&self) -> [(&'static str, u64); RESULTS.len()] {
        std::array::from_fn(|at| {
            let count = self.0.get(at).map_or(0, |it| it.load(Ordering::Relaxed));
            (RESULTS[at], count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_result_counts_under_its_word() {
        let counts = MailCounts::default();
        for result in [
            MailResult::Sent,
            MailResult::Waiting,
            MailResult::OverQuota,
            MailResult::Retried,
            MailResult::Rejected,
            MailResult::Suppressed,
            MailResult::GivenUp,
            MailResult::GivenUp,
        ] {
            counts.add(result);
        }
        let expected = RESULTS.map(|word| (word, u64::from(word == "given_up") + 1));
        assert_eq!(counts.all(), expected);
    }
}
