//! Report runs: when each saved report was last run, and how that went.
//!
//! Invariant: a report has one last run or none; noting it changes nothing about the report.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, OnConflict, Query};
use uuid::Uuid;

use crate::clock::Millis;
use crate::database::connection::ResultRow;
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportRun {
    /// When it began.
    pub at: Timestamp,
    /// Who ran it; none for the system.
    pub by: Option<UserId>,
    /// How long it took, in milliseconds.
    pub ms: i64,
    /// How many rows it gave.
    pub rows: i64,
    /// How it went.
    pub status: String,
    /// Why it went wrong.
    pub error: Option<String>,
}

const COLUMNS: [&str; 6] = ["at", "by", "ms", "row_count", "status", "error"];

/// Notes the last run of a report of the company.
pub async fn put(
    tx: &Transaction,
    company: CompanyId,
    sketch_id: Uuid,
    run: &ReportRun,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table("report_runs")
        .columns(["sketch_id", "company_id"].into_iter().chain(COLUMNS))
        .values_panic([
            Expr::value(sketch_id),
            Expr::value(company.as_uuid()),
            Expr::value(Millis::from(run.at)),
            Expr::value(run.by.map(|id| id.as_uuid())),
            Expr::value(run.ms),
            Expr::value(run.rows),
            Expr::value(run.status.as_str()),
            Expr::value(run.error.clone()),
        ])
        .on_conflict(
            OnConflict::columns(["company_id", "sketch_id"])
                .update_columns(COLUMNS)
                .to_owned(),
        );
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// The last run of each of these reports. One that was never run is left out.
pub async fn last(
    db: &dyn Handle,
    company: CompanyId,
    sketch_ids: &[Uuid],
) -> Result<HashMap<Uuid, ReportRun>, StorageError> {
    let mut found = HashMap::with_capacity(sketch_ids.len());
    for chunk in sketch_ids.chunks(500) {
        let mut query = Query::select();
        query
            .column("sketch_id")
            .columns(COLUMNS)
            .from("report_runs")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("sketch_id").is_in(chunk.iter().copied()));
        for row in db.connection().query_all(&query).await? {
            found.insert(row.get("sketch_id")?, read(&row)?);
        }
    }
    Ok(found)
}

fn read(row: &ResultRow) -> Result<ReportRun, StorageError> {
    Ok(ReportRun {
        at: row.get::<Millis>("at")?.into(),
        by: row.get::<Option<Uuid>>("by")?.map(UserId::from),
        ms: row.get("ms")?,
        rows: row.get("row_count")?,
        status: row.get("status")?,
        error: row.get("error")?,
    })
}
