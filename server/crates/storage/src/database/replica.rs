//! The replica: a copy of the PostgreSQL database, or several behind one address, that answers what may be some seconds old.
//!
//! It is never waited for: whatever keeps it from answering, the primary does. Invariant: nobody reads from it what is older than
//! [`LAG`], or older than their own last write.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use sea_orm::{
    AccessMode, ConnectionTrait as _, DatabaseConnection, DatabaseExecutor, DatabaseTransaction,
    DbBackend, DbErr, IsolationLevel, Statement, TransactionTrait as _,
};
use tokio::time::{Instant, sleep, timeout};

use super::reading::{self, Written};
use super::{Connections, DatabaseUrl, Executor, Snapshot, State, Storage, postgres};
use crate::CompanyId;
use crate::error::{OpenError, StorageError};

/// How old an answer may be.
pub const LAG: Duration = Duration::from_secs(5);

/// How often primary and replica are compared.
const INTERVAL: Duration = Duration::from_secs(1);

/// How long the replica may take to begin.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whether the state that the transaction sees has a write, and all that the primary had at a place in its log. In one statement with
/// the narrowing to a company, since that is what the transaction sees: a later statement could see more of the log, and say so.
const BEGIN: &str = "SELECT set_config('waybill.company_id', $1, true), \
    ($2::text IS NULL OR pg_visible_in_snapshot($2::text::xid8, pg_current_snapshot())) \
    AND CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() >= $3::text::pg_lsn ELSE true END";

/// What is known of the replica.
#[derive(Debug)]
pub(super) struct Replica {
    url: DatabaseUrl,
    /// None before it was there for the first time.
    pool: OnceLock<DatabaseConnection>,
    is_used: AtomicBool,
    /// Where the log of the primary was, and when.
    places: Mutex<VecDeque<(Instant, String)>>,
    reads: Reads,
}

/// Reads that might be answered by a replica, by who answered.
#[derive(Debug, Default)]
struct Reads {
    replica: AtomicU64,
    primary: AtomicU64,
}

impl Replica {
    fn new(url: DatabaseUrl) -> Self {
        Self {
            url,
            pool: OnceLock::new(),
            is_used: AtomicBool::new(false),
            places: Mutex::default(),
            reads: Reads::default(),
        }
    }

    /// One state of the company's data, if the replica has one that is new enough.
    pub(super) async fn read(
        &self,
        company: CompanyId,
        after: Option<Written>,
    ) -> Option<Snapshot<'_>> {
        let begun = match self.pool.get() {
            Some(pool) if self.is_used.load(Ordering::Relaxed) => {
                let begun = timeout(PATIENCE, self.begin(pool, company, after)).await;
                begun.unwrap_or_else(|_| Err(DbErr::Custom("it does not answer".to_owned())))
            }
            _ => Ok(None),
        };
        let tx = begun.unwrap_or_else(|error| {
            if self.is_used.swap(false, Ordering::Relaxed) {
                tracing::warn!(
                    error = &error as &(dyn std::error::Error + 'static),
                    "The replica of the database failed. The primary is read until it answers again."
                );
            }
            None
        });
        let count = match tx {
            Some(_) => &self.reads.replica,
            None => &self.reads.primary,
        };
        count.fetch_add(1, Ordering::Relaxed);
        Some(Snapshot(State::Orm(DatabaseExecutor::OwnedTransaction(
            tx?,
        ))))
    }

    pub(super) async fn close(&self) -> Result<(), DbErr> {
        match self.pool.get() {
            Some(pool) => pool.clone().close().await,
            None => Ok(()),
        }
    }

    /// A transaction of a company that sees enough; none if it does not.
    async fn begin(
        &self,
        pool: &DatabaseConnection,
        company: CompanyId,
        after: Option<Written>,
    ) -> Result<Option<DatabaseTransaction>, DbErr> {
        let Some(place) = self.place() else {
            return Ok(None);
        };
        let (level, mode) = (IsolationLevel::RepeatableRead, AccessMode::ReadOnly);
        let tx = pool.begin_with_config(Some(level), Some(mode)).await?;
        let after = after.map(|it| it.to_string());
        let values = [company.to_string().into(), after.into(), place.into()];
        let statement = Statement::from_sql_and_values(DbBackend::Postgres, BEGIN, values);
        let row = tx.query_one_raw(statement).await?;
        // NULL where it has replayed nothing since it was started.
        let sees = row.map_or(Ok(None), |row| row.try_get_by_index::<Option<bool>>(1))?;
        if sees == Some(true) {
            return Ok(Some(tx));
        }
        tx.rollback().await?;
        Ok(None)
    }

