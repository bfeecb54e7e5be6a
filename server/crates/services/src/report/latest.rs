//! Latest results: what each report last gave to each of its readers, kept in memory, so that a report opens with its answer.
//!
//! Invariant: a result is given only to the user who ran the report, while the report, the rights in the company and the
//! user's time zone are those it was made with. It may be older than the records, and says when it was made.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde_json::Value;
use uuid::Uuid;
use waybill_storage::UserId;
use waybill_storage::records::{Id, Row};

use super::run::ReportResult;
use super::sketch::ReportSketches;
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::collection::write::require_live;
use crate::error::ServiceError;
use crate::services::Services;

/// About how many bytes of results are kept.
const BUDGET: u64 = 32 << 20;
/// Larger results are not kept: one of them would drive out a thousand others.
const MAX_RESULT: u64 = 1 << 20;
/// About how many results that is.
const RESULTS: usize = 2_000;
/// What was made so lately is not made again for being opened.
const FRESH: SignedDuration = SignedDuration::from_secs(60);
/// What takes longer, in milliseconds, is shown as it was first.
const QUICK_MS: i64 = 500;
/// What was made longer ago is no answer any more.
const LIFE: SignedDuration = SignedDuration::from_hours(24);
/// What a cell takes besides its text.
const CELL: u64 = 48;

/// Whose result of which report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Owner {
    user: UserId,
    report: Uuid,
}

/// A result, and what it was made with.
#[derive(Clone, Debug)]
struct Kept {
    version: i32,
    rights_stamp: i64,
    result: Arc<ReportResult>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Owner, Kept> for ByBytes {
    fn weight(&self, _: &Owner, kept: &Kept) -> u64 {
        bytes(&kept.result)
    }
}

/// The latest results of this instance.
pub(crate) struct LatestResults(Cache<Owner, Kept, ByBytes>);

impl Default for LatestResults {
    fn default() -> Self {
        Self(Cache::with_weighter(RESULTS, BUDGET, ByBytes))
    }
}

impl LatestResults {
    /// Keeps a result in the place of the one before it.
    pub(super) fn put(
        &self,
        caller: &Caller,
        report: &Row<ReportSketches>,
        result: Arc<ReportResult>,
    ) {
        let owner = Owner::of(caller, report);
        if bytes(&result) > MAX_RESULT {
            self.0.remove(&owner);
            return;
        }
        let kept = Kept {
            version: report.meta.version,
            rights_stamp: caller.company().rights_stamp,
            result,
        };
        self.0.insert(owner, kept);
    }

    fn get(&self, caller: &Caller, report: &Row<ReportSketches>) -> Option<Arc<ReportResult>> {
        let kept = self.0.get(&Owner::of(caller, report))?;
        let holds = kept.version == report.meta.version
            && kept.rights_stamp == caller.company().rights_stamp
            && kept.result.timezone == caller.user().timezone;
        holds.then_some(kept.result)
    }
}

impl Owner {
    fn of(caller: &Caller, report: &Row<ReportSketches>) -> Self {
        Self {
            user: caller.user_id(),
            report: report.id.as_uuid(),
        }
    }
}

impl Services {
    /// What the report gives to the caller: what it gave last where that is of the last minute, or took so long to make that it is
    /// shown while a newer one is made; otherwise it is run.
    pub async fn latest_result(
        &self,
        caller: &Caller,
        id: Id<ReportSketches>,
        deadline: Duration,
    ) -> Result<Arc<ReportResult>, ServiceError> {
        let scope = caller.require("report:run")?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        require_live(&row)?;
        drop(db);
        // What was made with other rights is not shown.
        let latest = match caller.viewing() {
            None => self.report_results.get(caller, &row),
            Some(_) => None,
        };
        let now = self.now();
        let holds = |result: &Arc<ReportResult>| {
            now < result.at + FRESH || (QUICK_MS < result.ms && now < result.at + LIFE)
        };
        match latest.filter(holds) {
            Some(result) => Ok(result),
            None => self.run_report(caller, id, deadline).await,
        }
    }
}

fn bytes(result: &ReportResult) -> u64 {
    result.rows.iter().flatten().map(size).sum::<u64>() + CELL
}

fn size(value: &Value) -> u64 {
    match value {
        Value::String(text) => CELL + text.len() as u64,
        Value::Array(parts) => CELL + parts.iter().map(size).sum::<u64>(),
        _ => CELL,
    }
}
