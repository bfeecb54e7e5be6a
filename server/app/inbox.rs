//! Inboxes: notifications as the realtime database shows them, at `{companyId}/general-notification/{userId}` (specification 3).
//!
//! Invariant: the table is the truth and what is shown its mirror; both change in one transaction, whoever begins.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value as Json, json};
use waybill_realtime::bus::Bus;
use waybill_realtime::database::{Database, Original, Parts, WriteError};
use waybill_realtime::rules::InboxRules;
use waybill_realtime::{Path, Value};
use waybill_services::Inbox;
use waybill_services::notifications::{Notification, NotificationStatus, follow};
use waybill_storage::notifications::NotificationId;
use waybill_storage::{Clock, CompanyId, Storage, StorageError, Transaction, UserId, users};

/// Where the notifications of a user lie.
pub(super) fn inbox(company: CompanyId, user: UserId) -> Option<Path> {
    format!("{company}/general-notification/{user}")
        .parse()
        .ok()
}

/// Where the pages of a company say which records they have open; nothing mirrors it, and who was there is not kept.
pub(super) fn presence(company: CompanyId) -> Option<Path> {
    format!("{company}/presence").parse().ok()
}

/// The tree that holds all inboxes.
pub(super) fn open_database(
    storage: &Storage,
    project_id: &str,
    clock: &Arc<dyn Clock>,
    bus: &Arc<dyn Bus>,
) -> Arc<Database> {
    Arc::new(Database::new(Parts {
        // As the SDK itself names the database of a project.
        namespace: format!("{project_id}-default-rtdb"),
        storage: storage.clone(),
        clock: Arc::clone(clock),
        rules: Arc::new(InboxRules),
        original: Arc::new(Truth(Arc::clone(clock))),
        bus: Arc::clone(bus),
    }))
}

/// What the services show, in the realtime database.
pub(super) struct Mirror(pub(super) Arc<Database>);

#[async_trait]
impl Inbox for Mirror {
    async fn show(
        &self,
        tx: &Transaction,
        company: CompanyId,
        user: UserId,
        shown: Vec<(NotificationId, Option<Notification>)>,
    ) -> Result<(), StorageError> {
        let corrupt = || StorageError::Corrupt("record of an inbox");
        let inbox = inbox(company, user).ok_or_else(corrupt)?;
        if shown.is_empty() {
            return Ok(());
        }
        for (id, notification) in shown {
            let path = format!("{inbox}/{id}").parse().map_err(|_| corrupt())?;
            let record = notification.as_ref().map_or(Json::Null, record);
            let record = Value::of_json(&record).map_err(|_| corrupt())?;
            match self.0.put(tx, &path, record).await {
                Ok(()) => {}
                Err(WriteError::Storage(error)) => return Err(error),
                Err(_) => return Err(corrupt()),
            }
        }
        let database = Arc::clone(&self.0);
        tx.after_commit(move || {
            let telling = async move {
                if let Err(error) = database.announce(&inbox).await {
                    let error = &error as &dyn std::error::Error;
                    tracing::warn!(error, "Open pages were not notified.");
                }
            };
            drop(tokio::spawn(telling));
        });
        Ok(())
    }
}

/// What an open page needs of a notification before it asks for more.
pub(super) fn record(notification: &Notification) -> Json {
    json!({
        "status": notification.status,
        "kind": notification.notice.kind,
        "severity": notification.notice.severity,
        "title": notification.notice.title,
        "createdAt": notification.created_at.as_millisecond(),
    })
}

/// The table, which follows what an open page writes: the status of its user's own notifications, as the rules have it.
struct Truth(Arc<dyn Clock>);

#[async_trait]
impl Original for Truth {
    async fn follow(
        &self,
        tx: &Transaction,
        path: &Path,
        after: &Value,
    ) -> Result<(), StorageError> {
        let [company, _, user, id, _status] = path.keys() else {
            return Ok(());
        };
        let (Ok(user), Ok(id)) = (user.as_str().parse(), id.as_str().parse()) else {
            return Ok(());
        };
        let status = after.as_text().and_then(|it| it.parse().ok());
        let status: NotificationStatus = status.unwrap_or_default();
        match users::by_id(tx, user).await? {
            Some((_, its)) if its.id.to_string() == company.as_str() => {
                follow(tx, its.id, user, id, status, self.0.now()).await
            }
            _ => Ok(()),
        }
    }
}
