//! Bars that lie: a label, the bar, the value at its end.
//!
//! Invariant: all bars have the same zero and scale; negative ones grow towards the labels.

use super::shares;
use crate::canvas::Canvas;
use crate::paper::Point;
use crate::text::{Align, Fit, Typesetter};
use crate::theme::{ACCENT, LINE_2, MARGIN, MARK};

const STEP: f32 = 16.0;
const THICKNESS: f32 = 10.0;
const GAP: f32 = 6.0;

/// Bars for a few points.
pub(super) struct Bars {
    points: Vec<Point>,
    shares: Vec<Option<f32>>,
    width: f32,
    labels: f32,
    values: f32,
}

impl Bars {
    pub(super) fn measured(points: &[Point], width: f32, typesetter: &mut Typesetter) -> Self {
        let mut widest = |text: fn(&Point) -> &str, limit: f32| {
            points
                .iter()
                .map(|point| typesetter.widths(text(point), MARK).max)
                .fold(0.0, f32::max)
                .min(width * limit)
                + 1.0
        };
        Self {
            labels: widest(|point| &point.label, 0.35),
            values: widest(|point| &point.text, 0.2),
            shares: shares(points),
            points: points.to_vec(),
            width,
        }
    }

    pub(super) fn height(&self) -> f32 {
        self.shares.iter().map(|_| STEP).sum()
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>, typesetter: &mut Typesetter, top: f32) {
        let least = self.shares.iter().flatten().copied().fold(0.0, f32::min);
        let most = self.shares.iter().flatten().copied().fold(0.0, f32::max);
        // Negative bars have their value on the other side.
        let before = if least < 0.0 { self.values + GAP } else { 0.0 };
        let first = MARGIN + self.labels + GAP + before;
        let room = (self.width - self.labels - self.values - 2.0 * GAP - before).max(10.0);
        let scale = room / (most - least).max(f32::EPSILON);
        let zero = first - least * scale;
        let mut y = top;
        for (point, share) in self.points.iter().zip(&self.shares) {
            let text_top = y + (THICKNESS - MARK.line_height()) / 2.0;
            let label = typesetter.block(&point.label, MARK, Fit::line(self.labels, Align::Start));
            canvas.text(&label, (MARGIN, text_top));
            let length = share.unwrap_or(0.0) * scale;
            canvas.rect(
                (zero + length.min(0.0), y),
                (length.abs(), THICKNESS),
                ACCENT,
            );
            let (x, align) = if length < 0.0 {
                (zero + length - GAP + 2.0 - self.values, Align::End)
            } else {
                (zero + length + GAP - 2.0, Align::Start)
            };
            let value = typesetter.block(&point.text, MARK, Fit::line(self.values, align));
            canvas.text(&value, (x, text_top));
            y += STEP;
        }
        canvas.rect((zero - 0.3, top - 3.0), (0.6, y - top), LINE_2);
    }
}
