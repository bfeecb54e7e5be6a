//! Groups: people who hold roles together, such as a team.
//!
//! Invariant: whoever changes what a group gives, or to whom, has the right to assign roles and every right that is given;
//! nobody changes their own rights through a group (domain reference, section 3, rules 3 to 5).

use std::collections::BTreeSet;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Key, KeyValue, Link, Record, Row};
use waybill_storage::{UserId, users};

use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::write::refuse_used;
use crate::collection::{Abilities, Collection, Nothing, Writing};
use crate::error::ServiceError;
use crate::iam::access::tell_changed;
use crate::iam::rights::{beyond, cannot_give, require_administrator};
use crate::iam::role::grants_of;
use crate::iam::roles::Roles;
use crate::permissions::{Grants, Resource};
use crate::problem::FieldProblem;
use crate::validate::{Faults, Members};

/// The most members.
const MAX_MEMBERS: usize = 1000;

/// The most roles.
const MAX_ROLES: usize = 10;

/// The groups of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Groups;

/// What a group holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct GroupFields {
    /// Its name, unique in the company.
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// What it is for.
    #[schema(max_length = 300)]
    pub description: String,
    /// The users in it.
    #[schema(max_items = 1000)]
    pub member_ids: Vec<UserId>,
    /// The roles that its members hold.
    #[schema(max_items = 10, value_type = Vec<Uuid>)]
    pub role_ids: Vec<Id<Roles>>,
}

impl Record for Groups {
    type Fields = GroupFields;

    const KIND: &'static str = "group";
    const TABLE: &'static str = "groups";
    const KEYS: &'static [Key] = &[Key::folded("name", "name_key")];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];

    fn keys(fields: &GroupFields) -> Vec<KeyValue> {
        vec![fold(&fields.name).into()]
    }

    fn label(fields: &GroupFields) -> String {
        fields.name.clone()
    }

    fn searched(fields: &GroupFields) -> Vec<&str> {
        vec![&fields.name, &fields.description]
    }

    fn links(fields: &GroupFields) -> Vec<Link> {
        let link = |field, to_kind, to_id| Link {
            field,
            to_kind,
            to_id,
        };
        let members = fields.member_ids.iter();
        let roles = fields.role_ids.iter();
        members
            .map(|id| link("memberIds", users::KIND, id.as_uuid()))
            .chain(roles.map(|id| link("roleIds", Roles::KIND, id.as_uuid())))
            .collect()
    }
}

#[async_trait]
impl Collection for Groups {
    type Computed = Nothing;

