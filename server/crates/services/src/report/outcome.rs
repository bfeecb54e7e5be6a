//! Outcome: rows, groups and totals, made record by record.
//!
//! Without groups each record is a row, and what is summed up shows in the totals; a report whose every column is summed up
//! has one row. With groups each group is a row. A record that says several things in a list is in the group of each.
//!
//! Invariant: what is kept never exceeds [`BUDGET`] by more than one batch, however many records there are.

use std::collections::HashMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use super::dataset::{DatasetField, FieldKind};
use super::matching::{timestamp, values_of};
use super::sketch::{ReportAgg, ReportSketch, ReportSort, ReportUnit};
use super::tally::{Hashes, Rank, Tally};
use crate::error::ServiceError;
use crate::problem::FieldProblem;

/// About how many bytes of cells are kept.
pub const BUDGET: usize = 32 << 20;

/// What a cell takes besides its text.
const CELL: usize = 48;

/// The most groups that one record is in.
const MAX_GROUPS_OF_RECORD: usize = 64;

const TOO_LARGE: ServiceError =
    ServiceError::State("This report is too large. Narrow it down, or show fewer rows or columns.");

/// Rows in the making.
#[derive(Debug)]
pub struct Outcome {
    columns: Vec<Column>,
    groups_by: Vec<GroupBy>,
    limit: usize,
    zone: TimeZone,
    hashes: Hashes,
    totals: Option<Vec<Option<Tally>>>,
    shape: Shape,
    kept: usize,
    is_truncated: bool,
}

/// Rows that are done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// Cells, row by row.
    pub rows: Vec<Vec<Value>>,
    /// What the columns come to over all records; none where that was not asked for.
    pub totals: Option<Vec<Value>>,
    /// What they come to in the groups above the rows.
    pub groups: Vec<DoneGroup>,
    /// Whether there are more rows than were asked for.
    pub is_truncated: bool,
}

/// A group above the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct DoneGroup {
    /// What its records have in common: a value for each of the first fields that the report is grouped by.
    pub keys: Vec<Value>,
    /// How many records it has.
    pub records: i64,
    /// What the columns come to.
    pub cells: Vec<Value>,
}

#[derive(Debug)]
struct Column {
    field: &'static DatasetField,
    agg: ReportAgg,
    sort: ReportSort,
    /// Which of the groups it shows.
    group: Option<usize>,
}

#[derive(Debug)]
struct GroupBy {
    field: &'static DatasetField,
    by: ReportUnit,
}

#[derive(Debug)]
enum Shape {
    /// A row for each record, with its place in the order.
    Records(Vec<(Vec<Rank>, Vec<Value>)>),
    /// A row for each group, by its keys; those of upper levels have fewer.
    Groups(HashMap<Vec<Value>, Group>),
    /// One row.
    One,
}

#[derive(Debug)]
struct Group {
    records: i64,
    tallies: Vec<Option<Tally>>,
}

impl Outcome {
    /// Of no records. [`ServiceError::Invalid`] when a field is no longer the dataset's.
    pub fn new(sketch: &ReportSketch, zone: TimeZone) -> Result<Self, ServiceError> {
        let field = |name: &str, place: String| {
            sketch.dataset.field(name).ok_or_else(|| {
                let detail = "This field no longer exists.";
                ServiceError::Invalid(vec![FieldProblem::at(&place, "field", detail)])
            })
        };
        let mut columns = Vec::new();
        for (at, column) in sketch.columns.iter().enumerate() {
            let group = match column.agg {
                ReportAgg::None => sketch
                    .group_by
                    .iter()
                    .position(|it| it.field == column.field),
                _ => None,
            };
            columns.push(Column {
                field: field(&column.field, format!("/columns/{at}"))?,
                agg: column.agg,
                sort: column.sort,
                group,
            });
        }
        let mut groups_by = Vec::new();
        for (at, group) in sketch.group_by.iter().enumerate() {
            let field = field(&group.field, format!("/groupBy/{at}"))?;
            let is_moment = field.kind == FieldKind::Moment;
            groups_by.push(GroupBy {
                field,
                by: match group.by {
                    // Hardly two records have a moment in common.
                    ReportUnit::Value if is_moment => ReportUnit::Day,
                    by => by,
                },
            });
        }
        let is_one = columns.iter().all(|column| column.agg != ReportAgg::None);
        let shape = match (groups_by.is_empty(), is_one) {
            (false, _) => Shape::Groups(HashMap::new()),
            (true, true) => Shape::One,
            (true, false) => Shape::Records(Vec::new()),
        };
        let wants_totals = sketch.totals || matches!(shape, Shape::One);
        Ok(Self {
            totals: wants_totals.then(|| tallies(&columns)),
            columns,
            groups_by,
            limit: usize::try_from(sketch.limit).unwrap_or(usize::MAX).max(1),
            zone,
            hashes: Hashes::default(),
            shape,
            kept: 0,
            is_truncated: false,
        })
    }

