//! XLSX as rows of texts: the first sheet of a workbook.
//!
//! Invariant: memory is bounded by limits known before, whatever the file says of itself: it is an archive, and a few bytes
//! in it may stand for gigabytes, or for a cell in the last corner of the sheet.

use std::io::{self, Cursor, Read as _};

use calamine::{DataRef, Reader as _, Xlsx};
use zip::ZipArchive;

use super::{MAX_COLUMNS, MAX_ROWS, TableRow, too_many};

/// How much the parts of a workbook may be together once they are unpacked.
const MAX_UNPACKED: u64 = 256 * 1024 * 1024;

/// The most parts of a workbook.
const MAX_PARTS: usize = 1000;

/// The rows of the first sheet. The error says what is wrong with the file.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<TableRow>, String> {
    let no_table = || "The file is not a valid XLSX spreadsheet.".to_owned();
    if !is_bounded(bytes).ok_or_else(no_table)? {
        return Err("The file is too large when decompressed.".to_owned());
    }
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|_| no_table())?;
    let Some(sheet) = book.sheet_names().into_iter().next() else {
        return Err("The file has no worksheet.".to_owned());
    };
    let mut cells = book
        .worksheet_cells_reader(&sheet)
        .map_err(|_| no_table())?;
    let mut rows: Vec<TableRow> = Vec::new();
    while let Some(cell) = cells.next_cell().map_err(|_| no_table())? {
        let text = text(cell.get_value());
        if text.is_empty() {
            continue;
        }
        let (row, column) = cell.get_position();
        let (row, column) = (row as usize, column as usize);
        if MAX_ROWS < row {
            return Err(too_many());
        }
        if MAX_COLUMNS <= column {
            return Err(format!("Use at most {MAX_COLUMNS} columns."));
        }
        // Cells come row by row; one that does not is out of order in the file.
        let number = row + 1;
        if rows.last().is_none_or(|last| last.number < number) {
            let cells = Vec::new();
            rows.push(TableRow { number, cells });
        }
        let Some(last) = rows.last_mut().filter(|last| last.number == number) else {
            return Err(no_table());
        };
        if last.cells.len() <= column {
            last.cells.resize(column + 1, String::new());
        }
        last.cells[column] = text;
    }
    Ok(rows)
}

/// Whether the parts of the archive stay below the limits when they are unpacked; none when it is no archive.
fn is_bounded(bytes: &[u8]) -> Option<bool> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    if MAX_PARTS < archive.len() {
        return Some(false);
    }
    let mut left = MAX_UNPACKED;
    for at in 0..archive.len() {
        let part = archive.by_index(at).ok()?;
        // What it says of its size is not believed.
        let size = io::copy(&mut part.take(left + 1), &mut io::sink()).ok()?;
        match left.checked_sub(size) {
            Some(rest) => left = rest,
            None => return Some(false),
        }
    }
    Some(true)
}

fn text(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::Empty | DataRef::Error(_) => String::new(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.clone()
        }
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Float(number) => number.to_string(),
        DataRef::Int(number) => number.to_string(),
        DataRef::Bool(flag) => flag.to_string(),
        DataRef::DateTime(at) => {
            let (year, month, day, ..) = at.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
    }
}
