//! Who holds which role, directly or as a member of a group: the links of users (`roleIds`) and groups (`memberIds`, `roleIds`).
//!
//! Invariant: every statement names the company, so nobody holds a role of another company.

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait as _, JoinType, Query, SelectStatement, UnionType};
use serde::Deserialize;
use uuid::Uuid;

use super::{Grant, KIND, RoleId, TABLE};
use crate::database::connection::ResultRow;
use crate::folding::fold;
use crate::{CompanyId, Handle, StorageError, UserId, json_text, users};

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

/// What a role is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleLabel {
    /// Its id.
    pub id: RoleId,
    /// Its name.
    pub name: String,
    /// A palette token.
    pub color: String,
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

/// The roles of each of these users, in the bin or not, ordered by name; who has none is left out. A role that a user
/// holds in several ways comes several times.
pub async fn of_users(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<HashMap<UserId, Vec<RoleOfUser>>, StorageError> {
    let mut found: HashMap<UserId, Vec<RoleOfUser>> = HashMap::new();
    for mut row in held(db, company, ids).await? {
        let user = UserId::from(row.get::<Uuid>("user_id")?);
        found.entry(user).or_default().push(role_of_user(&mut row)?);
    }
    for roles in found.values_mut() {
        roles.sort_by_cached_key(|role| {
            let group = role.group.as_ref().map(|group| fold(&group.name));
            (fold(&role.name), group)
        });
    }
    Ok(found)
}

/// What the same roles are called, each once: what they allow is most of what is stored of them.
pub async fn labels_of_users(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<HashMap<UserId, Vec<RoleLabel>>, StorageError> {
    #[derive(Deserialize)]
    struct Labelled {
        name: String,
        color: String,
    }

    let mut found: HashMap<UserId, Vec<RoleLabel>> = HashMap::new();
    for mut row in held(db, company, ids).await? {
        let user = UserId::from(row.get::<Uuid>("user_id")?);
        let labels = found.entry(user).or_default();
        let id = RoleId::from(row.get::<Uuid>("role_id")?);
        if labels.iter().any(|label| label.id == id) {
            continue;
        }
        let Labelled { name, color } = json_text::read(&row.take_text("role_fields")?, KIND)?;
        labels.push(RoleLabel { id, name, color });
    }
    for labels in found.values_mut() {
        labels.sort_by_cached_key(|label| fold(&label.name));
    }
    Ok(found)
}

/// The roles that these users hold, directly and through groups: a row for each way.
async fn held(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[UserId],
) -> Result<Vec<ResultRow>, StorageError> {
    let mut found = Vec::new();
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
        found.extend(db.connection().query_all(&direct).await?);
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

fn role_of_user(row: &mut ResultRow) -> Result<RoleOfUser, StorageError> {
    /// Without the rest of them, which would be put aside member by member.
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Held {
        name: String,
        color: String,
        #[serde(rename = "requires2fa")]
        requires_2fa: bool,
        permissions: Vec<Grant>,
    }

    let fields: Held = json_text::read(&row.take_text("role_fields")?, KIND)?;
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
