//! What a company holds (domain reference, section 4).
//!
//! Invariant: the wire names are the specification's, misspelt ones included; what the operator sets is read from nobody.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::records::Id;
use waybill_storage::{StorageError, companies};

use crate::contact::parts::{TaxId, read_tax_ids};
use crate::drive::file::Files;
use crate::iam::company::{
    AccountSetup, AccountType, Address, CompanyType, SubscribedPlan, is_country, read_address,
};
use crate::iam::offices::hours::Weekday;
use crate::iam::user::{DateFormat, HourCycle};
use crate::languages::Language;
use crate::mail::address;
use crate::problem::FieldProblem;
use crate::validate::Members;
use crate::vocabulary::wire_enum;
use crate::zones;

wire_enum! {
    /// What goods are weighed in.
    MassUnit { Kilogram = "kg", Pound = "lb" }
}

wire_enum! {
    /// What the room that goods take is measured in.
    VolumeUnit { CubicMetre = "m3", CubicFoot = "ft3" }
}

wire_enum! {
    /// Incoterms 2020: the first seven for any mode of transport, the others for carriage by water.
    Incoterm {
        Exw = "EXW", Fca = "FCA", Cpt = "CPT", Cip = "CIP", Dap = "DAP", Dpu = "DPU", Ddp = "DDP",
        Fas = "FAS", Fob = "FOB", Cfr = "CFR", Cif = "CIF",
    }
}

wire_enum! {
    /// How numbers are written: `auto` as in the reader's language, then 1,234.5; 1.234,5; 1 234,5; 1’234.5; 12,34,567.8.
    NumberFormat {
        Auto = "auto", Comma = "comma", Point = "point", Space = "space", Apostrophe = "apostrophe", Indian = "indian",
    }
}

wire_enum! {
    /// The paper that reports are printed on: ISO 216 A4, or 8½ by 11 inches.
    PaperSize { A4 = "a4", Letter = "letter" }
}

/// How a company writes, for those of its users who have not chosen otherwise, and on what it prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct CompanyFormats {
    /// Order of day, month and year.
    pub date: DateFormat,
    /// Hours of the day.
    pub time: HourCycle,
    /// Separators of numbers.
    pub number: NumberFormat,
    /// Paper.
    pub paper: PaperSize,
}

impl TryFrom<&companies::Formats> for CompanyFormats {
    type Error = StorageError;

    fn try_from(stored: &companies::Formats) -> Result<Self, StorageError> {
        Ok(Self {
            date: stored.date.parse()?,
            time: stored.time.parse()?,
            number: stored.number.parse()?,
            paper: stored.paper.parse()?,
        })
    }
}

/// The units that a company works in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Units {
    /// Of mass.
    pub mass: MassUnit,
    /// Of volume.
    pub volume: VolumeUnit,
}

/// How mails of a company look to those who get them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CompanyMail {
    /// The name beside the address that they come from; empty for the company's name in mails that its people write, and
    /// the installation's in others.
    #[schema(max_length = 80)]
    pub from_name: String,
    /// Who is answered to mails that nobody of the company wrote; empty for the installation's address.
    #[schema(max_length = 254)]
    pub reply_to: String,
    /// What stands under each, as a text of several lines.
    #[schema(max_length = 1000)]
    pub footer: String,
}

/// What a company holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CompanyFields {
    /// Its name.
    #[schema(min_length = 1, max_length = 120)]
    pub name: String,
    /// Its name as the register of companies has it.
    #[schema(max_length = 120)]
    pub legal_name: String,
    /// A short form of the name, unique over the installation.
    #[serde(rename = "short_name")]
    #[schema(max_length = 20)]
    pub short_name: String,
    /// What it does in the transport chain.
    #[serde(rename = "company_type")]
    pub company_type: CompanyType,
    /// Its kind of contract; the operator's to set.
    #[serde(rename = "account_type")]
    pub account_type: AccountType,
    /// Whether its data are complete: name, street, city and country.
    #[serde(rename = "account_setup")]
    pub account_setup: AccountSetup,
    /// The language its staff begin with.
    #[serde(rename = "prefered_language")]
    pub preferred_language: Language,
    /// ISO 3166-1 alpha-2.
    #[serde(rename = "operating_country")]
    #[schema(pattern = "^[A-Z]{2}$", example = "NL")]
    pub operating_country: String,
    /// ISO 4217; money is shown in it.
    #[schema(pattern = "^[A-Z]{3}$", example = "EUR")]
    pub currency: String,
    /// IANA zone; the company's days begin in it.
    pub timezone: String,
    /// Postal address.
    pub address: Address,
    /// E.164.
    #[schema(max_length = 16)]
    pub phone: String,
    /// Mail address that everybody may know.
    #[schema(max_length = 254)]
    pub email: String,
    /// Address on the web, `https://…`.
    #[schema(max_length = 200)]
    pub website: String,
    /// How its mails look to those who get them.
    pub mail: CompanyMail,
    /// The file that holds its logo: PNG, JPEG or WebP, at most 1 MB, seen by the whole company.
    #[schema(value_type = Option<Uuid>)]
    pub logo_file_id: Option<Id<Files>>,
    /// Its number in the register of companies.
    #[schema(max_length = 40)]
    pub registration_no: String,
    /// Its numbers at tax offices.
    #[schema(max_items = 10)]
    pub tax_ids: Vec<TaxId>,
    /// Standard Carrier Alpha Code.
    #[schema(max_length = 4)]
    pub scac: String,
    /// What it measures in.
    pub units: Units,
    /// How it writes, for those of its users who have not chosen otherwise.
    pub formats: CompanyFormats,
    /// The term of delivery that it proposes.
    pub default_incoterm: Option<Incoterm>,
    /// Whether it agreed to receive campaigns.
    #[serde(rename = "is_subscribed_for_campaign")]
    pub is_subscribed_for_campaign: bool,
    /// Whether all its staff must use a second factor; to change it is a right of its own, `company:manage`.
    pub two_factor_auth: bool,
    /// What it has subscribed to; the operator's to set.
    #[serde(rename = "subscripedPlan")]
    pub subscribed_plan: Option<SubscribedPlan>,
    /// Codes of the products it has; the operator's to set.
    pub products: Vec<String>,
}

