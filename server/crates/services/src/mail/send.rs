//! Sending: a letter becomes a message, with its place in the outbox.
//!
//! Invariant: message, outbox row, audit entry and kept answer are one transaction; what is sent has no merge field left.

use jiff::SignedDuration;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::Handle;
use waybill_storage::outbox::OutboxId;
use waybill_storage::records::{Filter, Id, Row, read};

use super::attachments::frozen;
use super::drafts::Drafts;
use super::footer;
use super::letter::{Letter, MAX_RECIPIENTS, MailContext};
use super::messages::{MailMessage, MailMessages, MessageState};
use super::outbox::{Due, NewMail, put};
use super::templates::{self, Template, TemplateText, Templates, versions};
use super::{MailAddress, merge, sanitise};
use crate::caller::Caller;
use crate::collection::Writing;
use crate::collection::read::within_reach;
use crate::collection::write::{
    Created, IdempotencyKey, answer_kept, delete_in, insert_in, keep_answer,
};
use crate::contact::contacts::{Contacts, with_emails};
use crate::error::ServiceError;
use crate::permissions::Scope;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// How long a mail waits so that it can be taken back.
const UNDO: SignedDuration = SignedDuration::from_secs(10);

/// How far ahead a mail can be scheduled.
const AHEAD: SignedDuration = SignedDuration::from_hours(366 * 24);

/// A mail as it would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailPreview {
    /// The language that it is in.
    pub language: String,
    /// The subject.
    pub subject: String,
    /// The mail as HTML.
    pub html: String,
    /// The same as text.
    pub text: String,
    /// Paths of merge fields that have neither value nor fallback.
    pub missing: Vec<String>,
}

/// What a preview, or a test, is asked for.
struct Wanted {
    language: String,
    record: Option<MailContext>,
    sample: Map<String, Value>,
    /// What stands for the stored text of the language: what somebody has typed and not saved yet.
    unsaved: Option<TemplateText>,
}

impl Wanted {
    fn read(body: Map<String, Value>) -> Result<Self, ServiceError> {
        let mut members = Members::new(body);
        let mut language = String::new();
        members.text("language", 35, &mut language);
        let mut record = MailContext::default();
        let mut id = None;
        members.object("record", |members| {
            members.word("type", &mut record.kind);
            members.optional_id("id", &mut id);
        });
        let mut sample = Map::new();
        members.map("sample", 64 * 1024, &mut sample);
        let mut unsaved = None;
        members.object("unsaved", |members| {
            unsaved = Some(templates::read_text(members));
        });
        members.finish().check()?;
        record.id = id.unwrap_or_default();
        let record = (!record.id.is_nil()).then_some(record);
        Ok(Self {
            language,
            record,
            sample,
            unsaved,
        })
    }
}

impl Services {
    /// Sends a mail: at once, which leaves some seconds to take it back, or when it is scheduled.
    pub async fn send_mail(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
        source: &Source,
        key: Option<IdempotencyKey>,
    ) -> Result<Created, ServiceError> {
        caller.require("mail:send")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let now = self.now();
        if let Some(answer) = answer_kept(&tx, caller, key.as_ref(), now).await? {
            return Ok(answer);
        }
        let writing = self.writing(caller, &tx, source, now);
        let mut members = Members::new(body);
        let mut draft: Option<Id<Drafts>> = None;
        members.optional_id("draftId", &mut draft);
        let draft = match draft {
            Some(id) => Some(within_reach(&tx, caller, id, Scope::Company).await?),
            None => None,
        };
        let mut letter = draft
            .as_ref()
            .map_or_else(Letter::default, |row| row.fields.clone());
        letter.read(&mut members);
        let mut faults = members.finish();
        let message = message(&writing, letter, &mut faults).await?;
        let row = queue(&writing, message, faults).await?;
        if let Some(draft) = draft {
            delete_in(&writing, &draft).await?;
        }
        let created = keep_answer(&writing, row, key).await?;
        tx.commit().await?;
        Ok(created)
    }

    /// The mail that the template as it stands, published or not, would make of a record or of sample values.
    pub async fn preview_template(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        body: Map<String, Value>,
    ) -> Result<MailPreview, ServiceError> {
        let scope = caller.require("template:view")?;
        let wanted = Wanted::read(body)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        self.merged(caller, &db, &row.fields, &wanted).await
    }

