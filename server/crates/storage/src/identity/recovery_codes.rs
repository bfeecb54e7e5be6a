//! Recovery codes of accounts with a second factor: a row for each code that was not used yet.
//!
//! Invariant: a code is here as its hash only, and of two that use it at once one succeeds, as using it deletes its row.

use jiff::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::Uid;
use crate::database::connection::SelectRows as _;
use crate::{Handle, StorageError, Transaction};

mod entity {
    use sea_orm::entity::prelude::*;

    use super::Uid;
    use crate::clock::Millis;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_recovery_codes")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: String,
        pub uid: Uid,
        pub created_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{Column, Entity, Model};

/// Gives an account the codes with these hashes in place of all that it had.
pub async fn replace(
    tx: &Transaction,
    uid: &Uid,
    hashes: Vec<String>,
    now: Timestamp,
) -> Result<(), StorageError> {
    forget(tx, uid).await?;
    let rows = hashes.into_iter().map(|hash| {
        let row = Model {
            hash,
            uid: uid.clone(),
            created_at: now.into(),
        };
        row.into_active_model()
    });
    Entity::insert_many(rows)
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Uses a code up; `false` when the account has none with this hash.
pub async fn consume(tx: &Transaction, uid: &Uid, hash: &str) -> Result<bool, StorageError> {
    let used = Entity::delete_many()
        .filter(Column::Hash.eq(hash))
        .filter(Column::Uid.eq(uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(used.rows_affected == 1)
}

/// How many codes of an account are left.
pub async fn remaining(db: &dyn Handle, uid: &Uid) -> Result<u64, StorageError> {
    let count = Entity::find()
        .filter(Column::Uid.eq(uid.clone()))
        .many(db)
        .await?;
    Ok(count)
}

/// Forgets all codes of an account.
pub async fn forget(tx: &Transaction, uid: &Uid) -> Result<(), StorageError> {
    Entity::delete_many()
        .filter(Column::Uid.eq(uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(())
}
