//! Delivery: the job that takes mails out of the outbox and hands them to the transport.
//!
//! A mail that was not taken is tried again, at growing distances, for about a day. A process that dies while it hands a mail
//! on leaves its claim behind, which runs out; the mail is then handed on again under the same `Message-ID`, for a mail that
//! comes twice is better than one that never comes.
//!
//! Invariant: no two instances hand on a mail at the same time.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use waybill_storage::outbox::{self, Claimed};
use waybill_storage::records::{Record as _, Row};
use waybill_storage::{Transaction, companies};

use super::address::MailAddress;
use super::attachments;
use super::counts::MailResult;
use super::files::MailFolder;
use super::messages::{self, MailMessages, MessageState};
use super::mime;
use super::outbox::NewMail;
use super::quota::{self, Held};
use super::suppressions::{self, SuppressionReason, suppress};
use super::transport::{Transport, TransportError};
use super::unsubscribe;
use crate::caller::is_expired;
use crate::error::ServiceError;
use crate::notifications::{
    Notice, NotificationKind, NotificationSeverity, NotificationSubject, Recipient, notify,
};
use crate::services::Services;
use crate::source::Source;

/// How long a claim holds: longer than [`HANDING_ON`], so that it is not lost to a slow server.
const CLAIM: SignedDuration = SignedDuration::from_mins(10);

/// How long handing one mail on may take.
const HANDING_ON: Duration = Duration::from_mins(5);

/// How often the outbox is looked into.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Seconds until a mail is tried again, by how often it was tried; after the last one it is given up.
const AGAIN_AFTER: [i64; 8] = [30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200];

/// What mails are sent with.
#[derive(Clone)]
pub struct Post {
    /// Who takes them.
    pub transport: Arc<dyn Transport>,
    /// Who sends them: the address of the installation.
    pub from: MailAddress,
}

impl Post {
    /// Mails are kept in the data directory, as if sent by this host.
    pub fn kept_in(data_directory: &std::path::Path) -> Self {
        Self {
            transport: Arc::new(MailFolder::of(data_directory)),
            from: MailAddress::new("Waybill", "no-reply@localhost"),
        }
    }
}

/// What became of a mail that was handed to the transport.
enum Outcome {
    Sent,
    /// It is not working time where it goes; it will be then.
    Waits(Timestamp),
    /// A quota has no room for it.
    Held(Held),
    /// It is tried again then.
    Again(Timestamp, String),
    /// The receiving server refused it: what it said, and the address that it does not know, if it said so.
    Bounced(String, Option<String>),
    /// Its recipient gets no mail from the company.
    Suppressed(String),
    /// It was tried often enough, or can never be sent.
    GivenUp(String),
}

impl Outcome {
    fn result(&self) -> MailResult {
        match self {
            Self::Sent => MailResult::Sent,
            Self::Waits(_) => MailResult::Waiting,
            Self::Held(_) => MailResult::OverQuota,
            Self::Again(..) => MailResult::Retried,
            Self::Bounced(..) => MailResult::Rejected,
            Self::Suppressed(_) => MailResult::Suppressed,
            Self::GivenUp(_) => MailResult::GivenUp,
        }
    }
}

impl Services {
    /// Sends mails as `post` says, instead of keeping them as files.
    #[must_use]
    pub fn with_post(mut self, post: Post) -> Self {
        self.post = post;
        self
    }

