//! Signing keys: made in turn, and kept for as long as tokens that they signed may be shown.

use jiff::Timestamp;
use sea_orm::{EntityTrait, IntoActiveModel, QueryOrder};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::{Lock, lock_if_writing};
use crate::{Handle, StorageError, Transaction};

/// A key pair for signing ID tokens. `Debug` does not show the private half.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The key id of RFC 7515; names the key in a token's header.
    pub kid: String,
    /// PKCS #8, base64.
    pub private_key: String,
    /// The public half as a JWK (RFC 7517), JSON.
    pub public_jwk: String,
    /// When it was made; the newest key signs.
    pub created_at: Timestamp,
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .finish_non_exhaustive()
    }
}

mod row {
    use sea_orm::entity::prelude::*;

    use super::Millis;

    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_signing_keys")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub kid: String,
        pub private_key: String,
        pub public_jwk: String,
        pub created_at: Millis,
    }

    // SeaORM wants `Debug`; the private key must not appear in it.
    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("Model")
                .field("kid", &self.kid)
                .finish_non_exhaustive()
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// All keys, the newest first; empty before the first start. Read in a transaction, nobody else adds one until its end.
pub async fn all(db: &dyn Handle) -> Result<Vec<SigningKey>, StorageError> {
    lock_if_writing(db, Lock::Keys).await?;
    let rows = row::Entity::find()
        .order_by_desc(row::Column::CreatedAt)
        .rows(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| SigningKey {
            kid: row.kid,
            private_key: row.private_key,
            public_jwk: row.public_jwk,
            created_at: row.created_at.into(),
        })
        .collect())
}

/// Removes a key.
pub async fn remove(tx: &Transaction, kid: &str) -> Result<(), StorageError> {
    row::Entity::delete_by_id(kid.to_owned())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Adds a key.
pub async fn insert(tx: &Transaction, key: SigningKey) -> Result<(), StorageError> {
    let row = row::Model {
        kid: key.kid,
        private_key: key.private_key,
        public_jwk: key.public_jwk,
        created_at: key.created_at.into(),
    };
    row::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}
