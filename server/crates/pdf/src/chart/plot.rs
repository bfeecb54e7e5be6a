//! Upright bars or a line over many points: time series, mostly.
//!
//! Values are written at their marks if they fit side by side; else the highest and the lowest are, at a line across the chart.
//! Invariant: zero is on the chart, so that heights compare.

use super::shares;
use crate::canvas::Canvas;
use crate::paper::Point;
use crate::text::{Align, Fit, Typesetter};
use crate::theme::{ACCENT, AXIS, LINE, LINE_2, MARGIN, MARK};

const PLOT_HEIGHT: f32 = 120.0;
const LABEL_HEIGHT: f32 = 16.0;
/// Space above the highest mark for its value.
const VALUE_HEIGHT: f32 = 13.0;
/// Marks that can be told apart; of more points in their place the extremes are drawn.
const MAX_MARKS: usize = 400;
const GAP: f32 = 6.0;

/// How the points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bars,
    Line,
}

enum Side {
    Above,
    Below,
}

/// Marks over an axis of labels.
pub(super) struct Plot {
    kind: Kind,
    points: Vec<Point>,
    shares: Vec<Option<f32>>,
    width: f32,
    /// Width of the widest label.
    labels: f32,
    /// Width of the widest value.
    values: f32,
}

impl Plot {
    pub(super) fn measured(
        kind: Kind,
        points: &[Point],
        width: f32,
        typesetter: &mut Typesetter,
    ) -> Self {
        let (points, shares) = thinned(points);
        let mut widest = |text: fn(&Point) -> &str| {
            points
                .iter()
                .map(|point| typesetter.widths(text(point), AXIS).max)
                .fold(0.0, f32::max)
                .min(width / 6.0)
        };
        Self {
            kind,
            labels: widest(|point| &point.label),
            values: widest(|point| &point.text),
            points,
            shares,
            width,
        }
    }

    pub(super) fn height(&self) -> f32 {
        self.labels_top() + LABEL_HEIGHT
    }

    /// Where the labels are, below the top of the chart.
    fn labels_top(&self) -> f32 {
        // A line has values below it, too.
        let below = match self.kind {
            Kind::Line => VALUE_HEIGHT,
            Kind::Bars => 4.0,
        };
        VALUE_HEIGHT + PLOT_HEIGHT + below
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_, '_>, typesetter: &mut Typesetter, top: f32) {
        let scale = Scale::new(&self.shares, top + VALUE_HEIGHT);
        let count = length(self.points.len());
        let has_values = self.values + GAP <= self.width / count;
        let gutter = if has_values { 0.0 } else { self.values + GAP };
        let start = MARGIN + gutter;
        let step = (self.width - gutter) / count;
        let centre = |index: usize| start + (length(index) + 0.5) * step;

        if !has_values {
            self.draw_extremes(canvas, typesetter, &scale, start);
        }
        let zero = scale.y(0.0);
        match self.kind {
            Kind::Bars => self.draw_bars(canvas, &scale, step, centre),
            Kind::Line => self.draw_line(canvas, &scale, centre),
        }
        canvas.rule((start, zero), self.width - gutter, 0.6, LINE_2);
        if has_values {
            self.draw_values(canvas, typesetter, &scale, step, centre);
        }
        self.draw_labels(canvas, typesetter, step, top, centre);
    }

    /// Values at the marks; of a line those of its turns and ends.
    fn draw_values(
        &self,
        canvas: &mut Canvas<'_, '_>,
        typesetter: &mut Typesetter,
        scale: &Scale,
        step: f32,
        centre: impl Fn(usize) -> f32,
    ) {
        for (index, point, share) in self.marks() {
            let text = typesetter.block(&point.text, MARK, Fit::line(step, Align::Centre));
            let above = text.height() + 1.0;
            let y = match (self.kind, self.side(index, share)) {
                (Kind::Bars, _) => scale.y(share.max(0.0)) - above,
                (Kind::Line, Some(Side::Above)) => scale.y(share) - above - 1.5,
                (Kind::Line, Some(Side::Below)) => scale.y(share) + 2.5,
                (Kind::Line, None) => continue,
            };
            canvas.text(&text, (centre(index) - step / 2.0, y));
        }
    }

    fn draw_bars(
        &self,
        canvas: &mut Canvas<'_, '_>,
        scale: &Scale,
        step: f32,
        centre: impl Fn(usize) -> f32,
    ) {
        let width = (step * 0.72).min(26.0);
        let zero = scale.y(0.0);
        for (index, _, share) in self.marks() {
            let y = scale.y(share);
            let corner = (centre(index) - width / 2.0, y.min(zero));
            canvas.rect(corner, (width, (y - zero).abs()), ACCENT);
        }
    }

