//! Changing one record.
//!
//! Invariant: rule, row, links, audit entry and kept answer are one transaction: all of it is durable, or none of it is.

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;
use waybill_storage::records::idempotency::{self, Answer};
use waybill_storage::records::read::Listing;
use waybill_storage::records::{Filter, Id, KeyValue, Row, links, read, write};
use waybill_storage::{Transaction, audit, users};

use super::reach::refuse_unseen;
use super::read::{show_one, within_reach};
use super::{Collection, Shown, Writing, changes};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::{Current, FieldProblem, UseOfRecord};
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// The version that a change was made to, from `If-Match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Whatever stands there.
    Any,
    /// This one.
    Version(i32),
}

/// The `Idempotency-Key` of a create, with the hash of its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The key.
    pub key: String,
    /// Hash of the request.
    pub request_hash: String,
}

/// What was created: the body of the answer, which is the same when the request comes again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The record.
    pub id: Uuid,
    /// `{"data": …}`.
    pub body: String,
    /// The version.
    pub version: i32,
}

impl Services {
    /// Makes a record of what was sent.
    pub async fn create<C: Collection>(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
        source: &Source,
        key: Option<IdempotencyKey>,
    ) -> Result<Created, ServiceError> {
        C::scope(caller, Action::Create)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let now = self.now();
        if let Some(answer) = answer_kept(&tx, caller, key.as_ref(), now).await? {
            return Ok(answer);
        }
        let writing = self.writing(caller, &tx, source, now);
        let row = create_in::<C>(&writing, body).await?;
        let created = keep_answer(&writing, row, key).await?;
        tx.commit().await?;
        Ok(created)
    }

    /// Changes the fields that were sent.
    pub async fn change<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
        expected: Expected,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<C>, ServiceError> {
        let scope = C::scope(caller, Action::Edit)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        let row = change_in(&writing, row, body).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    /// Moves the record to the bin; `replacement` takes over where it is used.
    pub async fn delete<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
        expected: Expected,
        replacement: Option<Id<C>>,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let scope = C::scope(caller, Action::Delete)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        if let Some(replacement) = replacement {
            C::replace(&writing, &row, replacement).await?;
        }
        delete_in(&writing, &row).await?;
        Ok(tx.commit().await?)
    }

    /// Takes the record out of the bin.
    pub async fn restore<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
        expected: Expected,
        source: &Source,
    ) -> Result<Shown<C>, ServiceError> {
        let scope = C::scope(caller, Action::Restore)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        require_version(&writing, &row, expected).await?;
        let row = restore_in(&writing, &row).await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }

    pub(crate) fn writing<'a>(
        &'a self,
        caller: &'a Caller,
        tx: &'a Transaction,
        source: &'a Source,
        now: Timestamp,
    ) -> Writing<'a> {
        Writing {
            services: self,
            caller,
            tx,
            source,
            now,
        }
    }
}

/// The fields of a new record, read and checked; nothing is written.
pub(crate) async fn drafted<C: Collection>(
    writing: &Writing<'_>,
    body: Map<String, Value>,
) -> Result<(C::Fields, Faults), ServiceError> {
    let mut fields = C::blank(writing.caller);
    let faults = apply_body::<C>(writing, None, &mut fields, body).await?;
    Ok((fields, faults))
}

/// Takes the body into the fields, and gives what is at fault.
pub(crate) async fn apply_body<C: Collection>(
    writing: &Writing<'_>,
    before: Option<&Row<C>>,
    fields: &mut C::Fields,
    body: Map<String, Value>,
) -> Result<Faults, ServiceError> {
    let country = &writing.caller.company().operating_country;
    let mut members = Members::new(body).dialled_from(country);
    // Also what the program names by itself in a new record.
    let known = C::links(fields);
    C::read(fields, &mut members);
    let mut faults = members.finish();
    C::check(writing, before, fields, &mut faults).await?;
    refuse_unseen::<C>(writing, &known, fields, &mut faults).await?;
    refuse_taken::<C>(writing, before, fields, &mut faults).await?;
    Ok(faults)
}

/// Passes when the record may have these fields, which no body gives.
pub(super) async fn recheck<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
    fields: &mut C::Fields,
) -> Result<(), ServiceError> {
    let mut faults = Faults::default();
    C::check(writing, Some(row), fields, &mut faults).await?;
    refuse_taken(writing, Some(row), fields, &mut faults).await?;
    faults.check()
}

