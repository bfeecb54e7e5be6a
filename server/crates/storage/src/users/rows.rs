//! Users as rows: their keys, the rows that they name, and the fields that this crate knows.
//!
//! Invariant: the services write the same keys and links for the same fields.

use sea_orm::entity::prelude::Uuid;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::folding::fold;
use crate::listing::Direction;
use crate::offices::OfficeId;
use crate::records::{Key, KeyValue, Link, PicklistValue, Record};
use crate::roles::RoleId;

/// What a user is called in links and in the audit trail.
pub const KIND: &str = "user";
/// The table.
pub const TABLE: &str = "users";
/// The keys of users; see [`keys`].
pub const KEYS: &[Key] = &[
    Key::folded("name", "name_key"),
    Key::text("emailId", "email"),
    Key::text("status", "status"),
    Key::text("officeId", "office_id"),
    Key::folded("department", "department_key"),
];
/// The keys that are noted apart from the fields.
pub const NOTED: &[Key] = &[
    Key::flag("emailVerified", "email_verified"),
    Key::moment("lastLoginAt", "last_login_at"),
];
/// The order of lists.
pub const ORDER: &[(&str, Direction)] = &[("name", Direction::Ascending)];

/// The values of [`KEYS`].
pub fn keys(
    name: &str,
    email: &str,
    status: &str,
    office: Option<Uuid>,
    department: &str,
) -> Vec<KeyValue> {
    vec![
        fold(name).into(),
        email.into(),
        status.into(),
        office.map(|id| id.to_string()).unwrap_or_default().into(),
        fold(department).into(),
    ]
}

/// What a user holds out of lists.
pub fn picklist_values(department: &str) -> Vec<PicklistValue<'_>> {
    let field = "department";
    let text = department;
    vec![PicklistValue { field, text }]
}

/// The rows that a user names: its office, its roles, and the file of its photo.
pub fn links(
    office: Option<Uuid>,
    roles: impl IntoIterator<Item = Uuid>,
    photo: Option<Uuid>,
) -> Vec<Link> {
    let office = office.map(|to_id| Link {
        field: "officeId",
        to_kind: "office",
        to_id,
    });
    let roles = roles.into_iter().map(|to_id| Link {
        field: "roleIds",
        to_kind: "role",
        to_id,
    });
    let photo = photo.map(|to_id| Link {
        field: "photoFileId",
        to_kind: "file",
        to_id,
    });
    office.into_iter().chain(roles).chain(photo).collect()
}

/// The users as this crate reads and writes them; the rules for all their fields are the services'.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rows;

/// The fields that this crate knows; all others stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Stored {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) name: String,
    pub(super) email_id: String,
    pub(super) pending_email: Option<String>,
    pub(super) phone: String,
    pub(super) photo_file_id: Option<Uuid>,
    pub(super) job_title: String,
    pub(super) department: String,
    pub(super) office_id: Option<OfficeId>,
    pub(super) role_ids: Vec<RoleId>,
    pub(super) products: Option<Vec<String>>,
    pub(super) status: String,
    pub(super) status_reason: String,
    pub(super) two_factor_auth: bool,
    pub(super) language: String,
    pub(super) timezone: String,
    pub(super) date_format: String,
    pub(super) time_format: String,
    pub(super) hour_cycle: Option<String>,
    pub(super) theme: String,
    pub(super) density: String,
    #[serde(flatten)]
    pub(super) rest: Map<String, Value>,
}

impl Record for Rows {
    type Fields = Stored;

    const KIND: &'static str = KIND;
    const HOLDS: bool = true;
    const TABLE: &'static str = TABLE;
    const IS_WHOLE: bool = false;
    const KEYS: &'static [Key] = KEYS;
    const NOTED: &'static [Key] = NOTED;
    const ORDER: &'static [(&'static str, Direction)] = ORDER;

    fn keys(fields: &Stored) -> Vec<KeyValue> {
        let office = fields.office_id.map(|id| id.as_uuid());
        keys(
            &fields.name,
            &fields.email_id,
            &fields.status,
            office,
            &fields.department,
        )
    }

    fn label(fields: &Stored) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Stored) -> Vec<&str> {
        vec![&fields.name, &fields.email_id]
    }

    fn codes(fields: &Stored) -> Vec<&str> {
        vec![&fields.email_id]
    }

    fn picklist_values(fields: &Stored) -> Vec<PicklistValue<'_>> {
        picklist_values(&fields.department)
    }

    fn links(fields: &Stored) -> Vec<Link> {
        let office = fields.office_id.map(|id| id.as_uuid());
        let roles = fields.role_ids.iter().map(RoleId::as_uuid);
        links(office, roles, fields.photo_file_id)
    }
}
