//! Seed rows: those that a release brings along are compared with those that are stored, and written where they differ.
//!
//! Invariant: [`compare`] alone decides what changes, and writes nothing, so what is previewed is what is applied. Rows of
//! companies are not touched, and no seed row is deleted, since records may use it: what a release no longer has is withdrawn.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait as _, Order};
use sea_orm::{ConnectionTrait as _, DbBackend};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{Content, ROWS_AT_ONCE, Stamp, Target, contents, fresh, insert_into, set_content};
use crate::database::Lock;
use crate::database::sealed::Connected as _;
use crate::records::noun::Noun;
use crate::records::row::{StoredRow, select_of_any_age};
use crate::records::{Id, Record, Row, search_index};
use crate::{Handle, StorageError, Transaction};

/// What a release changes about one seed row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedChange {
    /// Its id, by which other records name it.
    pub id: Uuid,
    /// Its natural key.
    pub key: String,
    /// [`Record::label`] after the change.
    pub label: String,
    /// [`Record::codes`] before the change; of an added row after it.
    pub codes: Vec<String>,
    /// The change.
    pub step: SeedStep,
}

/// How a release changes a seed row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SeedStep {
    /// It is new.
    Added,
    /// Its label changes, whatever else does.
    Renamed {
        /// The label before.
        was: String,
    },
    /// Other values change.
    Edited,
    /// The release no longer has it. It stays for the records that use it and is no longer offered to others.
    Withdrawn,
}

/// The seed rows of a release beside those that are stored.
#[derive(Debug)]
pub struct Comparison<R: Record> {
    added: Vec<R::Fields>,
    changed: Vec<(Row<R>, R::Fields)>,
    /// Whether the noun had no seed rows before.
    pub is_first: bool,
    /// The changes that people may care about: a row of which only the version of its source changes is none. In the order of
    /// the release, withdrawn rows last.
    pub changes: Vec<SeedChange>,
}

/// Compares the seed rows of a release, all of the noun, with those that are stored.
///
/// A table that is missing, or that later schema changes make anew, has no rows.
pub async fn compare<R: Record>(
    db: &dyn Handle,
    seed: Vec<R::Fields>,
) -> Result<Comparison<R>, StorageError> {
    let stored = stored::<R>(db).await?;
    let mut order: Vec<String> = Vec::new();
    let mut known = HashMap::with_capacity(stored.len());
    for row in stored {
        let key = R::natural_key(&row.fields).unwrap_or_default();
        order.push(key.clone());
        known.insert(key, row);
    }
    let mut comparison = Comparison {
        added: Vec::new(),
        changed: Vec::new(),
        is_first: order.is_empty(),
        changes: Vec::new(),
    };
    for fields in seed {
        let key = R::natural_key(&fields).unwrap_or_default();
        match known.remove(&key) {
            None => {
                let id = Id::<R>::of_seed(&key).as_uuid();
                comparison.note(id, key, &fields, &fields, SeedStep::Added);
                comparison.added.push(fields);
            }
            Some(row) if row.fields == fields => {}
            Some(row) => {
                let was = R::label(&row.fields);
                let step = match R::label(&fields) == was {
                    false => Some(SeedStep::Renamed { was }),
                    true if content::<R>(&row.fields)? != content::<R>(&fields)? => {
                        Some(SeedStep::Edited)
                    }
                    true => None,
                };
                if let Some(step) = step {
                    comparison.note(row.id.as_uuid(), key, &row.fields, &fields, step);
                }
                comparison.changed.push((row, fields));
            }
        }
    }
    for key in order {
        let Some(row) = known.remove(&key) else {
            continue;
        };
        let Some(fields) = withdrawn::<R>(&row.fields) else {
            continue;
        };
        comparison.note(
            row.id.as_uuid(),
            key,
            &row.fields,
            &fields,
            SeedStep::Withdrawn,
        );
        comparison.changed.push((row, fields));
    }
    Ok(comparison)
}

