//! Handles: what a query can run on, and where its statements go.
//!
//! Invariant: a write through [`Reader`] or [`Snapshot`] is refused by the database.

use sea_orm::{DatabaseExecutor, DbErr};

use super::Transaction;
use super::connection::Connection;
use super::file::{FileReaders, Lent};
use super::whole::Executor;
use crate::StorageError;

/// Read-only access for the installation itself, across companies: identity, sessions, finding a user's company. The
/// database refuses a write through it.
#[derive(Clone, Debug)]
pub struct Reader(pub(super) Source);

/// Where a reader reads.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// In a PostgreSQL database, in a file of an earlier version, or within a whole.
    Executor(Executor),
    /// In the SQLite file.
    File(FileReaders),
}

/// Read-only access to the data of one company: all its statements see the state that its first one saw. On PostgreSQL it reaches
/// no row of another company.
#[derive(Debug)]
pub struct Snapshot<'s>(pub(super) State<'s>);

/// What shows one state.
#[derive(Debug)]
pub(super) enum State<'s> {
    Orm(DatabaseExecutor<'s>),
    File(Lent),
}

/// Anything a query can run on: a [`Reader`], a [`Snapshot`] or an open [`Transaction`]. Queries take it as `&dyn Handle`, so
/// that each is compiled once and not for every kind of handle.
pub trait Handle: sealed::Connected + Sync {}

impl Handle for Reader {}
impl Handle for Snapshot<'_> {}
impl Handle for Transaction {}

pub(crate) mod sealed {
    use std::pin::Pin;

    use super::Connection;
    use crate::StorageError;

    /// The end of [`Connected::settle`].
    pub(crate) type Settled<'h> =
        Pin<Box<dyn Future<Output = Result<(), StorageError>> + Send + 'h>>;

    /// Gives this crate, and no other, the connection behind a handle.
    pub trait Connected {
        /// The connection itself.
        fn connection(&self) -> Connection<'_>;

        /// Whether what is read is about to be changed, and has to stay as it was read until then.
        fn writes(&self) -> bool {
            false
        }

        /// Writes audit entries that wait to be written with others, before entries are read.
        fn settle(&self) -> Settled<'_> {
            Box::pin(std::future::ready(Ok(())))
        }
    }
}

impl Reader {
    /// Closes its connections and waits for it; for one that was opened without a [`Storage`](super::Storage).
    pub async fn close(self) -> Result<(), StorageError> {
        Ok(self.0.close().await?)
    }
}

impl Source {
    pub(super) async fn close(&self) -> Result<(), DbErr> {
        match self {
            Self::Executor(executor) => executor.close().await,
            Self::File(readers) => {
                readers.close().await;
                Ok(())
            }
        }
    }
}

impl sealed::Connected for Reader {
    fn connection(&self) -> Connection<'_> {
        match &self.0 {
            Source::Executor(executor) => Connection::Orm(executor.executor()),
            Source::File(readers) => Connection::Readers(readers),
        }
    }
}

impl Snapshot<'_> {
    pub(super) async fn of(lent: Lent) -> Result<Self, StorageError> {
        lent.begin().await?;
        Ok(Self(State::File(lent)))
    }
}

impl sealed::Connected for Snapshot<'_> {
    fn connection(&self) -> Connection<'_> {
        let orm = match &self.0 {
            State::File(lent) => return Connection::Lent(lent),
            State::Orm(orm) => orm,
        };
        Connection::Orm(match orm {
            DatabaseExecutor::Connection(connection) => DatabaseExecutor::Connection(connection),
            DatabaseExecutor::Transaction(tx) => DatabaseExecutor::Transaction(tx),
            DatabaseExecutor::OwnedTransaction(tx) => DatabaseExecutor::Transaction(tx),
        })
    }
}
