//! Runs: a report's rows, made with the rights of whoever runs it, within a deadline.
//!
//! Invariant: a run that takes too long is dropped where it waits, and leaves nothing behind but the note that it did.

use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::{Cursor, Id};
use waybill_storage::report_runs::{self, ReportRun};

use super::check::check_query;
use super::dataset::{Dataset, DatasetName, FieldKind, Labels, Wanted};
use super::last_run::RunStatus;
use super::matching::{Matcher, Moment};
use super::outcome::{Done, Outcome};
use super::sketch::{ChartType, ReportAgg, ReportColumn, ReportSketch, ReportSketches, ReportUnit};
use crate::caller::Caller;
use crate::collection::Collection as _;
use crate::collection::headings::Holds;
use crate::collection::read::within_reach;
use crate::collection::write::require_live;
use crate::error::ServiceError;
use crate::languages::Language;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::Members;
use crate::zones;

/// How long a run may take unless less is asked for: less than a call may take, so that its own words are heard.
pub const DEADLINE: Duration = Duration::from_secs(20);

/// How many reports are run at once; others wait for their turn, within their deadline.
pub const TURNS: usize = 4;

/// The most points of a chart.
const MAX_POINTS: usize = 500;

const TOO_SLOW: ServiceError = ServiceError::State("This report takes too long. Narrow it down.");

/// What a run gave.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ReportResult {
    /// The columns, from left to right.
    pub columns: Vec<ResultColumn>,
    /// The rows: a cell for each column, of the kind of the column; null where nothing was said.
    #[schema(value_type = Vec<Vec<Value>>)]
    pub rows: Vec<Vec<Value>>,
    /// What the columns come to over all records; null where that was not asked for.
    #[schema(required, value_type = Option<Vec<Value>>)]
    pub totals: Option<Vec<Value>>,
    /// What they come to in the groups above the rows, where there are two levels or three.
    pub groups: Vec<ResultGroup>,
    /// The chart; null where there is none.
    #[schema(required)]
    pub chart: Option<ResultChart>,
    /// Whether there are more rows than these.
    pub truncated: bool,
    /// When it was run.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub ms: i64,
    /// The zone in which days begin.
    pub timezone: String,
}

/// A column of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResultColumn {
    /// What it is called in the report.
    pub key: String,
    /// Name of the field.
    pub field: String,
    /// Its heading.
    pub label: String,
    /// What its cells hold.
    pub kind: FieldKind,
    /// Whether its cells are codes of countries, ISO 3166-1 alpha-2.
    pub is_country: bool,
    /// What the screens call its words, in English.
    pub labels: Labels,
    /// Code of the picklist in which a company may call them otherwise.
    #[schema(required)]
    pub picklist: Option<&'static str>,
    /// What its cells are written as.
    #[serde(skip)]
    pub(crate) holds: Holds,
    /// How it is summed up.
    pub agg: ReportAgg,
    /// Its width in pixels.
    #[schema(required)]
    pub width: Option<i64>,
}

/// A group above the rows.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ResultGroup {
    /// What its records have in common.
    pub keys: Vec<Value>,
    /// How many records it has.
    pub records: i64,
    /// What the columns come to.
    pub cells: Vec<Value>,
}

/// A chart.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ResultChart {
    /// Its kind.
    #[serde(rename = "type")]
    pub chart_type: ChartType,
    /// Key of the column along it.
    pub x: String,
    /// Key of the column of numbers.
    pub y: String,
    /// Its points, at most 500.
    pub points: Vec<ChartPoint>,
}

/// A point of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ChartPoint {
    /// Where.
    pub x: Value,
    /// How much.
    pub y: Value,
}

/// The way through the records that a report lets through.
pub(super) struct Walk {
    parts: Vec<&'static dyn Dataset>,
    at: usize,
    after: Option<Cursor>,
    matcher: Matcher,
    fields: Vec<&'static str>,
}

impl Walk {
    /// The way through what the caller may do all of these to.
    pub(super) fn new(
        services: &Services,
        caller: &Caller,
        sketch: &ReportSketch,
        actions: &[Action],
    ) -> Result<Self, ServiceError> {
        let parts = sketch.dataset.parts_for(caller, actions)?;
        let moment = Moment {
            now: services.now(),
            zone: zones::get(&caller.user().timezone)?,
        };
        let mut faults = Vec::new();
        let matcher = match &sketch.filters {
            Some(filter) => Matcher::of(filter, sketch.dataset, &moment, "/filters", &mut faults),
            None => Matcher::All(Vec::new()),
        };
        if !faults.is_empty() {
            let faults = faults.into_iter();
            let faults = faults.map(|(pointer, detail)| FieldProblem { pointer, detail });
            return Err(ServiceError::Invalid(faults.collect()));
        }
        let columns = sketch.columns.iter().map(|it| it.field.as_str());
        let names = columns.chain(sketch.group_by.iter().map(|it| it.field.as_str()));
        let known = names.filter_map(|name| sketch.dataset.field(name));
        let mut fields: Vec<&'static str> = known.map(|field| field.name.as_str()).collect();
        fields.extend(matcher.fields());
        Ok(Self {
            parts,
            at: 0,
            after: None,
            matcher,
            fields,
        })
    }

