//! Bulk changes: one action on many records, decided record by record, and undone as one.
//!
//! Invariant: what a batch did is kept with it; undoing it takes back no change that somebody else made since.

use std::collections::{BTreeMap, HashMap};

use jiff::SignedDuration;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::records::batches::{self, BatchId, Touched};
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Row, links};

use super::read::within_reach;
use super::write::{
    bin_in, change_in, delete_in, refuse_taken, require_live, restore_in, update_in,
};
use super::{Collection, Writing};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::{Origin, Source};
use crate::validate::Faults;
use crate::vocabulary::wire_enum;

/// How long a batch can be undone: as long as what was deleted lies in the bin.
const UNDONE_WITHIN: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Rows that are read at once.
const ROWS_AT_ONCE: usize = 500;

/// The most records of one bulk change.
pub const MAX_ROWS: usize = 1000;

wire_enum! {
    /// What is done to many records.
    BulkAction {
        /// Fields are changed.
        Edit = "edit",
        /// They are moved to the bin.
        Delete = "delete",
        /// They are taken out of the bin.
        Restore = "restore",
    }
}

wire_enum! {
    /// What became of one record.
    RowOutcome {
        /// It was done.
        Done = "done",
        /// There was nothing to do.
        Same = "same",
        /// It was refused.
        Refused = "refused",
    }
}

/// What became of one record of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BulkRow {
    /// The record.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What became of it.
    pub outcome: RowOutcome,
    /// Why it was refused.
    #[schema(required)]
    pub detail: Option<String>,
    /// The fields at fault.
    pub errors: Vec<FieldProblem>,
}

/// What became of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkResult {
    /// The batch, by which it can be undone; none when nothing was changed.
    #[schema(required)]
    pub batch_id: Option<Uuid>,
    /// What became of each record, in the order asked for.
    pub rows: Vec<BulkRow>,
}

/// What an edit does to each record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Fields that get another value.
    pub fields: Map<String, Value>,
    /// Fields that name other records, such as `tags`, each with the ids that they name besides.
    pub add: BTreeMap<String, Vec<Uuid>>,
    /// The same, each with the ids that they name no longer.
    pub remove: BTreeMap<String, Vec<Uuid>>,
}

impl Changes {
    /// The fields of one record that change; of a list that is added to, its whole new value.
    fn of<C: Collection>(&self, row: &Row<C>) -> Result<Map<String, Value>, ServiceError> {
        let mut fields = self.fields.clone();
        if self.add.is_empty() && self.remove.is_empty() {
            return Ok(fields);
        }
        let corrupt = |_| StorageError::Corrupt("fields of a record");
        let before = serde_json::to_value(&row.fields).map_err(corrupt)?;
        for name in self.add.keys().chain(self.remove.keys()) {
            let list = |ids: Option<&Vec<Uuid>>| -> Vec<Value> {
                let ids = ids.into_iter().flatten();
                ids.map(|id| Value::String(id.to_string())).collect()
            };
            let (added, removed) = (list(self.add.get(name)), list(self.remove.get(name)));
            let mut named = before[name].as_array().cloned().unwrap_or_default();
            named.retain(|id| !removed.contains(id));
            for id in added {
                if !named.contains(&id) {
                    named.push(id);
                }
            }
            fields.insert(name.clone(), Value::Array(named));
        }
        Ok(fields)
    }
}

