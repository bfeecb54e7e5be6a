//! Refresh tokens: one family per sign-in, one unused token per family, replaced at each use.
//!
//! A used token stays known for the grace period, so that two tabs which refresh at once both succeed. It has one successor,
//! which is made of the token and a salt: whoever shows the token again in time is given the same one.
//!
//! Invariant: a token is stored as its hash only, and deleting an account or family deletes its tokens.

use jiff::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::{Uid, accounts};
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::is_shared;
use crate::ids::typed_id;
use crate::{Handle, StorageError, Transaction};

typed_id!(
    /// All refresh tokens that descend from one sign-in.
    open FamilyId
);

/// One sign-in, as its refresh tokens remember it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its id, which every token of it carries.
    pub id: FamilyId,
    /// Whose sign-in it was.
    pub uid: Uid,
    /// When the person signed in; `auth_time` of every ID token.
    pub authenticated_at: Timestamp,
    /// When it was last refreshed.
    pub used_at: Timestamp,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
    /// Which second factor the sign-in proved, if one.
    pub second_factor: Option<String>,
}

/// What is known of a presented token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenState {
    /// It may be exchanged.
    Unused,
    /// It was exchanged.
    Used {
        /// When.
        at: Timestamp,
        /// What its successor was made with; none of one that was exchanged before there were salts.
        salt: Option<String>,
    },
    /// It never existed, or was exchanged long ago.
    Unknown,
}

mod families {
    use sea_orm::entity::prelude::*;

