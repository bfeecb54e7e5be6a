//! How calls went, by words of a closed set.

use std::sync::atomic::{AtomicU64, Ordering};

/// How often calls went each way since the start: a word and a number, in one order.
pub type Counters = [(&'static str, u64); Outcome::WORDS.len()];

/// How a call, or an attempt at one, went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The service answered, also with a refusal.
    Answered,
    /// It said that it failed.
    Failed,
    /// Nobody answered, or the connection broke.
    Unreachable,
    /// It did not answer in time.
    Late,
    /// It answered what is not passed on.
    Unusable,
    /// It was not asked: too many of its calls are in work.
    Full,
    /// It was not asked: most of its last calls failed.
    GivenUp,
    /// It was asked once more.
    Retried,
}

impl Outcome {
    const WORDS: [&'static str; 8] = [
        "answered",
        "failed",
        "unreachable",
        "late",
        "unusable",
        "full",
        "given_up",
        "retried",
    ];
}

#[derive(Default)]
pub(crate) struct Counting([AtomicU64; Outcome::WORDS.len()]);

impl Counting {
    pub(crate) fn count(&self, outcome: Outcome) {
        self.0[outcome as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> Counters {
        let mut counters = Outcome::WORDS.map(|word| (word, 0));
        for ((_, count), counted) in counters.iter_mut().zip(&self.0) {
            *count = counted.load(Ordering::Relaxed);
        }
        counters
    }
}
