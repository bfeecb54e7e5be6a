//! Second factors by an authenticator app (RFC 6238), and those that are being set up.
//!
//! Invariant: an account has one factor at most, and no time step of it is taken twice. The secret is kept in clear, as a code
//! is computed from it.

use jiff::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::Uid;
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::{Handle, StorageError, Transaction};

/// A factor. Not `Debug`: it holds the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpFactor {
    /// Its id, which ID tokens name.
    pub id: String,
    /// Whose it is.
    pub uid: Uid,
    /// What its owner calls it, if anything.
    pub display_name: Option<String>,
    /// The shared secret, base32 (RFC 4648) without padding.
    pub secret: String,
    /// The last time step of which a code was taken.
    pub last_step: i64,
    /// Since when it is asked for.
    pub enrolled_at: Timestamp,
}

/// A secret of which nobody has shown a code yet. Not `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpEnrolment {
    /// Hash of the word that goes on with it.
    pub hash: String,
    /// Whose it is.
    pub uid: Uid,
    /// The shared secret, as in [`TotpFactor`].
    pub secret: String,
    /// It is not taken from here on.
    pub expires_at: Timestamp,
}

mod factors {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_totp_factors")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub uid: Uid,
        pub display_name: Option<String>,
        pub secret: String,
        pub last_step: i64,
        pub enrolled_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod enrolments {
    use sea_orm::entity::prelude::*;

    use super::{Millis, Uid};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identity_totp_enrolments")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: String,
        pub uid: Uid,
        pub secret: String,
        pub expires_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The factor of an account, if it has one.
pub async fn find(db: &dyn Handle, uid: &Uid) -> Result<Option<TotpFactor>, StorageError> {
    let row = factors::Entity::find()
        .filter(factors::Column::Uid.eq(uid.clone()))
        .row(db)
        .await?;
    Ok(row.map(|row| TotpFactor {
        id: row.id,
        uid: row.uid,
        display_name: row.display_name,
        secret: row.secret,
        last_step: row.last_step,
        enrolled_at: row.enrolled_at.into(),
    }))
}

/// Adds a factor. [`StorageError::Conflict`] when its account has one.
pub async fn insert(tx: &Transaction, factor: TotpFactor) -> Result<(), StorageError> {
    let row = factors::Model {
        id: factor.id,
        uid: factor.uid,
        display_name: factor.display_name,
        secret: factor.secret,
        last_step: factor.last_step,
        enrolled_at: factor.enrolled_at.into(),
    };
    factors::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Uses a time step up. Of two that show the same code, one gets `true`; no step before it is taken any more.
pub async fn use_step(tx: &Transaction, id: &str, step: i64) -> Result<bool, StorageError> {
    let used = factors::Entity::update_many()
        .col_expr(factors::Column::LastStep, Expr::value(step))
        .filter(factors::Column::Id.eq(id))
        .filter(factors::Column::LastStep.lt(step))
        .exec(&tx.executor())
        .await?;
    Ok(used.rows_affected == 1)
}

/// Removes the factor of an account with this id; `false` when it has none such.
pub async fn remove(tx: &Transaction, uid: &Uid, id: &str) -> Result<bool, StorageError> {
    let removed = factors::Entity::delete_many()
        .filter(factors::Column::Id.eq(id))
        .filter(factors::Column::Uid.eq(uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(removed.rows_affected == 1)
}

/// Begins an enrolment in the place of whatever the account had begun before.
pub async fn begin_enrolment(
    tx: &Transaction,
    enrolment: TotpEnrolment,
) -> Result<(), StorageError> {
    end_enrolments(tx, &enrolment.uid).await?;
    let row = enrolments::Model {
        hash: enrolment.hash,
        uid: enrolment.uid,
        secret: enrolment.secret,
        expires_at: enrolment.expires_at.into(),
    };
    enrolments::Entity::insert(row.into_active_model())
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// The enrolment of an account with this hash.
pub async fn find_enrolment(
    db: &dyn Handle,
    uid: &Uid,
    hash: &str,
) -> Result<Option<TotpEnrolment>, StorageError> {
    let row = enrolments::Entity::find_by_id(hash.to_owned())
        .filter(enrolments::Column::Uid.eq(uid.clone()))
        .row(db)
        .await?;
    Ok(row.map(|row| TotpEnrolment {
        hash: row.hash,
        uid: row.uid,
        secret: row.secret,
        expires_at: row.expires_at.into(),
    }))
}

/// Forgets what the account had begun.
pub async fn end_enrolments(tx: &Transaction, uid: &Uid) -> Result<(), StorageError> {
    enrolments::Entity::delete_many()
        .filter(enrolments::Column::Uid.eq(uid.clone()))
        .exec(&tx.executor())
        .await?;
    Ok(())
}
