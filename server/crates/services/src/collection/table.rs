//! Tables: CSV (RFC 4180) and XLSX, read into rows of texts and written from them.
//!
//! Invariant: no cell that is written can start a formula when the file is opened in a spreadsheet.

use crate::problem::FieldProblem;
use crate::vocabulary::words;

words! {
    /// The form of a table.
    TableFormat {
        /// RFC 4180, in UTF-8.
        Csv = "csv",
        /// Office Open XML.
        Xlsx = "xlsx",
    }
}

mod workbook;

/// The most rows of a table that is read.
pub const MAX_ROWS: usize = 50_000;

/// The most columns of a table that is read.
const MAX_COLUMNS: usize = 200;

/// A table that was read: the first row names the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub header: Vec<String>,
    /// The rows below it, each as long as the header. Rows without any text are left out, but numbered.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its number as a spreadsheet shows it; the header is row 1.
    pub number: usize,
    /// Its cells.
    pub cells: Vec<String>,
}

impl TableFormat {
    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    /// The form of a body with this media type, by its essence.
    pub fn of(media_type: &str) -> Option<Self> {
        let essence = media_type.split(';').next().unwrap_or_default().trim();
        Self::ALL.iter().copied().find(|it| {
            let own = it.media_type().split(';').next();
            own.is_some_and(|own| own.eq_ignore_ascii_case(essence))
        })
    }
}

impl Table {
    /// Reads a table. The error says what is wrong with the file as a whole.
    pub fn read(format: TableFormat, bytes: &[u8]) -> Result<Self, FieldProblem> {
        let rows = match format {
            TableFormat::Csv => csv_rows(bytes),
            TableFormat::Xlsx => workbook::rows(bytes),
        };
        let rows = rows.map_err(wrong)?;
        let mut rows = rows.into_iter();
        let Some(TableRow { cells: header, .. }) = rows.next() else {
            return Err(wrong("The file is empty.".to_owned()));
        };
        let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        let width = header
            .iter()
            .rposition(|name| !name.is_empty())
            .map_or(0, |at| at + 1);
        if width == 0 || MAX_COLUMNS < width {
            return Err(wrong(format!(
                "The first row must name the columns, at most {MAX_COLUMNS}."
            )));
        }
        let rows: Vec<TableRow> = rows
            .filter(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()))
            .map(|TableRow { number, mut cells }| {
                cells.resize(width, String::new());
                TableRow {
                    number,
                    cells: cells.into_iter().map(|cell| armed(&cell)).collect(),
                }
            })
            .collect();
        if MAX_ROWS < rows.len() {
            return Err(wrong(too_many()));
        }
        let header = header.into_iter().take(width).collect();
        Ok(Self { header, rows })
    }
}

fn wrong(detail: String) -> FieldProblem {
    FieldProblem {
        pointer: String::new(),
        detail,
    }
}

fn csv_rows(bytes: &[u8]) -> Result<Vec<TableRow>, String> {
    // Spreadsheets write a byte order mark, and in some countries semicolons.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first_line = bytes.split(|it| *it == b'\n').next().unwrap_or_default();
    let count = |wanted: u8| first_line.split(|it| *it == wanted).count();
    let delimiter = if count(b';') > count(b',') {
        b';'
    } else {
        b','
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(bytes);
    let mut rows = Vec::new();
    let mut number = 0;
    for record in reader.records() {
        if MAX_ROWS < rows.len() {
            return Err(too_many());
        }
        let record =
            record.map_err(|_| format!("What follows row {number} is no CSV in UTF-8."))?;
        let start = record.position().map_or(0, csv::Position::byte);
        number += 1 + empty_lines(bytes, usize::try_from(start).unwrap_or(usize::MAX));
        let cells = record.iter().map(str::to_owned).collect();
        rows.push(TableRow { number, cells });
    }
    Ok(rows)
}

/// How many empty lines begin here: the reader skips them, a spreadsheet counts them.
fn empty_lines(bytes: &[u8], start: usize) -> usize {
    let (before, rest) = bytes.split_at(start.min(bytes.len()));
    // The end of the line before may stand half before the start.
    let rest = if before.ends_with(b"\r") {
        rest.strip_prefix(b"\n").unwrap_or(rest)
    } else {
        rest
    };
    let breaks = rest.iter().take_while(|it| matches!(it, b'\r' | b'\n'));
    breaks.filter(|it| **it == b'\n').count()
}

fn too_many() -> String {
    format!("Please import at most {MAX_ROWS} rows at once.")
}

/// A cell as it may be written: one that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV
/// injection).
pub fn disarmed(cell: &str) -> String {
    if starts_formula(cell) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// The cell that was disarmed.
pub fn armed(cell: &str) -> String {
    let cell = cell.trim();
    match cell.strip_prefix('\'') {
        Some(rest) if starts_formula(rest) => rest.to_owned(),
        _ => cell.to_owned(),
    }
}

fn starts_formula(cell: &str) -> bool {
    // A negative number is a number; `+31…` is more often a telephone number.
    let is_negative = cell.starts_with('-') && cell.parse::<f64>().is_ok();
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) && !is_negative
}

/// One line of CSV.
pub fn csv_line(cells: &[String]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    // Writing to memory fails only when records differ in length, and there is one.
    match writer.write_record(cells.iter().map(|cell| disarmed(cell))) {
        Ok(()) => writer.into_inner().unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

/// An XLSX table that is written row by row; rows that are done lie in a temporary file.
pub struct XlsxWriter {
    book: rust_xlsxwriter::Workbook,
    row: u32,
}

impl XlsxWriter {
    /// An empty table.
    pub fn new() -> Result<Self, rust_xlsxwriter::XlsxError> {
        let mut book = rust_xlsxwriter::Workbook::new();
        book.add_worksheet_with_constant_memory()?;
        Ok(Self { book, row: 0 })
    }

    /// Adds a row. Cells are texts, so none of them is a formula.
    pub fn push(&mut self, cells: &[String]) -> Result<(), rust_xlsxwriter::XlsxError> {
        let sheet = self.book.worksheet_from_index(0)?;
        for (column, cell) in (0..).zip(cells) {
            if !cell.is_empty() {
                sheet.write_string(self.row, column, cell)?;
            }
        }
        self.row += 1;
        Ok(())
    }

    /// The file.
    pub fn finish(mut self) -> Result<Vec<u8>, rust_xlsxwriter::XlsxError> {
        self.book.save_to_buffer()
    }
}
