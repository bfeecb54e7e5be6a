//! The open database: one connection that writes, several that only read, and the rules under which they do so.
//!
//! Invariant: every write is inside a `BEGIN IMMEDIATE` transaction on the one writer connection, so two writers queue
//! instead of failing half-way, and a commit that was answered is on the disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sea_orm::sqlx::ConnectOptions as _;
use sea_orm::sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, RuntimeErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};

use crate::error::{OpenError, StorageError};
use crate::migrations;

/// The database's file name inside the data directory.
pub const FILE_NAME: &str = "waybill.sqlite3";

/// The first SQLite without the WAL corruption of 3.7.0 to 3.51.2.
const REQUIRED_SQLITE: (&str, [u32; 3]) = ("3.51.3", [3, 51, 3]);

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
    writer: DatabaseConnection,
    reader: Reader,
}

/// Read-only access. A write through it is refused by SQLite itself.
#[derive(Clone, Debug)]
pub struct Reader(DatabaseConnection);

/// A write transaction. [`Transaction::commit`] makes it durable; dropping it rolls it back.
#[derive(Debug)]
pub struct Transaction(DatabaseTransaction);

/// Anything a query can run on: a [`Reader`] or an open [`Transaction`].
pub trait Handle: sealed::Connected + Sync {}

impl Handle for Reader {}
impl Handle for Transaction {}

pub(crate) mod sealed {
    use sea_orm::ConnectionTrait;

    /// Gives this crate, and no other, the connection behind a handle.
    pub trait Connected {
        /// What SeaORM calls a connection.
        type Connection: ConnectionTrait;

        /// The connection itself.
        fn connection(&self) -> &Self::Connection;
    }
}

impl sealed::Connected for Reader {
    type Connection = DatabaseConnection;

    fn connection(&self) -> &DatabaseConnection {
        &self.0
    }
}

impl sealed::Connected for Transaction {
    type Connection = DatabaseTransaction;

    fn connection(&self) -> &DatabaseTransaction {
        &self.0
    }
}

impl Transaction {
    /// Ends the transaction. When this returns `Ok`, the writes survive the loss of power.
    pub async fn commit(self) -> Result<(), StorageError> {
        Ok(self.0.commit().await?)
    }
}

impl Storage {
    /// Opens the database in `directory`, making both where they are missing, and brings its schema up to date.
    ///
    /// Call it on a tokio runtime. Tests hand it a temporary directory of their own.
    pub async fn open(directory: &Path) -> Result<Self, OpenError> {
        create_directory(directory).await?;
        let path = directory.join(FILE_NAME);
        let unusable = |source| OpenError::Database {
            path: path.clone(),
            source,
        };

        check_library().await.map_err(|error| match error {
            LibraryError::Old(found) => OpenError::OldLibrary {
                found,
                required: REQUIRED_SQLITE.0,
            },
            LibraryError::Failed(source) => unusable(source),
        })?;
        refuse_newer(&path).await?;

        let options = options(&path);
        let writing = options
            .clone()
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let writer = connect(writing, 1).await.map_err(unusable)?;
        migrations::apply(&writer)
            .await
            .map_err(|source| OpenError::Migration {
                path: path.clone(),
                source,
            })?;

        let reader = connect(options.pragma("query_only", "ON"), readers())
            .await
            .map_err(unusable)?;
        Ok(Self(Arc::new(Connections {
            directory: directory.to_owned(),
            writer,
            reader: Reader(reader),
        })))
    }

    /// The data directory, for what is kept as files beside the database.
    pub fn directory(&self) -> &Path {
        &self.0.directory
    }

    /// Read-only access; each query sees the latest committed state.
    pub fn reader(&self) -> &Reader {
        &self.0.reader
    }

    /// Begins a write transaction, waiting for its turn. [`StorageError::Busy`] after five seconds.
    pub async fn begin(&self) -> Result<Transaction, StorageError> {
        begin(&self.0.writer)
            .await
            .map(Transaction)
            .map_err(StorageError::from)
    }

    /// Proves within one write that the database can be written, for the readiness check.
    pub async fn probe(&self) -> Result<(), StorageError> {
        let tx = self.begin().await?;
        tx.0.execute_unprepared("SELECT 1").await?;
        tx.commit().await
    }

    /// Closes all connections and waits for it; the last one folds the WAL into the database file.
    pub async fn close(&self) -> Result<(), StorageError> {
        self.0.reader.0.clone().close().await?;
        Ok(self.0.writer.clone().close().await?)
    }
}

/// `BEGIN IMMEDIATE`: the write lock is taken at the start, not at the first write.
pub(crate) async fn begin(writer: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let options = TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..Default::default()
    };
    writer.begin_with_options(options).await
}

fn readers() -> u32 {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    u32::try_from(cores.clamp(2, 8)).unwrap_or(8)
}

/// What all connections have in common. Statements are not logged: they would show what staff work on.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .disable_statement_logging()
}

async fn connect(
    options: SqliteConnectOptions,
    connections: u32,
) -> Result<DatabaseConnection, DbErr> {
    // Connections are neither idled out nor aged: opening one costs more than keeping it.
    let pool = SqlitePoolOptions::new()
        .max_connections(connections)
        .min_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(options)
        .await
        .map_err(|error| DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error))))?;
    Ok(pool.into())
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

enum LibraryError {
    Old(String),
    Failed(DbErr),
}

async fn check_library() -> Result<(), LibraryError> {
    let memory = connect(SqliteConnectOptions::new().in_memory(true), 1)
        .await
        .map_err(LibraryError::Failed)?;
    let found = text(&memory, "SELECT sqlite_version()")
        .await
        .map_err(LibraryError::Failed)?
        .unwrap_or_default();
    memory.close().await.map_err(LibraryError::Failed)?;
    if is_acceptable(&found) {
        Ok(())
    } else {
        Err(LibraryError::Old(found))
    }
}

fn is_acceptable(version: &str) -> bool {
    let parts: Result<Vec<u32>, _> = version.split('.').map(str::parse).collect();
    parts.is_ok_and(|parts| parts.as_slice() >= REQUIRED_SQLITE.1.as_slice())
}

async fn text(db: &DatabaseConnection, sql: &str) -> Result<Option<String>, DbErr> {
    let row = db
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, sql))
        .await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// Looks into an existing database without changing it.
async fn refuse_newer(path: &Path) -> Result<(), OpenError> {
    // A new or empty file has no schema yet.
    if !tokio::fs::metadata(path)
        .await
        .is_ok_and(|file| file.len() > 0)
    {
        return Ok(());
    }
    let unusable = |source| OpenError::Database {
        path: path.to_owned(),
        source,
    };
    let db = connect(options(path).read_only(true), 1)
        .await
        .map_err(unusable)?;
    let unknown = migrations::unknown(&db).await;
    db.close().await.map_err(unusable)?;
    match unknown.map_err(unusable)? {
        Some(migration) => Err(OpenError::NewerDatabase {
            path: path.to_owned(),
            migration,
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
