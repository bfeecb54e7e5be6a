//! Audit: what was done, in the order in which it was done. Append-only: nothing here changes or removes an entry.
//!
//! | Module | What |
//! |---|---|
//! | [`list`](mod@list) | a part of the entries, filtered, at any depth at the same cost |
//! | [`chain`] | whether the entries are those that were written |
//! | [`steps`] | how one record came to hold what it holds |
//! | `journal` | what a transaction appends, written together |
//!
//! Invariant: an entry is written in the transaction of the change it tells of, and carries the hash of the entry before it,
//! so a changed or removed entry shows in [`chain::verify`].

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder as _, QuerySelect as _};
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::folding::fold;
use crate::hashing::sha256_hex;
use crate::ids::typed_id;
use crate::records::batches::BatchId;
use crate::{CompanyId, Handle, StorageError, UserId, json_text};

pub mod chain;
pub(crate) mod journal;
pub mod list;
pub mod steps;

pub use chain::{Chain, verify};
pub use journal::{append, append_all};
pub use list::{AuditListing, AuditPage, list};

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
        pub seq: i64,
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
        pub batch_id: Option<Uuid>,
        pub origin: String,
        pub ip: Option<String>,
        pub browser: Option<String>,
        pub session_ref: Option<String>,
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
    /// Its number in the company's chain, from 1.
    pub seq: i64,
    /// Whose it is.
    pub company_id: CompanyId,
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
    /// The bulk change or import that it was part of.
    pub batch_id: Option<BatchId>,
    /// `ui`, `api`, `import` or `undo`.
    pub origin: String,
    /// Address from which it was done.
    pub ip: Option<String>,
    /// What the browser calls itself.
    pub browser: Option<String>,
    /// A hash that the entries of one session have in common, and no other.
    pub session_ref: Option<String>,
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
    pub action: String,
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
    /// The bulk change or import that it was part of.
    pub batch_id: Option<BatchId>,
    /// `ui`, `api`, `import` or `undo`.
    pub origin: &'static str,
    /// Address from which it was done.
    pub ip: Option<String>,
    /// What the browser calls itself.
    pub browser: Option<String>,
    /// A hash that the entries of one session have in common, and no other.
    pub session_ref: Option<String>,
}

/// The hash before the first entry of a company.
const GENESIS: &str = "";

impl NewAuditEntry {
    /// The row that follows the one of this number and hash.
    fn into_row(
        self,
        company: CompanyId,
        (seq, prev_hash): (i64, String),
        now: Timestamp,
    ) -> Result<Model, StorageError> {
        let searched = [
            &self.actor.name,
            &self.actor.email,
            self.action.as_str(),
            &self.subject.entity_type,
            &self.subject.label,
        ]
        .map(fold)
        .join(" ");
        let mut row = Model {
            id: AuditId::generate(),
            company_id: company,
            seq: seq + 1,
            at: now.into(),
            actor_type: self.actor.actor_type,
            actor_id: self.actor.id,
            actor_name: self.actor.name,
            actor_email: self.actor.email,
            action: self.action,
            entity_type: self.subject.entity_type,
            entity_id: self.subject.id,
            entity_label: self.subject.label,
            changes: json_text::write(&self.changes, "audit entry's changes")?,
            result: self.result.to_owned(),
            reason: self.reason,
            request_id: self.request_id,
            batch_id: self.batch_id.map(|id| id.as_uuid()),
            origin: self.origin.to_owned(),
            ip: self.ip,
            browser: self.browser,
            session_ref: self.session_ref,
            search_key: searched,
            prev_hash,
            hash: String::new(),
        };
        row.hash = hash(&row)?;
        Ok(row)
    }
}

/// What was done to one entity, the latest first, at most the last 500 entries.
pub async fn of_entity(
    db: &dyn Handle,
    company: CompanyId,
    entity_id: Uuid,
) -> Result<Vec<AuditEntry>, StorageError> {
    db.settle().await?;
    let rows = of_company(company)
        .filter(Column::EntityId.eq(entity_id))
        .order_by_desc(Column::At)
        .order_by_desc(Column::Seq)
        .limit(500)
        .rows(db)
        .await?;
    rows.into_iter().map(AuditEntry::try_from).collect()
}

/// What was done to any of these entities, the latest first, at most `limit` entries.
pub async fn of_entities(
    db: &dyn Handle,
    company: CompanyId,
    entities: &[Uuid],
    limit: u64,
) -> Result<Vec<AuditEntry>, StorageError> {
    db.settle().await?;
    let rows = of_company(company)
        .filter(Column::EntityId.is_in(entities.iter().copied()))
        .order_by_desc(Column::At)
        .order_by_desc(Column::Seq)
        .limit(limit)
        .rows(db)
        .await?;
    rows.into_iter().map(AuditEntry::try_from).collect()
}

/// Whether the company's trail has this entry.
pub async fn exists(db: &dyn Handle, company: CompanyId, id: Uuid) -> Result<bool, StorageError> {
    db.settle().await?;
    let found = of_company(company).filter(Column::Id.eq(id));
    Ok(found.many(db).await? == 1)
}

/// How many entries the company has.
pub async fn count(db: &dyn Handle, company: CompanyId) -> Result<u64, StorageError> {
    db.settle().await?;
    Ok(of_company(company).many(db).await?)
}

/// How many entries with the result `denied` the user has left since then.
pub async fn denials(
    db: &dyn Handle,
    company: CompanyId,
    user: UserId,
    since: Timestamp,
) -> Result<u64, StorageError> {
    db.settle().await?;
    let rows = of_company(company)
        .filter(Column::ActorId.eq(user))
        .filter(Column::At.gte(Millis::from(since)))
        .filter(Column::Result.eq("denied"));
    Ok(rows.many(db).await?)
}

fn of_company(company: CompanyId) -> Select<Entity> {
    Entity::find().filter(Column::CompanyId.eq(company))
}

/// SHA-256 over what is hashed of the entry.
fn hash(row: &Model) -> Result<String, StorageError> {
    Ok(sha256_hex(hashed(row)?.as_bytes()))
}

/// Everything the entry says and the hash before it, as a JSON list so that no two entries read alike.
fn hashed(row: &Model) -> Result<String, StorageError> {
    json_text::write(
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
            (
                row.batch_id,
                &row.origin,
                &row.ip,
                &row.browser,
                &row.session_ref,
            ),
        ),
        "audit entry",
    )
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
        batch_id: Set(row.batch_id),
        origin: Set(row.origin),
        ip: Set(row.ip),
        browser: Set(row.browser),
        session_ref: Set(row.session_ref),
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
            seq: row.seq,
            company_id: row.company_id,
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
            batch_id: row.batch_id.map(BatchId::from),
            origin: row.origin,
            ip: row.ip,
            browser: row.browser,
            session_ref: row.session_ref,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
