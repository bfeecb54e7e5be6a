//! The counters of a pool: what has happened since it started, for metrics.
//!
//! Invariant: counting costs one relaxed atomic addition; figures read together may be a moment apart.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::Failure;

/// What has happened since the pool started. The figures only grow, but for `queued`, `isolates` and `lost_now`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests that wait for an isolate now.
    pub queued: u64,
    /// Isolates that are up now.
    pub isolates: u64,
    /// Bytes in use on their heaps, when each was last looked at.
    pub heap_bytes: u64,
    /// Renders that gave HTML.
    pub rendered: u64,
    /// Failed requests by reason, in the order of [`Failure::REASONS`].
    pub failed: [(&'static str, u64); Failure::REASONS.len()],
    /// Time that the requests which reached an isolate had waited for it.
    pub queue_time: Duration,
    /// Time that isolates spent rendering, successful or not.
    pub render_time: Duration,
    /// Renders ended by the supervisor.
    pub killed: u64,
    /// Renders that came near the heap limit.
    pub heap_exhausted: u64,
    /// Isolates replaced, by reason.
    pub replaced: Replacements,
    /// How often an isolate gave back what its heap had grown by, after a while without requests.
    pub rests: u64,
    /// Threads given up because they did not return after a kill.
    pub lost: u64,
    /// Those of them that still have not returned.
    pub lost_now: u64,
}

/// Isolates replaced, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replacements {
    /// They did not start.
    pub boot: u64,
    /// They were killed at their deadline.
    pub killed: u64,
    /// They reached the heap limit.
    pub heap: u64,
    /// They had done their number of renders.
    pub age: u64,
    /// More than 70 % of their heap was in use after a collection.
    pub crowded: u64,
    /// A render left something on the global object or a prototype.
    pub contaminated: u64,
    /// The source was replaced.
    pub source: u64,
}

/// Why an isolate is replaced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condemned {
    Boot,
    Killed,
    Heap,
    Age,
    Crowded,
    Contaminated,
    Source,
}

#[derive(Default)]
pub(super) struct Tally {
    pub(super) isolates: AtomicU64,
    pub(super) heap_bytes: AtomicU64,
    rendered: AtomicU64,
    failed: [AtomicU64; Failure::REASONS.len()],
    queue_nanos: AtomicU64,
    render_nanos: AtomicU64,
    pub(super) killed: AtomicU64,
    pub(super) heap_exhausted: AtomicU64,
    replaced: [AtomicU64; 7],
    pub(super) rests: AtomicU64,
    pub(super) lost: AtomicU64,
    pub(super) lost_now: AtomicU64,
}

impl Tally {
    pub(super) fn rendered(&self) {
        add(&self.rendered, 1);
    }

    pub(super) fn failed(&self, failure: &Failure) {
        add(&self.failed[failure.index()], 1);
    }

    pub(super) fn took(&self, queued: Duration, rendered: Duration) {
        add(&self.queue_nanos, nanos(queued));
        add(&self.render_nanos, nanos(rendered));
    }

    pub(super) fn replaced(&self, reason: Condemned) {
        add(&self.replaced[reason as usize], 1);
    }

    /// Isolates that are up and not given up.
    pub(super) fn up(&self) -> u64 {
        let lost = self.lost_now.load(Ordering::Relaxed);
        self.isolates.load(Ordering::Relaxed).saturating_sub(lost)
    }

    pub(super) fn read(&self, queued: usize) -> Counters {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let replaced = |reason: Condemned| get(&self.replaced[reason as usize]);
        Counters {
            queued: queued as u64,
            isolates: self.up(),
            heap_bytes: get(&self.heap_bytes),
            rendered: get(&self.rendered),
            failed: std::array::from_fn(|at| (Failure::REASONS[at], get(&self.failed[at]))),
            queue_time: Duration::from_nanos(get(&self.queue_nanos)),
            render_time: Duration::from_nanos(get(&self.render_nanos)),
            killed: get(&self.killed),
            heap_exhausted: get(&self.heap_exhausted),
            replaced: Replacements {
                boot: replaced(Condemned::Boot),
                killed: replaced(Condemned::Killed),
                heap: replaced(Condemned::Heap),
                age: replaced(Condemned::Age),
                crowded: replaced(Condemned::Crowded),
                contaminated: replaced(Condemned::Contaminated),
                source: replaced(Condemned::Source),
            },
            rests: get(&self.rests),
            lost: get(&self.lost),
            lost_now: get(&self.lost_now),
        }
    }
}

pub(super) fn add(counter: &AtomicU64, amount: u64) {
    counter.fetch_add(amount, Ordering::Relaxed);
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
