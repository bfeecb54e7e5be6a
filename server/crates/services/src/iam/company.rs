//! A company as its staff see it.
//!
//! Invariant: the wire names are the specification's (section 3), misspelt ones included; inside they are spelt right. What a
//! company does not have reads here as in its record among the companies.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::companies::Company as Record;

use crate::iam::companies::fields::CompanyFormats;
use crate::iam::offices::hours::Weekday;
use crate::master::conventions;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What the company does in the transport chain.
    CompanyType {
        Forwarder = "forwarder",
        Carrier = "carrier",
        CustomsBroker = "customsBroker",
        Nvocc = "nvocc",
        Warehouse = "warehouse",
        Shipper = "shipper",
        Other = "other",
    }
}

wire_enum! {
    /// The kind of contract the company has with the operator.
    AccountType { Trial = "trial", Standard = "standard", Enterprise = "enterprise" }
}

wire_enum! {
    /// Whether an administrator has completed the company's data.
    AccountSetup { Pending = "pending", Done = "done" }
}

/// A company, specification section 3.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Company {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A short form of the name; empty when it has none.
    pub short_name: String,
    /// What it does.
    pub company_type: CompanyType,
    /// Its kind of contract.
    pub account_type: AccountType,
    /// Whether its data are complete.
    pub account_setup: AccountSetup,
    /// BCP 47; the language its staff begin with.
    #[serde(rename = "prefered_language")]
    pub preferred_language: String,
    /// ISO 3166-1 alpha-2.
    pub operating_country: String,
    /// ISO 4217; money is shown in it.
    pub currency: String,
    /// IANA zone; the company's days begin in it.
    pub timezone: String,
    /// Postal address.
    pub address: Address,
    /// E.164; empty when none is known.
    pub phone: String,
    /// How it writes, for those of its users who have not chosen otherwise.
    pub formats: CompanyFormats,
    /// The days on which people work in its operating country.
    #[serde(rename = "workingDays")]
    pub working_days: Vec<Weekday>,
    /// Whether it agreed to receive campaigns.
    pub is_subscribed_for_campaign: bool,
    /// Whether all its staff must use a second factor.
    #[serde(rename = "twoFactorAuth")]
    pub two_factor_auth: bool,
    /// What it has subscribed to; none when nothing was agreed, which never expires.
    #[serde(rename = "subscripedPlan")]
    #[schema(required)]
    pub subscribed_plan: Option<SubscribedPlan>,
    /// Codes of the products it has.
    pub products: Vec<String>,
}

/// A postal address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Address {
    /// Up to four lines.
    pub lines: Vec<String>,
    /// City.
    pub city: String,
    /// State, province or region.
    pub subdivision: String,
    /// Postal code.
    pub postal: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
}

/// A subscription.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct SubscribedPlan {
    /// Its name.
    #[schema(required)]
    pub name: String,
    /// The last day on which it can be used, in the company's zone; none when it does not end.
    #[serde(rename = "expiryDate")]
    #[schema(required, value_type = Option<String>, format = Date)]
    pub expiry_date: Option<Date>,
}

impl TryFrom<&Record> for Company {
    type Error = StorageError;

    fn try_from(record: &Record) -> Result<Self, StorageError> {
        Ok(Self {
            id: record.id.as_uuid(),
            name: record.name.clone(),
            short_name: record.short_name.clone().unwrap_or_default(),
            company_type: record.company_type.parse()?,
            account_type: record.account_type.parse()?,
            account_setup: record.account_setup.parse()?,
            preferred_language: record.preferred_language.clone(),
            operating_country: record.operating_country.clone(),
            currency: record.currency.clone(),
            timezone: record.timezone.clone(),
            address: record
                .address
                .clone()
                .map(Address::from)
                .unwrap_or_default(),
            phone: record.phone.clone().unwrap_or_default(),
            formats: (&record.formats).try_into()?,
            working_days: conventions::working_days(&record.operating_country),
            is_subscribed_for_campaign: record.is_subscribed_for_campaign,
            two_factor_auth: record.two_factor_auth,
            subscribed_plan: record.plan.clone().map(SubscribedPlan::from),
            products: record.products.clone(),
        })
    }
}

impl From<waybill_storage::companies::Plan> for SubscribedPlan {
    fn from(plan: waybill_storage::companies::Plan) -> Self {
        Self {
            name: plan.name,
            expiry_date: plan.expiry_date,
        }
    }
}

impl From<waybill_storage::companies::Address> for Address {
    fn from(address: waybill_storage::companies::Address) -> Self {
        let waybill_storage::companies::Address {
            lines,
            city,
            subdivision,
            postal,
            country,
        } = address;
        Self {
            lines,
            city,
            subdivision,
            postal,
            country,
        }
    }
}

impl From<Address> for waybill_storage::companies::Address {
    fn from(address: Address) -> Self {
        let Address {
            lines,
            city,
            subdivision,
            postal,
            country,
        } = address;
        Self {
            lines,
            city,
            subdivision,
            postal,
            country,
        }
    }
}

/// Takes in a postal address. Its postal code is not checked: a pattern warns, it never blocks.
pub(crate) fn read_address(address: &mut Address, members: &mut Members) {
    members.texts("lines", 4, 80, &mut address.lines);
    members.text("city", 80, &mut address.city);
    members.text("subdivision", 80, &mut address.subdivision);
    members.text("postal", 20, &mut address.postal);
    members.checked_text(
        "country",
        2,
        &mut address.country,
        is_country,
        "Enter a country code, for example NL.",
    );
}

/// The shape of ISO 3166-1 alpha-2.
pub(crate) fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|it| it.is_ascii_uppercase())
}
