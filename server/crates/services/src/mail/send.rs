//! Sending: a letter becomes a message, with a place in the outbox for each mail that it makes.
//!
//! Invariant: message, merged mails, outbox rows, audit entry and kept answer are one transaction; what is sent has no merge
//! field left.

use jiff::SignedDuration;
use serde_json::{Map, Value};
use uuid::Uuid;
use waybill_storage::outbox::OutboxId;
use waybill_storage::records::{Id, Row};

use super::attachments::frozen;
use super::compose::{Composed, compose};
use super::drafts::Drafts;
use super::hours::{Departure, Leaving, departure};
use super::letter::Letter;
use super::merged::{self, MergedMail};
use super::messages::{MailMessage, MailMessages, MessageState};
use super::outbox::{Due, NewMail, put_by};
use super::recipients::Recipient;
use super::results::MailResult;
use super::wording::Written;
use super::{MailAddress, footer};
use crate::caller::Caller;
use crate::collection::Writing;
use crate::collection::read::within_reach;
use crate::collection::write::{
    Created, IdempotencyKey, answer_kept, delete_in, insert_in, keep_answer,
};
use crate::error::ServiceError;
use crate::permissions::Scope;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// How long a mail waits so that it can be taken back.
pub(crate) const UNDO: SignedDuration = SignedDuration::from_secs(10);

/// How far ahead a mail can be scheduled.
const AHEAD: SignedDuration = SignedDuration::from_hours(366 * 24);

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
        check_moment(&writing, &letter, &mut faults);
        let composed = compose(self, caller, &tx, &letter, &mut faults).await?;
        composed.check(caller, &tx, &letter, &mut faults).await?;
        check_size(&writing, &letter, &composed, &mut faults);
        let moments = (now + UNDO, now);
        let Departure { leaving, apart } =
            departure(caller, &tx, &letter, &composed, moments).await?;
        if !apart.is_empty() {
            let detail = "The recipients are not at work at the same time within the next 14 days.";
            faults.add(FieldProblem::member("inWorkingHours", detail));
        }
        let (mut message, each) = message(&writing, letter, composed, &mut faults).await?;
        faults.check()?;
        message.leaving = leaving;
        let row = queue(&writing, message, each).await?;
        if let Some(draft) = draft {
            delete_in(&writing, &draft).await?;
        }
        let created = keep_answer(&writing, row, key).await?;
        tx.commit().await?;
        Ok(created)
    }
}

fn check_moment(writing: &Writing<'_>, letter: &Letter, faults: &mut Faults) {
    let Some(at) = letter.scheduled_at else {
        return;
    };
    if at <= writing.now {
        let detail = "This time has passed.";
        faults.add(FieldProblem::member("scheduledAt", detail));
    } else if writing.now + AHEAD < at {
        let detail = "Choose a time within a year.";
        faults.add(FieldProblem::member("scheduledAt", detail));
    }
}

/// One mail to all is counted whole, so it has no more recipients than may be written to within a day.
fn check_size(writing: &Writing<'_>, letter: &Letter, composed: &Composed, faults: &mut Faults) {
    if letter.goes_to_each() {
        return;
    }
    let (cc, bcc) = composed.copies(letter);
    let count = letter.all_recipients().count() + cc.len() + bcc.len();
    let quotas = writing.services.settings.reloadable().mail_quotas;
    let age = writing
        .now
        .duration_since(writing.caller.company().created_at);
    let most = quotas.largest(age);
    if most < u32::try_from(count).unwrap_or(u32::MAX) {
        let detail = format!(
            "One message to all can have at most {most} recipients, as many as you may write to in a day."
        );
        faults.add(FieldProblem::member("to", detail));
    }
}

/// The message that a letter makes, and what it says to each of several.
async fn message(
    writing: &Writing<'_>,
    letter: Letter,
    composed: Composed,
    faults: &mut Faults,
) -> Result<(MailMessage, Vec<(Recipient, MergedMail)>), ServiceError> {
    let user = writing.caller.user();
    let (cc, bcc) = composed.copies(&letter);
    let Composed { wording, all, each } = composed;
    let Written { mail, .. } = all;
    let mut message = MailMessage {
        from: sender(writing.services, writing.caller),
        reply_to: Some(match &letter.reply_to {
            Some(address) => MailAddress::new("", address.as_str()),
            None => MailAddress::new(user.name.as_str(), user.email.as_str()),
        }),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        language: mail.language,
        template_id: letter.template_id,
        context: letter.context,
        scheduled_at: letter.scheduled_at,
        ..MailMessage::default()
    };
    let mut of_template: &[Uuid] = &[];
    if let Some((row, template)) = wording.template() {
        message.template_version = row.fields.published_version;
        if let Some(from) = &template.from {
            message.from.name.clone_from(&from.name);
        }
        if letter.reply_to.is_none()
            && let Some(address) = &template.reply_to
        {
            message.reply_to = Some(MailAddress::new("", address.as_str()));
        }
        of_template = &template.attachments;
    }
    message.attachments = frozen(writing, &letter.attachments, of_template, faults).await?;
    message.to = letter.to;
    message.cc = letter.cc.into_iter().chain(cc).collect();
    message.bcc = letter.bcc.into_iter().chain(bcc).collect();
    let each = each.into_iter().map(|(recipient, it)| (recipient, it.mail));
    Ok((message, each.collect()))
}

