//! The open database, and the rules under which it is read and written: SQLite in the data directory, or PostgreSQL.
//!
//! On SQLite one connection writes and several only read: two writers queue instead of failing half-way. On PostgreSQL the
//! writers of one company queue, others run side by side under READ COMMITTED, and row-level security keeps companies apart
//! a second time: what [`Storage::read`] and [`Storage::begin_for`] give reaches the rows of that company alone.
//!
//! Invariant: every write is inside a [`Transaction`], and a commit that was answered is on the disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseConnection, DatabaseExecutor, DatabaseTransaction,
    DbBackend, DbErr, IsolationLevel, SqliteTransactionMode, Statement, TransactionOptions,
    TransactionTrait,
};

use crate::audit::journal::{self, Journal};
use crate::error::{OpenError, StorageError};
use crate::latency::{Counted, Latencies};
use crate::records::answers::Answers;
use crate::rights_stamp;
use crate::{Answer, CompanyId};

mod afterwards;
pub(crate) mod connection;
pub mod copies;
mod file;
mod handles;
mod locks;
mod pooler;
mod pools;
mod postgres;
mod presence;
pub mod reading;
pub mod replica;
mod sqlite;
mod url;
mod whole;

use afterwards::Afterwards;
use connection::Connection;
pub(crate) use handles::sealed;
pub use handles::{Handle, Reader, Snapshot};
use handles::{Source, State};
pub(crate) use locks::{Lock, held, is_shared, lock_for_long, lock_if_writing};
use locks::{Queues, Turn};
pub use pools::PoolUse;
use presence::Presence;
pub use reading::Reading;
use replica::Replica;
pub use sqlite::FILE_NAME;
pub use url::{DatabaseUrl, DatabaseUrlError};
use whole::Executor;

/// How long a connection waits for a lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a caller waits for a connection: longer, as opening one on a busy disk takes seconds.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(20);

/// An open database, ready for use. Cheap to clone; all clones share the connections.
#[derive(Clone, Debug)]
pub struct Storage(Arc<Connections>);

#[derive(Debug)]
struct Connections {
    directory: PathBuf,
    writer: Executor,
    reader: Reader,
    queues: Queues,
    latencies: Latencies,
    /// Of a server; none for a file, and within a whole.
    presence: Option<Arc<Presence>>,
    /// Where an operator named one.
    replica: OnceLock<Replica>,
}

/// A write transaction. [`Transaction::commit`] makes it durable; dropping it rolls it back.
///
/// After an error it is of no further use: PostgreSQL refuses every statement but the end.
#[derive(Debug)]
pub struct Transaction {
    inner: DatabaseTransaction,
    journal: Journal,
    answers: Answers,
    stamps: rights_stamp::Moves,
    afterwards: Afterwards,
    /// Of the whole around it, which alone makes its writes durable.
    afterwards_of_whole: Option<Afterwards>,
    /// How long the ends of transactions take.
    commits: Arc<Counted>,
    /// Given back after the end of the transaction.
    _turn: Option<Turn>,
}

impl sealed::Connected for Transaction {
    fn connection(&self) -> Connection<'_> {
        Connection::Orm(self.executor())
    }

    fn writes(&self) -> bool {
        true
    }

    fn settle(&self) -> sealed::Settled<'_> {
        Box::pin(journal::write(self))
    }
}

impl Transaction {
    fn new(inner: DatabaseTransaction, commits: &Arc<Counted>) -> Self {
        Self {
            inner,
            journal: Journal::default(),
            answers: Answers::default(),
            stamps: rights_stamp::Moves::default(),
            afterwards: Afterwards::default(),
            afterwards_of_whole: None,
            commits: Arc::clone(commits),
            _turn: None,
        }
    }