    use super::{FamilyId, Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_refresh_families")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: FamilyId,
        pub uid: Uid,
        pub authenticated_at: Millis,
        pub used_at: Millis,
        pub revoked_at: Option<Millis>,
        pub second_factor: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod tokens {
    use sea_orm::entity::prelude::*;

    use super::{FamilyId, Millis};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_refresh_tokens")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: String,
        pub family_id: FamilyId,
        pub used_at: Option<Millis>,
        pub successor_salt: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Opens a family for a sign-in. Its first token is added by [`add_token`].
pub async fn open(
    tx: &Transaction,
    uid: &Uid,
    authenticated_at: Timestamp,
    second_factor: Option<&str>,
    now: Timestamp,
) -> Result<FamilyId, StorageError> {
    let row = families::Model {
        id: FamilyId::generate(),
        uid: uid.clone(),
        authenticated_at: authenticated_at.into(),
        used_at: now.into(),
        revoked_at: None,
        second_factor: second_factor.map(str::to_owned),
    };
    let id = row.id;
    families::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(id)
}

/// The family with this id. Read in a transaction, its account and its tokens stay as they are until the end of it, so of
/// two that refresh at once the second sees what the first did.
pub async fn find(db: &dyn Handle, id: FamilyId) -> Result<Option<Family>, StorageError> {
    let find = async || families::Entity::find_by_id(id).row(db).await;
    let mut row = find().await?;
    if let Some(family) = &row
        && is_shared(db)
    {
        // Always the account first: who revokes all its families has it too.
        accounts::find(db, &family.uid).await?;
        row = find().await?;
    }
    Ok(row.map(|row| Family {
        id: row.id,
        uid: row.uid,
        authenticated_at: row.authenticated_at.into(),
        used_at: row.used_at.into(),
        revoked_at: row.revoked_at.map(Timestamp::from),
        second_factor: row.second_factor,
    }))
}

/// Adds an unused token by its hash.
pub async fn add_token(
    tx: &Transaction,
    family: FamilyId,
    hash: String,
) -> Result<(), StorageError> {
    let row = tokens::Model {
        hash,
        family_id: family,
        used_at: None,
        successor_salt: None,
    };
    tokens::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// What is known of the token with this hash in this family.
pub async fn token_state(
    db: &dyn Handle,
    family: FamilyId,
    hash: &str,
) -> Result<TokenState, StorageError> {
    let row = tokens::Entity::find_by_id(hash.to_owned())
        .filter(tokens::Column::FamilyId.eq(family))
        .row(db)
        .await?;
    Ok(match row {
        None => TokenState::Unknown,
        Some(tokens::Model { used_at: None, .. }) => TokenState::Unused,
        Some(tokens::Model {
            used_at: Some(at),
            successor_salt: salt,
            ..
        }) => TokenState::Used {
            at: at.into(),
            salt,
        },
    })
}

/// Marks a token as exchanged for the successor that is made with the salt, notes that its family is alive, and forgets tokens
/// exchanged before `forget_before`.
pub async fn use_token(
    tx: &Transaction,
    family: FamilyId,
    (hash, salt): (&str, &str),
    now: Timestamp,
    forget_before: Timestamp,
) -> Result<(), StorageError> {
    tokens::Entity::update_many()
        .col_expr(tokens::Column::UsedAt, Expr::value(Millis::from(now)))
        .col_expr(tokens::Column::SuccessorSalt, Expr::value(salt))
        .filter(tokens::Column::Hash.eq(hash))
        .exec(&tx.executor())
        .await?;
    families::Entity::update_many()
        .col_expr(families::Column::UsedAt, Expr::value(Millis::from(now)))
        .filter(families::Column::Id.eq(family))
        .exec(&tx.executor())
        .await?;
    tokens::Entity::delete_many()
        .filter(tokens::Column::FamilyId.eq(family))
        .filter(tokens::Column::UsedAt.lt(Millis::from(forget_before)))
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Revokes one family. It is kept, so that its tokens are answered as revoked and not as unknown.
pub async fn revoke(
    tx: &Transaction,
    family: FamilyId,
    now: Timestamp,
) -> Result<(), StorageError> {
    families::Entity::update_many()
        .col_expr(families::Column::RevokedAt, Expr::value(Millis::from(now)))
        .filter(families::Column::Id.eq(family))
        .filter(families::Column::RevokedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Revokes every family of an account, as when its password changes.
pub async fn revoke_all(tx: &Transaction, uid: &Uid, now: Timestamp) -> Result<(), StorageError> {
    families::Entity::update_many()
        .col_expr(families::Column::RevokedAt, Expr::value(Millis::from(now)))
        .filter(families::Column::Uid.eq(uid.clone()))
        .filter(families::Column::RevokedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Revokes every family of every account.
pub async fn revoke_everybodys(tx: &Transaction, now: Timestamp) -> Result<(), StorageError> {
    families::Entity::update_many()
        .col_expr(families::Column::RevokedAt, Expr::value(Millis::from(now)))
        .filter(families::Column::RevokedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Revokes the families of an account whose sign-in was within this second, as an ID token tells it.
pub async fn revoke_sign_in(
    tx: &Transaction,
    uid: &Uid,
    authenticated_at: Timestamp,
    now: Timestamp,
) -> Result<(), StorageError> {
    families::Entity::update_many()
        .col_expr(families::Column::RevokedAt, Expr::value(Millis::from(now)))
        .filter(families::Column::Uid.eq(uid.clone()))
        .filter(within_second(authenticated_at))
        .filter(families::Column::RevokedAt.is_null())
        .exec(&tx.executor())
        .await?;
    Ok(())
}

/// Whether the account has signed in within that second, however that ended.
pub async fn has_sign_in(
    db: &dyn Handle,
    uid: &Uid,
    authenticated_at: Timestamp,
) -> Result<bool, StorageError> {
    let row = families::Entity::find()
        .filter(families::Column::Uid.eq(uid.clone()))
        .filter(within_second(authenticated_at))
        .row(db)
        .await?;
    Ok(row.is_some())
}

/// Whether the sign-in of that second was revoked. Where several were within it, all have to be.
pub async fn is_revoked(
    db: &dyn Handle,
    uid: &Uid,
    authenticated_at: Timestamp,
) -> Result<bool, StorageError> {
    let rows = families::Entity::find()
        .filter(families::Column::Uid.eq(uid.clone()))
        .filter(within_second(authenticated_at))
        .rows(db)
        .await?;
    Ok(!rows.is_empty() && rows.iter().all(|row| row.revoked_at.is_some()))
}

fn within_second(moment: Timestamp) -> Expr {
    let second = moment.as_second().saturating_mul(1000);
    families::Column::AuthenticatedAt
        .gte(Millis(second))
        .and(families::Column::AuthenticatedAt.lt(Millis(second.saturating_add(1000))))
}

/// Deletes the families of an account that were last used before `idle_since`.
pub async fn prune(tx: &Transaction, uid: &Uid, idle_since: Timestamp) -> Result<(), StorageError> {
    families::Entity::delete_many()
        .filter(families::Column::Uid.eq(uid.clone()))
        .filter(families::Column::UsedAt.lt(Millis::from(idle_since)))
        .exec(&tx.executor())
        .await?;
    Ok(())
}
