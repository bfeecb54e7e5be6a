//! Deliveries: saved reports as they are mailed when they are due.
//!
//! Each recipient gets what their own rights show, in their own language and zone. What was made for one is written together with
//! the note of it: whoever takes up the work of a process that died goes on with the next recipient.
//!
//! Invariant: nobody gets a file that they could not export themselves, and nobody gets one time's twice.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::watch;
use utoipa::ToSchema;
use waybill_storage::companies::{self, Company};
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Record as _, Row};
use waybill_storage::report_schedules::{self, DueReport, ScheduleState};
use waybill_storage::{Handle, StorageError, Transaction, UserId, audit, users};

use super::files;
use super::run::{DEADLINE, ReportResult};
use super::schedule::{self, ReportSchedule};
use super::sketch::ReportSketches;
use crate::caller::{Caller, is_expired};
use crate::collection::read::within_reach;
use crate::collection::write::require_live;
use crate::error::ServiceError;
use crate::iam::groups::Groups;
use crate::iam::user::UserStatus;
use crate::log::audit::done;
use crate::mail::outbox::MadeFile;
use crate::mail::system::put_system_with;
use crate::mail::{MailAddress, SystemMail, SystemTemplate};
use crate::permissions::Action;
use crate::services::Services;
use crate::source::{Origin, Source};
use crate::vocabulary::wire_enum;

/// How long a claim holds: longer than one recipient takes.
const CLAIM: SignedDuration = SignedDuration::from_mins(10);

/// How often it is looked whether a report is due.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How many deliveries are shown.
const SHOWN: u64 = 100;

/// How long deliveries are remembered.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(400 * 24);

wire_enum! {
    /// What came of a report for a recipient.
    DeliveryStatus {
        /// It was mailed.
        Sent = "sent",
        /// It had no rows, and is not mailed then.
        Empty = "empty",
        /// The recipient may not have it.
        Refused = "refused",
        /// It could not be made.
        Failed = "failed",
    }
}

/// A recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportRecipient {
    /// The user.
    pub id: UserId,
    /// The user's name; empty when the user is gone.
    pub name: String,
}

/// What came of one report for one recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportDelivery {
    /// When it was due.
    #[schema(value_type = String, format = DateTime)]
    pub due_at: Timestamp,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who was to get it.
    pub user: ReportRecipient,
    /// What came of it.
    pub status: DeliveryStatus,
    /// How many rows it had.
    pub rows: i64,
    /// Why the recipient did not get it.
    #[schema(required)]
    pub detail: Option<String>,
}

impl ReportDelivery {
    /// What was noted, and what the recipient is called.
    fn new(noted: report_schedules::ReportDelivery, name: String) -> Result<Self, StorageError> {
        Ok(Self {
            due_at: noted.due_at,
            at: noted.at,
            user: ReportRecipient {
                id: noted.user_id,
                name,
            },
            status: noted.status.parse()?,
            rows: noted.rows,
            detail: noted.detail,
        })
    }
}

/// What came of a report the last time that it was due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportDeliverySummary {
    /// When it was due.
    #[schema(value_type = String, format = DateTime)]
    pub due_at: Timestamp,
    /// When the last of its deliveries was made.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// How many got it.
    pub sent: u64,
    /// For how many it had no rows.
    pub empty: u64,
    /// How many may not have it.
    pub refused: u64,
    /// For how many it could not be made.
    pub failed: u64,
    /// Whether all recipients had their turn.
    pub is_done: bool,
}

impl ReportDeliverySummary {
    /// None before the first time.
    pub(super) fn of(state: &ScheduleState) -> Option<Self> {
        let (due_at, at) = state.last.zip(state.made)?;
        let count = |status: DeliveryStatus| {
            let count = state.counts.get(status.as_str());
            count.copied().unwrap_or_default()
        };
        Some(Self {
            due_at,
            at,
            sent: count(DeliveryStatus::Sent),
            empty: count(DeliveryStatus::Empty),
            refused: count(DeliveryStatus::Refused),
            failed: count(DeliveryStatus::Failed),
            is_done: state.next != Some(due_at),
        })
    }
}

