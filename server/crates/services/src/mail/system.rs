//! The mails that the program itself writes, and the templates of them that it brings along.
//!
//! Invariant: each has an English text, and uses only values that whoever sends it gives.

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use waybill_storage::companies::Company;
use waybill_storage::outbox::OutboxId;
use waybill_storage::records::{Filter, read};
use waybill_storage::{CompanyId, Handle, Storage, StorageError, Transaction};

use super::address::MailAddress;
use super::footer;
use super::merge::{Place, Values};
use super::outbox::{Due, MadeFile, MailLane, NewMail, enqueue, put};
use super::sanitise;
use super::show::Reader;
use super::templates::{Template, Templates, seed, versions};
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::vocabulary::wire_enum;

mod texts;

pub use texts::{BuiltIn, Words, built_in};

wire_enum! {
    /// A mail that the program itself writes; the word is also the code of its template.
    SystemTemplate {
        /// Somebody is invited into a company. Values: `link`, `expiresAt`.
        Invite = "invite",
        /// An address is to be proved. Values: `link`, `expiresAt`.
        Verification = "verification",
        /// A code for signing in. Values: `code`, `expiresAt`.
        TwoFactor = "twoFactor",
        /// A new password is to be chosen. Values: `link`, `expiresAt`.
        PasswordReset = "passwordReset",
        /// Something happened that the reader wants to know. Values: `title`, `body`, `link`.
        Notification = "notification",
        /// A report that is mailed again and again. Values: `title`, `rows`, `madeAt`, `link`.
        Report = "report",
    }
}

impl SystemTemplate {
    /// What such a mail is.
    fn lane(self) -> MailLane {
        match self {
            Self::Invite => MailLane::Letter,
            Self::Verification | Self::TwoFactor | Self::PasswordReset => MailLane::Security,
            Self::Notification | Self::Report => MailLane::Notice,
        }
    }

    /// Whether its recipient can unsubscribe from it: from what others send them, but neither from what they asked for nor from
    /// notices, which the profile turns off.
    fn can_unsubscribe(self) -> bool {
        matches!(self, Self::Invite | Self::Report)
    }
}

/// A mail that the program itself writes.
#[derive(Clone, Debug)]
pub struct SystemMail<'a> {
    /// Which one.
    pub template: SystemTemplate,
    /// To whom.
    pub to: MailAddress,
    /// Language of the reader (BCP 47).
    pub language: &'a str,
    /// Zone of the reader (IANA).
    pub timezone: &'a str,
    /// Values by path, besides those of `company`, `sender` and `user`; moments are RFC 3339.
    pub values: Map<String, Value>,
}

/// Who writes: the company, and somebody of it where somebody does.
#[derive(Clone, Copy)]
struct Writer<'a> {
    company: &'a Company,
    name: &'a str,
    email_id: &'a str,
}

impl<'a> Writer<'a> {
    /// Nobody but the company.
    fn alone(company: &'a Company) -> Self {
        Self {
            company,
            name: &company.name,
            email_id: "",
        }
    }
}

/// Puts a mail of the program into the outbox; it leaves once the transaction is committed.
///
/// ```ignore
/// let values = json!({ "link": link, "expiresAt": expires_at.to_string() });
/// ```
pub async fn enqueue_system(
    writing: &Writing<'_>,
    mail: SystemMail<'_>,
) -> Result<OutboxId, ServiceError> {
    let (company, sender) = (writing.caller.company(), writing.caller.user());
    let writer = Writer {
        company,
        name: &sender.name,
        email_id: &sender.email,
    };
    let new = written(writing.tx, writer, mail).await?;
    enqueue(writing, &new).await
}