    /// Where its writes go.
    pub(crate) fn executor(&self) -> DatabaseExecutor<'_> {
        DatabaseExecutor::Transaction(&self.inner)
    }

    /// Has `task` called once the writes are durable, and never if they are undone. It is for telling others, so it must not
    /// wait and cannot fail.
    pub fn after_commit(&self, task: impl FnOnce() + Send + 'static) {
        self.afterwards.add(Box::new(task));
    }

    /// Audit entries on their way.
    pub(crate) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What was asked already.
    pub(crate) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Rights stamps to be moved on.
    pub(crate) fn stamps(&self) -> &rights_stamp::Moves {
        &self.stamps
    }

    /// A row of the kind is about to be written; a seed row belongs to no company.
    pub(crate) fn note_write(&self, kind: &'static str, company: Option<CompanyId>) {
        self.answers.forget(kind);
        if let Some(company) = company {
            self.stamps.note(kind, company);
        }
    }

    /// Ends the transaction. When this returns `Ok`, the writes survive the loss of power.
    pub fn commit(self) -> Answer<'static, ()> {
        Box::pin(async move {
            journal::write(&self).await?;
            rights_stamp::write(&self).await?;
            let reading = Reading::current();
            let written = match &reading {
                Some(_) => reading::written(&self.inner, reading::OF_TRANSACTION).await?,
                None => None,
            };
            let Self {
                inner,
                afterwards,
                afterwards_of_whole,
                commits,
                ..
            } = self;
            let begun = Instant::now();
            inner.commit().await?;
            commits.add(begun.elapsed());
            if let (Some(reading), Some(written)) = (reading, written) {
                reading.note(written);
            }
            match afterwards_of_whole {
                Some(whole) => whole.take_over(&afterwards),
                None => afterwards.begin(),
            }
            Ok(())
        })
    }
}

