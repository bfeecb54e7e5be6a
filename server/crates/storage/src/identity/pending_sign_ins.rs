//! Pending sign-ins: a password was right, and the code of the second factor is still owed.
//!
//! Invariant: one leads to one sign-in at most, until it expires; the word that goes on with it is stored as its hash only.

use jiff::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::Uid;
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::{Handle, StorageError, Transaction};

/// A pending sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingSignIn {
    /// Hash of the word that goes on with it.
    pub hash: String,
    /// Whose it is.
    pub uid: Uid,
    /// It is not taken from here on.
    pub expires_at: Timestamp,
}

mod row {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_pending_sign_ins")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: String,
        pub uid: Uid,
        pub expires_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Adds one and deletes those of the account that have expired.
pub async fn insert(
    tx: &Transaction,
    pending: PendingSignIn,
    now: Timestamp,
) -> Result<(), StorageError> {
    row::Entity::delete_many()
        .filter(row::Column::Uid.eq(pending.uid.clone()))
        .filter(row::Column::ExpiresAt.lte(Millis::from(now)))
        .exec(&tx.executor())
        .await?;
    let row = row::Model {
        hash: pending.hash,
        uid: pending.uid,
        expires_at: pending.expires_at.into(),
    };
    row::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// The one with this hash.
pub async fn find(db: &dyn Handle, hash: &str) -> Result<Option<PendingSignIn>, StorageError> {
    let row = row::Entity::find_by_id(hash.to_owned()).row(db).await?;
    Ok(row.map(|row| PendingSignIn {
        hash: row.hash,
        uid: row.uid,
        expires_at: row.expires_at.into(),
    }))
}

/// Uses one up. Of two that try, one gets `true`.
pub async fn consume(tx: &Transaction, hash: &str) -> Result<bool, StorageError> {
    let consumed = row::Entity::delete_by_id(hash.to_owned())
        .exec(&tx.executor())
        .await?;
    Ok(consumed.rows_affected == 1)
}

/// Forgets all of an account, as when its sign-ins are revoked.
pub async fn forget(tx: &Transaction, uid: &Uid) -> Result<(), StorageError> {
    row::Entity::delete_many()
        .filter(row::Column::Uid.eq(uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(())
}
