//! The outbox as the services fill it: a mail leaves with the transaction that it is written in, or not at all.
//!
//! Invariant: what is in the outbox is finished: values are merged, HTML is clean, addresses are checked.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use waybill_storage::outbox::{self, NewOutboxMail, OutboxId};
use waybill_storage::{CompanyId, StorageError, Transaction, UserId};

use super::address::MailAddress;
use super::attachments::AttachedFile;
use super::hours::{self, RecipientClock};
use crate::caller::Caller;
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What a mail is, which decides what it may wait for.
    MailLane {
        /// Somebody wrote it, or invites with it.
        Letter = "letter",
        /// The program tells one of the company's people something.
        Notice = "notice",
        /// A code that somebody waits for: it goes before all others, and no quota holds it.
        Security = "security",
    }
}

/// A finished mail.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct NewMail {
    /// The name beside the sender's address; empty means that of the installation. The address is always the installation's.
    pub from_name: String,
    /// To whom; at least one.
    pub to: Vec<MailAddress>,
    /// Who gets a copy.
    pub cc: Vec<MailAddress>,
    /// Who gets a copy that nobody else sees.
    pub bcc: Vec<MailAddress>,
    /// Who is answered, if not the sender.
    pub reply_to: Option<MailAddress>,
    /// The subject, one line.
    pub subject: String,
    /// Clean HTML; empty means text alone.
    pub html: String,
    /// The same as text.
    pub text: String,
    /// BCP 47.
    pub language: String,
    /// Files that travel with it.
    pub attachments: Vec<AttachedFile>,
    /// Files that were made for it, and are kept nowhere else.
    pub made: Vec<MadeFile>,
    /// Whether a program wrote it, so that nothing answers by itself.
    pub is_automatic: bool,
    /// Clocks by which it must be working time when it leaves.
    pub hours: Vec<RecipientClock>,
    /// What it is.
    pub lane: MailLane,
    /// Whose quota it counts at, of a letter.
    pub sender: Option<UserId>,
    /// Whether its recipient can unsubscribe from it; it leaves to nobody who has.
    pub can_unsubscribe: bool,
    /// Where that is done; known when it is handed on.
    #[serde(skip)]
    pub unsubscribe: Option<String>,
}

impl NewMail {
    /// All who get it.
    pub fn recipients(&self) -> impl Iterator<Item = &MailAddress> {
        self.to.iter().chain(&self.cc).chain(&self.bcc)
    }

    /// Its only recipient, if it can be unsubscribed from. A link in a mail to several would be everybody's.
    pub(super) fn subscriber(&self) -> Option<&MailAddress> {
        let mut recipients = self.recipients();
        let only = recipients.next().filter(|_| self.can_unsubscribe);
        only.filter(|_| recipients.next().is_none())
    }

    /// Until when it waits for working hours; none where it may leave now, or would wait in vain.
    pub(super) fn waits_until(&self, now: Timestamp) -> Option<Timestamp> {
        hours::common(&self.hours, now).filter(|at| now < *at)
    }
}

/// A file that was made for a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct MadeFile {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// What it holds, in base64 (RFC 4648, section 4).
    pub content: String,
}

impl MadeFile {
    /// A file that holds this.
    pub fn new(name: String, mime: &str, content: &[u8]) -> Self {
        Self {
            name,
            mime: mime.to_owned(),
            content: BASE64.encode(content),
        }
    }

    /// The file as it travels; none when it cannot be read.
    pub(super) fn travelling(&self) -> Option<(AttachedFile, Vec<u8>)> {
        let content = BASE64.decode(&self.content).ok()?;
        let file = AttachedFile {
            name: self.name.clone(),
            mime: self.mime.clone(),
            size: content.len() as u64,
            ..AttachedFile::default()
        };
        Some((file, content))
    }
}

/// Passes where the caller may write to all of these: whoever has not proved their own address writes to it alone.
pub(crate) fn require_proved<'a>(
    caller: &Caller,
    mut recipients: impl Iterator<Item = &'a MailAddress>,
) -> Result<(), ServiceError> {
    let user = caller.user();
    let is_own = |it: &MailAddress| it.address.eq_ignore_ascii_case(&user.email);
    match user.email_verified || recipients.all(is_own) {
        true => Ok(()),
        false => Err(ServiceError::Unverified),
    }
}

/// Puts a mail into the outbox, to be handed on as soon as the transaction is committed.
pub async fn enqueue(writing: &Writing<'_>, mail: &NewMail) -> Result<OutboxId, ServiceError> {
    let id = OutboxId::generate();
    let due = Due {
        id,
        message_id: None,
        at: writing.now,
    };
    put_by(writing, mail, due).await?;
    Ok(id)
}

/// When a mail leaves, and what it is called on its way.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    /// Its id.
    pub id: OutboxId,
    /// The message whose state tells what becomes of it.
    pub message_id: Option<Uuid>,
    /// When.
    pub at: Timestamp,
}

/// Puts a mail of the caller's into the outbox. [`ServiceError::Unverified`] where it goes to others and the caller's own
/// address is not proved.
pub async fn put_by(writing: &Writing<'_>, mail: &NewMail, due: Due) -> Result<(), ServiceError> {
    require_proved(writing.caller, mail.recipients())?;
    let mail = NewMail {
        sender: Some(writing.caller.user_id()),
        ..mail.clone()
    };
    put(writing.tx, writing.company(), &mail, due, writing.now).await
}

/// The same without a caller, for what nobody of the company does.
pub async fn put(
    tx: &Transaction,
    company: CompanyId,
    mail: &NewMail,
    due: Due,
    now: Timestamp,
) -> Result<(), ServiceError> {
    let is_urgent = mail.lane == MailLane::Security;
    let mail = serde_json::to_string(mail).map_err(|_| StorageError::Corrupt("mail"))?;
    let new = NewOutboxMail {
        id: due.id,
        message_id: due.message_id,
        mail,
        due_at: due.at,
        is_urgent,
    };
    Ok(outbox::insert(tx, company, new, now).await?)
}
