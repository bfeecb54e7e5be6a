//! A page to draw on, measured from where reading starts: on a page from right to left, x counts from the right.
//!
//! Invariant: only this module knows the two directions of a drawing; coordinates that are not finite draw nothing.

use crate::fonts::Faces;
use crate::text::Block;
use crate::theme::Colour;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke};
use krilla::surface::Surface;
use krilla::tagging::{ContentTag, Identifier};
use krilla::text::{GlyphId, KrillaGlyph};
use parley::layout::{Glyph, Run};
use std::ops::Range;

/// The surface of one page.
pub(crate) struct Canvas<'a, 'b> {
    pub(crate) surface: &'a mut Surface<'b>,
    pub(crate) faces: &'a mut Faces,
    pub(crate) width: f32,
    pub(crate) is_right_to_left: bool,
}

impl Canvas<'_, '_> {
    /// Draws `content` as one piece of the document's structure.
    pub(crate) fn tagged(
        &mut self,
        tag: ContentTag<'_>,
        content: impl FnOnce(&mut Self),
    ) -> Identifier {
        let identifier = self.surface.start_tagged(tag);
        content(self);
        self.surface.end_tagged();
        identifier
    }

    pub(crate) fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), colour: Colour) {
        let mut builder = PathBuilder::new();
        let Some(rect) = Rect::from_xywh(self.left(x, width), y, width, height) else {
            return;
        };
        builder.push_rect(rect);
        self.fill(builder.finish(), colour);
    }

    /// A horizontal line.
    pub(crate) fn rule(&mut self, (x, y): (f32, f32), width: f32, thickness: f32, colour: Colour) {
        self.rect((x, y - thickness / 2.0), (width, thickness), colour);
    }

    pub(crate) fn polygon(&mut self, points: &[(f32, f32)], colour: Colour) {
        let path = self.path(points, true);
        self.fill(path, colour);
    }

    pub(crate) fn polyline(&mut self, points: &[(f32, f32)], thickness: f32, colour: Colour) {
        let Some(path) = self.path(points, false) else {
            return;
        };
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke {
            paint: paint(colour),
            width: thickness,
            miter_limit: 4.0,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            opacity: NormalizedF32::ONE,
            dash: None,
        }));
        self.surface.draw_path(&path);
        self.surface.set_stroke(None);
    }

    /// `block` with its first corner at `x`, `y`.
    pub(crate) fn text(&mut self, block: &Block, (x, y): (f32, f32)) {
        let left = self.left(x, block.width);
        self.set_fill(block.style.colour);
        let mut baseline = y + block.style.ascent();
        for line in block.layout.lines() {
            let mut x = left + line.metrics().offset;
            for run in line.runs() {
                let start = Point::from_xy(x, baseline);
                let (glyphs, advance) = glyphs(&run, block.hidden);
                x += advance;
                if let Some(face) = self.faces.face(&run) {
                    let size = run.font_size();
                    self.surface
                        .draw_glyphs(start, &glyphs, face, &block.text, size, false);
                }
            }
            baseline += block.style.line_height();
        }
    }

    /// Where something that is `width` wide begins, seen from the left.
    fn left(&self, x: f32, width: f32) -> f32 {
        if self.is_right_to_left {
            self.width - x - width
        } else {
            x
        }
    }

    fn path(&self, points: &[(f32, f32)], is_closed: bool) -> Option<Path> {
        let mut builder = PathBuilder::new();
        let mut is_first = true;
        for (x, y) in points {
            if !x.is_finite() || !y.is_finite() {
                continue;
            }
            let x = self.left(*x, 0.0);
            if is_first {
                builder.move_to(x, *y);
            } else {
                builder.line_to(x, *y);
            }
            is_first = false;
        }
        if is_closed {
            builder.close();
        }
        builder.finish()
    }

    fn fill(&mut self, path: Option<Path>, colour: Colour) {
        let Some(path) = path else { return };
        self.set_fill(colour);
        self.surface.draw_path(&path);
    }

    fn set_fill(&mut self, colour: Colour) {
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(Fill {
            paint: paint(colour),
            opacity: NormalizedF32::ONE,
            rule: FillRule::default(),
        }));
    }
}

fn paint(Colour(red, green, blue): Colour) -> krilla::paint::Paint {
    rgb::Color::new(red, green, blue).into()
}

/// The glyphs of `run` from left to right, without those of the first `hidden` bytes, and how far they reach.
fn glyphs(run: &Run<'_, ()>, hidden: usize) -> (Vec<KrillaGlyph>, f32) {
    let size = run.font_size();
    // Letters that share glyphs (a ligature, a letter and its accents) are selected as one.
    let mut groups = Vec::<(Range<usize>, Vec<Glyph>)>::new();
    for cluster in run.visual_clusters() {
        let letters = cluster.text_range();
        if letters.end <= hidden {
            continue;
        }
        match groups.last_mut() {
            Some((range, glyphs)) if cluster.is_ligature_continuation() => {
                *range = range.start.min(letters.start)..range.end.max(letters.end);
                glyphs.extend(cluster.glyphs());
            }
            _ => groups.push((letters, cluster.glyphs().collect())),
        }
    }
    let glyphs: Vec<_> = groups
        .into_iter()
        .flat_map(|(range, glyphs)| glyphs.into_iter().map(move |it| (range.clone(), it)))
        .collect();
    let width = glyphs.iter().map(|(_, glyph)| glyph.advance).sum();
    let glyphs = glyphs
        .into_iter()
        .map(|(range, glyph)| {
            KrillaGlyph::new(
                GlyphId::new(glyph.id),
                glyph.advance / size,
                glyph.x / size,
                glyph.y / size,
                0.0,
                range,
                None,
            )
        })
        .collect();
    (glyphs, width)
}
