//! A report on paper: title, chart and table as a PDF, for mails with scheduled reports.
//!
//! [`write`](fn@write) gets a [`Paper`], whose texts are formatted already, and returns the bytes of the file. The order is
//!
//! 1. [`fonts`]: the fonts carried along, and installed ones for what these lack,
//! 2. [`columns`]: the size of the paper and the width of each column, by what they hold,
//! 3. [`pages`]: which part of the report is on which page, for "page x of y",
//! 4. [`document`]: each part drawn on its page ([`canvas`]) and tagged for readers of the screen.
//!
//! Layout of text is parley's (bidirectional runs, shaping, line breaks), the file is krilla's (font subsets, tags).
//!
//! Invariant: whatever the texts and numbers hold, the result is a document or a [`PdfError`], never a panic; and the same
//! paper on the same host gives the same bytes.

mod canvas;
mod chart;
mod columns;
mod document;
mod fonts;
mod pages;
mod paper;
mod structure;
mod table;
mod text;
mod theme;

pub use columns::MAX_COLUMNS;
pub use paper::{Chart, ChartKind, Column, Paper, Point, Sheet};

/// Why a report could not be written as a PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// More columns than a page can show.
    #[error("a page shows at most {MAX_COLUMNS} columns, the report has {0}. Remove columns")]
    TooManyColumns(usize),
    /// A page or font that the library for PDF files refuses.
    #[error("the PDF could not be written")]
    Write(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// The PDF of `paper`. It reads fonts of the host, once per process, if the fonts carried along lack a character.
///
/// It computes for as long as the report needs (a second for some thousand rows), so async callers use `spawn_blocking`.
///
/// # Errors
///
/// [`PdfError::TooManyColumns`] above [`MAX_COLUMNS`]; [`PdfError::Write`] if the library refuses, which no known input causes.
pub fn write(paper: &Paper) -> Result<Vec<u8>, PdfError> {
    document::write(paper)
}