    /// Hands mails on until `ends` says so; what is being handed on then is finished first. `looked` is told after each look whether
    /// the outbox could be read.
    pub async fn run_outbox(&self, mut ends: watch::Receiver<bool>, looked: impl Fn(bool)) {
        while !*ends.borrow() {
            let went_well = tokio::join!(
                self.deliver_until(&ends),
                self.deliver_until(&ends),
                self.deliver_until(&ends),
                self.deliver_until(&ends),
            );
            looked(went_well == (true, true, true, true));
            tokio::select! {
                changed = ends.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// False when the outbox could not be processed.
    async fn deliver_until(&self, ends: &watch::Receiver<bool>) -> bool {
        while !*ends.borrow() {
            match self.deliver_next().await {
                Ok(true) => {}
                Ok(false) => return true,
                Err(error) => {
                    let cause: &dyn std::error::Error = &error;
                    tracing::warn!(error = cause, "The outbox cannot be processed.");
                    return false;
                }
            }
        }
        true
    }

    /// How many mails were handed on, and how many were not and why, since the start.
    pub fn mail_results(&self) -> Vec<(&'static str, u64)> {
        self.mail_counts.all().to_vec()
    }

    /// Hands on the mail that is due the longest. False when none is due.
    pub async fn deliver_next(&self) -> Result<bool, ServiceError> {
        let now = self.now();
        // Most looks find nothing, and need not wait for whoever writes.
        if !outbox::is_any_due(self.storage.reader(), now).await? {
            return Ok(false);
        }
        let tx = self.storage.begin().await?;
        let Some(claimed) = outbox::claim(&tx, now, now + CLAIM).await? else {
            return Ok(false);
        };
        tx.commit().await?;
        if let Some(message) = claimed.message_id {
            let tx = self.storage.begin_for(claimed.company_id).await?;
            let mail = (message, claimed.id);
            messages::note(&tx, claimed.company_id, mail, now, |it| {
                *it.state = MessageState::Sending;
                *it.held = None;
            })
            .await?;
            tx.commit().await?;
        }
        let outcome = self.hand_on(&claimed).await;
        self.settle(&claimed, outcome).await?;
        Ok(true)
    }

    async fn hand_on(&self, claimed: &Claimed) -> Outcome {
        let mut mail: NewMail = match serde_json::from_str(&claimed.mail) {
            Ok(mail) => mail,
            Err(_) => return Outcome::GivenUp("The mail cannot be read.".to_owned()),
        };
        if let Some(at) = mail.waits_until(self.now()) {
            return Outcome::Waits(at);
        }
        if claimed.message_id.is_some() {
            match companies::get(self.storage.reader(), claimed.company_id).await {
                // The text is the specification's, sections 2 and 8.
                Ok(Some(company)) if is_expired(&company, self.now()).unwrap_or(false) => {
                    let why = "Your Subscription has been expired. Please Contact Support Team";
                    return Outcome::GivenUp(why.to_owned());
                }
                Ok(_) => {}
                Err(error) => return self.later(claimed, error.to_string()),
            }
        }
        // Somebody may have unsubscribed while it waited.
        match self.unsubscribing(claimed, &mut mail).await {
            Ok(None) => {}
            Ok(Some(why)) => return Outcome::Suppressed(why),
            Err(error) => return self.later(claimed, error.to_string()),
        }
        match quota::admit(self, claimed, &mail, self.now()).await {
            Ok(None) => {}
            Ok(Some(held)) => return Outcome::Held(held),
            Err(error) => return self.later(claimed, error.to_string()),
        }
        let mut files = Vec::with_capacity(mail.attachments.len());
        for file in &mail.attachments {
            match attachments::content(self, claimed.company_id, file).await {
                Ok(Some(content)) => files.push((file.clone(), content)),
                Ok(None) => {
                    return Outcome::GivenUp("An attached file no longer exists.".to_owned());
                }
                Err(error) => return self.later(claimed, error.to_string()),
            }
        }
        for file in &mail.made {
            match file.travelling() {
                Some(travelling) => files.push(travelling),
                None => return Outcome::GivenUp("An attached file cannot be read.".to_owned()),
            }
        }
        let from = MailAddress {
            name: match mail.from_name.is_empty() {
                true => self.post.from.name.clone(),
                false => mail.from_name.clone(),
            },
            address: self.post.from.address.clone(),
        };
        let written = mime::write(claimed.id.as_uuid(), &from, &mail, files, self.now());
        let outgoing = match written {
            Ok(outgoing) => outgoing,
            Err(error) => return Outcome::GivenUp(error.to_string()),
        };
        let delivered = self.post.transport.deliver(&outgoing);
        match tokio::time::timeout(HANDING_ON, delivered).await {
            Ok(Ok(())) => Outcome::Sent,
            Ok(Err(TransportError::Refused(why))) => Outcome::Bounced(why, None),
            Ok(Err(TransportError::UnknownAddress { address, answer })) => {
                Outcome::Bounced(answer, Some(address))
            }
            Ok(Err(TransportError::Later(why))) => self.later(claimed, why),
            Err(_) => self.later(claimed, "The mail server did not answer.".to_owned()),
        }
    }

    /// Writes down where the mail's recipient unsubscribes; says why it does not leave, if somebody gets no mail.
    async fn unsubscribing(
        &self,
        claimed: &Claimed,
        mail: &mut NewMail,
    ) -> Result<Option<String>, ServiceError> {
        if !mail.can_unsubscribe {
            return Ok(None);
        }
        let company = claimed.company_id;
        let db = self.storage.read(company).await?;
        let refusal = suppressions::refusal(&db, company, mail).await?;
        drop(db);
        if let (None, Some(recipient)) = (&refusal, mail.subscriber()) {
            mail.unsubscribe = Some(unsubscribe::link(self, company, &recipient.address).await?);
        }
        Ok(refusal)
    }

    fn later(&self, claimed: &Claimed, why: String) -> Outcome {
        let tried = usize::try_from(claimed.attempts).unwrap_or(usize::MAX);
        match AGAIN_AFTER.get(tried.saturating_sub(1)) {
            Some(seconds) => Outcome::Again(self.now() + SignedDuration::from_secs(*seconds), why),
            None => Outcome::GivenUp(why),
        }
    }

    /// Notes what became of the mail, unless the claim was lost meanwhile.
    async fn settle(&self, claimed: &Claimed, outcome: Outcome) -> Result<(), ServiceError> {
        let tx = self.storage.begin_for(claimed.company_id).await?;
        let held = match &outcome {
            Outcome::Waits(at) | Outcome::Held(Held { until: at, .. }) => {
                outbox::postpone(&tx, claimed, *at).await?
            }
            Outcome::Again(at, _) => outbox::put_back(&tx, claimed, *at).await?,
            Outcome::Sent | Outcome::Bounced(..) | Outcome::Suppressed(_) | Outcome::GivenUp(_) => {
                outbox::remove(&tx, claimed).await?
            }
        };
        if !held {
            return Ok(());
        }
        let now = self.now();
        if let Some(message) = claimed.message_id {
            let mail = (message, claimed.id);
            let noted = messages::note(&tx, claimed.company_id, mail, now, |mut it| {
                if let Outcome::Waits(at) | Outcome::Again(at, _) = &outcome {
                    it.wait_until(*at);
                }
                let (state, why) = match &outcome {
                    // It was not tried.
                    Outcome::Waits(_) => {
                        *it.state = MessageState::Queued;
                        return;
                    }
                    Outcome::Held(held) => {
                        *it.state = MessageState::Queued;
                        *it.held = Some(held.clone());
                        return;
                    }
                    Outcome::Sent => (MessageState::Sent, None),
                    Outcome::Again(_, why) => (MessageState::Queued, Some(why)),
                    Outcome::Bounced(why, _) => (MessageState::Bounced, Some(why)),
                    Outcome::Suppressed(why) | Outcome::GivenUp(why) => {
                        (MessageState::Failed, Some(why))
                    }
                };
                *it.attempts = claimed.attempts.into();
                *it.state = state;
                *it.error = why.cloned();
                *it.sent_at = (state == MessageState::Sent).then_some(now);
            })
            .await?;
            if let Some((row, user)) = noted.and_then(|row| row.meta.created_by.map(|by| (row, by)))
                && let Outcome::Bounced(why, _) | Outcome::Suppressed(why) | Outcome::GivenUp(why) =
                    &outcome
            {
                let key = format!("mail:{message}");
                let recipient = Recipient {
                    company: claimed.company_id,
                    user,
                    key: &key,
                };
                notify(self, &tx, recipient, undelivered(&row, claimed, why)).await?;
            }
        }
        if let Outcome::Held(held) = &outcome {
            self.tell_held(&tx, claimed, held).await?;
        }
        if let Outcome::Bounced(answer, Some(address)) = &outcome {
            let unknown = (
                address.as_str(),
                SuppressionReason::Bounced,
                answer.as_str(),
            );
            suppress(&tx, claimed.company_id, unknown, &Source::default(), now).await?;
        }
        tx.commit().await?;
        self.mail_counts.add(outcome.result());
        let (mail, attempts) = (claimed.id, claimed.attempts);
        match outcome {
            Outcome::Waits(at) => tracing::debug!(%mail, %at, "A mail waits for working hours."),
            Outcome::Held(Held { until, quota, .. }) => {
                let (company, quota) = (claimed.company_id, quota.as_str());
                tracing::warn!(%mail, %company, quota, %until, "A message waits: its quota is used up.");
            }
            Outcome::Sent => {
                tracing::debug!(%mail, attempts, "A message was delivered to the mail server.");
            }
            Outcome::Again(_, why) => {
                tracing::warn!(%mail, attempts, why, "A message will be retried later.");
            }
            Outcome::Suppressed(_) => {
                tracing::info!(%mail, "A message was not sent: its recipient gets no mail from the company.");
            }
            Outcome::Bounced(why, _) => {
                tracing::warn!(%mail, attempts, why, "A message was rejected.");
            }
            Outcome::GivenUp(why) => {
                tracing::error!(%mail, attempts, why, "A message was given up after its last retry.");
            }
        }
        Ok(())
    }
}

impl Services {
    /// Tells whoever wrote the mail that it waits for room, once for all that wait for the same.
    async fn tell_held(
        &self,
        tx: &Transaction,
        claimed: &Claimed,
        held: &Held,
    ) -> Result<(), ServiceError> {
        let mail: NewMail = serde_json::from_str(&claimed.mail).unwrap_or_default();
        let Some(user) = mail.sender else {
            return Ok(());
        };
        let key = format!("held:{}:{}", held.quota.as_str(), held.until);
        let recipient = Recipient {
            company: claimed.company_id,
            user,
            key: &key,
        };
        let notice = Notice {
            kind: NotificationKind::MailFailed,
            severity: NotificationSeverity::Info,
            title: "Your mail is waiting".to_owned(),
            body: format!("{} The rest leaves by itself.", held.sentence()),
            subject: claimed.message_id.map(|id| NotificationSubject {
                kind: MailMessages::KIND.to_owned(),
                id,
            }),
            ..Notice::default()
        };
        notify(self, tx, recipient, notice).await
    }
}

/// What the sender of a mail is told that did not arrive. Where each recipient gets a mail of its own, it says who it was.
fn undelivered(row: &Row<MailMessages>, claimed: &Claimed, why: &str) -> Notice {
    let mail: NewMail = serde_json::from_str(&claimed.mail).unwrap_or_default();
    Notice {
        kind: NotificationKind::MailFailed,
        severity: NotificationSeverity::Warning,
        title: match mail.subject.as_str() {
            "" => "A mail of yours did not arrive".to_owned(),
            subject => format!("Not delivered: {subject}"),
        },
        body: match (&mail.to[..], row.fields.results.is_empty()) {
            ([recipient], false) => format!("{}: {why}", recipient.address),
            _ => why.to_owned(),
        },
        subject: Some(NotificationSubject {
            kind: MailMessages::KIND.to_owned(),
            id: row.id.as_uuid(),
        }),
        ..Notice::default()
    }
}
