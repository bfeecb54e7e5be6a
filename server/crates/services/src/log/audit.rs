//! Audit entries as they are shown, and how the services write them.
//!
//! Invariant: an entry names people and things as they were called then, and holds no secret.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit::{
    Actor, AuditEntry as Record, Change as ChangeRecord, NewAuditEntry, Subject,
};
use waybill_storage::companies::Company;
use waybill_storage::users::User;
use waybill_storage::{CompanyId, StorageError};

use crate::source::{Origin, Source};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Who acted.
    ActorType { User = "user", System = "system", Import = "import", Api = "api", Support = "support" }
}

wire_enum! {
    /// How it went.
    AuditResult { Ok = "ok", Denied = "denied", Failed = "failed" }
}

/// Something that was done.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its number in the company's chain, from 1.
    pub seq: i64,
    /// The company that it was done in.
    pub company_id: CompanyId,
    /// When it was done.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who did it.
    pub actor: AuditActor,
    /// What was done.
    #[schema(example = "user.signIn")]
    pub action: String,
    /// To what.
    pub entity: AuditEntity,
    /// What differs after it.
    pub changes: Vec<AuditChange>,
    /// How it went.
    pub result: AuditResult,
    /// Why it was denied, or the reason that the actor gave.
    #[schema(required)]
    pub reason: Option<String>,
    /// The bulk change or import that it was part of.
    #[schema(required)]
    pub batch_id: Option<Uuid>,
    /// The request in which it was done.
    #[schema(required)]
    pub request_id: Option<String>,
    /// By what way it came.
    pub origin: Origin,
    /// Address from which it was done.
    #[schema(required)]
    pub ip: Option<String>,
    /// What the browser calls itself.
    #[schema(required)]
    pub browser: Option<String>,
    /// A hash that the entries of one session, or of one access token, have in common, and no other.
    #[schema(required)]
    pub session_ref: Option<String>,
}

/// Who acted, as they were called then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditActor {
    /// What kind of actor.
    #[serde(rename = "type")]
    pub actor_type: ActorType,
    /// The user, when it was one.
    #[schema(required)]
    pub id: Option<Uuid>,
    /// Name.
    pub name: String,
    /// Mail address.
    pub email_id: String,
}

/// What it was done to, as it was called then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditEntity {
    /// Kind of the entity.
    #[serde(rename = "type")]
    #[schema(example = "user")]
    pub entity_type: String,
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub label: String,
}

/// One field before and after.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AuditChange {
    /// JSON pointer into the entity.
    pub path: String,
    /// The value before; null when there was none.
    pub old: serde_json::Value,
    /// The value after; null when there is none.
    pub new: serde_json::Value,
    /// Whether the values are left out because they are secret.
    pub masked: bool,
}

impl TryFrom<Record> for AuditEntry {
    type Error = StorageError;

    fn try_from(record: Record) -> Result<Self, StorageError> {
        Ok(Self {
            id: record.id.as_uuid(),
            seq: record.seq,
            company_id: record.company_id,
            at: record.at,
            actor: AuditActor {
                actor_type: record.actor.actor_type.parse()?,
                id: record.actor.id.map(|id| id.as_uuid()),
                name: record.actor.name,
                email_id: record.actor.email,
            },
            action: record.action,
            entity: AuditEntity {
                entity_type: record.subject.entity_type,
                id: record.subject.id,
                label: record.subject.label,
            },
            changes: record.changes.into_iter().map(AuditChange::from).collect(),
            result: record.result.parse()?,
            reason: record.reason,
            batch_id: record.batch_id.map(|id| id.as_uuid()),
            request_id: record.request_id,
            origin: record.origin.parse()?,
            ip: record.ip,
            browser: record.browser,
            session_ref: record.session_ref,
        })
    }
}

impl From<ChangeRecord> for AuditChange {
    fn from(
        ChangeRecord {
            path,
            old,
            new,
            masked,
        }: ChangeRecord,
    ) -> Self {
        Self {
            path,
            old,
            new,
            masked,
        }
    }
}

/// An entry for something that `user` did to `subject` and that went well.
pub(crate) fn done(user: &User, action: &str, subject: Subject, source: &Source) -> NewAuditEntry {
    NewAuditEntry {
        actor: actor(user, source),
        action: action.to_owned(),
        subject,
        changes: Vec::new(),
        result: AuditResult::Ok.as_str(),
        reason: None,
        request_id: source.request_id.clone(),
        batch_id: source.batch_id,
        origin: source.origin.as_str(),
        ip: source.ip.clone(),
        browser: source.browser.clone(),
        session_ref: source.session_ref.clone(),
    }
}

/// The user as the company knows it, with the program that acts for them. A visitor is no user of the company.
fn actor(user: &User, source: &Source) -> Actor {
    let actor_type = match (source.is_support, &source.program) {
        (true, _) => ActorType::Support,
        (false, Some(_)) => ActorType::Api,
        (false, None) => ActorType::User,
    };
    let name = match &source.program {
        Some(program) => format!("{} ({program})", user.name),
        None => user.name.clone(),
    };
    Actor {
        actor_type: actor_type.as_str().to_owned(),
        id: (!source.is_support).then_some(user.id),
        name,
        email: user.email.clone(),
    }
}

/// The program itself, where nobody did it.
pub(crate) fn system() -> Actor {
    Actor {
        actor_type: ActorType::System.as_str().to_owned(),
        id: None,
        name: String::new(),
        email: String::new(),
    }
}

/// The same, refused.
pub(crate) fn denied(entry: NewAuditEntry, reason: &str) -> NewAuditEntry {
    NewAuditEntry {
        result: AuditResult::Denied.as_str(),
        reason: Some(reason.to_owned()),
        ..entry
    }
}

pub(crate) fn subject_company(company: &Company) -> Subject {
    Subject {
        entity_type: "company".to_owned(),
        id: company.id.as_uuid(),
        label: company.name.clone(),
    }
}

pub(crate) fn subject_user(user: &User) -> Subject {
    Subject {
        entity_type: "user".to_owned(),
        id: user.id.as_uuid(),
        label: user.name.clone(),
    }
}