    /// Whether rows come in the order of the records, so that they can be written out as they come.
    pub fn is_in_order(&self) -> bool {
        let is_sorted = self.columns.iter().any(|it| it.sort != ReportSort::None);
        matches!(self.shape, Shape::Records(_)) && !is_sorted && self.totals.is_none()
    }

    /// The cells of one record.
    pub fn cells(&self, record: &Value) -> Vec<Value> {
        self.columns
            .iter()
            .map(|it| cell(it.field, record))
            .collect()
    }

    /// Takes a record in. Gives whether more can change anything.
    pub fn take(&mut self, record: &Value) -> Result<bool, ServiceError> {
        if let Some(totals) = &mut self.totals {
            self.kept += count_in(totals, &self.columns, record, &self.hashes);
        }
        let is_complete = self.is_in_order();
        match &mut self.shape {
            Shape::One => {}
            Shape::Groups(groups) => {
                for keys in keys_of(&self.groups_by, record, &self.zone) {
                    for depth in 1..=keys.len() {
                        let group = groups.entry(keys[..depth].to_vec()).or_insert_with(|| {
                            self.kept += keys.iter().map(size).sum::<usize>() + 4 * CELL;
                            Group {
                                records: 0,
                                tallies: tallies(&self.columns),
                            }
                        });
                        group.records += 1;
                        self.kept +=
                            count_in(&mut group.tallies, &self.columns, record, &self.hashes);
                    }
                }
            }
            Shape::Records(rows) => {
                if is_complete && rows.len() == self.limit {
                    self.is_truncated = true;
                    return Ok(false);
                }
                let cells: Vec<Value> = self
                    .columns
                    .iter()
                    .map(|it| cell(it.field, record))
                    .collect();
                let ranks = ranks(&self.columns, &cells);
                self.kept += cells.iter().map(size).sum::<usize>();
                rows.push((ranks, cells));
                if self.limit.saturating_mul(2) < rows.len() || BUDGET < self.kept {
                    self.is_truncated |= cut(rows, &self.columns, self.limit);
                    self.kept = rows.iter().flat_map(|(_, cells)| cells).map(size).sum();
                }
            }
        }
        if BUDGET < self.kept {
            return Err(TOO_LARGE);
        }
        Ok(true)
    }

    /// The rows, groups and totals.
    pub fn finish(mut self) -> Done {
        let totals = self.totals.as_deref().map(values);
        let mut done = Done {
            totals,
            is_truncated: self.is_truncated,
            ..Done::default()
        };
        match self.shape {
            Shape::One => done.rows.extend(done.totals.take()),
            Shape::Records(mut rows) => {
                done.is_truncated |= cut(&mut rows, &self.columns, self.limit);
                done.rows = rows.into_iter().map(|(_, cells)| cells).collect();
            }
            Shape::Groups(groups) => {
                let depth = self.groups_by.len();
                let mut all: Vec<DoneGroup> = groups
                    .into_iter()
                    .map(|(keys, group)| done_group(&self.columns, keys, &group))
                    .collect();
                all.sort_by_cached_key(|group| by_keys(&group.keys));
                let (rows, above) = all.into_iter().partition(|it| it.keys.len() == depth);
                done.groups = above;
                let rows: Vec<DoneGroup> = rows;
                let mut rows: Vec<_> = rows
                    .into_iter()
                    .map(|group| (ranks(&self.columns, &group.cells), group.cells))
                    .collect();
                done.is_truncated = cut(&mut rows, &self.columns, self.limit);
                done.rows = rows.into_iter().map(|(_, cells)| cells).collect();
            }
        }
        self.columns.clear();
        done
    }
}

fn tallies(columns: &[Column]) -> Vec<Option<Tally>> {
    columns
        .iter()
        .map(|column| Tally::new(column.agg))
        .collect()
}

fn values(tallies: &[Option<Tally>]) -> Vec<Value> {
    let value = |tally: &Option<Tally>| tally.as_ref().map_or(Value::Null, Tally::value);
    tallies.iter().map(value).collect()
}

fn count_in(
    tallies: &mut [Option<Tally>],
    columns: &[Column],
    record: &Value,
    hashes: &Hashes,
) -> usize {
    let mut grown = 0;
    for (tally, column) in tallies.iter_mut().zip(columns) {
        if let Some(tally) = tally {
            let values = values_of(record, &column.field.name);
            grown += tally.take(column.field.kind, &values, hashes);
        }
    }
    grown
}