/// What is computed for a company.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyMore {
    /// What looks wrong with it, and does not keep it from being saved.
    pub warnings: Vec<FieldProblem>,
    /// What its country proposes.
    #[schema(required)]
    pub proposed: Option<CompanyProposal>,
    /// The days on which people work in its operating country.
    pub working_days: Vec<Weekday>,
}

/// What a country proposes to a company that works there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompanyProposal {
    /// ISO 4217; empty when the country has no currency of its own.
    pub currency: String,
    /// IANA zone; empty when the country has none.
    pub timezone: String,
}

/// Takes in what the company's people may say of it.
pub(super) fn read(fields: &mut CompanyFields, members: &mut Members) {
    members.filled_company_name("name", 120, &mut fields.name);
    members.company_name("legalName", 120, &mut fields.legal_name);
    members.company_name("short_name", 20, &mut fields.short_name);
    members.word("company_type", &mut fields.company_type);
    members.word("prefered_language", &mut fields.preferred_language);
    read_place(fields, members);
    members.object("address", |members| {
        read_address(&mut fields.address, members);
    });
    members.phone("phone", Some(&fields.operating_country), &mut fields.phone);
    let mut email = Some(std::mem::take(&mut fields.email)).filter(|it| !it.is_empty());
    members.parsed("email", 320, &mut email, address::parse);
    fields.email = email.unwrap_or_default();
    members.checked_text(
        "website",
        200,
        &mut fields.website,
        is_web,
        "Enter an address that starts with https://.",
    );
    members.object("mail", |members| read_mail(&mut fields.mail, members));
    members.optional_id("logoFileId", &mut fields.logo_file_id);
    members.text("registrationNo", 40, &mut fields.registration_no);
    read_tax_ids(members, &mut fields.tax_ids);
    members.checked_text(
        "scac",
        4,
        &mut fields.scac,
        is_scac,
        "Enter two to four capital letters, for example MAEU.",
    );
    members.object("units", |members| {
        members.word("mass", &mut fields.units.mass);
        members.word("volume", &mut fields.units.volume);
    });
    members.object("formats", |members| {
        members.word("date", &mut fields.formats.date);
        members.word("time", &mut fields.formats.time);
        members.word("number", &mut fields.formats.number);
        members.word("paper", &mut fields.formats.paper);
    });
    members.optional_word("defaultIncoterm", &mut fields.default_incoterm);
    members.flag(
        "is_subscribed_for_campaign",
        &mut fields.is_subscribed_for_campaign,
    );
    members.flag("twoFactorAuth", &mut fields.two_factor_auth);
}

/// Takes in how its mails look.
fn read_mail(mail: &mut CompanyMail, members: &mut Members) {
    members.company_name("fromName", 80, &mut mail.from_name);
    let mut reply_to = Some(std::mem::take(&mut mail.reply_to)).filter(|it| !it.is_empty());
    members.parsed("replyTo", 320, &mut reply_to, address::parse);
    mail.reply_to = reply_to.unwrap_or_default();
    members.long_text("footer", 1000, &mut mail.footer);
}

/// Takes in where the company works, and what it counts in there.
fn read_place(fields: &mut CompanyFields, members: &mut Members) {
    let required = "This field is required.";
    members.checked_text(
        "operating_country",
        2,
        &mut fields.operating_country,
        is_country,
        "Choose a country from the list.",
    );
    let given = !fields.operating_country.is_empty();
    members.ensure("operating_country", given, required);
    members.checked_text(
        "currency",
        3,
        &mut fields.currency,
        |code| code.len() == 3 && code.bytes().all(|it| it.is_ascii_uppercase()),
        "Choose a currency from the list.",
    );
    members.ensure("currency", !fields.currency.is_empty(), required);
    members.checked_text(
        "timezone",
        64,
        &mut fields.timezone,
        |name| zones::get(name).is_ok(),
        "Choose a time zone from the list.",
    );
    members.ensure("timezone", !fields.timezone.is_empty(), required);
}

/// Whether this is an address on the web that begins with `https://` and carries no password.
pub fn is_web(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| {
        let has_password = url.password().is_some() || !url.username().is_empty();
        url.scheme() == "https" && url.has_host() && !has_password
    })
}

/// Whether this is a Standard Carrier Alpha Code: `[A-Z]{2,4}`.
pub fn is_scac(text: &str) -> bool {
    (2..=4).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_uppercase())
}
