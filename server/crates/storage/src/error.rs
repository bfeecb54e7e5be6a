//! Errors of storage: what may go wrong when opening it, and what may go wrong with one operation.
//!
//! Invariant: no message holds a value of a row, so an error may be logged as it is.

use std::path::PathBuf;

use sea_orm::{DbErr, RuntimeErr, SqlErr, sqlx};

/// Why the database could not be opened. Nothing was changed, unless it says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory is missing and cannot be made, or is not a directory.
    #[error("the data directory {} cannot be used", path.display())]
    Directory {
        /// The directory as it was asked for.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The file is there but is no SQLite database, or may not be read or written.
    #[error("the database {} cannot be opened", path.display())]
    Database {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
        source: DbErr,
    },
    /// A later release has already changed the schema.
    #[error("the database {} was written by a newer version of this program (it knows the schema change {migration})", path.display())]
    NewerDatabase {
        /// The database file.
        path: PathBuf,
        /// The first applied schema change that this program does not know.
        migration: String,
    },
    /// The linked SQLite is one of those that can corrupt a database in WAL mode.
    #[error(
        "SQLite {found} is too old: {required} or later is needed, because earlier ones can corrupt the database"
    )]
    OldLibrary {
        /// The linked version.
        found: String,
        /// The oldest acceptable version.
        required: &'static str,
    },
    /// A schema change failed; all of them were rolled back.
    #[error("the schema of {} cannot be brought up to date", path.display())]
    Migration {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
        source: DbErr,
    },
}

/// Why one operation failed. An open transaction rolls back when it is dropped.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A unique or foreign key refused the write: somebody else was first, or the thing referred to is gone.
    #[error("the write conflicts with a row that exists, or with one that is gone")]
    Conflict,
    /// The database was locked or all connections were taken for longer than the busy timeout. Trying again may help.
    #[error("the database is busy")]
    Busy,
    /// No space is left for the write. Reading goes on.
    #[error("the disk is full")]
    Full,
    /// A stored value does not have the shape it was written with.
    #[error("the stored {0} cannot be read")]
    Corrupt(&'static str),
    /// Anything else the database says.
    #[error("the database failed")]
    Database(#[source] DbErr),
}

/// Primary result codes, <https://www.sqlite.org/rescode.html>.
const SQLITE_BUSY: i32 = 5;
const SQLITE_LOCKED: i32 = 6;
const SQLITE_FULL: i32 = 13;

impl From<DbErr> for StorageError {
    fn from(error: DbErr) -> Self {
        use SqlErr::{ForeignKeyConstraintViolation, UniqueConstraintViolation};

        if let Some(UniqueConstraintViolation(_) | ForeignKeyConstraintViolation(_)) =
            error.sql_err()
        {
            return Self::Conflict;
        }
        match primary_code(&error) {
            Some(SQLITE_BUSY | SQLITE_LOCKED) => Self::Busy,
            Some(SQLITE_FULL) => Self::Full,
            _ if matches!(error, DbErr::ConnectionAcquire(_)) => Self::Busy,
            _ => Self::Database(error),
        }
    }
}

/// SQLite's primary result code: the low byte of the extended one.
fn primary_code(error: &DbErr) -> Option<i32> {
    let (DbErr::Exec(RuntimeErr::SqlxError(error))
    | DbErr::Query(RuntimeErr::SqlxError(error))
    | DbErr::Conn(RuntimeErr::SqlxError(error))) = error
    else {
        return None;
    };
    let sqlx::Error::Database(error) = error.as_ref() else {
        return None;
    };
    error.code()?.parse::<i32>().ok().map(|code| code & 0xff)
}
