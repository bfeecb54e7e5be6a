//! The mirror abroad: inboxes as a realtime database of Firebase shows them, at `{companyId}/general-notification/{userId}`.
//!
//! A change of a user's notifications leaves a mark in its own transaction. The mirror takes marks up and writes the whole inbox as
//! it stands then, which may be done twice, and again after a failure, without harm.
//!
//! Invariant: the table is the truth. What is there and not here yet has a mark, also after the process was killed.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::SignedDuration;
use serde_json::{Map, Value as Json};
use tokio::sync::Notify;
use waybill_identity::Uid;
use waybill_identity::external::{Failure, Firebase, Outgoing, ServiceAccount};
use waybill_services::notifications::{Notification, latest};
use waybill_services::{Inbox, SessionUser};
use waybill_storage::inbox_writes::{self, Claimed};
use waybill_storage::notifications::NotificationId;
use waybill_storage::{Clock, CompanyId, Storage, StorageError, Transaction, UserId, users};

use super::inbox::{inbox, record};

/// The custom claim that names our user; the rules of the database compare it. `user_id` is the provider's own.
const USER_CLAIM: &str = "waybill_user";

/// The custom claim that names the company.
const COMPANY_CLAIM: &str = "company_id";

/// How long a claim of a mark holds: longer than a write takes.
const CLAIM: SignedDuration = SignedDuration::from_mins(1);

/// How often marks of other instances, and those that wait for their time, are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The longest time between two attempts.
const PATIENCE_SECONDS: i64 = 300;

/// How long whoever signs in waits for the claims of its account.
const WELCOME: Duration = Duration::from_secs(3);

/// Writes inboxes into the database.
pub struct Mirror {
    pub(super) origin: String,
    pub(super) outgoing: Outgoing,
    pub(super) service_account: Arc<ServiceAccount>,
    pub(super) firebase: Arc<Firebase>,
    pub(super) storage: Storage,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) marked: Notify,
}

impl std::fmt::Debug for Mirror {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mirror")
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// Why an inbox was not written.
#[derive(Debug, thiserror::Error)]
enum WriteError {
    #[error("the realtime database cannot be written to")]
    Abroad(#[from] Failure),
    #[error("the notifications cannot be read")]
    Storage(#[from] StorageError),
}

/// What the services show, by marks.
pub(super) struct Marks(pub(super) Arc<Mirror>);

#[async_trait]
impl Inbox for Marks {
    async fn show(
        &self,
        tx: &Transaction,
        company: CompanyId,
        user: UserId,
        shown: Vec<(NotificationId, Option<Notification>)>,
    ) -> Result<(), StorageError> {
        if shown.is_empty() {
            return Ok(());
        }
        self.0.mark(tx, company, user).await
    }
}

impl Mirror {
    /// Prepares for pages of somebody who signs in: its tokens have to say whose inbox is the own one, and what was never written, as
    /// before this database was configured, is written now. A sign-in does not fail for it.
    pub(super) async fn welcome(self: &Arc<Self>, user: &SessionUser) {
        let welcomed = tokio::time::timeout(WELCOME, self.prepare(user)).await;
        let error: &(dyn std::error::Error + 'static) = match &welcomed {
            Ok(Ok(())) => return,
            Ok(Err(error)) => &**error,
            Err(late) => late,
        };
        tracing::warn!(error, "A user's pages will get notifications with a delay.");
    }

    async fn prepare(
        self: &Arc<Self>,
        user: &SessionUser,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let tx = self.storage.begin_for(user.company_id).await?;
        self.mark(&tx, user.company_id, user.id).await?;
        tx.commit().await?;
        let found = users::by_id(self.storage.reader(), user.id).await?;
        if let Some(uid) = found.and_then(|(user, _)| user.identity_uid) {
            let claims = [
                (COMPANY_CLAIM, user.company_id.to_string()),
                (USER_CLAIM, user.id.to_string()),
            ];
            self.firebase.ensure_claims(&Uid::new(uid), &claims).await?;
        }
        Ok(())
    }

    async fn mark(
        self: &Arc<Self>,
        tx: &Transaction,
        company: CompanyId,
        user: UserId,
    ) -> Result<(), StorageError> {
        inbox_writes::mark(tx, company, user, self.clock.now()).await?;
        let mirror = Arc::clone(self);
        tx.after_commit(move || mirror.marked.notify_one());
        Ok(())
    }

    /// Writes what is marked, for as long as the process lives.
    pub async fn run(&self) {
        loop {
            match self.write_next().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(error, "Inbox changes cannot be processed.");
                }
            }
            tokio::select! {
                () = self.marked.notified() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Writes the inbox that is due the longest. False when none is due.
    ///
    /// # Errors
    /// When storage fails; what the database abroad says is tried again later.
    pub async fn write_next(&self) -> Result<bool, StorageError> {
        let now = self.clock.now();
        // Most looks find nothing, and need not wait for whoever writes.
        if !inbox_writes::is_any_due(self.storage.reader(), now).await? {
            return Ok(false);
        }
        let tx = self.storage.begin().await?;
        let Some(claimed) = inbox_writes::claim(&tx, now, now + CLAIM).await? else {
            return Ok(false);
        };
        tx.commit().await?;
        let written = self.write(&claimed).await;
        let tx = self.storage.begin_for(claimed.company_id).await?;
        match written {
            Ok(()) => inbox_writes::written(&tx, &claimed).await?,
            Err(error) => {
                let again = self.clock.now() + pause(claimed.attempts);
                inbox_writes::put_back(&tx, &claimed, again).await?;
                let attempts = claimed.attempts;
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, attempts, "Writing an inbox will be retried.");
            }
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn write(&self, claimed: &Claimed) -> Result<(), WriteError> {
        let Claimed {
            company_id: company,
            user_id: user,
            ..
        } = *claimed;
        let path = inbox(company, user).ok_or(StorageError::Corrupt("path of an inbox"))?;
        let shown = latest(&self.storage.read(company).await?, company, user).await?;
        let shown: Map<String, Json> = shown
            .iter()
            .map(|notification| (notification.id.to_string(), record(notification)))
            .collect();
        let url = format!("{}/{path}.json?print=silent", self.origin);
        let token = self.service_account.access_token().await?;
        let answer = self
            .outgoing
            .put(&url, &Json::Object(shown), token.reveal())
            .await
            .map_err(Failure::from)?;
        match answer.status {
            200 | 204 => Ok(()),
            status => {
                if status == 401 {
                    self.service_account.forget(&token).await;
                }
                let code = String::new();
                Err(Failure::Answer { status, code }.into())
            }
        }
    }
}

/// 1, 2, 4 … seconds, up to five minutes, and never given up: the next write says all that this one would have.
fn pause(attempts: i32) -> SignedDuration {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    SignedDuration::from_secs((1 << doublings).min(PATIENCE_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_followed_by_longer_pauses() {
        let seconds = [1, 2, 3, 9, 10, 1000].map(|attempts| pause(attempts).as_secs());
        assert_eq!(seconds, [1, 2, 4, 256, 300, 300]);
    }
}