    /// Sends the template as it stands to the caller, to see it in a mail program.
    pub async fn send_test(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Created, ServiceError> {
        let scope = caller.require("mail:send")?;
        let wanted = Wanted::read(body)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        let preview = self.merged(caller, &tx, &row.fields, &wanted).await?;
        let user = caller.user();
        let mut faults = Faults::default();
        let message = MailMessage {
            from: match &row.fields.from {
                Some(from) => from.clone(),
                None => sender(&writing),
            },
            to: vec![MailAddress::new(user.name.as_str(), user.email.as_str())],
            subject: preview.subject,
            html: preview.html,
            text: preview.text,
            language: preview.language,
            template_id: Some(row.id),
            template_version: row.fields.published_version,
            context: wanted.record.clone(),
            attachments: frozen(&writing, &[], &row.fields.attachments, &mut faults).await?,
            ..MailMessage::default()
        };
        let row = queue(&writing, message, faults).await?;
        let created = keep_answer(&writing, row, None).await?;
        tx.commit().await?;
        Ok(created)
    }

    /// Sample values stand beside those of the record and win over them; `{"values": …}` among them.
    async fn merged(
        &self,
        caller: &Caller,
        db: &dyn Handle,
        template: &Template,
        wanted: &Wanted,
    ) -> Result<MailPreview, ServiceError> {
        let asked = match wanted.language.is_empty() {
            true => caller.user().language.as_str(),
            false => wanted.language.as_str(),
        };
        let text = match &wanted.unsaved {
            Some(unsaved) => Some((asked, unsaved)),
            None => template.text_in(asked),
        };
        let Some((language, text)) = text else {
            return Err(ServiceError::State("This template says nothing yet."));
        };
        let about = wanted.record.as_ref();
        let mut values = self
            .mail_values(caller, db, about, &Map::new(), language)
            .await?;
        if let Value::Object(data) = &mut values.data {
            data.extend(wanted.sample.clone());
        }
        Ok(written(text, language, &values))
    }
}

/// The text with values instead of merge fields, clean.
fn written(text: &TemplateText, language: &str, values: &merge::Values) -> MailPreview {
    let mut missing = Vec::new();
    let subject = values.merge(&text.subject, merge::Place::Header, &mut missing);
    let html = values.merge(&text.html, merge::Place::Html, &mut missing);
    // Once more: a value that became an address may lead anywhere.
    let html = sanitise::mail(&html);
    let text = match text.text.is_empty() {
        true => sanitise::text_of(&html),
        false => values.merge(&text.text, merge::Place::Text, &mut missing),
    };
    MailPreview {
        language: language.to_owned(),
        subject,
        html,
        text,
        missing,
    }
}

/// The message that a letter makes; what is at fault is noted.
async fn message(
    writing: &Writing<'_>,
    letter: Letter,
    faults: &mut Faults,
) -> Result<MailMessage, ServiceError> {
    let mut fault = |name: &str, detail: &str| faults.add(FieldProblem::member(name, detail));
    if letter.to.is_empty() {
        fault("to", "Please say to whom.");
    }
    if letter.scheduled_at.is_some_and(|at| at <= writing.now) {
        fault("scheduledAt", "This moment has passed.");
    }
    if letter
        .scheduled_at
        .is_some_and(|at| writing.now + AHEAD < at)
    {
        fault("scheduledAt", "Please choose a moment within a year.");
    }
    let mut message = MailMessage {
        from: sender(writing),
        subject: merge::one_line(&letter.subject),
        text: match letter.text.is_empty() {
            true => sanitise::text_of(&letter.html),
            false => letter.text.clone(),
        },
        html: letter.html.clone(),
        language: letter.language.clone(),
        template_id: letter.template_id,
        context: letter.context.clone(),
        scheduled_at: letter.scheduled_at,
        reply_to: Some(if let Some(address) = &letter.reply_to {
            MailAddress::new("", address.as_str())
        } else {
            let user = writing.caller.user();
            MailAddress::new(user.name.as_str(), user.email.as_str())
        }),
        ..MailMessage::default()
    };
    if message.language.is_empty() {
        message.language.clone_from(&writing.caller.user().language);
    }
    let mut of_template = Vec::new();
    if let Some(id) = letter.template_id {
        of_template = by_template(writing, id, &letter, &mut message, faults).await?;
    } else if message.html.is_empty() && message.text.is_empty() {
        faults.add(FieldProblem::member("html", "Please write something."));
    }
    message.attachments = frozen(writing, &letter.attachments, &of_template, faults).await?;
    refuse_unwilling(writing, &letter, &message, faults).await?;
    message.to = letter.to;
    message.cc.splice(0..0, letter.cc);
    message.bcc.splice(0..0, letter.bcc);
    Ok(message)
}

/// Notes recipients that are contacts who want no mails, and too many recipients; `of_template` has those of the template.
async fn refuse_unwilling(
    writing: &Writing<'_>,
    letter: &Letter,
    of_template: &MailMessage,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let (cc, bcc) = (&of_template.cc, &of_template.bcc);
    if MAX_RECIPIENTS < letter.recipients() + cc.len() + bcc.len() {
        let detail = "Please write to at most 100, copies and those of the template included.";
        faults.add(FieldProblem::member("to", detail));
    }
    let recipients = letter.all_recipients().chain(cc).chain(bcc);
    let listing = read::Listing {
        filter: with_emails(recipients.map(MailAddress::key))
            .and(Filter::eq::<Contacts>("doNotContact", true)),
        ..read::Listing::default()
    };
    let unwilling = read::list::<Contacts>(writing.tx, writing.company(), listing).await?;
    for (name, list) in [
        ("/to", &letter.to),
        ("/cc", &letter.cc),
        ("/bcc", &letter.bcc),
        ("/templateId", cc),
        ("/templateId", bcc),
    ] {
        for (at, recipient) in list.iter().enumerate() {
            let has_it = |row: &&Row<Contacts>| {
                let mut emails = row.fields.emails.iter();
                emails.any(|email| email.address == recipient.key())
            };
            if let Some(row) = unwilling.rows.iter().find(has_it) {
                faults.add(FieldProblem {
                    pointer: match name {
                        "/templateId" => name.to_owned(),
                        name => format!("{name}/{at}"),
                    },
                    detail: format!("{} does not want to get mails.", row.fields.display_name),
                });
            }
        }
    }
    Ok(())
}

/// Fills in what the template says and the letter does not; gives the files of the template.
async fn by_template(
    writing: &Writing<'_>,
    id: Id<Templates>,
    letter: &Letter,
    message: &mut MailMessage,
    faults: &mut Faults,
) -> Result<Vec<Uuid>, ServiceError> {
    let (company, tx) = (writing.company(), writing.tx);
    let row = read::get::<Templates>(tx, company, id, read::Bin::Outside).await?;
    let Some(row) = row else {
        faults.add(FieldProblem::member(
            "templateId",
            "There is no such template.",
        ));
        return Ok(Vec::new());
    };
    let Some(template) = versions::in_force(tx, company, &row).await? else {
        faults.add(FieldProblem::member(
            "templateId",
            "This template is not published.",
        ));
        return Ok(Vec::new());
    };
    let Some((language, text)) = template.text_in(&message.language) else {
        faults.add(FieldProblem::member(
            "templateId",
            "This template says nothing.",
        ));
        return Ok(Vec::new());
    };
    let values = writing
        .services
        .mail_values(
            writing.caller,
            tx,
            letter.context.as_ref(),
            &letter.values,
            language,
        )
        .await?;
    let preview = written(text, language, &values);
    message.template_version = row.fields.published_version;
    if message.subject.is_empty() {
        message.subject = preview.subject;
    }
    if message.html.is_empty() && message.text.is_empty() {
        if !preview.missing.is_empty() {
            let detail = format!(
                "These merge fields have no value: {}.",
                preview.missing.join(", ")
            );
            faults.add(FieldProblem::member("values", detail));
        }
        message.html = preview.html;
        message.text = preview.text;
        message.language = preview.language;
    }
    if let Some(from) = &template.from {
        message.from.name.clone_from(&from.name);
    }
    if letter.reply_to.is_none()
        && let Some(address) = &template.reply_to
    {
        message.reply_to = Some(MailAddress::new("", address.as_str()));
    }
    let is_new = |it: &MailAddress| !letter.all_recipients().any(|other| other.key() == it.key());
    message.cc.extend(template.cc.into_iter().filter(is_new));
    message.bcc.extend(template.bcc.into_iter().filter(is_new));
    Ok(template.attachments)
}

/// The people that write stand beside the address of the installation.
fn sender(writing: &Writing<'_>) -> MailAddress {
    let (user, company) = (writing.caller.user(), writing.caller.company());
    let house = match company.mail.from_name.as_str() {
        "" => &company.name,
        name => name,
    };
    MailAddress {
        name: format!("{} ({house})", user.name),
        address: writing.services.post.from.address.clone(),
    }
}

/// Writes the message and puts it into the outbox.
async fn queue(
    writing: &Writing<'_>,
    mut message: MailMessage,
    faults: Faults,
) -> Result<Row<MailMessages>, ServiceError> {
    faults.check()?;
    let leaves_at = message.scheduled_at.unwrap_or(writing.now + UNDO);
    message.state = MessageState::Queued;
    message.undo_until = Some(leaves_at);
    let mut mail = NewMail {
        from_name: message.from.name.clone(),
        to: message.to.clone(),
        cc: message.cc.clone(),
        bcc: message.bcc.clone(),
        reply_to: message.reply_to.clone(),
        subject: message.subject.clone(),
        html: message.html.clone(),
        text: message.text.clone(),
        language: message.language.clone(),
        attachments: message.attachments.clone(),
        is_automatic: false,
    };
    footer::put_under(&mut mail, &writing.caller.company().mail.footer);
    let row = insert_in::<MailMessages>(writing, message).await?;
    let due = Due {
        id: OutboxId::from(row.id.as_uuid()),
        message_id: Some(row.id.as_uuid()),
        at: leaves_at,
    };
    put(writing.tx, writing.company(), &mail, due, writing.now).await?;
    Ok(row)
}