fn done_group(columns: &[Column], keys: Vec<Value>, group: &Group) -> DoneGroup {
    let cells =
        columns
            .iter()
            .zip(&group.tallies)
            .map(|(column, tally)| match (tally, column.group) {
                (Some(tally), _) => tally.value(),
                (None, Some(at)) => keys.get(at).cloned().unwrap_or_default(),
                (None, None) => Value::Null,
            });
    let cells = cells.collect();
    DoneGroup {
        keys,
        records: group.records,
        cells,
    }
}

fn by_keys(keys: &[Value]) -> Vec<Rank> {
    let rank = |key: &Value| Rank::of(FieldKind::Text, Some(key));
    keys.iter().map(rank).collect()
}

/// The ranks by which rows are sorted, one for each sorted column.
fn ranks(columns: &[Column], cells: &[Value]) -> Vec<Rank> {
    let sorted = columns.iter().zip(cells);
    let sorted = sorted.filter(|(column, _)| column.sort != ReportSort::None);
    sorted
        .map(|(column, cell)| {
            let kind = match (column.agg, column.group) {
                (ReportAgg::None | ReportAgg::Min | ReportAgg::Max, None) => column.field.kind,
                // A part of time sorts as its text, a count as a number.
                _ => FieldKind::Text,
            };
            Rank::of(kind, Some(cell))
        })
        .collect()
}

/// Sorts the rows and leaves no more than `limit`; gives whether there were more.
fn cut(rows: &mut Vec<(Vec<Rank>, Vec<Value>)>, columns: &[Column], limit: usize) -> bool {
    let ways = columns.iter().map(|column| column.sort);
    let ways: Vec<ReportSort> = ways.filter(|sort| *sort != ReportSort::None).collect();
    rows.sort_by(|(one, _), (other, _)| {
        let pairs = one.iter().zip(other).zip(&ways);
        let mut orderings = pairs.map(|((one, other), way)| match way {
            ReportSort::Desc => other.cmp(one),
            _ => one.cmp(other),
        });
        let decided = orderings.find(|ordering| ordering.is_ne());
        decided.unwrap_or(std::cmp::Ordering::Equal)
    });
    let is_more = limit < rows.len();
    rows.truncate(limit);
    is_more
}

/// What one record says in a field: a value, or the values of a list.
fn cell(field: &DatasetField, record: &Value) -> Value {
    let mut found = values_of(record, &field.name);
    match field.kind {
        FieldKind::List => Value::Array(found.into_iter().cloned().collect()),
        _ if found.is_empty() => Value::Null,
        _ => found.swap_remove(0).clone(),
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => CELL + text.len(),
        Value::Array(parts) => CELL + parts.iter().map(size).sum::<usize>(),
        _ => CELL,
    }
}

/// The keys of the groups that a record is in.
fn keys_of(groups_by: &[GroupBy], record: &Value, zone: &TimeZone) -> Vec<Vec<Value>> {
    let mut all: Vec<Vec<Value>> = vec![Vec::new()];
    for group in groups_by {
        let values = values_of(record, &group.field.name);
        let mut keys: Vec<Value> = Vec::new();
        for value in values {
            let key = part_of_time(group.by, value, zone).unwrap_or_else(|| value.clone());
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        if keys.is_empty() {
            keys.push(Value::Null);
        }
        all = all
            .iter()
            .flat_map(|before| {
                keys.iter().map(move |key| {
                    let mut longer = before.clone();
                    longer.push(key.clone());
                    longer
                })
            })
            .take(MAX_GROUPS_OF_RECORD)
            .collect();
    }
    all
}

/// The part of time in which a moment or a day lies, as ISO 8601 writes it; `2026-Q4` is a quarter.
fn part_of_time(by: ReportUnit, value: &Value, zone: &TimeZone) -> Option<Value> {
    if by == ReportUnit::Value {
        return None;
    }
    let day: Date = match timestamp(value) {
        Some(at) => at.to_zoned(zone.clone()).date(),
        None => value.as_str()?.parse().ok()?,
    };
    let (year, month) = (day.year(), day.month());
    Some(Value::from(match by {
        ReportUnit::Value | ReportUnit::Day => day.to_string(),
        ReportUnit::Week => {
            let week = day.iso_week_date();
            format!("{:04}-W{:02}", week.year(), week.week())
        }
        ReportUnit::Month => format!("{year:04}-{month:02}"),
        ReportUnit::Quarter => format!("{year:04}-Q{}", (month + 2) / 3),
        ReportUnit::Year => format!("{year:04}"),
    }))
}
