//! Pages: which part of the report is where. Measured before anything is drawn, because each footer says how many there are.
//!
//! Invariant: every part is on exactly one page; only the header of the table is repeated, on each page with rows.

use crate::chart::Figure;
use crate::columns::Columns;
use crate::paper::Paper;
use crate::table::{Line, Row};
use crate::text::{Block, Fit, Typesetter};
use crate::theme::{MARGIN, NOTE, Style, TITLE};

/// Height at the bottom of each page, for the footer.
pub(crate) const FOOTER_ROOM: f32 = 46.0;
/// The bar of colour above the title.
pub(crate) const ACCENT_HEIGHT: f32 = 12.0;

/// A part of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    Note(usize),
    Chart,
    Table(Line),
    Truncated,
}

/// A part and where it begins on its page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    pub(crate) part: Part,
    pub(crate) top: f32,
}

/// The pages so far, at least one, and the free place on the last.
pub(crate) struct Pages {
    done: Vec<Vec<Placed>>,
    top: f32,
    bottom: f32,
}

impl Pages {
    /// The pages of `paper`.
    pub(crate) fn planned(
        paper: &Paper,
        columns: &Columns,
        figure: Option<&Figure>,
        typesetter: &mut Typesetter,
    ) -> Vec<Vec<Placed>> {
        let mut pages = Self {
            done: vec![Vec::new()],
            top: MARGIN + ACCENT_HEIGHT,
            bottom: columns.page.1 - FOOTER_ROOM,
        };
        let width = columns.page.0 - 2.0 * MARGIN;
        pages.place(Part::Title, title(paper, width, typesetter).height() + 3.0);
        for index in 0..paper.notes.len() {
            pages.place(
                Part::Note(index),
                note(paper, index, width, typesetter).height(),
            );
        }
        pages.top += 12.0;
        if let Some(figure) = figure {
            pages.place(Part::Chart, figure.height());
            pages.top += 14.0;
        }
        pages.place_table(paper, columns, typesetter);
        if paper.truncated.is_some() {
            pages.top += 5.0;
            pages.place(
                Part::Truncated,
                truncated(paper, width, typesetter).height(),
            );
        }
        pages.done
    }

    fn place_table(&mut self, paper: &Paper, columns: &Columns, typesetter: &mut Typesetter) {
        if columns.widths.is_empty() {
            return;
        }
        let mut height = |line| Row::laid_out(line, paper, columns, typesetter).height;
        let head = height(Line::Head);
        let rows = (0..paper.rows.len()).map(Line::Row);
        let lines = rows.chain(paper.totals.is_some().then_some(Line::Totals));
        let mut is_first = true;
        for line in lines {
            let height = height(line);
            let needed = if is_first { head + height } else { height };
            if self.top + needed > self.bottom {
                self.start_page();
                is_first = true;
            }
            if is_first {
                self.place(Part::Table(Line::Head), head);
            }
            is_first = false;
            self.place(Part::Table(line), height);
        }
        if is_first {
            self.place(Part::Table(Line::Head), head);
        }
    }

    fn place(&mut self, part: Part, height: f32) {
        let is_empty = self.done.last().is_none_or(Vec::is_empty);
        if self.top + height > self.bottom && !is_empty {
            self.start_page();
        }
        let top = self.top;
        self.top += height;
        if let Some(page) = self.done.last_mut() {
            page.push(Placed { part, top });
        }
    }

    fn start_page(&mut self) {
        self.done.push(Vec::new());
        self.top = MARGIN;
    }
}

/// The title, in at most three lines.
pub(crate) fn title(paper: &Paper, width: f32, typesetter: &mut Typesetter) -> Block {
    typesetter.block(&paper.title, TITLE, Fit::start(width, 3))
}

/// A line below the title.
pub(crate) fn note(paper: &Paper, index: usize, width: f32, typesetter: &mut Typesetter) -> Block {
    let text = paper.notes.get(index).map_or("", String::as_str);
    typesetter.block(text, NOTE, Fit::start(width, 6))
}

/// The note below the table.
pub(crate) fn truncated(paper: &Paper, width: f32, typesetter: &mut Typesetter) -> Block {
    let text = paper.truncated.as_deref().unwrap_or_default();
    let style = Style {
        is_bold: true,
        ..NOTE
    };
    typesetter.block(text, style, Fit::start(width, 6))
}
