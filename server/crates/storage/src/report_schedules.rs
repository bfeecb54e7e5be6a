//! Report schedules: when each saved report is next mailed, and to whom it was when.
//!
//! Whoever mails a report claims it for a while, as whoever hands on a mail does (see [`crate::outbox`]): one that dies leaves
//! its claim to run out, and another goes on with the recipients that are left.
//!
//! Invariant: of all who ask at once, one gets a report that is due; a recipient has one delivery for each time.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Order, Query};
use uuid::Uuid;

use crate::claims::Queue;
use crate::clock::Millis;
use crate::database::connection::ResultRow;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

const TABLE: &str = "report_schedules";
const QUEUE: Queue = Queue {
    table: TABLE,
    id: "report_id",
    turn: None,
};
const DELIVERIES: &str = "report_deliveries";

/// A report that is due, for whoever holds this.
#[derive(Clone, Debug)]
pub struct DueReport {
    /// The report.
    pub report_id: Uuid,
    /// Whose it is.
    pub company_id: CompanyId,
    /// When it was due.
    pub due_at: Timestamp,
    /// Proof of the claim.
    claim: String,
}

/// What came of one report for one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportDelivery {
    /// When it was due.
    pub due_at: Timestamp,
    /// Who was to get it.
    pub user_id: UserId,
    /// When it was made.
    pub at: Timestamp,
    /// What came of it, in the words of the services.
    pub status: String,
    /// How many rows it had.
    pub rows: i64,
    /// Why the recipient did not get it.
    pub detail: Option<String>,
}

/// When a report is next due, and what came of the last time that it was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleState {
    /// When it is next due; none while it is not.
    pub next: Option<Timestamp>,
    /// When it was last due; none before the first time.
    pub last: Option<Timestamp>,
    /// When the last of its deliveries then was made, and how many there were by status.
    pub made: Option<Timestamp>,
    /// How many there were by status.
    pub counts: HashMap<String, u64>,
}

/// Says when a report is next due; none when it is not mailed any more. A claim on it is lost by that.
pub async fn plan(
    tx: &Transaction,
    company: CompanyId,
    report_id: Uuid,
    due_at: Option<Timestamp>,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(TABLE)
        .columns([
            "report_id",
            "company_id",
            "due_at",
            "claim",
            "claimed_until",
        ])
        .values_panic([
            Expr::value(report_id),
            Expr::value(company.as_uuid()),
            Expr::value(due_at.map(Millis::from)),
            Expr::value(""),
            Expr::value(0_i64),
        ])
        .on_conflict(
            OnConflict::columns(["company_id", "report_id"])
                .update_columns(["due_at", "claim", "claimed_until"])
                .to_owned(),
        );
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// The reports of the company that are due some time.
pub async fn planned(db: &dyn Handle, company: CompanyId) -> Result<Vec<Uuid>, StorageError> {
    let mut query = Query::select();
    query
        .column("report_id")
        .from(TABLE)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("due_at").is_not_null())
        .order_by("report_id", Order::Asc);
    Ok(db.connection().query_column(&query, "report_id").await?)
}

/// Whether a report of any company is due and not claimed.
pub async fn is_any_due(db: &dyn Handle, now: Timestamp) -> Result<bool, StorageError> {
    QUEUE.is_any_due(db, now).await
}

