//! Colours and type sizes of the paper: the light theme of `client/src/styles/tokens.css`, in points.
//!
//! Invariant: text has a contrast of at least 4.5 to 1 on white paper.

/// A colour of the screen (sRGB).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

pub(crate) const INK: Colour = Colour(0x13, 0x20, 0x21);
pub(crate) const INK_2: Colour = Colour(0x4b, 0x5a, 0x59);
pub(crate) const LINE: Colour = Colour(0xd9, 0xdc, 0xd4);
pub(crate) const LINE_2: Colour = Colour(0x78, 0x87, 0x83);
pub(crate) const ACCENT: Colour = Colour(0x0a, 0x5b, 0x61);

/// Slices of a pie; the last is for the sum of all smaller ones.
pub(crate) const SERIES: [Colour; 7] = [
    ACCENT,
    Colour(0xb3, 0x60, 0x0b),
    Colour(0x6d, 0x4b, 0xb3),
    Colour(0xb8, 0x32, 0x5e),
    Colour(0x3f, 0x7a, 0x2a),
    Colour(0x2a, 0x6f, 0xb5),
    Colour(0x5d, 0x6b, 0x69),
];

/// Distance of the content from the edges of the page.
pub(crate) const MARGIN: f32 = 40.0;

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Style {
    pub(crate) size: f32,
    pub(crate) is_bold: bool,
    pub(crate) colour: Colour,
}

impl Style {
    const fn new(size: f32, is_bold: bool, colour: Colour) -> Self {
        Self {
            size,
            is_bold,
            colour,
        }
    }

    /// Distance between two baselines.
    pub(crate) fn line_height(self) -> f32 {
        self.size * 1.36
    }

    /// Distance of a baseline from the top of its line, the same for all scripts.
    pub(crate) fn ascent(self) -> f32 {
        self.size * 1.04
    }

    /// The same style at another size.
    pub(crate) fn at(self, size: f32) -> Self {
        Self { size, ..self }
    }
}

pub(crate) const TITLE: Style = Style::new(17.0, true, INK);
pub(crate) const NOTE: Style = Style::new(8.5, false, INK_2);
pub(crate) const CAPTION: Style = Style::new(9.0, true, INK);
pub(crate) const MARK: Style = Style::new(7.5, false, INK);
pub(crate) const AXIS: Style = Style::new(7.5, false, INK_2);
pub(crate) const FOOTER: Style = Style::new(7.5, false, INK_2);
pub(crate) const CELL: Style = Style::new(8.5, false, INK);
pub(crate) const HEAD: Style = Style::new(8.5, true, INK_2);
pub(crate) const TOTAL: Style = Style::new(8.5, true, INK);
