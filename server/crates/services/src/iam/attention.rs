//! What needs a user: the work that waits for them and for nobody else, for the dashboard.
//!
//! Invariant: everything in it can be opened by the user; a kind that they have no right to view is absent, not refused.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::Handle;
use waybill_storage::listing::Direction;
use waybill_storage::records::batches::{self, BatchId};
use waybill_storage::records::read::{self, Bin, Listing, Part};
use waybill_storage::records::{Comparison, Filter, Key, KeyValue, Op, Record, Row};

use super::issues::Issues;
use super::issues::status::IssueStatus;
use super::user::UserStatus;
use super::users::Users;
use crate::caller::Caller;
use crate::collection::{Collection, reach};
use crate::error::ServiceError;
use crate::log::imports::ImportJobs;
use crate::mail::drafts::Drafts;
use crate::mail::messages::{MailMessages, MessageState};
use crate::permissions::Action;
use crate::services::Services;
use crate::vocabulary::wire_enum;

/// How many items of each kind are named; the others are counted.
const NAMED: usize = 3;
/// What failed longer ago has been dealt with, or never will be.
const RECENT: SignedDuration = SignedDuration::from_hours(14 * 24);
/// An invitation that ends within this time may need another one.
const EXPIRES_SOON: SignedDuration = SignedDuration::from_hours(48);
/// How the key of an issue without a due date is stored.
const NO_DATE: i64 = 0;
/// How many rows are looked through where no key decides.
const SCANNED: u64 = 100;

wire_enum! {
    /// What kind of work waits, in the order of the dashboard.
    AttentionKind {
        /// An issue that is assigned to the user and not done.
        AssignedIssue = "assignedIssue",
        /// A mail of the user's that could not be delivered.
        FailedMail = "failedMail",
        /// An import of the user's that left rows out.
        FaultyImport = "faultyImport",
        /// An invitation of the user's that has expired, or will within two days.
        ExpiringInvitation = "expiringInvitation",
        /// A mail that the user has not sent yet.
        MailDraft = "mailDraft",
    }
}

/// The work of one kind that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AttentionGroup {
    /// Which kind.
    pub kind: AttentionKind,
    /// How much of it there is; never 0.
    pub count: u64,
    /// The first few: what is due or ends first, else the newest.
    #[schema(max_items = 3)]
    pub items: Vec<AttentionItem>,
}

/// A piece of work that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttentionItem {
    /// The record.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What it is called; of an import the kind of its records.
    pub label: String,
    /// When it is due or ends; where it does neither, when it came about.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Whether `at` is a date by which something has to be done.
    pub is_deadline: bool,
}

impl Services {
    /// What needs the caller. Kinds of which there is nothing are left out.
    pub async fn attention(&self, caller: &Caller) -> Result<Vec<AttentionGroup>, ServiceError> {
        caller.require("dashboard:view")?;
        let db = self.storage.read(caller.company_id()).await?;
        let desk = Desk {
            caller,
            db: &db,
            now: self.now(),
        };
        let groups = [
            desk.issues().await?,
            desk.mails().await?,
            desk.imports().await?,
            desk.invitations().await?,
            desk.drafts().await?,
        ];
        Ok(groups.into_iter().flatten().collect())
    }
}

/// Whose work is looked for, and when.
struct Desk<'a> {
    caller: &'a Caller,
    db: &'a dyn Handle,
    now: Timestamp,
}