    /// The next records; none at the end.
    pub(super) async fn next(
        &mut self,
        services: &Services,
        caller: &Caller,
    ) -> Result<Option<Vec<Value>>, ServiceError> {
        let Some(part) = self.parts.get(self.at) else {
            return Ok(None);
        };
        let wanted = Wanted {
            matcher: &self.matcher,
            fields: &self.fields,
            after: self.after.take(),
        };
        let batch = part.batch(services, caller, wanted).await?;
        self.after = batch.next;
        if self.after.is_none() {
            self.at += 1;
        }
        let mut rows = batch.rows;
        rows.retain(|record| self.matcher.lets_through(record));
        Ok(Some(rows))
    }
}

impl Services {
    /// Runs a saved report with the caller's rights, and notes that it was run.
    pub async fn run_report(
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
        let (at, began) = (self.now(), Instant::now());
        let result = self.outcome(caller, &row.fields, deadline).await;
        let result = result.map(Arc::new);
        let mut run = ReportRun {
            at,
            by: Some(caller.user_id()),
            ms: millis(began),
            rows: 0,
            status: RunStatus::Ok.as_str().to_owned(),
            error: None,
        };
        match &result {
            Ok(done) => run.rows = i64::try_from(done.rows.len()).unwrap_or(i64::MAX),
            Err(ServiceError::State(why)) => {
                RunStatus::Failed.as_str().clone_into(&mut run.status);
                run.error = Some((*why).to_owned());
            }
            // It was never run.
            Err(_) => return result,
        }
        if caller.viewing().is_some() {
            return result;
        }
        self.note_run(caller, row.id.as_uuid(), &run).await?;
        if let Ok(result) = &result {
            self.report_results.put(caller, &row, Arc::clone(result));
        }
        result
    }

    /// Runs a report that is not saved.
    pub async fn preview_report(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
        deadline: Duration,
    ) -> Result<ReportResult, ServiceError> {
        caller.require("report:run")?;
        let mut sketch = ReportSketches::blank(caller);
        "Preview".clone_into(&mut sketch.name);
        let mut members = Members::new(body);
        ReportSketches::read(&mut sketch, &mut members);
        let mut faults = members.finish();
        check_query(&sketch, &mut faults);
        faults.check()?;
        self.outcome(caller, &sketch, deadline).await
    }

    async fn outcome(
        &self,
        caller: &Caller,
        sketch: &ReportSketch,
        deadline: Duration,
    ) -> Result<ReportResult, ServiceError> {
        let actions = &[Action::View];
        self.outcome_for(caller, sketch, actions, deadline).await
    }

    /// What the report gives of records to which the caller may do all of these.
    pub(super) async fn outcome_for(
        &self,
        caller: &Caller,
        sketch: &ReportSketch,
        actions: &[Action],
        deadline: Duration,
    ) -> Result<ReportResult, ServiceError> {
        let (at, began) = (self.now(), Instant::now());
        let walk = Walk::new(self, caller, sketch, actions)?;
        let done = self.rows(caller, sketch, walk, deadline).await?;
        Ok(ReportResult::new(sketch, done, caller, (at, millis(began))))
    }

    /// The rows of a report, as a whole. What waits when its time is over is dropped.
    pub(super) async fn rows(
        &self,
        caller: &Caller,
        sketch: &ReportSketch,
        walk: Walk,
        deadline: Duration,
    ) -> Result<Done, ServiceError> {
        let made = self.rows_until(caller, sketch, walk, Instant::now() + deadline);
        let in_time = tokio::time::timeout(deadline, made).await;
        in_time.unwrap_or(Err(TOO_SLOW))
    }

    async fn rows_until(
        &self,
        caller: &Caller,
        sketch: &ReportSketch,
        mut walk: Walk,
        end: Instant,
    ) -> Result<Done, ServiceError> {
        let _turn = self.report_turns.acquire().await;
        let mut outcome = Outcome::new(sketch, zones::get(&caller.user().timezone)?)?;
        while let Some(records) = walk.next(self, caller).await? {
            // A database that answers at once gives the timer no turn.
            if end <= Instant::now() {
                return Err(TOO_SLOW);
            }
            for record in &records {
                if !outcome.take(record)? {
                    return Ok(outcome.finish());
                }
            }
        }
        Ok(outcome.finish())
    }