impl Services {
    /// Does `action` to each of the records that it can be done to.
    pub async fn bulk<C: Collection>(
        &self,
        caller: &Caller,
        action: BulkAction,
        ids: Vec<Id<C>>,
        changes: Changes,
        source: &Source,
    ) -> Result<BulkResult, ServiceError> {
        let right = match action {
            BulkAction::Edit => C::RESOURCE.bulk_edit(),
            BulkAction::Delete => Action::Delete,
            BulkAction::Restore => Action::Restore,
        };
        let scope = C::scope(caller, right)?;
        let batch_id = BatchId::generate();
        let source = source.in_batch(source.origin, batch_id);
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, &source, self.now());
        let mut rows = Vec::with_capacity(ids.len());
        let mut touched = Vec::new();
        for id in ids {
            let acted = async {
                let row = within_reach(&tx, caller, id, scope).await?;
                let after = act(&writing, action, row.clone(), &changes).await?;
                Ok((row, after))
            };
            let outcome = acted.await;
            if let Ok((before, after)) = &outcome
                && before.meta.version != after.meta.version
            {
                touched.push(touch(before, after));
            }
            rows.push(row_result(id.as_uuid(), outcome)?);
        }
        let batch_id = if touched.is_empty() {
            None
        } else {
            let company = caller.company_id();
            let stamp = writing.stamp();
            batches::insert(&tx, company, batch_id, action.as_str(), &touched, stamp).await?;
            Some(batch_id.as_uuid())
        };
        tx.commit().await?;
        Ok(BulkResult { batch_id, rows })
    }

    /// Takes back what a batch did, but for records that were changed since.
    pub async fn undo<C: Collection>(
        &self,
        caller: &Caller,
        id: BatchId,
        source: &Source,
    ) -> Result<BulkResult, ServiceError> {
        C::scope(caller, Action::Edit)?;
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        tx.take_time().await?;
        let batch = batches::get(&tx, company, id)
            .await?
            .filter(|batch| batch.kind == C::KIND && batch.by == Some(caller.user_id()))
            .ok_or(ServiceError::NotFound)?;
        let now = self.now();
        if batch.undone_at.is_some() || !batches::note_undone(&tx, company, id, now).await? {
            return Err(ServiceError::State("This has already been undone."));
        }
        if batch.at + UNDONE_WITHIN < now {
            return Err(ServiceError::State(
                "This was done more than 30 days ago and can no longer be undone.",
            ));
        }
        let source = source.in_batch(Origin::Undo, id);
        let writing = self.writing(caller, &tx, &source, now);
        let mut rows = take_back_all::<C>(&writing, id).await?;
        rows.extend(C::undo_others(&writing, id).await?);
        tx.commit().await?;
        Ok(BulkResult {
            batch_id: Some(id.as_uuid()),
            rows,
        })
    }
}

/// Takes back what the batch did to rows of `C`, and tells it row by row.
pub(crate) async fn take_back_all<C: Collection>(
    writing: &Writing<'_>,
    id: BatchId,
) -> Result<Vec<BulkRow>, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let touched = batches::touched::<C>(tx, company, id).await?;
    let mut rows = Vec::with_capacity(touched.len());
    // The last change is taken back first, so that what was freed last is there for what comes before it.
    for chunk in touched.rchunks(ROWS_AT_ONCE) {
        let ids: Vec<Id<C>> = chunk.iter().map(|it| it.id).collect();
        let found = read::get_all(tx, company, &ids, Bin::Either).await?;
        let mut found: HashMap<Uuid, Row<C>> = found
            .into_iter()
            .map(|row| (row.id.as_uuid(), row))
            .collect();
        let made: Vec<Id<C>> = chunk
            .iter()
            .filter(|it| it.before.is_none())
            .map(|it| it.id)
            .collect();
        links::ask_unused(tx, company, &made).await?;
        for touched in chunk.iter().rev() {
            let id = touched.id.as_uuid();
            let row = found.remove(&id);
            rows.push(row_result(id, take_back(writing, row, touched).await)?);
        }
    }
    rows.reverse();
    Ok(rows)
}

/// What a batch keeps of a row that it has changed.
pub(crate) fn touch<C: Collection>(before: &Row<C>, after: &Row<C>) -> Touched<C> {
    Touched {
        // A company's own version of a shared row has an id of its own.
        id: after.id,
        before: Some(before.fields.clone()),
        was_deleted: before.meta.deleted_at.is_some(),
        version_after: after.meta.version,
    }
}

