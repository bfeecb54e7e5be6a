//! Columns of the table: how wide each is, how large its letters are, and how large the paper is for all of them.
//!
//! The sheet upright if what the columns hold fits; else landscape, then smaller letters; at last larger paper in the
//! proportions of the sheet, so that it prints on one. Invariant: the columns together are never wider than the page without its margins.

use crate::PdfError;
use crate::paper::{Paper, Sheet};
use crate::text::{Typesetter, Widths};
use crate::theme::{CELL, MARGIN, TOTAL};

/// Columns that a page shows; a report of a tenth of them is hard to read already.
pub const MAX_COLUMNS: usize = 150;

const LETTER_SIZES: [f32; 3] = [8.5, 7.5, 6.5];

/// Space at either side of a cell's text.
pub(crate) const PADDING: f32 = 4.0;

/// Rows whose cells are measured, spread over the table.
const SAMPLE: usize = 300;
/// Texts up to this width are not wrapped as long as the paper has room.
const COMFORTABLE: f32 = 150.0;
/// Columns wider than this gain nothing for their reader.
const WIDEST: f32 = 300.0;
/// Longer words are broken.
const LONGEST_WORD: f32 = 90.0;
/// Factor by which columns may be widened to fill the page.
const STRETCH: f32 = 1.7;

/// The columns on their paper.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Columns {
    /// Width and height of the page.
    pub(crate) page: (f32, f32),
    /// Size of the letters in the table.
    pub(crate) size: f32,
    /// Width of each column with its padding.
    pub(crate) widths: Vec<f32>,
}

impl Columns {
    /// The columns for what `paper` holds.
    pub(crate) fn fitted(paper: &Paper, typesetter: &mut Typesetter) -> Result<Self, PdfError> {
        let cells = paper.rows.iter().chain(&paper.totals).map(Vec::len);
        let count = cells.max().unwrap_or(0).max(paper.columns.len());
        if count > MAX_COLUMNS {
            return Err(PdfError::TooManyColumns(count));
        }
        let texts: Vec<Widths> = (0..count)
            .map(|column| measured(paper, column, typesetter))
            .collect();
        Ok(Self::for_texts(&texts, paper.sheet))
    }

    /// The columns on such sheets for texts as wide as `texts`, measured in letters of the first size.
    fn for_texts(texts: &[Widths], sheet: Sheet) -> Self {
        let (short, long) = sheet.sides();
        let comfortable: f32 = texts
            .iter()
            .map(|it| it.max.min(COMFORTABLE) + 2.0 * PADDING)
            .sum();
        if comfortable <= short - 2.0 * MARGIN {
            return Self::on((short, long), CELL.size, texts);
        }
        for size in LETTER_SIZES {
            if narrowest(texts, size) <= long - 2.0 * MARGIN {
                return Self::on((long, short), size, texts);
            }
        }
        let size = LETTER_SIZES.into_iter().fold(CELL.size, f32::min);
        let width = narrowest(texts, size) + 2.0 * MARGIN;
        Self::on((width, width * short / long), size, texts)
    }

    fn on(page: (f32, f32), size: f32, texts: &[Widths]) -> Self {
        let room = page.0 - 2.0 * MARGIN;
        let texts: Vec<Widths> = texts.iter().map(|it| scaled(*it, size)).collect();
        let most: f32 = texts.iter().map(|it| it.max).sum();
        let widths = if most <= room {
            let stretch = (room / most).min(STRETCH);
            texts.iter().map(|it| it.max * stretch).collect()
        } else {
            shared(room, &texts)
        };
        Self { page, size, widths }
    }

    /// Width of the table.
    pub(crate) fn width(&self) -> f32 {
        self.widths.iter().sum()
    }
}

