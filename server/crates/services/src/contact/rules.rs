//! Rules of contacts that need more than the field itself: names, and records that a contact names.
//!
//! Invariant: a contact names rows of its own company only, and its organisation is one.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use waybill_storage::records::answers::once;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Record as _, Row, links};
use waybill_storage::{Handle, UserId, users};

use super::contacts::{Contact, ContactKind, ContactMore, Contacts, NamedTag};
use super::names;
use super::tags::ContactTags;
use crate::caller::Caller;
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::iam::users::Users;
use crate::master::countries::{self, Countries};
use crate::problem::FieldProblem;
use crate::validate::Faults;

/// Completes the name that is shown: from the names of a person, unless another one was given.
pub(super) fn name(before: Option<&Contact>, fields: &mut Contact, faults: &mut Faults) {
    let follows = before.is_some_and(|before| {
        before.display_name == names::joined(&before.first_name, &before.last_name)
            && before.display_name == fields.display_name
    });
    if fields.display_name.is_empty() || follows {
        fields.display_name = names::joined(&fields.first_name, &fields.last_name);
    }
    if fields.display_name.is_empty() {
        let detail = match fields.kind {
            ContactKind::Person => "Enter a first name, a last name or a display name.",
            ContactKind::Organisation => "This field is required.",
        };
        faults.add(FieldProblem::member("displayName", detail));
    }
}

/// Checks the records that a contact names, as far as they are not those that it named before.
pub(super) async fn check(
    writing: &Writing<'_>,
    before: Option<&Row<Contacts>>,
    fields: &Contact,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let mut refuse = |place: &str, detail: &str| {
        faults.add(FieldProblem {
            pointer: format!("/{place}"),
            detail: detail.to_owned(),
        });
    };
    // What is taken out of the bin may name what has gone meanwhile.
    let known = before
        .filter(|row| row.meta.deleted_at.is_none())
        .map(|row| &row.fields);
    if let Some(id) = fields.organisation_id {
        if fields.kind == ContactKind::Organisation {
            refuse(
                "organisationId",
                "An organisation cannot belong to another organisation.",
            );
        } else if known.and_then(|it| it.organisation_id) != Some(id)
            && !is_organisation(writing, id).await?
        {
            refuse("organisationId", "Organisation not found.");
        }
    }
    if let (Some(row), ContactKind::Person) = (before, fields.kind)
        && row.fields.kind == ContactKind::Organisation
        && has_people(writing, row.id).await?
    {
        refuse("kind", "This organisation still has people.");
    }
    let countries_of = |it: &Contact| -> HashSet<String> {
        let addresses = it.addresses.iter().map(|it| it.country.clone());
        addresses
            .chain(it.tax_ids.iter().map(|it| it.country.clone()))
            .collect()
    };
    let named = known.map(countries_of).unwrap_or_default();
    for code in countries_of(fields).difference(&named) {
        if !is_country(writing, code).await? {
            let (name, at) = place_of_country(fields, code);
            refuse(&format!("{name}/{at}/country"), "No country found.");
        }
    }
    let named: HashSet<Id<ContactTags>> = known
        .iter()
        .flat_map(|it| it.tags.iter().copied())
        .collect();
    let new: Vec<Id<ContactTags>> = fields
        .tags
        .iter()
        .copied()
        .filter(|it| !named.contains(it))
        .collect();
    if !new.is_empty() && !all_tags(writing, &new).await? {
        refuse("tags", "Tag not found.");
    }
    if let Some(owner) = fields.owner_id
        && owner != writing.caller.user_id()
        && known.and_then(|it| it.owner_id) != Some(owner)
        && !is_user(writing, owner).await?
    {
        refuse("ownerId", "User not found.");
    }
    Ok(())
}

/// The list and the place in it in which the country is named first.
fn place_of_country(fields: &Contact, code: &str) -> (&'static str, usize) {
    let address = fields.addresses.iter().position(|it| it.country == code);
    let tax_id = fields.tax_ids.iter().position(|it| it.country == code);
    match address {
        Some(at) => ("addresses", at),
        None => ("taxIds", tax_id.unwrap_or_default()),
    }
}

async fn is_country(writing: &Writing<'_>, code: &str) -> Result<bool, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let ask = async {
        let zones = countries::zones_of(tx, company, code).await?;
        Ok(zones.is_some())
    };
    once::<Countries, _, _>(tx, company, code, ask).await
}

