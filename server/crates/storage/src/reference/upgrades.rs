//! Upgrades that were applied: what a release changed about the seed rows of each list.
//!
//! Invariant: an upgrade is noted in the transaction that applies it, and is never changed afterwards. The first loading of a
//! list is none. New rows are counted and not listed.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Order, Query};
use uuid::Uuid;

use super::seed::SeedChanges;
use crate::clock::Millis;
use crate::records::write::seed::{SeedChange, SeedStep};
use crate::{Answer, Handle, StorageError, Transaction, json_text};

const TABLE: &str = "reference_upgrades";
const WHAT: &str = "upgrade of reference data";

/// An upgrade that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// When.
    pub applied_at: Timestamp,
    /// What it changed, list by list.
    pub lists: Vec<UpgradedList>,
}

/// What an upgrade changed about one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpgradedList {
    /// [`crate::records::Record::KIND`].
    pub kind: String,
    /// How many rows were added.
    pub added: i32,
    /// All other changes.
    pub changes: Vec<SeedChange>,
}

/// Notes what the upgrade at `at` changed about a list.
pub(super) async fn note(
    tx: &Transaction,
    list: &SeedChanges,
    at: Timestamp,
) -> Result<(), StorageError> {
    let (added, others): (Vec<_>, Vec<_>) = list
        .changes
        .iter()
        .partition(|change| change.step == SeedStep::Added);
    let mut insert = Query::insert();
    insert
        .into_table(TABLE)
        .columns(["id", "applied_at", "kind", "added", "changes"])
        .values_panic([
            Uuid::now_v7().into(),
            Millis::from(at).into(),
            list.kind.into(),
            i32::try_from(added.len()).unwrap_or(i32::MAX).into(),
            json_text::write(&others, WHAT)?.into(),
        ]);
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// The latest upgrade; none where nothing but the first loading happened yet.
pub fn latest(db: &dyn Handle) -> Answer<'_, Option<Upgrade>> {
    Box::pin(async move {
        let mut last = Query::select();
        last.expr(Expr::col("applied_at").max()).from(TABLE);
        let mut query = Query::select();
        query
            .columns(["applied_at", "kind", "added", "changes"])
            .from(TABLE)
            .and_where(Expr::col("applied_at").in_subquery(last))
            .order_by("id", Order::Asc);
        let rows = db.connection().query_all(&query).await?;
        let mut lists = Vec::with_capacity(rows.len());
        let mut applied_at = None;
        for row in rows {
            applied_at = Some(row.get::<Millis>("applied_at")?.into());
            lists.push(UpgradedList {
                kind: row.get("kind")?,
                added: row.get("added")?,
                changes: json_text::read(&row.get::<String>("changes")?, WHAT)?,
            });
        }
        Ok(applied_at.map(|applied_at| Upgrade { applied_at, lists }))
    })
}
