//! `waybill hash calibrate`: what a password's hash may cost on this machine.
//!
//! Memory is what makes guessing dear to somebody with graphics cards, so the time that there is goes into memory first, and what
//! is left of it into passes.

use std::time::Duration;

use waybill_identity::Error;
use waybill_identity::config::Hashing;
use waybill_identity::password::time_of_one;

/// Memory that is tried, in MiB, the most first. More would be taken from everything else while people sign in.
const MEMORY: [u32; 6] = [256, 128, 64, 46, 32, 19];

/// Passes that OWASP's cheat sheet finds enough with any of them.
const PASSES: u32 = 2;

/// Measurements of which the median counts: the first of a size also pays for its memory.
const ROUNDS: usize = 5;

/// What is proposed.
#[derive(Clone, Copy, Debug)]
pub struct Proposal {
    /// The settings.
    pub hashing: Hashing,
    /// What one hash takes with them.
    pub takes: Duration,
    /// What was asked for.
    pub target: Duration,
}

/// Finds the settings with which one hash takes about `target`, and never weaker ones than the default.
///
/// # Errors
/// When the machine has not the memory for one hash.
pub async fn calibrate(target: Duration) -> Result<Proposal, Error> {
    let least = Hashing::default();
    let mut found = (least, time(least).await?);
    for mebibytes in MEMORY {
        let hashing = Hashing {
            memory_kib: mebibytes * 1024,
            passes: PASSES,
            ..least
        };
        let takes = time(hashing).await?;
        if takes <= target {
            found = deepen(hashing, takes, target).await?;
            break;
        }
    }
    let (hashing, takes) = found;
    Ok(Proposal {
        hashing,
        takes,
        target,
    })
}

/// As many passes as there is time for.
async fn deepen(
    hashing: Hashing,
    takes: Duration,
    target: Duration,
) -> Result<(Hashing, Duration), Error> {
    let per_pass = takes.as_secs_f64() / f64::from(hashing.passes);
    let mut passes = hashing.passes;
    while per_pass * f64::from(passes + 1) <= target.as_secs_f64() && passes < 100 {
        passes += 1;
    }
    let hashing = Hashing { passes, ..hashing };
    Ok((hashing, time(hashing).await?))
}

async fn time(hashing: Hashing) -> Result<Duration, Error> {
    let mut times = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        times.push(time_of_one(hashing).await?);
    }
    times.sort();
    Ok(times[ROUNDS / 2])
}

impl std::fmt::Display for Proposal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            hashing,
            takes,
            target,
        } = self;
        let (memory, passes) = (hashing.memory_kib, hashing.passes);
        writeln!(f, "[hash]\nmemory_kib = {memory}\npasses = {passes}\n")?;
        if target < takes {
            writeln!(
                f,
                "This is the least that is accepted; this machine needs longer than {} ms for it.",
                target.as_millis()
            )?;
        }
        let at_once = hashing.concurrency;
        let all = u64::from(memory) * at_once as u64 / 1024;
        write!(
            f,
            "One hash takes {} ms here. {at_once} are computed at once, in {all} MiB of memory. \
             Older hashes are made anew when their owners sign in.",
            takes.as_millis()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_proposed_is_never_weak_however_little_time_there_is() {
        let proposal = calibrate(Duration::from_millis(1)).await.unwrap();
        assert_eq!(proposal.hashing, Hashing::default());
        let text = proposal.to_string();
        assert!(
            text.starts_with("[hash]\nmemory_kib = 19456\npasses = 2\n"),
            "{text}"
        );
        assert!(text.contains("the least that is accepted"), "{text}");
    }
}
