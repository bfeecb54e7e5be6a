//! Text tables: which encoding and which separator a file has, and its rows.
//!
//! Invariant: every file is decided alike in whatever order its rows come, and is decoded once; memory is a small multiple of
//! the file's size.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{MAX_ROWS, TableRow, too_many};

/// What columns are separated by; the first one where nothing speaks for another.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Rows by which the separator is found.
const LOOKED_AT: usize = 20;

/// The rows of a text. The error says what is wrong with the file.
pub(super) fn rows(bytes: &[u8]) -> Result<Vec<TableRow>, String> {
    let text = decoded(bytes).ok_or("The file is neither a CSV file nor an XLSX spreadsheet.")?;
    let (text, separator) = match named_separator(&text) {
        Some((separator, rest)) => (rest, separator),
        None => (text.as_str(), separator(text.as_bytes())),
    };
    let bytes = text.as_bytes();
    let mut rows = Vec::new();
    let mut number = 0;
    for record in reader(bytes, separator).records() {
        if MAX_ROWS + LOOKED_AT < rows.len() {
            return Err(too_many());
        }
        let record =
            record.map_err(|_| format!("The file is not valid CSV after row {number}."))?;
        let start = record.position().map_or(0, csv::Position::byte);
        number += 1 + empty_lines(bytes, usize::try_from(start).unwrap_or(usize::MAX));
        let cells = record.iter().map(str::to_owned).collect();
        rows.push(TableRow { number, cells });
    }
    Ok(rows)
}

/// The text of a file: UTF-8 or UTF-16, by its mark or by how it looks, or else what spreadsheets of western countries write.
/// None where it is no text.
fn decoded(bytes: &[u8]) -> Option<String> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return strictly(encoding, bytes.get(length..)?);
    }
    if let Some(encoding) = unmarked_utf16(bytes) {
        return strictly(encoding, bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Some(text.to_owned());
    }
    let is_text = |it: &u8| *it >= b' ' || matches!(it, b'\t' | b'\n' | b'\r');
    bytes.iter().all(is_text).then(|| {
        WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned()
    })
}

fn strictly(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    encoding
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(std::borrow::Cow::into_owned)
}

/// UTF-16 without a mark: half of the bytes of a table in a Latin script are zero, all on one side.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = &bytes[..bytes.len().min(1000)];
    let zeros = |side: usize| {
        start
            .iter()
            .skip(side)
            .step_by(2)
            .filter(|it| **it == 0)
            .count()
    };
    let (first, second, enough) = (zeros(0), zeros(1), start.len() / 6);
    if start.len() < 4 || bytes.len() % 2 == 1 {
        return None;
    }
    match (first, second) {
        (0, second) if second > enough => Some(UTF_16LE),
        (first, 0) if first > enough => Some(UTF_16BE),
        _ => None,
    }
}

/// The separator that a first line `sep=;` names, as a spreadsheet reads it, and the text below it.
fn named_separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n')?;
    match *line.trim_end_matches('\r').as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] if separator.is_ascii() => {
            Some((separator, rest))
        }
        _ => None,
    }
}

/// The separator by which most of the first rows have equally many cells.
fn separator(bytes: &[u8]) -> u8 {
    let even = |separator: u8| -> (usize, usize) {
        let records = reader(bytes, separator).into_records();
        let widths = records.take(LOOKED_AT).map_while(Result::ok);
        let widths: Vec<usize> = widths.map(|record| record.len()).collect();
        let alike = |width: usize| widths.iter().filter(|it| **it == width).count();
        let wide = widths.iter().filter(|width| **width > 1);
        wide.map(|width| (alike(*width), *width))
            .max()
            .unwrap_or_default()
    };
    let mut best = (SEPARATORS[0], (0, 0));
    for separator in SEPARATORS {
        let found = even(separator);
        if found > best.1 {
            best = (separator, found);
        }
    }
    best.0
}

fn reader(bytes: &[u8], separator: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(bytes)
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
