//! Adoptions: users whom an IAM service on another machine keeps, written here as it tells of them, so that what is kept here can be
//! theirs: their records, their sessions, their rights.
//!
//! Invariant: what was not adopted is never written by an adoption, so a service that tells of a user who is this database's own changes
//! nothing.

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{OnConflict, Query};

use crate::clock::Millis;
use crate::companies::{self, AdoptedCompany};
use crate::database::connection::SelectRows as _;
use crate::login_sessions::tokens;
use crate::offices::{self, AdoptedOffice};
use crate::roles::{self, Grant, RoleId};
use crate::users::{self, AdoptedUser};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, RoleId, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "adoptions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub company_id: CompanyId,
        pub role_id: RoleId,
        pub answer_hash: String,
        pub adopted_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// That a user was adopted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adoption {
    /// Its company.
    pub company_id: CompanyId,
    /// The role that holds what it may do.
    pub role_id: RoleId,
    /// Hash of what was told of it last.
    pub answer_hash: String,
}

/// All that is told of a user.
#[derive(Clone, Debug)]
pub struct Told {
    /// The user.
    pub user: AdoptedUser,
    /// Its company.
    pub company: AdoptedCompany,
    /// Its office; none means the head office.
    pub office: Option<AdoptedOffice>,
    /// What it may do, closed under implication.
    pub grants: Vec<Grant>,
    /// Hash of what was told, by which the same is known again.
    pub answer_hash: String,
}

impl From<Model> for Adoption {
    fn from(row: Model) -> Self {
        Self {
            company_id: row.company_id,
            role_id: row.role_id,
            answer_hash: row.answer_hash,
        }
    }
}

/// Whether the user was adopted, and how.
pub async fn of_user(db: &dyn Handle, user: UserId) -> Result<Option<Adoption>, StorageError> {
    let row = Entity::find_by_id(user).row(db).await?;
    Ok(row.map(Adoption::from))
}

/// Writes all that is told. [`StorageError::Conflict`] when the user, its company or its address is this database's own.
pub async fn write(tx: &Transaction, told: Told, now: Timestamp) -> Result<(), StorageError> {
    let user = told.user.id;
    let before = of_user(tx, user).await?;
    if let Some(company) = companies::known(tx, told.company.id).await? {
        companies::hold(tx, company).await?;
        if !is_adopted(tx, company).await? {
            return Err(StorageError::Conflict);
        }
    }
    let timezone = told.company.timezone.clone();
    let company = companies::adopt(tx, told.company, now).await?;
    let office = offices::adopt(tx, company, told.office, &timezone, now).await?;
    if before.as_ref().is_some_and(|it| it.company_id != company) {
        return Err(StorageError::Conflict);
    }
    let role = before.map(|it| it.role_id);
    let role = roles::adopt(tx, company, role, user, told.grants, now).await?;
    users::adopt(tx, company, told.user, office, role, now).await?;
    let row = ActiveModel {
        user_id: Set(user),
        company_id: Set(company),
        role_id: Set(role),
        answer_hash: Set(told.answer_hash),
        adopted_at: Set(now.into()),
    };
    let renewed = [Column::AnswerHash, Column::RoleId, Column::AdoptedAt];
    let again = OnConflict::column(Column::UserId)
        .update_columns(renewed)
        .to_owned();
    Entity::insert(row)
        .on_conflict(again)
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Has what was said of all who were adopted into the company asked again: somebody changed it.
pub async fn doubt(tx: &Transaction, company: CompanyId) -> Result<(), StorageError> {
    let users = Query::select()
        .column(Column::UserId)
        .from(Entity)
        .and_where(Column::CompanyId.eq(company))
        .to_owned();
    tokens::forget(tx, users).await
}

async fn is_adopted(tx: &Transaction, company: CompanyId) -> Result<bool, StorageError> {
    let found = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .one(&tx.executor())
        .await?;
    Ok(found.is_some())
}

#[cfg(test)]
mod tests;
