//! Last runs: when a report was last run by hand, and how that went.
//!
//! Invariant: a run changes no version of the report.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::report_runs::ReportRun;
use waybill_storage::{StorageError, UserId};

use crate::vocabulary::wire_enum;

wire_enum! {
    /// How a run went.
    RunStatus { Ok = "ok", Failed = "failed" }
}

/// A run of a report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastRun {
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who ran it.
    #[schema(required)]
    pub by: Option<UserId>,
    /// How long it took, in milliseconds.
    pub ms: i64,
    /// How many rows it gave.
    pub rows: i64,
    /// How it went.
    pub status: RunStatus,
    /// Why it went wrong.
    #[schema(required)]
    pub error: Option<String>,
}

impl TryFrom<ReportRun> for LastRun {
    type Error = StorageError;

    fn try_from(run: ReportRun) -> Result<Self, StorageError> {
        Ok(Self {
            at: run.at,
            by: run.by,
            ms: run.ms,
            rows: run.rows,
            status: run.status.parse()?,
            error: run.error,
        })
    }
}
