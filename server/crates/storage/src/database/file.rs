//! Readers of the SQLite file: connections without a thread of their own, on which a statement runs where it is awaited.
//!
//! A row out of the page cache takes microseconds, and handing a statement to another thread and its rows back takes ten times
//! as much. A long statement is stopped, and started again on a thread where it blocks no other task.
//!
//! Invariant: no connection here can write, and none is lent twice at a time.

use std::cell::RefCell;
use std::collections::HashSet;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use rusqlite::config::DbConfig;
use rusqlite::types::{ToSql as _, ToSqlOutput, Value as Stored};
use rusqlite::{ErrorCode, OpenFlags, params_from_iter};
use sea_orm::error::ConnAcquireErr;
use sea_orm::sea_query::{ArrayType, Value};
use sea_orm::{DbBackend, DbErr, RuntimeErr, Statement};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;
use uuid::Uuid;

use super::{ACQUIRE_TIMEOUT, BUSY_TIMEOUT};
use crate::latency::Counted;
use kept::KeptResults;

/// Steps of SQLite's virtual machine, some ten nanoseconds each, after which a statement is a long one. They are counted a part
/// at a time: SQLite says when a prepared statement has taken another part in all its runs, and the statements within a
/// full-text index say so, too.
const SHORT: u32 = 20_000;
const PART: u32 = SHORT / 10;

/// Statements that a connection keeps prepared.
const PREPARED: usize = 128;

/// Long statements that are known at most.
const KNOWN: usize = 256;

/// The connections that read the file. Cheap to clone; the clones are one pool.
#[derive(Clone, Debug)]
pub struct FileReaders(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    path: PathBuf,
    /// As many as there are permits, but for those on which something failed.
    free: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
    count: u32,
    /// How long statements take.
    read: Arc<Counted>,
    long: LongStatements,
}

/// The texts of statements that were long: each is stopped once, and not before every time.
#[derive(Debug, Default)]
struct LongStatements(Mutex<HashSet<String>>);

/// One connection, lent until this is dropped and its last statement has ended.
#[derive(Debug)]
pub struct Lent {
    loan: Arc<Mutex<Loan>>,
    pool: Arc<Pool>,
}

#[derive(Debug)]
struct Loan {
    /// Until it is given back.
    connection: Option<Connection>,
    /// Where it belongs, and its permit there; none for one that is closed afterwards.
    home: Option<(Arc<Pool>, OwnedSemaphorePermit)>,
}

#[derive(Debug)]
struct Connection {
    sqlite: rusqlite::Connection,
    running: Arc<Running>,
    kept: RefCell<KeptResults>,
}

/// A statement, and whether its result is kept until somebody writes.
#[derive(Debug)]
struct Query {
    statement: Statement,
    is_kept: bool,
}

/// The statement that runs on a connection.
#[derive(Debug, Default)]
struct Running {
    /// The task that waits for a long one. Without it, a statement is stopped when it is long.
    waiting: Mutex<Weak<()>>,
    parts: AtomicU32,
}

/// The columns of a row by their names, as SQLite has them.
#[derive(Clone, Debug)]
pub(crate) struct FileRow {
    names: Arc<[String]>,
    values: Vec<Stored>,
}

impl FileReaders {
    /// So many connections to the file at `path`; what their statements take is added to `read`.
    pub(super) async fn open(path: &Path, count: u32, read: Arc<Counted>) -> Result<Self, DbErr> {
        let mut free = Vec::new();
        for _ in 0..count {
            free.push(open(path).await?);
        }
        Ok(Self(Arc::new(Pool {
            path: path.to_owned(),
            free: Mutex::new(free),
            permits: Arc::new(Semaphore::new(count as usize)),
            count,
            read,
            long: LongStatements::default(),
        })))
    }

