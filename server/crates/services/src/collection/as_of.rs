//! A record as it was at a moment, for every noun: its stored fields, gone back through the audit trail.
//!
//! Invariant: who may see the record today sees what it was, and nobody else; at the moment of the last change and later it is
//! what is stored.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use waybill_storage::Handle;
use waybill_storage::audit;
use waybill_storage::audit::steps::{self, Trail};
use waybill_storage::records::{Id, Meta, Record, Row, shared};

use super::Collection;
use super::changes::{between, object};
use super::read::within_reach;
use super::replay::{Replay, Said, Unknown, without_nulls};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::log::audit::AuditEntry;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;

/// A record as it was at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AsOf {
    /// The moment.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// When the record came about.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// The stored fields as they were, without those of `unknown`.
    #[schema(value_type = HashMap<String, Value>)]
    pub fields: Map<String, Value>,
    /// Whether it lay in the bin.
    pub is_deleted: bool,
    /// Fields of which the audit trail does not say what they held.
    pub unknown: Vec<UnknownField>,
    /// Fields that hold something else today.
    pub differences: Vec<Difference>,
    /// The version that they were compared with.
    pub version: i32,
    /// The last change before the moment; none where the trail has none.
    #[schema(required)]
    pub last: Option<AuditEntry>,
}

/// A field of which the audit trail does not say what it held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnknownField {
    /// JSON pointer into the record.
    #[schema(example = "/notes")]
    pub path: String,
    /// Why.
    pub why: Unknown,
}

/// A field that holds something else today.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Difference {
    /// JSON pointer into the record.
    #[schema(example = "/displayName")]
    pub path: String,
    /// The value then; null when there was none.
    pub was: Value,
    /// The value today; null when there is none.
    pub now: Value,
}

impl Services {
    /// The record as it was at `at`. [`ServiceError::NotYet`] when it was made later.
    pub async fn as_of<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
        at: Timestamp,
    ) -> Result<AsOf, ServiceError> {
        let scope = C::scope(caller, Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        if self.now() < at {
            let detail = "Enter a date and time that has passed.";
            return Err(ServiceError::Invalid(vec![FieldProblem::parameter(
                "at", detail,
            )]));
        }
        let seed = replaced_seed(&db, &row).await?;
        let created_at = seed.as_ref().map_or(row.meta.created_at, |it| {
            it.meta.created_at.min(row.meta.created_at)
        });
        if at.as_millisecond() < created_at.as_millisecond() {
            return Err(ServiceError::NotYet(created_at));
        }
        let trail = Trail {
            company: caller.company_id(),
            kind: C::KIND,
            id: row.id.as_uuid(),
        };
        let last = steps::last_until(&db, trail, at).await?;
        let now = object(Some(&row.fields))?;
        let mut replay = Replay::new(now.clone(), row.meta.deleted_at.is_some());
        let after = last.as_ref().map_or(0, |it| it.seq);
        let undo = |step: audit::AuditEntry| replay.undo(verb::<C>(&step.action), &step.changes);
        steps::each_back(&db, trail, after, None, undo).await?;
        if at.as_millisecond() < row.meta.updated_at.as_millisecond() {
            leave_out_unproven(&db, trail, (&row, seed.as_ref()), after, &mut replay).await?;
            if changed_with_product(&row.meta, seed.as_ref().map(|it| &it.meta), at) {
                replay.forget_all();
            }
        }
        settle::<C>(&mut replay)?;
        Ok(AsOf {
            at,
            created_at,
            is_deleted: replay.is_deleted(),
            differences: differences::<C>(&replay, now),
            unknown: unknown(&replay),
            fields: replay.members().clone(),
            version: row.meta.version,
            last: last.map(AuditEntry::try_from).transpose()?,
        })
    }
}

/// What was done: `edit` of `contact.edit`.
fn verb<C: Collection>(action: &str) -> &str {
    let verb = action.strip_prefix(C::KIND);
    verb.and_then(|it| it.strip_prefix('.')).unwrap_or_default()
}

/// The row of the product that this row of the company replaces.
async fn replaced_seed<C: Collection>(
    db: &dyn Handle,
    row: &Row<C>,
) -> Result<Option<Row<C>>, ServiceError> {
    if !C::SHARED || row.meta.company_id.is_none() {
        return Ok(None);
    }
    match C::natural_key(&row.fields) {
        Some(key) => Ok(shared::seed_row(db, &key).await?),
        None => Ok(None),
    }
}

/// Leaves out what the trail does not prove, where the record has more versions than the trail has steps.
async fn leave_out_unproven<C: Collection>(
    db: &dyn Handle,
    trail: Trail<'_>,
    (row, seed): (&Row<C>, Option<&Row<C>>),
    until: i64,
    replay: &mut Replay,
) -> Result<(), ServiceError> {
    let count = i64::try_from(steps::count(db, trail).await?).unwrap_or(i64::MAX);
    let first = steps::first(db, trail).await?;
    let made_at = row.meta.created_at.as_millisecond();
    let is_begun = first
        .as_ref()
        .is_some_and(|it| it.at.as_millisecond() == made_at);
    // Versions that came about without a step: those of the product's row, and the making of a row that was not noted.
    let other = match (row.meta.company_id, seed) {
        (None, _) => i64::from(row.meta.version),
        // A row that is moved to the bin first becomes the company's own, which is one version more.
        (Some(_), Some(seed)) => {
            let is_binned_first = first.is_some_and(|it| it.changes.is_empty());
            i64::from(seed.meta.version) + i64::from(is_binned_first)
        }
        (Some(_), None) => i64::from(!is_begun),
    };
    if i64::from(row.meta.version) <= count.saturating_add(other) {
        return Ok(());
    }
    let mut said = Said::default();
    let note = |step: audit::AuditEntry| said.note(step.changes);
    steps::each_back(db, trail, 0, Some(until), note).await?;
    replay.keep_proven(&said, is_begun && seed.is_none());
    Ok(())
}

/// Whether a new version of the product changed its own row after the moment, of which the trail of a company says nothing.
fn changed_with_product(own: &Meta, seed: Option<&Meta>, at: Timestamp) -> bool {
    let product = match (own.company_id, seed) {
        (None, _) => own,
        (Some(_), Some(seed)) if at < own.created_at => seed,
        (Some(_), _) => return false,
    };
    1 < product.version && at < product.updated_at
}

/// Brings the values into the form in which the noun keeps them, as far as it still reads them.
fn settle<C: Collection>(replay: &mut Replay) -> Result<(), ServiceError> {
    let read = |members: Map<String, Value>| {
        serde_json::from_value::<<C as Record>::Fields>(Value::Object(members))
    };
    let members = replay.members();
    let fields = read(members.clone()).or_else(|_| read(without_nulls(members)));
    // What an older version of the program wrote may have another shape; it is shown as it was written.
    if let Ok(fields) = fields {
        replay.settle(object(Some(&fields))?);
    }
    Ok(())
}

fn unknown(replay: &Replay) -> Vec<UnknownField> {
    let fields = replay.unknown().iter();
    fields
        .map(|(path, why)| UnknownField {
            path: path.clone(),
            why: *why,
        })
        .collect()
}

fn differences<C: Collection>(replay: &Replay, now: Map<String, Value>) -> Vec<Difference> {
    // Without what is not known, with which nothing can be compared.
    let mut known = replay.clone();
    known.settle(now);
    let changes = between(replay.members(), known.members(), C::SECRET);
    changes
        .into_iter()
        .filter(|change| !change.masked)
        .map(|change| Difference {
            path: change.path,
            was: change.old,
            now: change.new,
        })
        .collect()
}
