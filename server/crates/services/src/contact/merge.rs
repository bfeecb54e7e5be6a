//! Merging: of two contacts, or two tags, that are one, the first becomes part of the second.
//!
//! Invariant: a merge loses nothing: what the two held is held by the one that stays, the other lies in the bin and says where
//! it went, and all of it is one batch that can be undone.

use waybill_storage::audit;
use waybill_storage::records::batches::{self, BatchId};
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Row, links, write};

use super::contacts::{Contact, ContactKind, Contacts};
use super::parts::{ContactEmail, ContactPhone};
use super::tags::ContactTags;
use crate::caller::Caller;
use crate::collection::bulk::{BulkResult, BulkRow, RowOutcome, touch};
use crate::collection::read::within_reach;
use crate::collection::write::{bin_in, require_live, update_in};
use crate::collection::{Collection, Writing, changes};
use crate::error::ServiceError;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// A field whose value is taken from the contact that goes.
    MergedField {
        DisplayName = "displayName", Salutation = "salutation", FirstName = "firstName", LastName = "lastName",
        OrganisationId = "organisationId", JobTitle = "jobTitle", Department = "department", Website = "website",
        Scac = "scac", Language = "language", Timezone = "timezone", OwnerId = "ownerId",
    }
}

/// The longest notes of a contact.
const MAX_NOTES: usize = 4000;

impl Services {
    /// Makes the contact `from` part of `into`: what is a list is joined, what `into` leaves empty is filled, and of the
    /// `fields` the values of `from` win.
    pub async fn merge_contacts(
        &self,
        caller: &Caller,
        from: Id<Contacts>,
        into: Id<Contacts>,
        fields: &[MergedField],
        source: &Source,
    ) -> Result<BulkResult, ServiceError> {
        let scope = caller.require("contact:merge")?;
        let batch = BatchId::generate();
        let source = source.in_batch(source.origin, batch);
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let writing = self.writing(caller, &tx, &source, self.now());
        let from = within_reach(&tx, caller, from, scope).await?;
        let into = part_of(within_reach(&tx, caller, into, scope).await, &from)?;
        require_live(&from)?;
        if from.fields.kind != into.fields.kind {
            return Err(refused("A person and an organisation cannot be merged."));
        }
        let joined = joined(&from.fields, into.fields.clone(), fields)?;
        let mut touched = Vec::new();
        let after = update_in(&writing, into.clone(), joined, "merge").await?;
        if after.meta.version == into.meta.version {
            // It held all of it already: its history says so, and there the merge is undone.
            let entry = changes::entry(&writing, "merge", None, &after, None)?;
            audit::append(&tx, company, entry, writing.now).await?;
        } else {
            touched.push(touch(&into, &after));
        }
        let people = links::naming::<Contacts>(&tx, company, "organisationId", from.id.as_uuid());
        for id in people.await? {
            let Some(before) = read::get(&tx, company, id, Bin::Outside).await? else {
                continue;
            };
            let mut moved = before.fields.clone();
            moved.organisation_id = Some(into.id);
            let after = update_in(&writing, before.clone(), moved, "edit").await?;
            touched.push(touch(&before, &after));
        }
        let mut gone = from.fields.clone();
        gone.merged_into = Some(into.id);
        let after = update_in(&writing, from.clone(), gone, "merge").await?;
        let after = bin_in(&writing, &after).await?;
        touched.push(touch(&from, &after));
        batches::insert(&tx, company, batch, "merge", &touched, writing.stamp()).await?;
        tx.commit().await?;
        Ok(done(batch, touched.iter().map(|it| it.id.as_uuid())))
    }

    /// Gives the tag `into` to all contacts that have `from`, which goes. Every contact of the company is meant, also those
    /// that the caller cannot change: the tags are the company's.
    pub async fn merge_contact_tags(
        &self,
        caller: &Caller,
        from: Id<ContactTags>,
        into: Id<ContactTags>,
        source: &Source,
    ) -> Result<BulkResult, ServiceError> {
        let scope = caller.require("contactTag:merge")?;
        let batch = BatchId::generate();
        let source = source.in_batch(source.origin, batch);
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let writing = self.writing(caller, &tx, &source, self.now());
        let from = within_reach(&tx, caller, from, scope).await?;
        let into = part_of(within_reach(&tx, caller, into, scope).await, &from)?;
        require_live(&from)?;
        if from.fields.is_shared() && !into.fields.is_shared() {
            return Err(refused(
                "A company tag cannot be merged into a private one.",
            ));
        }
        let contacts = retagged(&writing, from.id, into.id).await?;
        let mut gone = from.fields.clone();
        gone.merged_into = Some(into.id);
        let after = update_in(&writing, from.clone(), gone, "merge").await?;
        let after = bin_in(&writing, &after).await?;
        let tags = [touch(&from, &after)];
        batches::insert(&tx, company, batch, "merge", &tags, writing.stamp()).await?;
        batches::insert_rows(&tx, company, batch, &contacts).await?;
        tx.commit().await?;
        let ids = tags.iter().map(|it| it.id.as_uuid());
        Ok(done(
            batch,
            ids.chain(contacts.iter().map(|it| it.id.as_uuid())),
        ))
    }
}

/// The record that stays; a fault of `into` when it cannot.
fn part_of<C: Collection>(
    into: Result<Row<C>, ServiceError>,
    from: &Row<C>,
) -> Result<Row<C>, ServiceError> {
    match into {
        Ok(into) if into.id == from.id => Err(refused("Choose another record.")),
        Ok(into) if into.meta.deleted_at.is_some() => Err(refused("This one is in the bin.")),
        Err(ServiceError::NotFound) => Err(refused("No record found.")),
        other => other,
    }
}

