//! Errors of storage: what may go wrong when opening it, and what may go wrong with one operation.
//!
//! Invariant: no message holds a value of a row, so an error may be logged as it is.

use std::path::PathBuf;

use sea_orm::sqlx::postgres::PgDatabaseError;
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
    /// The file is there but is no SQLite database, or may not be read or written; or PostgreSQL refuses the connection.
    #[error("the database {database} cannot be opened")]
    Database {
        /// The database file, or where PostgreSQL is.
        database: String,
        /// What the database said.
        source: DbErr,
    },
    /// A later release has already changed the schema.
    #[error(
        "the database {database} was written by a newer version of this program (it knows the schema change {migration})"
    )]
    NewerDatabase {
        /// The database file, or where PostgreSQL is.
        database: String,
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
    #[error("the schema of {database} cannot be brought up to date")]
    Migration {
        /// The database file, or where PostgreSQL is.
        database: String,
        /// What the database said.
        source: DbErr,
    },
    /// The PostgreSQL server lacks what the program needs.
    #[error("PostgreSQL {found} is too old: {required} or later is needed")]
    OldServer {
        /// The server's version.
        found: String,
        /// The oldest acceptable version.
        required: &'static str,
    },
    /// The PostgreSQL database cannot hold every text.
    #[error(
        "the database holds text as {found}: make one with ENCODING 'UTF8', which can hold every name"
    )]
    Encoding {
        /// The database's encoding.
        found: String,
    },
    /// The connections are without settings that they were opened with.
    #[error(
        "the connections to {database} do not have {missing}. A connection pooler has to set them, as in \
         packaging/pgbouncer/pgbouncer.ini: `connect_query`, `track_extra_parameters`, `ignore_startup_parameters`"
    )]
    Settings {
        /// Where PostgreSQL is.
        database: String,
        /// Their names.
        missing: String,
    },
    /// The pooler in between forgets prepared statements.
    #[error(
        "the connection pooler at {database} does not keep prepared statements: PgBouncer 1.21 or later is needed, with \
         `max_prepared_statements` above 0"
    )]
    OldPooler {
        /// Where it is.
        database: String,
    },
    /// There is a pooler where the server itself is needed.
    #[error(
        "{database} is a connection pooler, and this takes a connection of PostgreSQL's own: give the server's address by \
         WAYBILL_DATABASE_URL or --database-url-file"
    )]
    Pooled {
        /// Where it is.
        database: String,
    },
    /// What should be a copy of the database is another one.
    #[error("{database} is not a replica of the database")]
    NoReplica {
        /// Where it is.
        database: String,
    },
    /// The replica is too far behind to be read.
    #[error("the replica {database} is more than {seconds} s behind")]
    Behind {
        /// Where it is.
        database: String,
        /// What it may be behind.
        seconds: u64,
    },
    /// Row-level security would not bind the role, so companies would be kept apart by the program alone.
    #[error(
        "the database role {role} is a superuser or has BYPASSRLS, so row-level security would not keep companies apart: \
         make a role without either that owns the database"
    )]
    UnboundRole {
        /// The role of the connection.
        role: String,
    },
}

impl OpenError {
    /// Whether the database server is away or does not take connections yet, so that trying again may help.
    pub fn is_away(&self) -> bool {
        let Self::Database { source, .. } = self else {
            return false;
        };
        let (DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error))) = source
        else {
            return false;
        };
        match error.as_ref() {
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => true,
            // Connections that break, too many of them, and a server that starts or stops.
            sqlx::Error::Database(error) => error.code().is_some_and(|code| {
                code.starts_with("08") || code == "53300" || code.starts_with("57P0")
            }),
            _ => false,
        }
    }
}

/// Why one operation failed. An open transaction rolls back when it is dropped.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A unique or foreign key refused the write: somebody else was first, or the thing referred to is gone.
    #[error("the write conflicts with an existing or a deleted row")]
    Conflict,
    /// The database was locked or away, or all connections were taken for longer than the busy timeout. Trying again may help.
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
        match trouble(&error) {
            Some(Trouble::Busy) => Self::Busy,
            Some(Trouble::Full) => Self::Full,
            None if matches!(error, DbErr::ConnectionAcquire(_)) => Self::Busy,
            None => Self::Database(error),
        }
    }
}

/// What the database may get over.
enum Trouble {
    Busy,
    Full,
}

fn trouble(error: &DbErr) -> Option<Trouble> {
    let (DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))
    | DbErr::Conn(RuntimeErr::SqlxError(cause))) = error
    else {
        return None;
    };
    let error = match cause.as_ref() {
        sqlx::Error::Database(error) => error,
        // PostgreSQL went away without a word, as when it is killed.
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => return Some(Trouble::Busy),
        // A load balancer that has no primary takes the connection and closes it: sqlx takes that for an answer it does not know.
        sqlx::Error::Protocol(_) if matches!(error, DbErr::Conn(_)) => return Some(Trouble::Busy),
        _ => return None,
    };
    let code = error.code()?;
    if error.try_downcast_ref::<PgDatabaseError>().is_some() {
        return of_postgres(&code);
    }
    // The low byte of SQLite's extended code.
    match code.parse::<i32>().ok()? & 0xff {
        SQLITE_BUSY | SQLITE_LOCKED => Some(Trouble::Busy),
        SQLITE_FULL => Some(Trouble::Full),
        _ => None,
    }
}

/// By SQLSTATE, <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn of_postgres(sqlstate: &str) -> Option<Trouble> {
    match sqlstate {
        // Serialization failure, deadlock, lock timeout, statement timeout, idle in transaction for too long.
        "40001" | "40P01" | "55P03" | "57014" | "25P03" => Some(Trouble::Busy),
        // Too many connections, the server is being shut down or started.
        "53300" | "57P01" | "57P02" | "57P03" => Some(Trouble::Busy),
        // What a connection pooler says of all that is in its way: no server, or none that is free.
        "08P01" => Some(Trouble::Busy),
        // Disk full.
        "53100" => Some(Trouble::Full),
        _ => None,
    }
}
