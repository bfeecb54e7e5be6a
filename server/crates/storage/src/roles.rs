//! Roles: named sets of grants.
//!
//! Invariant: every statement names the company, so nobody holds a role of another company.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::folding::fold;
use crate::ids::typed_id;
use crate::listing::Direction;
use crate::records::read::{self, Bin};
use crate::records::write::{self, Stamp};
use crate::records::{Filter, Id, Key, KeyValue, Record, Row};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, users};

mod holders;

pub use holders::{GroupOfUser, Holder, RoleLabel, RoleOfUser, holders, labels_of_users, of_users};

typed_id!(
    /// A role.
    open RoleId
);

/// What a role is called in links and in the audit trail.
pub const KIND: &str = "role";
/// The table.
pub const TABLE: &str = "roles";
/// The keys of roles; see [`keys`].
pub const KEYS: &[Key] = &[
    Key::folded("name", "name_key"),
    Key::text("code", "code"),
    Key::text("type", "role_type"),
    Key::flag("isDefault", "is_default"),
    Key::flag("isAssignable", "is_assignable"),
];
/// The order of lists.
pub const ORDER: &[(&str, Direction)] = &[("name", Direction::Ascending)];

/// The values of [`KEYS`].
pub fn keys(
    name: &str,
    code: &str,
    role_type: &str,
    is_default: bool,
    is_assignable: bool,
) -> Vec<KeyValue> {
    vec![
        fold(name).into(),
        code.into(),
        role_type.into(),
        is_default.into(),
        is_assignable.into(),
    ]
}

/// Actions on a resource, within a scope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// Name of the resource.
    pub resource: String,
    /// Names of the actions.
    pub actions: Vec<String>,
    /// `own`, `office` or `company`.
    pub scope: String,
}

/// A role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    /// Its id.
    pub id: RoleId,
    /// Its name, unique in the company.
    pub name: String,
    /// Its code, unique in the company.
    pub code: String,
    /// Whether a new user gets it.
    pub is_default: bool,
    /// What it allows, closed under implication.
    pub permissions: Vec<Grant>,
}

/// What a new role begins with.
#[derive(Clone, Debug)]
pub struct NewRole {
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: String,
    /// What it is for.
    pub description: String,
    /// A palette token.
    pub color: String,
    /// `system` or `custom`.
    pub role_type: String,
    /// Whether a new user gets it.
    pub is_default: bool,
    /// Whether it can be given to a user.
    pub is_assignable: bool,
    /// What it allows.
    pub permissions: Vec<Grant>,
}

/// The roles as this crate reads and writes them; the rules for all their fields are the services'.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rows;

/// The fields that this crate knows; all others stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Stored {
    name: String,
    code: String,
    description: String,
    color: String,
    #[serde(rename = "type")]
    role_type: String,
    is_default: bool,
    is_assignable: bool,
    #[serde(rename = "requires2fa")]
    requires_2fa: bool,
    permissions: Vec<Grant>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Record for Rows {
    type Fields = Stored;

    const KIND: &'static str = KIND;
    const TABLE: &'static str = TABLE;
    const IS_WHOLE: bool = false;
    const KEYS: &'static [Key] = KEYS;
    const ORDER: &'static [(&'static str, Direction)] = ORDER;

    fn keys(fields: &Stored) -> Vec<KeyValue> {
        let Stored {
            name,
            code,
            role_type,
            is_default,
            is_assignable,
            ..
        } = fields;
        keys(name, code, role_type, *is_default, *is_assignable)
    }

    fn label(fields: &Stored) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Stored) -> Vec<&str> {
        vec![&fields.name, &fields.code, &fields.description]
    }

    fn codes(fields: &Stored) -> Vec<&str> {
        vec![&fields.code]
    }
}

impl From<Row<Rows>> for Role {
    fn from(row: Row<Rows>) -> Self {
        Self {
            id: RoleId::from(row.id.as_uuid()),
            name: row.fields.name,
            code: row.fields.code,
            is_default: row.fields.is_default,
            permissions: row.fields.permissions,
        }
    }
}

/// Writes a new role. [`StorageError::Conflict`] when the company has one of that name or code.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    new: NewRole,
    created_by: UserId,
    now: Timestamp,
) -> Result<Role, StorageError> {
    let fields = Stored {
        name: new.name,
        code: new.code,
        description: new.description,
        color: new.color,
        role_type: new.role_type,
        is_default: new.is_default,
        is_assignable: new.is_assignable,
        requires_2fa: false,
        permissions: new.permissions,
        rest: Map::new(),
    };
    let stamp = Stamp {
        by: Some(created_by),
        at: now,
    };
    let row = write::insert::<Rows>(tx, company, Id::generate(), fields, stamp).await?;
    Ok(row.into())
}

/// Writes the role that holds what an adopted user may do; it is nobody else's.
pub(crate) async fn adopt(
    tx: &Transaction,
    company: CompanyId,
    role: Option<RoleId>,
    user: UserId,
    permissions: Vec<Grant>,
    now: Timestamp,
) -> Result<RoleId, StorageError> {
    let stamp = Stamp { by: None, at: now };
    let found = match role {
        Some(role) => {
            let id = Id::from(role.as_uuid());
            read::get::<Rows>(tx, company, id, Bin::Outside).await?
        }
        None => None,
    };
    let Some(row) = found else {
        let fields = Stored {
            name: format!("Adopted {user}"),
            code: format!("adopted-{user}"),
            color: "slate".to_owned(),
            role_type: "system".to_owned(),
            permissions,
            ..Stored::default()
        };
        let row = write::insert::<Rows>(tx, company, Id::generate(), fields, stamp).await?;
        return Ok(RoleId::from(row.id.as_uuid()));
    };
    let id = RoleId::from(row.id.as_uuid());
    if row.fields.permissions != permissions {
        let fields = Stored {
            permissions,
            ..row.fields.clone()
        };
        write::update(tx, company, &row, fields, stamp).await?;
    }
    Ok(id)
}

/// Gives the role to the user. [`StorageError::Conflict`] when the company lacks either.
pub async fn give(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    role: RoleId,
) -> Result<(), StorageError> {
    let found = read::get::<Rows>(tx, company, Id::from(role.as_uuid()), Bin::Outside).await?;
    let row = found.ok_or(StorageError::Conflict)?;
    if users::give_role(tx, company, user, role, row.meta.updated_at).await? {
        Ok(())
    } else {
        Err(StorageError::Conflict)
    }
}

/// The company's roles, by name.
pub async fn all(db: &dyn Handle, company: CompanyId) -> Result<Vec<Role>, StorageError> {
    let page = read::list::<Rows>(db, company, read::Listing::default()).await?;
    Ok(page.rows.into_iter().map(Role::from).collect())
}

/// How many roles the company has.
pub async fn count(db: &dyn Handle, company: CompanyId) -> Result<u64, StorageError> {
    read::count::<Rows>(db, company, &Filter::default(), Bin::Outside).await
}

#[cfg(test)]
mod tests;