/// Claims the report that is due the longest, of whatever company, until `until`. None when none is due.
pub async fn claim(
    tx: &Transaction,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<DueReport>, StorageError> {
    let Some(row) = QUEUE.first_due(tx, &["due_at"], now).await? else {
        return Ok(None);
    };
    let due = DueReport {
        report_id: row.get("report_id")?,
        company_id: row.get("company_id")?,
        due_at: row.get::<Millis>("due_at")?.into(),
        claim: Uuid::new_v4().to_string(),
    };
    let mut update = Query::update();
    update
        .table(TABLE)
        .value("claim", due.claim.as_str())
        .value("claimed_until", Millis::from(until))
        .and_where(Expr::col("company_id").eq(due.company_id.as_uuid()))
        .and_where(Expr::col("report_id").eq(due.report_id));
    tx.executor().execute(&update).await?;
    Ok(Some(due))
}

/// Holds the claim for longer. False when it was lost.
pub async fn hold(
    tx: &Transaction,
    due: &DueReport,
    until: Timestamp,
) -> Result<bool, StorageError> {
    let mut update = Query::update();
    update
        .table(TABLE)
        .value("claimed_until", Millis::from(until))
        .and_where(Expr::col("company_id").eq(due.company_id.as_uuid()))
        .and_where(Expr::col("report_id").eq(due.report_id))
        .and_where(Expr::col("claim").eq(due.claim.as_str()));
    Ok(tx.executor().execute(&update).await?.rows_affected() == 1)
}

/// Lets go of a report, and says when it is next due. False when the claim was lost.
pub async fn finish(
    tx: &Transaction,
    due: &DueReport,
    next: Option<Timestamp>,
) -> Result<bool, StorageError> {
    let mut update = Query::update();
    update
        .table(TABLE)
        .value("claim", "")
        .value("claimed_until", 0_i64)
        .value("due_at", next.map(Millis::from))
        .and_where(Expr::col("company_id").eq(due.company_id.as_uuid()))
        .and_where(Expr::col("report_id").eq(due.report_id))
        .and_where(Expr::col("claim").eq(due.claim.as_str()));
    Ok(tx.executor().execute(&update).await?.rows_affected() == 1)
}

const COLUMNS: [&str; 6] = ["due_at", "user_id", "at", "status", "row_count", "detail"];

/// Notes what came of a report for a recipient, in the place of what was noted of the same time.
pub async fn note(
    tx: &Transaction,
    company: CompanyId,
    report_id: Uuid,
    delivery: &ReportDelivery,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table(DELIVERIES)
        .columns(["report_id", "company_id"].into_iter().chain(COLUMNS))
        .values_panic([
            Expr::value(report_id),
            Expr::value(company.as_uuid()),
            Expr::value(Millis::from(delivery.due_at)),
            Expr::value(delivery.user_id.as_uuid()),
            Expr::value(Millis::from(delivery.at)),
            Expr::value(delivery.status.as_str()),
            Expr::value(delivery.rows),
            Expr::value(delivery.detail.clone()),
        ])
        .on_conflict(
            OnConflict::columns(["company_id", "report_id", "due_at", "user_id"])
                .update_columns(["at", "status", "row_count", "detail"])
                .to_owned(),
        );
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// Who has had the report already that is due.
pub async fn done(db: &dyn Handle, due: &DueReport) -> Result<HashSet<UserId>, StorageError> {
    let mut query = Query::select();
    query
        .column("user_id")
        .from(DELIVERIES)
        .and_where(Expr::col("company_id").eq(due.company_id.as_uuid()))
        .and_where(Expr::col("report_id").eq(due.report_id))
        .and_where(Expr::col("due_at").eq(Millis::from(due.due_at)));
    let users: Vec<UserId> = db.connection().query_column(&query, "user_id").await?;
    Ok(users.into_iter().collect())
}

/// Forgets the deliveries of a report that were due before then.
pub async fn forget_before(
    tx: &Transaction,
    due: &DueReport,
    before: Timestamp,
) -> Result<(), StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table(DELIVERIES)
        .and_where(Expr::col("company_id").eq(due.company_id.as_uuid()))
        .and_where(Expr::col("report_id").eq(due.report_id))
        .and_where(Expr::col("due_at").lt(Millis::from(before)));
    tx.executor().execute(&delete).await?;
    Ok(())
}

/// The last deliveries of a report, the latest first, and those of one time in the order in which they were made.
pub async fn deliveries(
    db: &dyn Handle,
    company: CompanyId,
    report_id: Uuid,
    limit: u64,
) -> Result<Vec<ReportDelivery>, StorageError> {
    let mut query = Query::select();
    query
        .columns(COLUMNS)
        .from(DELIVERIES)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("report_id").eq(report_id))
        .order_by("due_at", Order::Desc)
        .order_by("at", Order::Asc)
        .order_by("user_id", Order::Asc)
        .limit(limit);
    let rows = db.connection().query_all(&query).await?;
    rows.iter().map(read).collect()
}

/// When each of these reports is next due, and what came of its last time. One that was never planned is left out.
pub async fn states(
    db: &dyn Handle,
    company: CompanyId,
    report_ids: &[Uuid],
) -> Result<HashMap<Uuid, ScheduleState>, StorageError> {
    let mut found: HashMap<Uuid, ScheduleState> = HashMap::new();
    for chunk in report_ids.chunks(500) {
        let mut query = Query::select();
        query
            .columns(["report_id", "due_at"])
            .from(TABLE)
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("report_id").is_in(chunk.iter().copied()));
        for row in db.connection().query_all(&query).await? {
            let next: Option<Millis> = row.get("due_at")?;
            let state = ScheduleState {
                next: next.map(Timestamp::from),
                ..ScheduleState::default()
            };
            found.insert(row.get("report_id")?, state);
        }
    }
    let planned: Vec<Uuid> = found.keys().copied().collect();
    for chunk in planned.chunks(500) {
        for row in db.connection().query_all(&last(company, chunk)).await? {
            let report_id: Uuid = row.get("report_id")?;
            let Some(state) = found.get_mut(&report_id) else {
                continue;
            };
            let made: Timestamp = row.get::<Millis>("made")?.into();
            let many: i64 = row.get("many")?;
            state.last = Some(row.get::<Millis>("due_at")?.into());
            state.made = state.made.max(Some(made));
            let many = u64::try_from(many).unwrap_or_default();
            state.counts.insert(row.get("status")?, many);
        }
    }
    Ok(found)
}

/// How many deliveries of each status there were the last time that each of the reports was due.
fn last(company: CompanyId, report_ids: &[Uuid]) -> sea_orm::sea_query::SelectStatement {
    let latest = Query::select()
        .expr(Expr::col(("d", "due_at")).max())
        .from_as(DELIVERIES, "d")
        .and_where(Expr::col(("d", "company_id")).eq(company.as_uuid()))
        .and_where(Expr::col(("d", "report_id")).equals((DELIVERIES, "report_id")))
        .to_owned();
    Query::select()
        .columns(["report_id", "due_at", "status"])
        .expr_as(Expr::col("at").max(), "made")
        .expr_as(Expr::col("user_id").count(), "many")
        .from(DELIVERIES)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("report_id").is_in(report_ids.iter().copied()))
        .and_where(Expr::col("due_at").eq(Expr::SubQuery(None, Box::new(latest.into()))))
        .group_by_columns(["report_id", "due_at", "status"])
        .to_owned()
}

fn read(row: &ResultRow) -> Result<ReportDelivery, StorageError> {
    Ok(ReportDelivery {
        due_at: row.get::<Millis>("due_at")?.into(),
        user_id: row.get::<Uuid>("user_id")?.into(),
        at: row.get::<Millis>("at")?.into(),
        status: row.get("status")?,
        rows: row.get("row_count")?,
        detail: row.get("detail")?,
    })
}
