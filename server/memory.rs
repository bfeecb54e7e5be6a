//! Memory: how much the program may use, how much of it is in use, and so how hard pressed it is.
//!
//! Invariant: the kernel ends a process that passes its limit, and with it the work of everybody; so what is asked for last is
//! sent away before that, first what takes much, then all but what keeps people signed in. Without a limit nothing is sent away.

mod cgroup;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use self::cgroup::Cgroup;
use crate::metrics::{MemoryUse, resident_bytes};

/// How often it is looked. A look takes microseconds, and a request takes its memory in milliseconds.
const PAUSE: Duration = Duration::from_millis(250);

/// Shares of the limit, in hundredths, at which a pressure begins and below which it ends. These are apart,
/// so that it does not come and go with each request.
const TIGHT: (u64, u64) = (BEGINS_AT, 80);
const SHORT: (u64, u64) = (95, 90);

/// The share of the limit, in hundredths, from which on something is sent away.
pub const BEGINS_AT: u64 = 85;

/// Bytes that the allocator of the program held when it was last asked.
static ALLOCATED: AtomicU64 = AtomicU64::new(0);

/// How hard pressed the program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Pressure {
    /// There is room, or no limit.
    #[default]
    None,
    /// What takes much has to wait: pages that are drawn here, tables and files, new accounts.
    Tight,
    /// Everything has to wait that keeps nobody signed in.
    Short,
}

/// The memory of this process.
pub struct Memory {
    limit: ArcSwapOption<Limit>,
    /// Wakes who watches: there may be a limit now.
    limited: Notify,
    used: AtomicU64,
    pressure: AtomicU8,
}

/// What may not be passed, and how it is known what is in use.
pub struct Limit {
    /// Bytes.
    pub bytes: u64,
    read: Box<dyn Fn() -> Option<u64> + Send + Sync>,
}

impl Limit {
    /// So many bytes of what `read` counts. It gives none where that is not known at the moment.
    pub fn new(bytes: u64, read: impl Fn() -> Option<u64> + Send + Sync + 'static) -> Self {
        let read = Box::new(read);
        Self { bytes, read }
    }

    /// What the operator set, of the memory in which the process is; else what the kernel allows its control group.
    pub fn find(setting: Option<u64>) -> Option<Self> {
        match setting {
            Some(bytes) => Some(Self::new(bytes, resident_bytes)),
            None => of_cgroup().map(|group| Self::new(group.limit, move || group.used())),
        }
    }
}

/// Notes how much the allocator holds; it is one for the whole process, and `main` chooses it.
pub fn note_allocated(bytes: u64) {
    ALLOCATED.store(bytes, Ordering::Relaxed);
}

/// What was noted last; none in a program that notes nothing.
pub fn allocated() -> Option<u64> {
    Some(ALLOCATED.load(Ordering::Relaxed)).filter(|bytes| 0 < *bytes)
}

/// What the kernel allows the control group of this process, in bytes.
pub fn limit_of_kernel() -> Option<u64> {
    of_cgroup().map(|group| group.limit)
}

fn of_cgroup() -> Option<Cgroup> {
    let told = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    Cgroup::find(Path::new("/sys/fs/cgroup"), &told)
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory")
            .field("limit", &self.limit.load().as_ref().map(|it| it.bytes))
            .field("pressure", &self.pressure())
            .finish_non_exhaustive()
    }
}

impl Memory {
    /// Within this limit, not yet looked at.
    pub fn within(limit: Option<Limit>) -> Self {
        Self {
            limit: ArcSwapOption::from(limit.map(Arc::new)),
            limited: Notify::new(),
            used: AtomicU64::new(0),
            pressure: AtomicU8::new(Pressure::None as u8),
        }
    }

    /// As it was at the last look.
    pub fn pressure(&self) -> Pressure {
        match self.pressure.load(Ordering::Relaxed) {
            it if it == Pressure::Short as u8 => Pressure::Short,
            it if it == Pressure::Tight as u8 => Pressure::Tight,
            _ => Pressure::None,
        }
    }

    /// The figures of the last look; none without a limit.
    pub fn figures(&self) -> Option<MemoryUse> {
        Some(MemoryUse {
            limit_bytes: self.limit.load().as_ref()?.bytes,
            used_bytes: self.used.load(Ordering::Relaxed),
            pressure: self.pressure() as u8,
        })
    }

    /// From now on within this limit.
    pub fn limit_to(&self, limit: Option<Limit>) {
        self.limit.store(limit.map(Arc::new));
        self.limited.notify_one();
    }