async fn is_user(writing: &Writing<'_>, id: UserId) -> Result<bool, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let ask = async { Ok(users::get(tx, company, id).await?.is_some()) };
    once::<Users, _, _>(tx, company, &id.to_string(), ask).await
}

async fn is_organisation(writing: &Writing<'_>, id: Id<Contacts>) -> Result<bool, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let ask = async {
        let row = read::get(tx, company, id, Bin::Outside).await?;
        Ok(row.is_some_and(|row| row.fields.kind == ContactKind::Organisation))
    };
    once::<Contacts, _, _>(tx, company, &id.to_string(), ask).await
}

async fn has_people(writing: &Writing<'_>, id: Id<Contacts>) -> Result<bool, ServiceError> {
    let (company, id) = (writing.company(), id.as_uuid());
    let people =
        links::counts(writing.tx, company, Contacts::KIND, "organisationId", &[id]).await?;
    Ok(!people.is_empty())
}

/// Whether the caller may use each of these tags: other people's private ones do not exist for it.
async fn all_tags(writing: &Writing<'_>, ids: &[Id<ContactTags>]) -> Result<bool, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    for id in ids {
        let ask = async {
            let row = read::get(tx, company, *id, Bin::Outside).await?;
            Ok::<_, ServiceError>(row.is_some_and(|row| sees(writing.caller, &row)))
        };
        if !once::<ContactTags, _, _>(tx, company, &id.to_string(), ask).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the caller may see the tag: a private one is its maker's alone.
fn sees(caller: &Caller, tag: &Row<ContactTags>) -> bool {
    tag.fields.is_shared() || tag.meta.created_by == Some(caller.owner_id())
}

/// The tags of these contacts that the caller sees.
async fn named_tags(
    caller: &Caller,
    db: &dyn Handle,
    contacts: &[Others],
) -> Result<HashMap<Id<ContactTags>, NamedTag>, ServiceError> {
    let mut ids: Vec<Id<ContactTags>> = contacts
        .iter()
        .flat_map(|it| it.tags.iter().copied())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found = read::get_all(db, caller.company_id(), &ids, Bin::Outside).await?;
    let seen = found.into_iter().filter(|row| sees(caller, row));
    Ok(seen
        .map(|row| {
            let tag = NamedTag {
                id: row.id.as_uuid(),
                name: row.fields.name,
                color: row.fields.color,
            };
            (row.id, tag)
        })
        .collect())
}

/// What is shown of a contact where another one names it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Named {
    display_name: String,
}

/// Others that a contact names.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Others {
    organisation_id: Option<Id<Contacts>>,
    owner_id: Option<UserId>,
    tags: Vec<Id<ContactTags>>,
}

impl Others {
    pub(super) fn of(contact: &Contact) -> Self {
        Self {
            organisation_id: contact.organisation_id,
            owner_id: contact.owner_id,
            tags: contact.tags.clone(),
        }
    }
}

/// Names of the others of these contacts.
pub(super) async fn names_of_others(
    caller: &Caller,
    db: &dyn Handle,
    contacts: Vec<Others>,
) -> Result<Vec<ContactMore>, ServiceError> {
    let company = caller.company_id();
    let mut organisations: Vec<Id<Contacts>> = contacts
        .iter()
        .filter_map(|it| it.organisation_id)
        .collect();
    organisations.sort_unstable();
    organisations.dedup();
    let organisations = read::get_parts(db, company, &organisations, Bin::Either).await?;
    let organisations: HashMap<Id<Contacts>, Named> = organisations.into_iter().collect();
    let mut owners: Vec<UserId> = contacts.iter().filter_map(|it| it.owner_id).collect();
    owners.sort_unstable();
    owners.dedup();
    let owners = users::names(db, company, &owners).await?;
    let tags = named_tags(caller, db, &contacts).await?;
    let names = contacts.iter().map(|others| ContactMore {
        organisation_name: others
            .organisation_id
            .and_then(|id| Some(organisations.get(&id)?.display_name.clone())),
        owner_name: others.owner_id.and_then(|id| owners.get(&id).cloned()),
        named_tags: others
            .tags
            .iter()
            .filter_map(|id| tags.get(id).cloned())
            .collect(),
    });
    Ok(names.collect())
}
