//! Roles: named sets of grants, and who holds which, directly or as a member of a group.
//!
//! Who holds what is in the links of users (`roleIds`) and groups (`memberIds`, `roleIds`).
//!
//! Invariant: every statement names the company, so nobody holds a role of another company.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait as _, JoinType, Query, SelectStatement, UnionType};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::database::connection::ResultRow;
use crate::folding::fold;
use crate::ids::typed_id;
use crate::listing::Direction;
use crate::records::read::{self, Bin};
use crate::records::write::{self, Stamp};
use crate::records::{Filter, Id, Key, KeyValue, Record, Row};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text, users};

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

/// A role as its holder's rights need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleOfUser {
    /// Its id.
    pub id: RoleId,
    /// Its name.
    pub name: String,
    /// A palette token.
    pub color: String,
    /// Whether its holders must sign in with a second factor.
    pub requires_2fa: bool,
    /// What it allows.
    pub permissions: Vec<Grant>,
    /// The group through which the user holds it; none when it was given to the user.
    pub group: Option<GroupOfUser>,
}

/// A group by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupOfUser {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
}

/// Who holds a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The role.
    pub role: RoleId,
    /// The user.
    pub user: UserId,
    /// The group through which the user holds it; none when it was given to the user.
    pub group: Option<Uuid>,
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

/// The roles of each of these users, in the bin or not, ordered by name; who has none is left out. A role that a user
/// holds in several ways comes several times.
pub async fn of_users(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<HashMap<UserId, Vec<RoleOfUser>>, StorageError> {
    let mut found: HashMap<UserId, Vec<RoleOfUser>> = HashMap::new();
    for chunk in ids.chunks(500) {
        let ids: Vec<Uuid> = chunk.iter().map(UserId::as_uuid).collect();
        let mut direct = given(company);
        direct
            .expr_as(Expr::cust("NULL"), "group_id")
            .expr_as(Expr::cust("NULL"), "group_fields")
            .expr_as(Expr::col(("held", "from_id")), "user_id")
            .and_where(Expr::col(("held", "from_id")).is_in(ids.clone()));
        let mut through = given_to_groups(company);
        through
            .expr_as(Expr::col(("member", "to_id")), "user_id")
            .and_where(Expr::col(("member", "to_id")).is_in(ids));
        for query in [&mut direct, &mut through] {
            query
                .expr_as(Expr::col(("roles", "id")), "role_id")
                .expr_as(Expr::col(("roles", "fields")), "role_fields");
        }
        direct.union(UnionType::All, through);
        for row in db.connection().query_all(&direct).await? {
            let user = UserId::from(row.get::<Uuid>("user_id")?);
            found.entry(user).or_default().push(role_of_user(&row)?);
        }
    }
    for roles in found.values_mut() {
        roles.sort_by_cached_key(|role| {
            let group = role.group.as_ref().map(|group| fold(&group.name));
            (fold(&role.name), group)
        });
    }
    Ok(found)
}

/// Who holds one of these roles, be it active or not, but not in the bin. Who holds a role in several ways comes several
/// times.
pub async fn holders(
    db: &dyn Handle,
    company: CompanyId,
    roles: &[RoleId],
) -> Result<Vec<Holder>, StorageError> {
    let roles: Vec<Uuid> = roles.iter().map(RoleId::as_uuid).collect();
    let mut direct = given(company);
    direct
        .expr_as(Expr::col(("held", "from_id")), "user_id")
        .and_where(Expr::col(("held", "is_live")).eq(true));
    let mut through = given_to_groups(company);
    through.expr_as(Expr::col(("member", "to_id")), "user_id");
    let mut found = Vec::new();
    for mut query in [direct, through] {
        query
            .expr_as(Expr::col(("roles", "id")), "role_id")
            .and_where(Expr::col(("roles", "id")).is_in(roles.clone()));
        for row in db.connection().query_all(&query).await? {
            found.push(Holder {
                role: RoleId::from(row.get::<Uuid>("role_id")?),
                user: UserId::from(row.get::<Uuid>("user_id")?),
                group: group_of(&row)?.map(|group| group.id),
            });
        }
    }
    Ok(found)
}

/// Roles that users were given.
fn given(company: CompanyId) -> SelectStatement {
    let mut query = Query::select();
    query
        .from_as("links", "held")
        .and_where(Expr::col(("held", "company_id")).eq(company.as_uuid()))
        .and_where(Expr::col(("held", "from_kind")).eq(users::KIND))
        .and_where(Expr::col(("held", "field")).eq("roleIds"));
    live_roles(&mut query, company);
    query
}

/// Roles that groups were given, with the members of the groups.
fn given_to_groups(company: CompanyId) -> SelectStatement {
    let mut query = Query::select();
    query
        .from_as("links", "member")
        .join_as(
            JoinType::InnerJoin,
            "links",
            "held",
            Expr::col(("held", "from_id")).equals(("member", "from_id")),
        )
        .join(
            JoinType::InnerJoin,
            "groups",
            Expr::col(("groups", "id")).equals(("member", "from_id")),
        )
        .expr_as(Expr::col(("groups", "id")), "group_id")
        .expr_as(Expr::col(("groups", "fields")), "group_fields")
        .and_where(Expr::col(("groups", "company_id")).eq(company.as_uuid()))
        .and_where(Expr::col(("groups", "deleted_at")).is_null());
    for (link, field) in [("member", "memberIds"), ("held", "roleIds")] {
        query
            .and_where(Expr::col((link, "company_id")).eq(company.as_uuid()))
            .and_where(Expr::col((link, "from_kind")).eq("group"))
            .and_where(Expr::col((link, "field")).eq(field));
    }
    live_roles(&mut query, company);
    query
}

fn live_roles(query: &mut SelectStatement, company: CompanyId) {
    query
        .join(
            JoinType::InnerJoin,
            TABLE,
            Expr::col(("roles", "id")).equals(("held", "to_id")),
        )
        .and_where(Expr::col(("roles", "company_id")).eq(company.as_uuid()))
        .and_where(Expr::col(("roles", "deleted_at")).is_null());
}

fn role_of_user(row: &ResultRow) -> Result<RoleOfUser, StorageError> {
    let fields: Stored = json_text::read(&row.get::<String>("role_fields")?, KIND)?;
    Ok(RoleOfUser {
        id: RoleId::from(row.get::<Uuid>("role_id")?),
        name: fields.name,
        color: fields.color,
        requires_2fa: fields.requires_2fa,
        permissions: fields.permissions,
        group: group_of(row)?,
    })
}

/// The group of a row of [`given_to_groups`]; none of one of [`given`].
fn group_of(row: &ResultRow) -> Result<Option<GroupOfUser>, StorageError> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }

    let Ok(Some(id)) = row.get::<Option<Uuid>>("group_id") else {
        return Ok(None);
    };
    let fields: String = row.get("group_fields")?;
    let Named { name } = json_text::read(&fields, "group")?;
    Ok(Some(GroupOfUser { id, name }))
}

#[cfg(test)]
mod tests;
