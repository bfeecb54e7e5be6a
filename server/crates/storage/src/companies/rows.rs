//! Companies as rows: their keys, the file that they name, and the fields that this crate knows.
//!
//! Invariant: the services write the same keys and links for the same fields.

use jiff::civil::Date;
use sea_orm::entity::prelude::Uuid;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Address, Formats, MailSender, Plan};
use crate::folding::fold;
use crate::listing::Direction;
use crate::records::{Key, KeyValue, Link, Record};

/// What a company is called in links and in the audit trail.
pub const KIND: &str = "company";
/// The table.
pub const TABLE: &str = "companies";
/// The keys of companies; see [`keys`].
pub const KEYS: &[Key] = &[
    Key::folded("name", "name_key"),
    Key::folded("short_name", "short_name_key"),
    Key::text("account_type", "account_type"),
    Key::text("expiryDate", "expiry_date"),
];
/// The order of lists.
pub const ORDER: &[(&str, Direction)] = &[("name", Direction::Ascending)];

/// The values of [`KEYS`].
pub fn keys(
    name: &str,
    short_name: &str,
    account_type: &str,
    expiry_date: Option<Date>,
) -> Vec<KeyValue> {
    vec![
        fold(name).into(),
        fold(short_name).into(),
        account_type.into(),
        expiry_date
            .map(|day| day.to_string())
            .unwrap_or_default()
            .into(),
    ]
}

/// The row that a company names: the file that holds its logo.
pub fn links(logo: Option<Uuid>) -> Vec<Link> {
    let logo = logo.map(|to_id| Link {
        field: "logoFileId",
        to_kind: "file",
        to_id,
    });
    logo.into_iter().collect()
}

/// The companies as this crate reads and writes them; the rules for all their fields are the services'.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rows;

/// The fields that this crate knows; all others stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Stored {
    pub(super) name: String,
    pub(super) short_name: String,
    pub(super) company_type: String,
    pub(super) account_type: String,
    pub(super) account_setup: String,
    #[serde(rename = "prefered_language")]
    pub(super) preferred_language: String,
    pub(super) operating_country: String,
    pub(super) currency: String,
    pub(super) timezone: String,
    pub(super) address: Address,
    pub(super) phone: String,
    pub(super) mail: MailSender,
    pub(super) formats: Formats,
    #[serde(rename = "logoFileId")]
    pub(super) logo_file_id: Option<Uuid>,
    pub(super) is_subscribed_for_campaign: bool,
    #[serde(rename = "twoFactorAuth")]
    pub(super) two_factor_auth: bool,
    #[serde(rename = "subscripedPlan")]
    pub(super) plan: Option<Plan>,
    pub(super) products: Vec<String>,
    #[serde(flatten)]
    pub(super) rest: Map<String, Value>,
}

impl Record for Rows {
    type Fields = Stored;

    const KIND: &'static str = KIND;
    const TABLE: &'static str = TABLE;
    const IS_WHOLE: bool = false;
    const KEYS: &'static [Key] = KEYS;
    const ORDER: &'static [(&'static str, Direction)] = ORDER;

    fn keys(fields: &Stored) -> Vec<KeyValue> {
        let expiry_date = fields.plan.as_ref().and_then(|plan| plan.expiry_date);
        keys(
            &fields.name,
            &fields.short_name,
            &fields.account_type,
            expiry_date,
        )
    }

    fn label(fields: &Stored) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Stored) -> Vec<&str> {
        vec![&fields.name, &fields.short_name]
    }

    fn links(fields: &Stored) -> Vec<Link> {
        links(fields.logo_file_id)
    }
}
