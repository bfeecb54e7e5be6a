//! At once: mails of a message that wait for their time leave without it.
//!
//! Invariant: a mail is taken out of the outbox and put into it again in one transaction, so that it leaves once.

use waybill_storage::outbox;
use waybill_storage::records::Id;

use super::messages::{MailMessages, MessageState};
use super::retry::put_again;
use super::send::UNDO;
use crate::caller::Caller;
use crate::collection::Shown;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::update_in;
use crate::error::ServiceError;
use crate::services::Services;
use crate::source::Source;

impl Services {
    /// Sends what of a message waits, as if it were sent only now. [`ServiceError::State`] when all of it has left, or is
    /// leaving.
    pub async fn send_message_at_once(
        &self,
        caller: &Caller,
        id: Id<MailMessages>,
        source: &Source,
    ) -> Result<Shown<MailMessages>, ServiceError> {
        let scope = caller.require("mail:send")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        let mut waiting = Vec::new();
        for mail in row
            .fields
            .mails_in(row.id.as_uuid(), &[MessageState::Queued])
        {
            if outbox::withdraw(&tx, caller.company_id(), mail.into(), writing.now).await? {
                waiting.push(mail);
            }
        }
        if waiting.is_empty() {
            return Err(ServiceError::State(super::messages::HAS_LEFT));
        }
        let leaves_at = writing.now + UNDO;
        let mut fields = put_again(&writing, &row, waiting, leaves_at).await?;
        fields.scheduled_at = None;
        fields.undo_until = Some(leaves_at);
        let row = update_in(&writing, row, fields, "sendNow").await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}