/// Notes the keys that must be unique and that another record has.
pub(super) async fn refuse_taken<C: Collection>(
    writing: &Writing<'_>,
    before: Option<&Row<C>>,
    fields: &C::Fields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if C::UNIQUE.is_empty() {
        return Ok(());
    }
    let had = before.map(|row| C::keys(&row.fields));
    for (at, (key, value)) in C::KEYS.iter().zip(C::keys(fields)).enumerate() {
        let is_empty = value == KeyValue::Text(String::new());
        let unchanged = had.as_ref().and_then(|had| had.get(at)) == Some(&value);
        let is_live = before.is_none_or(|row| row.meta.deleted_at.is_none());
        if !C::UNIQUE.contains(&key.name) || is_empty || (unchanged && is_live) {
            continue;
        }
        let others = Filter::eq::<C>(key.name, value);
        let other = read::find::<C>(writing.tx, writing.company(), others).await?;
        if other.is_some_and(|other| before.is_none_or(|row| row.id != other.id)) {
            faults.add(FieldProblem::member(key.name, "This is already in use."));
        }
    }
    Ok(())
}

/// Makes a record within a transaction, with its audit entry.
pub(crate) async fn create_in<C: Collection>(
    writing: &Writing<'_>,
    body: Map<String, Value>,
) -> Result<Row<C>, ServiceError> {
    let (fields, faults) = drafted::<C>(writing, body).await?;
    faults.check()?;
    insert_in(writing, fields).await
}

/// Writes a new record whose fields were checked, with its audit entry.
pub(crate) async fn insert_in<C: Collection>(
    writing: &Writing<'_>,
    fields: C::Fields,
) -> Result<Row<C>, ServiceError> {
    let row = write::insert::<C>(
        writing.tx,
        writing.company(),
        Id::generate(),
        fields,
        writing.stamp(),
    )
    .await?;
    C::written(writing, None, Some(&row)).await?;
    let entry = changes::entry(writing, "create", None, &row, Some(&row.fields))?;
    audit::append(writing.tx, writing.company(), entry, writing.now).await?;
    Ok(row)
}

/// Changes a record within a transaction, with its audit entry. A change that changes nothing is none.
pub(crate) async fn change_in<C: Collection>(
    writing: &Writing<'_>,
    row: Row<C>,
    body: Map<String, Value>,
) -> Result<Row<C>, ServiceError> {
    let mut fields = row.fields.clone();
    apply_body(writing, Some(&row), &mut fields, body)
        .await?
        .check()?;
    update_in(writing, row, fields, "edit").await
}

/// Writes checked fields of a record, with its audit entry under `verb`. A change that changes nothing is none.
pub(crate) async fn update_in<C: Collection>(
    writing: &Writing<'_>,
    row: Row<C>,
    fields: C::Fields,
    verb: &str,
) -> Result<Row<C>, ServiceError> {
    if fields == row.fields {
        return Ok(row);
    }
    let after = write::update(writing.tx, writing.company(), &row, fields, writing.stamp()).await?;
    let Some(after) = after else {
        return Err(stale(writing, &row).await?);
    };
    C::written(writing, Some(&row), Some(&after)).await?;
    let entry = changes::entry(
        writing,
        verb,
        Some(&row.fields),
        &after,
        Some(&after.fields),
    )?;
    audit::append(writing.tx, writing.company(), entry, writing.now).await?;
    Ok(after)
}

/// Lets `row` alone among these have the flag `name`, which `take` takes from whichever record had it before.
pub(crate) async fn take_over<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
    among: Filter,
    name: &'static str,
    take: impl Fn(&mut C::Fields),
) -> Result<(), ServiceError> {
    let listing = Listing {
        filter: among.and(Filter::eq::<C>(name, true)),
        ..Listing::default()
    };
    let flagged = read::list::<C>(writing.tx, writing.company(), listing).await?;
    for other in flagged.rows.into_iter().filter(|it| it.id != row.id) {
        let mut fields = other.fields.clone();
        take(&mut fields);
        // Boxed, since writing the other record asks this again.
        Box::pin(update_in(writing, other, fields, "edit")).await?;
    }
    Ok(())
}

/// Moves a record to the bin within a transaction, with its audit entry.
pub(crate) async fn delete_in<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
) -> Result<Row<C>, ServiceError> {
    C::check_delete(writing, row).await?;
    bin_in(writing, row).await
}

/// The same for a record that may go whatever names it, such as one that was merged into another.
pub(crate) async fn bin_in<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
) -> Result<Row<C>, ServiceError> {
    let after =
        write::set_deleted(writing.tx, writing.company(), row, true, writing.stamp()).await?;
    let Some(after) = after else {
        return Err(stale(writing, row).await?);
    };
    C::written(writing, Some(row), Some(&after)).await?;
    let entry = changes::entry(writing, "delete", None, &after, None)?;
    audit::append(writing.tx, writing.company(), entry, writing.now).await?;
    Ok(after)
}