    /// One of them, as soon as one is free.
    pub(super) async fn lend(&self) -> Result<Lent, DbErr> {
        let pool = &self.0;
        let permits = || Arc::clone(&pool.permits);
        let permit = if let Ok(permit) = permits().try_acquire_owned() {
            permit
        } else {
            let free = timeout(ACQUIRE_TIMEOUT, permits().acquire_owned()).await;
            let free = free.map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::Timeout))?;
            free.map_err(|_| DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed))?
        };
        let free = pool.free().pop();
        let connection = match free {
            Some(connection) => connection,
            None => open(&pool.path).await?,
        };
        Ok(self.lent(connection, Some((Arc::clone(pool), permit))))
    }

    /// A connection besides them, for one who reads for long.
    pub(super) async fn another(&self) -> Result<Lent, DbErr> {
        Ok(self.lent(open(&self.0.path).await?, None))
    }

    fn lent(
        &self,
        connection: Connection,
        home: Option<(Arc<Pool>, OwnedSemaphorePermit)>,
    ) -> Lent {
        Lent {
            loan: Arc::new(Mutex::new(Loan {
                connection: Some(connection),
                home,
            })),
            pool: Arc::clone(&self.0),
        }
    }

    /// How many are open, and how many of them nobody uses.
    pub(super) fn size(&self) -> (u64, usize) {
        (self.0.count.into(), self.0.permits.available_permits())
    }

    /// Waits for those that are lent and closes all.
    pub(super) async fn close(&self) {
        // It fails where they are closed already.
        if let Ok(all) = self.0.permits.acquire_many(self.0.count).await {
            all.forget();
        }
        self.0.permits.close();
        self.0.free().clear();
    }
}

impl Pool {
    fn free(&self) -> MutexGuard<'_, Vec<Connection>> {
        locked(&self.free)
    }
}

impl LongStatements {
    fn has(&self, statement: &Statement) -> bool {
        locked(&self.0).contains(&statement.sql)
    }

    fn note(&self, statement: &Statement) {
        let mut known = locked(&self.0);
        if KNOWN <= known.len() {
            known.clear();
        }
        known.insert(statement.sql.clone());
    }
}

impl Query {
    fn once(statement: Statement) -> Self {
        Self {
            statement,
            is_kept: false,
        }
    }

    fn kept(statement: Statement) -> Self {
        Self {
            statement,
            is_kept: true,
        }
    }
}

/// Nothing here is half changed when a thread panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lent {
    /// Begins a transaction, which ends when the connection is given back: what the first statement sees, all others see.
    pub(super) async fn begin(&self) -> Result<(), DbErr> {
        let begin = Statement::from_string(DbBackend::Sqlite, "BEGIN");
        self.rows(Query::once(begin)).await.map(drop)
    }

    /// What the statement gives.
    pub(super) async fn all(&self, statement: Statement) -> Result<Vec<FileRow>, DbErr> {
        self.measured(Query::once(statement)).await
    }

    /// The same of one that gives little, takes long, and is asked for again and again.
    pub(super) async fn kept(&self, statement: Statement) -> Result<Vec<FileRow>, DbErr> {
        self.measured(Query::kept(statement)).await
    }

    async fn measured(&self, query: Query) -> Result<Vec<FileRow>, DbErr> {
        let began = Instant::now();
        let found = self.rows(query).await;
        self.pool.read.add(began.elapsed());
        found
    }

    async fn rows(&self, query: Query) -> Result<Vec<FileRow>, DbErr> {
        let found = if let Some(found) = self.rows_at_once(&query) {
            found
        } else {
            let loan = Arc::clone(&self.loan);
            let task = Arc::new(());
            let waiting = Arc::downgrade(&task);
            let later = spawn_blocking(move || locked(&loan).run(&query, waiting));
            later.await.map_err(|error| ended(&error))?
        };
        found.map_err(|error| refused(&error))
    }

    /// The same on this thread; none of a long statement whose result is not there yet, and none while another one of this reader
    /// is on a thread of its own.
    fn rows_at_once(&self, query: &Query) -> Option<Result<Vec<FileRow>, rusqlite::Error>> {
        let loan = self.loan.try_lock().ok()?;
        if self.pool.long.has(&query.statement) {
            return loan.kept(query).transpose();
        }
        let found = loan.run(query, Weak::new());
        if found.as_ref().is_err_and(is_interrupted) {
            self.pool.long.note(&query.statement);
            return None;
        }
        Some(found)
    }
}

