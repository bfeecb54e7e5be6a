//! Rows of the table: header, values and totals, each laid out when it is measured and again when it is drawn.
//!
//! Invariant: only one row is laid out at a time, so memory does not grow with the table.

use crate::canvas::Canvas;
use crate::columns::{Columns, PADDING};
use crate::paper::{Column, Paper};
use crate::text::{Align, Block, Fit, Typesetter};
use crate::theme::{CELL, HEAD, INK_2, LINE, MARGIN, Style, TOTAL};
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier};

/// Lines of a cell; what does not fit into them ends in an ellipsis.
const MAX_LINES: usize = 8;
/// Space above and below a cell's text.
const GAP: f32 = 2.8;

/// Which row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Head,
    Row(usize),
    Totals,
}

/// A row in lines.
pub(crate) struct Row {
    line: Line,
    cells: Vec<Block>,
    pub(crate) height: f32,
}

impl Row {
    /// The row `line` of the table.
    pub(crate) fn laid_out(
        line: Line,
        paper: &Paper,
        columns: &Columns,
        typesetter: &mut Typesetter,
    ) -> Self {
        let style = style(line).at(columns.size);
        let cells: Vec<Block> = columns
            .widths
            .iter()
            .enumerate()
            .map(|(index, width)| {
                let column = paper.columns.get(index);
                let fit = Fit {
                    width: width - 2.0 * PADDING,
                    lines: MAX_LINES,
                    align: align(column),
                };
                typesetter.block(cell(line, paper, index), style, fit)
            })
            .collect();
        let text = cells.iter().map(Block::height).fold(0.0, f32::max);
        Self {
            line,
            cells,
            height: text + 2.0 * GAP,
        }
    }

    /// Draws the row with its rules; the cells' places in the structure, in the order of the columns.
    pub(crate) fn draw(
        &self,
        canvas: &mut Canvas<'_, '_>,
        columns: &Columns,
        y: f32,
        tag: ContentTag<'_>,
    ) -> Vec<Identifier> {
        self.draw_rules(canvas, columns.width(), y);
        let mut x = MARGIN;
        let mut identifiers = Vec::with_capacity(self.cells.len());
        for (block, width) in self.cells.iter().zip(&columns.widths) {
            // Headers are at the bottom, beside what they name; values at the top, where a row is read.
            let offset = match self.line {
                Line::Head => self.height - GAP - block.height(),
                Line::Row(_) | Line::Totals => GAP,
            };
            identifiers.push(canvas.tagged(tag, |canvas| {
                canvas.text(block, (x + PADDING, y + offset));
            }));
            x += width;
        }
        identifiers
    }

    fn draw_rules(&self, canvas: &mut Canvas<'_, '_>, width: f32, y: f32) {
        let bottom = y + self.height;
        canvas.tagged(layout(), |canvas| match self.line {
            Line::Head => canvas.rule((MARGIN, bottom), width, 0.9, INK_2),
            Line::Row(_) => canvas.rule((MARGIN, bottom), width, 0.4, LINE),
            Line::Totals => canvas.rule((MARGIN, y), width, 0.9, INK_2),
        });
    }
}

/// What is there for the eye alone.
pub(crate) fn layout() -> ContentTag<'static> {
    ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout))
}

fn style(line: Line) -> Style {
    match line {
        Line::Head => HEAD,
        Line::Row(_) => CELL,
        Line::Totals => TOTAL,
    }
}

fn align(column: Option<&Column>) -> Align {
    if column.is_some_and(|column| column.is_number) {
        Align::End
    } else {
        Align::Start
    }
}

fn cell(line: Line, paper: &Paper, column: usize) -> &str {
    let text = match line {
        Line::Head => paper.columns.get(column).map(|column| &column.label),
        Line::Row(index) => paper.rows.get(index).and_then(|row| row.get(column)),
        Line::Totals => paper.totals.as_ref().and_then(|row| row.get(column)),
    };
    text.map_or("", String::as_str)
}