    const SERVICE: &'static str = "iam";
    const PATH: &'static str = "/iam/api/v1/groups";
    const NAME: &'static str = "Group";
    const PLURAL: &'static str = "groups";
    const RESOURCE: Resource = Resource::Group;
    const REQUIRED: &'static [&'static str] = &["name"];
    const UNIQUE: &'static [&'static str] = &["name"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name"),
        Heading::new("description", "Description"),
        Heading::new("memberIds", "Members").holding(Holds::Count),
        Heading::new("roleIds", "Roles").holding(Holds::Count),
    ];
    const ABILITIES: Abilities = Abilities {
        import: false,
        ..Abilities::ALL
    };
    const LINKS: &'static [&'static str] = &["memberIds", "roleIds"];

    fn blank(_: &Caller) -> GroupFields {
        GroupFields::default()
    }

    fn read(fields: &mut GroupFields, members: &mut Members) {
        members.filled_text("name", 60, &mut fields.name);
        members.text("description", 300, &mut fields.description);
        members.ids("memberIds", MAX_MEMBERS, &mut fields.member_ids);
        members.ids("roleIds", MAX_ROLES, &mut fields.role_ids);
    }

    fn example() -> serde_json::Value {
        json!({ "name": "Rotterdam desk", "description": "Imports by sea", "memberIds": [], "roleIds": [] })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut GroupFields,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        let had = before.map(|row| row.fields.clone()).unwrap_or_default();
        let is_restored = before.is_some_and(|row| row.meta.deleted_at.is_some());
        let (old, new) = if is_restored {
            (BTreeSet::new(), members_of(fields))
        } else {
            (members_of(&had), members_of(fields))
        };
        let same_roles = roles_of(&had) == roles_of(fields);
        let changed: BTreeSet<UserId> = if same_roles && !is_restored {
            old.symmetric_difference(&new).copied().collect()
        } else {
            old.union(&new).copied().collect()
        };
        let known = users::some(writing.tx, writing.company(), &fields.member_ids).await?;
        if known.len() < new.len() {
            faults.add(FieldProblem::member("memberIds", "User not found."));
        }
        let roles = read::get_all(
            writing.tx,
            writing.company(),
            &fields.role_ids,
            Bin::Outside,
        );
        let roles = roles.await?;
        if roles.len() < fields.role_ids.len() || roles.iter().any(|it| !it.fields.is_assignable) {
            let detail = "Choose assignable roles.";
            faults.add(FieldProblem::member("roleIds", detail));
        }
        if changed.is_empty() && same_roles {
            return Ok(());
        }
        writing.caller.require("user:assign")?;
        refuse_own(writing, &changed, &had, fields)?;
        // A member who comes gets all that the group gives; one who is there gets what the group newly gives.
        let mut given = Grants::new();
        for role in &roles {
            let is_new = is_restored || !had.role_ids.contains(&role.id);
            if is_new || new.difference(&old).next().is_some() {
                for (permission, scope) in grants_of(&role.fields.permissions).iter() {
                    given.allow(permission.resource, permission.action, scope);
                }
            }
        }
        if let Some(lacking) = beyond(writing.caller, &given) {
            faults.add(FieldProblem::member("roleIds", cannot_give(lacking)));
        }
        Ok(())
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        // One to which a report is mailed stays until the report knows.
        refuse_used(writing, Self::KIND, row.id.as_uuid()).await?;
        let members = members_of(&row.fields);
        if members.is_empty() || row.fields.role_ids.is_empty() {
            return Ok(());
        }
        writing.caller.require("user:assign")?;
        refuse_own(writing, &members, &row.fields, &GroupFields::default())
    }

    async fn written(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        let gave = |row: Option<&Row<Self>>| {
            row.filter(|row| row.meta.deleted_at.is_none())
                .map(|row| (members_of(&row.fields), roles_of(&row.fields)))
        };
        let (had, has) = (gave(before), gave(after));
        if had == has {
            return Ok(());
        }
        tell_changed(writing, &concerned(had, has)).await?;
        match before {
            Some(_) => require_administrator(writing.tx, writing.company()).await,
            None => Ok(()),
        }
    }
}

/// What a group gives: to whom, and which roles.
type Given = Option<(BTreeSet<UserId>, BTreeSet<Uuid>)>;

/// Those to whom a group gives other roles than before.
fn concerned(had: Given, has: Given) -> BTreeSet<UserId> {
    let (had, has) = (had.unwrap_or_default(), has.unwrap_or_default());
    let gave = |(members, roles): &(BTreeSet<UserId>, BTreeSet<Uuid>)| match roles.is_empty() {
        true => BTreeSet::new(),
        false => members.clone(),
    };
    let (before, after) = (gave(&had), gave(&has));
    match had.1 == has.1 {
        true => before.symmetric_difference(&after).copied().collect(),
        false => before.union(&after).copied().collect(),
    }
}

fn members_of(fields: &GroupFields) -> BTreeSet<UserId> {
    fields.member_ids.iter().copied().collect()
}

fn roles_of(fields: &GroupFields) -> BTreeSet<Uuid> {
    fields.role_ids.iter().map(Id::as_uuid).collect()
}

/// Nobody changes their own roles, be it through a group that gives some.
fn refuse_own(
    writing: &Writing<'_>,
    changed: &BTreeSet<UserId>,
    before: &GroupFields,
    after: &GroupFields,
) -> Result<(), ServiceError> {
    let gives = !before.role_ids.is_empty() || !after.role_ids.is_empty();
    if gives && changed.contains(&writing.caller.user_id()) {
        Err(ServiceError::State("You cannot change your own roles."))
    } else {
        Ok(())
    }
}
