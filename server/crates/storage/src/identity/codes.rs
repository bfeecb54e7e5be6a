//! Action codes: what a mailed link carries to prove that its reader owns an address.
//!
//! Invariant: a code works once, until it expires, for one account and one address; it is stored as its hash only.

use jiff::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::Uid;
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::{Handle, StorageError, Transaction};

/// A code as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionCode {
    /// Hash of the code.
    pub hash: String,
    /// Whose code it is.
    pub uid: Uid,
    /// What it allows, in Firebase's words (`VERIFY_EMAIL`).
    pub purpose: String,
    /// The address it was mailed to.
    pub email: String,
    /// It does not work from here on.
    pub expires_at: Timestamp,
    /// When it was used, if it was.
    pub used_at: Option<Timestamp>,
}

mod row {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_action_codes")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: String,
        pub uid: Uid,
        pub purpose: String,
        pub email: String,
        pub expires_at: Millis,
        pub used_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Adds a code and deletes the account's codes that have expired.
pub async fn insert(
    tx: &Transaction,
    code: ActionCode,
    now: Timestamp,
) -> Result<(), StorageError> {
    row::Entity::delete_many()
        .filter(row::Column::Uid.eq(code.uid.clone()))
        .filter(row::Column::ExpiresAt.lte(Millis::from(now)))
        .exec(&tx.executor())
        .await?;
    let row = row::Model {
        hash: code.hash,
        uid: code.uid,
        purpose: code.purpose,
        email: code.email,
        expires_at: code.expires_at.into(),
        used_at: code.used_at.map(Millis::from),
    };
    row::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Takes back all unused codes of the account for this purpose.
pub async fn withdraw(tx: &Transaction, uid: &Uid, purpose: &str) -> Result<(), StorageError> {
    row::Entity::delete_many()
        .filter(row::Column::Uid.eq(uid.clone()))
        .filter(row::Column::Purpose.eq(purpose))
        .filter(row::Column::UsedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// The code with this hash, used or not.
pub async fn find(db: &dyn Handle, hash: &str) -> Result<Option<ActionCode>, StorageError> {
    let row = row::Entity::find_by_id(hash.to_owned()).row(db).await?;
    Ok(row.map(|row| ActionCode {
        hash: row.hash,
        uid: row.uid,
        purpose: row.purpose,
        email: row.email,
        expires_at: row.expires_at.into(),
        used_at: row.used_at.map(Timestamp::from),
    }))
}

/// Uses a code up. Of two that try, one gets `true`.
pub async fn consume(tx: &Transaction, hash: &str, now: Timestamp) -> Result<bool, StorageError> {
    let consumed = row::Entity::update_many()
        .col_expr(row::Column::UsedAt, Expr::value(Millis::from(now)))
        .filter(row::Column::Hash.eq(hash))
        .filter(row::Column::UsedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(consumed.rows_affected == 1)
}
