//! Renewals of session tokens, counted by outcome.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{SessionError, Sessions};

/// How often it went which way.
#[derive(Debug, Default)]
pub(super) struct Renewals {
    renewed: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
}

impl Renewals {
    pub(super) fn count<T>(&self, outcome: &Result<T, SessionError>) {
        let counter = match outcome {
            Ok(_) => &self.renewed,
            Err(SessionError::SignedOut) => &self.refused,
            Err(_) => &self.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl Sessions {
    /// Renewals since the start: `renewed`, `refused` because the session was over, `failed` because storage did.
    pub fn renewals(&self) -> [(&'static str, u64); 3] {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        [
            ("renewed", get(&self.renewals.renewed)),
            ("refused", get(&self.renewals.refused)),
            ("failed", get(&self.renewals.failed)),
        ]
    }
}
