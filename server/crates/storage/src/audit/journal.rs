//! The journal of a transaction: entries that were appended and are written together, at the latest by its commit.
//!
//! A change of one record costs one statement for its entry, and an import of thousands one for each 500, because the number
//! and the hash of the last entry are asked for once.
//!
//! Invariant: a transaction that commits has written every entry that was appended in it, in the order of the calls.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder as _, QuerySelect as _};

use super::{Column, Entity, GENESIS, NewAuditEntry, all_set, of_company};
use crate::database::Lock;
use crate::{CompanyId, StorageError, Transaction};

/// Entries that one statement writes: with 25 columns it stays below SQLite's 32,766 parameters.
const ROWS_AT_ONCE: usize = 500;

/// What a transaction has still to write, and where the chains of its companies end.
#[derive(Debug, Default)]
pub(crate) struct Journal(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    waiting: Vec<Waiting>,
    /// Number and hash of the last entry of each company, whose lock is held until the transaction ends.
    ends: HashMap<CompanyId, (i64, String)>,
    /// Whether entries were taken from here and not yet written, which a failure leaves so.
    is_writing: bool,
}

#[derive(Debug)]
struct Waiting {
    company: CompanyId,
    entry: NewAuditEntry,
    at: Timestamp,
}

/// Appends an entry after the company's last one.
pub async fn append(
    tx: &Transaction,
    company: CompanyId,
    new: NewAuditEntry,
    now: Timestamp,
) -> Result<(), StorageError> {
    append_all(tx, company, vec![new], now).await
}

/// Appends entries in their order after the company's last one.
pub async fn append_all(
    tx: &Transaction,
    company: CompanyId,
    new: Vec<NewAuditEntry>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for entry in new {
        let count = {
            let mut entries = tx.journal().entries();
            entries.waiting.push(Waiting {
                company,
                entry,
                at: now,
            });
            entries.waiting.len()
        };
        if ROWS_AT_ONCE <= count {
            write(tx).await?;
        }
    }
    Ok(())
}

/// Writes what waits; [`Transaction::commit`] calls it.
pub(crate) async fn write(tx: &Transaction) -> Result<(), StorageError> {
    let waiting = {
        let mut entries = tx.journal().entries();
        if entries.is_writing {
            return Err(StorageError::Corrupt("audit journal"));
        }
        if entries.waiting.is_empty() {
            return Ok(());
        }
        entries.is_writing = true;
        std::mem::take(&mut entries.waiting)
    };
    let mut rows = Vec::with_capacity(waiting.len());
    for Waiting { company, entry, at } in waiting {
        let row = entry.into_row(company, end(tx, company).await?, at)?;
        let end = (row.seq, row.hash.clone());
        tx.journal().entries().ends.insert(company, end);
        rows.push(all_set(row));
    }
    Entity::insert_many(rows)
        .exec_without_returning(&tx.executor())
        .await?;
    tx.journal().entries().is_writing = false;
    Ok(())
}

/// Number and hash of the company's last entry. Nobody else adds one before the transaction ends.
async fn end(tx: &Transaction, company: CompanyId) -> Result<(i64, String), StorageError> {
    if let Some(end) = tx.journal().entries().ends.get(&company) {
        return Ok(end.clone());
    }
    tx.lock(Lock::Company(company)).await?;
    let last = of_company(company)
        .select_only()
        .columns([Column::Seq, Column::Hash])
        .order_by_desc(Column::Seq)
        .into_tuple::<(i64, String)>()
        .one(&tx.executor())
        .await?;
    Ok(last.unwrap_or_else(|| (0, GENESIS.to_owned())))
}

impl Journal {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
