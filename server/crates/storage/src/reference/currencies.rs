//! Currencies: ISO 4217, with funds, special codes and the superseded ones that old documents carry.

use sea_orm::entity::prelude::*;

use super::{ReferenceId, visible};
use crate::clock::Millis;
use crate::listing::{self, Direction, Listed, Listing};
use crate::{CompanyId, Handle, StorageError, json_text};

pub(super) mod entity {
    use sea_orm::entity::prelude::*;

    use super::{CompanyId, Millis, ReferenceId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "currencies")]
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
        pub numeric: String,
        pub name: String,
        pub symbol: String,
        pub exponent: Option<i32>,
        pub status: String,
        pub superseded_by: Option<String>,
        pub cash_rounding: Option<String>,
        pub countries: String,
        pub enabled: bool,
        pub favourite: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{Column, Entity, Model};

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Currency {
    /// Its id.
    pub id: ReferenceId,
    /// ISO 4217 code.
    pub code: String,
    /// ISO 4217 number, three digits.
    pub numeric: String,
    /// English name.
    pub name: String,
    /// Empty when there is none and the code is printed.
    pub symbol: String,
    /// Digits after the point; none for special codes that have no minor unit.
    pub exponent: Option<i32>,
    /// `active`, `superseded`, `fund` or `special`.
    pub status: String,
    /// Code of the successor.
    pub superseded_by: Option<String>,
    /// Smallest amount in cash, a decimal number.
    pub cash_rounding: Option<String>,
    /// Alpha-2 codes of the countries that use it.
    pub countries: Vec<String>,
    /// Whether it is the company's own row.
    pub is_local_override: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// One step per write.
    pub version: i32,
}

/// What currencies can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurrencySort {
    /// Code.
    Code,
    /// Name, folded.
    Name,
    /// Number.
    Numeric,
    /// Digits after the point.
    Exponent,
    /// Status.
    Status,
}

impl TryFrom<Model> for Currency {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            code: row.code,
            numeric: row.numeric,
            name: row.name,
            symbol: row.symbol,
            exponent: row.exponent,
            status: row.status,
            superseded_by: row.superseded_by,
            cash_rounding: row.cash_rounding,
            countries: json_text::read(&row.countries, "currency's countries")?,
            is_local_override: row.company_id.is_some(),
            enabled: row.enabled,
            favourite: row.favourite,
            version: row.version,
        })
    }
}

/// The currencies that the company sees, by code; `enabled` leaves out the others.
pub async fn list(
    db: &impl Handle,
    company: CompanyId,
    enabled: Option<bool>,
    listing: Listing<CurrencySort>,
) -> Result<Listed<Currency>, StorageError> {
    let column = |sort| match sort {
        CurrencySort::Code => Column::Code,
        CurrencySort::Name => Column::SortKey,
        CurrencySort::Numeric => Column::Numeric,
        CurrencySort::Exponent => Column::Exponent,
        CurrencySort::Status => Column::Status,
    };
    let own_order = [(Column::Code, Direction::Ascending)];
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
    rows.try_map(Currency::try_from)
}

/// How many currencies the company sees.
pub async fn count(db: &impl Handle, company: CompanyId) -> Result<u64, StorageError> {
    Ok(seen_by(company).count(db.connection()).await?)
}

fn seen_by(company: CompanyId) -> Select<Entity> {
    visible(company, Column::CompanyId, [Column::Code])
}
