//! A lock-out: the identity provider takes no password of somebody for a while, as too many wrong ones came.
//!
//! Invariant: the mail to the owner and the entry in the company's audit trail are one transaction.

use jiff::Timestamp;
use waybill_storage::audit::{self, NewAuditEntry};
use waybill_storage::outbox::OutboxId;
use waybill_storage::{Storage, users};

use crate::error::ServiceError;
use crate::log::audit::{denied, done, subject_user, system};
use crate::mail::outbox::{Due, put};
use crate::mail::{MailLane, NewMail};
use crate::source::Source;

/// Somebody who cannot sign in for a while.
#[derive(Clone, Debug)]
pub struct LockOut<'a> {
    /// The provider's id of the account.
    pub uid: &'a str,
    /// What its owner is to read.
    pub mail: NewMail,
    /// Where the last wrong password came from.
    pub ip: Option<String>,
}

/// Puts the mail into the outbox of the owner's company and notes why; `false` when no user has the identity.
pub async fn tell(
    storage: &Storage,
    lock: LockOut<'_>,
    now: Timestamp,
) -> Result<bool, ServiceError> {
    let LockOut { uid, mail, ip } = lock;
    // Whoever guesses passwords decides how often: it is counted as what the program tells, not as a code.
    let mail = NewMail {
        lane: MailLane::Notice,
        ..mail
    };
    let Some((user, company)) = users::by_identity(storage.reader(), uid).await? else {
        return Ok(false);
    };
    let tx = storage.begin_for(company.id).await?;
    let due = Due {
        id: OutboxId::generate(),
        message_id: None,
        at: now,
    };
    put(&tx, company.id, &mail, due, now).await?;
    let source = Source {
        ip,
        ..Source::default()
    };
    // Whoever guessed is not known, and it was not the user who locked the account.
    let entry = NewAuditEntry {
        actor: system(),
        ..done(&user, "user.lock", subject_user(&user), &source)
    };
    let entry = denied(entry, "Too many wrong passwords");
    audit::append(&tx, company.id, entry, now).await?;
    tx.commit().await?;
    Ok(true)
}