impl Storage {
    /// Opens the SQLite database in `directory`, making both where they are missing, and brings its schema up to date.
    ///
    /// Call it on a tokio runtime. Tests hand it a temporary directory of their own.
    pub fn open(directory: &Path) -> Answer<'_, Self, OpenError> {
        Box::pin(async move {
            create_directory(directory).await?;
            let latencies = Latencies::default();
            let file = directory.join(FILE_NAME);
            let (writer, readers) = sqlite::open(&file, &latencies).await?;
            Ok(Self::new(
                directory,
                writer,
                Source::File(readers),
                latencies,
            ))
        })
    }

    /// Opens the PostgreSQL database at `url`, which must exist, and brings its schema up to date. `directory`, made where
    /// it is missing, is for what is kept as files.
    pub fn connect<'a>(directory: &'a Path, url: &'a DatabaseUrl) -> Answer<'a, Self, OpenError> {
        Box::pin(async move {
            create_directory(directory).await?;
            let latencies = Latencies::default();
            let (writer, mut reader) = postgres::open(url).await?;
            latencies.measure_reads(&mut reader);
            let reader = Source::Executor(Executor::Database(reader));
            Ok(Self::new(directory, writer, reader, latencies))
        })
    }

    /// [`Storage::connect`] where there is a `url`, else [`Storage::open`].
    pub fn open_at<'a>(
        directory: &'a Path,
        url: Option<&'a DatabaseUrl>,
    ) -> Answer<'a, Self, OpenError> {
        Box::pin(async move {
            match url {
                Some(url) => Self::connect(directory, url).await,
                None => Self::open(directory).await,
            }
        })
    }

    fn new(
        directory: &Path,
        mut writer: DatabaseConnection,
        reader: Source,
        latencies: Latencies,
    ) -> Self {
        latencies.measure_writes(&mut writer);
        let presence = match writer.get_database_backend() {
            DbBackend::Postgres => {
                let pool = writer.get_postgres_connection_pool();
                Some(Presence::new(pool.connect_options()))
            }
            _ => None,
        };
        Self(Arc::new(Connections {
            directory: directory.to_owned(),
            presence,
            writer: Executor::Database(writer),
            reader: Reader(reader),
            queues: Queues::default(),
            latencies,
            replica: OnceLock::new(),
        }))
    }

    /// The data directory, for what is kept as files beside the database.
    pub fn directory(&self) -> &Path {
        &self.0.directory
    }

    /// Read-only access across companies; each query sees the latest committed state.
    pub fn reader(&self) -> &Reader {
        &self.0.reader
    }

    /// Read-only access to the data of one company, in one transaction: what its statements give belongs together. It holds one
    /// of the few connections that read, so it is for one request and not for as long as a download takes.
    ///
    /// A replica may answer where the [`Reading`] allows it; see [`Storage::read_latest`].
    pub fn read(&self, company: CompanyId) -> Answer<'_, Snapshot<'_>> {
        let may_lag = self.0.replica.get().zip(reading::from_replica());
        let Some((replica, reading)) = may_lag else {
            return self.read_latest(company);
        };
        Box::pin(async move {
            match replica.read(company, reading.last_write()).await {
                Some(snapshot) => Ok(snapshot),
                None => self.read_latest(company).await,
            }
        })
    }

    /// The same, and never from a replica: for what decides who somebody is and what they may.
    pub fn read_latest(&self, company: CompanyId) -> Answer<'_, Snapshot<'_>> {
        Box::pin(async move {
            let reader = match &self.0.reader.0 {
                Source::File(readers) => return Snapshot::of(readers.lend().await?).await,
                Source::Executor(Executor::Database(reader)) => reader,
                // Within a whole no other company is at hand, and the fence would be in the way of what comes after.
                Source::Executor(whole @ Executor::Whole(..)) => {
                    return Ok(Snapshot(State::Orm(whole.executor())));
                }
            };
            let (level, mode) = (IsolationLevel::RepeatableRead, AccessMode::ReadOnly);
            let tx = reader.begin_with_config(Some(level), Some(mode)).await?;
            narrow(&tx, company).await?;
            Ok(Snapshot(State::Orm(DatabaseExecutor::OwnedTransaction(tx))))
        })
    }

    /// Read-only access to one state of the data of one company, for as long as it is held: for what is read in many
    /// statements. On SQLite it has a connection of its own, so that those who read meanwhile have theirs.
    pub fn snapshot(&self, company: CompanyId) -> Answer<'_, Snapshot<'_>> {
        Box::pin(async move {
            let Source::File(readers) = &self.0.reader.0 else {
                return self.read(company).await;
            };
            Snapshot::of(readers.another().await?).await
        })
    }

    /// Begins a write transaction across companies, waiting for its turn. [`StorageError::Busy`] when that takes too long.
    pub fn begin(&self) -> Answer<'_, Transaction> {
        Box::pin(async move {
            let writer = &self.0.writer;
            let afterwards_of_whole = match writer {
                Executor::Database(_) => None,
                Executor::Whole(_, afterwards) => Some(afterwards.clone()),
            };
            Ok(Transaction {
                afterwards_of_whole,
                ..Transaction::new(writer.begin().await?, &self.0.latencies.commit)
            })
        })
    }

    /// Begins a write transaction on the data of one company, waiting for its turn. Until its end nobody else writes them, so
    /// what it reads stays true. [`StorageError::Busy`] when its turn does not come.
    pub fn begin_for(&self, company: CompanyId) -> Answer<'_, Transaction> {
        Box::pin(async move {
            let writer = match &self.0.writer {
                Executor::Database(writer)
                    if writer.get_database_backend() != DbBackend::Sqlite =>
                {
                    writer
                }
                _ => return self.begin().await,
            };
            let turn = self.0.queues.turn(company).await?;
            let inner = begin(writer).await?;
            locks::claim(&inner, company).await?;
            Ok(Transaction {
                _turn: Some(turn),
                ..Transaction::new(inner, &self.0.latencies.commit)
            })
        })
    }

    /// Proves within one write that the database can be written, for the readiness check.
    pub async fn probe(&self) -> Result<(), StorageError> {
        let tx = self.begin().await?;
        tx.inner.execute_unprepared("SELECT 1").await?;
        tx.commit().await
    }

    /// Closes all connections and waits for it; SQLite's last one folds the WAL into the database file.
    pub async fn close(&self) -> Result<(), StorageError> {
        if let Some(replica) = self.0.replica.get() {
            replica.close().await?;
        }
        self.0.reader.0.close().await?;
        Ok(self.0.writer.close().await?)
    }
}

/// Begins a write: on SQLite the write lock is taken at the start, not at the first write; a PostgreSQL that cannot be
/// written, such as a standby, refuses.
pub(crate) async fn begin(writer: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let options = match writer.get_database_backend() {
        DbBackend::Sqlite => TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..Default::default()
        },
        _ => TransactionOptions {
            access_mode: Some(AccessMode::ReadWrite),
            ..Default::default()
        },
    };
    writer.begin_with_options(options).await
}

/// Until its end, the PostgreSQL transaction reaches the rows of `company` alone.
async fn narrow(tx: &DatabaseTransaction, company: CompanyId) -> Result<(), DbErr> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT set_config('waybill.company_id', $1, true)",
        [company.to_string().into()],
    );
    tx.execute_raw(statement).await?;
    Ok(())
}

fn cores() -> u32 {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    u32::try_from(cores).unwrap_or(2)
}

/// Makes the directory for its owner alone: it will hold password hashes and signing keys.
async fn create_directory(directory: &Path) -> Result<(), OpenError> {
    let mut builder = tokio::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder
        .create(directory)
        .await
        .map_err(|source| OpenError::Directory {
            path: directory.to_owned(),
            source,
        })
}

#[cfg(test)]
mod tests;
