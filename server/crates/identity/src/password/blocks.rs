//! Blocks: the memory that a hash fills, kept from one hash to the next.
//!
//! Invariants: there are never more sets of them than hashes at once; a set holds nothing of a password while it waits; one
//! that nobody needed for a while is given back to the system.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use argon2::{Argon2, Block, Error};

/// After which an unused set is given back.
pub(super) const KEPT: Duration = Duration::from_secs(10);

/// Sets of blocks of one size.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Blocks of a set, of 1 KiB each.
    size: usize,
    /// Those that no hash fills, the one that was used last at the end.
    idle: Mutex<Vec<Idle>>,
}

/// A set that waits, filled with zeros.
struct Idle {
    set: Vec<Block>,
    since: Instant,
}

impl std::fmt::Debug for Idle {
    /// Without its megabytes.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Idle")
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

impl Blocks {
    /// None yet; each will be of `size` blocks.
    pub(super) fn new(size: usize) -> Self {
        Self {
            size,
            idle: Mutex::default(),
        }
    }

    /// Hashes into `out`. A hash of another cost than that of these blocks has its own, for once.
    pub(super) fn fill(
        &self,
        argon2: &Argon2<'_>,
        password: &[u8],
        salt: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        if self.size < argon2.params().block_count() {
            return argon2.hash_password_into(password, salt, out);
        }
        // The one that is in the caches of the processor still, if any is.
        let waiting = self.idle().pop();
        let mut set = waiting.map_or_else(|| vec![Block::new(); self.size], |it| it.set);
        let outcome = argon2.hash_password_into_with_memory(password, salt, out, &mut set[..]);
        set.fill(Block::new());
        let since = Instant::now();
        self.idle().push(Idle { set, since });
        outcome
    }

    /// Gives back what has waited for so long.
    pub(super) fn give_back(&self, unused_for: Duration) {
        self.idle().retain(|it| it.since.elapsed() < unused_for);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use argon2::{Algorithm, Params, Version};

    use super::*;

    fn argon2(blocks: u32) -> Argon2<'static> {
        let params = Params::new(blocks, 1, 1, None).unwrap();
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
    }

    fn filled(blocks: &Blocks, cost: u32, password: &[u8]) -> [u8; 32] {
        let mut out = [0; 32];
        let hashed = blocks.fill(&argon2(cost), password, b"some salt", &mut out);
        hashed.unwrap();
        out
    }

    #[test]
    fn a_set_is_used_again_and_changes_no_hash() {
        let blocks = Blocks::new(64);
        let mut alone = [0; 32];
        let hashed = argon2(64).hash_password_into(b"correct horse", b"some salt", &mut alone);
        hashed.unwrap();
        for password in [&b"correct horse"[..], b"another", b"correct horse"] {
            let is_alike = filled(&blocks, 64, password) == alone;
            assert_eq!(is_alike, password == b"correct horse");
            assert_eq!(blocks.idle().len(), 1);
        }
    }

    #[test]
    fn nothing_of_a_password_is_left_in_it() {
        let blocks = Blocks::new(64);
        filled(&blocks, 64, b"correct horse");
        let idle = blocks.idle();
        let mut words = idle[0].set.iter().flat_map(AsRef::as_ref);
        assert!(words.all(|word| *word == 0_u64));
    }

    #[test]
    fn a_hash_of_a_greater_cost_leaves_nothing_behind() {
        let blocks = Blocks::new(64);
        assert_ne!(filled(&blocks, 128, b"correct horse"), [0; 32]);
        assert!(blocks.idle().is_empty());
    }

    #[test]
    fn what_nobody_needs_is_given_back() {
        let blocks = Blocks::new(64);
        filled(&blocks, 64, b"correct horse");
        blocks.give_back(Duration::from_mins(1));
        assert_eq!(blocks.idle().len(), 1);
        blocks.give_back(Duration::ZERO);
        assert!(blocks.idle().is_empty());
    }
}
