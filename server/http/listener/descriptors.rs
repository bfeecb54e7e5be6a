//! File descriptors: every connection is one, and the database and its journal need theirs.
//!
//! Invariant: connections never take the last descriptors, for a database that cannot open its files loses writes.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors for everything that is no connection.
const RESERVED: u64 = 128;

/// More than anybody needs, and less than what costs the kernel memory.
const PLENTY: u64 = 65_536;

/// As many of `wanted` connections as there can be, after asking the system for what it is ready to give.
pub(super) fn at_most(wanted: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: Some(limit.maximum.unwrap_or(PLENTY).min(PLENTY)),
        maximum: limit.maximum,
    };
    let current = if limit.current < raised.current && setrlimit(Resource::Nofile, raised).is_ok() {
        raised.current
    } else {
        limit.current
    };
    let spare = current.unwrap_or(PLENTY).saturating_sub(RESERVED).max(1);
    let spare = usize::try_from(spare).unwrap_or(usize::MAX);
    if spare < wanted {
        tracing::warn!(
            wanted,
            spare,
            "The limit of open files is lower than the configured number of connections."
        );
    }
    wanted.min(spare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_for_the_database() {
        assert_eq!(at_most(1), 1);
        let most = at_most(usize::MAX);
        let limit = getrlimit(Resource::Nofile).current.unwrap_or(PLENTY);
        assert!(most as u64 + RESERVED <= limit.max(RESERVED + 1));
    }
}
