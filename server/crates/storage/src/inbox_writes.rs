//! Inboxes that are to be written into a realtime database elsewhere: one row for a user whose notifications have changed since they
//! were written there. What is written is in [`crate::notifications`], as it stands then.
//!
//! Whoever writes claims a row for a while. When it dies meanwhile, the claim runs out and another takes the row up.
//!
//! Invariant: a change after the claim changes the version, and the row stays until that is written too.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query, UpdateStatement};
use uuid::Uuid;

use crate::claims::Queue;
use crate::clock::Millis;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

const TABLE: &str = "inbox_writes";
const QUEUE: Queue = Queue {
    table: TABLE,
    id: "user_id",
    turn: None,
};

/// An inbox that whoever holds this may write.
#[derive(Clone, Debug)]
pub struct Claimed {
    /// Whose it is.
    pub user_id: UserId,
    /// Whose employee that is.
    pub company_id: CompanyId,
    /// How often it was tried, this time included.
    pub attempts: i32,
    /// The change that is written.
    version: Uuid,
}

/// Notes that the inbox of a user has changed.
pub async fn mark(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    now: Timestamp,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(TABLE)
        .columns([
            "user_id",
            "company_id",
            "version",
            "attempts",
            "due_at",
            "claimed_until",
        ])
        .values_panic([
            Expr::value(user.as_uuid()),
            Expr::value(company.as_uuid()),
            Expr::value(Uuid::new_v4()),
            Expr::value(0),
            Expr::value(Millis::from(now)),
            Expr::value(0_i64),
        ])
        .on_conflict(
            OnConflict::columns(["company_id", "user_id"])
                .update_columns(["version", "due_at"])
                .to_owned(),
        );
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// Whether an inbox of any company is due and not claimed.
pub async fn is_any_due(db: &dyn Handle, now: Timestamp) -> Result<bool, StorageError> {
    QUEUE.is_any_due(db, now).await
}

/// Claims the inbox that is due the longest, of whatever company, until `until`. None when none is due.
pub async fn claim(
    tx: &Transaction,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<Claimed>, StorageError> {
    let Some(row) = QUEUE.first_due(tx, &["version", "attempts"], now).await? else {
        return Ok(None);
    };
    let claimed = Claimed {
        user_id: row.get("user_id")?,
        company_id: row.get("company_id")?,
        attempts: row.get::<i32>("attempts")? + 1,
        version: row.get("version")?,
    };
    let mut update = of_claimed(&claimed);
    update
        .value("attempts", claimed.attempts)
        .value("claimed_until", Millis::from(until));
    tx.executor().execute(&update).await?;
    Ok(Some(claimed))
}

/// Takes an inbox out that was written; one that changed meanwhile is due again.
pub async fn written(tx: &Transaction, claimed: &Claimed) -> Result<(), StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table(TABLE)
        .and_where(Expr::col("company_id").eq(claimed.company_id.as_uuid()))
        .and_where(Expr::col("user_id").eq(claimed.user_id.as_uuid()))
        .and_where(Expr::col("version").eq(claimed.version));
    if tx.executor().execute(&delete).await?.rows_affected() == 0 {
        let mut update = of_claimed(claimed);
        update.value("attempts", 0).value("claimed_until", 0_i64);
        tx.executor().execute(&update).await?;
    }
    Ok(())
}

/// Lets go of an inbox that could not be written, to be tried again then.
pub async fn put_back(
    tx: &Transaction,
    claimed: &Claimed,
    due_at: Timestamp,
) -> Result<(), StorageError> {
    let mut update = of_claimed(claimed);
    update
        .value("claimed_until", 0_i64)
        .value("due_at", Millis::from(due_at));
    tx.executor().execute(&update).await?;
    Ok(())
}

fn of_claimed(claimed: &Claimed) -> UpdateStatement {
    Query::update()
        .table(TABLE)
        .and_where(Expr::col("company_id").eq(claimed.company_id.as_uuid()))
        .and_where(Expr::col("user_id").eq(claimed.user_id.as_uuid()))
        .to_owned()
}

#[cfg(test)]
mod tests;