/// What was made for a recipient.
struct Made {
    status: DeliveryStatus,
    rows: i64,
    detail: Option<&'static str>,
    /// Of what is sent: to whom, and the file.
    sent: Option<(Caller, MadeFile)>,
}

impl Made {
    fn noted(
        &self,
        user_id: UserId,
        due_at: Timestamp,
        at: Timestamp,
    ) -> report_schedules::ReportDelivery {
        report_schedules::ReportDelivery {
            due_at,
            user_id,
            at,
            status: self.status.as_str().to_owned(),
            rows: self.rows,
            detail: self.detail.map(str::to_owned),
        }
    }

    fn nothing(status: DeliveryStatus, detail: &'static str) -> Self {
        Self {
            status,
            rows: 0,
            detail: Some(detail),
            sent: None,
        }
    }
}

/// Says when the process ends.
type Ending = watch::Receiver<bool>;

impl Services {
    /// Mails reports that are due until `ends` says so; the recipient whose turn it is then still gets theirs.
    pub async fn run_report_schedules(self: &Arc<Self>, mut ends: Ending, looked: impl Fn(bool)) {
        while !*ends.borrow() {
            let sent = self.deliver_next_report(&ends).await;
            looked(sent.is_ok());
            if let Err(error) = &sent {
                let cause: &dyn std::error::Error = error;
                tracing::warn!(error = cause, "Scheduled reports cannot be sent.");
            } else if matches!(sent, Ok(true)) {
                continue;
            }
            tokio::select! {
                changed = ends.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }

    /// Mails the report that is due the longest to those who have not had it yet. False when none is due.
    pub async fn deliver_next_report(
        self: &Arc<Self>,
        ends: &Ending,
    ) -> Result<bool, ServiceError> {
        let now = self.now();
        // Most looks find nothing, and need not wait for whoever writes.
        if !report_schedules::is_any_due(self.storage.reader(), now).await? {
            return Ok(false);
        }
        let tx = self.storage.begin().await?;
        let Some(due) = report_schedules::claim(&tx, now, now + CLAIM).await? else {
            return Ok(false);
        };
        tx.commit().await?;
        let next = match self.due_now(&due).await? {
            Some((company, row, schedule)) => {
                if !self.deliver_to_all(&due, &row, &schedule, ends).await? {
                    return Ok(true);
                }
                schedule::next(&row, self.now().max(due.due_at), &company.timezone)?
            }
            None => None,
        };
        let tx = self.storage.begin_for(due.company_id).await?;
        if report_schedules::finish(&tx, &due, next).await? {
            report_schedules::forget_before(&tx, &due, now - REMEMBERED).await?;
            tx.commit().await?;
        }
        Ok(true)
    }

    /// The report that is due, if it still is to be mailed.
    async fn due_now(
        &self,
        due: &DueReport,
    ) -> Result<Option<(Company, Row<ReportSketches>, ReportSchedule)>, ServiceError> {
        let company = companies::get(self.storage.reader(), due.company_id).await?;
        let db = self.storage.read(due.company_id).await?;
        let id = Id::<ReportSketches>::from(due.report_id);
        let row = read::get(&db, due.company_id, id, Bin::Outside).await?;
        let (Some(company), Some(row)) = (company, row) else {
            return Ok(None);
        };
        let schedule = row.fields.schedule.clone().filter(|it| !it.is_paused);
        Ok(schedule.map(|schedule| (company, row, schedule)))
    }

    /// False when the work is left to others: the claim was lost, or the process ends.
    async fn deliver_to_all(
        self: &Arc<Self>,
        due: &DueReport,
        row: &Row<ReportSketches>,
        schedule: &ReportSchedule,
        ends: &Ending,
    ) -> Result<bool, ServiceError> {
        let db = self.storage.read(due.company_id).await?;
        let had = report_schedules::done(&db, due).await?;
        let recipients = recipients(&db, due, schedule).await?;
        drop(db);
        for user_id in recipients.into_iter().filter(|id| !had.contains(id)) {
            if *ends.borrow() {
                self.let_go(due).await?;
                return Ok(false);
            }
            let Some(made) = self.made_for(user_id, row, schedule).await? else {
                // Nobody works with an expired company; its reports wait for their next time.
                return Ok(true);
            };
            let tx = self.storage.begin_for(due.company_id).await?;
            let now = self.now();
            if !report_schedules::hold(&tx, due, now + CLAIM).await? {
                return Ok(false);
            }
            let noted = made.noted(user_id, due.due_at, now);
            report_schedules::note(&tx, due.company_id, due.report_id, &noted).await?;
            self.put_in_outbox(&tx, row, made).await?;
            tx.commit().await?;
        }
        Ok(true)
    }

    async fn let_go(&self, due: &DueReport) -> Result<(), ServiceError> {
        let tx = self.storage.begin_for(due.company_id).await?;
        report_schedules::finish(&tx, due, Some(due.due_at)).await?;
        Ok(tx.commit().await?)
    }

    /// The report with the rights of a recipient; none when the company's subscription has ended. What fails for good is in what
    /// was made, what may go well later is an error.
    async fn made_for(
        self: &Arc<Self>,
        user_id: UserId,
        row: &Row<ReportSketches>,
        schedule: &ReportSchedule,
    ) -> Result<Option<Made>, ServiceError> {
        let made = self.try_to_make(user_id, row, schedule).await;
        made.or_else(|error| refusal(error).map(Some))
    }

    async fn try_to_make(
        self: &Arc<Self>,
        user_id: UserId,
        row: &Row<ReportSketches>,
        schedule: &ReportSchedule,
    ) -> Result<Option<Made>, ServiceError> {
        let caller = self.caller(user_id).await?;
        if is_expired(caller.company(), self.now())? {
            return Ok(None);
        }
        if let Some(why) = self.undeliverable(&caller).await? {
            return Ok(Some(Made::nothing(DeliveryStatus::Refused, why)));
        }
        let result = self.mailable(&caller, row).await?;
        let rows = i64::try_from(result.rows.len()).unwrap_or(i64::MAX);
        if rows == 0 && schedule.only_if_rows {
            return Ok(Some(Made {
                status: DeliveryStatus::Empty,
                rows,
                detail: None,
                sent: None,
            }));
        }
        let made = files::make(self, schedule.format, &caller, &row.fields, result).await?;
        Ok(Some(match made {
            Some(file) => Made {
                status: DeliveryStatus::Sent,
                rows,
                detail: None,
                sent: Some((caller, file)),
            },
            None => Made::nothing(
                DeliveryStatus::Failed,
                "The file is too large to send by e-mail. Narrow down the report.",
            ),
        }))
    }

    /// What the report gives of records that the caller may export.
    async fn mailable(
        &self,
        caller: &Caller,
        row: &Row<ReportSketches>,
    ) -> Result<ReportResult, ServiceError> {
        let scope = caller.require("report:export")?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, row.id, scope).await?;
        drop(db);
        let actions = &[Action::View, Action::Export];
        self.outcome_for(caller, &row.fields, actions, DEADLINE)
            .await
    }

    async fn put_in_outbox(
        &self,
        tx: &Transaction,
        row: &Row<ReportSketches>,
        made: Made,
    ) -> Result<(), ServiceError> {
        let Some((caller, file)) = made.sent else {
            return Ok(());
        };
        let now = self.now();
        let subject = audit::Subject {
            entity_type: ReportSketches::KIND.to_owned(),
            id: row.id.as_uuid(),
            label: row.fields.name.clone(),
        };
        let source = Source {
            origin: Origin::Schedule,
            ..Source::default()
        };
        let entry = done(caller.user(), "report.export", subject, &source);
        audit::append(tx, caller.company_id(), entry, now).await?;
        let user = caller.user();
        let link = format!("{}/reports/{}", self.settings.public_origin, row.id);
        let mail = SystemMail {
            template: SystemTemplate::Report,
            to: MailAddress::new(&user.name, &user.email),
            language: &user.language,
            timezone: &user.timezone,
            values: values(&row.fields.name, made.rows, now, &link),
        };
        put_system_with(tx, caller.company(), mail, vec![file], now).await
    }

    /// Makes a report for the caller alone, and mails it at once, whatever its schedule says of days.
    pub async fn deliver_report(
        self: &Arc<Self>,
        caller: &Caller,
        id: Id<ReportSketches>,
    ) -> Result<ReportDelivery, ServiceError> {
        let scope = caller.require("report:schedule")?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        drop(db);
        require_live(&row)?;
        let schedule = ReportSchedule {
            only_if_rows: false,
            ..row.fields.schedule.clone().unwrap_or_default()
        };
        let made = self.made_for(caller.user_id(), &row, &schedule).await?;
        let made = made.ok_or(ServiceError::Expired)?;
        let now = self.now();
        let noted = made.noted(caller.user_id(), now, now);
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let (company, report) = (caller.company_id(), row.id.as_uuid());
        report_schedules::note(&tx, company, report, &noted).await?;
        self.put_in_outbox(&tx, &row, made).await?;
        tx.commit().await?;
        Ok(ReportDelivery::new(noted, caller.user().name.clone())?)
    }

    /// What came of a report for its recipients, the latest first; at most 100.
    pub async fn report_deliveries(
        &self,
        caller: &Caller,
        id: Id<ReportSketches>,
    ) -> Result<Vec<ReportDelivery>, ServiceError> {
        let scope = caller.require("report:schedule")?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        let (company, report) = (caller.company_id(), row.id.as_uuid());
        let found = report_schedules::deliveries(&db, company, report, SHOWN).await?;
        let ids: Vec<UserId> = found.iter().map(|it| it.user_id).collect();
        let names = users::names(&db, company, &ids).await?;
        let shown = found.into_iter().map(|it| {
            let name = names.get(&it.user_id).cloned().unwrap_or_default();
            Ok(ReportDelivery::new(it, name)?)
        });
        shown.collect()
    }
}

/// Who gets the report, each once: users in the order in which they were named, then those of the groups. Whoever has no
/// account that works is left out.
async fn recipients(
    db: &dyn Handle,
    due: &DueReport,
    schedule: &ReportSchedule,
) -> Result<Vec<UserId>, ServiceError> {
    let groups = &schedule.groups;
    let groups = read::get_all::<Groups>(db, due.company_id, groups, Bin::Outside).await?;
    let members = groups.iter().flat_map(|group| &group.fields.member_ids);
    let mut ids: Vec<UserId> = Vec::new();
    for id in schedule.users.iter().chain(members) {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
    let known = users::some(db, due.company_id, &ids).await?;
    let active = UserStatus::Active.as_str();
    ids.retain(|id| known.iter().any(|it| it.id == *id && it.status == active));
    Ok(ids)
}

/// Why a recipient does not get a report, if that is for good.
fn refusal(error: ServiceError) -> Result<Made, ServiceError> {
    let (status, detail) = match error {
        ServiceError::NotSignedIn | ServiceError::Suspended | ServiceError::NotActive => {
            (DeliveryStatus::Refused, "The account is not active.")
        }
        ServiceError::NotFound => (DeliveryStatus::Refused, "Has no access to this report."),
        ServiceError::Forbidden(_) => (
            DeliveryStatus::Refused,
            "Has no permission to export this data.",
        ),
        ServiceError::State(why) => (DeliveryStatus::Failed, why),
        ServiceError::Invalid(_) => (
            DeliveryStatus::Failed,
            "The report uses fields that no longer exist.",
        ),
        error => return Err(error),
    };
    Ok(Made::nothing(status, detail))
}

fn values(name: &str, rows: i64, at: Timestamp, link: &str) -> Map<String, Value> {
    let values = [
        ("title", name.into()),
        ("rows", rows.into()),
        ("madeAt", at.to_string().into()),
        ("link", link.into()),
    ];
    let values = values.map(|(name, value): (&str, Value)| (name.to_owned(), value));
    values.into_iter().collect()
}
