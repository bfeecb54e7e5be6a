//! Whether a report fits its dataset.
//!
//! Invariant: every fault names the member of the report that it is in, by JSON pointer.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::dataset::{DatasetName, FieldKind};
use super::matching::{Matcher, Moment};
use super::sketch::{ChartType, ReportAgg, ReportColumn, ReportSketch, ReportUnit};
use crate::problem::FieldProblem;
use crate::validate::Faults;

const NO_SUCH_FIELD: &str = "Unknown field.";

/// Notes what does not fit.
pub fn check_query(sketch: &ReportSketch, faults: &mut Faults) {
    // Nothing fits a dataset that is not known.
    if faults.has("/dataset") {
        return;
    }
    let mut keys: Vec<String> = Vec::new();
    for (at, column) in sketch.columns.iter().enumerate() {
        let place = format!("/columns/{at}");
        check_column(sketch, column, &place, faults);
        let key = column.key();
        if keys.contains(&key) {
            faults.add(FieldProblem::at(
                &place,
                "field",
                "This column has already been added.",
            ));
        }
        keys.push(key);
    }
    check_groups(sketch, faults);
    check_chart(sketch, &keys, faults);
    // Whether a value is understood does not depend on the day.
    let moment = Moment {
        now: Timestamp::UNIX_EPOCH,
        zone: TimeZone::UTC,
    };
    if let Some(filter) = &sketch.filters {
        let mut found = Vec::new();
        Matcher::of(filter, sketch.dataset, &moment, "/filters", &mut found);
        for (pointer, detail) in found {
            faults.add(FieldProblem { pointer, detail });
        }
    }
}

fn check_column(sketch: &ReportSketch, column: &ReportColumn, place: &str, faults: &mut Faults) {
    let Some(field) = sketch.dataset.field(&column.field) else {
        return faults.add(FieldProblem::at(place, "field", NO_SUCH_FIELD));
    };
    let is_grouped = sketch
        .group_by
        .iter()
        .any(|group| group.field == column.field);
    let detail = match column.agg {
        ReportAgg::None if sketch.group_by.is_empty() || is_grouped => return,
        ReportAgg::None => "Group by this field, or choose an aggregation.".to_owned(),
        agg if field.aggregates.contains(&agg) => return,
        _ => {
            let known: Vec<&str> = field.aggregates.iter().map(|it| it.as_str()).collect();
            format!("This field supports: none, {}.", known.join(", "))
        }
    };
    faults.add(FieldProblem::at(place, "agg", detail));
}

fn check_groups(sketch: &ReportSketch, faults: &mut Faults) {
    for (at, group) in sketch.group_by.iter().enumerate() {
        let place = format!("/groupBy/{at}");
        let Some(field) = sketch.dataset.field(&group.field) else {
            faults.add(FieldProblem::at(&place, "field", NO_SUCH_FIELD));
            continue;
        };
        let is_in_time = matches!(field.kind, FieldKind::Moment | FieldKind::Day);
        if group.by != ReportUnit::Value && !is_in_time {
            let detail = "Only dates and times can be grouped by period.";
            faults.add(FieldProblem::at(&place, "by", detail));
        }
        if sketch.group_by[..at]
            .iter()
            .any(|it| it.field == group.field)
        {
            let detail = "The report is already grouped by this.";
            faults.add(FieldProblem::at(&place, "field", detail));
        }
    }
}

fn check_chart(sketch: &ReportSketch, keys: &[String], faults: &mut Faults) {
    let chart = &sketch.chart;
    if chart.chart_type == ChartType::None {
        return;
    }
    let column = |key: &str| keys.iter().position(|it| it == key);
    if column(&chart.x).is_none() {
        let detail = "Choose a column of the report.";
        faults.add(FieldProblem::at("/chart", "x", detail));
    }
    let numbers = column(&chart.y)
        .and_then(|at| sketch.columns.get(at))
        .is_some_and(|column| gives_numbers(sketch.dataset, column));
    if !numbers {
        let detail = "Choose a numeric column.";
        faults.add(FieldProblem::at("/chart", "y", detail));
    }
}

fn gives_numbers(dataset: DatasetName, column: &ReportColumn) -> bool {
    let kind = dataset.field(&column.field).map(|field| field.kind);
    matches!(column.agg, ReportAgg::Count | ReportAgg::CountDistinct)
        || kind == Some(FieldKind::Number)
}