impl Loan {
    fn run(&self, query: &Query, waiting: Weak<()>) -> Result<Vec<FileRow>, rusqlite::Error> {
        if let Some(kept) = self.kept(query)? {
            return Ok(kept);
        }
        let connection = self.connection()?;
        connection.running.begin(waiting);
        let found = connection.rows(&query.statement)?;
        if query.is_kept {
            let mut kept = connection.kept.borrow_mut();
            kept.keep(&query.statement, &found);
        }
        Ok(found)
    }

    /// What it gave when it was last asked here, if nobody has written since.
    fn kept(&self, query: &Query) -> Result<Option<Vec<FileRow>>, rusqlite::Error> {
        if !query.is_kept {
            return Ok(None);
        }
        let connection = self.connection()?;
        connection.running.begin(Weak::new());
        let version = connection.version()?;
        let mut kept = connection.kept.borrow_mut();
        Ok(kept.of(&query.statement, version).map(<[_]>::to_vec))
    }

    fn connection(&self) -> Result<&Connection, rusqlite::Error> {
        let connection = self.connection.as_ref();
        connection.ok_or(rusqlite::Error::InvalidQuery)
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        let (Some(connection), Some((pool, _))) = (self.connection.take(), &self.home) else {
            return;
        };
        let is_ended = connection.sqlite.is_autocommit()
            || connection.sqlite.execute_batch("ROLLBACK").is_ok();
        if is_ended {
            pool.free().push(connection);
        }
    }
}

impl Connection {
    /// SQLite has one folder for temporary files per process, which the writer's connection sets.
    fn open(path: &Path) -> Result<Self, rusqlite::Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let sqlite = rusqlite::Connection::open_with_flags(path, flags)?;
        sqlite.busy_timeout(BUSY_TIMEOUT)?;
        sqlite.pragma_update(None, "foreign_keys", true)?;
        sqlite.pragma_update(None, "query_only", true)?;
        // A plan depends on no values, so that a prepared statement is not planned again for others.
        sqlite.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        sqlite.set_prepared_statement_cache_capacity(PREPARED);
        let running = Arc::new(Running::default());
        let part = Arc::clone(&running);
        sqlite.progress_handler(PART.cast_signed(), Some(move || part.is_too_long()))?;
        Ok(Self {
            sqlite,
            running,
            kept: RefCell::default(),
        })
    }

    /// Another one whenever somebody has written what this connection sees.
    fn version(&self) -> Result<i64, rusqlite::Error> {
        let mut version = self.sqlite.prepare_cached("PRAGMA data_version")?;
        version.query_row([], |row| row.get(0))
    }

    fn rows(&self, statement: &Statement) -> Result<Vec<FileRow>, rusqlite::Error> {
        let mut prepared = self.sqlite.prepare_cached(&statement.sql)?;
        let names = prepared.column_names().into_iter().map(str::to_owned);
        let names: Arc<[String]> = names.collect();
        let values = statement.values.iter().flat_map(|values| &values.0);
        let values = values.map(bound).collect::<Result<Vec<_>, _>>()?;
        let mut rows = prepared.query(params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let mut values = Vec::with_capacity(names.len());
            for column in 0..names.len() {
                values.push(row.get(column)?);
            }
            let names = Arc::clone(&names);
            found.push(FileRow { names, values });
        }
        Ok(found)
    }
}

impl Running {
    fn begin(&self, waiting: Weak<()>) {
        *locked(&self.waiting) = waiting;
        self.parts.store(0, Ordering::Relaxed);
    }

    /// Takes in another part of it.
    fn is_too_long(&self) -> bool {
        let parts = self.parts.fetch_add(1, Ordering::Relaxed);
        SHORT / PART <= parts && locked(&self.waiting).strong_count() == 0
    }
}

