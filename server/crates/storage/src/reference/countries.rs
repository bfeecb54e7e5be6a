//! Countries: ISO 3166-1, and Kosovo's user-assigned code.

use sea_orm::entity::prelude::*;

use super::{ReferenceId, visible};
use crate::clock::Millis;
use crate::listing::{self, Direction, Listed, Listing};
use crate::{CompanyId, Handle, StorageError, json_text};

pub(super) mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, ReferenceId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "countries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ReferenceId,
        pub company_id: Option<CompanyId>,
        pub search_key: String,
        pub sort_key: String,
        pub version: i32,
        pub created_at: Millis,
        pub updated_at: Millis,
        pub alpha2: String,
        pub alpha3: String,
        pub numeric: String,
        pub name: String,
        pub aliases: String,
        pub local_names: String,
        pub dial_code: Option<String>,
        pub default_currency: Option<String>,
        pub timezones: String,
        pub postal_pattern: Option<String>,
        pub postal_label: Option<String>,
        pub customs_union: String,
        pub week_start: i32,
        pub is_user_assigned: bool,
        pub enabled: bool,
        pub favourite: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{Column, Entity, Model};

/// A country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Country {
    /// Its id.
    pub id: ReferenceId,
    /// ISO 3166-1 alpha-2.
    pub alpha2: String,
    /// ISO 3166-1 alpha-3.
    pub alpha3: String,
    /// ISO 3166-1 numeric, three digits.
    pub numeric: String,
    /// English name.
    pub name: String,
    /// Other English names.
    pub aliases: Vec<String>,
    /// Calling code, such as `+1-268`.
    pub dial_code: Option<String>,
    /// ISO 4217 code of the currency to propose.
    pub default_currency: Option<String>,
    /// Its zones, the one to propose first.
    pub timezones: Vec<String>,
    /// Regular expression of postal codes.
    pub postal_pattern: Option<String>,
    /// What a postal code is called there.
    pub postal_label: Option<String>,
    /// `eu`, `eaeu`, `gcc`, `mercosur`, `sacu` or `none`.
    pub customs_union: String,
    /// ISO 8601 day on which the week begins: 1 is Monday.
    pub week_start: i32,
    /// Whether its codes are outside ISO 3166-1.
    pub is_user_assigned: bool,
    /// Whether it is the company's own row.
    pub is_local_override: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// One step per write.
    pub version: i32,
}

/// What countries can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountrySort {
    /// Name, folded.
    Name,
    /// Two-letter code.
    Alpha2,
    /// Three-letter code.
    Alpha3,
    /// Three-digit code.
    Numeric,
    /// Calling code.
    DialCode,
    /// Currency to propose.
    DefaultCurrency,
}

impl TryFrom<Model> for Country {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            alpha2: row.alpha2,
            alpha3: row.alpha3,
            numeric: row.numeric,
            name: row.name,
            aliases: json_text::read(&row.aliases, "country's aliases")?,
            dial_code: row.dial_code,
            default_currency: row.default_currency,
            timezones: json_text::read(&row.timezones, "country's time zones")?,
            postal_pattern: row.postal_pattern,
            postal_label: row.postal_label,
            customs_union: row.customs_union,
            week_start: row.week_start,
            is_user_assigned: row.is_user_assigned,
            is_local_override: row.company_id.is_some(),
            enabled: row.enabled,
            favourite: row.favourite,
            version: row.version,
        })
    }
}

/// The countries that the company sees; `enabled` leaves out the others.
pub async fn list(
    db: &impl Handle,
    company: CompanyId,
    enabled: Option<bool>,
    listing: Listing<CountrySort>,
) -> Result<Listed<Country>, StorageError> {
    let column = |sort| match sort {
        CountrySort::Name => Column::SortKey,
        CountrySort::Alpha2 => Column::Alpha2,
        CountrySort::Alpha3 => Column::Alpha3,
        CountrySort::Numeric => Column::Numeric,
        CountrySort::DialCode => Column::DialCode,
        CountrySort::DefaultCurrency => Column::DefaultCurrency,
    };
    let own_order = [(Column::SortKey, Direction::Ascending)];
    let mut rows = seen_by(company);
    if let Some(enabled) = enabled {
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
    rows.try_map(Country::try_from)
}

/// How many countries the company sees.
pub async fn count(db: &impl Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(seen_by(company).count(db.connection()).await?)
}

/// The seed row of a country, for whom no company is known yet.
pub async fn seeded(db: &impl Handle, alpha2: &str) -> Result<Option<Country>, StorageError> {
    let row = Entity::find()
        .filter(Column::CompanyId.is_null())
        .filter(Column::Alpha2.eq(alpha2))
        .one(db.connection())
        .await?;
    row.map(Country::try_from).transpose()
}

fn seen_by(company: CompanyId) -> Select<Entity> {
    visible(company, Column::CompanyId, [Column::Alpha2])
}
