//! A replica: read by those who may, as long as it keeps up, and never before their own last write.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waybill_test_postgres::{Primary, Standby};

use super::*;
use crate::CompanyId;
use crate::companies::tests::company;
use crate::database::reading::Written;
use crate::database::replica;
use crate::error::OpenError;

/// Within which a read is answered, also on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Primary and replica. They end in this order.
struct Pair {
    _folder: tempfile::TempDir,
    storage: Storage,
    company: CompanyId,
    standby: Standby,
    primary: Primary,
}

impl Pair {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let primary = Primary::start();
        let url = primary.database();
        let address = url.parse().unwrap();
        let storage = Storage::connect(folder.path(), &address).await.unwrap();
        let company = company(&storage).await;
        let standby = primary.standby();
        storage.read_from(standby.url(&url).parse().unwrap());
        Self {
            _folder: folder,
            storage,
            company,
            standby,
            primary,
        }
    }

    /// Names the head office; gives the write.
    async fn write(&self, name: &str) -> Written {
        let reading = Reading::after(None);
        let writing = async {
            let tx = self.storage.begin_for(self.company).await.unwrap();
            execute(&tx, &format!("UPDATE offices SET name_key = '{name}'")).await;
            tx.commit().await.unwrap();
        };
        reading.clone().scope(writing).await;
        reading.wrote().unwrap()
    }

    /// Whether the office has this name for a request after the write, and who answered it.
    async fn reads(&self, name: &str, after: Option<Written>) -> (bool, &'static str) {
        let before = self.storage.replica_reads().unwrap();
        let read = async {
            let db = self.storage.read(self.company).await.unwrap();
            count(&db, &format!("offices WHERE name_key = '{name}'")).await
        };
        let found = Reading::after(after).lagging().scope(read).await;
        let after = self.storage.replica_reads().unwrap();
        let who = if after[0].1 == before[0].1 {
            "primary"
        } else {
            "replica"
        };
        (found == 1, who)
    }

    async fn until(&self, name: &str, after: Option<Written>, expected: (bool, &'static str)) {
        let began = Instant::now();
        while self.reads(name, after).await != expected {
            assert!(began.elapsed() < PATIENCE, "{name}: not {expected:?}");
            sleep(Duration::from_millis(50)).await;
        }
    }
}

#[tokio::test]
async fn people_read_what_they_wrote() {
    waybill_workshop::needs!(Postgres, PgDump);
    let pair = Pair::new().await;
    let first = pair.write("first").await;
    pair.until("first", Some(first), (true, "replica")).await;

    pair.standby.pause();
    let second = pair.write("second").await;
    assert!(first < second);
    // Others may read what is some seconds old.
    assert_eq!(pair.reads("first", None).await, (true, "replica"));
    assert_eq!(pair.reads("first", Some(first)).await, (true, "replica"));
    assert_eq!(pair.reads("second", Some(second)).await, (true, "primary"));
    // Without a request that allows it, nothing is old.
    let read = pair.storage.read(pair.company).await.unwrap();
    assert_eq!(count(&read, "offices WHERE name_key = 'second'").await, 1);
    drop(read);

    pair.standby.resume();
    pair.until("second", Some(second), (true, "replica")).await;
}

#[tokio::test]
async fn a_replica_that_is_late_or_away_is_not_read() {
    waybill_workshop::needs!(Postgres, PgDump);
    let pair = Pair::new().await;
    pair.write("first").await;
    pair.until("first", None, (true, "replica")).await;
    pair.standby.pause();
    pair.write("second").await;
    pair.until("second", None, (true, "primary")).await;
    pair.standby.resume();
    pair.until("second", None, (true, "replica")).await;

    let Pair {
        _folder,
        storage,
        company,
        standby,
        primary: _primary,
    } = pair;
    drop(standby);
    let began = Instant::now();
    let reading = Reading::after(None).lagging();
    let read =
        reading.scope(async { count(&storage.read(company).await.unwrap(), "offices").await });
    assert_eq!(read.await, 1);
    assert!(began.elapsed() < PATIENCE);
    storage.close().await.unwrap();
}

#[tokio::test]
async fn only_a_copy_of_the_database_is_a_replica() {
    waybill_workshop::needs!(Postgres);
    let one = waybill_test_postgres::database().parse().unwrap();
    let other = waybill_test_postgres::database().parse().unwrap();
    for url in [&one, &other] {
        let folder = tempfile::tempdir().unwrap();
        Storage::connect(folder.path(), url).await.unwrap();
    }
    let refused = replica::examine(&other, &one).await;
    assert!(
        matches!(refused, Err(OpenError::NoReplica { .. })),
        "{refused:?}"
    );
    // Behind one address there may be the primary alone.
    replica::examine(&one, &one).await.unwrap();
}
