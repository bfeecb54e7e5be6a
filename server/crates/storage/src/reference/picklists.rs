//! Picklists: groups, and the values that fields offer.
//!
//! Invariant: a value belongs to the group whose code it names; its own code is unique there.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

use super::{ReferenceId, visible};
use crate::clock::Millis;
use crate::listing::{self, Direction, Listed, Listing};
use crate::{CompanyId, Handle, StorageError};

pub(super) mod group {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, ReferenceId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "picklist_groups")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ReferenceId,
        pub company_id: Option<CompanyId>,
        pub search_key: String,
        pub sort_key: String,
        pub version: i32,
        pub created_at: Millis,
        pub updated_at: Millis,
        pub code: String,
        pub name: String,
        pub module: String,
        pub description: String,
        pub is_system: bool,
        pub allow_custom: bool,
        pub multi_select: bool,
        pub sort: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) mod value {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, ReferenceId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "picklist_values")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ReferenceId,
        pub company_id: Option<CompanyId>,
        pub search_key: String,
        pub sort_key: String,
        pub version: i32,
        pub created_at: Millis,
        pub updated_at: Millis,
        pub group_code: String,
        pub code: String,
        pub label: String,
        pub description: Option<String>,
        pub color: Option<String>,
        pub sort_order: i32,
        pub is_default: bool,
        pub standard_list: Option<String>,
        pub standard_code: Option<String>,
        pub is_system: bool,
        pub enabled: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A picklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PicklistGroup {
    /// Its id.
    pub id: ReferenceId,
    /// Its code, which fields name.
    pub code: String,
    /// Its name.
    pub name: String,
    /// The part of the product that needs it.
    pub module: String,
    /// What it is for.
    pub description: String,
    /// Whether its values cannot be removed.
    pub is_system: bool,
    /// Whether companies may add values.
    pub allow_custom: bool,
    /// Whether a field takes several values.
    pub multi_select: bool,
    /// `manual`, `alpha` or `usage`.
    pub sort: String,
    /// One step per write.
    pub version: i32,
}

/// A value of a picklist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PicklistValue {
    /// Its id.
    pub id: ReferenceId,
    /// Code of its group.
    pub group_code: String,
    /// Its code, which records hold.
    pub code: String,
    /// What is shown.
    pub label: String,
    /// More about it.
    pub description: Option<String>,
    /// A palette token.
    pub color: Option<String>,
    /// Its place in a group that is sorted by hand.
    pub sort_order: i32,
    /// Whether an empty field begins with it.
    pub is_default: bool,
    /// The standard's list and the code there.
    pub standard: Option<(String, String)>,
    /// Whether it cannot be removed.
    pub is_system: bool,
    /// Whether it is the company's own row.
    pub is_local_override: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// One step per write.
    pub version: i32,
}

/// What picklists can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupSort {
    /// Name, folded.
    Name,
    /// Code.
    Code,
}

/// What values can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSort {
    /// Code of the group.
    Group,
    /// What is shown, folded.
    Label,
    /// Code.
    Code,
    /// Place.
    SortOrder,
}

/// Which values are wanted.
#[derive(Clone, Debug, Default)]
pub struct ValueFilter {
    /// Only those of groups of this module.
    pub module: Option<String>,
    /// Only those of this group.
    pub group: Option<String>,
    /// Only those that pickers offer, or only those that they do not.
    pub enabled: Option<bool>,
}

impl From<group::Model> for PicklistGroup {
    fn from(row: group::Model) -> Self {
        Self {
            id: row.id,
            code: row.code,
            name: row.name,
            module: row.module,
            description: row.description,
            is_system: row.is_system,
            allow_custom: row.allow_custom,
            multi_select: row.multi_select,
            sort: row.sort,
            version: row.version,
        }
    }
}

impl From<value::Model> for PicklistValue {
    fn from(row: value::Model) -> Self {
        Self {
            id: row.id,
            group_code: row.group_code,
            code: row.code,
            label: row.label,
            description: row.description,
            color: row.color,
            sort_order: row.sort_order,
            is_default: row.is_default,
            standard: row.standard_list.zip(row.standard_code),
            is_system: row.is_system,
            is_local_override: row.company_id.is_some(),
            enabled: row.enabled,
            version: row.version,
        }
    }
}

/// The picklists that the company sees, by name.
pub async fn groups(
    db: &impl Handle,
    company: CompanyId,
    module: Option<&str>,
    listing: Listing<GroupSort>,
) -> Result<Listed<PicklistGroup>, StorageError> {
    use group::{Column, Entity};

    let column = |sort| match sort {
        GroupSort::Name => Column::SortKey,
        GroupSort::Code => Column::Code,
    };
    let own_order = [(Column::SortKey, Direction::Ascending)];
    let mut rows: Select<Entity> = visible(company, Column::CompanyId, [Column::Code]);
    if let Some(module) = module {
        rows = rows.filter(Column::Module.eq(module));
    }
    let rows = listing::list(
        db,
        rows,
        listing,
        Column::SearchKey,
        column,
        &own_order,
        Column::Id,
    )
    .await?;
    rows.try_map(|row| Ok(row.into()))
}

/// The values that the company sees, group by group, each in its order.
pub async fn values(
    db: &impl Handle,
    company: CompanyId,
    filter: ValueFilter,
    listing: Listing<ValueSort>,
) -> Result<Listed<PicklistValue>, StorageError> {
    use value::Column;

    let column = |sort| match sort {
        ValueSort::Group => Column::GroupCode,
        ValueSort::Label => Column::SortKey,
        ValueSort::Code => Column::Code,
        ValueSort::SortOrder => Column::SortOrder,
    };
    let own_order = [Column::GroupCode, Column::SortOrder, Column::SortKey]
        .map(|column| (column, Direction::Ascending));
    let mut rows = seen_by(company);
    if let Some(module) = filter.module {
        let groups = Query::select()
            .column(group::Column::Code)
            .from(group::Entity)
            .and_where(group::Column::Module.eq(module))
            .to_owned();
        rows = rows.filter(Column::GroupCode.in_subquery(groups));
    }
    if let Some(group) = filter.group {
        rows = rows.filter(Column::GroupCode.eq(group));
    }
    if let Some(enabled) = filter.enabled {
        rows = rows.filter(Column::Enabled.eq(enabled));
    }
    let rows = listing::list(
        db,
        rows,
        listing,
        Column::SearchKey,
        column,
        &own_order,
        Column::Id,
    )
    .await?;
    rows.try_map(|row| Ok(row.into()))
}

/// How many values that pickers offer the company sees.
pub async fn count_enabled(db: &impl Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(seen_by(company)
        .filter(value::Column::Enabled.eq(true))
        .count(db.connection())
        .await?)
}

fn seen_by(company: CompanyId) -> Select<value::Entity> {
    visible(
        company,
        value::Column::CompanyId,
        [value::Column::GroupCode, value::Column::Code],
    )
}