    fn draw_line(&self, canvas: &mut Canvas<'_, '_>, scale: &Scale, centre: impl Fn(usize) -> f32) {
        let has_dots = self.points.len() <= 40;
        for piece in self
            .shares
            .iter()
            .enumerate()
            .collect::<Vec<_>>()
            .split(|(_, share)| share.is_none())
        {
            let line: Vec<_> = piece
                .iter()
                .filter_map(|(index, share)| share.map(|share| (centre(*index), scale.y(share))))
                .collect();
            if line.len() > 1 {
                canvas.polyline(&line, 1.4, ACCENT);
            }
            for (x, y) in line.iter().filter(|_| has_dots || line.len() == 1) {
                canvas.rect((x - 1.8, y - 1.8), (3.6, 3.6), ACCENT);
            }
        }
    }

    /// The highest and the lowest value, each at a line across the chart; not the lowest one where both would overlap.
    fn draw_extremes(
        &self,
        canvas: &mut Canvas<'_, '_>,
        typesetter: &mut Typesetter,
        scale: &Scale,
        start: f32,
    ) {
        let highest = self.marks().max_by(|(_, _, a), (_, _, b)| a.total_cmp(b));
        let lowest = self.marks().min_by(|(_, _, a), (_, _, b)| a.total_cmp(b));
        let mut before = f32::MIN;
        for (_, point, share) in highest.into_iter().chain(lowest) {
            let y = scale.y(share);
            if y - before < AXIS.line_height() {
                continue;
            }
            before = y;
            canvas.rule((start, y), self.width - (start - MARGIN), 0.4, LINE);
            let text = typesetter.block(&point.text, AXIS, Fit::line(self.values, Align::End));
            canvas.text(&text, (MARGIN, y - text.height() / 2.0));
        }
    }

    /// On which side of the line this mark has room for its value; on a slope there is none.
    fn side(&self, index: usize, share: f32) -> Option<Side> {
        let neighbour = |index: Option<usize>| index.and_then(|it| *self.shares.get(it)?);
        let before = neighbour(index.checked_sub(1));
        let after = neighbour(index.checked_add(1));
        let mut neighbours = before.into_iter().chain(after);
        if neighbours.clone().all(|it| it <= share) {
            Some(Side::Above)
        } else if neighbours.all(|it| it >= share) {
            Some(Side::Below)
        } else {
            None
        }
    }

    /// As many labels as fit side by side, at equal distances.
    fn draw_labels(
        &self,
        canvas: &mut Canvas<'_, '_>,
        typesetter: &mut Typesetter,
        step: f32,
        top: f32,
        centre: impl Fn(usize) -> f32,
    ) {
        let needed = self.labels + GAP;
        let stride = (1..self.points.len())
            .find(|stride| length(*stride) * step >= needed)
            .unwrap_or(self.points.len().max(1));
        let width = needed.max(step);
        let last = MARGIN + self.width - width;
        for (index, point) in self.points.iter().enumerate().step_by(stride) {
            let first = (centre(index) - width / 2.0).min(last).max(MARGIN);
            let text = typesetter.block(&point.label, AXIS, Fit::line(width, Align::Centre));
            canvas.text(&text, (first, top + self.labels_top()));
        }
    }

    fn marks(&self) -> impl Iterator<Item = (usize, &Point, f32)> {
        self.points
            .iter()
            .zip(&self.shares)
            .enumerate()
            .filter_map(|(index, (point, share))| share.map(|share| (index, point, share)))
    }
}

/// From shares to heights on the page.
struct Scale {
    top: f32,
    most: f32,
    factor: f32,
}

impl Scale {
    fn new(shares: &[Option<f32>], top: f32) -> Self {
        let most = shares.iter().flatten().copied().fold(0.0, f32::max);
        let least = shares.iter().flatten().copied().fold(0.0, f32::min);
        let range = most - least;
        Self {
            top,
            most: if range > 0.0 { most } else { 1.0 },
            factor: PLOT_HEIGHT / if range > 0.0 { range } else { 1.0 },
        }
    }

    fn y(&self, share: f32) -> f32 {
        self.top + (self.most - share) * self.factor
    }
}

/// At most [`MAX_MARKS`] points: of each run of neighbours the one farthest from zero.
fn thinned(points: &[Point]) -> (Vec<Point>, Vec<Option<f32>>) {
    let shares = shares(points);
    let run = points.len().div_ceil(MAX_MARKS).max(1);
    points
        .chunks(run)
        .zip(shares.chunks(run))
        .filter_map(|(points, shares)| {
            let marks = points.iter().zip(shares);
            marks.max_by(|(_, a), (_, b)| {
                let distance = |share: &Option<f32>| share.map_or(-1.0, f32::abs);
                distance(a).total_cmp(&distance(b))
            })
        })
        .map(|(point, share)| (point.clone(), *share))
        .unzip()
}

fn length(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}
