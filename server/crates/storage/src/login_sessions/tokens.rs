//! Tokens that somebody else makes: which of them was found to be good for a session, and when.
//!
//! Invariant: the token itself is not here, only its hash.

use jiff::Timestamp;
use sea_orm::QueryFilter;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::SelectStatement;

use super::{Column, Entity, LoginSessionId};
use crate::clock::Millis;
use crate::{StorageError, Transaction};

/// A token that was found good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Its hash.
    pub token_hash: String,
    /// When it was.
    pub at: Timestamp,
}

pub(super) fn of(token_hash: Option<String>, at: Option<Millis>) -> Option<Proof> {
    let (token_hash, at) = token_hash.zip(at)?;
    Some(Proof {
        token_hash,
        at: at.into(),
    })
}

/// Notes that this token was found good for the session, which goes on by it.
pub async fn note(tx: &Transaction, id: LoginSessionId, proof: &Proof) -> Result<(), StorageError> {
    let at = Millis::from(proof.at);
    Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(proof.token_hash.as_str()))
        .col_expr(Column::ProvedAt, Expr::value(at))
        .col_expr(Column::LastSeenAt, Expr::value(at))
        .filter(Column::Id.eq(id))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Forgets when the tokens of these users were found good, so that they are looked at again. `users` selects their ids.
pub(crate) async fn forget(tx: &Transaction, users: SelectStatement) -> Result<(), StorageError> {
    Entity::update_many()
        .col_expr(Column::ProvedAt, Expr::value(None::<Millis>))
        .filter(Column::UserId.in_subquery(users))
        .filter(Column::EndedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}
