//! Retrying: mails of a message that did not arrive are sent once more, and no others.
//!
//! Invariant: a mail that was handed on, or is on its way, is never sent again.

use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;
use waybill_storage::outbox::OutboxId;
use waybill_storage::records::{Id, Row};

use super::merged;
use super::messages::{MailMessage, MailMessages, MessageState};
use super::outbox::{Due, put_by};
use super::recipients::OptedOut;
use super::send::{to_all, to_one};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::update_in;
use crate::collection::{Shown, Writing};
use crate::error::ServiceError;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;

impl Services {
    /// Sends once more what did not arrive: to the recipients of the results that the body names, or to all whom the message
    /// did not reach. What arrived, or is on its way, stays as it is.
    pub async fn retry_message(
        &self,
        caller: &Caller,
        id: Id<MailMessages>,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Shown<MailMessages>, ServiceError> {
        let scope = caller.require("mail:send")?;
        let mut members = Members::new(body);
        let mut wanted: Vec<Uuid> = Vec::new();
        members.ids("results", 100, &mut wanted);
        members.finish().check()?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        let undelivered = [MessageState::Failed, MessageState::Bounced];
        let mut mails = row.fields.mails_in(row.id.as_uuid(), &undelivered);
        for (at, result) in wanted.iter().enumerate() {
            if !row.fields.results.iter().any(|it| it.id == *result) {
                let fault = FieldProblem::at("/results", &at.to_string(), "Result not found.");
                return Err(ServiceError::Invalid(vec![fault]));
            }
        }
        mails.retain(|mail| wanted.is_empty() || wanted.contains(mail));
        let fields = put_again(&writing, &row, mails, writing.now).await?;
        let row = update_in(&writing, row, fields, "retry").await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

/// Puts these mails of the message into the outbox, to leave `at`, without waiting for working hours; gives the message as it
/// stands then. Each has the id that it had, by which a server that took it after all knows it again. Who has opted out
/// meanwhile is left out; of one message to all that is refused.
pub(super) async fn put_again(
    writing: &Writing<'_>,
    row: &Row<MailMessages>,
    mails: Vec<Uuid>,
    at: Timestamp,
) -> Result<MailMessage, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let mut fields = row.fields.clone();
    let all = [&fields.to, &fields.cc, &fields.bcc];
    let opted_out = OptedOut::among(tx, company, all.into_iter().flatten()).await?;
    for mail in mails {
        let sent = if let Some(result) = fields.results.iter_mut().find(|it| it.id == mail) {
            fields
                .leaving
                .retain(|it| it.clock.address != result.address);
            if let Some(why) = opted_out.reason(&result.recipient()) {
                result.leave_out(why);
                continue;
            }
            let says = merged::get(tx, company, mail).await?;
            let says = says.ok_or(ServiceError::NotFound)?;
            to_one(writing, &row.fields, result, says)
        } else {
            fields.leaving.clear();
            let mut all = fields.to.iter().chain(&fields.cc).chain(&fields.bcc);
            if let Some(why) = all.find_map(|it| opted_out.reason(it)) {
                return Err(ServiceError::Invalid(vec![FieldProblem::member("to", why)]));
            }
            to_all(writing, &row.fields)
        };
        let due = Due {
            id: OutboxId::from(mail),
            message_id: Some(row.id.as_uuid()),
            at,
        };
        put_by(writing, &sent, due).await?;
        fields.mark(mail, |standing| {
            *standing.state = MessageState::Queued;
            *standing.error = None;
            *standing.held = None;
        });
    }
    fields.sum_up();
    Ok(fields)
}
