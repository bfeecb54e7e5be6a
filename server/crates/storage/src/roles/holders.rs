//! Which user holds which role.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{FromQueryResult, QuerySelect as _};

use super::RoleId;
use crate::database::sealed::Connected;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

#[derive(Clone, Debug, DeriveEntityModel)]
#[expect(
    clippy::struct_field_names,
    reason = "a row of a join table is nothing but ids"
)]
#[sea_orm(table_name = "user_roles")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub role_id: RoleId,
    pub company_id: CompanyId,
}

#[derive(Copy, Clone, Debug, EnumIter)]
pub(crate) enum Relation {
    Role,
}

impl RelationTrait for Relation {
    fn def(&self) -> RelationDef {
        match self {
            Self::Role => Entity::belongs_to(super::entity::Entity)
                .from(Column::RoleId)
                .to(super::entity::Column::Id)
                .into(),
        }
    }
}

impl Related<super::entity::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Role.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

pub(super) async fn insert(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    role: RoleId,
) -> Result<(), StorageError> {
    let row = ActiveModel {
        user_id: Set(user),
        role_id: Set(role),
        company_id: Set(company),
    };
    Entity::insert(row)
        .exec_without_returning(tx.connection())
        .await?;
    Ok(())
}

pub(super) async fn count_by_role(
    db: &impl Handle,
    company: CompanyId,
) -> Result<HashMap<RoleId, u64>, StorageError> {
    #[derive(FromQueryResult)]
    struct Row {
        role_id: RoleId,
        members: i64,
    }

    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .select_only()
        .column(Column::RoleId)
        .column_as(Column::UserId.count(), "members")
        .group_by(Column::RoleId)
        .into_model::<Row>()
        .all(db.connection())
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.role_id, u64::try_from(row.members).unwrap_or_default()))
        .collect())
}