/// Widths of columns that share `room`: each what it needs up to one limit for all, so that the widest give way first.
fn shared(room: f32, texts: &[Widths]) -> Vec<f32> {
    let at = |limit: f32| texts.iter().map(move |it| it.max.min(limit).max(it.min));
    let (mut low, mut high) = (0.0, room);
    for _ in 0..24 {
        let middle = f32::midpoint(low, high);
        if at(middle).sum::<f32>() <= room {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(low).collect()
}

fn narrowest(texts: &[Widths], size: f32) -> f32 {
    texts.iter().map(|it| scaled(*it, size).min).sum()
}

/// `texts` in letters of `size`, with padding.
fn scaled(texts: Widths, size: f32) -> Widths {
    let factor = size / CELL.size;
    let min = texts.min.min(LONGEST_WORD) * factor + 2.0 * PADDING;
    let max = texts.max.min(WIDEST) * factor + 2.0 * PADDING;
    Widths {
        min,
        max: max.max(min),
    }
}

/// What the cells of `column` need: its label, its total, a sample of its rows and the longest of all.
fn measured(paper: &Paper, column: usize, typesetter: &mut Typesetter) -> Widths {
    let header = paper.columns.get(column);
    let is_number = header.is_some_and(|it| it.is_number);
    let label = header.map(|it| it.label.as_str());
    let total = paper.totals.as_ref().and_then(|cells| cells.get(column));
    let cells = || paper.rows.iter().filter_map(|row| row.get(column));
    let longest = cells().max_by_key(|text| text.len());
    let step = (paper.rows.len() / SAMPLE).max(1);
    let sample = cells().step_by(step).chain(longest).map(String::as_str);

    let label = label.map_or_else(Widths::default, |text| typesetter.widths(text, TOTAL));
    let total = total.map(|text| typesetter.widths(text, TOTAL));
    let values: Vec<Widths> = sample.map(|text| typesetter.widths(text, CELL)).collect();
    values
        .into_iter()
        .chain(total)
        .fold(label, |widest, text| Widths {
            min: widest.min.max(if is_number { text.max } else { text.min }),
            max: widest.max.max(text.max),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(texts: &[(f32, f32)], page: (f32, f32), size: f32) {
        check_on(Sheet::A4, texts, page, size);
    }

    fn check_on(sheet: Sheet, texts: &[(f32, f32)], page: (f32, f32), size: f32) {
        let texts: Vec<Widths> = texts
            .iter()
            .map(|(min, max)| Widths {
                min: *min,
                max: *max,
            })
            .collect();
        let columns = Columns::for_texts(&texts, sheet);
        assert_eq!(columns.page, page);
        assert!((columns.size - size).abs() < 0.01);
        assert_eq!(columns.widths.len(), texts.len());
        assert!(columns.width() <= columns.page.0 - 2.0 * MARGIN + 0.1);
    }

    #[test]
    fn paper_without_columns_is_upright() {
        check(&[], (595.28, 841.89), 8.5);
    }

    #[test]
    fn few_columns_are_upright() {
        check(&[(40.0, 120.0); 4], (595.28, 841.89), 8.5);
    }

    #[test]
    fn many_columns_are_landscape() {
        check(&[(40.0, 120.0); 8], (841.89, 595.28), 8.5);
        check(&[(50.0, 60.0); 14], (841.89, 595.28), 7.5);
    }

    #[test]
    fn letter_paper_is_wider_and_shorter() {
        check_on(Sheet::Letter, &[], (612.0, 792.0), 8.5);
        check_on(Sheet::Letter, &[(40.0, 120.0); 8], (792.0, 612.0), 8.5);
    }

    #[test]
    fn very_many_columns_get_larger_paper() {
        let columns = Columns::for_texts(
            &[Widths {
                min: 50.0,
                max: 60.0,
            }; MAX_COLUMNS],
            Sheet::A4,
        );
        let (width, height) = columns.page;
        assert!(width < 14_400.0, "more than a PDF may have: {width}");
        assert!((width / height - 1.414).abs() < 0.01);
    }
}