    /// Looks again and again, as long as it is polled; at rest while there is no limit.
    pub async fn watch(&self) {
        let mut looks = tokio::time::interval(PAUSE);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            if self.limit.load().is_none() {
                self.pressure.store(Pressure::None as u8, Ordering::Relaxed);
                self.limited.notified().await;
                continue;
            }
            looks.tick().await;
            self.look();
        }
    }

    /// Looks once, and tells of what has changed. To be called by one task only.
    pub fn look(&self) {
        let Some(limit) = self.limit.load_full() else {
            return;
        };
        let Some(used) = (limit.read)() else { return };
        self.used.store(used, Ordering::Relaxed);
        let (before, now) = (self.pressure(), self.pressure().at(used, limit.bytes));
        if before == now {
            return;
        }
        self.pressure.store(now as u8, Ordering::Relaxed);
        let (used_mb, limit_mb) = (used >> 20, limit.bytes >> 20);
        match now {
            Pressure::None => tracing::info!(used_mb, limit_mb, "There is enough memory again."),
            Pressure::Tight if now < before => tracing::warn!(
                used_mb,
                limit_mb,
                "There is some memory again: calls are answered."
            ),
            Pressure::Tight => tracing::warn!(
                event = "memory_tight",
                used_mb,
                limit_mb,
                "Little memory is left: pages are not drawn here, and heavy calls and sign-ups are sent away."
            ),
            Pressure::Short => tracing::error!(
                event = "memory_short",
                used_mb,
                limit_mb,
                "Almost no memory is left: calls are sent away."
            ),
        }
    }
}

impl Pressure {
    /// What follows from this one with so many bytes in use.
    fn at(self, used: u64, limit: u64) -> Self {
        let reaches = |(begins, ends): (u64, u64), pressure: Self| {
            let share = if pressure <= self { ends } else { begins };
            u128::from(limit) * u128::from(share) <= u128::from(used) * 100
        };
        if reaches(SHORT, Self::Short) {
            Self::Short
        } else if reaches(TIGHT, Self::Tight) {
            Self::Tight
        } else {
            Self::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a reader that tells what the test says.
    fn memory(limit: u64) -> (Memory, Arc<AtomicU64>) {
        let used = Arc::new(AtomicU64::new(0));
        let told = Arc::clone(&used);
        let read = move || match told.load(Ordering::Relaxed) {
            u64::MAX => None,
            used => Some(used),
        };
        (Memory::within(Some(Limit::new(limit, read))), used)
    }

    #[test]
    fn pressure_comes_in_two_steps_and_goes_only_when_it_is_well_below() {
        let (memory, used) = memory(1_000);
        for (bytes, expected) in [
            (849, Pressure::None),
            (850, Pressure::Tight),
            (949, Pressure::Tight),
            (950, Pressure::Short),
            (900, Pressure::Short),
            (899, Pressure::Tight),
            (800, Pressure::Tight),
            (799, Pressure::None),
            (849, Pressure::None),
            (2_000, Pressure::Short),
            (0, Pressure::None),
        ] {
            used.store(bytes, Ordering::Relaxed);
            memory.look();
            assert_eq!(memory.pressure(), expected, "{bytes}");
        }
    }

    #[test]
    fn what_cannot_be_read_changes_nothing() {
        let (memory, used) = memory(1_000);
        used.store(900, Ordering::Relaxed);
        memory.look();
        used.store(u64::MAX, Ordering::Relaxed);
        memory.look();
        assert_eq!(memory.pressure(), Pressure::Tight);
        let figures = memory.figures().unwrap();
        assert_eq!((figures.limit_bytes, figures.used_bytes), (1_000, 900));
    }

    #[tokio::test(start_paused = true)]
    async fn it_is_looked_at_all_the_time() {
        let (memory, used) = memory(1_000);
        used.store(990, Ordering::Relaxed);
        let watching = tokio::time::timeout(PAUSE * 3, memory.watch()).await;
        assert!(watching.is_err());
        assert_eq!(memory.pressure(), Pressure::Short);
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_counts_from_when_it_is_set_and_none_ends_the_pressure() {
        let memory = Memory::within(None);
        let watching = memory.watch();
        tokio::pin!(watching);
        let mut for_a_while = async || {
            assert!(
                tokio::time::timeout(PAUSE * 3, &mut watching)
                    .await
                    .is_err()
            );
        };
        for_a_while().await;
        assert_eq!(memory.pressure(), Pressure::None);
        memory.limit_to(Some(Limit::new(1_000, || Some(990))));
        for_a_while().await;
        assert_eq!(memory.pressure(), Pressure::Short);
        memory.limit_to(Some(Limit::new(2_000, || Some(990))));
        for_a_while().await;
        assert_eq!(memory.pressure(), Pressure::None);
        memory.limit_to(Some(Limit::new(1_000, || Some(990))));
        for_a_while().await;
        memory.limit_to(None);
        for_a_while().await;
        assert_eq!(memory.pressure(), Pressure::None);
        assert!(memory.figures().is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_limit_there_is_no_pressure_and_no_end() {
        let memory = Memory::within(None);
        memory.look();
        let watching = tokio::time::timeout(PAUSE * 3, memory.watch()).await;
        assert!(watching.is_err());
        assert_eq!(memory.pressure(), Pressure::None);
        assert!(memory.figures().is_none());
    }

    #[test]
    fn a_setting_counts_by_what_the_process_has_in_memory() {
        let limit = Limit::find(Some(1 << 20)).unwrap();
        assert_eq!(limit.bytes, 1 << 20);
        assert!(1 << 20 < (limit.read)().unwrap());
    }
}
