//! Latency: how long the database takes, for each kind of work that is asked of it.
//!
//! Invariant: measuring a statement adds to two counters and allocates nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sea_orm::DatabaseConnection;

/// Upper bounds of the ranges by which durations are counted, in seconds: from a row out of memory to a statement at its time limit.
pub const BOUNDS: [f64; 11] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1.0, 5.0,
];

/// The durations of one kind of work since the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Durations {
    /// `read` and `write` are statements by the pool that they went through, `commit` is what makes writes durable.
    pub work: &'static str,
    /// How many took no longer than each of [`BOUNDS`] and longer than the one before; the last are those beyond all of them.
    pub counts: [u64; BOUNDS.len() + 1],
    /// All together.
    pub sum: Duration,
}

/// What is measured of one database.
#[derive(Debug, Default)]
pub(crate) struct Latencies {
    read: Arc<Counted>,
    write: Arc<Counted>,
    /// Transactions hold it, and add to it at their end.
    pub(crate) commit: Arc<Counted>,
}

/// The durations of one kind of work, as they are counted.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    counts: [AtomicU64; BOUNDS.len() + 1],
    nanos: AtomicU64,
}

impl Latencies {
    /// Measures the statements that go through this pool from now on, as reads.
    pub(crate) fn measure_reads(&self, reader: &mut DatabaseConnection) {
        let read = self.reads();
        reader.set_metric_callback(move |statement| read.add(statement.elapsed));
    }

    /// The same as writes.
    pub(crate) fn measure_writes(&self, writer: &mut DatabaseConnection) {
        let write = Arc::clone(&self.write);
        writer.set_metric_callback(move |statement| write.add(statement.elapsed));
    }

    /// Where reads are counted that go through no pool of SeaORM's.
    pub(crate) fn reads(&self) -> Arc<Counted> {
        Arc::clone(&self.read)
    }

    pub(crate) fn all(&self) -> [Durations; 3] {
        [
            self.read.told("read"),
            self.write.told("write"),
            self.commit.told("commit"),
        ]
    }
}

impl Counted {
    pub(crate) fn add(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let range = BOUNDS.partition_point(|bound| *bound < seconds);
        if let Some(count) = self.counts.get(range) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.nanos.fetch_add(nanos, Ordering::Relaxed);
    }

    fn told(&self, work: &'static str) -> Durations {
        Durations {
            work,
            counts: self.counts.each_ref().map(|it| it.load(Ordering::Relaxed)),
            sum: Duration::from_nanos(self.nanos.load(Ordering::Relaxed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{Storage, outbox};

    #[test]
    fn a_duration_counts_in_its_range() {
        let counted = Counted::default();
        for micros in [100, 101, 4_000_000, 6_000_000] {
            counted.add(Duration::from_micros(micros));
        }
        let told = counted.told("read");
        assert_eq!(told.counts, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
        assert_eq!(told.sum, Duration::from_micros(10_000_201));
    }

    #[tokio::test]
    async fn statements_and_commits_are_measured() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).await.unwrap();
        let counts = |storage: &Storage| {
            let all = storage.latencies();
            all.map(|it| it.counts.iter().sum::<u64>())
        };
        let [read, write, commit] = counts(&storage);
        let now = Timestamp::UNIX_EPOCH;
        outbox::waiting(storage.reader(), now).await.unwrap();
        assert_eq!(counts(&storage), [read + 1, write, commit]);
        let tx = storage.begin().await.unwrap();
        outbox::claim(&tx, now, now).await.unwrap();
        let [_, written, _] = counts(&storage);
        assert!(write < written);
        tx.commit().await.unwrap();
        let [_, _, committed] = counts(&storage);
        assert_eq!(committed, commit + 1);
        storage.close().await.unwrap();
    }
}
