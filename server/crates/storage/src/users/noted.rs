//! What is noted about users apart from their fields: it changes without a new version.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{QuerySelect as _, QueryTrait as _};

use super::KIND;
use super::entity::{Column, Entity};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

/// What is noted about users apart from their fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noted {
    /// Whether the identity provider has seen the address verified.
    pub email_verified: bool,
    /// When it last signed in.
    pub last_login_at: Option<Timestamp>,
}

/// What is noted about each of the users, in the bin or not.
pub async fn noted(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<HashMap<UserId, Noted>, StorageError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let query = Entity::find()
            .filter(Column::CompanyId.eq(company))
            .filter(Column::Id.is_in(chunk.iter().copied()))
            .select_only()
            .columns([Column::Id, Column::EmailVerified, Column::LastLoginAt])
            .into_query();
        for row in db.connection().query_all(&query).await? {
            let email_verified: i64 = row.get("email_verified")?;
            let last_login_at: i64 = row.get("last_login_at")?;
            let at = Timestamp::from_millisecond(last_login_at).ok();
            let noted = Noted {
                email_verified: email_verified != 0,
                last_login_at: at.filter(|_| last_login_at != 0),
            };
            found.insert(row.get("id")?, noted);
        }
    }
    Ok(found)
}

/// Notes a sign-in and what the identity provider says of the address. It is no change of the user: the version stays.
pub async fn note_sign_in(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    email_verified: bool,
    now: Timestamp,
) -> Result<(), StorageError> {
    tx.note_write(KIND, Some(company));
    Entity::update_many()
        .col_expr(Column::LastLoginAt, Expr::value(now.as_millisecond()))
        .col_expr(
            Column::EmailVerified,
            Expr::value(i64::from(email_verified)),
        )
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Notes that the identity provider now says otherwise of the address; `false` when it was known.
pub async fn note_email_verified(
    tx: &Transaction,
    company: CompanyId,
    id: UserId,
    email_verified: bool,
) -> Result<bool, StorageError> {
    tx.note_write(KIND, Some(company));
    let result = Entity::update_many()
        .col_expr(
            Column::EmailVerified,
            Expr::value(i64::from(email_verified)),
        )
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .filter(Column::EmailVerified.ne(i64::from(email_verified)))
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected == 1)
}