    async fn note_run(
        &self,
        caller: &Caller,
        id: Uuid,
        run: &ReportRun,
    ) -> Result<(), ServiceError> {
        let tx = self.storage.begin_for(caller.company_id()).await?;
        report_runs::put(&tx, caller.company_id(), id, run).await?;
        Ok(tx.commit().await?)
    }
}

fn millis(since: Instant) -> i64 {
    i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX)
}

impl ReportResult {
    /// `at` is when it was run, `ms` how long that took.
    fn new(sketch: &ReportSketch, done: Done, caller: &Caller, (at, ms): (Timestamp, i64)) -> Self {
        let columns: Vec<ResultColumn> = sketch
            .columns
            .iter()
            .map(|column| ResultColumn::new(sketch, column))
            .collect();
        let chart = chart(sketch, &columns, &done.rows);
        let groups = done.groups.into_iter().map(|group| ResultGroup {
            keys: group.keys,
            records: group.records,
            cells: group.cells,
        });
        Self {
            columns,
            rows: done.rows,
            totals: done.totals,
            groups: groups.collect(),
            chart,
            truncated: done.is_truncated,
            at,
            ms,
            timezone: caller.user().timezone.clone(),
        }
    }
}

impl ResultColumn {
    /// The column as it shows in a result.
    pub(super) fn new(sketch: &ReportSketch, column: &ReportColumn) -> Self {
        let field = sketch.dataset.field(&column.field);
        let group = sketch.group_by.iter().find(|it| it.field == column.field);
        // What is summed up is no longer one of the field's values.
        let shown = field.filter(|_| column.agg == ReportAgg::None);
        let kind = field.map_or(FieldKind::Text, |field| field.kind);
        let own = field.map_or(column.field.as_str(), |field| &field.label);
        let (label, kind) = match column.agg {
            ReportAgg::None => match group {
                // A day of a moment, and every other part of time, is a text; so is one part of a list.
                Some(group) if group.by != ReportUnit::Value || is_split(kind) => {
                    (own.to_owned(), FieldKind::Text)
                }
                _ => (own.to_owned(), kind),
            },
            agg => {
                let is_counted = matches!(agg, ReportAgg::Count | ReportAgg::CountDistinct);
                let kind = if is_counted { FieldKind::Number } else { kind };
                (heading(own, agg, Language::English), kind)
            }
        };
        Self {
            key: column.key(),
            field: column.field.clone(),
            label: match column.label.as_str() {
                "" => label,
                said => said.to_owned(),
            },
            kind,
            is_country: shown.is_some_and(|it| it.is_country),
            labels: shown.map(|it| it.labels.clone()).unwrap_or_default(),
            picklist: shown.and_then(|it| it.picklist),
            holds: match column.agg {
                ReportAgg::None | ReportAgg::Min | ReportAgg::Max => {
                    field.map_or(Holds::Text, |it| it.holds)
                }
                _ => Holds::Text,
            },
            agg: column.agg,
            width: column.width,
        }
    }

    /// What it is called: as somebody wrote it, or as the screens of this language call its field.
    pub(super) fn heading(&self, dataset: DatasetName, language: Language) -> String {
        match dataset.field(&self.field) {
            Some(field) if self.label == heading(&field.label, self.agg, Language::English) => {
                heading(language.translated(&field.label), self.agg, language)
            }
            _ => self.label.clone(),
        }
    }
}

/// What a column is called that somebody gave no name: by its field and by how that is summed up.
fn heading(field: &str, agg: ReportAgg, language: Language) -> String {
    match agg {
        ReportAgg::None => field.to_owned(),
        agg => {
            let heading = language.translated("{how}: {field}");
            let heading = heading.replace("{how}", language.translated(agg.label()));
            heading.replace("{field}", field)
        }
    }
}

fn is_split(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Moment | FieldKind::List)
}

fn chart(
    sketch: &ReportSketch,
    columns: &[ResultColumn],
    rows: &[Vec<Value>],
) -> Option<ResultChart> {
    let chart = &sketch.chart;
    if chart.chart_type == ChartType::None {
        return None;
    }
    let at = |key: &str| columns.iter().position(|column| column.key == key);
    let (x, y) = (at(&chart.x)?, at(&chart.y)?);
    let point = |row: &Vec<Value>| {
        Some(ChartPoint {
            x: row.get(x)?.clone(),
            y: row.get(y)?.clone(),
        })
    };
    Some(ResultChart {
        chart_type: chart.chart_type,
        x: chart.x.clone(),
        y: chart.y.clone(),
        points: rows.iter().take(MAX_POINTS).filter_map(point).collect(),
    })
}