impl FileRow {
    /// What is in the column, which has `prefix` before its name, as a value of this kind.
    pub(super) fn value(
        &self,
        prefix: &str,
        column: &str,
        kind: &ArrayType,
    ) -> Result<Value, DbErr> {
        let stored = self
            .place(prefix, column)
            .and_then(|at| self.values.get(at));
        let value = stored.and_then(|stored| read(stored, kind));
        value.ok_or_else(|| DbErr::Type(format!("no {kind:?} in the column {prefix}{column}")))
    }

    /// The text in the column, which is empty afterwards.
    pub(super) fn take_text(&mut self, column: &str) -> Result<String, DbErr> {
        let stored = self
            .place("", column)
            .and_then(|at| self.values.get_mut(at));
        match stored {
            Some(Stored::Text(text)) => Ok(mem::take(text)),
            _ => Err(DbErr::Type(format!("no text in the column {column}"))),
        }
    }

    fn place(&self, prefix: &str, column: &str) -> Option<usize> {
        // The lengths alone tell most names apart.
        let is_it = |name: &String| {
            name.len() == prefix.len() + column.len()
                && name.ends_with(column)
                && name.starts_with(prefix)
        };
        self.names.iter().position(is_it)
    }
}

fn read(stored: &Stored, kind: &ArrayType) -> Option<Value> {
    Some(match (kind, stored) {
        (ArrayType::Bool, Stored::Integer(number)) => Value::Bool(Some(*number != 0)),
        (ArrayType::Bool, Stored::Null) => Value::Bool(None),
        (ArrayType::Int, Stored::Integer(number)) => Value::Int(Some((*number).try_into().ok()?)),
        (ArrayType::Int, Stored::Null) => Value::Int(None),
        (ArrayType::BigInt, Stored::Integer(number)) => Value::BigInt(Some(*number)),
        (ArrayType::BigInt, Stored::Null) => Value::BigInt(None),
        (ArrayType::String, Stored::Text(text)) => Value::String(Some(text.clone())),
        (ArrayType::String, Stored::Null) => Value::String(None),
        (ArrayType::Uuid, Stored::Blob(bytes)) => Value::Uuid(Some(Uuid::from_slice(bytes).ok()?)),
        (ArrayType::Uuid, Stored::Null) => Value::Uuid(None),
        _ => return None,
    })
}

async fn open(path: &Path) -> Result<Connection, DbErr> {
    let path = path.to_owned();
    let opened = spawn_blocking(move || Connection::open(&path)).await;
    opened
        .map_err(|error| ended(&error))?
        .map_err(|error| refused(&error))
}

/// The value as SQLite stores it.
fn bound(value: &Value) -> Result<ToSqlOutput<'_>, rusqlite::Error> {
    let whole =
        |number: Option<i64>| ToSqlOutput::Owned(number.map_or(Stored::Null, Stored::Integer));
    Ok(match value {
        Value::Bool(value) => whole(value.map(i64::from)),
        Value::Int(value) => whole(value.map(i64::from)),
        Value::BigInt(value) => whole(*value),
        Value::Unsigned(value) => whole(value.map(i64::from)),
        Value::BigUnsigned(value) => {
            let value = value.map(i64::try_from).transpose();
            whole(value.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?)
        }
        Value::Double(value) => value.to_sql()?,
        Value::String(value) => value.to_sql()?,
        Value::Bytes(value) => value.to_sql()?,
        Value::Uuid(value) => value.to_sql()?,
        other => {
            let error = format!("{:?} is not for SQLite", other.array_type());
            return Err(rusqlite::Error::ToSqlConversionFailure(error.into()));
        }
    })
}

/// Whether a statement was stopped, being too long for the thread that awaits it.
fn is_interrupted(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted)
}

fn refused(error: &rusqlite::Error) -> DbErr {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)
        }
        _ => DbErr::Query(RuntimeErr::Internal(error.to_string())),
    }
}

fn ended(error: &JoinError) -> DbErr {
    DbErr::Custom(format!("reading the database ended: {error}"))
}

mod kept;
#[cfg(test)]
mod tests;
