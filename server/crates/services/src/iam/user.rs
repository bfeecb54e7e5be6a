//! A user as colleagues see it, and as it sees itself.
//!
//! Invariant: nothing here opens anything: no token, no secret, no id of the identity provider.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::roles::{self, RoleOfUser};
use waybill_storage::users::User as Record;

use crate::iam::company::Company;
use crate::iam::role::RolePermission;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Where a user stands: invited → active ⇄ suspended → deactivated → active.
    UserStatus {
        Invited = "invited",
        Active = "active",
        Suspended = "suspended",
        Deactivated = "deactivated",
    }
}

wire_enum! {
    /// Order of day, month and year; `auto` is the company's, and of a company that of the reader's language.
    DateFormat { Auto = "auto", Ymd = "ymd", Dmy = "dmy", Mdy = "mdy" }
}

wire_enum! {
    /// Hours of the day as they are written.
    TimeFormat { Hours24 = "24", Hours12 = "12" }
}

wire_enum! {
    /// Which hours are chosen; `auto` is the company's, and of a company that of the reader's language.
    HourCycle { Auto = "auto", Hours24 = "24", Hours12 = "12" }
}

wire_enum! {
    /// Colours of the screen.
    Theme {
        /// As the device says.
        System = "system",
        Light = "light",
        Dark = "dark",
        /// The strongest contrast that the screen has.
        Contrast = "contrast",
    }
}

wire_enum! {
    /// How close rows stand.
    Density { Comfortable = "comfortable", Compact = "compact" }
}

/// A role by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoleLabel {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// A palette token.
    pub color: String,
}

/// The signed-in user with its own settings.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// First and last name.
    pub name: String,
    /// First name.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    /// Lower-cased mail address.
    pub email_id: String,
    /// Whether the identity provider has seen the address verified.
    pub email_verified: bool,
    /// The address that it will have once that is confirmed there.
    #[schema(required)]
    pub pending_email: Option<String>,
    /// E.164; empty when none is known.
    pub phone: String,
    /// The file that holds its photo; `/users/me/photo` shows it.
    #[schema(required)]
    pub photo_file_id: Option<Uuid>,
    /// What the user's job is called; may be empty.
    pub job_title: String,
    /// Where in the company the user works; may be empty.
    pub department: String,
    /// Whether it signs in with a second factor.
    pub two_factor_auth: bool,
    /// BCP 47.
    pub language: String,
    /// IANA zone.
    pub timezone: String,
    /// Order of day, month and year.
    pub date_format: DateFormat,
    /// Hours of the day.
    pub time_format: TimeFormat,
    /// Which hours it has chosen; none where that is what `timeFormat` says.
    #[schema(required)]
    pub hour_cycle: Option<HourCycle>,
    /// Colours of the screen.
    pub theme: Theme,
    /// How close rows stand.
    pub density: Density,
}

/// The user that a token stands for, specification section 3: with company, products and roles.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentUser {
    /// The user's own settings.
    #[serde(flatten)]
    pub profile: Profile,
    /// Id of its company.
    pub company_id: Uuid,
    /// Its company.
    pub company: Company,
    /// Codes of the products it may use.
    pub products: Vec<String>,
    /// Its office.
    pub office_id: Uuid,
    /// Its roles, ordered by name.
    pub roles: Vec<RoleLabel>,
    /// What the roles give, for a server that keeps records of its own for the users of this one.
    pub permissions: Vec<RolePermission>,
    /// Whether the company's subscription has ended.
    pub is_expired: bool,
}

impl HourCycle {
    /// How hours are written so; `auto` stands for 24 hours, as all languages of ours have it.
    pub(crate) const fn time_format(self) -> TimeFormat {
        match self {
            Self::Hours12 => TimeFormat::Hours12,
            Self::Auto | Self::Hours24 => TimeFormat::Hours24,
        }
    }
}

impl Profile {
    /// The same, with the company's formats where the user has chosen none.
    pub(crate) fn with_formats_of(self, company: &Company) -> Self {
        let formats = &company.formats;
        Self {
            date_format: match self.date_format {
                DateFormat::Auto => formats.date,
                own => own,
            },
            time_format: match self.hour_cycle {
                Some(HourCycle::Auto) => formats.time.time_format(),
                _ => self.time_format,
            },
            ..self
        }
    }
}

impl From<&RoleOfUser> for RoleLabel {
    fn from(role: &RoleOfUser) -> Self {
        Self {
            id: role.id.as_uuid(),
            name: role.name.clone(),
            color: role.color.clone(),
        }
    }
}

impl From<roles::RoleLabel> for RoleLabel {
    fn from(label: roles::RoleLabel) -> Self {
        Self {
            id: label.id.as_uuid(),
            name: label.name,
            color: label.color,
        }
    }
}

impl TryFrom<&Record> for Profile {
    type Error = StorageError;

    fn try_from(record: &Record) -> Result<Self, StorageError> {
        Ok(Self {
            id: record.id.as_uuid(),
            name: record.name.clone(),
            first_name: record.first_name.clone(),
            last_name: record.last_name.clone(),
            email_id: record.email.clone(),
            email_verified: record.email_verified,
            pending_email: record.pending_email.clone(),
            phone: record.phone.clone().unwrap_or_default(),
            photo_file_id: record.photo_file_id,
            job_title: record.job_title.clone().unwrap_or_default(),
            department: record.department.clone().unwrap_or_default(),
            two_factor_auth: record.two_factor_auth,
            language: record.language.clone(),
            timezone: record.timezone.clone(),
            date_format: record.date_format.parse()?,
            time_format: record.time_format.parse()?,
            hour_cycle: record.hour_cycle.as_deref().map(str::parse).transpose()?,
            theme: record.theme.parse()?,
            density: record.density.parse()?,
        })
    }
}
