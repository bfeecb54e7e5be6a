//! Notifications: what a user is told of, in one place whatever it is about.
//!
//! Whoever changes something that concerns somebody calls [`notify`] in the same transaction; nothing else writes them.
//!
//! Invariants: a notification is told when what it tells of is durable, and not otherwise; everybody sees the own ones alone.

mod channels;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::notifications::{self, NewNotification, NotificationId};
use waybill_storage::records::Id;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::{CompanyId, Handle, StorageError, Transaction, UserId};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::iam::users::Users;
use crate::services::Services;
use crate::vocabulary::wire_enum;

pub(crate) use self::channels::put_notice;
pub use self::channels::{NotificationChannel, NotificationPrefs};

/// The badge shows "9+" above nine, so more are never counted (specification 2, 7).
const COUNTED: u64 = 10;

/// How many of the latest ones open pages are shown.
const MIRRORED: u64 = 100;

/// Characters of a title.
const TITLE: usize = 120;

/// Characters of what else there is to say.
const BODY: usize = 500;

wire_enum! {
    /// Whether the user has looked at a notification (specification 3).
    NotificationStatus {
        /// Not yet.
        New = "new",
        /// Yes.
        Loaded = "loaded",
    }
}

wire_enum! {
    /// What a notification tells of.
    NotificationKind {
        /// Somebody has accepted the user's invitation.
        InviteAccepted = "inviteAccepted",
        /// An issue was given to the user.
        IssueAssigned = "issueAssigned",
        /// The user's import is done.
        ImportFinished = "importFinished",
        /// The user may do other things than before.
        AccessChanged = "accessChanged",
        /// A mail of the user's did not arrive.
        MailFailed = "mailFailed",
        /// Support visits the company.
        SupportVisit = "supportVisit",
    }
}

wire_enum! {
    /// How much a notification matters.
    NotificationSeverity {
        /// It is good to know.
        Info = "info",
        /// Something has to be looked at.
        Warning = "warning",
        /// Something has to be done now.
        Critical = "critical",
    }
}

/// What a user is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Notice {
    /// What it is about.
    pub kind: NotificationKind,
    /// How much it matters.
    pub severity: NotificationSeverity,
    /// It in a few words.
    #[schema(max_length = 120)]
    pub title: String,
    /// What else there is to say.
    #[schema(max_length = 500)]
    pub body: String,
    /// Who did it; none when nobody did.
    #[schema(value_type = Option<Uuid>)]
    pub actor_id: Option<UserId>,
    /// The record that it is about.
    pub subject: Option<NotificationSubject>,
    /// The page that shows more, as a path of this application.
    #[schema(max_length = 300)]
    pub href: Option<String>,
}

/// A record that a notification is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NotificationSubject {
    /// Its kind, as in the audit trail.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its id.
    pub id: Uuid,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Its id; later ones have greater ids.
    #[serde(rename = "_id")]
    #[schema(value_type = Uuid)]
    pub id: NotificationId,
    /// Whether the user has looked at it.
    pub status: NotificationStatus,
    /// What it says.
    #[serde(flatten)]
    pub notice: Notice,
    /// When it was told.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// When the user looked at it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub read_at: Option<Timestamp>,
}

/// A part of somebody's notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotificationPage {
    /// The latest first.
    pub rows: Vec<Notification>,
    /// The last of them, when there are more before it.
    pub next: Option<NotificationId>,
    /// How many the user has not looked at, counted up to ten.
    pub unread: usize,
}

/// Which notifications the user has looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Looked {
    /// All that there are.
    AtAll,
    /// These; what is not the user's is passed over.
    At(Vec<NotificationId>),
}

impl TryFrom<notifications::Notification> for Notification {
    type Error = StorageError;

    fn try_from(row: notifications::Notification) -> Result<Self, StorageError> {
        Ok(Self {
            id: row.id,
            status: row.status.parse().map_err(StorageError::from)?,
            notice: serde_json::from_str(&row.fields)
                .map_err(|_| StorageError::Corrupt("notification"))?,
            created_at: row.created_at,
            read_at: row.read_at,
        })
    }
}

/// Whom to tell, and what they are told only once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipient<'a> {
    /// The tenant.
    pub(crate) company: CompanyId,
    /// Who is told.
    pub(crate) user: UserId,
    /// What was told before under the same key is not told again.
    pub(crate) key: &'a str,
}

