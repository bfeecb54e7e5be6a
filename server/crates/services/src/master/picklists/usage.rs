//! Usage: how many records of the company hold a value of a picklist.
//!
//! Invariant: a value is held by its code or, in fields of free text, by its label; case and diacritics make no difference.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::uses;
use waybill_storage::{CompanyId, Handle, StorageError};

use super::PicklistValue;
use crate::problem::UseOfRecord;

/// The fields that hold values of a picklist: its code, the kind of the records, and the field.
const HOLDERS: &[(&str, &str, &str)] = &[
    ("contact_role", "contact", "roles"),
    ("department", "contact", "department"),
    ("department", "user", "department"),
    ("document_type", "file", "docType"),
    ("salutation", "contact", "salutation"),
];

/// What is computed for a value of a picklist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValueMore {
    /// The picklist that it is of.
    #[schema(required)]
    pub group_id: Option<Uuid>,
    /// How many records hold it.
    pub usage_count: i64,
}

/// Where each of the values is held, in their order; a field that nobody has it in is left out.
pub(super) async fn held(
    db: &dyn Handle,
    company: CompanyId,
    values: &[&PicklistValue],
) -> Result<Vec<Vec<UseOfRecord>>, StorageError> {
    let names: BTreeSet<String> = values
        .iter()
        .flat_map(|value| counted_as(&value.group, texts(value)))
        .collect();
    let names: Vec<String> = names.into_iter().collect();
    let counts = uses::counts(db, company, &names).await?;
    Ok(values.iter().map(|value| of(value, &counts)).collect())
}

fn of(value: &PicklistValue, counts: &HashMap<String, i64>) -> Vec<UseOfRecord> {
    let uses = holders(&value.group).map(|(_, kind, field)| UseOfRecord {
        kind: (*kind).to_owned(),
        field: (*field).to_owned(),
        count: names(texts(value), kind, field)
            .iter()
            .filter_map(|name| counts.get(name))
            .sum(),
    });
    uses.filter(|it| 0 < it.count).collect()
}

/// Under which names a value of the picklist with this code and this label is counted, in all fields that hold it.
pub(in crate::master) fn counted_as(group: &str, texts: [&str; 2]) -> BTreeSet<String> {
    let holders = holders(group).flat_map(|(_, kind, field)| names(texts, kind, field));
    holders.collect()
}

fn holders(
    group: &str,
) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    HOLDERS.iter().filter(move |(it, ..)| *it == group)
}

/// Under which names it is counted there: one where code and label are the same.
fn names(texts: [&str; 2], kind: &str, field: &str) -> BTreeSet<String> {
    texts.map(|text| uses::name(kind, field, text)).into()
}

/// The code and the label by which records hold the value.
fn texts(value: &PicklistValue) -> [&str; 2] {
    [&value.code, &value.label]
}
