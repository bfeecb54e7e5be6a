//! The content of a report, as its reader sees it: texts are formatted and translated, and this crate adds no word.
//!
//! Invariant: only [`Point::value`] is a number; it decides the size of a mark and is never printed.

/// A report to be written by [`write`](crate::write).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paper {
    /// Name of the report; also the title of the document.
    pub title: String,
    /// Lines below the title: company, time and time zone of the report, filters.
    pub notes: Vec<String>,
    /// Columns of the table in reading order; may be empty.
    pub columns: Vec<Column>,
    /// Cells by row, in the order of `columns`. Missing cells are blank, additional ones get a column without a label.
    pub rows: Vec<Vec<String>>,
    /// Cells of the row below all others.
    pub totals: Option<Vec<String>>,
    /// Chart above the table.
    pub chart: Option<Chart>,
    /// Footer with `{page}` and `{pages}`, for example `Page {page} of {pages}`.
    pub page_words: String,
    /// Language of the texts (BCP 47). It goes into the document and picks regional letter shapes.
    pub language: String,
    /// Whether the page is laid out from right to left: first column, bars and footer start at the right.
    pub is_right_to_left: bool,
    /// Note below the table, for example that there are more rows.
    pub truncated: Option<String>,
    /// What it is printed on.
    pub sheet: Sheet,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sheet {
    /// ISO 216 A4: 210 by 297 mm.
    #[default]
    A4,
    /// US Letter: 8½ by 11 inches.
    Letter,
}

impl Sheet {
    /// Its short and its long side in points.
    pub(crate) const fn sides(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// A column of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// Header of the column, repeated on each page.
    pub label: String,
    /// Numbers are aligned at the end of the column and are not wrapped between words.
    pub is_number: bool,
}

/// A chart of one series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// How the points are drawn.
    pub kind: ChartKind,
    /// What is counted, for example `Shipments by carrier`.
    pub label: String,
    /// Label of what a pie sums up beside its largest slices.
    pub others: String,
    /// Points in the order of the axis.
    pub points: Vec<Point>,
}

/// How a chart is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChartKind {
    /// Bars from zero: horizontal, each with its label, as long as they fit; upright above that.
    #[default]
    Bar,
    /// A line from point to point; a value that is not finite interrupts it.
    Line,
    /// Slices of a whole. A pie cannot show negative values: such a series is drawn as bars.
    Pie,
}

/// A point of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Name of the point on the axis or in the legend.
    pub label: String,
    /// Size of the mark. Nothing is drawn for a value that is not finite.
    pub value: f64,
    /// The value as it is shown.
    pub text: String,
}
