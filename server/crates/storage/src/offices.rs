//! Offices of a company; exactly one is the head office.

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;

use crate::clock::Millis;
use crate::database::sealed::Connected;
use crate::folding::fold;
use crate::ids::typed_id;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

typed_id!(
    /// An office.
    open OfficeId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, OfficeId, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "offices")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: OfficeId,
        pub company_id: CompanyId,
        pub name: String,
        pub name_key: String,
        pub unlocode: Option<String>,
        pub address: Option<String>,
        pub timezone: String,
        pub phone: Option<String>,
        pub is_head: bool,
        pub enabled: bool,
        pub version: i32,
        pub created_at: Millis,
        pub created_by: Option<UserId>,
        pub updated_at: Millis,
        pub updated_by: Option<UserId>,
        pub deleted_at: Option<Millis>,
        pub deleted_by: Option<UserId>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// An office.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Office {
    /// Its id.
    pub id: OfficeId,
    /// Its name, unique in the company.
    pub name: String,
    /// IANA zone.
    pub timezone: String,
    /// Whether it is the head office.
    pub is_head: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
}

impl From<Model> for Office {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            name: row.name,
            timezone: row.timezone,
            is_head: row.is_head,
            enabled: row.enabled,
        }
    }
}

/// Writes the head office. [`StorageError::Conflict`] when the company has one.
pub async fn insert_head(
    tx: &Transaction,
    company: CompanyId,
    name: &str,
    timezone: &str,
    created_by: UserId,
    now: Timestamp,
) -> Result<Office, StorageError> {
    let row = ActiveModel {
        id: Set(OfficeId::generate()),
        company_id: Set(company),
        name: Set(name.to_owned()),
        name_key: Set(fold(name)),
        unlocode: Set(None),
        address: Set(None),
        timezone: Set(timezone.to_owned()),
        phone: Set(None),
        is_head: Set(true),
        enabled: Set(true),
        version: Set(1),
        created_at: Set(now.into()),
        created_by: Set(Some(created_by)),
        updated_at: Set(now.into()),
        updated_by: Set(Some(created_by)),
        deleted_at: Set(None),
        deleted_by: Set(None),
    };
    Ok(row.insert(tx.connection()).await?.into())
}

/// All offices of the company, the head office first, then by name.
pub async fn all(db: &impl Handle, company: CompanyId) -> Result<Vec<Office>, StorageError> {
    use sea_orm::QueryOrder as _;

    let rows = Entity::find()
        .filter(Column::CompanyId.eq(company))
        .filter(Column::DeletedAt.is_null())
        .order_by_desc(Column::IsHead)
        .order_by_asc(Column::NameKey)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(Office::from).collect())
}
