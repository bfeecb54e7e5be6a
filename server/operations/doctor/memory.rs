//! Whether the program fits into the memory that it may take.

use super::Finding;
use crate::app;
use crate::config::Config;
use crate::memory::{BEGINS_AT, limit_of_kernel};

/// The program before anybody has come, in MiB: what is measured with `cargo bench -- held`, and some room.
const AT_REST: u64 = 150;

/// KiB of a connection over which a page came. Measured there, too.
const CONNECTION: u64 = 48;

/// What may be in use at the most, in MiB.
struct Need {
    isolates: u64,
    heap: u64,
    hashes: u64,
    hash: u64,
    connections: u64,
    all_connections: u64,
}

impl Need {
    fn of(config: &Config) -> Self {
        let (isolates, heap) = app::heaps(config);
        let hashing = config.hashing;
        Self {
            isolates: isolates as u64,
            heap: heap as u64 >> 20,
            // Google hashes the passwords of its own users.
            hashes: match config.firebase {
                Some(_) => 0,
                None => hashing.concurrency as u64,
            },
            hash: u64::from(hashing.memory_kib) >> 10,
            connections: config.edge.max_connections as u64,
            all_connections: (config.edge.max_connections as u64 * CONNECTION) >> 10,
        }
    }

    fn sum(&self) -> u64 {
        AT_REST + self.isolates * self.heap + self.hashes * self.hash + self.all_connections
    }
}

impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} MiB at the most: {} × {} for isolates, {} × {} for hashes of passwords, {} for {} connections, {AT_REST} for the rest",
            self.sum(),
            self.isolates,
            self.heap,
            self.hashes,
            self.hash,
            self.all_connections,
            self.connections
        )
    }
}

pub(super) fn examine(config: &Config) -> Finding {
    judge(&Need::of(config), config.edge.max_memory, limit_of_kernel())
}

/// By the limit that was set and that of the kernel, in bytes.
fn judge(need: &Need, set: Option<u64>, kernel: Option<u64>) -> Finding {
    const ABOUT: &str = "memory";
    if let (Some(set), Some(kernel)) = (set, kernel)
        && kernel < set
    {
        let (set, kernel) = (set >> 20, kernel >> 20);
        let found =
            format!("the kernel allows {kernel} MiB, less than `edge.max_memory` of {set} MiB");
        return Finding::warn(
            ABOUT,
            found,
            "leave `edge.max_memory` out; the limit of the kernel is known",
        );
    }
    let Some(limit) = set.or(kernel) else {
        return Finding::ok(ABOUT, format!("no limit; {need}"));
    };
    let limit = limit >> 20;
    if limit * BEGINS_AT / 100 < need.sum() {
        let found = format!("the limit is {limit} MiB; {need}");
        let next = "more memory, or less `render.isolates`, `edge.max_connections` or `hash.memory_kib`; else requests are sent away at peaks";
        return Finding::warn(ABOUT, found, next);
    }
    Finding::ok(ABOUT, format!("the limit is {limit} MiB; {need}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::doctor::Level;

    const NEED: Need = Need {
        isolates: 2,
        heap: 256,
        hashes: 2,
        hash: 19,
        connections: 1_024,
        all_connections: 48,
    };

    fn judged(set: Option<u64>, kernel: Option<u64>) -> Finding {
        let bytes = |mib: u64| mib << 20;
        judge(&NEED, set.map(bytes), kernel.map(bytes))
    }

    #[test]
    fn a_limit_that_is_too_small_is_told_with_figures() {
        for (set, kernel) in [(Some(512), None), (None, Some(512)), (Some(800), Some(900))] {
            let finding = judged(set, kernel);
            assert_eq!(finding.level, Level::Warn, "{finding:?}");
            for figure in ["748 MiB", "2 × 256", "2 × 19", "48 for 1024 connections"] {
                assert!(finding.found.contains(figure), "{finding:?}");
            }
            assert!(finding.next.contains("`render.isolates`"), "{finding:?}");
        }
    }

    #[test]
    fn room_enough_and_no_limit_are_well() {
        assert_eq!(judged(Some(1_024), None).level, Level::Ok);
        assert_eq!(judged(None, Some(1_024)).level, Level::Ok);
        assert_eq!(judged(None, None).level, Level::Ok);
    }

    #[test]
    fn a_setting_beyond_the_kernels_limit_never_counts() {
        let finding = judged(Some(2_048), Some(1_024));
        assert_eq!(finding.level, Level::Warn);
        assert!(finding.found.contains("allows 1024 MiB"), "{finding:?}");
    }
}
