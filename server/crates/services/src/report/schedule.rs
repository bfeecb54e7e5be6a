//! Schedules: when a saved report is mailed, to whom, and as what.
//!
//! Invariant: a schedule names a day and a time that come again and again, and at least one recipient who may see the report.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Id, Link, Record as _, Row};
use waybill_storage::report_schedules;
use waybill_storage::{CompanyId, StorageError, Transaction, UserId, users};

use super::sketch::{ReportSketch, ReportSketches, ReportVisibility};
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::iam::groups::Groups;
use crate::iam::offices::hours::{Weekday, is_time};
use crate::problem::FieldProblem;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;
use crate::zones;

/// The most users that are named one by one.
const MAX_USERS: usize = 50;

/// The most groups.
const MAX_GROUPS: usize = 20;

/// Within so many days every schedule comes round.
const ROUND: i32 = 62;

wire_enum! {
    /// How often a report is mailed.
    ReportRhythm {
        /// On days of the week.
        Week = "week",
        /// On a day of the month.
        Month = "month",
    }
}

wire_enum! {
    /// The form in which a report is mailed.
    ReportForm {
        /// RFC 4180, in UTF-8.
        Csv = "csv",
        /// Office Open XML, with the chart.
        Xlsx = "xlsx",
        /// Pages to be printed, with the chart.
        Pdf = "pdf",
    }
}

/// When a report is mailed, to whom, and as what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReportSchedule {
    /// How often.
    pub every: ReportRhythm,
    /// On which days of each week.
    #[schema(max_items = 7)]
    pub weekdays: Vec<Weekday>,
    /// On which day of each month; on the last one of a month that is shorter.
    #[schema(minimum = 1, maximum = 31)]
    pub month_day: i64,
    /// When, `HH:MM` on the clock of the company.
    #[schema(max_length = 5, example = "08:00")]
    pub time: String,
    /// Users who get it.
    #[schema(max_items = 50)]
    pub users: Vec<UserId>,
    /// Groups whose members get it.
    #[schema(max_items = 20, value_type = Vec<Uuid>)]
    pub groups: Vec<Id<Groups>>,
    /// As what.
    pub format: ReportForm,
    /// Whether nothing is mailed when the report has no rows.
    pub only_if_rows: bool,
    /// Whether nothing is mailed until this is taken back.
    pub is_paused: bool,
}

impl Default for ReportSchedule {
    fn default() -> Self {
        Self {
            every: ReportRhythm::Week,
            weekdays: vec![Weekday::Monday],
            month_day: 1,
            time: "08:00".to_owned(),
            users: Vec::new(),
            groups: Vec::new(),
            format: ReportForm::Xlsx,
            only_if_rows: false,
            is_paused: false,
        }
    }
}

impl ReportSchedule {
    /// The next time after that moment, on the clocks of that zone. A time that a clock skips is the one that it shows then.
    pub fn next_after(&self, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let time = Time::strptime("%H:%M", &self.time).ok()?;
        let first = after.to_zoned(zone.clone()).date();
        let days = (0..=ROUND).filter_map(|ahead| first.checked_add(ahead.days()).ok());
        let mut moments = days
            .filter(|day| self.falls_on(*day))
            .filter_map(|day| day.to_datetime(time).to_zoned(zone.clone()).ok());
        moments.find_map(|at| (after < at.timestamp()).then(|| at.timestamp()))
    }

    fn falls_on(&self, day: Date) -> bool {
        match self.every {
            ReportRhythm::Week => self.weekdays.iter().any(|it| it.of_week() == day.weekday()),
            ReportRhythm::Month => {
                i64::from(day.day()) == self.month_day.min(day.days_in_month().into())
            }
        }
    }
}

/// Takes the member `schedule` in. `null` is no schedule.
pub(super) fn read(members: &mut Members, field: &mut Option<ReportSchedule>) {
    if members.is_null("schedule") {
        *field = None;
        members.object("schedule", |_| {});
        return;
    }
    members.object("schedule", |members| {
        let schedule = field.get_or_insert_default();
        members.word("every", &mut schedule.every);
        members.words("weekdays", 7, &mut schedule.weekdays);
        schedule.weekdays.sort_unstable();
        members.number("monthDay", 1..=31, &mut schedule.month_day);
        let detail = "Enter a time, for example 09:00.";
        members.checked_text("time", 5, &mut schedule.time, is_time, detail);
        members.ids("users", MAX_USERS, &mut schedule.users);
        members.ids("groups", MAX_GROUPS, &mut schedule.groups);
        members.word("format", &mut schedule.format);
        members.flag("onlyIfRows", &mut schedule.only_if_rows);
        members.flag("isPaused", &mut schedule.is_paused);
    });
}