/// Takes a record out of the bin within a transaction, with its audit entry.
pub(crate) async fn restore_in<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
) -> Result<Row<C>, ServiceError> {
    if row.meta.deleted_at.is_none() {
        return Err(ServiceError::State("This is not in the bin."));
    }
    // What it names may have gone meanwhile, and what was unique may be taken.
    recheck(writing, row, &mut row.fields.clone()).await?;
    let after =
        write::set_deleted(writing.tx, writing.company(), row, false, writing.stamp()).await?;
    let Some(after) = after else {
        return Err(stale(writing, row).await?);
    };
    C::written(writing, Some(row), Some(&after)).await?;
    let entry = changes::entry(writing, "restore", None, &after, None)?;
    audit::append(writing.tx, writing.company(), entry, writing.now).await?;
    Ok(after)
}

/// Passes when nobody names the record.
pub(crate) async fn refuse_used(
    writing: &Writing<'_>,
    kind: &str,
    id: Uuid,
) -> Result<(), ServiceError> {
    if links::is_unused(writing.tx, kind, id) {
        return Ok(());
    }
    let uses = links::where_used(writing.tx, writing.company(), kind, id).await?;
    if uses.is_empty() {
        return Ok(());
    }
    let uses = uses.into_iter().map(|it| UseOfRecord {
        kind: it.kind,
        field: it.field,
        count: it.count,
    });
    Err(ServiceError::InUse(uses.collect()))
}

/// Passes when the record is not in the bin.
pub(crate) fn require_live<C: Collection>(row: &Row<C>) -> Result<(), ServiceError> {
    match row.meta.deleted_at {
        None => Ok(()),
        Some(_) => Err(ServiceError::State("This is in the bin. Restore it first.")),
    }
}

/// Passes when the version that was read is the one that stands there.
pub(crate) async fn require_version<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
    expected: Expected,
) -> Result<(), ServiceError> {
    match expected {
        Expected::Any => Ok(()),
        Expected::Version(version) if version == row.meta.version => Ok(()),
        Expected::Version(_) => Err(stale(writing, row).await?),
    }
}

async fn stale<C: Collection>(
    writing: &Writing<'_>,
    row: &Row<C>,
) -> Result<ServiceError, ServiceError> {
    let by = match row.meta.updated_by {
        Some(id) => users::get(writing.tx, writing.company(), id).await?,
        None => None,
    };
    Ok(ServiceError::Stale(Box::new(Current {
        version: row.meta.version,
        updated_at: row.meta.updated_at,
        updated_by: by.map(|user| user.name),
    })))
}

/// What was answered to the same request before.
pub(crate) async fn answer_kept(
    tx: &Transaction,
    caller: &Caller,
    key: Option<&IdempotencyKey>,
    now: Timestamp,
) -> Result<Option<Created>, ServiceError> {
    let Some(IdempotencyKey { key, request_hash }) = key else {
        return Ok(None);
    };
    let found = idempotency::find(tx, caller.company_id(), caller.user_id(), key, now).await?;
    match found {
        None => Ok(None),
        Some(answer) if answer.request_hash == *request_hash => Ok(Some(Created {
            id: answer.row_id,
            body: answer.body,
            version: answer.version,
        })),
        Some(_) => Err(ServiceError::KeyReused),
    }
}

/// The answer that tells of a new record, kept under the key of the request in the transaction that made it.
pub(crate) async fn keep_answer<C: Collection>(
    writing: &Writing<'_>,
    row: Row<C>,
    key: Option<IdempotencyKey>,
) -> Result<Created, ServiceError> {
    let (id, version) = (row.id.as_uuid(), row.meta.version);
    let shown = show_one(writing.services, writing.caller, writing.tx, row).await?;
    let body = enveloped(&shown)?;
    if let Some(IdempotencyKey { key, request_hash }) = key {
        let answer = Answer {
            row_id: id,
            request_hash,
            body: body.clone(),
            version,
        };
        let (company, user) = (writing.company(), writing.caller.user_id());
        idempotency::keep(writing.tx, company, user, &key, &answer, writing.now).await?;
    }
    Ok(Created { id, body, version })
}

fn enveloped<C: Collection>(shown: &Shown<C>) -> Result<String, ServiceError> {
    let corrupt = |_| waybill_storage::StorageError::Corrupt(C::KIND);
    let data = serde_json::to_string(shown).map_err(corrupt)?;
    Ok(format!("{{\"data\":{data}}}"))
}
