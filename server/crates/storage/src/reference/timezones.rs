//! Time zones: the names of tzdb's `zone.tab`, and UTC. Offsets are computed for an instant, never stored.

use std::collections::HashMap;
use std::sync::LazyLock;

use sea_orm::entity::prelude::*;

use super::{ReferenceId, visible};
use crate::clock::Millis;
use crate::listing::{self, Direction, Listed, Listing};
use crate::{CompanyId, Handle, StorageError, json_text};

pub(super) mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, ReferenceId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "timezones")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ReferenceId,
        pub company_id: Option<CompanyId>,
        pub search_key: String,
        pub sort_key: String,
        pub version: i32,
        pub created_at: Millis,
        pub updated_at: Millis,
        pub name: String,
        pub label: String,
        pub aliases: String,
        pub countries: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{Column, Entity, Model};

/// A time zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timezone {
    /// Its id.
    pub id: ReferenceId,
    /// Its canonical IANA name.
    pub name: String,
    /// The place it is named for.
    pub label: String,
    /// Other IANA names of it.
    pub aliases: Vec<String>,
    /// Alpha-2 codes of the countries that keep it.
    pub countries: Vec<String>,
    /// One step per write.
    pub version: i32,
}

/// What time zones can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimezoneSort {
    /// Canonical name.
    Name,
    /// Place.
    Label,
}

impl TryFrom<Model> for Timezone {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            name: row.name,
            label: row.label,
            aliases: json_text::read(&row.aliases, "time zone's aliases")?,
            countries: json_text::read(&row.countries, "time zone's countries")?,
            version: row.version,
        })
    }
}

/// The present name of a zone, which may be given by an old one; none when the list has no such zone.
pub fn canonical(name: &str) -> Option<&'static str> {
    static NAMES: LazyLock<HashMap<String, String>> = LazyLock::new(super::seed::zone_names);
    NAMES.get(name).map(String::as_str)
}

/// All time zones by name.
pub async fn list(
    db: &impl Handle,
    company: CompanyId,
    listing: Listing<TimezoneSort>,
) -> Result<Listed<Timezone>, StorageError> {
    let column = |sort| match sort {
        TimezoneSort::Name => Column::Name,
        TimezoneSort::Label => Column::SortKey,
    };
    let own_order = [(Column::Name, Direction::Ascending)];
    let rows = seen_by(company);
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
    rows.try_map(Timezone::try_from)
}

/// How many time zones there are.
pub async fn count(db: &impl Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(seen_by(company).count(db.connection()).await?)
}

fn seen_by(company: CompanyId) -> Select<Entity> {
    visible(company, Column::CompanyId, [Column::Name])
}
