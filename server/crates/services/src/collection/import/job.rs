//! The job of an import: the record that stays of it, with the table as it came and the rows that were wrong.
//!
//! Invariant: whatever becomes of the files, what was imported stands.

use bytes::Bytes;
use uuid::Uuid;
use waybill_storage::records::Id;

use super::{ImportCounts, ImportOptions, ImportRow};
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::collection::table::{Table, TableFormat, csv_lines};
use crate::collection::write::{insert_in, update_in};
use crate::collection::{Collection, Writing};
use crate::drive::kept::{Kept, keep_in};
use crate::error::ServiceError;
use crate::log::imports::{ImportJob, ImportJobs, MappedColumn};
use crate::permissions::Scope;
use crate::services::Services;
use crate::source::Source;

/// The file that a table came in.
#[derive(Clone, Debug)]
pub struct TableFile {
    /// Its form.
    pub format: TableFormat,
    /// Its bytes.
    pub bytes: Bytes,
}

/// The column that tells what is wrong with a row.
const PROBLEM: &str = "Problem";

/// Writes the job of an import that is under way.
pub(super) async fn note<C: Collection>(
    writing: &Writing<'_>,
    options: &ImportOptions,
    file: &Kept,
    counts: ImportCounts,
    batch_id: Option<Uuid>,
) -> Result<Id<ImportJobs>, ServiceError> {
    let file = keep_in(writing, file, writing.caller.user_id(), None).await?;
    let mapped = |(column, field): &(String, String)| MappedColumn {
        column: column.clone(),
        field: field.clone(),
    };
    let job = ImportJob {
        entity: C::KIND.to_owned(),
        file_id: Some(file.id),
        mapping: options.mapping.iter().map(mapped).collect(),
        mode: options.mode,
        counts,
        error_file_id: None,
        batch_id,
    };
    Ok(insert_in::<ImportJobs>(writing, job).await?.id)
}

impl Services {
    /// Keeps the rows that were wrong with the job, once the import is written: it does not wait for the store of files.
    pub(super) async fn keep_wrong_rows(
        &self,
        caller: &Caller,
        job: Id<ImportJobs>,
        table: &Table,
        rows: &[ImportRow],
        source: &Source,
    ) -> Result<(), ServiceError> {
        let bytes = wrong_rows(table, rows);
        let kept = self.put_kept("import-errors", "csv", bytes.into()).await?;
        let done = async {
            let tx = self.storage.begin_for(caller.company_id()).await?;
            let writing = self.writing(caller, &tx, source, self.now());
            let row = within_reach(&tx, caller, job, Scope::Own).await?;
            let file = keep_in(&writing, &kept, caller.user_id(), None).await?;
            let fields = ImportJob {
                error_file_id: Some(file.id),
                ..row.fields.clone()
            };
            update_in(&writing, row, fields, "edit").await?;
            Ok(tx.commit().await?)
        };
        self.or_remove_kept(&kept, done.await).await
    }
}

/// The rows that were wrong as a table of the same columns, and one more that tells what is wrong.
fn wrong_rows(table: &Table, rows: &[ImportRow]) -> Vec<u8> {
    let header = table.header.iter().map(String::as_str).chain([PROBLEM]);
    let mut lines = vec![header.map(str::to_owned).collect::<Vec<_>>()];
    for (cells, told) in table.rows.iter().zip(rows) {
        if told.errors.is_empty() {
            continue;
        }
        let problems = told.errors.iter().map(|it| match &it.column {
            Some(column) => format!("{column}: {}", it.detail),
            None => it.detail.clone(),
        });
        let problems = problems.collect::<Vec<_>>().join(" ");
        // A row may have fewer cells than the table has columns.
        let mut line = cells.cells.clone();
        line.resize(table.header.len(), String::new());
        line.push(problems);
        lines.push(line);
    }
    csv_lines(lines)
}
