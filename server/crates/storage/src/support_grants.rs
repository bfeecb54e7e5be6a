//! Support grants: the access to its records that a company gives the operator's people, for a time.
//!
//! Invariant: a grant is only shortened, by revoking it; what ended never runs again.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue::Set, QueryOrder as _};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::ids::typed_id;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

typed_id!(
    /// A grant of support access.
    open SupportGrantId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, SupportGrantId, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "support_grants")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: SupportGrantId,
        pub company_id: CompanyId,
        pub note: String,
        pub granted_by: UserId,
        pub granted_by_name: String,
        pub began_at: Millis,
        pub until_at: Millis,
        pub revoked_at: Option<Millis>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// A grant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupportGrant {
    /// Its id.
    pub id: SupportGrantId,
    /// The company that gave it.
    pub company_id: CompanyId,
    /// What the company says about it; empty when nothing.
    pub note: String,
    /// Who of the company gave it.
    pub granted_by: UserId,
    /// How that user was called then.
    pub granted_by_name: String,
    /// When it was given.
    pub began_at: Timestamp,
    /// When it ends unless it is revoked before.
    pub until: Timestamp,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
}

impl SupportGrant {
    /// Whether it gives access then.
    pub fn is_running(&self, now: Timestamp) -> bool {
        self.revoked_at.is_none() && now < self.until
    }
}

impl From<Model> for SupportGrant {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            company_id: row.company_id,
            note: row.note,
            granted_by: row.granted_by,
            granted_by_name: row.granted_by_name,
            began_at: row.began_at.into(),
            until: row.until_at.into(),
            revoked_at: row.revoked_at.map(Timestamp::from),
        }
    }
}

/// What a grant begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewSupportGrant<'a> {
    /// What the company says about it.
    pub note: &'a str,
    /// Who gives it.
    pub granted_by: UserId,
    /// How that user is called.
    pub granted_by_name: &'a str,
    /// When it ends.
    pub until: Timestamp,
}

/// Gives access to a company's records.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewSupportGrant<'_>,
    now: Timestamp,
) -> Result<SupportGrant, StorageError> {
    let row = ActiveModel {
        id: Set(SupportGrantId::generate()),
        company_id: Set(company),
        note: Set(new.note.to_owned()),
        granted_by: Set(new.granted_by),
        granted_by_name: Set(new.granted_by_name.to_owned()),
        began_at: Set(now.into()),
        until_at: Set(new.until.into()),
        revoked_at: Set(None),
    };
    Ok(row.insert(&tx.executor()).await?.into())
}

/// A grant of the company.
pub async fn get(
    db: &dyn Handle,
    company: CompanyId,
    id: SupportGrantId,
) -> Result<Option<SupportGrant>, StorageError> {
    let row = Entity::find_by_id(id)
        .filter(Column::CompanyId.eq(company))
        .row(db)
        .await?;
    Ok(row.map(SupportGrant::from))
}

/// The grant of the company that runs now.
pub async fn running(
    db: &dyn Handle,
    company: CompanyId,
    now: Timestamp,
) -> Result<Option<SupportGrant>, StorageError> {
    let row = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::UntilAt.gt(Millis::from(now)))
        .order_by_desc(Column::UntilAt)
        .row(db)
        .await?;
    Ok(row.map(SupportGrant::from))
}

/// Ends a grant of the company before its time; `false` when it had ended.
pub async fn revoke(
    tx: &Transaction,
    company: CompanyId,
    id: SupportGrantId,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let result = Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(Millis::from(now)))
        .filter(Column::Id.eq(id))
        .filter(Column::CompanyId.eq(company))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::UntilAt.gt(Millis::from(now)))
        .exec(&tx.executor())
        .await?;
    Ok(result.rows_affected == 1)
}

/// Until when each of these companies grants access, of those that do.
pub async fn running_of(
    db: &dyn Handle,
    companies: &[CompanyId],
    now: Timestamp,
) -> Result<HashMap<CompanyId, Timestamp>, StorageError> {
    let rows = Entity::find()
        .filter(Column::CompanyId.is_in(companies.iter().copied()))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::UntilAt.gt(Millis::from(now)))
        .order_by_asc(Column::UntilAt)
        .rows(db)
        .await?;
    let until = |row: Model| (row.company_id, row.until_at.into());
    Ok(rows.into_iter().map(until).collect())
}
