//! Mails as any mail program opens them: one `.eml` for each that was sent or waits, with its attachments.
//!
//! Invariant: which messages there are is read in the snapshot; what they say never changes, so they may be written later. One
//! mail with its attachments is in memory at a time.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;
use uuid::Uuid;
use waybill_storage::Handle;
use waybill_storage::mail_suppressions;
use waybill_storage::records::read::{self, Bin, Listing, Part};
use waybill_storage::records::{Filter, Id, Row};

use super::bundle::Bundle;
use super::manifest::Missing;
use super::names::Taken;
use crate::caller::Caller;
use crate::collection::table::csv_line;
use crate::error::ServiceError;
use crate::mail::address::MailAddress;
use crate::mail::attachments::{self, AttachedFile};
use crate::mail::merged::{self, MergedMail};
use crate::mail::messages::{MailMessage, MailMessages, MessageState};
use crate::mail::mime::{self, MimeError};
use crate::mail::outbox::NewMail;
use crate::services::Services;

/// How many rows are read at once.
const ROWS_AT_ONCE: u64 = 200;

/// Characters of a subject in the name of a file.
const SUBJECT: usize = 60;

/// What was written of the mails.
#[derive(Debug, Default, Serialize)]
pub(super) struct MailsWritten {
    messages: u64,
    files: u64,
}

/// How many messages the company has.
pub(super) async fn count(db: &dyn Handle, caller: &Caller) -> Result<u64, ServiceError> {
    let all = Filter::default();
    Ok(read::count::<MailMessages>(db, caller.company_id(), &all, Bin::Either).await?)
}

/// Which messages there are.
pub(super) async fn plan(
    db: &dyn Handle,
    caller: &Caller,
) -> Result<Vec<Id<MailMessages>>, ServiceError> {
    let mut planned = Vec::new();
    let mut cursor = None;
    loop {
        let listing = Listing {
            bin: Bin::Either,
            part: Part::After {
                cursor,
                limit: ROWS_AT_ONCE,
                counted: false,
            },
            ..Listing::default()
        };
        let page = read::list::<MailMessages>(db, caller.company_id(), listing).await?;
        planned.extend(page.rows.iter().map(|row| row.id));
        cursor = page.next;
        if cursor.is_none() {
            return Ok(planned);
        }
    }
}

/// Writes which addresses mails no longer leave to.
pub(super) async fn write_suppressed(
    bundle: &mut Bundle,
    db: &dyn Handle,
    caller: &Caller,
    at: Timestamp,
) -> Result<(), ServiceError> {
    let found = mail_suppressions::all(db, caller.company_id()).await?;
    let heading = ["address", "reason", "createdAt", "detail"];
    let mut table = csv_line(&heading.map(str::to_owned));
    for it in found {
        let cells = [it.address, it.reason, it.created_at.to_string(), it.detail];
        table.extend(csv_line(&cells));
    }
    bundle.put("suppressed-addresses.csv", at, &table).await?;
    Ok(())
}

/// Writes the mails.
pub(super) async fn write(
    bundle: &mut Bundle,
    services: &Services,
    caller: &Caller,
    planned: Vec<Id<MailMessages>>,
    missing: &mut Vec<Missing>,
) -> Result<MailsWritten, ServiceError> {
    let mut written = MailsWritten::default();
    let mut taken = Taken::default();
    for id in planned {
        let db = services.storage.read(caller.company_id()).await?;
        let row = read::get(&db, caller.company_id(), id, Bin::Either).await?;
        let mails = match &row {
            Some(row) => mails(&db, caller, row).await?,
            None => Vec::new(),
        };
        drop(db);
        let Some(row) = row else { continue };
        written.messages += 1;
        for mail in mails {
            let path = taken.path(&folder(&mail), &name(&mail));
            let files = files(services, caller, &row.fields, (&path, missing)).await?;
            match content(&row.fields, &mail, files) {
                Ok(content) => {
                    bundle.put(&path, mail.at, &content).await?;
                    written.files += 1;
                }
                Err(error) => missing.push(Missing::new(path, &error.to_string())),
            }
        }
    }
    Ok(written)
}

/// One mail of a message.
struct Mail {
    id: Uuid,
    to: Vec<MailAddress>,
    said: MergedMail,
    has_left: bool,
    at: Timestamp,
}

async fn mails(
    db: &dyn Handle,
    caller: &Caller,
    row: &Row<MailMessages>,
) -> Result<Vec<Mail>, ServiceError> {
    let message = &row.fields;
    let mail = |id, to, said, state, sent_at: Option<Timestamp>| Mail {
        id,
        to,
        said,
        has_left: state == MessageState::Sent,
        at: sent_at
            .or(message.scheduled_at)
            .unwrap_or(row.meta.created_at),
    };
    if message.results.is_empty() {
        let said = MergedMail {
            language: message.language.clone(),
            subject: message.subject.clone(),
            html: message.html.clone(),
            text: message.text.clone(),
        };
        let (to, id) = (message.to.clone(), row.id.as_uuid());
        return Ok(vec![mail(id, to, said, message.state, message.sent_at)]);
    }
    let mut mails = Vec::new();
    for result in &message.results {
        // Who was left out got none.
        if let Some(said) = merged::get(db, caller.company_id(), result.id).await? {
            let to = vec![result.recipient()];
            mails.push(mail(result.id, to, said, result.state, result.sent_at));
        }
    }
    Ok(mails)
}

/// The attachments of a mail; those that are gone are noted as missing from the file at the path.
async fn files(
    services: &Services,
    caller: &Caller,
    message: &MailMessage,
    (path, missing): (&str, &mut Vec<Missing>),
) -> Result<Vec<(AttachedFile, Vec<u8>)>, ServiceError> {
    let mut files = Vec::with_capacity(message.attachments.len());
    for file in &message.attachments {
        let content = attachments::content(services, caller.company_id(), file).await?;
        if let Some(content) = content {
            files.push((file.clone(), content));
        } else {
            let why = format!("Its attachment {} was removed for good.", file.name);
            missing.push(Missing::new(path.to_owned(), &why));
        }
    }
    Ok(files)
}

/// The mail as a file.
fn content(
    message: &MailMessage,
    mail: &Mail,
    files: Vec<(AttachedFile, Vec<u8>)>,
) -> Result<Vec<u8>, MimeError> {
    let is_to_all = message.results.is_empty();
    let copies = |list: &Vec<MailAddress>| match is_to_all {
        true => list.clone(),
        false => Vec::new(),
    };
    let new = NewMail {
        to: mail.to.clone(),
        cc: copies(&message.cc),
        bcc: copies(&message.bcc),
        reply_to: message.reply_to.clone(),
        subject: mail.said.subject.clone(),
        html: mail.said.html.clone(),
        text: mail.said.text.clone(),
        language: mail.said.language.clone(),
        ..NewMail::default()
    };
    let written = mime::write(mail.id, &message.from, &new, files, mail.at);
    written.map(|outgoing| outgoing.content)
}

fn folder(mail: &Mail) -> String {
    match mail.has_left {
        true => format!(
            "mails/{}",
            mail.at.to_zoned(TimeZone::UTC).strftime("%Y-%m")
        ),
        false => "mails/not-sent".to_owned(),
    }
}

fn name(mail: &Mail) -> String {
    let at = mail.at.to_zoned(TimeZone::UTC);
    let subject: String = mail.said.subject.chars().take(SUBJECT).collect();
    let subject = match subject.trim() {
        "" => "(no subject)",
        subject => subject,
    };
    format!("{} {subject}.eml", at.strftime("%Y-%m-%d %H%M"))
}
