//! Passkeys of accounts (WebAuthn), and the ceremonies of them that are under way.
//!
//! Invariant: a credential belongs to one account, and a ceremony is taken once. What is in a credential or a ceremony is the
//! provider's own JSON: public keys and challenges, of which none opens anything.

use jiff::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder};

use super::Uid;
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::{Handle, StorageError, Transaction};

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// Id of the credential, base64url without padding.
    pub id: String,
    /// Whose it is.
    pub uid: Uid,
    /// What its owner calls it.
    pub name: String,
    /// The public key with what is known of it, as JSON.
    pub credential: String,
    /// Since when it signs in.
    pub created_at: Timestamp,
    /// When it last did.
    pub used_at: Option<Timestamp>,
}

/// A challenge that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ceremony {
    /// Hash of the word that goes on with it.
    pub hash: String,
    /// The account that gets a passkey by it; none where one signs in.
    pub uid: Option<Uid>,
    /// What the answer is checked against, as JSON.
    pub state: String,
    /// It is not taken from here on.
    pub expires_at: Timestamp,
}

mod row {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Passkey, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_passkeys")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub uid: Uid,
        pub name: String,
        pub credential: String,
        pub created_at: Millis,
        pub used_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}

    impl From<Model> for Passkey {
        fn from(row: Model) -> Self {
            Self {
                id: row.id,
                uid: row.uid,
                name: row.name,
                credential: row.credential,
                created_at: row.created_at.into(),
                used_at: row.used_at.map(Into::into),
            }
        }
    }
}

mod ceremonies {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_passkey_ceremonies")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: String,
        pub uid: Option<Uid>,
        pub state: String,
        pub expires_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The passkeys of an account, the oldest first.
pub async fn of_account(db: &dyn Handle, uid: &Uid) -> Result<Vec<Passkey>, StorageError> {
    let rows = row::Entity::find()
        .filter(row::Column::Uid.eq(uid.clone()))
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .rows(db)
        .await?;
    Ok(rows.into_iter().map(Passkey::from).collect())
}

/// The passkey with this id.
pub async fn find(db: &dyn Handle, id: &str) -> Result<Option<Passkey>, StorageError> {
    let row = row::Entity::find_by_id(id.to_owned()).row(db).await?;
    Ok(row.map(Passkey::from))
}

/// Adds one. [`StorageError::Conflict`] when the credential belongs to an account already.
pub async fn insert(tx: &Transaction, passkey: Passkey) -> Result<(), StorageError> {
    let row = row::Model {
        id: passkey.id,
        uid: passkey.uid,
        name: passkey.name,
        credential: passkey.credential,
        created_at: passkey.created_at.into(),
        used_at: passkey.used_at.map(Into::into),
    };
    row::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Notes a sign-in, with what it changed about the credential; `false` when the account has no such passkey any more.
pub async fn note_use(
    tx: &Transaction,
    passkey: &Passkey,
    at: Timestamp,
) -> Result<bool, StorageError> {
    let used = row::Entity::update_many()
        .col_expr(
            row::Column::Credential,
            Expr::value(passkey.credential.as_str()),
        )
        .col_expr(row::Column::UsedAt, Expr::value(Millis::from(at)))
        .filter(row::Column::Id.eq(passkey.id.as_str()))
        .filter(row::Column::Uid.eq(passkey.uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(used.rows_affected == 1)
}

/// Removes the passkey of an account with this id; `false` when it has none such.
pub async fn remove(tx: &Transaction, uid: &Uid, id: &str) -> Result<bool, StorageError> {
    let removed = row::Entity::delete_many()
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Uid.eq(uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(removed.rows_affected == 1)
}

/// Begins a ceremony, and forgets those that nobody went on with in time.
pub async fn begin_ceremony(
    tx: &Transaction,
    ceremony: Ceremony,
    now: Timestamp,
) -> Result<(), StorageError> {
    ceremonies::Entity::delete_many()
        .filter(ceremonies::Column::ExpiresAt.lte(Millis::from(now)))
        .exec(&tx.executor())
        .await?;
    let row = ceremonies::Model {
        hash: ceremony.hash,
        uid: ceremony.uid,
        state: ceremony.state,
        expires_at: ceremony.expires_at.into(),
    };
    ceremonies::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Takes the ceremony with this hash. Of two that try, one gets it.
pub async fn take_ceremony(tx: &Transaction, hash: &str) -> Result<Option<Ceremony>, StorageError> {
    let row = ceremonies::Entity::find_by_id(hash.to_owned())
        .one(&tx.executor())
        .await?;
    let taken = ceremonies::Entity::delete_by_id(hash.to_owned())
        .exec(&tx.executor())
        .await?;
    let row = row.filter(|_| taken.rows_affected == 1);
    Ok(row.map(|row| Ceremony {
        hash: row.hash,
        uid: row.uid,
        state: row.state,
        expires_at: row.expires_at.into(),
    }))
}
