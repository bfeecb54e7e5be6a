//! Locks for what must be read and then written by one at a time. SQLite has one writer anyway.
//!
//! On PostgreSQL the writers of one company queue as well, so a rule that reads before it writes (nobody else has this name,
//! nobody uses this record, somebody remains administrator) holds without a lock of its own, and the audit chain grows at one
//! end. Writers of different companies do not wait for each other.
//!
//! Invariant: a lock is held until its transaction ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use sea_orm::sea_query::LockType;
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait, QuerySelect as _, Select,
    Statement,
};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use super::connection::Connection;
use super::postgres::IDLE_TIMEOUT;
use super::{ACQUIRE_TIMEOUT, Handle, Transaction};
use crate::{CompanyId, StorageError};

/// How long who writes a company's data may leave the server without a statement: shorter than others wait for the lock, so
/// that they get it.
const HANGING: Duration = Duration::from_secs(3);

/// What is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// Changes of the schema.
    Schema,
    /// Loading the seed.
    Seed,
    /// Making the first signing keys.
    Keys,
    /// Doing much at once, or nothing of it.
    Whole,
    /// Writing data of a company.
    Company(CompanyId),
    /// Writing a part of the realtime database, by the hash of its name.
    Realtime(i64),
}

impl Lock {
    /// Two locks of one number would only wait for each other more often than they must.
    fn number(self) -> i64 {
        // "waybill" in ASCII, so that other programs in the database hardly choose the same.
        const OURS: i64 = 0x7761_7962_696c_6c00;

        match self {
            Self::Schema => OURS,
            Self::Seed => OURS + 1,
            Self::Keys => OURS + 2,
            Self::Whole => OURS + 3,
            // The random half of the id.
            Self::Realtime(part) => part,
            Self::Company(company) => company.as_uuid().as_u64_pair().1.cast_signed(),
        }
    }
}

/// Where the writers of each company queue within this process, before they take a connection: who waits for a lock in the
/// database occupies one, and a busy company would soon occupy them all. A queue lasts as long as somebody is in it.
#[derive(Debug, Default)]
pub(super) struct Queues(Mutex<HashMap<CompanyId, Weak<AsyncMutex<()>>>>);

/// The turn of a writer, until it is dropped.
pub(super) type Turn = OwnedMutexGuard<()>;

impl Queues {
    /// Waits for the company's turn. [`StorageError::Busy`] when that takes too long.
    pub(super) async fn turn(&self, company: CompanyId) -> Result<Turn, StorageError> {
        let queue = self.queue(company);
        tokio::time::timeout(ACQUIRE_TIMEOUT, queue.lock_owned())
            .await
            .map_err(|_| StorageError::Busy)
    }

    fn queue(&self, company: CompanyId) -> Arc<AsyncMutex<()>> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(&company).and_then(Weak::upgrade) {
            return queue;
        }
        queues.retain(|_, queue| queue.strong_count() > 0);
        let queue = Arc::default();
        queues.insert(company, Arc::downgrade(&queue));
        queue
    }
}

/// Waits for the lock. On SQLite it is there already.
pub(crate) async fn lock(tx: &impl ConnectionTrait, lock: Lock) -> Result<(), DbErr> {
    if tx.get_database_backend() == DbBackend::Sqlite {
        return Ok(());
    }
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT pg_advisory_xact_lock($1)",
        [lock.number().into()],
    );
    tx.execute_raw(statement).await?;
    Ok(())
}

/// Makes a PostgreSQL transaction the one that writes data of the company, and reaches no others, until its end: waits for the
/// company's lock. An instance that hangs does not keep it for long: the server ends its transaction.
pub(super) async fn claim(tx: &DatabaseTransaction, company: CompanyId) -> Result<(), DbErr> {
    let idle = HANGING.as_millis().to_string();
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "SELECT set_config('waybill.company_id', $1, true), \
         set_config('idle_in_transaction_session_timeout', $2, true), pg_advisory_xact_lock($3)",
        [
            company.to_string().into(),
            idle.into(),
            Lock::Company(company).number().into(),
        ],
    );
    tx.execute_raw(statement).await?;
    Ok(())
}

/// Waits for a lock that is held for long, and takes as long itself.
pub(crate) async fn lock_for_long(tx: &impl ConnectionTrait, wanted: Lock) -> Result<(), DbErr> {
    if tx.get_database_backend() != DbBackend::Sqlite {
        tx.execute_unprepared("SET LOCAL lock_timeout = '5min'; SET LOCAL statement_timeout = 0")
            .await?;
    }
    lock(tx, wanted).await
}

/// The rows of `select`, which in a write transaction nobody else changes until it ends. SQLite has one writer anyway.
pub(crate) fn held<E: EntityTrait>(db: &dyn Handle, select: Select<E>) -> Select<E> {
    if db.writes() {
        select.lock(LockType::NoKeyUpdate)
    } else {
        select
    }
}

/// Whether another transaction may write between two statements of this one, which itself writes.
pub(crate) fn is_shared(db: &dyn Handle) -> bool {
    db.writes() && db.connection().backend() != DbBackend::Sqlite
}

/// Waits for the lock when `db` writes; who only reads need not wait.
pub(crate) async fn lock_if_writing(db: &dyn Handle, wanted: Lock) -> Result<(), StorageError> {
    match db.connection() {
        Connection::Orm(transaction) if db.writes() => Ok(lock(&transaction, wanted).await?),
        _ => Ok(()),
    }
}

impl Transaction {
    /// Lets it be without a statement for as long as any transaction may: for work on many records between two of them. An
    /// instance that hangs during it keeps the company's other writers waiting for as long.
    pub async fn take_time(&self) -> Result<(), StorageError> {
        if self.inner.get_database_backend() != DbBackend::Sqlite {
            let longest = IDLE_TIMEOUT.as_millis();
            let set = format!("SET LOCAL idle_in_transaction_session_timeout = {longest}");
            self.inner.execute_unprepared(&set).await?;
        }
        Ok(())
    }

    /// Waits for the lock, which is held until this transaction ends.
    pub(crate) async fn lock(&self, wanted: Lock) -> Result<(), StorageError> {
        lock_if_writing(self, wanted).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 300 companies, two would share one of 256 queues.
    #[tokio::test]
    async fn companies_do_not_wait_for_each_other() {
        let queues = Queues::default();
        let mut turns = Vec::new();
        for _ in 0..300 {
            let turn =
                tokio::time::timeout(Duration::from_secs(5), queues.turn(CompanyId::generate()));
            turns.push(turn.await.expect("nobody else writes for this company"));
        }
    }

    #[tokio::test]
    async fn a_queue_lasts_as_long_as_somebody_is_in_it() {
        let (queues, company) = (Queues::default(), CompanyId::generate());
        let first = queues.turn(company).await.unwrap();
        let mut second = std::pin::pin!(queues.turn(company));
        tokio::select! {
            biased;
            _ = &mut second => panic!("the first one has the turn"),
            () = std::future::ready(()) => {}
        }
        drop(first);
        let second = second.await.unwrap();
        assert_eq!(queues.0.lock().unwrap().len(), 1);
        drop(second);
        drop(queues.turn(CompanyId::generate()).await.unwrap());
        assert_eq!(queues.0.lock().unwrap().len(), 1);
    }
}
