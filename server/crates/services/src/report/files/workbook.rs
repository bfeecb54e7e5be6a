//! A result as a workbook: its table, and its chart beside it.
//!
//! Invariant: numbers are numbers, everything else is text; nothing is a formula.

use rust_xlsxwriter::{Chart, ChartType as XlsxChart, Format, Workbook, Worksheet, XlsxError};
use serde_json::Value;

use super::Shown;
use crate::report::run::ResultChart;
use crate::report::sketch::ChartType;

/// Under this name the chart finds the cells, whatever a spreadsheet calls the sheet.
const SHEET: &str = "Report";

/// The longest text of a cell, which is the format's own limit.
const LONGEST: usize = 32_767;

pub(super) fn write(shown: &Shown) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_name(SHEET)?;
    let bold = Format::new().set_bold();
    let columns = &shown.result.columns;
    for (at, column) in (0..).zip(columns) {
        sheet.write_string_with_format(0, at, short(shown.label(column)), &bold)?;
    }
    let mut row_at = 0;
    for row in &shown.result.rows {
        row_at += 1;
        put(sheet, shown, row_at, row, None)?;
    }
    if let Some(chart) = &shown.result.chart {
        put_chart(sheet, shown, chart)?;
    }
    if let Some(totals) = &shown.result.totals {
        put(sheet, shown, row_at + 1, totals, Some(&bold))?;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_right_to_left(shown.language.direction() == "rtl");
    sheet.set_autofit_max_width(300);
    sheet.autofit();
    book.save_to_buffer()
}

fn put(
    sheet: &mut Worksheet,
    shown: &Shown,
    row_at: u32,
    cells: &[Value],
    format: Option<&Format>,
) -> Result<(), XlsxError> {
    let plain = Format::default();
    let format = format.unwrap_or(&plain);
    for ((at, cell), column) in (0..).zip(cells).zip(shown.columns()) {
        if let Some(number) = cell.as_f64() {
            sheet.write_number_with_format(row_at, at, number, format)?;
            continue;
        }
        let text = shown.text(cell, column);
        if !text.is_empty() {
            sheet.write_string_with_format(row_at, at, short(text), format)?;
        }
    }
    Ok(())
}

/// The chart stands to the right of the table, and draws the cells.
fn put_chart(sheet: &mut Worksheet, shown: &Shown, drawn: &ResultChart) -> Result<(), XlsxError> {
    let columns = &shown.result.columns;
    let place = |key: &str| {
        let at = columns.iter().position(|column| column.key == key)?;
        u16::try_from(at).ok()
    };
    let (Some(x), Some(y)) = (place(&drawn.x), place(&drawn.y)) else {
        return Ok(());
    };
    let Ok(last @ 1..) = u32::try_from(drawn.points.len()) else {
        return Ok(());
    };
    let kind = match drawn.chart_type {
        ChartType::None => return Ok(()),
        ChartType::Bar => XlsxChart::Column,
        ChartType::Line => XlsxChart::Line,
        ChartType::Pie => XlsxChart::Pie,
    };
    let label = columns
        .get(usize::from(y))
        .map(|column| shown.label(column));
    let mut chart = Chart::new(kind);
    chart
        .add_series()
        .set_categories((SHEET, 1, x, last, x))
        .set_values((SHEET, 1, y, last, y))
        .set_name(label.as_deref().unwrap_or_default());
    chart.title().set_name(&shown.name);
    let beside = u16::try_from(columns.len())
        .unwrap_or(u16::MAX)
        .saturating_add(1);
    sheet.insert_chart(1, beside, &chart)?;
    Ok(())
}

fn short(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((at, _)) => text[..at].to_owned(),
    }
}
