//! The reading of a request: whether what it reads may come from a replica, and which write the replica has to have by then.
//!
//! It goes with the task that answers the request. Invariant: what is read without one is read where it is written.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio::task::futures::TaskLocalFuture;

tokio::task_local! {
    static CURRENT: Reading;
}

/// The number that PostgreSQL gives to a transaction that writes (`xid8`); later ones have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Written(u64);

/// The text is no number of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the number of a transaction is between 1 and 9,223,372,036,854,775,807")]
pub struct NotANumber;

impl FromStr for Written {
    type Err = NotANumber;

    fn from_str(text: &str) -> Result<Self, NotANumber> {
        let number: i64 = text.parse().map_err(|_| NotANumber)?;
        u64::try_from(number)
            .ok()
            .filter(|it| 0 < *it)
            .map(Self)
            .ok_or(NotANumber)
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How a request reads. Cheap to clone; the clones are of one request.
#[derive(Clone, Debug)]
pub struct Reading {
    request: Arc<Request>,
    may_lag: bool,
}

#[derive(Debug)]
struct Request {
    /// The last write of the visitor before this request.
    after: Option<Written>,
    /// The last write of this request; 0 is none.
    wrote: AtomicU64,
}

impl Reading {
    /// That of a request whose visitor has written this before. It reads where is written.
    pub fn after(after: Option<Written>) -> Self {
        let wrote = AtomicU64::new(0);
        Self {
            request: Arc::new(Request { after, wrote }),
            may_lag: false,
        }
    }

    /// The one within which this is called.
    pub fn current() -> Option<Self> {
        CURRENT.try_with(Self::clone).ok()
    }

    /// The same, and what is read may be some seconds old.
    #[must_use]
    pub fn lagging(self) -> Self {
        Self {
            may_lag: true,
            ..self
        }
    }

    /// The last write of the request, until now.
    pub fn wrote(&self) -> Option<Written> {
        match self.request.wrote.load(Ordering::Relaxed) {
            0 => None,
            number => Some(Written(number)),
        }
    }

    /// Has `work` read like this.
    pub fn scope<F: Future>(self, work: F) -> TaskLocalFuture<Self, F> {
        CURRENT.scope(self, work)
    }

    /// Has `work`, which does not wait, read like this.
    pub fn within<T>(self, work: impl FnOnce() -> T) -> T {
        CURRENT.sync_scope(self, work)
    }

    /// The write that has to be there: the visitor's last one, which this request may have done.
    pub(super) fn last_write(&self) -> Option<Written> {
        self.wrote().max(self.request.after)
    }

    pub(super) fn note(&self, written: Written) {
        self.request.wrote.fetch_max(written.0, Ordering::Relaxed);
    }
}

/// The number of the transaction within which it is asked; none if it has not written.
pub(super) const OF_TRANSACTION: &str = "SELECT pg_current_xact_id_if_assigned()::text";

/// The highest number that has been given.
pub(super) const LATEST: &str =
    "SELECT (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text";

/// The number that one of these statements gives; none on SQLite.
pub(super) async fn written(
    db: &impl ConnectionTrait,
    sql: &str,
) -> Result<Option<Written>, DbErr> {
    if db.get_database_backend() == DbBackend::Sqlite {
        return Ok(None);
    }
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let row = db.query_one_raw(statement).await?;
    let number = row.map_or(Ok(None), |row| row.try_get_by_index::<Option<String>>(0))?;
    Ok(number.and_then(|it| it.parse().ok()))
}

/// That of the current request, if a replica may answer it.
pub(super) fn from_replica() -> Option<Reading> {
    Reading::current().filter(|it| it.may_lag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_of_transactions_are_read() {
        assert_eq!("7".parse(), Ok(Written(7)));
        assert_eq!(
            "9223372036854775807"
                .parse::<Written>()
                .unwrap()
                .to_string(),
            "9223372036854775807"
        );
        for text in [
            "",
            "0",
            "-1",
            "9223372036854775808",
            "7; DROP TABLE users",
            " 7",
            "0x7",
        ] {
            assert_eq!(text.parse::<Written>(), Err(NotANumber), "{text}");
        }
    }

    #[tokio::test]
    async fn nothing_lags_that_was_not_said_to() {
        let is_from_replica = async || from_replica().is_some();
        assert!(!is_from_replica().await);
        let reading = Reading::after(Some(Written(7)));
        assert!(!reading.clone().scope(is_from_replica()).await);
        assert!(reading.clone().lagging().scope(is_from_replica()).await);
        assert_eq!(reading.last_write(), Some(Written(7)));
        reading.note(Written(9));
        assert_eq!(reading.last_write(), Some(Written(9)));
    }
}
