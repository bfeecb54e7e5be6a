//! SQLite: one connection that writes, several that only read, in WAL mode with full durability.
//!
//! Invariant: an SQLite that can corrupt a database, a file that is none, and one of a newer version are refused before
//! anything is changed.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sea_orm::sqlx::ConnectOptions as _;
use sea_orm::sqlx::error::DatabaseError;
use sea_orm::sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement, sqlx};
use tokio::time::sleep;

use super::file::FileReaders;
use super::{ACQUIRE_TIMEOUT, BUSY_TIMEOUT, cores};
use crate::error::OpenError;
use crate::latency::Latencies;
use crate::migrations;

/// The database's file name inside the data directory.
pub const FILE_NAME: &str = "waybill.sqlite3";

/// The first SQLite without the WAL corruption of 3.7.0 to 3.51.2.
const REQUIRED: (&str, [u32; 3]) = ("3.51.3", [3, 51, 3]);

/// How long is waited before a locked file is tried again.
const BUSY_PAUSE: Duration = Duration::from_millis(10);

/// Pages that the writer keeps, in KiB and negative as SQLite wants it. An import of thousands of rows comes back to pages of
/// every index; with the 2 MiB that SQLite begins with, it reads them again and again.
pub(super) const WRITER_CACHE: &str = "-65536";

/// The writer and the readers of the database file at `path`; the latencies count what the readers do.
pub(super) async fn open(
    path: &Path,
    latencies: &Latencies,
) -> Result<(DatabaseConnection, FileReaders), OpenError> {
    let unusable = |source| OpenError::Database {
        database: path.display().to_string(),
        source,
    };

    check_library().await.map_err(|error| match error {
        LibraryError::Old(found) => OpenError::OldLibrary {
            found,
            required: REQUIRED.0,
        },
        LibraryError::Failed(source) => unusable(source),
    })?;
    refuse_newer(path).await?;

    let writing = options(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("cache_size", WRITER_CACHE);
    let writer = connect(writing, 1).await.map_err(unusable)?;
    migrations::apply(&writer)
        .await
        .map_err(|source| OpenError::Migration {
            database: path.display().to_string(),
            source,
        })?;

    let readers = FileReaders::open(path, cores().clamp(2, 8), latencies.reads());
    Ok((writer, readers.await.map_err(unusable)?))
}

/// What all connections have in common. Statements are not logged: they would show what staff work on. Temporary files lie beside
/// the database: a hardened service has no other folder to write to, and SQLite fails without one.
fn options(path: &Path) -> SqliteConnectOptions {
    let folder = path.parent().unwrap_or(Path::new("."));
    let folder = folder.display().to_string().replace('\'', "''");
    SqliteConnectOptions::new()
        .filename(path)
        .pragma("temp_store_directory", format!("'{folder}'"))
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
        .test_before_acquire(false);
    let began = Instant::now();
    loop {
        match pool.clone().connect_with(options.clone()).await {
            Ok(pool) => return Ok(pool.into()),
            // Where another process changes the journal mode of a new file, SQLite does not wait by itself.
            Err(error) if is_busy(&error) && began.elapsed() < BUSY_TIMEOUT => {
                sleep(BUSY_PAUSE).await;
            }
            Err(error) => return Err(DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))),
        }
    }
}

/// Whether the file is locked by another process (`SQLITE_BUSY`, which the kinds of it have in their last byte).
fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    let code = code.and_then(|code| code.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == 5)
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

pub(super) fn is_acceptable(version: &str) -> bool {
    let parts: Result<Vec<u32>, _> = version.split('.').map(str::parse).collect();
    parts.is_ok_and(|parts| parts.as_slice() >= REQUIRED.1.as_slice())
}

async fn text(db: &DatabaseConnection, sql: &str) -> Result<Option<String>, DbErr> {
    let row = db
        .query_one_raw(Statement::from_string(DbBackend::Sqlite, sql))
        .await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// A connection to an existing database that cannot change it.
pub(super) async fn for_reading(path: &Path) -> Result<DatabaseConnection, DbErr> {
    connect(options(path).read_only(true), 1).await
}

/// A database in memory that has nothing in it.
pub(super) async fn empty() -> Result<DatabaseConnection, DbErr> {
    connect(SqliteConnectOptions::new().in_memory(true), 1).await
}

/// Looks into an existing database without changing it.
pub(super) async fn refuse_newer(path: &Path) -> Result<(), OpenError> {
    // A new or empty file has no schema yet.
    if !tokio::fs::metadata(path)
        .await
        .is_ok_and(|file| file.len() > 0)
    {
        return Ok(());
    }
    let unusable = |source| OpenError::Database {
        database: path.display().to_string(),
        source,
    };
    let db = for_reading(path).await.map_err(unusable)?;
    let unknown = migrations::unknown(&db).await;
    db.close().await.map_err(unusable)?;
    match unknown.map_err(unusable)? {
        Some(migration) => Err(OpenError::NewerDatabase {
            database: path.display().to_string(),
            migration,
        }),
        None => Ok(()),
    }
}