/// Writes what a comparison in the same transaction found: changed rows get their next version. Returns how many rows were
/// written.
pub async fn apply<R: Record>(
    tx: &Transaction,
    comparison: Comparison<R>,
    at: Timestamp,
) -> Result<usize, StorageError> {
    let Comparison { added, changed, .. } = comparison;
    let count = added.len() + changed.len();
    let stamp = Stamp { by: None, at };
    for (row, fields) in changed {
        let content = Content::of::<R>(&fields)?;
        set_content(tx, Target::of(&row, None), content, stamp).await?;
    }
    let rows: Vec<Row<R>> = added
        .into_iter()
        .map(|fields| {
            let id = R::natural_key(&fields).map_or_else(Id::generate, |key| Id::of_seed(&key));
            Row::new(id, fields, fresh(None, stamp, 1))
        })
        .collect();
    for chunk in rows.chunks(ROWS_AT_ONCE) {
        insert_into(tx, Noun::of::<R>(), contents(chunk)?).await?;
    }
    if count > 0 {
        search_index::merge_parts(tx, Noun::of::<R>()).await?;
        measure(tx, Noun::of::<R>()).await?;
    }
    Ok(count)
}

/// PostgreSQL plans a statement by the size that it knows of the table, and would look only a minute later by itself.
async fn measure(tx: &Transaction, noun: Noun) -> Result<(), StorageError> {
    if tx.connection().backend() == DbBackend::Postgres {
        let analyze = format!("ANALYZE \"{}\"", noun.table);
        tx.executor().execute_unprepared(&analyze).await?;
    }
    Ok(())
}

/// Compares and applies at once. Returns how many rows were written.
pub async fn update_seed<R: Record>(
    tx: &Transaction,
    seed: Vec<R::Fields>,
    at: Timestamp,
) -> Result<usize, StorageError> {
    // Of two processes that start at once, the second finds nothing left to do.
    tx.lock(Lock::Seed).await?;
    let comparison = compare::<R>(tx, seed).await?;
    apply(tx, comparison, at).await
}

impl<R: Record> Comparison<R> {
    fn note(
        &mut self,
        id: Uuid,
        key: String,
        before: &R::Fields,
        after: &R::Fields,
        step: SeedStep,
    ) {
        self.changes.push(SeedChange {
            id,
            key,
            label: R::label(after),
            codes: R::codes(before).into_iter().map(str::to_owned).collect(),
            step,
        });
    }
}

async fn stored<R: Record>(db: &dyn Handle) -> Result<Vec<Row<R>>, StorageError> {
    if !db.connection().has_column(R::TABLE, "fields").await? {
        return Ok(Vec::new());
    }
    // A preview reads what an older version of the program wrote.
    let mut query = select_of_any_age(Noun::of::<R>());
    query
        .and_where(Expr::col("company_id").is_null())
        .order_by("natural_key", Order::Asc);
    Row::read_all(&StoredRow::all(db, &query).await?)
}

/// The row as one that the release no longer has; none where it is one already, or has no origin that could say so.
fn withdrawn<R: Record>(fields: &R::Fields) -> Option<R::Fields> {
    let mut origin = R::origin(fields).filter(|it| !it.withdrawn)?.clone();
    origin.withdrawn = true;
    let mut fields = fields.clone();
    R::set_origin(&mut fields, origin);
    R::set_unavailable(&mut fields);
    Some(fields)
}

/// What the row says, without which version of its source says it.
fn content<R: Record>(fields: &R::Fields) -> Result<(Value, bool), StorageError> {
    let mut value = serde_json::to_value(fields).map_err(|_| StorageError::Corrupt(R::KIND))?;
    if let (Some(members), Some(_)) = (value.as_object_mut(), R::origin(fields)) {
        members.remove("source");
    }
    Ok((value, R::origin(fields).is_some_and(|it| it.withdrawn)))
}
