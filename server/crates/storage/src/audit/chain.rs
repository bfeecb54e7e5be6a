//! The chain: each entry carries the hash of the one before it, so what was changed or removed shows.
//!
//! A chain whose last entries were cut off is whole in itself; whoever wants to notice that too keeps [`Chain::entries`]
//! and [`Chain::head`] somewhere else and compares.
//!
//! Invariant: memory does not grow with the number of entries.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder as _, QuerySelect as _};

use super::{AuditEntry, Column, GENESIS, hash, hashed, of_company};
use crate::database::connection::SelectRows as _;
use crate::{CompanyId, Handle, StorageError};

/// How many entries are read at once.
const ROWS_AT_ONCE: u64 = 500;

/// What was found on the way along a company's chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// How many entries follow from each other, from the first one on.
    pub entries: i64,
    /// The hash of the last of them; empty when there is none.
    pub head: String,
    /// The number of the entry that should follow and does not; none when the chain is whole.
    pub broken_at: Option<i64>,
}

/// Walks along the chain of a company up to its end or to the first entry that does not follow from the one before it.
pub async fn verify(db: &dyn Handle, company: CompanyId) -> Result<Chain, StorageError> {
    db.settle().await?;
    let mut chain = Chain {
        entries: 0,
        head: GENESIS.to_owned(),
        broken_at: None,
    };
    loop {
        let rows = of_company(company)
            .filter(Column::Seq.gt(chain.entries))
            .order_by_asc(Column::Seq)
            .limit(ROWS_AT_ONCE)
            .rows(db)
            .await?;
        if rows.is_empty() {
            return Ok(chain);
        }
        for row in rows {
            let next = chain.entries + 1;
            if row.seq != next || row.prev_hash != chain.head || row.hash != hash(&row)? {
                chain.broken_at = Some(next);
                return Ok(chain);
            }
            chain.entries = next;
            chain.head = row.hash;
        }
    }
}

/// An entry as it stands in the chain.
#[derive(Clone, Debug)]
pub struct Link {
    /// What was done.
    pub entry: AuditEntry,
    /// The text whose SHA-256 is the hash: a JSON list in one line, the hash of the entry before it first.
    pub hashed: String,
    /// The hash that was stored with the entry, in hexadecimal digits.
    pub hash: String,
}

/// The next entries of the chain behind the one of this number, in their order; none at its end.
pub async fn links(
    db: &dyn Handle,
    company: CompanyId,
    after: i64,
) -> Result<Vec<Link>, StorageError> {
    db.settle().await?;
    let rows = of_company(company)
        .filter(Column::Seq.gt(after))
        .order_by_asc(Column::Seq)
        .limit(ROWS_AT_ONCE)
        .rows(db)
        .await?;
    let links = rows.into_iter().map(|row| {
        Ok(Link {
            hashed: hashed(&row)?,
            hash: row.hash.clone(),
            entry: AuditEntry::try_from(row)?,
        })
    });
    links.collect()
}
