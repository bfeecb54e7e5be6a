//! Claims: rows of a queue that somebody works on for a while, such as mails, inboxes and reports that are due.
//!
//! A queue is a table with the columns `company_id`, `due_at` and `claimed_until`.
//!
//! Invariant: of all who ask at once, one is given a row; a claim that ran out counts for nothing.

use jiff::Timestamp;
use sea_orm::sea_query::{Cond, Expr, ExprTrait as _, LockBehavior, LockType, Order, Query};

use crate::clock::Millis;
use crate::database::connection::ResultRow;
use crate::database::sealed::Connected as _;
use crate::{Handle, StorageError, Transaction};

/// A queue in the database.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queue {
    pub(crate) table: &'static str,
    /// The column that identifies a row.
    pub(crate) id: &'static str,
    /// The column by which some rows go before all others, the lower first; none where all wait in one line.
    pub(crate) turn: Option<&'static str>,
}

impl Queue {
    /// Whether a row of any company is due and not claimed.
    pub(crate) async fn is_any_due(
        self,
        db: &dyn Handle,
        now: Timestamp,
    ) -> Result<bool, StorageError> {
        let mut query = Query::select();
        query
            .column(self.id)
            .from(self.table)
            .cond_where(free(now))
            .limit(1);
        Ok(db.connection().query_one(&query).await?.is_some())
    }

    /// The row that is due the longest of those whose turn is first, of whatever company, held until the transaction ends for
    /// the caller to claim. None when none is due.
    pub(crate) async fn first_due(
        self,
        tx: &Transaction,
        columns: &[&'static str],
        now: Timestamp,
    ) -> Result<Option<ResultRow>, StorageError> {
        let mut query = Query::select();
        query
            .columns([self.id, "company_id"])
            .columns(columns.iter().copied())
            .from(self.table)
            .cond_where(free(now));
        if let Some(turn) = self.turn {
            query.order_by(turn, Order::Asc);
        }
        query
            .order_by("due_at", Order::Asc)
            .order_by(self.id, Order::Asc)
            .limit(1)
            // What another instance is about to claim is passed over.
            .lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
        Ok(tx.connection().query_one(&query).await?)
    }
}

fn free(now: Timestamp) -> Cond {
    Cond::all()
        .add(Expr::col("due_at").lte(Millis::from(now)))
        .add(Expr::col("claimed_until").lte(Millis::from(now)))
}