    /// Where the log of the primary was [`LAG`] ago, or when it was first asked.
    fn place(&self) -> Option<String> {
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.front().map(|(_, place)| place.clone())
    }

    /// Notes where the log of the primary is now; of the places before only what [`Replica::place`] needs is kept.
    fn note(&self, now: Instant, place: String) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.push_back((now, place));
        while places
            .get(1)
            .is_some_and(|(at, _)| LAG <= now.duration_since(*at))
        {
            places.pop_front();
        }
    }

    /// Asks both where they are. The replica is used as long as it keeps up.
    async fn compare(&self, primary: &DatabaseConnection) -> Result<(), OpenError> {
        let unusable = |source| OpenError::Database {
            database: self.url.to_string(),
            source,
        };
        let row = primary
            .query_one_raw(Statement::from_string(
                DbBackend::Postgres,
                "SELECT pg_current_wal_lsn()::text",
            ))
            .await
            .map_err(unusable)?;
        if let Some(row) = row {
            self.note(Instant::now(), row.try_get_by_index(0).map_err(unusable)?);
        }
        let pool = if let Some(pool) = self.pool.get() {
            pool
        } else {
            let opened = postgres::open_replica(&self.url, primary).await?;
            self.pool.get_or_init(|| opened)
        };
        let begun = self.begin(pool, CompanyId::generate(), None).await;
        match begun.map_err(unusable)? {
            Some(_) => Ok(()),
            None => Err(OpenError::Behind {
                database: self.url.to_string(),
                seconds: LAG.as_secs(),
            }),
        }
    }
}

/// Compares for as long as the database is open.
async fn keep(connections: Weak<Connections>) {
    let mut is_known = false;
    loop {
        let Some(open) = connections.upgrade() else {
            return;
        };
        if let (Some(replica), Executor::Database(primary)) = (open.replica.get(), &open.writer) {
            let compared = replica.compare(primary).await;
            let is_used = compared.is_ok();
            let was_used = replica.is_used.swap(is_used, Ordering::Relaxed);
            match compared {
                Ok(()) if !was_used => tracing::info!("The replica of the database is read."),
                Err(error) if was_used || !is_known => tracing::warn!(
                    error = &error as &(dyn std::error::Error + 'static),
                    "The replica of the database is not used. Everything is read from the primary."
                ),
                _ => {}
            }
            is_known = true;
        }
        drop(open);
        sleep(INTERVAL).await;
    }
}

impl Storage {
    /// Has what a [`Reading`](super::Reading) allows read from the PostgreSQL replica at `url`, as soon as and for as long as it is there
    /// and keeps up. To be called once, on a tokio runtime; without effect on SQLite.
    pub fn read_from(&self, url: DatabaseUrl) {
        let is_server = matches!(&self.0.writer, Executor::Database(it) if it.get_database_backend() == DbBackend::Postgres);
        if is_server && self.0.replica.set(Replica::new(url)).is_ok() {
            tokio::spawn(keep(Arc::downgrade(&self.0)));
        }
    }

    /// Whether there is a replica to read from, be it away.
    pub fn has_replica(&self) -> bool {
        self.0.replica.get().is_some()
    }

    /// What has been written until now, as if the request had written it.
    pub async fn latest(&self) -> Result<Option<Written>, StorageError> {
        match &self.0.writer {
            Executor::Database(primary) => Ok(reading::written(primary, reading::LATEST).await?),
            Executor::Whole(..) => Ok(None),
        }
    }

    /// Reads since the start that a replica might have answered: by it, and by the primary in its place. None without a replica.
    pub fn replica_reads(&self) -> Option<[(&'static str, u64); 2]> {
        let Reads { replica, primary } = &self.0.replica.get()?.reads;
        let all = [("replica", replica), ("primary", primary)];
        Some(all.map(|(who, count)| (who, count.load(Ordering::Relaxed))))
    }
}

/// Asks a replica once, as the program would.
///
/// # Errors
/// When it cannot be used.
pub async fn examine(url: &DatabaseUrl, primary: &DatabaseUrl) -> Result<(), OpenError> {
    let primary = postgres::for_asking(primary).await?;
    let replica = Replica::new(url.clone());
    let mut compared = replica.compare(&primary).await;
    let until = Instant::now() + LAG;
    while matches!(compared, Err(OpenError::Behind { .. })) && Instant::now() < until {
        sleep(INTERVAL / 4).await;
        compared = replica.compare(&primary).await;
    }
    compared
}
