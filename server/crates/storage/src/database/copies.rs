//! Copies of the SQLite database: taken while others write, and looked into before anybody trusts them.
//!
//! Invariant: neither changes the database that is copied or looked into, and what was copied is on the disk.

use std::path::Path;

use jiff::Timestamp;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};

use super::{DatabaseUrl, Executor, Reader, Source, pooler, postgres, sqlite};
use crate::clock::Millis;
use crate::error::OpenError;
use crate::migrations;

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// The last schema change that was applied to it.
    pub schema: String,
    /// Schema changes that this program would apply when it opens it, in their order.
    pub pending: Vec<String>,
    /// What is damaged, in SQLite's words; empty where nothing is.
    pub damage: Vec<String>,
}

/// Writes the state of the database file `from`, as it is at one moment, to the new file `to`.
///
/// # Errors
/// When `from` is no database, or `to` cannot be written or exists.
pub async fn copy(from: &Path, to: &Path) -> Result<(), OpenError> {
    let database = open(from).await?;
    let target = to.display().to_string();
    let statement =
        Statement::from_sql_and_values(DbBackend::Sqlite, "VACUUM INTO ?", [target.into()]);
    let copied = database.execute_raw(statement).await;
    close(database, from).await?;
    copied.map_err(|source| unusable(to, source))?;
    // `VACUUM INTO` leaves it to the operating system when its file reaches the disk.
    let synced = async { tokio::fs::File::open(to).await?.sync_all().await };
    synced.await.map_err(|source| OpenError::Directory {
        path: to.to_owned(),
        source,
    })
}

/// Looks into the database file at `path`: every page, every index, every reference.
///
/// # Errors
/// When it is no database, or was written by a newer version of this program.
pub async fn examine(path: &Path) -> Result<Examined, OpenError> {
    sqlite::refuse_newer(path).await?;
    let database = open(path).await?;
    let found = look(&database).await;
    close(database, path).await?;
    found.map_err(|source| unusable(path, source))
}

/// The schema changes that this program would apply to the SQLite database at `path`, which may not exist yet.
///
/// # Errors
/// When it is no database, or was written by a newer version of this program.
pub async fn pending_on_sqlite(path: &Path) -> Result<Vec<String>, OpenError> {
    if !path.exists() {
        return Ok(migrations::names());
    }
    sqlite::refuse_newer(path).await?;
    let database = open(path).await?;
    let found = migrations::state(&database).await;
    close(database, path).await?;
    let (_, pending) = found.map_err(|source| unusable(path, source))?;
    Ok(pending)
}

/// The same for the PostgreSQL database at `url`.
///
/// # Errors
/// When it cannot be used, or was written by a newer version of this program.
pub async fn pending_on_postgres(url: &DatabaseUrl) -> Result<Vec<String>, OpenError> {
    let (_, pending) = state_of(postgres::for_asking(url).await?, url).await?;
    Ok(pending)
}

/// The last schema change that was applied to the PostgreSQL database at `url`, of which a dump is to be made or restored; none
/// where there was none yet.
///
/// # Errors
/// When it cannot be used, or was written by a newer version of this program. [`OpenError::Pooled`] where a pooler is in between:
/// a program that dumps changes its connection, and the pooler would lend it to others like that.
pub async fn schema_on_postgres(url: &DatabaseUrl) -> Result<Option<String>, OpenError> {
    let database = postgres::for_asking(url).await?;
    let refused = pooler::refuse(&database, url).await;
    let (mut applied, _) = state_of(database, url).await?;
    refused?;
    Ok(applied.pop())
}

/// The schema changes that were applied to it, and those that would be; closes it.
async fn state_of(
    database: DatabaseConnection,
    url: &DatabaseUrl,
) -> Result<(Vec<String>, Vec<String>), OpenError> {
    let found = migrations::state(&database).await;
    let closed = database.close().await;
    let unusable = |source| OpenError::Database {
        database: url.to_string(),
        source,
    };
    closed.map_err(unusable)?;
    found.map_err(unusable)
}

