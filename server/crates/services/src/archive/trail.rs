//! The audit trail: as a table that people read, and as the very texts that its hashes are of, by which anybody can check that
//! it is whole.
//!
//! Invariant: line n of the chain is what the hash of entry n is of, byte for byte, so checking it takes no knowledge of Waybill.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use waybill_storage::audit::chain::{Chain, Link, links};
use waybill_storage::hashing::sha256_hex;
use waybill_storage::{Handle, audit};

use super::bundle::Bundle;
use super::records::FileWritten;
use crate::caller::Caller;
use crate::collection::cells::FieldPath;
use crate::collection::table::{csv_line, csv_lines};
use crate::collection::{cells, changes};
use crate::error::ServiceError;
use crate::log::audit::AuditEntry;
use crate::log::export::COLUMNS;

/// Where the texts lie that the hashes are of.
pub(super) const CHAIN: &str = "audit/chain.jsonl";

/// What was written of the trail.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrailWritten {
    entries: u64,
    /// Hash of the last entry.
    head: String,
    is_whole: bool,
    /// The first entry that does not follow from the one before it.
    broken_at: Option<i64>,
    csv: FileWritten,
    chain: FileWritten,
}

/// How many entries the company has.
pub(super) async fn count(db: &dyn Handle, caller: &Caller) -> Result<u64, ServiceError> {
    Ok(audit::count(db, caller.company_id()).await?)
}

/// Writes the trail.
pub(super) async fn write(
    bundle: &mut Bundle,
    db: &dyn Handle,
    caller: &Caller,
    at: Timestamp,
) -> Result<TrailWritten, ServiceError> {
    let columns: Vec<String> = COLUMNS.iter().map(|it| (*it).to_owned()).collect();
    let paths = FieldPath::all(&columns);
    let mut last = 0;
    bundle.begin("audit/audit.csv", at, None)?;
    let mut header = columns;
    header.push("hash".to_owned());
    bundle.write(&csv_line(&header)).await?;
    while let Some((part, end)) = next(db, caller, last).await? {
        last = end;
        let mut lines = Vec::new();
        for Link { entry, hash, .. } in part {
            let entry = AuditEntry::try_from(entry)?;
            let entry = Value::Object(changes::object(Some(&entry))?);
            let mut row = cells::write(&entry, &paths);
            row.push(hash);
            lines.push(row);
        }
        bundle.write(&csv_lines(lines)).await?;
    }
    let csv = bundle.end()?.into();

    let (mut last, mut entries) = (0, 0);
    let mut chain = Chain {
        entries: 0,
        head: String::new(),
        broken_at: None,
    };
    bundle.begin(CHAIN, at, None)?;
    while let Some((part, end)) = next(db, caller, last).await? {
        last = end;
        let mut lines = Vec::new();
        for link in &part {
            entries += 1;
            follow(&mut chain, link);
            lines.extend_from_slice(link.hashed.as_bytes());
            lines.push(b'\n');
        }
        bundle.write(&lines).await?;
    }
    Ok(TrailWritten {
        entries,
        is_whole: chain.broken_at.is_none(),
        broken_at: chain.broken_at,
        head: chain.head,
        csv,
        chain: bundle.end()?.into(),
    })
}

/// The next entries and the number of the last of them; none at the end.
async fn next(
    db: &dyn Handle,
    caller: &Caller,
    after: i64,
) -> Result<Option<(Vec<Link>, i64)>, ServiceError> {
    let part = links(db, caller.company_id(), after).await?;
    let end = part.last().map(|link| link.entry.seq);
    Ok(end.map(|end| (part, end)))
}

/// One step along the chain, up to the first entry that does not follow.
fn follow(chain: &mut Chain, link: &Link) {
    if chain.broken_at.is_some() {
        return;
    }
    let number = chain.entries + 1;
    // The hash of the entry before it is the first thing that is hashed.
    let follows = link.hashed.starts_with(&format!("[[\"{}\"", chain.head));
    if link.entry.seq != number || !follows || sha256_hex(link.hashed.as_bytes()) != link.hash {
        chain.broken_at = Some(number);
        return;
    }
    chain.entries = number;
    chain.head.clone_from(&link.hash);
}
