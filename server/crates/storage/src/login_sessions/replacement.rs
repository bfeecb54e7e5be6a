//! Replacement of a session's secret while the session goes on: another one is offered with an answer, and takes the place of
//! the present one with the first request that shows it.
//!
//! Invariant: until then the present one is good, so that an answer that is lost signs nobody out; from then on it is good for
//! a grace that the caller sets, and nobody's afterwards. Of requests that arrive together one is made an offer.

use jiff::{SignedDuration, Timestamp};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, QueryFilter};

use super::{Column, Entity, LoginSession, LoginSessionId, Model};
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::{Handle, StorageError, Transaction, UserId};

/// An offer that nobody took is made again after this long. By then the answer that brought it is lost.
const OFFER_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// A session, and which of its secrets led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The session, ended or not.
    pub session: LoginSession,
    /// What was shown.
    pub secret: Secret,
}

/// Which secret of a session was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// The one that it has.
    Present,
    /// The one that was offered: [`take`] it.
    Next,
    /// The one it had before, within the grace.
    Previous,
}

/// The session that one of whose secrets has this hash.
pub async fn find(
    db: &dyn Handle,
    sid_hash: &str,
    now: Timestamp,
) -> Result<Option<Found>, StorageError> {
    let previous = Condition::all()
        .add(Column::PreviousSidHash.eq(sid_hash))
        .add(Column::PreviousUntil.gt(Millis::from(now)));
    let any = Condition::any()
        .add(Column::SidHash.eq(sid_hash))
        .add(Column::NextSidHash.eq(sid_hash))
        .add(previous);
    let row = Entity::find().filter(any).row(db).await?;
    Ok(row.map(|row| Found {
        secret: shown(&row, sid_hash),
        session: row.into(),
    }))
}

fn shown(row: &Model, sid_hash: &str) -> Secret {
    if row.sid_hash == sid_hash {
        Secret::Present
    } else if row.next_sid_hash.as_deref() == Some(sid_hash) {
        Secret::Next
    } else {
        Secret::Previous
    }
}

/// The secrets of all of a user's sessions are to be replaced. Where one is offered already, that one will do.
pub async fn ask(tx: &Transaction, user_id: UserId, now: Timestamp) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(Column::ReplaceAt, Expr::value(Millis::from(now)))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::EndedAt.is_null())
        .filter(Column::NextSidHash.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Notes that the secret with this hash is offered; `false` when it must not be: none is due, another request has been made the
/// offer, or the session has ended.
pub async fn offer(
    tx: &Transaction,
    id: LoginSessionId,
    sid_hash: &str,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let again = Millis::from(now + OFFER_EVERY);
    let result = Entity::update_many()
        .col_expr(Column::NextSidHash, Expr::value(sid_hash))
        .col_expr(Column::ReplaceAt, Expr::value(again))
        .filter(Column::Id.eq(id))
        .filter(Column::ReplaceAt.lte(Millis::from(now)))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected == 1)
}

/// The secret with this hash, which was offered and has now been shown, takes the place of the one before, which is good until
/// `previous_until`.
pub async fn take(
    tx: &Transaction,
    id: LoginSessionId,
    sid_hash: &str,
    previous_until: Timestamp,
) -> Result<(), StorageError> {
    let until = Millis::from(previous_until);
    Entity::update_many()
        .col_expr(Column::PreviousSidHash, Expr::col(Column::SidHash))
        .col_expr(Column::PreviousUntil, Expr::value(until))
        .col_expr(Column::SidHash, Expr::value(sid_hash))
        .col_expr(Column::NextSidHash, Expr::value(None::<String>))
        .col_expr(Column::ReplaceAt, Expr::value(None::<i64>))
        .filter(Column::Id.eq(id))
        .filter(Column::NextSidHash.eq(sid_hash))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests;
