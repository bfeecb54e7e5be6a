//! Roles of a company: named sets of rights, in one matrix of resources, actions and scopes.
//!
//! Invariant: a stored matrix is closed under implication; exactly one role is the default; a system role changes in nothing
//! but that, and nobody writes a right into a role that they do not have (domain reference, section 3, rules 2, 3 and 6).

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Filter, Id, Key, KeyValue, Record, Row, read};
use waybill_storage::roles::{self, RoleId};
use waybill_storage::{Handle, UserId};

use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::write::{refuse_used, take_over};
use crate::collection::{Abilities, Collection, Writing};
use crate::contact::tags::PaletteColor;
use crate::error::ServiceError;
use crate::iam::access::tell_changed;
use crate::iam::rights::{beyond, cannot_give};
use crate::iam::role::{RolePermission, RoleType, grants_of, matrix_of};
use crate::permissions::{Action, Grants, Resource, Scope};
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::{Faults, Members};

mod changes;
mod members;

pub use members::RoleMember;

/// Names that only the product's own roles have, folded.
const RESERVED: [&str; 2] = ["administrator", "super admin"];

/// The roles of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roles;

/// What a role holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct RoleFields {
    /// Its name, unique in the company.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// Its code, unique in the company; made from the name unless given, and then fixed.
    #[schema(max_length = 40)]
    pub code: String,
    /// What it is for.
    #[schema(max_length = 300)]
    pub description: String,
    /// A palette token.
    pub color: PaletteColor,
    /// Whether it came with the product.
    #[serde(rename = "type")]
    pub role_type: RoleType,
    /// Whether a new user gets it; true of exactly one.
    pub is_default: bool,
    /// Whether it can be given to a user.
    pub is_assignable: bool,
    /// Whether its holders must sign in with a second factor.
    #[serde(rename = "requires2fa")]
    pub requires_2fa: bool,
    /// What it allows.
    pub permissions: Vec<RolePermission>,
    /// The role that it was cloned from.
    #[schema(value_type = Option<Uuid>)]
    pub cloned_from: Option<Id<Roles>>,
}

/// What is computed for a role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleCount {
    /// How many users hold it, be it as members of a group.
    pub member_count: u64,
}

impl Record for Roles {
    type Fields = RoleFields;

    const KIND: &'static str = roles::KIND;
    const TABLE: &'static str = roles::TABLE;
    const KEYS: &'static [Key] = roles::KEYS;
    const ORDER: &'static [(&'static str, Direction)] = roles::ORDER;

    fn keys(fields: &RoleFields) -> Vec<KeyValue> {
        roles::keys(
            &fields.name,
            &fields.code,
            fields.role_type.as_str(),
            fields.is_default,
            fields.is_assignable,
        )
    }

    fn label(fields: &RoleFields) -> String {
        fields.name.clone()
    }

    fn searched(fields: &RoleFields) -> Vec<&str> {
        vec![&fields.name, &fields.code, &fields.description]
    }

    fn codes(fields: &RoleFields) -> Vec<&str> {
        vec![&fields.code]
    }
}

