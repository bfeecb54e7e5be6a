//! Countries as they are shown.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::reference::countries::Country as Record;

use crate::vocabulary::words;

words! {
    /// A union of countries with one customs border.
    CustomsUnion {
        Eu = "eu",
        Eaeu = "eaeu",
        Gcc = "gcc",
        Mercosur = "mercosur",
        Sacu = "sacu",
        None = "none",
    }
}

/// A country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Country {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// ISO 3166-1 alpha-2.
    #[schema(example = "NL")]
    pub alpha2: String,
    /// ISO 3166-1 alpha-3.
    #[schema(example = "NLD")]
    pub alpha3: String,
    /// ISO 3166-1 numeric, three digits.
    #[schema(example = "528")]
    pub numeric: String,
    /// English name.
    pub name: String,
    /// Other English names.
    pub aliases: Vec<String>,
    /// Calling code; in a shared numbering plan with the country's own digits after a dash.
    #[schema(required, example = "+1-268")]
    pub dial_code: Option<String>,
    /// ISO 4217 code of the currency to propose.
    #[schema(required)]
    pub default_currency: Option<String>,
    /// IANA names of its zones, the one to propose first.
    pub timezones: Vec<String>,
    /// Regular expression of postal codes.
    #[schema(required)]
    pub postal_pattern: Option<String>,
    /// What a postal code is called there.
    #[schema(required)]
    pub postal_label: Option<String>,
    /// Its customs union.
    pub customs_union: CustomsUnion,
    /// Day on which the week begins: 1 is Monday, 7 Sunday.
    pub week_start: i32,
    /// Whether its codes are outside ISO 3166-1.
    pub is_user_assigned: bool,
    /// Whether the company has adapted it.
    pub is_local_override: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// Whether pickers offer it first.
    pub favourite: bool,
    /// One step per write.
    pub version: i32,
}

impl TryFrom<Record> for Country {
    type Error = StorageError;

    fn try_from(record: Record) -> Result<Self, StorageError> {
        Ok(Self {
            id: record.id.as_uuid(),
            alpha2: record.alpha2,
            alpha3: record.alpha3,
            numeric: record.numeric,
            name: record.name,
            aliases: record.aliases,
            dial_code: record.dial_code,
            default_currency: record.default_currency,
            timezones: record.timezones,
            postal_pattern: record.postal_pattern,
            postal_label: record.postal_label,
            customs_union: record.customs_union.parse()?,
            week_start: record.week_start,
            is_user_assigned: record.is_user_assigned,
            is_local_override: record.is_local_override,
            enabled: record.enabled,
            favourite: record.favourite,
            version: record.version,
        })
    }
}
