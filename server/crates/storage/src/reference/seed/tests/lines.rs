//! The lines of the seed files, as far as the tests of their rules look at them.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct Country {
    pub(in super::super) alpha2: String,
    pub(in super::super) alpha3: String,
    pub(in super::super) numeric: String,
    pub(in super::super) name: String,
    pub(in super::super) aliases: Vec<String>,
    pub(in super::super) dial_code: Option<String>,
    pub(in super::super) default_currency: Option<String>,
    pub(in super::super) timezones: Vec<String>,
    pub(in super::super) week_start: u8,
    pub(in super::super) is_user_assigned: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in super::super) struct Currency {
    pub(in super::super) code: String,
    pub(in super::super) name: String,
    pub(in super::super) symbol: String,
    pub(in super::super) exponent: Option<i32>,
    pub(in super::super) status: String,
    pub(in super::super) superseded_by: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(in super::super) struct Group {
    pub(in super::super) code: String,
}

#[derive(Debug, Deserialize)]
pub(in super::super) struct Value {
    pub(in super::super) group: String,
    pub(in super::super) code: String,
    pub(in super::super) label: String,
    pub(in super::super) enabled: bool,
}