/// Links to the recipients, so that a group that gets a report is not deleted unnoticed.
pub(super) fn links(schedule: &ReportSchedule) -> impl Iterator<Item = Link> {
    let link = |field, to_kind, to_id| Link {
        field,
        to_kind,
        to_id,
    };
    let users = schedule.users.iter();
    let groups = schedule.groups.iter();
    users
        .map(move |id| link("schedule.users", users::KIND, id.as_uuid()))
        .chain(groups.map(move |id| link("schedule.groups", Groups::KIND, id.as_uuid())))
}

/// Refuses a schedule that never comes, that reaches nobody, or that reaches people who do not see the report; and any change by
/// somebody who may not schedule.
pub(super) async fn check(
    writing: &Writing<'_>,
    before: Option<&ReportSketch>,
    fields: &ReportSketch,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let was = before.and_then(|before| before.schedule.as_ref());
    if was != fields.schedule.as_ref() {
        writing.caller.require("report:schedule")?;
    }
    let Some(schedule) = &fields.schedule else {
        return Ok(());
    };
    let mut refuse = |member: &str, detail: &str| {
        faults.add(FieldProblem::at("/schedule", member, detail));
    };
    if schedule.every == ReportRhythm::Week && schedule.weekdays.is_empty() {
        refuse("weekdays", "Choose at least one day.");
    }
    if schedule.time.is_empty() {
        refuse("time", "Enter a time, for example 09:00.");
    }
    if schedule.users.is_empty() && schedule.groups.is_empty() {
        refuse("users", "Choose who receives the report.");
    }
    let is_owner = |id: &UserId| fields.owner_id == Some(*id);
    let is_owner_alone = schedule.groups.is_empty() && schedule.users.iter().all(is_owner);
    if fields.visibility == ReportVisibility::Private && !is_owner_alone {
        refuse(
            "users",
            "Share the report first. Only its owner can see it.",
        );
    }
    if was.is_none_or(|was| was.users != schedule.users) {
        let known = users::some(writing.tx, writing.company(), &schedule.users).await?;
        let is_known = |id: &UserId| known.iter().any(|user| user.id == *id);
        if !schedule.users.iter().all(is_known) {
            refuse("users", "User not found.");
        }
    }
    if was.is_none_or(|was| was.groups != schedule.groups) {
        let groups = &schedule.groups;
        let known = read::get_all::<Groups>(writing.tx, writing.company(), groups, Bin::Outside);
        if known.await?.len() != groups.len() {
            refuse("groups", "Group not found.");
        }
    }
    Ok(())
}

/// When the report is next due after that moment; none while it is not mailed.
pub(super) fn next(
    row: &Row<ReportSketches>,
    after: Timestamp,
    timezone: &str,
) -> Result<Option<Timestamp>, StorageError> {
    let schedule = row.fields.schedule.as_ref();
    let schedule = schedule.filter(|it| !it.is_paused && row.meta.deleted_at.is_none());
    let zone = zones::get(timezone)?;
    Ok(schedule.and_then(|it| it.next_after(after, &zone)))
}

/// Plans the report anew after a change of it that moves it.
pub(super) async fn plan(
    writing: &Writing<'_>,
    before: Option<&Row<ReportSketches>>,
    after: Option<&Row<ReportSketches>>,
) -> Result<(), ServiceError> {
    // One that was removed for good took its plan along.
    let Some(after) = after else { return Ok(()) };
    let facts = |row: &Row<ReportSketches>| {
        let is_deleted = row.meta.deleted_at.is_some();
        (row.fields.schedule.clone(), is_deleted)
    };
    if before.map_or((None, false), facts) == facts(after) {
        return Ok(());
    }
    let due_at = next(after, writing.now, &writing.caller.company().timezone)?;
    let id = after.id.as_uuid();
    Ok(report_schedules::plan(writing.tx, writing.company(), id, due_at).await?)
}

/// Plans all reports of the company anew, whose clock has changed.
pub(crate) async fn plan_all(
    tx: &Transaction,
    company: CompanyId,
    timezone: &str,
    now: Timestamp,
) -> Result<(), ServiceError> {
    for id in report_schedules::planned(tx, company).await? {
        if let Some(row) = read::get::<ReportSketches>(tx, company, id.into(), Bin::Either).await? {
            let due_at = next(&row, now, timezone)?;
            report_schedules::plan(tx, company, id, due_at).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
