//! The original of a company's version of a shared row: what later releases changed about it, and the company's choice between
//! their values and its own.
//!
//! Invariant: what the company itself changed is never taken for a change of a release, and stays whatever is chosen.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use waybill_storage::records::{Id, Row, shared};
use waybill_storage::reference::seed::Origin;
use waybill_storage::{Handle, StorageError, audit};

use super::changes::{between, object};
use super::read::{show_one, within_reach};
use super::write::{Expected, recheck, require_live, require_version, update_in};
use super::{Collection, Shown};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;
use crate::vocabulary::wire_enum;

/// Where the fields say what they come from; no release changes that for a company.
const SOURCE: &str = "source";

wire_enum! {
    /// What a company does about what releases changed.
    OriginalChoice {
        /// The changed values take the place of the company's own.
        Take = "take",
        /// The company's values stay.
        Keep = "keep",
    }
}

/// The original of a shared row beside the company's version of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Original {
    /// Whether a release changed it since the company made its version or last chose.
    pub is_changed: bool,
    /// Whether the source no longer has it.
    pub is_withdrawn: bool,
    /// The fields that releases changed since then and that differ from the company's.
    pub differences: Vec<OriginalDifference>,
}

/// A field that a release changed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OriginalDifference {
    /// JSON pointer into the record.
    #[schema(example = "/name")]
    pub path: String,
    /// The company's value; null when there is none.
    pub own: Value,
    /// The value of the release; null when there is none.
    pub original: Value,
}

impl Services {
    /// What releases changed about the original of the record. Nothing where the record has no original, or is it.
    pub async fn original<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
    ) -> Result<Original, ServiceError> {
        let scope = C::scope(caller, Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        match original_of(&db, &row).await? {
            Some(seed) => compare(&db, caller, &row, &seed).await,
            None => Ok(Original {
                is_withdrawn: C::origin(&row.fields).is_some_and(|it| it.withdrawn),
                ..Original::default()
            }),
        }
    }

    /// Takes what releases changed about the original into the record, or keeps the company's values; nothing is pending then.
    /// A record without an original stays as it is.
    pub async fn choose_original<C: Collection>(
        &self,
        caller: &Caller,
        id: Id<C>,
        expected: Expected,
        choice: OriginalChoice,
        source: &Source,
    ) -> Result<Shown<C>, ServiceError> {
        let scope = C::scope(caller, Action::Edit)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let mut row = within_reach(&tx, caller, id, scope).await?;
        require_live(&row)?;
        require_version(&writing, &row, expected).await?;
        if let Some(seed) = original_of(&tx, &row).await? {
            let mut fields = row.fields.clone();
            if choice == OriginalChoice::Take {
                let Original { differences, .. } = compare(&tx, caller, &row, &seed).await?;
                fields = taken::<C>(&row, &seed, &differences)?;
                recheck(&writing, &row, &mut fields).await?;
            }
            if let Some(origin) = C::origin(&seed.fields) {
                C::set_origin(&mut fields, origin.clone());
            }
            row = update_in(&writing, row, fields, "edit").await?;
        }
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

/// The row of the product that this row of a company replaces.
async fn original_of<C: Collection>(
    db: &dyn Handle,
    row: &Row<C>,
) -> Result<Option<Row<C>>, StorageError> {
    match C::natural_key(&row.fields).filter(|_| row.meta.company_id.is_some()) {
        Some(key) => shared::seed_row(db, &key).await,
        None => Ok(None),
    }
}

async fn compare<C: Collection>(
    db: &dyn Handle,
    caller: &Caller,
    row: &Row<C>,
    seed: &Row<C>,
) -> Result<Original, ServiceError> {
    let state = |origin: Option<&Origin>| origin.map(|it| (it.row_hash.clone(), it.withdrawn));
    let (own, original) = (C::origin(&row.fields), C::origin(&seed.fields));
    let is_changed = state(own) != state(original);
    let mut differences = Vec::new();
    if is_changed {
        // What the company changed of a field first says what the original held then; other fields it has as they came.
        let trail = audit::of_entity(db, caller.company_id(), row.id.as_uuid()).await?;
        let first = |path: &str| {
            let mut changes = trail.iter().rev().flat_map(|entry| &entry.changes);
            changes.find(|change| change.path == path)
        };
        for change in between(&plain::<C>(row)?, &plain::<C>(seed)?, C::SECRET) {
            let came = first(&change.path).map_or(&change.old, |first| &first.old);
            if *came != change.new && !change.masked {
                differences.push(OriginalDifference {
                    path: change.path,
                    own: change.old,
                    original: change.new,
                });
            }
        }
    }
    Ok(Original {
        is_changed,
        is_withdrawn: original.is_some_and(|it| it.withdrawn),
        differences,
    })
}

/// The fields without where they come from.
fn plain<C: Collection>(row: &Row<C>) -> Result<Map<String, Value>, ServiceError> {
    let mut members = object(Some(&row.fields))?;
    members.remove(SOURCE);
    Ok(members)
}

/// The company's fields with the values of the original where they differ.
fn taken<C: Collection>(
    row: &Row<C>,
    seed: &Row<C>,
    differences: &[OriginalDifference],
) -> Result<C::Fields, ServiceError> {
    let original = Value::Object(object(Some(&seed.fields))?);
    let mut own = Value::Object(object(Some(&row.fields))?);
    for OriginalDifference { path, .. } in differences {
        let Some((parent, name)) = path.rsplit_once('/') else {
            continue;
        };
        let Some(Value::Object(parent)) = own.pointer_mut(parent) else {
            continue;
        };
        let name = name.replace("~1", "/").replace("~0", "~");
        match original.pointer(path) {
            Some(value) => parent.insert(name, value.clone()),
            None => parent.remove(&name),
        };
    }
    let corrupt = |_| ServiceError::Storage(StorageError::Corrupt(C::KIND));
    serde_json::from_value(own).map_err(corrupt)
}
