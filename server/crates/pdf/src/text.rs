//! Texts as lines: what fits into a width, wrapped between words and, if need be, inside them.
//!
//! Invariant: work is bounded by the space that a text gets, never by its length; what is left out is marked by an ellipsis.

mod clean;

use crate::fonts::Fonts;
use crate::theme::Style;
use clean::clean;
use parley::LayoutContext;
use parley::fontique::Language;
use parley::layout::{Alignment, AlignmentOptions, Layout};
use parley::style::{FontFamily, FontWeight, LineHeight, OverflowWrap, StyleProperty};
use std::borrow::Cow;

/// Reads from right to left and shows nothing: parley takes the direction of a text from its first letter.
const RIGHT_TO_LEFT_MARK: &str = "\u{200f}";

/// Letters that are measured to find how wide a column should be; it cannot become as wide as all of them.
const MEASURED: usize = 200;

/// Where a line lies in its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Where reading starts on this page.
    Start,
    /// Opposite to `Start`.
    End,
    /// In the middle.
    Centre,
}

/// The space for a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) width: f32,
    pub(crate) lines: usize,
    pub(crate) align: Align,
}

impl Fit {
    pub(crate) fn start(width: f32, lines: usize) -> Self {
        Self {
            width,
            lines,
            align: Align::Start,
        }
    }

    pub(crate) fn line(width: f32, align: Align) -> Self {
        Self {
            width,
            lines: 1,
            align,
        }
    }
}

/// The width that a text needs: its widest word, and all of it in one line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Widths {
    pub(crate) min: f32,
    pub(crate) max: f32,
}

/// A text in lines.
pub(crate) struct Block {
    pub(crate) text: String,
    /// Bytes at the start of `text` that are not shown.
    pub(crate) hidden: usize,
    pub(crate) layout: Layout<()>,
    pub(crate) style: Style,
    pub(crate) width: f32,
}

impl Block {
    pub(crate) fn height(&self) -> f32 {
        let lines = u16::try_from(self.layout.len()).unwrap_or(u16::MAX).max(1);
        f32::from(lines) * self.style.line_height()
    }
}

/// Sets texts for one document.
pub(crate) struct Typesetter {
    fonts: Fonts,
    layouts: LayoutContext<()>,
    language: Option<Language>,
    is_right_to_left: bool,
}

impl Typesetter {
    pub(crate) fn new(fonts: Fonts, language: &str, is_right_to_left: bool) -> Self {
        Self {
            fonts,
            layouts: LayoutContext::new(),
            language: Language::parse(language).ok(),
            is_right_to_left,
        }
    }

    /// `text` in at most `fit.lines` lines, the last with an ellipsis if there is more.
    pub(crate) fn block(&mut self, text: &str, style: Style, fit: Fit) -> Block {
        let width = fit.width.max(1.0);
        let (mut text, mut is_cut) = clean(text, capacity(width, style, fit.lines));
        let hidden = if self.is_right_to_left && text.chars().any(is_right_to_left) {
            text.insert_str(0, RIGHT_TO_LEFT_MARK);
            RIGHT_TO_LEFT_MARK.len()
        } else {
            0
        };
        let mut layout = self.lines(&text, style, width);
        let mut surplus = 1;
        while is_cut || layout.len() > fit.lines {
            let end = layout
                .get(fit.lines.saturating_sub(1))
                .map_or(text.len(), |line| line.text_range().end);
            text.truncate(end);
            // The first attempt adds the ellipsis to what fits; each further one makes more room for it.
            for _ in 1..surplus {
                let _: Option<char> = text.pop();
            }
            text.truncate(text.trim_end().trim_end_matches('…').len());
            text.push('…');
            layout = self.lines(&text, style, width);
            surplus *= 2;
            is_cut = false;
        }
        layout.align(self.alignment(fit.align), AlignmentOptions::default());
        Block {
            text,
            hidden,
            layout,
            style,
            width,
        }
    }

    /// The width that `text` needs, as far as it is [`MEASURED`].
    pub(crate) fn widths(&mut self, text: &str, style: Style) -> Widths {
        let (text, _) = clean(text, MEASURED);
        let widths = self.layout(&text, style).calculate_content_widths();
        Widths {
            min: widths.min,
            max: widths.max,
        }
    }

    fn alignment(&self, align: Align) -> Alignment {
        match (align, self.is_right_to_left) {
            (Align::Centre, _) => Alignment::Center,
            (Align::Start, false) | (Align::End, true) => Alignment::Left,
            (Align::Start, true) | (Align::End, false) => Alignment::Right,
        }
    }

    fn lines(&mut self, text: &str, style: Style, width: f32) -> Layout<()> {
        let mut layout = self.layout(text, style);
        layout.break_all_lines(Some(width));
        layout
    }

    fn layout(&mut self, text: &str, style: Style) -> Layout<()> {
        let families = &self.fonts.families;
        let context = &mut self.fonts.context;
        let mut builder = self.layouts.ranged_builder(context, text, 1.0, false);
        builder.push_default(FontFamily::List(Cow::Borrowed(families)));
        builder.push_default(StyleProperty::FontSize(style.size));
        builder.push_default(LineHeight::Absolute(style.line_height()));
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::BreakWord));
        builder.push_default(StyleProperty::Locale(self.language));
        if style.is_bold {
            builder.push_default(StyleProperty::FontWeight(FontWeight::BOLD));
        }
        builder.build(text)
    }
}

/// The start of `text` in one line, for what is not drawn: the title of the document, descriptions.
pub(crate) fn plain(text: &str) -> String {
    clean(text, MEASURED).0.replace('\n', " ")
}

/// Letters that can be shown in the space, if all of them are narrow ones.
fn capacity(width: f32, style: Style, lines: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a page has a few thousand letters in a line"
    )]
    let line = (width / (style.size * 0.2)).clamp(1.0, 10_000.0) as usize;
    (line + 1).saturating_mul(lines)
}

/// Hebrew, Arabic and the scripts that Unicode has beside them.
fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}
