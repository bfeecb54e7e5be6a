//! Steps: the entries that say how one record came to hold what it holds: it was made, changed, moved to the bin or taken out.
//!
//! Invariant: steps come in the order of the chain, which is the order in which they were written, whatever the clock said.

use jiff::Timestamp;
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, QueryOrder as _, QuerySelect as _};

use super::{AuditEntry, Column, Entity, of_company};
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::{CompanyId, Handle, StorageError};

/// Steps that are read at once.
const AT_ONCE: u64 = 500;

/// Actions that make a step although they change no field.
const VERBS: [&str; 3] = ["create", "delete", "restore"];

/// The record whose steps are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trail<'a> {
    /// Whose it is.
    pub company: CompanyId,
    /// What the trail calls its kind, such as `contact`.
    pub kind: &'a str,
    /// Its id.
    pub id: Uuid,
}

impl Trail<'_> {
    fn steps(&self) -> Select<Entity> {
        let verbs = VERBS.map(|verb| format!("{}.{verb}", self.kind));
        let is_step = Condition::any()
            .add(Column::Changes.ne("[]"))
            .add(Column::Action.is_in(verbs));
        of_company(self.company)
            .filter(Column::EntityType.eq(self.kind))
            .filter(Column::EntityId.eq(self.id))
            .filter(Column::Result.eq("ok"))
            .filter(is_step)
    }
}

/// How many steps there are.
pub async fn count(db: &dyn Handle, trail: Trail<'_>) -> Result<u64, StorageError> {
    db.settle().await?;
    Ok(trail.steps().many(db).await?)
}

/// The first step; none of a record that the trail does not name.
pub async fn first(db: &dyn Handle, trail: Trail<'_>) -> Result<Option<AuditEntry>, StorageError> {
    only(db, trail.steps().order_by_asc(Column::Seq)).await
}

/// The last step that was made at this moment or before it.
pub async fn last_until(
    db: &dyn Handle,
    trail: Trail<'_>,
    at: Timestamp,
) -> Result<Option<AuditEntry>, StorageError> {
    let until = trail.steps().filter(Column::At.lte(Millis::from(at)));
    only(db, until.order_by_desc(Column::Seq)).await
}

/// Gives `note` the steps with a number above `after` and, where there is one, not above `until`, the latest first.
pub async fn each_back(
    db: &dyn Handle,
    trail: Trail<'_>,
    after: i64,
    until: Option<i64>,
    mut note: impl FnMut(AuditEntry),
) -> Result<(), StorageError> {
    db.settle().await?;
    let mut before = until.map_or(i64::MAX, |it| it.saturating_add(1));
    loop {
        let rows = trail
            .steps()
            .filter(Column::Seq.gt(after))
            .filter(Column::Seq.lt(before))
            .order_by_desc(Column::Seq)
            .limit(AT_ONCE)
            .rows(db)
            .await?;
        let Some(oldest) = rows.last() else {
            return Ok(());
        };
        before = oldest.seq;
        for row in rows {
            note(AuditEntry::try_from(row)?);
        }
    }
}

async fn only(db: &dyn Handle, steps: Select<Entity>) -> Result<Option<AuditEntry>, StorageError> {
    db.settle().await?;
    let row = steps.limit(1).row(db).await?;
    row.map(AuditEntry::try_from).transpose()
}
