//! Audit: what was done, in the order in which it was done. Append-only: nothing here changes or removes an entry.
//!
//! Invariant: an entry is written in the transaction of the change it tells of, and carries the hash of the entry before it,
//! so a changed or removed entry shows in [`verify`].

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::QueryOrder as _;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::database::sealed::Connected;
use crate::folding::fold;
use crate::hashing::sha256_hex;
use crate::ids::typed_id;
use crate::listing::{self, Direction, Listed, Listing};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId, json_text};

typed_id!(
    /// An audit entry.
    open AuditId
);

mod entity {
    use sea_orm::entity::prelude::*;

    use super::{AuditId, CompanyId, Millis, UserId};

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_entries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AuditId,
        pub company_id: CompanyId,
        pub seq: i32,
        pub at: Millis,
        pub actor_type: String,
        pub actor_id: Option<UserId>,
        pub actor_name: String,
        pub actor_email: String,
        pub action: String,
        pub entity_type: String,
        pub entity_id: Uuid,
        pub entity_label: String,
        pub changes: String,
        pub result: String,
        pub reason: Option<String>,
        pub request_id: Option<String>,
        pub search_key: String,
        pub prev_hash: String,
        pub hash: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use entity::{ActiveModel, Column, Entity, Model};

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its id.
    pub id: AuditId,
    /// When it was done.
    pub at: Timestamp,
    /// Who did it.
    pub actor: Actor,
    /// What was done, such as `user.signIn`.
    pub action: String,
    /// To what.
    pub subject: Subject,
    /// What differs after it.
    pub changes: Vec<Change>,
    /// `ok`, `denied` or `failed`.
    pub result: String,
    /// Why it was denied, or the reason that the actor gave.
    pub reason: Option<String>,
    /// The request in which it was done.
    pub request_id: Option<String>,
}

/// Who did it, as they were called then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// `user`, `system`, `import`, `api` or `support`.
    pub actor_type: String,
    /// The user, when it was one.
    pub id: Option<UserId>,
    /// Name.
    pub name: String,
    /// Mail address.
    pub email: String,
}

/// What it was done to, as it was called then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Kind of the entity, such as `user`.
    pub entity_type: String,
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub label: String,
}

/// One field before and after.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Eq)]
pub struct Change {
    /// JSON pointer into the entity.
    pub path: String,
    /// The value before; null when there was none.
    pub old: serde_json::Value,
    /// The value after; null when there is none.
    pub new: serde_json::Value,
    /// Whether the values are left out because they are secret.
    pub masked: bool,
}

/// An entry about to be written.
#[derive(Clone, Debug)]
pub struct NewAuditEntry {
    /// Who did it.
    pub actor: Actor,
    /// What was done.
    pub action: &'static str,
    /// To what.
    pub subject: Subject,
    /// What differs after it.
    pub changes: Vec<Change>,
    /// `ok`, `denied` or `failed`.
    pub result: &'static str,
    /// Why.
    pub reason: Option<String>,
    /// The request in which it was done.
    pub request_id: Option<String>,
}

/// What audit entries can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditSort {
    /// The order in which they were written.
    At,
    /// What was done.
    Action,
}

/// The hash before the first entry of a company.
const GENESIS: &str = "";

/// Writes an entry after the company's last one.
pub async fn append(
    tx: &Transaction,
    company: CompanyId,
    new: NewAuditEntry,
    now: Timestamp,
) -> Result<(), StorageError> {
    let last = of_company(company)
        .order_by_desc(Column::Seq)
        .one(tx.connection())
        .await?;
    let (seq, prev_hash) = last.map_or((1, GENESIS.to_owned()), |last| (last.seq + 1, last.hash));
    let searched = [
        &new.actor.name,
        &new.actor.email,
        new.action,
        &new.subject.entity_type,
        &new.subject.label,
    ]
    .map(fold)
    .join(" ");
    let mut row = Model {
        id: AuditId::generate(),
        company_id: company,
        seq,
        at: now.into(),
        actor_type: new.actor.actor_type,
        actor_id: new.actor.id,
        actor_name: new.actor.name,
        actor_email: new.actor.email,
        action: new.action.to_owned(),
        entity_type: new.subject.entity_type,
        entity_id: new.subject.id,
        entity_label: new.subject.label,
        changes: json_text::write(&new.changes, "audit entry's changes")?,
        result: new.result.to_owned(),
        reason: new.reason,
        request_id: new.request_id,
        search_key: searched,
        prev_hash,
        hash: String::new(),
    };
    row.hash = hash(&row)?;
    Entity::insert(all_set(row))
        .exec_without_returning(tx.connection())
        .await?;
    Ok(())
}

