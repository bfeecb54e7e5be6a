//! The chart of a report: bars, a line or a pie, chosen so that what is drawn can be true.
//!
//! Labels and values are texts beside the marks; there are no axes with numbers of our own, because a number is formatted by the
//! caller. Invariant: a value that is not finite has no mark, and of many points the extremes are drawn.

mod bars;
mod pie;
mod plot;

use crate::canvas::Canvas;
use crate::paper::{Chart, ChartKind, Point};
use crate::text::{Fit, Typesetter, plain};
use crate::theme::{CAPTION, MARGIN};

/// Bars that lie; more of them would fill the page.
const MAX_BARS: usize = 16;
/// Points that are described in words for readers of the screen.
const DESCRIBED: usize = 40;
/// Height of the caption with the space below it.
const CAPTION_HEIGHT: f32 = 19.0;
/// A wider chart is no clearer.
const MAX_WIDTH: f32 = 640.0;

/// A chart whose size is known.
pub(crate) struct Figure {
    label: String,
    description: String,
    width: f32,
    marks: Marks,
}

enum Marks {
    Bars(bars::Bars),
    Plot(plot::Plot),
    Pie(pie::Pie),
}

impl Figure {
    /// The chart on a page with `width`; `None` if it has no points.
    pub(crate) fn measured(chart: &Chart, width: f32, typesetter: &mut Typesetter) -> Option<Self> {
        if chart.points.is_empty() {
            return None;
        }
        let width = width.min(MAX_WIDTH);
        let points = &chart.points;
        let bars = |typesetter: &mut Typesetter| {
            if points.len() <= MAX_BARS {
                Marks::Bars(bars::Bars::measured(points, width, typesetter))
            } else {
                Marks::Plot(plot::Plot::measured(
                    plot::Kind::Bars,
                    points,
                    width,
                    typesetter,
                ))
            }
        };
        let marks = match chart.kind {
            ChartKind::Bar => bars(typesetter),
            ChartKind::Pie => pie::Pie::measured(points, &chart.others, width)
                .map_or_else(|| bars(typesetter), Marks::Pie),
            ChartKind::Line => Marks::Plot(plot::Plot::measured(
                plot::Kind::Line,
                points,
                width,
                typesetter,
            )),
        };
        Some(Self {
            label: chart.label.clone(),
            description: description(chart),
            width,
            marks,
        })
    }

    /// Height of the caption and the marks.
    pub(crate) fn height(&self) -> f32 {
        CAPTION_HEIGHT
            + match &self.marks {
                Marks::Bars(bars) => bars.height(),
                Marks::Plot(plot) => plot.height(),
                Marks::Pie(pie) => pie.height(),
            }
    }

    /// The chart in words.
    pub(crate) fn description(&self) -> String {
        self.description.clone()
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>, typesetter: &mut Typesetter, top: f32) {
        let caption = typesetter.block(&self.label, CAPTION, Fit::start(self.width, 1));
        canvas.text(&caption, (MARGIN, top));
        let top = top + CAPTION_HEIGHT;
        match &self.marks {
            Marks::Bars(bars) => bars.draw(canvas, typesetter, top),
            Marks::Plot(plot) => plot.draw(canvas, typesetter, top),
            Marks::Pie(pie) => pie.draw(canvas, typesetter, top),
        }
    }
}

fn description(chart: &Chart) -> String {
    let points = chart.points.iter().take(DESCRIBED);
    let points: Vec<_> = points
        .map(|point| format!("{}: {}", plain(&point.label), plain(&point.text)))
        .collect();
    format!("{}. {}", plain(&chart.label), points.join("; "))
}

/// The values of `points` between -1 and 1, the largest at one of the ends; `None` for what is not finite.
fn shares(points: &[Point]) -> Vec<Option<f32>> {
    let values = points.iter().map(|point| point.value);
    let largest = values
        .clone()
        .filter(|value| value.is_finite())
        .fold(0.0, |largest: f64, value| largest.max(value.abs()));
    #[expect(clippy::cast_possible_truncation, reason = "a length on paper")]
    let share = |value: f64| {
        let share = if largest > 0.0 { value / largest } else { 0.0 };
        share.is_finite().then_some(share as f32)
    };
    values
        .map(|value| value.is_finite().then(|| share(value)).flatten())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[f64], expected: &[Option<f32>]) {
        let points: Vec<_> = values
            .iter()
            .map(|value| Point {
                value: *value,
                ..Point::default()
            })
            .collect();
        assert_eq!(shares(&points), expected);
    }

    #[test]
    fn shares_are_relative_to_the_largest() {
        check(&[1.0, -4.0, 2.0], &[Some(0.25), Some(-1.0), Some(0.5)]);
    }

    #[test]
    fn shares_of_hostile_values_are_finite() {
        check(&[0.0, -0.0], &[Some(0.0), Some(0.0)]);
        check(
            &[f64::MAX, f64::NAN, f64::INFINITY, f64::MIN],
            &[Some(1.0), None, None, Some(-1.0)],
        );
        check(&[f64::MIN_POSITIVE / 4.0], &[Some(1.0)]);
    }
}
