//! What a user holds.
//!
//! Invariant: what only the server sets (status, invitation) is read from nobody.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::UserId;
use waybill_storage::records::Id;

use crate::drive::file::Files;
use crate::iam::groups::Groups;
use crate::iam::offices::Offices;
use crate::iam::roles::Roles;
use crate::iam::user::{DateFormat, Density, HourCycle, RoleLabel, Theme, TimeFormat, UserStatus};
use crate::languages::Language;
use crate::mail::{address, sanitise};
use crate::notifications::NotificationPrefs;
use crate::validate::Members;
use crate::zones;

/// The most bytes of a signature.
const MAX_SIGNATURE: usize = 10 * 1024;

/// What a user holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct UserFields {
    /// First name.
    #[schema(min_length = 1, max_length = 60)]
    pub first_name: String,
    /// Last name; may be empty.
    #[schema(max_length = 60)]
    pub last_name: String,
    /// First and last name.
    pub name: String,
    /// Lower-cased mail address, of one user in the whole installation.
    #[schema(min_length = 3, max_length = 254)]
    pub email_id: String,
    /// The address that it will have once that is confirmed there; none while it wants no other.
    #[schema(max_length = 254)]
    pub pending_email: Option<String>,
    /// E.164.
    #[schema(max_length = 16)]
    pub phone: String,
    /// The file that holds its photo, which is set and cleared by its own path.
    #[schema(value_type = Option<Uuid>)]
    pub photo_file_id: Option<Id<Files>>,
    /// What the user's job is called.
    #[schema(max_length = 80)]
    pub job_title: String,
    /// Where in the company the user works.
    #[schema(max_length = 80)]
    pub department: String,
    /// Its office; the head office unless another is named.
    #[schema(value_type = Option<Uuid>)]
    pub office_id: Option<Id<Offices>>,
    /// Its roles, besides those of its groups; the default role unless others are named.
    #[schema(max_items = 10, value_type = Vec<Uuid>)]
    pub role_ids: Vec<Id<Roles>>,
    /// Codes of the products that it may use; none stands for all that the company has.
    pub products: Option<Vec<String>>,
    /// Where it stands.
    pub status: UserStatus,
    /// Why it is suspended.
    pub status_reason: String,
    /// Whether it signs in with a second factor.
    pub two_factor_auth: bool,
    /// One of the languages that the product has texts in, BCP 47.
    pub language: String,
    /// IANA zone.
    pub timezone: String,
    /// Order of day, month and year.
    pub date_format: DateFormat,
    /// Hours of the day, as every version of the program understands them; those of `hourCycle` where that is set.
    pub time_format: TimeFormat,
    /// Which hours are chosen; none where that is what `timeFormat` says.
    pub hour_cycle: Option<HourCycle>,
    /// Colours of the screen.
    pub theme: Theme,
    /// How close rows stand.
    pub density: Density,
    /// What stands under its mails: HTML that is as clean as that of a mail, at most 10 kB.
    #[schema(max_length = 10_240)]
    pub signature_html: String,
    /// How it wants to be told of what.
    pub notification_prefs: NotificationPrefs,
    /// The invitation that it has not accepted yet.
    pub invite: Option<Invite>,
}

/// An invitation that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invite {
    /// When it was sent last.
    #[schema(value_type = String, format = DateTime)]
    pub sent_at: Timestamp,
    /// Until when it can be accepted.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
    /// Who sent it.
    pub sent_by: UserId,
    /// How often it was sent again.
    pub resend_count: u32,
}

/// What is computed for a user.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserMore {
    /// Whether the identity provider has seen the address verified.
    pub email_verified: bool,
    /// Whether it is one of the operator's own people.
    pub is_super_admin: bool,
    /// When it last signed in.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub last_login_at: Option<Timestamp>,
    /// All its roles, those of its groups too, by name.
    pub roles: Vec<RoleLabel>,
    /// The groups that it is in, by name.
    pub groups: Vec<GroupLabel>,
}

/// A group by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct GroupLabel {
    /// Its id.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    pub id: Id<Groups>,
    /// Its name.
    pub name: String,
}

/// Takes in what is the user's own to say.
pub(crate) fn read_personal(fields: &mut UserFields, members: &mut Members) {
    members.filled_name("firstName", 60, &mut fields.first_name);
    members.name("lastName", 60, &mut fields.last_name);
    let name = format!("{} {}", fields.first_name, fields.last_name);
    name.trim().clone_into(&mut fields.name);
    members.phone("phone", None, &mut fields.phone);
    members.text("jobTitle", 80, &mut fields.job_title);
    members.text("department", 80, &mut fields.department);
    members.flag("twoFactorAuth", &mut fields.two_factor_auth);
    members.checked_text(
        "language",
        35,
        &mut fields.language,
        |tag| tag.parse::<Language>().is_ok(),
        "Choose a language from the list.",
    );
    members.ensure(
        "language",
        !fields.language.is_empty(),
        "This field is required.",
    );
    members.checked_text(
        "timezone",
        64,
        &mut fields.timezone,
        |name| zones::get(name).is_ok(),
        "Choose a time zone from the list.",
    );
    members.ensure(
        "timezone",
        !fields.timezone.is_empty(),
        "This field is required.",
    );
    members.word("dateFormat", &mut fields.date_format);
    read_hours(fields, members);
    members.word("theme", &mut fields.theme);
    members.word("density", &mut fields.density);
    fields.notification_prefs.read(members);
    if members.has("signatureHtml") {
        members.long_text("signatureHtml", MAX_SIGNATURE, &mut fields.signature_html);
        // The limit counts bytes, those of what the cleaning adds too.
        fields.signature_html = sanitise::mail(&fields.signature_html);
        let is_short = fields.signature_html.len() <= MAX_SIGNATURE;
        members.ensure("signatureHtml", is_short, "Use at most 10 kB.");
    }
}

/// Takes in the hours of the day, by either of their names. A version of the program that does not know of `hourCycle` goes on
/// reading `timeFormat`, so both agree.
fn read_hours(fields: &mut UserFields, members: &mut Members) {
    if members.has("timeFormat") {
        members.word("timeFormat", &mut fields.time_format);
        fields.hour_cycle = None;
    }
    members.optional_word("hourCycle", &mut fields.hour_cycle);
    if let Some(chosen) = fields.hour_cycle {
        fields.time_format = chosen.time_format();
    }
}

/// Takes in the mail address.
pub(crate) fn read_address(fields: &mut UserFields, members: &mut Members) {
    let mut address = Some(std::mem::take(&mut fields.email_id));
    members.parsed("emailId", 320, &mut address, address::parse);
    fields.email_id = address.unwrap_or_default().to_lowercase();
    members.ensure(
        "emailId",
        !fields.email_id.is_empty(),
        "This field is required.",
    );
}

/// Takes in the products; `null` stands for all.
pub(crate) fn read_products(fields: &mut UserFields, members: &mut Members) {
    if !members.has("products") {
        return;
    }
    // Which is what a list has no word for.
    let mut sent = serde_json::Value::Null;
    members.json("products", 4096, &mut sent);
    fields.products = match sent {
        serde_json::Value::Null => None,
        serde_json::Value::Array(codes) if codes.iter().all(serde_json::Value::is_string) => {
            let mut products: Vec<String> = Vec::new();
            for code in codes.iter().filter_map(serde_json::Value::as_str) {
                if !products.iter().any(|it| it == code) {
                    products.push(code.to_owned());
                }
            }
            Some(products)
        }
        _ => {
            members.fault("products", "Give a list of codes.");
            fields.products.take()
        }
    };
}