impl Desk<'_> {
    async fn issues(&self) -> Result<Option<AttentionGroup>, ServiceError> {
        let done = [IssueStatus::Resolved, IssueStatus::Closed].map(|it| it.as_str().into());
        let filter = Filter::eq::<Issues>("assigneeId", self.caller.owner_id()).and(Filter::Not(
            Box::new(compared::<Issues>("status", Op::In, done.to_vec())),
        ));
        let due = Key::named::<Issues>("dueAt").map(|key| (key, Direction::Ascending));
        let (dated, undated) = (Op::Gt, Op::Eq);
        let is = |op| compared::<Issues>("dueAt", op, vec![NO_DATE.into()]);
        let limit = NAMED as u64;
        let first = filter.clone().and(is(dated));
        let Some(mut rows) = self.rows::<Issues>(first, due, limit).await? else {
            return Ok(None);
        };
        if rows.len() < NAMED {
            let others = filter.clone().and(is(undated));
            rows.extend(
                self.rows::<Issues>(others, None, limit)
                    .await?
                    .unwrap_or_default(),
            );
        }
        let entry = |row: &Row<Issues>| match row.fields.due_at {
            Some(due) => item(row, due, true),
            None => item(row, row.meta.created_at, false),
        };
        let count = self.count::<Issues>(&filter, rows.len()).await?;
        Ok(group(
            AttentionKind::AssignedIssue,
            count,
            rows.iter().map(entry),
        ))
    }

    async fn mails(&self) -> Result<Option<AttentionGroup>, ServiceError> {
        let lost = [MessageState::Failed, MessageState::Bounced].map(|it| it.as_str().into());
        let filter = self
            .own_recent::<MailMessages>()
            .and(compared::<MailMessages>("state", Op::In, lost.to_vec()));
        self.newest::<MailMessages>(AttentionKind::FailedMail, filter)
            .await
    }

    async fn drafts(&self) -> Result<Option<AttentionGroup>, ServiceError> {
        let filter = Filter::MadeBy(self.caller.owner_id());
        self.newest::<Drafts>(AttentionKind::MailDraft, filter)
            .await
    }

    async fn imports(&self) -> Result<Option<AttentionGroup>, ServiceError> {
        let filter = self.own_recent::<ImportJobs>();
        let Some(mut rows) = self.rows::<ImportJobs>(filter, None, SCANNED).await? else {
            return Ok(None);
        };
        rows.retain(|row| row.fields.counts.error > 0);
        let batch = |row: &Row<ImportJobs>| row.fields.batch_id.map(BatchId::from);
        let batches: Vec<BatchId> = rows.iter().filter_map(batch).collect();
        let undone = batches::undone(self.db, self.caller.company_id(), &batches).await?;
        rows.retain(|row| batch(row).is_none_or(|it| !undone.contains_key(&it)));
        let items = rows.iter().map(|row| AttentionItem {
            label: row.fields.entity.clone(),
            ..item(row, row.meta.created_at, false)
        });
        Ok(group(AttentionKind::FaultyImport, rows.len() as u64, items))
    }

    async fn invitations(&self) -> Result<Option<AttentionGroup>, ServiceError> {
        // Without the right to send another one, there is nothing to do about it.
        if Users::scope(self.caller, Action::Create).is_err() {
            return Ok(None);
        }
        let filter = Filter::eq::<Users>("status", UserStatus::Invited.as_str());
        let Some(mut rows) = self.rows::<Users>(filter, None, SCANNED).await? else {
            return Ok(None);
        };
        let soon = self.now + EXPIRES_SOON;
        let ends = |row: &Row<Users>| {
            let invite = row.fields.invite.as_ref()?;
            let is_own = invite.sent_by == self.caller.owner_id();
            (is_own && invite.expires_at <= soon).then_some(invite.expires_at)
        };
        rows.retain(|row| ends(row).is_some());
        rows.sort_by_key(ends);
        let items = rows
            .iter()
            .filter_map(|row| Some(item(row, ends(row)?, true)));
        let count = rows.len() as u64;
        Ok(group(AttentionKind::ExpiringInvitation, count, items))
    }

    /// The newest rows of a kind; none without the right to view it.
    async fn newest<C: Collection>(
        &self,
        kind: AttentionKind,
        filter: Filter,
    ) -> Result<Option<AttentionGroup>, ServiceError> {
        let Some(rows) = self.rows::<C>(filter.clone(), None, NAMED as u64).await? else {
            return Ok(None);
        };
        let count = self.count::<C>(&filter, rows.len()).await?;
        let items = rows.iter().map(|row| item(row, row.meta.updated_at, false));
        Ok(group(kind, count, items))
    }

    /// Rows within the caller's reach; none without the right to view them.
    async fn rows<C: Collection>(
        &self,
        filter: Filter,
        order: Option<(&'static Key, Direction)>,
        limit: u64,
    ) -> Result<Option<Vec<Row<C>>>, ServiceError> {
        let Ok(scope) = C::scope(self.caller, Action::View) else {
            return Ok(None);
        };
        let listing = Listing {
            filter: filter.and(reach::<C>(self.caller, scope)),
            sort: order.into_iter().collect(),
            part: Part::After {
                cursor: None,
                limit,
                counted: false,
            },
            ..Listing::default()
        };
        let page = read::list::<C>(self.db, self.caller.company_id(), listing).await?;
        Ok(Some(page.rows))
    }

    /// How many rows the filter lets through, of which `named` were read: only more than those are counted.
    async fn count<C: Collection>(
        &self,
        filter: &Filter,
        named: usize,
    ) -> Result<u64, ServiceError> {
        if named < NAMED {
            return Ok(named as u64);
        }
        let company = self.caller.company_id();
        Ok(read::count::<C>(self.db, company, filter, Bin::Outside).await?)
    }

    /// What the caller made lately.
    fn own_recent<R: Record>(&self) -> Filter {
        let since = self.now - RECENT;
        Filter::MadeBy(self.caller.owner_id()).and(compared::<R>(
            "createdAt",
            Op::Ge,
            vec![since.into()],
        ))
    }
}

/// Rows whose key compares so; a key that `R` does not have lets nothing through.
fn compared<R: Record>(key: &str, op: Op, values: Vec<KeyValue>) -> Filter {
    Comparison::new::<R>(key, op, values).map_or(Filter::Any(Vec::new()), Filter::Is)
}

fn item<R: Record>(row: &Row<R>, at: Timestamp, is_deadline: bool) -> AttentionItem {
    AttentionItem {
        id: row.id.as_uuid(),
        label: R::label(&row.fields),
        at,
        is_deadline,
    }
}

fn group(
    kind: AttentionKind,
    count: u64,
    items: impl Iterator<Item = AttentionItem>,
) -> Option<AttentionGroup> {
    (count > 0).then(|| AttentionGroup {
        kind,
        count,
        items: items.take(NAMED).collect(),
    })
}