/// Tells a user of something as part of `tx`, by the ways that the user has chosen for it.
pub(crate) async fn notify(
    services: &Services,
    tx: &Transaction,
    recipient @ Recipient { company, user, key }: Recipient<'_>,
    notice: Notice,
) -> Result<(), ServiceError> {
    let whom = Id::<Users>::from(user.as_uuid());
    let whom = read::get(tx, company, whom, Bin::Outside).await?;
    let prefs = whom.as_ref().map(|row| row.fields.notification_prefs);
    let channel = prefs.unwrap_or_default().channel(notice.kind);
    if channel == NotificationChannel::Off {
        return Ok(());
    }
    let id = NotificationId::generate();
    let now = services.now();
    let notice = Notice {
        title: notice.title.chars().take(TITLE).collect(),
        body: notice.body.chars().take(BODY).collect(),
        ..notice
    };
    let fields =
        serde_json::to_string(&notice).map_err(|_| StorageError::Corrupt("notification"))?;
    let new = NewNotification {
        id,
        user_id: user,
        fields: &fields,
        dedupe_key: Some(key),
    };
    if !notifications::insert(tx, company, new, now).await? {
        return Ok(());
    }
    if let Some(whom) = whom.filter(|_| channel == NotificationChannel::Email) {
        channels::mail(services, tx, recipient, &whom, &notice).await?;
    }
    let told = Notification {
        id,
        status: NotificationStatus::New,
        notice,
        created_at: now,
        read_at: None,
    };
    let beyond = notifications::beyond(tx, company, user, MIRRORED, COUNTED).await?;
    let mut shown: Vec<_> = beyond.into_iter().map(|id| (id, None)).collect();
    shown.push((id, Some(told)));
    services.inbox.show(tx, company, user, shown).await?;
    Ok(())
}

/// Does what an open page did in its own copy: it looked at a notification of `user`, or takes that back.
pub async fn follow(
    tx: &Transaction,
    company: CompanyId,
    user: UserId,
    id: NotificationId,
    status: NotificationStatus,
    now: Timestamp,
) -> Result<(), StorageError> {
    let read_at = (status == NotificationStatus::Loaded).then_some(now);
    notifications::set_status(tx, company, user, Some(&[id]), status.as_str(), read_at).await
}

/// What open pages are shown of a user's notifications, the latest first.
pub async fn latest(
    db: &dyn Handle,
    company: CompanyId,
    user: UserId,
) -> Result<Vec<Notification>, StorageError> {
    let rows = notifications::list(db, company, user, None, MIRRORED).await?;
    rows.into_iter().map(Notification::try_from).collect()
}

impl Services {
    /// Notifications of the caller: at most `limit` before `before`.
    pub async fn list_notifications(
        &self,
        caller: &Caller,
        before: Option<NotificationId>,
        limit: u64,
    ) -> Result<NotificationPage, ServiceError> {
        let (company, user) = (caller.home_id(), caller.user_id());
        let db = self.storage.read(company).await?;
        let mut rows: Vec<Notification> =
            notifications::list(&db, company, user, before, limit + 1)
                .await?
                .into_iter()
                .map(Notification::try_from)
                .collect::<Result<_, _>>()?;
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = wanted < rows.len();
        rows.truncate(wanted);
        let next = rows.last().filter(|_| has_more).map(|row| row.id);
        let unread = unread(&db, caller).await?;
        Ok(NotificationPage { rows, next, unread })
    }

    /// Notes that the caller has looked at notifications; gives how many are left, counted up to ten.
    pub async fn look_at_notifications(
        &self,
        caller: &Caller,
        looked: &Looked,
    ) -> Result<usize, ServiceError> {
        let (company, user) = (caller.home_id(), caller.user_id());
        let named = match looked {
            Looked::AtAll => None,
            Looked::At(ids) => Some(ids.as_slice()),
        };
        let tx = self.storage.begin_for(company).await?;
        let now = self.now();
        // What pages are shown comes first, as when a page does it, so that the two never wait for each other.
        let mut shown = Vec::new();
        for row in notifications::list(&tx, company, user, None, MIRRORED).await? {
            let is_meant = named.is_none_or(|ids| ids.contains(&row.id));
            if is_meant && row.status == notifications::NEW {
                let looked_at = Notification {
                    status: NotificationStatus::Loaded,
                    read_at: Some(now),
                    ..row.try_into()?
                };
                shown.push((looked_at.id, Some(looked_at)));
            }
        }
        self.inbox.show(&tx, company, user, shown).await?;
        let loaded = NotificationStatus::Loaded.as_str();
        notifications::set_status(&tx, company, user, named, loaded, Some(now)).await?;
        let unread = unread(&tx, caller).await?;
        tx.commit().await?;
        Ok(unread)
    }
}

/// How many the caller has not looked at, counted up to ten.
pub(crate) async fn unread(db: &dyn Handle, caller: &Caller) -> Result<usize, StorageError> {
    notifications::count_new(db, caller.home_id(), caller.user_id(), COUNTED).await
}
