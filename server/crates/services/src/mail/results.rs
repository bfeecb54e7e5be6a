//! Results: what became of a message with each of its recipients, where each got one of its own.
//!
//! Invariant: the state of a message with results follows from theirs: it waits while one waits, and failed when one failed.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::MailAddress;
use super::hours::Leaving;
use super::messages::{MailMessage, MessageState};
use super::quota::Held;

/// What became of a message with one of its recipients.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct MailResult {
    /// Its id, which is also that of the mail on its way.
    pub id: Uuid,
    /// The recipient's name; may be empty.
    pub name: String,
    /// The recipient's address.
    pub address: String,
    /// Where it stands.
    pub state: MessageState,
    /// When a mail server took it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    /// How often it was tried.
    pub attempts: i64,
    /// Why it did not leave, or why it was left out.
    pub error: Option<String>,
    /// Why it waits, if it is over a quota.
    pub held: Option<Held>,
}

/// Where one mail of a message stands, to be changed.
pub(crate) struct Standing<'m> {
    pub(crate) state: &'m mut MessageState,
    pub(crate) sent_at: &'m mut Option<Timestamp>,
    pub(crate) attempts: &'m mut i64,
    pub(crate) error: &'m mut Option<String>,
    pub(crate) held: &'m mut Option<Held>,
    /// When it leaves to whom, where it waits for working hours.
    pub(crate) leaving: Vec<&'m mut Leaving>,
}

impl Standing<'_> {
    /// Notes that it waits once more.
    pub(crate) fn wait_until(&mut self, at: Timestamp) {
        for leaving in &mut self.leaving {
            leaving.at = at;
            leaving.at_once = false;
        }
    }
}

impl MailResult {
    /// Whom it is about.
    pub fn recipient(&self) -> MailAddress {
        MailAddress::new(self.name.as_str(), self.address.as_str())
    }

    /// Leaves the recipient out.
    pub(crate) fn leave_out(&mut self, why: String) {
        self.state = MessageState::LeftOut;
        self.error = Some(why);
    }
}

impl MailMessage {
    /// Changes where one of its mails stands. A message without results is one mail.
    pub(crate) fn mark(&mut self, mail: Uuid, change: impl FnOnce(Standing<'_>)) {
        if self.results.is_empty() {
            change(Standing {
                state: &mut self.state,
                sent_at: &mut self.sent_at,
                attempts: &mut self.attempts,
                error: &mut self.error,
                held: &mut self.held,
                leaving: self.leaving.iter_mut().collect(),
            });
        } else if let Some(result) = self.results.iter_mut().find(|it| it.id == mail) {
            let of_it = |it: &&mut Leaving| it.clock.address == result.address;
            change(Standing {
                leaving: self.leaving.iter_mut().filter(of_it).collect(),
                state: &mut result.state,
                sent_at: &mut result.sent_at,
                attempts: &mut result.attempts,
                error: &mut result.error,
                held: &mut result.held,
            });
            self.sum_up();
        }
        self.plan();
    }

    /// Ids of its mails in one of these states. The mail of a message without results has the id of the message.
    pub(crate) fn mails_in(&self, message: Uuid, states: &[MessageState]) -> Vec<Uuid> {
        if self.results.is_empty() {
            return states
                .contains(&self.state)
                .then_some(message)
                .into_iter()
                .collect();
        }
        let wanted = self.results.iter().filter(|it| states.contains(&it.state));
        wanted.map(|it| it.id).collect()
    }

    /// Lets the moment it leaves follow from those of its mails that wait for working hours.
    pub(crate) fn plan(&mut self) {
        let waits = |address: &str| match self.results.is_empty() {
            true => self.state == MessageState::Queued,
            false => self
                .results
                .iter()
                .any(|it| it.address == address && it.state == MessageState::Queued),
        };
        let leaving = self.leaving.iter().filter(|it| waits(&it.clock.address));
        let Some(first) = leaving.clone().map(|it| it.at).min() else {
            return;
        };
        self.undo_until = Some(first);
        let later = leaving.filter(|it| !it.at_once);
        self.scheduled_at = later.map(|it| it.at).min().or(self.scheduled_at);
    }

    /// When its mail to this address leaves that waits for working hours; of one message to all, the mail to whomever.
    pub(crate) fn leaves_at(&self, address: Option<&str>) -> Option<Timestamp> {
        let of_it = |it: &&Leaving| address.is_none_or(|address| it.clock.address == address);
        self.leaving.iter().find(of_it).map(|it| it.at)
    }

    /// Lets its state follow from its results, where it has any.
    pub(crate) fn sum_up(&mut self) {
        use MessageState::{Bounced, Cancelled, Failed, Queued, Sending, Sent};
        if self.results.is_empty() {
            return;
        }
        let has = |state: &MessageState| self.results.iter().any(|it| it.state == *state);
        let found = [Sending, Queued, Failed, Bounced, Sent]
            .iter()
            .find(|it| has(it));
        self.state = found.copied().unwrap_or(Cancelled);
        let held = self.results.iter().filter_map(|it| it.held.as_ref());
        self.held = held.min_by_key(|it| it.until).cloned();
        self.attempts = self
            .results
            .iter()
            .map(|it| it.attempts)
            .max()
            .unwrap_or_default();
        self.sent_at = match self.state {
            Sending | Queued => None,
            _ => self.results.iter().filter_map(|it| it.sent_at).max(),
        };
    }
}
