//! Suppressions: addresses that a company no longer sends mail to. Beside them, the key that makes its links for unsubscribing.
//!
//! Invariant: an address is suppressed once for a company, for the reason that came first; a key never changes.

use std::fmt;

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait as _, LikeExpr, OnConflict, Query};
use sea_orm::{QueryOrder as _, QuerySelect as _};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::ids::typed_id;
use crate::listing::like_pattern;
use crate::{CompanyId, Handle, StorageError, Transaction};

typed_id!(
    /// A suppression.
    open SuppressionId
);

mod suppression {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, SuppressionId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "mail_suppressions")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(super) company_id: CompanyId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub(super) id: SuppressionId,
        pub(super) address: String,
        pub(super) reason: String,
        pub(super) detail: String,
        pub(super) created_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod key {
    use sea_orm::entity::prelude::*;

    use super::CompanyId;

    /// Stays in this file: its `Debug`, which SeaORM asks for, would print the secret.
    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "mail_keys")]
    pub(super) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub(super) company_id: CompanyId,
        pub(super) secret: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(super) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use suppression::{Column, Entity, Model};

/// An address that a company no longer sends mail to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// Its id.
    pub id: SuppressionId,
    /// The address, in lower case.
    pub address: String,
    /// Why, as a word of the services.
    pub reason: String,
    /// What a mail server answered; empty when none did.
    pub detail: String,
    /// Since when.
    pub created_at: Timestamp,
}

impl From<Model> for Suppression {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            address: row.address,
            reason: row.reason,
            detail: row.detail,
            created_at: row.created_at.into(),
        }
    }
}

/// What a suppression begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewSuppression<'a> {
    /// The address, in lower case.
    pub address: &'a str,
    /// Why, as a word of the services.
    pub reason: &'static str,
    /// What a mail server answered; empty when none did.
    pub detail: &'a str,
}

/// The secret with which a company makes its links for unsubscribing: 256 random bits.
#[derive(Clone)]
pub struct MailKey {
    /// Whose it is.
    pub company_id: CompanyId,
    /// The bits, in hexadecimal digits.
    pub secret: String,
}

impl fmt::Debug for MailKey {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MailKey")
            .field("company_id", &self.company_id)
            .finish_non_exhaustive()
    }
}

impl From<key::Model> for MailKey {
    fn from(row: key::Model) -> Self {
        Self {
            company_id: row.company_id,
            secret: row.secret,
        }
    }
}

/// Suppresses an address. False when it was suppressed before, which then stays as it is.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewSuppression<'_>,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(Entity)
        .columns([
            Column::CompanyId,
            Column::Id,
            Column::Address,
            Column::Reason,
            Column::Detail,
            Column::CreatedAt,
        ])
        .values_panic([
            Expr::value(company.as_uuid()),
            Expr::value(SuppressionId::generate().as_uuid()),
            Expr::value(new.address),
            Expr::value(new.reason),
            Expr::value(new.detail),
            Expr::value(Millis::from(now)),
        ])
        .on_conflict(
            OnConflict::columns([Column::CompanyId, Column::Address])
                .do_nothing()
                .to_owned(),
        );
    Ok(tx.executor().execute(&insert).await?.rows_affected() == 1)
}

/// Those of the addresses, in lower case, that are suppressed.
pub async fn among(
    db: &dyn Handle,
    company: CompanyId,
    addresses: Vec<String>,
) -> Result<Vec<Suppression>, StorageError> {
    if addresses.is_empty() {
        return Ok(Vec::new());
    }
    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Address.is_in(addresses))
        .rows(db)
        .await?;
    Ok(rows.into_iter().map(Suppression::from).collect())
}

/// The suppressions whose address contains the text, the latest first, at most so many; and how many there are.
pub async fn list(
    db: &dyn Handle,
    company: CompanyId,
    search: &str,
    limit: u64,
) -> Result<(Vec<Suppression>, u64), StorageError> {
    let pattern = format!("%{}%", like_pattern(&search.to_lowercase()));
    let found = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Expr::col(Column::Address).like(LikeExpr::new(pattern).escape('\\')));
    let total = found.clone().many(db).await?;
    let rows = found
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .limit(limit)
        .rows(db)
        .await?;
    Ok((rows.into_iter().map(Suppression::from).collect(), total))
}

/// All suppressions of the company, by address.
pub async fn all(db: &dyn Handle, company: CompanyId) -> Result<Vec<Suppression>, StorageError> {
    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .order_by_asc(Column::Address)
        .rows(db)
        .await?;
    Ok(rows.into_iter().map(Suppression::from).collect())
}

/// Ends a suppression; gives what it was, or none when the company has no such one.
pub async fn remove(
    tx: &Transaction,
    company: CompanyId,
    id: SuppressionId,
) -> Result<Option<Suppression>, StorageError> {
    let row = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::Id.eq(id))
        .one(&tx.executor())
        .await?;
    if row.is_some() {
        Entity::delete_many()
            .filter(Column::CompanyId.eq(company))
            .filter(Column::Id.eq(id))
            .exec(&tx.executor())
            .await?;
    }
    Ok(row.map(Suppression::from))
}

/// The key of the company with this id, if that has one.
pub async fn key(db: &dyn Handle, company: Uuid) -> Result<Option<MailKey>, StorageError> {
    let row = key::Entity::find()
        .filter(key::Column::CompanyId.eq(company))
        .row(db)
        .await?;
    Ok(row.map(MailKey::from))
}

/// The key of the company, made if there is none.
pub async fn key_or_new(tx: &Transaction, company: CompanyId) -> Result<MailKey, StorageError> {
    let bytes: [u8; 32] = rand::random();
    let mut insert = Query::insert();
    insert
        .into_table(key::Entity)
        .columns([key::Column::CompanyId, key::Column::Secret])
        .values_panic([
            Expr::value(company.as_uuid()),
            Expr::value(crate::hashing::hex(&bytes)),
        ])
        .on_conflict(
            OnConflict::column(key::Column::CompanyId)
                .do_nothing()
                .to_owned(),
        );
    tx.executor().execute(&insert).await?;
    let made = key(tx, company.as_uuid()).await?;
    made.ok_or(StorageError::Corrupt("mail key"))
}

#[cfg(test)]
mod tests;
