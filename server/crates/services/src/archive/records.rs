//! The records of all nouns: each as a table that an import reads again where the noun has one, and as JSON Lines with
//! everything that is stored.
//!
//! Invariant: both hold the same records in the same order, but for those in the bin, which the tables leave out as every
//! export does.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use waybill_storage::Handle;

use super::bundle::{Bundle, Written};
use crate::caller::Caller;
use crate::collection::cells::{self, FieldPath};
use crate::collection::nouns::{self, Of};
use crate::collection::stored::{Plain, Stored, StoredCount};
use crate::collection::table::{csv_line, csv_lines};
use crate::error::ServiceError;
use crate::iam::issues::comments::IssueComments;
use crate::mail::merged::MergedMails;
use crate::mail::templates::versions::TemplateVersions;

/// Nouns without a list of their own: they are read with the records that they belong to.
static BELONGING: &[&dyn Stored] = &[
    &Of::<IssueComments>::NOUN,
    &Plain::<TemplateVersions>::NOUN,
    &Plain::<MergedMails>::NOUN,
];

/// Where the files lie.
const FOLDER: &str = "records";

/// What was written of a noun.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecordsWritten {
    kind: &'static str,
    /// In the JSON Lines.
    records: u64,
    /// Of these, in the bin.
    in_bin: u64,
    /// Private to somebody else, and left out.
    left_out: u64,
    can_be_imported: bool,
    csv: FileWritten,
    json_lines: FileWritten,
}

/// A file as the manifest names it.
#[derive(Debug, Serialize)]
pub(super) struct FileWritten {
    path: String,
    bytes: u64,
    sha256: String,
}

impl From<Written> for FileWritten {
    fn from(written: Written) -> Self {
        Self {
            path: written.path,
            bytes: written.bytes,
            sha256: written.sha256,
        }
    }
}

/// Every noun of which the company may have records.
pub(super) fn all() -> impl Iterator<Item = &'static dyn Stored> {
    let listed = nouns::ALL.iter().map(|noun| *noun as &dyn Stored);
    listed.chain(BELONGING.iter().copied())
}

/// How many records the company has.
pub(super) async fn count(db: &dyn Handle, caller: &Caller) -> Result<StoredCount, ServiceError> {
    let mut sum = StoredCount::default();
    for noun in all() {
        let count = noun.count(db, caller).await?;
        sum.given += count.given;
        sum.private += count.private;
    }
    Ok(sum)
}

/// Writes the records of all nouns.
pub(super) async fn write(
    bundle: &mut Bundle,
    db: &dyn Handle,
    caller: &Caller,
    at: Timestamp,
) -> Result<Vec<RecordsWritten>, ServiceError> {
    let mut written = Vec::new();
    for noun in all() {
        written.push(write_noun(bundle, db, caller, noun, at).await?);
    }
    Ok(written)
}

async fn write_noun(
    bundle: &mut Bundle,
    db: &dyn Handle,
    caller: &Caller,
    noun: &dyn Stored,
    at: Timestamp,
) -> Result<RecordsWritten, ServiceError> {
    let kind = noun.stored_kind();
    let (mut records, mut in_bin) = (0, 0);

    bundle.begin(&format!("{FOLDER}/{kind}.jsonl"), at, None)?;
    let mut after = None;
    loop {
        let part = noun.part(db, caller, after).await?;
        let mut lines = Vec::new();
        for record in &part.records {
            records += 1;
            in_bin += u64::from(is_in_bin(record));
            // A value always serialises.
            lines.extend(serde_json::to_vec(record).unwrap_or_default());
            lines.push(b'\n');
        }
        bundle.write(&lines).await?;
        after = part.next;
        if after.is_none() {
            break;
        }
    }
    let json_lines = bundle.end()?.into();

    let columns = noun.columns()?;
    let paths = FieldPath::all(&columns);
    bundle.begin(&format!("{FOLDER}/{kind}.csv"), at, None)?;
    bundle.write(&csv_line(&columns)).await?;
    let mut after = None;
    loop {
        let part = noun.part(db, caller, after).await?;
        let live = part.records.iter().filter(|it| !is_in_bin(it));
        let lines = csv_lines(live.map(|record| cells::write(record, &paths)));
        bundle.write(&lines).await?;
        after = part.next;
        if after.is_none() {
            break;
        }
    }
    let csv = bundle.end()?.into();

    Ok(RecordsWritten {
        kind,
        records,
        in_bin,
        left_out: noun.count(db, caller).await?.private,
        can_be_imported: noun.is_imported(),
        csv,
        json_lines,
    })
}

fn is_in_bin(record: &Value) -> bool {
    !record["deletedAt"].is_null()
}