fn refused(detail: &str) -> ServiceError {
    ServiceError::Invalid(vec![FieldProblem::member("into", detail)])
}

fn done(batch: BatchId, ids: impl Iterator<Item = uuid::Uuid>) -> BulkResult {
    BulkResult {
        batch_id: Some(batch.as_uuid()),
        rows: ids
            .map(|id| BulkRow {
                id,
                outcome: RowOutcome::Done,
                detail: None,
                errors: Vec::new(),
            })
            .collect(),
    }
}

/// Gives every contact that has the tag `from` the tag `into` in its place, in few statements.
async fn retagged(
    writing: &Writing<'_>,
    from: Id<ContactTags>,
    into: Id<ContactTags>,
) -> Result<Vec<batches::Touched<Contacts>>, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let ids = links::naming::<Contacts>(tx, company, "tags", from.as_uuid()).await?;
    let (mut touched, mut entries) = (Vec::new(), Vec::new());
    for before in read::get_all(tx, company, &ids, Bin::Outside).await? {
        let mut fields = before.fields.clone();
        let has_it = fields.tags.contains(&into);
        fields.tags.retain(|tag| *tag != from || !has_it);
        for tag in fields.tags.iter_mut().filter(|tag| **tag == from) {
            *tag = into;
        }
        let after = write::update(tx, company, &before, fields, writing.stamp())
            .await?
            .ok_or(ServiceError::State(
                "Someone changed a record in the meantime.",
            ))?;
        let (old, held) = (Some(&before.fields), Some(&after.fields));
        entries.push(changes::entry(writing, "edit", old, &after, held)?);
        touched.push(touch(&before, &after));
    }
    audit::append_all(tx, company, entries, writing.now).await?;
    Ok(touched)
}

/// What the contact that stays holds after the merge. Lists that would become too long are faults.
fn joined(from: &Contact, into: Contact, fields: &[MergedField]) -> Result<Contact, ServiceError> {
    let mut one = into;
    for field in MergedField::ALL {
        let wins = fields.contains(field);
        let text = |from: &String, into: &mut String| {
            if (wins || into.is_empty()) && !from.is_empty() {
                into.clone_from(from);
            }
        };
        match field {
            MergedField::DisplayName => text(&from.display_name, &mut one.display_name),
            MergedField::Salutation => text(&from.salutation, &mut one.salutation),
            MergedField::FirstName => text(&from.first_name, &mut one.first_name),
            MergedField::LastName => text(&from.last_name, &mut one.last_name),
            MergedField::JobTitle => text(&from.job_title, &mut one.job_title),
            MergedField::Department => text(&from.department, &mut one.department),
            MergedField::Website => text(&from.website, &mut one.website),
            MergedField::Scac => text(&from.scac, &mut one.scac),
            MergedField::Language => text(&from.language, &mut one.language),
            MergedField::Timezone => text(&from.timezone, &mut one.timezone),
            MergedField::OrganisationId => {
                if wins || one.organisation_id.is_none() {
                    one.organisation_id = from.organisation_id.or(one.organisation_id);
                }
            }
            MergedField::OwnerId => {
                if wins || one.owner_id.is_none() {
                    one.owner_id = from.owner_id.or(one.owner_id);
                }
            }
        }
    }
    join(&mut one.roles, &from.roles, |a, b| a == b);
    join(&mut one.tags, &from.tags, |a, b| a == b);
    join(&mut one.tax_ids, &from.tax_ids, |a, b| a == b);
    join(&mut one.addresses, &from.addresses, |a, b| {
        (&a.lines, &a.city, &a.country) == (&b.lines, &b.city, &b.country)
    });
    let emails: Vec<ContactEmail> = from.emails.clone();
    join(&mut one.emails, &emails, |a, b| a.address == b.address);
    for (at, email) in one.emails.iter_mut().enumerate() {
        email.primary = at == 0;
    }
    let phones: Vec<ContactPhone> = from.phones.clone();
    join(&mut one.phones, &phones, |a, b| a.e164 == b.e164);
    for (at, phone) in one.phones.iter_mut().enumerate() {
        phone.primary = at == 0;
    }
    if !from.notes.is_empty() && !one.notes.contains(&from.notes) {
        let between = if one.notes.is_empty() { "" } else { "\n\n" };
        one.notes = format!("{}{between}{}", one.notes, from.notes);
    }
    // Who asked not to be written to is not written to because of a merge.
    one.do_not_contact |= from.do_not_contact;
    one.favourite |= from.favourite;
    if one.kind == ContactKind::Organisation {
        one.organisation_id = None;
    }
    let sizes = [
        ("emails", one.emails.len(), 20),
        ("phones", one.phones.len(), 10),
        ("addresses", one.addresses.len(), 10),
        ("tags", one.tags.len(), 20),
        ("taxIds", one.tax_ids.len(), 10),
        ("notes", one.notes.chars().count(), MAX_NOTES),
    ];
    let too_long = sizes.iter().find(|(_, size, limit)| limit < size);
    match too_long {
        None => Ok(one),
        Some((name, size, limit)) => Err(refused(&format!(
            "Together they have {size} in {name}; the limit is {limit}. Shorten one of them first."
        ))),
    }
}

fn join<T: Clone>(one: &mut Vec<T>, other: &[T], is_same: impl Fn(&T, &T) -> bool) {
    for item in other {
        if !one.iter().any(|it| is_same(it, item)) {
            one.push(item.clone());
        }
    }
}
