//! The whole: many transactions that become one, for what has to be there entirely or not at all, such as a demo company.
//!
//! The work is handed a [`Storage`] of its own, on which it reads and commits as on any other; each of its transactions is a
//! savepoint of the one around them.
//!
//! Invariant: whatever ends the process before the work has ended, nothing of it is there afterwards.

use std::sync::{Arc, OnceLock};

use sea_orm::{
    ConnectionTrait as _, DatabaseConnection, DatabaseExecutor, DatabaseTransaction, DbBackend,
    DbErr, TransactionTrait as _,
};

use super::locks::{self, Queues};
use super::{Afterwards, Connections, Lock, Reader, Source, Storage, begin, sqlite};
use crate::error::StorageError;
use crate::latency::Latencies;

/// Pages that are kept while a file is filled, as for [`sqlite::WRITER_CACHE`]. A row of hundreds of thousands goes to a place of its
/// own in each index; where those do not all fit, most rows cost a read and a write for each.
const WHOLE_CACHE: &str = "-524288";

/// Where statements go.
#[derive(Clone, Debug)]
pub(super) enum Executor {
    /// To a connection of the database.
    Database(DatabaseConnection),
    /// Into the one transaction, with what is to be done after it.
    Whole(Arc<DatabaseTransaction>, Afterwards),
}

impl Executor {
    /// Begins a write transaction, which is a savepoint within a whole.
    pub(super) async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        match self {
            Self::Database(database) => begin(database).await,
            Self::Whole(whole, _) => whole.begin().await,
        }
    }

    /// As what it stands to SeaORM.
    pub(super) fn executor(&self) -> DatabaseExecutor<'_> {
        match self {
            Self::Database(database) => database.into(),
            Self::Whole(whole, _) => whole.as_ref().into(),
        }
    }

    /// Closes the connections. The transaction of a whole is ended by whoever began it.
    pub(super) async fn close(&self) -> Result<(), DbErr> {
        match self {
            Self::Database(database) => database.clone().close().await,
            Self::Whole(..) => Ok(()),
        }
    }
}

impl Storage {
    /// Does all of `work` in one transaction across companies. What it commits on the storage that it is handed becomes
    /// durable when it ends well, and is gone when it does not; it keeps no clone of that storage.
    ///
    /// One such work is done at a time. On SQLite nobody else writes meanwhile, so it is for times when nobody waits.
    pub async fn whole<T, E: From<StorageError>>(
        &self,
        work: impl AsyncFnOnce(Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.keep_pages(WHOLE_CACHE).await?;
        let done = self.in_one(work).await;
        // What was done is done, whatever comes of this.
        self.keep_pages(sqlite::WRITER_CACHE).await.ok();
        done
    }

    /// Has the writer of a file keep pages of so many KiB, negative as SQLite wants it, and give back what it holds beyond.
    async fn keep_pages(&self, cache: &str) -> Result<(), StorageError> {
        let writer = self.0.writer.executor();
        if writer.get_database_backend() == DbBackend::Sqlite {
            let pragmas = format!("PRAGMA cache_size = {cache}; PRAGMA shrink_memory");
            writer.execute_unprepared(&pragmas).await?;
        }
        Ok(())
    }

    async fn in_one<T, E: From<StorageError>>(
        &self,
        work: impl AsyncFnOnce(Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = self.0.writer.begin().await.map_err(StorageError::from)?;
        let locked = locks::lock_for_long(&tx, Lock::Whole).await;
        locked.map_err(StorageError::from)?;
        let tx = Arc::new(tx);
        let afterwards = Afterwards::default();
        let executor = || Executor::Whole(Arc::clone(&tx), afterwards.clone());
        let within = Self(Arc::new(Connections {
            directory: self.directory().to_owned(),
            writer: executor(),
            reader: Reader(Source::Executor(executor())),
            queues: Queues::default(),
            // The statements are measured by the connections that they go through.
            latencies: Latencies::default(),
            presence: None,
            replica: OnceLock::new(),
        }));
        let done = work(within).await?;
        let kept = || DbErr::Custom("a part of the whole is still at work".to_owned());
        let tx = Arc::into_inner(tx).ok_or_else(|| StorageError::from(kept()))?;
        tx.commit().await.map_err(StorageError::from)?;
        afterwards.begin();
        Ok(done)
    }
}
