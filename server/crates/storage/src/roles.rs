//! Roles: named sets of grants, and which user holds which.
//!
//! Invariant: every row names its company, and a user never holds a role of another company.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{FromQueryResult, JoinType, QueryOrder as _, QuerySelect as _};
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::database::sealed::Connected;
use crate::folding::fold;
use crate::ids::typed_id;
use crate::listing::{self, Direction, Listed, Listing};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

pub(crate) mod holders;

typed_id!(
    /// A role.
    open RoleId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, RoleId, UserId, holders};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "roles")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: RoleId,
        pub company_id: CompanyId,
        pub name: String,
        pub name_key: String,
        pub code: String,
        pub description: String,
        pub search_key: String,
        pub color: String,
        pub role_type: String,
        pub is_default: bool,
        pub is_assignable: bool,
        pub permissions: String,
        pub cloned_from: Option<RoleId>,
        pub version: i32,
        pub created_at: Millis,
        pub created_by: Option<UserId>,
        pub updated_at: Millis,
        pub updated_by: Option<UserId>,
        pub deleted_at: Option<Millis>,
        pub deleted_by: Option<UserId>,
    }

    #[derive(Copy, Clone, Debug, EnumIter)]
    pub(crate) enum Relation {
        Holders,
    }

    impl RelationTrait for Relation {
        fn def(&self) -> RelationDef {
            match self {
                Self::Holders => Entity::has_many(holders::Entity).into(),
            }
        }
    }

    impl Related<holders::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Holders.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// A role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its id.
    pub id: RoleId,
    /// Its name, unique in the company.
    pub name: String,
    /// Its code, unique in the company, fixed.
    pub code: String,
    /// What it is for.
    pub description: String,
    /// A palette token.
    pub color: String,
    /// `system` or `custom`.
    pub role_type: String,
    /// Whether a new user gets it.
    pub is_default: bool,
    /// Whether it can be given to a user.
    pub is_assignable: bool,
    /// What it allows, closed under implication.
    pub permissions: Vec<Grant>,
    /// How many users hold it.
    pub member_count: u64,
    /// One step per write.
    pub version: i32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// Actions on a resource, within a scope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Name of the resource.
    pub resource: String,
    /// Names of the actions.
    pub actions: Vec<String>,
    /// `own`, `office` or `company`.
    pub scope: String,
}

/// What a new role begins with.
#[derive(Clone, Debug)]
pub struct NewRole {
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: String,
    /// What it is for.
    pub description: String,
    /// A palette token.
    pub color: String,
    /// `system` or `custom`.
    pub role_type: String,
    /// Whether a new user gets it.
    pub is_default: bool,
    /// Whether it can be given to a user.
    pub is_assignable: bool,
    /// What it allows.
    pub permissions: Vec<Grant>,
}

/// A role as its holder's rights need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleOfUser {
    /// Its id.
    pub id: RoleId,
    /// Its name.
    pub name: String,
    /// A palette token.
    pub color: String,
    /// What it allows.
    pub permissions: Vec<Grant>,
}

/// What roles can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleSort {
    /// Name, folded.
    Name,
    /// When it was made.
    CreatedAt,
    /// When it was last changed.
    UpdatedAt,
}

impl Role {
    fn read(row: Model, member_count: u64) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            name: row.name,
            code: row.code,
            description: row.description,
            color: row.color,
            role_type: row.role_type,
            is_default: row.is_default,
            is_assignable: row.is_assignable,
            permissions: json_text::read(&row.permissions, "role's permissions")?,
            member_count,
            version: row.version,
            created_at: row.created_at.into(),
            updated_at: row.updated_at.into(),
        })
    }
}

/// Writes a new role. [`StorageError::Conflict`] when the company has one of that name or code, or a second default.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewRole,
    created_by: UserId,
    now: Timestamp,
) -> Result<Role, StorageError> {
    let row = ActiveModel {
        id: Set(RoleId::generate()),
        company_id: Set(company),
        name_key: Set(fold(&new.name)),
        search_key: Set(fold(&format!(
            "{} {} {}",
            new.name, new.code, new.description
        ))),
        name: Set(new.name),
        code: Set(new.code),
        description: Set(new.description),
        color: Set(new.color),
        role_type: Set(new.role_type),
        is_default: Set(new.is_default),
        is_assignable: Set(new.is_assignable),
        permissions: Set(json_text::write(&new.permissions, "role's permissions")?),
        cloned_from: Set(None),
        version: Set(1),
        created_at: Set(now.into()),
        created_by: Set(Some(created_by)),
        updated_at: Set(now.into()),
        updated_by: Set(Some(created_by)),
        deleted_at: Set(None),
        deleted_by: Set(None),
    };
    Role::read(row.insert(tx.connection()).await?, 0)
}

/// Gives the role to the user. [`StorageError::Conflict`] when the user has it, or either is of another company.
pub async fn give(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    role: RoleId,
) -> Result<(), StorageError> {
    holders::insert(tx, company, user, role).await
}

/// The company's roles with the number of their members.
pub async fn list(
    db: &impl Handle,
    company: CompanyId,
    listing: Listing<RoleSort>,
) -> Result<Listed<Role>, StorageError> {
    let column = |sort| match sort {
        RoleSort::Name => Column::NameKey,
        RoleSort::CreatedAt => Column::CreatedAt,
        RoleSort::UpdatedAt => Column::UpdatedAt,
    };
    let own_order = [(Column::NameKey, Direction::Ascending)];
    let rows = listing::list(
        db,
        of_company(company),
        listing,
        Column::SearchKey,
        column,
        &own_order,
        Column::Id,
    )
    .await?;
    let counts = holders::count_by_role(db, company).await?;
    rows.try_map(|row| {
        let members = counts.get(&row.id).copied().unwrap_or_default();
        Role::read(row, members)
    })
}

/// How many roles the company has.
pub async fn count(db: &impl Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(of_company(company).count(db.connection()).await?)
}

/// The roles of each of these users, ordered by name; who has none is left out.
pub async fn of_users(
    db: &impl Handle,
    company: CompanyId,
    users: &[UserId],
) -> Result<HashMap<UserId, Vec<RoleOfUser>>, StorageError> {
    #[derive(FromQueryResult)]
    struct Row {
        user_id: UserId,
        id: RoleId,
        name: String,
        color: String,
        permissions: String,
    }

    let rows = of_company(company)
        .join(JoinType::InnerJoin, entity::Relation::Holders.def())
        .filter(holders::Column::UserId.is_in(users.iter().copied()))
        .select_only()
        .column(holders::Column::UserId)
        .columns([Column::Id, Column::Name, Column::Color, Column::Permissions])
        .order_by_asc(Column::NameKey)
        .into_model::<Row>()
        .all(db.connection())
        .await?;

    let mut found: HashMap<UserId, Vec<RoleOfUser>> = HashMap::new();
    for row in rows {
        let permissions = json_text::read(&row.permissions, "role's permissions")?;
        let role = RoleOfUser {
            id: row.id,
            name: row.name,
            color: row.color,
            permissions,
        };
        found.entry(row.user_id).or_default().push(role);
    }
    Ok(found)
}

fn of_company(company: CompanyId) -> Select<Entity> {
    Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::DeletedAt.is_null())
}

#[cfg(test)]
mod tests;
