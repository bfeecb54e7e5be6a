//! The end of login sessions, and why each ended.
//!
//! Invariant: a session ends once, so the first cause stays.

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryFilter, QuerySelect, QueryTrait as _};

use super::{Column, Entity, LoginSessionId};
use crate::clock::Millis;
use crate::{Handle, StorageError, Transaction, UserId};

/// Why a session ended before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// The user signed out in its browser, or another sign-in took its place there.
    SignedOut,
    /// The user ended it from another device.
    Elsewhere,
    /// The user has another password.
    Password,
    /// The user has another second factor, or has to give one from now on.
    SecondFactor,
    /// The user signs in by another address.
    Address,
    /// The account is suspended, deactivated, removed from the company or deleted.
    Account,
    /// A token that had been renewed was used again.
    Reuse,
    /// The operator of the installation ended it.
    Operator,
}

impl EndCause {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::SignedOut,
        Self::Elsewhere,
        Self::Password,
        Self::SecondFactor,
        Self::Address,
        Self::Account,
        Self::Reuse,
        Self::Operator,
    ];

    /// The word in storage.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignedOut => "signed-out",
            Self::Elsewhere => "elsewhere",
            Self::Password => "password",
            Self::SecondFactor => "second-factor",
            Self::Address => "address",
            Self::Account => "account",
            Self::Reuse => "reuse",
            Self::Operator => "operator",
        }
    }

    /// The cause of this word; none for one that a later version wrote.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.as_str() == word)
    }
}

/// Ends the session; `false` when it had ended before.
pub async fn end(
    tx: &Transaction,
    id: LoginSessionId,
    cause: EndCause,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let update = ending(cause, now).filter(Column::Id.eq(id));
    Ok(update.exec(&tx.executor()).await?.rows_affected == 1)
}

/// Ends all sessions of a user but `except`; gives how many ended.
pub async fn end_all_of_user(
    tx: &Transaction,
    user_id: UserId,
    except: Option<LoginSessionId>,
    cause: EndCause,
    now: Timestamp,
) -> Result<u64, StorageError> {
    let mut update = ending(cause, now).filter(Column::UserId.eq(user_id));
    if let Some(kept) = except {
        update = update.filter(Column::Id.ne(kept));
    }
    Ok(update.exec(&tx.executor()).await?.rows_affected)
}

/// Ends the sessions of a user that rest on the sign-in of this second; gives how many ended.
pub async fn end_of_sign_in(
    tx: &Transaction,
    user_id: UserId,
    authenticated_at: Timestamp,
    cause: EndCause,
    now: Timestamp,
) -> Result<u64, StorageError> {
    let second = authenticated_at.as_second().saturating_mul(1000);
    let update = ending(cause, now)
        .filter(Column::UserId.eq(user_id))
        .filter(Column::AuthenticatedAt.gte(Millis(second)))
        .filter(Column::AuthenticatedAt.lt(Millis(second.saturating_add(1000))));
    Ok(update.exec(&tx.executor()).await?.rows_affected)
}

/// Ends every session of the installation; gives how many ended.
pub async fn end_everybodys(
    tx: &Transaction,
    cause: EndCause,
    now: Timestamp,
) -> Result<u64, StorageError> {
    let ended = ending(cause, now).exec(&tx.executor()).await?;
    Ok(ended.rows_affected)
}

/// The sessions that ended at `since` or later.
pub async fn ended_since(
    db: &dyn Handle,
    since: Timestamp,
) -> Result<Vec<LoginSessionId>, StorageError> {
    let ended = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::EndedAt.gte(Millis::from(since)))
        .into_query();
    Ok(db.connection().query_column(&ended, "id").await?)
}

fn ending(cause: EndCause, now: Timestamp) -> sea_orm::UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::EndedAt, Expr::value(Millis::from(now)))
        .col_expr(Column::EndCause, Expr::value(cause.as_str()))
        .filter(Column::EndedAt.is_null())
}
