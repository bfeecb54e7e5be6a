//! A result as pages to be printed.
//!
//! Invariant: it says what the screen says, in the reader's words.

use waybill_pdf::{Chart, ChartKind, Column, Paper, Point, Sheet};

use super::Shown;
use crate::iam::companies::fields::PaperSize;
use crate::report::dataset::FieldKind;
use crate::report::run::{ResultChart, ResultColumn};
use crate::report::sketch::{ChartType, ReportAgg};

pub(super) fn write(shown: &Shown) -> Option<Vec<u8>> {
    let result = &shown.result;
    let words = |english| shown.language.translated(english);
    let columns = result.columns.iter().map(|column| Column {
        label: shown.label(column),
        is_number: is_number(column),
    });
    let paper = Paper {
        title: shown.name.clone(),
        notes: vec![shown.company.clone(), shown.made_at()],
        columns: columns.collect(),
        rows: result.rows.iter().map(|row| shown.texts(row)).collect(),
        totals: shown.totals(),
        chart: result.chart.as_ref().and_then(|it| chart(shown, it)),
        page_words: words("Page {page} of {last}").replace("{last}", "{pages}"),
        language: shown.language.as_str().to_owned(),
        is_right_to_left: shown.language.direction() == "rtl",
        truncated: result
            .truncated
            .then(|| words("There are more rows. Raise the row limit to see them.").to_owned()),
        sheet: match shown.paper {
            PaperSize::A4 => Sheet::A4,
            PaperSize::Letter => Sheet::Letter,
        },
    };
    waybill_pdf::write(&paper).ok()
}

fn chart(shown: &Shown, chart: &ResultChart) -> Option<Chart> {
    let column = |key: &str| shown.columns().find(|(it, _)| it.key == key);
    let (x, y) = (column(&chart.x)?, column(&chart.y)?);
    let points = chart.points.iter().filter_map(|point| {
        Some(Point {
            label: shown.text(&point.x, x),
            value: point.y.as_f64()?,
            text: shown.text(&point.y, y),
        })
    });
    Some(Chart {
        kind: match chart.chart_type {
            ChartType::None => return None,
            ChartType::Bar => ChartKind::Bar,
            ChartType::Line => ChartKind::Line,
            ChartType::Pie => ChartKind::Pie,
        },
        label: shown.label(y.0),
        others: shown.language.translated("Others").to_owned(),
        points: points.collect(),
    })
}

fn is_number(column: &ResultColumn) -> bool {
    column.kind == FieldKind::Number
        || matches!(column.agg, ReportAgg::Count | ReportAgg::CountDistinct)
}
