//! How much a test run repeats: by default each check runs as often as it finds faults, with `WAYBILL_TEST_EXTENT=full` as
//! often as a release wants.
//!
//! Invariant: the extent changes how often or over how many samples something is checked, never what is asserted.

use std::process::Command;
use std::sync::OnceLock;

/// Whether everything runs at full length.
pub fn is_full() -> bool {
    std::env::var_os(VARIABLE).is_some_and(|it| it == "full")
}

/// `full` at full length, else `usual`.
pub fn of<T>(usual: T, full: T) -> T {
    if is_full() { full } else { usual }
}

/// Whether this run takes the sample at this place: one in `share`, and all at full length. The number of the commit picks
/// which, so that `share` commits in a row take them all.
pub fn takes(at: usize, share: usize) -> bool {
    is_full() || is_turn(at, share, commit())
}

/// The samples that this run [takes], in their order.
pub fn sample<T>(all: impl IntoIterator<Item = T>, share: usize) -> Vec<T> {
    let all = all.into_iter().enumerate();
    let taken = all.filter(|(at, _)| takes(*at, share));
    taken.map(|(_, sample)| sample).collect()
}

fn is_turn(at: usize, share: usize, commit: usize) -> bool {
    at % share == commit % share
}

const VARIABLE: &str = "WAYBILL_TEST_EXTENT";

/// How many commits there are up to this one; 0 where git does not say.
fn commit() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| {
        let count = Command::new("git")
            .args(["rev-list", "--count", "HEAD"])
            .output();
        let count = count.ok().and_then(|it| String::from_utf8(it.stdout).ok());
        count.and_then(|it| it.trim().parse().ok()).unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_commits_cover_all_samples() {
        for at in 0..7 {
            let commits = (260..263).filter(|commit| is_turn(at, 3, *commit));
            assert_eq!(commits.count(), 1, "sample {at}");
        }
    }

    #[test]
    fn a_sample_is_what_this_run_takes() {
        match is_full() {
            true => assert_eq!(sample(0..7, 3), [0, 1, 2, 3, 4, 5, 6]),
            false => assert!(sample(0..7, 3).iter().all(|it| is_turn(*it, 3, commit()))),
        }
    }
}