/// The company's entries, the latest first.
pub async fn list(
    db: &impl Handle,
    company: CompanyId,
    listing: Listing<AuditSort>,
) -> Result<Listed<AuditEntry>, StorageError> {
    let column = |sort| match sort {
        AuditSort::At => Column::Seq,
        AuditSort::Action => Column::Action,
    };
    let own_order = [(Column::Seq, Direction::Descending)];
    let rows = listing::list(
        db,
        of_company(company),
        listing,
        Column::SearchKey,
        column,
        &own_order,
        Column::Id,
    )
    .await?;
    rows.try_map(AuditEntry::try_from)
}

/// The number of the first entry that does not follow from the one before it; none when the chain is whole.
pub async fn verify(db: &impl Handle, company: CompanyId) -> Result<Option<i32>, StorageError> {
    let mut expected = (1, GENESIS.to_owned());
    for row in of_company(company)
        .order_by_asc(Column::Seq)
        .all(db.connection())
        .await?
    {
        if (row.seq, &row.prev_hash) != (expected.0, &expected.1) || row.hash != hash(&row)? {
            return Ok(Some(expected.0));
        }
        expected = (row.seq + 1, row.hash);
    }
    Ok(None)
}

fn of_company(company: CompanyId) -> Select<Entity> {
    Entity::find().filter(Column::CompanyId.eq(company))
}

/// SHA-256 over everything the entry says and the hash before it, as a JSON list so that no two entries read alike.
fn hash(row: &Model) -> Result<String, StorageError> {
    let said = json_text::write(
        &(
            (&row.prev_hash, row.id, row.company_id, row.seq, row.at.0),
            (
                &row.actor_type,
                row.actor_id,
                &row.actor_name,
                &row.actor_email,
            ),
            (
                &row.action,
                &row.entity_type,
                row.entity_id,
                &row.entity_label,
            ),
            (&row.changes, &row.result, &row.reason, &row.request_id),
        ),
        "audit entry",
    )?;
    Ok(sha256_hex(said.as_bytes()))
}

fn all_set(row: Model) -> ActiveModel {
    ActiveModel {
        id: Set(row.id),
        company_id: Set(row.company_id),
        seq: Set(row.seq),
        at: Set(row.at),
        actor_type: Set(row.actor_type),
        actor_id: Set(row.actor_id),
        actor_name: Set(row.actor_name),
        actor_email: Set(row.actor_email),
        action: Set(row.action),
        entity_type: Set(row.entity_type),
        entity_id: Set(row.entity_id),
        entity_label: Set(row.entity_label),
        changes: Set(row.changes),
        result: Set(row.result),
        reason: Set(row.reason),
        request_id: Set(row.request_id),
        search_key: Set(row.search_key),
        prev_hash: Set(row.prev_hash),
        hash: Set(row.hash),
    }
}

impl TryFrom<Model> for AuditEntry {
    type Error = StorageError;

    fn try_from(row: Model) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            at: row.at.into(),
            actor: Actor {
                actor_type: row.actor_type,
                id: row.actor_id,
                name: row.actor_name,
                email: row.actor_email,
            },
            action: row.action,
            subject: Subject {
                entity_type: row.entity_type,
                id: row.entity_id,
                label: row.entity_label,
            },
            changes: json_text::read(&row.changes, "audit entry's changes")?,
            result: row.result,
            reason: row.reason,
            request_id: row.request_id,
        })
    }
}

#[cfg(test)]
mod tests;
