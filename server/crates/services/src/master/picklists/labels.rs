//! Labels of picklists: what a company calls the words of a closed set, for tables that come in and go out.
//!
//! Invariant: values in the bin are called nothing.

use std::collections::HashMap;

use waybill_storage::records::read::{self, Listing};
use waybill_storage::records::{Filter, Row};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::{PicklistValue, PicklistValues};
use crate::languages::Language;

/// The values of a picklist.
async fn of_group(
    db: &dyn Handle,
    company: CompanyId,
    group: &str,
) -> Result<Vec<Row<PicklistValues>>, StorageError> {
    let listing = Listing {
        filter: Filter::eq::<PicklistValues>("group", group),
        ..Listing::default()
    };
    Ok(read::list::<PicklistValues>(db, company, listing)
        .await?
        .rows)
}

/// Everything that a picklist calls its values, each with the value's code.
pub(crate) async fn labels(
    db: &dyn Handle,
    company: CompanyId,
    group: &str,
) -> Result<Vec<(String, String)>, StorageError> {
    let rows = of_group(db, company, group).await?;
    let labels = rows.into_iter().flat_map(|row| {
        let PicklistValue {
            code,
            label,
            labels,
            ..
        } = row.fields;
        let all = labels.into_values().chain([label]);
        all.map(move |label| (label, code.clone()))
            .collect::<Vec<_>>()
    });
    Ok(labels.collect())
}

/// What the company itself calls values of a picklist in a language, by their codes.
pub(crate) async fn own_labels(
    db: &dyn Handle,
    company: CompanyId,
    (group, language): (&str, Language),
) -> Result<HashMap<String, String>, StorageError> {
    let rows = of_group(db, company, group).await?;
    let own = rows.into_iter().filter_map(|row| {
        let is_own = row.meta.company_id.is_some();
        let mut fields = row.fields;
        let label = fields.labels.remove(language.as_str());
        Some((
            fields.code,
            label.or_else(|| is_own.then_some(fields.label))?,
        ))
    });
    Ok(own.collect())
}
