//! The rows of a report as a table, with its totals below: what the screen shows, with its words.
//!
//! Invariant: an export needs the right to export what the report is about, so that a report is no way around it; it leaves
//! an audit entry before its first row. Rows that come in the order of their records are written as they come.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use waybill_storage::audit;
use waybill_storage::audit::Subject;
use waybill_storage::records::{Id, Record as _};

use super::files::{cells, wordings};
use super::outcome::Outcome;
use super::run::{DEADLINE, ResultColumn, Walk};
use super::sketch::{ReportSketch, ReportSketches};
use crate::caller::Caller;
use crate::collection::export::Cells;
use crate::collection::read::within_reach;
use crate::collection::wording::Wording;
use crate::collection::write::require_live;
use crate::error::ServiceError;
use crate::languages::Language;
use crate::log::audit::done;
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;
use crate::zones;

/// How many rows that are there already are given at once.
const ROWS_AT_ONCE: usize = 500;

/// An export under way.
pub struct ReportExport {
    services: Arc<Services>,
    caller: Caller,
    header: Vec<String>,
    /// How the values of each column are written.
    columns: Vec<Wording>,
    rows: Rows,
}

enum Rows {
    /// They come as their records do; so many are still wanted.
    Coming {
        walk: Box<Walk>,
        outcome: Box<Outcome>,
        left: usize,
    },
    /// They are there.
    There(std::vec::IntoIter<Vec<Value>>),
}

impl ReportExport {
    /// Begins an export of a saved report.
    pub async fn begin(
        services: Arc<Services>,
        caller: Caller,
        id: Id<ReportSketches>,
        source: &Source,
    ) -> Result<Self, ServiceError> {
        let scope = caller.require("report:export")?;
        let db = services.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, &caller, id, scope).await?;
        require_live(&row)?;
        drop(db);
        let sketch = &row.fields;
        let walk = Walk::new(&services, &caller, sketch, &[Action::View, Action::Export])?;
        let subject = Subject {
            entity_type: ReportSketches::KIND.to_owned(),
            id: row.id.as_uuid(),
            label: sketch.name.clone(),
        };
        let entry = done(caller.user(), "report.export", subject, source);
        let tx = services.storage.begin_for(caller.company_id()).await?;
        audit::append(&tx, caller.company_id(), entry, services.now()).await?;
        tx.commit().await?;
        let columns = sketch.columns.iter();
        let columns: Vec<ResultColumn> = columns.map(|it| ResultColumn::new(sketch, it)).collect();
        let language = Language::of(&caller.user().language).unwrap_or_default();
        let header = columns
            .iter()
            .map(|it| it.heading(sketch.dataset, language));
        Ok(Self {
            header: header.collect(),
            columns: wordings(&services, &caller, &columns).await?,
            rows: rows(&services, &caller, sketch, walk).await?,
            services,
            caller,
        })
    }
}

async fn rows(
    services: &Services,
    caller: &Caller,
    sketch: &ReportSketch,
    walk: Walk,
) -> Result<Rows, ServiceError> {
    let outcome = Outcome::new(sketch, zones::get(&caller.user().timezone)?)?;
    if outcome.is_in_order() {
        return Ok(Rows::Coming {
            walk: Box::new(walk),
            outcome: Box::new(outcome),
            left: usize::try_from(sketch.limit).unwrap_or(usize::MAX),
        });
    }
    let done = services.rows(caller, sketch, walk, DEADLINE).await?;
    let mut rows = done.rows;
    rows.extend(done.totals);
    Ok(Rows::There(rows.into_iter()))
}

#[async_trait]
impl Cells for ReportExport {
    fn header(&self) -> &[String] {
        &self.header
    }

    async fn next_rows(&mut self) -> Result<Option<Vec<Vec<String>>>, ServiceError> {
        let rows: Vec<Vec<Value>> = match &mut self.rows {
            Rows::There(rows) => {
                let part: Vec<_> = rows.by_ref().take(ROWS_AT_ONCE).collect();
                if part.is_empty() {
                    return Ok(None);
                }
                part
            }
            Rows::Coming { left: 0, .. } => return Ok(None),
            Rows::Coming {
                walk,
                outcome,
                left,
            } => {
                let Some(mut records) = walk.next(&self.services, &self.caller).await? else {
                    return Ok(None);
                };
                records.truncate(*left);
                *left -= records.len();
                records.iter().map(|record| outcome.cells(record)).collect()
            }
        };
        let texts = rows.iter().map(|row| cells(row, &self.columns));
        Ok(Some(texts.collect()))
    }
}