/// What is told of a batch whose records were all done.
pub(crate) fn done<C: Collection>(batch: BatchId, touched: &[Touched<C>]) -> BulkResult {
    let row = |touched: &Touched<C>| BulkRow {
        id: touched.id.as_uuid(),
        outcome: RowOutcome::Done,
        detail: None,
        errors: Vec::new(),
    };
    BulkResult {
        batch_id: Some(batch.as_uuid()),
        rows: touched.iter().map(row).collect(),
    }
}

async fn act<C: Collection>(
    writing: &Writing<'_>,
    action: BulkAction,
    row: Row<C>,
    changes: &Changes,
) -> Result<Row<C>, ServiceError> {
    match action {
        BulkAction::Edit => {
            require_live(&row)?;
            let changed = changes.of(&row)?;
            change_in(writing, row, changed).await
        }
        BulkAction::Delete => {
            require_live(&row)?;
            delete_in(writing, &row).await
        }
        BulkAction::Restore => restore_in(writing, &row).await,
    }
}

async fn take_back<C: Collection>(
    writing: &Writing<'_>,
    row: Option<Row<C>>,
    touched: &Touched<C>,
) -> Result<(Row<C>, Row<C>), ServiceError> {
    let row = row.ok_or(ServiceError::NotFound)?;
    if row.meta.version != touched.version_after {
        return Err(ServiceError::State("Someone has changed this since."));
    }
    let after = match &touched.before {
        None => delete_in(writing, &row).await?,
        Some(fields) => {
            let is_deleted = row.meta.deleted_at.is_some();
            let row = match (is_deleted, touched.was_deleted) {
                (true, false) => restore_in(writing, &row).await?,
                (false, true) => bin_in(writing, &row).await?,
                _ => row.clone(),
            };
            // Only what was unique is looked at again: the record held these values before, whatever they refer to now.
            if *fields != row.fields {
                let mut faults = Faults::default();
                refuse_taken(writing, Some(&row), fields, &mut faults).await?;
                faults.check()?;
            }
            update_in(writing, row, fields.clone(), "edit").await?
        }
    };
    Ok((row, after))
}

/// What is told of one record. A failure of the database ends the whole batch.
pub(crate) fn row_result<C: Collection>(
    id: Uuid,
    outcome: Result<(Row<C>, Row<C>), ServiceError>,
) -> Result<BulkRow, ServiceError> {
    let row = |outcome, detail: Option<String>, errors| BulkRow {
        id,
        outcome,
        detail,
        errors,
    };
    Ok(match outcome {
        Ok((before, after)) if before.meta.version == after.meta.version => {
            row(RowOutcome::Same, None, Vec::new())
        }
        Ok(_) => row(RowOutcome::Done, None, Vec::new()),
        Err(ServiceError::Invalid(errors)) => row(
            RowOutcome::Refused,
            Some("Check the fields listed.".to_owned()),
            errors,
        ),
        Err(
            error @ (ServiceError::Storage(_)
            | ServiceError::Session(_)
            | ServiceError::NoAdministrator),
        ) => return Err(error),
        Err(error) => row(RowOutcome::Refused, Some(detail(&error)), Vec::new()),
    })
}

/// The sentence for a record that was refused.
fn detail(error: &ServiceError) -> String {
    match error {
        ServiceError::NotFound => "No record found.".to_owned(),
        ServiceError::InUse(uses) => {
            let count: i64 = uses.iter().map(|it| it.count).sum();
            format!("This is used by {count} other records. Merge or deactivate it instead.")
        }
        ServiceError::State(detail) => (*detail).to_owned(),
        ServiceError::Forbidden(permission) => {
            format!("You need the permission “{}”.", permission.in_words())
        }
        _ => "This could not be changed.".to_owned(),
    }
}
