//! People who write, each the next contact when the last was acknowledged.
//!
//! Invariant: none of them gives up a write, so that afterwards there are as many contacts as keys.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::instances::visitor::Visitor;

/// Writes a second.
const RATE: u32 = 100;

const WRITERS: u32 = 40;

/// How long somebody waits who was refused.
const AGAIN: Duration = Duration::from_millis(250);

/// Within which a write is taken and all of it is over, also on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

/// What became of the writes.
#[derive(Debug)]
pub(crate) struct Report {
    /// The longest time in which none was acknowledged.
    pub(crate) gap: Duration,
    /// The longest time from when a write was first sent to its acknowledgement.
    pub(crate) wait: Duration,
    /// How many answers of each other status there were; 0 where the connection ended.
    pub(crate) refused: BTreeMap<u16, usize>,
}

/// Has them write until there were two seconds' worth of writes since the moment that is set. Each takes the next of the keys.
pub(crate) async fn write(ada: &Visitor, keys: &AtomicUsize, moment: &OnceLock<Instant>) -> Report {
    let (since, began) = (AtomicU32::new(0), Instant::now());
    let is_over = || 2 * RATE <= since.load(Ordering::Relaxed);
    let writers = (0..WRITERS).map(async |_| {
        let mut pace = interval(Duration::from_secs(1) * WRITERS / RATE);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut acknowledged, mut refused) = (Vec::new(), Vec::new());
        while !is_over() {
            assert!(began.elapsed() < PATIENCE, "nothing ends it");
            pace.tick().await;
            let key = format!("k-{}", keys.fetch_add(1, Ordering::Relaxed));
            let sent = Instant::now();
            loop {
                let status = ada.make_contact(&key, &key).await;
                if status == 201 {
                    break;
                }
                refused.push(status);
                assert!(sent.elapsed() < PATIENCE, "{key} is not taken: {status}");
                sleep(AGAIN).await;
            }
            acknowledged.push((Instant::now(), sent.elapsed()));
            since.fetch_add(u32::from(moment.get().is_some()), Ordering::Relaxed);
        }
        (acknowledged, refused)
    });
    let written = join_all(writers).await.into_iter();
    let (acknowledged, refused): (Vec<_>, Vec<_>) = written.unzip();
    let (mut moments, waits): (Vec<Instant>, Vec<_>) = acknowledged.concat().into_iter().unzip();
    moments.sort_unstable();
    let gaps = moments.windows(2).map(|it| it[1] - it[0]);
    let mut counts = BTreeMap::new();
    for status in refused.concat() {
        *counts.entry(status).or_default() += 1;
    }
    Report {
        gap: gaps.max().unwrap_or_default(),
        wait: waits.into_iter().max().unwrap_or_default(),
        refused: counts,
    }
}