/// Read-only access to a database whose schema may be an older one and stays as it is: PostgreSQL at `url`, else the SQLite
/// file at `path`. One that does not exist yet is read as empty.
///
/// # Errors
/// When it cannot be used, or was written by a newer version of this program.
pub async fn unmigrated(path: &Path, url: Option<&DatabaseUrl>) -> Result<Reader, OpenError> {
    let database = match url {
        Some(url) => postgres::for_asking(url).await?,
        None if path.exists() => {
            sqlite::refuse_newer(path).await?;
            open(path).await?
        }
        None => {
            let empty = sqlite::empty().await;
            empty.map_err(|source| unusable(path, source))?
        }
    };
    Ok(Reader(Source::Executor(Executor::Database(database))))
}

/// What time it is at the PostgreSQL database at `url`.
///
/// # Errors
/// When it cannot be used, or was written by a newer version of this program.
pub async fn now_on_postgres(url: &DatabaseUrl) -> Result<Timestamp, OpenError> {
    let database = postgres::for_asking(url).await?;
    let sql = "SELECT (extract(epoch from clock_timestamp()) * 1000)::bigint";
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let row = database.query_one_raw(statement).await;
    let closed = database.close().await;
    let unusable = |source| OpenError::Database {
        database: url.to_string(),
        source,
    };
    closed.map_err(unusable)?;
    let millis = row
        .and_then(|row| row.map_or(Ok(0), |row| row.try_get_by_index(0)))
        .map_err(unusable)?;
    Ok(Millis(millis).into())
}

async fn look(database: &DatabaseConnection) -> Result<Examined, DbErr> {
    let mut damage = texts(database, "PRAGMA integrity_check").await?;
    damage.retain(|line| line != "ok");
    let references = texts(database, "PRAGMA foreign_key_check").await?;
    damage.extend(
        references
            .into_iter()
            .map(|table| format!("a row of {table} refers to one that is gone")),
    );
    let (applied, pending) = migrations::state(database).await?;
    Ok(Examined {
        schema: applied.last().cloned().unwrap_or_default(),
        pending,
        damage,
    })
}

/// The first column of every row.
async fn texts(database: &DatabaseConnection, sql: &str) -> Result<Vec<String>, DbErr> {
    let statement = Statement::from_string(DbBackend::Sqlite, sql);
    let rows = database.query_all_raw(statement).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

async fn open(path: &Path) -> Result<DatabaseConnection, OpenError> {
    sqlite::for_reading(path)
        .await
        .map_err(|source| unusable(path, source))
}

async fn close(database: DatabaseConnection, path: &Path) -> Result<(), OpenError> {
    let closed = database.close().await;
    closed.map_err(|source| unusable(path, source))
}

fn unusable(path: &Path, source: DbErr) -> OpenError {
    OpenError::Database {
        database: path.display().to_string(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Storage;
    use crate::database::FILE_NAME;

    #[tokio::test]
    async fn a_copy_is_the_database_as_it_was_while_others_write() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).await.unwrap();
        // The last write is still in the log beside the file.
        storage.probe().await.unwrap();
        let (from, to) = (folder.path().join(FILE_NAME), folder.path().join("copy"));
        copy(&from, &to).await.unwrap();
        let (original, copied) = (examine(&from).await.unwrap(), examine(&to).await.unwrap());
        assert_eq!(original, copied);
        assert_eq!(copied.damage, Vec::<String>::new());
        assert_eq!(copied.pending, Vec::<String>::new());
        assert!(copied.schema.starts_with('m'), "{copied:?}");
        storage.close().await.unwrap();
    }

    #[tokio::test]
    async fn a_copy_overwrites_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).await.unwrap();
        let to = folder.path().join("copy");
        std::fs::write(&to, "precious").unwrap();
        assert!(copy(&folder.path().join(FILE_NAME), &to).await.is_err());
        assert_eq!(std::fs::read_to_string(&to).unwrap(), "precious");
        storage.close().await.unwrap();
    }

    #[tokio::test]
    async fn a_page_that_was_written_over_is_damage_or_no_database_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).await.unwrap();
        storage.close().await.unwrap();
        let path = folder.path().join(FILE_NAME);
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 8192].fill(0x5a);
        std::fs::write(&path, bytes).unwrap();
        let found = examine(&path).await;
        assert!(
            !matches!(&found, Ok(Examined { damage, .. }) if damage.is_empty()),
            "{found:?}"
        );
    }
}
