//! Tables: CSV (RFC 4180) and XLSX, read into rows of texts and written from them.
//!
//! Invariant: no cell that is written can start a formula when the file is opened in a spreadsheet.

use std::borrow::Cow;
use std::path::Path;

use crate::problem::FieldProblem;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// The form of a table.
    TableFormat {
        /// RFC 4180, in UTF-8.
        Csv = "csv",
        /// Office Open XML.
        Xlsx = "xlsx",
    }
}

mod text;
mod workbook;

/// The most rows of a table that is read.
pub const MAX_ROWS: usize = 50_000;

/// The most columns of a table that is read.
const MAX_COLUMNS: usize = 200;

/// Rows among which the one is that names the columns: above it stand titles at most.
const HEADER_WITHIN: usize = 20;

/// A table that was read: one row names the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns, each once.
    pub header: Vec<String>,
    /// Number of the row that they stand in, as a spreadsheet shows it.
    pub header_row: usize,
    /// The rows below it, each as long as the header. Rows without any text are left out, but numbered.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its number as a spreadsheet shows it.
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
    /// Reads a table whose columns may have any names. The error says what is wrong with the file as a whole.
    pub fn read(format: TableFormat, bytes: &[u8]) -> Result<Self, FieldProblem> {
        Self::headed(rows(format, bytes)?, None, &|_| false)
    }

    /// The table of these rows. Its header is the row of that number, or else the one with most names that `is_name` knows, or
    /// else the first one that is about as wide as the table.
    pub fn headed(
        rows: Vec<TableRow>,
        header_row: Option<usize>,
        is_name: &dyn Fn(&str) -> bool,
    ) -> Result<Self, FieldProblem> {
        let at = match header_row {
            Some(number) => rows.iter().position(|row| row.number == number),
            None => header_place(&rows, is_name),
        };
        let Some(at) = at else {
            return Err(wrong(match header_row {
                Some(number) => format!("Row {number} is empty."),
                None => "The file is empty.".to_owned(),
            }));
        };
        let mut rows = rows.into_iter().skip(at);
        let Some(TableRow {
            cells: header,
            number: header_row,
        }) = rows.next()
        else {
            return Err(wrong("The file is empty.".to_owned()));
        };
        let width = header
            .iter()
            .rposition(|name| !name.trim().is_empty())
            .map_or(0, |at| at + 1);
        if width == 0 || MAX_COLUMNS < width {
            return Err(wrong(format!(
                "The file needs a header row with at most {MAX_COLUMNS} columns."
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
        Ok(Self {
            header: distinct(header.iter().take(width)),
            header_row,
            rows,
        })
    }
}

/// The rows of a file, those without any text among them. The error says what is wrong with the file as a whole.
pub fn rows(format: TableFormat, bytes: &[u8]) -> Result<Vec<TableRow>, FieldProblem> {
    match format {
        TableFormat::Csv => text::rows(bytes),
        TableFormat::Xlsx => workbook::rows(bytes),
    }
    .map_err(wrong)
}

/// Where the row is that names the columns.
fn header_place(rows: &[TableRow], is_name: &dyn Fn(&str) -> bool) -> Option<usize> {
    let filled = |row: &TableRow| row.cells.iter().filter(|it| !it.trim().is_empty()).count();
    let named = |row: &TableRow| row.cells.iter().filter(|it| is_name(it)).count();
    let first = &rows[..rows.len().min(HEADER_WITHIN)];
    let widest = first.iter().map(filled).max().filter(|it| *it > 0)?;
    let top = first.iter().position(|row| filled(row) > 0);
    let most = first.iter().map(named).max().unwrap_or_default();
    // One name may be a word of a cell; two in a row below are a header, unless the table has one column.
    if most > 1 || (most == 1 && (widest == 1 || top.is_some_and(|at| named(&first[at]) == 1))) {
        return first.iter().position(|row| named(row) == most);
    }
    first.iter().position(|row| widest <= filled(row) * 2)
}

/// The names without what surrounds them; one that is given again gets a number.
fn distinct<'n>(names: impl Iterator<Item = &'n String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        let name = name.trim();
        let mut own = name.to_owned();
        let mut count = 1;
        while !own.is_empty() && distinct.contains(&own) {
            count += 1;
            own = format!("{name} ({count})");
        }
        distinct.push(own);
    }
    distinct
}

fn wrong(detail: String) -> FieldProblem {
    FieldProblem {
        pointer: String::new(),
        detail,
    }
}

fn too_many() -> String {
    format!("Import at most {MAX_ROWS} rows at once.")
}

/// A cell as it may be written: one that a spreadsheet would take for a formula gets an apostrophe before it (OWASP, CSV
/// injection).
pub fn disarmed(cell: &str) -> Cow<'_, str> {
    if starts_formula(cell) {
        format!("'{cell}").into()
    } else {
        cell.into()
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
    csv_lines([cells])
}

/// Lines of CSV.
pub fn csv_lines<C: AsRef<[String]>>(rows: impl IntoIterator<Item = C>) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .flexible(true)
        .from_writer(Vec::new());
    // Writing to memory fails only when lines may not differ in length.
    for cells in rows {
        for cell in cells.as_ref() {
            drop(writer.write_field(disarmed(cell).as_bytes()));
        }
        drop(writer.write_record(None::<&[u8]>));
    }
    writer.into_inner().unwrap_or_default()
}

/// An XLSX table that is written row by row; rows that are done lie in a temporary file.
pub struct XlsxWriter {
    book: rust_xlsxwriter::Workbook,
    row: u32,
}

impl XlsxWriter {
    /// An empty table, whose temporary file is in this folder.
    pub fn new(folder: &Path) -> Result<Self, rust_xlsxwriter::XlsxError> {
        let mut book = rust_xlsxwriter::Workbook::new();
        book.set_tempdir(folder)?;
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
