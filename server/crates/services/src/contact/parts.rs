//! Parts of a contact: its addresses for mail, telephone and post, its tax ids, and how each is read.
//!
//! Invariant: what passed is in the form in which it is compared: mail addresses in lower case, telephone numbers in E.164,
//! codes in capitals.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mail::address;
use crate::master::conventions;
use crate::phone::NO_NUMBER;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Where an address or a number is used.
    ContactPointType {
        Work = "work", Home = "home", Mobile = "mobile", Billing = "billing", Delivery = "delivery", Other = "other",
    }
}

wire_enum! {
    /// What a mail address is for.
    EmailPurpose { Docs = "docs", Invoice = "invoice", Tracking = "tracking", Urgent = "urgent" }
}

/// A mail address of a contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ContactEmail {
    /// The address, in lower case.
    #[schema(max_length = 254, example = "ann@example.com")]
    pub address: String,
    /// Where it is used.
    #[serde(rename = "type")]
    pub kind: ContactPointType,
    /// Whether it is the one to write to; one of them is, and comes first.
    pub primary: bool,
    /// What it is for; none when it is for everything.
    pub purpose: Option<EmailPurpose>,
}

/// A telephone number of a contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ContactPhone {
    /// The number in E.164. One that is sent without its country code is read as dialled in the company's country.
    #[schema(pattern = r"^\+[1-9]\d{6,14}$", example = "+31201234567")]
    pub e164: String,
    /// Where it is used.
    #[serde(rename = "type")]
    pub kind: ContactPointType,
    /// Whether it is the one to call; one of them is, and comes first.
    pub primary: bool,
}

/// A postal address of a contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ContactAddress {
    /// What it is used for.
    #[serde(rename = "type")]
    pub kind: ContactPointType,
    /// Street and the like, line by line.
    #[schema(max_items = 4)]
    pub lines: Vec<String>,
    /// City.
    #[schema(max_length = 80)]
    pub city: String,
    /// State or province.
    #[schema(max_length = 80)]
    pub subdivision: String,
    /// Postal code.
    #[schema(max_length = 20)]
    pub postal: String,
    /// ISO 3166-1 alpha-2.
    #[schema(pattern = "^[A-Z]{2}$", example = "NL")]
    pub country: String,
    /// UN/LOCODE.
    #[schema(example = "NLRTM")]
    pub unlocode: String,
}

/// A tax id of a contact or a company.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TaxId {
    /// Whose tax office gave it, ISO 3166-1 alpha-2.
    #[schema(pattern = "^[A-Z]{2}$", example = "NL")]
    pub country: String,
    /// What it is called there: what its country calls it, where that is known and nothing is given.
    #[serde(rename = "type")]
    #[schema(max_length = 20, example = "VAT")]
    pub kind: String,
    /// The number.
    #[schema(max_length = 30)]
    pub no: String,
}

/// A part of which one is primary.
trait Preferred {
    fn primary(&mut self) -> &mut bool;
}

impl Preferred for ContactEmail {
    fn primary(&mut self) -> &mut bool {
        &mut self.primary
    }
}

impl Preferred for ContactPhone {
    fn primary(&mut self) -> &mut bool {
        &mut self.primary
    }
}

/// Takes in `emails`.
pub(super) fn read_emails(members: &mut Members, field: &mut Vec<ContactEmail>) {
    members.objects("emails", 20, field, |members| {
        let mut email = ContactEmail::default();
        members.text("address", 254, &mut email.address);
        match address::parse(&email.address) {
            Ok(parsed) => email.address = parsed.to_lowercase(),
            Err(detail) => members.fault("address", detail),
        }
        members.word("type", &mut email.kind);
        members.flag("primary", &mut email.primary);
        members.optional_word("purpose", &mut email.purpose);
        email
    });
    settle(members, "emails", field, |a, b| a.address == b.address);
}

/// Takes in `phones`.
pub(super) fn read_phones(members: &mut Members, field: &mut Vec<ContactPhone>) {
    members.objects("phones", 10, field, |members| {
        let mut phone = ContactPhone::default();
        members.phone("e164", None, &mut phone.e164);
        members.ensure("e164", !phone.e164.is_empty(), NO_NUMBER);
        members.word("type", &mut phone.kind);
        members.flag("primary", &mut phone.primary);
        phone
    });
    settle(members, "phones", field, |a, b| a.e164 == b.e164);
}

/// Takes in `addresses`.
pub(super) fn read_addresses(members: &mut Members, field: &mut Vec<ContactAddress>) {
    members.objects("addresses", 10, field, |members| {
        let mut address = ContactAddress::default();
        members.word("type", &mut address.kind);
        members.texts("lines", 4, 80, &mut address.lines);
        members.text("city", 80, &mut address.city);
        members.text("subdivision", 80, &mut address.subdivision);
        members.text("postal", 20, &mut address.postal);
        read_country(members, &mut address.country);
        members.text("unlocode", 10, &mut address.unlocode);
        address.unlocode = without_spacing(&address.unlocode).to_uppercase();
        let fits = address.unlocode.is_empty() || is_unlocode(&address.unlocode);
        members.ensure("unlocode", fits, "Enter a UN/LOCODE, for example NLRTM.");
        address
    });
}

/// Takes in `taxIds`.
pub(crate) fn read_tax_ids(members: &mut Members, field: &mut Vec<TaxId>) {
    members.objects("taxIds", 10, field, |members| {
        let mut tax_id = TaxId::default();
        read_country(members, &mut tax_id.country);
        members.text("type", 20, &mut tax_id.kind);
        if tax_id.kind.is_empty() {
            let name = conventions::of(&tax_id.country).and_then(|it| it.tax_name.as_deref());
            name.unwrap_or_default().clone_into(&mut tax_id.kind);
        }
        members.ensure("type", !tax_id.kind.is_empty(), "This field is required.");
        members.filled_text("no", 30, &mut tax_id.no);
        tax_id
    });
}

fn read_country(members: &mut Members, country: &mut String) {
    members.text("country", 2, country);
    *country = country.to_uppercase();
    let is_code = country.len() == 2 && country.bytes().all(|it| it.is_ascii_uppercase());
    members.ensure("country", is_code, "Enter a country code, for example NL.");
}

/// Makes one part primary, the first one unless another one is, and puts it first; refuses two alike and two primary ones.
fn settle<T: Preferred>(
    members: &mut Members,
    name: &str,
    parts: &mut [T],
    is_same: impl Fn(&T, &T) -> bool,
) {
    let preferred = parts
        .iter_mut()
        .filter_map(|it| it.primary().then_some(()))
        .count();
    let place = |at: usize| format!("{name}/{at}");
    for at in 1..parts.len() {
        if parts[..at].iter().any(|it| is_same(it, &parts[at])) {
            members.fault_at(&place(at), "This already exists.");
        }
    }
    match preferred {
        0 => {
            if let Some(first) = parts.first_mut() {
                *first.primary() = true;
            }
        }
        1 => {
            let at = parts.iter_mut().position(|it| *it.primary());
            if let Some(at) = at {
                parts[..=at].rotate_right(1);
            }
        }
        _ => members.fault(name, "Mark one of them as primary."),
    }
}

/// The address without what people write between digits.
pub fn without_spacing(text: &str) -> String {
    text.chars()
        .filter(|it| !matches!(it, ' ' | '\u{a0}' | '-' | '.' | '(' | ')' | '/'))
        .collect()
}

/// Whether this is a place as UN/LOCODE has it.
pub fn is_unlocode(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes[2..]
            .iter()
            .all(|it| it.is_ascii_uppercase() || matches!(it, b'2'..=b'9'))
}
