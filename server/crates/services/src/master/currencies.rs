//! Currencies as they are shown.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::reference::currencies::Currency as Record;

use crate::vocabulary::words;

words! {
    /// What a currency is good for.
    CurrencyStatus {
        /// Money.
        Active = "active",
        /// Was money; names its successor.
        Superseded = "superseded",
        /// A unit of contracts and indices.
        Fund = "fund",
        /// Metals, units of account, tests.
        Special = "special",
    }
}

/// A currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Currency {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// ISO 4217 code.
    #[schema(example = "EUR")]
    pub code: String,
    /// ISO 4217 number, three digits.
    #[schema(example = "978")]
    pub numeric: String,
    /// English name.
    pub name: String,
    /// Empty when there is none and the code is printed.
    pub symbol: String,
    /// Digits after the point by ISO 4217; null for special codes that have no minor unit.
    #[schema(required)]
    pub exponent: Option<i32>,
    /// What it is good for.
    pub status: CurrencyStatus,
    /// Code of the successor.
    #[schema(required)]
    pub superseded_by: Option<String>,
    /// Smallest amount in cash, a decimal number.
    #[schema(required)]
    pub cash_rounding: Option<String>,
    /// Alpha-2 codes of the countries that use it.
    pub countries: Vec<String>,
    /// Whether it is the company's own currency; true of exactly one.
    pub is_base: bool,
    /// Whether the company has adapted it.
    pub is_local_override: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// One step per write.
    pub version: i32,
}

impl Currency {
    /// `base` is the code of the company's own currency.
    pub(crate) fn new(record: Record, base: &str) -> Result<Self, StorageError> {
        Ok(Self {
            id: record.id.as_uuid(),
            is_base: record.code == base,
            code: record.code,
            numeric: record.numeric,
            name: record.name,
            symbol: record.symbol,
            exponent: record.exponent,
            status: record.status.parse()?,
            superseded_by: record.superseded_by,
            cash_rounding: record.cash_rounding,
            countries: record.countries,
            is_local_override: record.is_local_override,
            enabled: record.enabled,
            favourite: record.favourite,
            version: record.version,
        })
    }
}