/// The people that write stand beside the address of the installation.
pub(crate) fn sender(services: &Services, caller: &Caller) -> MailAddress {
    let (user, company) = (caller.user(), caller.company());
    let house = match company.mail.from_name.as_str() {
        "" => &company.name,
        name => name,
    };
    MailAddress {
        name: format!("{} ({house})", user.name),
        address: services.post.from.address.clone(),
    }
}

/// Writes the message and puts its mails into the outbox: one to all, or what it says to each.
pub(crate) async fn queue(
    writing: &Writing<'_>,
    mut message: MailMessage,
    each: Vec<(Recipient, MergedMail)>,
) -> Result<Row<MailMessages>, ServiceError> {
    let leaves_at = message.scheduled_at.unwrap_or(writing.now + UNDO);
    message.state = MessageState::Queued;
    message.undo_until = Some(leaves_at);
    message.results = each
        .iter()
        .map(|(recipient, _)| result_of(recipient))
        .collect();
    message.plan();
    let row = insert_in::<MailMessages>(writing, message).await?;
    let due = |mail: Uuid, address: Option<&str>| Due {
        id: OutboxId::from(mail),
        message_id: Some(row.id.as_uuid()),
        at: row.fields.leaves_at(address).unwrap_or(leaves_at),
    };
    if row.fields.results.is_empty() {
        let mut mail = to_all(writing, &row.fields);
        let clocks = row.fields.leaving.iter().map(|it| it.clock.clone());
        mail.hours = clocks.collect();
        let due = due(row.id.as_uuid(), None);
        put_by(writing, &mail, due).await?;
    }
    for (at, (_, says)) in each.into_iter().enumerate() {
        let Some(result) = row.fields.results.get(at) else {
            continue;
        };
        if result.state == MessageState::LeftOut {
            continue;
        }
        let mut mail = to_one(writing, &row.fields, result, says.clone());
        let its = |it: &&Leaving| it.clock.address == result.address;
        let clocks = row.fields.leaving.iter().filter(its);
        mail.hours = clocks.map(|it| it.clock.clone()).collect();
        let due = due(result.id, Some(&result.address));
        put_by(writing, &mail, due).await?;
        merged::keep(writing, (row.id, at), result.id, says).await?;
    }
    Ok(row)
}

fn result_of(recipient: &Recipient) -> MailResult {
    let mut result = MailResult {
        id: OutboxId::generate().as_uuid(),
        name: recipient.address.name.clone(),
        address: recipient.address.address.clone(),
        state: MessageState::Queued,
        ..MailResult::default()
    };
    if let Some(why) = &recipient.left_out {
        result.leave_out(why.clone());
    }
    result
}

/// The mail that a message is, as it leaves.
pub(crate) fn to_all(writing: &Writing<'_>, message: &MailMessage) -> NewMail {
    let says = MergedMail {
        language: message.language.clone(),
        subject: message.subject.clone(),
        html: message.html.clone(),
        text: message.text.clone(),
    };
    finished(writing, message, message.to.clone(), says)
}

/// The mail of a message to one of its recipients, as it leaves.
pub(crate) fn to_one(
    writing: &Writing<'_>,
    message: &MailMessage,
    result: &MailResult,
    says: MergedMail,
) -> NewMail {
    finished(writing, message, vec![result.recipient()], says)
}

fn finished(
    writing: &Writing<'_>,
    message: &MailMessage,
    to: Vec<MailAddress>,
    says: MergedMail,
) -> NewMail {
    let mut mail = NewMail {
        from_name: message.from.name.clone(),
        to,
        cc: message.cc.clone(),
        bcc: message.bcc.clone(),
        reply_to: message.reply_to.clone(),
        subject: says.subject,
        html: says.html,
        text: says.text,
        language: says.language,
        attachments: message.attachments.clone(),
        can_unsubscribe: true,
        ..NewMail::default()
    };
    footer::put_under(&mut mail, &writing.caller.company().mail.footer);
    mail
}
