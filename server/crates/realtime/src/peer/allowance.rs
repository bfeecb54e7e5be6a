//! The allowance of a socket for changes: so many at once, then so many a second.
//!
//! Invariant: it never holds more than it began with.

use tokio::time::Instant;

/// How many come back in a second. A person presses no faster.
const PER_SECOND: f64 = 10.0;

/// What a socket may still change.
#[derive(Debug)]
pub(super) struct Allowance {
    most: f64,
    left: f64,
    counted_at: Instant,
}

impl Allowance {
    pub(super) fn new(most: u32) -> Self {
        let most = f64::from(most);
        Self {
            most,
            left: most,
            counted_at: Instant::now(),
        }
    }

    /// Takes so many, or none when there are not as many.
    pub(super) fn take(&mut self, changes: usize) -> bool {
        let now = Instant::now();
        let passed = now.duration_since(self.counted_at).as_secs_f64();
        self.left = self.most.min(self.left + passed * PER_SECOND);
        self.counted_at = now;
        let wanted = f64::from(u32::try_from(changes).unwrap_or(u32::MAX));
        let is_allowed = wanted <= self.left;
        if is_allowed {
            self.left -= wanted;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_taken_comes_back_and_no_more_than_that() {
        let mut allowance = Allowance::new(30);
        assert!(allowance.take(30));
        assert!(!allowance.take(1));
        tokio::time::advance(Duration::from_millis(500)).await;
        assert!(!allowance.take(6));
        assert!(allowance.take(5));
        tokio::time::advance(Duration::from_hours(1)).await;
        assert!(!allowance.take(31));
        assert!(allowance.take(30));
    }
}