#[async_trait]
impl Collection for Roles {
    type Computed = RoleCount;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/roles";
    const NAME: &'static str = "Role";
    const PLURAL: &'static str = "roles";
    const RESOURCE: Resource = Resource::Role;
    const REQUIRED: &'static [&'static str] = &["name"];
    const UNIQUE: &'static [&'static str] = &["name", "code"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name"),
        Heading::new("description", "Description"),
        Heading::new("type", "Kind").holding(Holds::Words(&[
            ("system", "Built-in"),
            ("custom", "Custom"),
        ])),
        Heading::new("memberCount", "Members"),
    ];
    const READ_ONLY: &'static [&'static str] = &["type", "clonedFrom"];
    const ABILITIES: Abilities = Abilities::ONE_BY_ONE;
    const REPLACEMENT: Option<&'static str> = Some("replacementRoleId");

    fn blank(_: &Caller) -> RoleFields {
        RoleFields {
            is_assignable: true,
            ..RoleFields::default()
        }
    }

    fn read(fields: &mut RoleFields, members: &mut Members) {
        members.filled_text("name", 60, &mut fields.name);
        members.checked_text(
            "code",
            40,
            &mut fields.code,
            is_code,
            "Use lower-case letters, digits, - and _, for example night-shift.",
        );
        members.text("description", 300, &mut fields.description);
        members.word("color", &mut fields.color);
        members.flag("isDefault", &mut fields.is_default);
        members.flag("isAssignable", &mut fields.is_assignable);
        members.flag("requires2fa", &mut fields.requires_2fa);
        members.objects("permissions", 100, &mut fields.permissions, permission);
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Night shift", "code": "night-shift", "description": "Looks after what arrives at night",
            "color": "indigo", "isDefault": false, "isAssignable": true, "requires2fa": false,
            "permissions": [{ "resource": "profile", "actions": ["view", "edit"], "scope": "own" }]
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut RoleFields,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        let grants = grants_of(&fields.permissions);
        fields.permissions = matrix_of(&grants)?;
        if let Some(before) = before {
            refuse_change_of_system_role(&before.fields, fields)?;
            if fields.code != before.fields.code {
                faults.add(FieldProblem::member("code", "The code cannot be changed."));
            }
            if before.fields.is_default && !fields.is_default {
                let detail = "Set another default role instead.";
                faults.add(FieldProblem::member("isDefault", detail));
            }
        } else if fields.code.is_empty() {
            fields.code = free_code(writing, &fields.name).await?;
        }
        if fields.role_type == RoleType::Custom && RESERVED.contains(&fold(&fields.name).as_str()) {
            let detail = "This name is reserved for a built-in role.";
            faults.add(FieldProblem::member("name", detail));
        }
        if fields.is_default && !fields.is_assignable {
            let detail = "The default role must be assignable.";
            faults.add(FieldProblem::member("isAssignable", detail));
        }
        let had = before.map(|row| grants_of(&row.fields.permissions));
        if let Some(lacking) = beyond(writing.caller, &added(&grants, had.as_ref())) {
            faults.add(FieldProblem::member("permissions", cannot_give(lacking)));
        }
        Ok(())
    }

    async fn replace(
        writing: &Writing<'_>,
        row: &Row<Self>,
        replacement: Id<Self>,
    ) -> Result<(), ServiceError> {
        changes::replace(writing, row.id, replacement).await
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        if row.fields.role_type == RoleType::System {
            return Err(ServiceError::State("Built-in roles cannot be deleted."));
        }
        if row.fields.is_default {
            return Err(ServiceError::State(
                "This is the default role. Set another default role first.",
            ));
        }
        refuse_used(writing, Self::KIND, row.id.as_uuid()).await
    }

    /// A role that becomes the default takes the place of the one before it.
    async fn written(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        if let (Some(before), Some(after)) = (before, after)
            && gives(before) != gives(after)
        {
            let role = [RoleId::from(after.id.as_uuid())];
            let holders = roles::holders(writing.tx, writing.company(), &role).await?;
            let holders = holders.into_iter().map(|it| it.user).collect();
            tell_changed(writing, &holders).await?;
        }
        match after {
            Some(row) if row.fields.is_default => {
                let take = |fields: &mut RoleFields| fields.is_default = false;
                take_over(writing, row, Filter::default(), "isDefault", take).await
            }
            _ => Ok(()),
        }
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<RoleCount>, ServiceError> {
        let ids: Vec<RoleId> = rows
            .iter()
            .map(|row| RoleId::from(row.id.as_uuid()))
            .collect();
        let mut members: HashMap<RoleId, HashSet<UserId>> = HashMap::new();
        for holder in roles::holders(db, caller.company_id(), &ids).await? {
            members.entry(holder.role).or_default().insert(holder.user);
        }
        let count = |id| members.get(id).map_or(0, |users| users.len() as u64);
        let counts = ids.iter().map(|id| RoleCount {
            member_count: count(id),
        });
        Ok(counts.collect())
    }
}

/// What a role gives; nothing from the bin.
fn gives(row: &Row<Roles>) -> &[RolePermission] {
    match row.meta.deleted_at {
        Some(_) => &[],
        None => &row.fields.permissions,
    }
}

/// One entry of a matrix. What does not exist is a fault.
fn permission(members: &mut Members) -> RolePermission {
    let (mut resource, mut actions, mut scope) = (None, Vec::new(), Scope::Company);
    members.optional_word("resource", &mut resource);
    members.words("actions", Action::ALL.len(), &mut actions);
    members.word("scope", &mut scope);
    members.ensure("resource", resource.is_some(), "This field is required.");
    let resource: Resource = resource.unwrap_or_default();
    let known = resource.actions();
    members.ensure(
        "actions",
        actions.iter().all(|action| known.contains(action)),
        "This action does not exist for the resource.",
    );
    RolePermission {
        resource,
        actions,
        scope,
    }
}

/// Whether this is the code of a role: `[a-z0-9][a-z0-9_-]*`.
pub fn is_code(text: &str) -> bool {
    let is_letter = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit();
    text.bytes().next().is_some_and(is_letter)
        && text
            .bytes()
            .all(|it| is_letter(it) || matches!(it, b'-' | b'_'))
}

/// A code made from the name that no role of the company has.
async fn free_code(writing: &Writing<'_>, name: &str) -> Result<String, ServiceError> {
    let mut code: String = fold(name)
        .chars()
        .map(|it| if it.is_ascii_alphanumeric() { it } else { '-' })
        .collect();
    code.truncate(36);
    let code = match code.trim_matches('-') {
        "" => "role",
        code => code,
    };
    for number in 1..100 {
        let candidate = match number {
            1 => code.to_owned(),
            number => format!("{code}-{number}"),
        };
        let same = Filter::eq::<Roles>("code", candidate.as_str());
        if read::find::<Roles>(writing.tx, writing.company(), same)
            .await?
            .is_none()
        {
            return Ok(candidate);
        }
    }
    Ok(String::new())
}

fn refuse_change_of_system_role(
    before: &RoleFields,
    after: &RoleFields,
) -> Result<(), ServiceError> {
    let as_before = RoleFields {
        is_default: before.is_default,
        ..after.clone()
    };
    if before.role_type == RoleType::System && as_before != *before {
        return Err(ServiceError::State(
            "Built-in roles cannot be changed. Duplicate the role and change the copy.",
        ));
    }
    Ok(())
}

/// What `grants` gives and `had` did not, or not as far.
pub fn added(grants: &Grants, had: Option<&Grants>) -> Grants {
    let mut added = grants.clone();
    if let Some(had) = had {
        added.retain(|permission, scope| had.scope(permission).is_none_or(|own| own < scope));
    }
    added
}