/// Writes a mail of the program in the name of the company alone, for whoever hands it on by other ways.
///
/// [`ServiceError::State`] when the text in force does not say the `link` that is among the values: a company may have
/// written it so.
pub async fn write_system(
    storage: &Storage,
    company: &Company,
    mail: SystemMail<'_>,
) -> Result<NewMail, ServiceError> {
    let link = mail.values.get("link").and_then(Value::as_str);
    let link = link.unwrap_or_default().replace('&', "&amp;");
    let db = storage.read(company.id).await?;
    let new = written(&db, Writer::alone(company), mail).await?;
    match new.html.contains(&link) {
        true => Ok(new),
        false => Err(ServiceError::State(
            "The template does not contain the link.",
        )),
    }
}

/// The same as part of `tx`, for what nobody does.
pub(crate) async fn put_system(
    tx: &Transaction,
    company: &Company,
    mail: SystemMail<'_>,
    now: Timestamp,
) -> Result<(), ServiceError> {
    put_system_with(tx, company, mail, Vec::new(), now).await
}

/// The same, with files that were made for it.
pub(crate) async fn put_system_with(
    tx: &Transaction,
    company: &Company,
    mail: SystemMail<'_>,
    made: Vec<MadeFile>,
    now: Timestamp,
) -> Result<(), ServiceError> {
    let new = NewMail {
        made,
        ..written(tx, Writer::alone(company), mail).await?
    };
    let due = Due {
        id: OutboxId::generate(),
        message_id: None,
        at: now,
    };
    put(tx, company.id, &new, due, now).await
}

async fn written(
    db: &dyn Handle,
    writer: Writer<'_>,
    mail: SystemMail<'_>,
) -> Result<NewMail, ServiceError> {
    let template = in_force(db, writer.company.id, mail.template).await?;
    let Some((language, text)) = template.text_in(mail.language) else {
        return Err(StorageError::Corrupt("template").into());
    };
    let values = Values {
        data: data(writer, &mail),
        reader: Reader::new(language, mail.timezone),
    };
    let lane = mail.template.lane();
    let can_unsubscribe = mail.template.can_unsubscribe();
    let mut missing = Vec::new();
    let html = values.merge(&text.html, Place::Html, &mut missing);
    let html = sanitise::mail(&html);
    let sender = &writer.company.mail;
    let mut new = NewMail {
        from_name: sender.from_name.clone(),
        reply_to: (!sender.reply_to.is_empty()).then(|| MailAddress::new("", &sender.reply_to)),
        to: vec![mail.to],
        subject: values.merge(&text.subject, Place::Header, &mut missing),
        text: match text.text.is_empty() {
            true => sanitise::text_of(&html),
            false => values.merge(&text.text, Place::Text, &mut missing),
        },
        html,
        language: language.to_owned(),
        is_automatic: true,
        lane,
        can_unsubscribe,
        ..NewMail::default()
    };
    footer::put_under(&mut new, &sender.footer);
    if !missing.is_empty() {
        let (template, missing) = (template.name, missing.join(" "));
        tracing::warn!(template, missing, "A system message lacks values.");
    }
    Ok(new)
}

/// What the company has published under the code of the template, else the program's text.
async fn in_force(
    db: &dyn Handle,
    company: CompanyId,
    which: SystemTemplate,
) -> Result<Template, ServiceError> {
    let coded = Filter::eq::<Templates>("code", which.as_str());
    let own = match read::find::<Templates>(db, company, coded).await? {
        Some(row) => versions::in_force(db, company, &row).await?,
        None => None,
    };
    Ok(own.unwrap_or_else(|| seed::template(which)))
}

/// The values of a mail: those that came with it, and who writes to whom.
fn data(writer: Writer<'_>, mail: &SystemMail<'_>) -> Value {
    let mut data = json!({
        "company": { "name": writer.company.name },
        "sender": { "name": writer.name, "emailId": writer.email_id },
        "user": { "name": mail.to.name, "emailId": mail.to.address },
    });
    if let Value::Object(members) = &mut data {
        members.extend(mail.values.clone());
    }
    data
}
