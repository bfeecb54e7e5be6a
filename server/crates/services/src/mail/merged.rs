//! Merged mails: what a message said to each of its recipients, where each got one of its own.
//!
//! Invariant: a merged mail is written with its message and never changes; its id is that of its result.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Key, KeyValue, Record, write};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::MailAddress;
use super::messages::MailMessages;
use super::results::MailResult;
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::collection::{Collection as _, Writing};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::services::Services;

/// The merged mails of messages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MergedMails;

/// What a mail says to one recipient.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MergedMail {
    /// Its language (BCP 47).
    pub language: String,
    /// The subject.
    pub subject: String,
    /// The mail as HTML.
    pub html: String,
    /// The same as text.
    pub text: String,
}

/// A merged mail as it is stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct StoredMail {
    /// The message.
    pub message_id: String,
    /// Its place among the results of the message.
    pub position: i64,
    /// What it says.
    pub mail: MergedMail,
}

impl Record for MergedMails {
    type Fields = StoredMail;

    const KIND: &'static str = "mergedMail";
    const TABLE: &'static str = "mail_merged";
    const KEYS: &'static [Key] = &[
        Key::text("messageId", "message_id"),
        Key::number("position", "position"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("position", Direction::Ascending)];

    fn keys(fields: &StoredMail) -> Vec<KeyValue> {
        vec![fields.message_id.as_str().into(), fields.position.into()]
    }

    fn label(fields: &StoredMail) -> String {
        fields.mail.subject.clone()
    }

    fn searched(_: &StoredMail) -> Vec<&str> {
        Vec::new()
    }
}

/// A mail of a message as it was sent, or will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentMail {
    /// To whom.
    pub to: Vec<MailAddress>,
    /// What it says.
    #[serde(flatten)]
    pub mail: MergedMail,
}

/// Keeps what a message says to the recipient at this place.
pub(crate) async fn keep(
    writing: &Writing<'_>,
    (message, position): (Id<MailMessages>, usize),
    id: Uuid,
    mail: MergedMail,
) -> Result<(), StorageError> {
    let stored = StoredMail {
        message_id: message.to_string(),
        position: i64::try_from(position).unwrap_or(i64::MAX),
        mail,
    };
    let (company, id) = (writing.company(), Id::from(id));
    write::insert::<MergedMails>(writing.tx, company, id, stored, writing.stamp()).await?;
    Ok(())
}

/// What the mail of this id says; none of a recipient that was left out.
pub(crate) async fn get(
    db: &dyn Handle,
    company: CompanyId,
    id: Uuid,
) -> Result<Option<MergedMail>, StorageError> {
    let row = read::get::<MergedMails>(db, company, Id::from(id), Bin::Either).await?;
    Ok(row.map(|row| row.fields.mail))
}

impl Services {
    /// What a message says to the recipient of one of its results, the first that got a mail unless one is named; of a
    /// message without results, what it says to all.
    pub async fn sent_mail(
        &self,
        caller: &Caller,
        id: Id<MailMessages>,
        result: Option<Uuid>,
    ) -> Result<SentMail, ServiceError> {
        let scope = MailMessages::scope(caller, Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        let message = row.fields;
        if message.results.is_empty() && result.is_none_or(|result| result == id.as_uuid()) {
            return Ok(SentMail {
                to: message.to,
                mail: MergedMail {
                    language: message.language,
                    subject: message.subject,
                    html: message.html,
                    text: message.text,
                },
            });
        }
        let wanted = |it: &&MailResult| result.is_none_or(|result| result == it.id);
        for found in message.results.iter().filter(wanted) {
            if let Some(mail) = get(&db, caller.company_id(), found.id).await? {
                return Ok(SentMail {
                    to: vec![found.recipient()],
                    mail,
                });
            }
        }
        Err(ServiceError::NotFound)
    }
}
