//! Session keys: the private keys that sign session tokens.
//!
//! Invariant: a key is written once and never changed; the newest signs, the others still verify.

use std::fmt;

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue::Set, QueryOrder};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::{Lock, lock_if_writing};
use crate::{Handle, StorageError, Transaction};

mod entity {
    use sea_orm::entity::prelude::*;

    use super::Millis;

    /// Stays in this file: its `Debug`, which SeaORM asks for, would print the key.
    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "session_keys")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(super) kid: String,
        pub(super) private_key: String,
        pub(super) created_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity};

/// A key pair as it is kept. `Debug` does not show the private half.
#[derive(Clone)]
pub struct SessionKey {
    /// Its name in the header of a token.
    pub kid: String,
    /// The private key, in a text form of the caller's choosing.
    pub private_key: String,
    /// When it was made.
    pub created_at: Timestamp,
}

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionKey")
            .field("kid", &self.kid)
            .field("created_at", &self.created_at)
            .finish_non_exhaustive()
    }
}

/// All keys, newest first; empty before the first start. Read in a transaction, nobody else adds one until its end.
pub async fn all(db: &dyn Handle) -> Result<Vec<SessionKey>, StorageError> {
    lock_if_writing(db, Lock::Keys).await?;
    let rows = Entity::find()
        .order_by_desc(Column::CreatedAt)
        .rows(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| SessionKey {
            kid: row.kid,
            private_key: row.private_key,
            created_at: row.created_at.into(),
        })
        .collect())
}

/// Adds a key. [`StorageError::Conflict`] when its name is taken.
pub async fn insert(tx: &Transaction, key: &SessionKey) -> Result<(), StorageError> {
    let row = ActiveModel {
        kid: Set(key.kid.clone()),
        private_key: Set(key.private_key.clone()),
        created_at: Set(key.created_at.into()),
    };
    Entity::insert(row)
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Removes a key. Tokens that it signed are worthless from then on, at each instance as soon as it reads the keys again.
pub async fn remove(tx: &Transaction, kid: &str) -> Result<(), StorageError> {
    Entity::delete_by_id(kid.to_owned())
        .exec(&tx.executor())
        .await?;
    Ok(())
}
