//! A pie: the largest slices each with its colour and a line in the legend, all others as one.
//!
//! Invariant: the slices make a whole; a series that cannot (negative, empty) gives no pie.

use super::shares;
use crate::canvas::Canvas;
use crate::paper::Point;
use crate::text::{Align, Fit, Typesetter};
use crate::theme::{Colour, MARGIN, MARK, SERIES};
use std::f32::consts::{FRAC_PI_2, TAU};

const RADIUS: f32 = 58.0;
const LEGEND_STEP: f32 = 16.0;
/// Part of a turn that is drawn as a straight line: its distance from the circle cannot be seen.
const STEP: f32 = TAU / 180.0;

/// A circle with its legend.
pub(super) struct Pie {
    slices: Vec<Slice>,
    width: f32,
}

struct Slice {
    label: String,
    text: String,
    /// Part of the whole.
    share: f32,
    colour: Colour,
}

impl Pie {
    /// The slices of `points`, the largest first; `None` if they make no whole.
    pub(super) fn measured(points: &[Point], others: &str, width: f32) -> Option<Self> {
        let mut slices: Vec<_> = points
            .iter()
            .zip(shares(points))
            .filter_map(|(point, share)| Some((point, share?)))
            .collect();
        let whole: f32 = slices.iter().map(|(_, share)| share).sum();
        if whole <= 0.0 || slices.iter().any(|(_, share)| *share < 0.0) {
            return None;
        }
        slices.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let has_others = slices.len() > SERIES.len();
        let rest = slices.split_off(slices.len().min(SERIES.len() - usize::from(has_others)));
        let mut slices: Vec<_> = slices
            .into_iter()
            .zip(SERIES)
            .map(|((point, share), colour)| Slice {
                label: point.label.clone(),
                text: point.text.clone(),
                share: share / whole,
                colour,
            })
            .collect();
        if let (true, Some(colour)) = (has_others, SERIES.last()) {
            slices.push(Slice {
                label: others.to_owned(),
                text: String::new(),
                share: rest.iter().map(|(_, share)| share / whole).sum(),
                colour: *colour,
            });
        }
        Some(Self { slices, width })
    }

    pub(super) fn height(&self) -> f32 {
        self.legend_height().max(2.0 * RADIUS) + 4.0
    }

    fn legend_height(&self) -> f32 {
        self.slices.iter().map(|_| LEGEND_STEP).sum()
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>, typesetter: &mut Typesetter, top: f32) {
        let centre = (MARGIN + RADIUS, top + RADIUS);
        let mut angle = -FRAC_PI_2;
        for slice in &self.slices {
            canvas.polygon(&sector(centre, angle, slice.share * TAU), slice.colour);
            angle += slice.share * TAU;
        }
        let x = MARGIN + 2.0 * RADIUS + 26.0;
        let values =
            widest(typesetter, &self.slices, |slice| &slice.text).min(self.width / 4.0) + 1.0;
        let labels = widest(typesetter, &self.slices, |slice| &slice.label)
            .min(self.width - 2.0 * RADIUS - 60.0 - values)
            + 1.0;
        let mut y = top + (2.0 * RADIUS - self.legend_height()).max(0.0) / 2.0;
        for slice in &self.slices {
            canvas.rect((x, y + 1.5), (8.0, 8.0), slice.colour);
            let label = typesetter.block(&slice.label, MARK, Fit::line(labels, Align::Start));
            canvas.text(&label, (x + 14.0, y));
            let value = typesetter.block(&slice.text, MARK, Fit::line(values, Align::End));
            canvas.text(&value, (x + 14.0 + labels + 16.0, y));
            y += LEGEND_STEP;
        }
    }
}

fn widest(typesetter: &mut Typesetter, slices: &[Slice], text: fn(&Slice) -> &str) -> f32 {
    slices
        .iter()
        .map(|slice| typesetter.widths(text(slice), MARK).max)
        .fold(0.0, f32::max)
}

/// The corners of a slice that begins at `from` and has the angle `sweep`.
fn sector((x, y): (f32, f32), from: f32, sweep: f32) -> Vec<(f32, f32)> {
    let mut points = vec![(x, y)];
    let mut turned = 0.0;
    loop {
        let (sin, cos) = (from + turned).sin_cos();
        points.push((x + RADIUS * cos, y + RADIUS * sin));
        if turned >= sweep {
            return points;
        }
        turned = (turned + STEP).min(sweep);
    }
}
