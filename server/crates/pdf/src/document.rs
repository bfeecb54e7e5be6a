//! The document: each part drawn on its page, the structure for readers of the screen, and what the file says of itself.
//!
//! Invariant: in a tagged document every cell is in the structure once; repeated headers and footers are not in it.

use crate::PdfError;
use crate::canvas::Canvas;
use crate::chart::Figure;
use crate::columns::Columns;
use crate::fonts::{Faces, Fonts};
use crate::pages::{self, FOOTER_ROOM, Pages, Part, Placed};
use crate::paper::Paper;
use crate::structure::Structure;
use crate::table::{Line, Row, layout};
use crate::text::{Align, Block, Fit, Typesetter, plain};
use crate::theme::{ACCENT, FOOTER, MARGIN};
use krilla::metadata::{Metadata, TextDirection};
use krilla::page::PageSettings;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, SpanTag, Tag, TagGroup};
use krilla::{Document, SerializeSettings};
use std::num::NonZeroU16;

/// Cells up to which the document is tagged: a cell takes 150 bytes of the file for its tag and 20 for its text.
const MAX_TAGGED_CELLS: usize = 8_000;

/// The PDF of `paper`.
pub(crate) fn write(paper: &Paper) -> Result<Vec<u8>, PdfError> {
    let mut typesetter = Typesetter::new(
        Fonts::for_paper(paper),
        &paper.language,
        paper.is_right_to_left,
    );
    let columns = Columns::fitted(paper, &mut typesetter)?;
    let (page_width, page_height) = columns.page;
    let width = page_width - 2.0 * MARGIN;
    let figure = paper
        .chart
        .as_ref()
        .and_then(|chart| Figure::measured(chart, width, &mut typesetter));
    let pages = Pages::planned(paper, &columns, figure.as_ref(), &mut typesetter);

    let cells = columns.widths.len().saturating_mul(paper.rows.len());
    let is_tagged = cells <= MAX_TAGGED_CELLS;
    let mut document = Document::new_with(SerializeSettings {
        enable_tagging: is_tagged,
        ..SerializeSettings::default()
    });
    document.set_metadata(metadata(paper));
    let mut faces = Faces::default();
    let mut writer = Writer {
        paper,
        columns: &columns,
        figure,
        width,
        typesetter,
        structure: is_tagged.then(Structure::default),
        has_head: false,
    };
    for (index, parts) in pages.iter().enumerate() {
        let settings = PageSettings::from_wh(page_width, page_height)
            .ok_or_else(|| PdfError::Write("the page has no area".into()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let mut canvas = Canvas {
            surface: &mut surface,
            faces: &mut faces,
            width: page_width,
            is_right_to_left: paper.is_right_to_left,
        };
        if index == 0 {
            canvas.tagged(layout(), |canvas| {
                canvas.rect((MARGIN, MARGIN), (30.0, 2.5), ACCENT);
            });
        }
        for placed in parts {
            writer.draw(&mut canvas, *placed);
        }
        writer.draw_footer(&mut canvas, index + 1, pages.len());
        surface.finish();
        page.finish();
    }
    if let Some(structure) = writer.structure {
        document.set_tag_tree(structure.into_tree(&paper.language));
    }
    document
        .finish()
        .map_err(|error| PdfError::Write(Box::new(error)))
}

/// What the file says of itself. It names no time: the same report is the same file.
fn metadata(paper: &Paper) -> Metadata {
    let metadata = Metadata::new()
        .title(plain(&paper.title))
        .creator("Waybill".to_owned())
        .text_direction(if paper.is_right_to_left {
            TextDirection::RightToLeft
        } else {
            TextDirection::LeftToRight
        });
    if paper.language.is_empty() {
        metadata
    } else {
        metadata.language(paper.language.clone())
    }
}

/// What draws the parts, page by page.
struct Writer<'a> {
    paper: &'a Paper,
    columns: &'a Columns,
    figure: Option<Figure>,
    /// Width of a page without its margins.
    width: f32,
    typesetter: Typesetter,
    structure: Option<Structure>,
    has_head: bool,
}

impl Writer<'_> {
    fn draw(&mut self, canvas: &mut Canvas<'_, '_>, Placed { part, top }: Placed) {
        let (paper, width) = (self.paper, self.width);
        match part {
            Part::Title => {
                let block = pages::title(paper, width, &mut self.typesetter);
                let tag = Tag::Hn(NonZeroU16::MIN, Some(plain(&paper.title)));
                self.draw_text(canvas, &block, top, TagGroup::new(tag));
            }
            Part::Note(index) => {
                let block = pages::note(paper, index, width, &mut self.typesetter);
                self.draw_text(canvas, &block, top, TagGroup::new(Tag::P));
            }
            Part::Truncated => {
                let block = pages::truncated(paper, width, &mut self.typesetter);
                self.draw_text(canvas, &block, top, TagGroup::new(Tag::P));
            }
            Part::Chart => self.draw_chart(canvas, top),
            Part::Table(line) => self.draw_row(canvas, line, top),
        }
    }

    fn draw_text(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        block: &Block,
        top: f32,
        mut group: TagGroup,
    ) {
        group.push(canvas.tagged(ContentTag::Span(SpanTag::empty()), |canvas| {
            canvas.text(block, (MARGIN, top));
        }));
        if let Some(structure) = &mut self.structure {
            structure.push(group);
        }
    }

    fn draw_chart(&mut self, canvas: &mut Canvas<'_, '_>, top: f32) {
        let Some(figure) = &self.figure else { return };
        let identifier = canvas.tagged(ContentTag::Other, |canvas| {
            figure.draw(canvas, &mut self.typesetter, top);
        });
        if let Some(structure) = &mut self.structure {
            let mut group = TagGroup::new(Tag::Figure(Some(figure.description())));
            group.push(identifier);
            structure.push(group);
        }
    }

    fn draw_row(&mut self, canvas: &mut Canvas<'_, '_>, line: Line, top: f32) {
        let row = Row::laid_out(line, self.paper, self.columns, &mut self.typesetter);
        let is_repeated = line == Line::Head && self.has_head;
        self.has_head |= line == Line::Head;
        let tag = if is_repeated {
            ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther))
        } else {
            ContentTag::Span(SpanTag::empty())
        };
        let cells = row.draw(canvas, self.columns, top, tag);
        if let Some(structure) = &mut self.structure
            && !is_repeated
        {
            structure.push_row(line, cells);
        }
    }

    fn draw_footer(&mut self, canvas: &mut Canvas<'_, '_>, page: usize, pages: usize) {
        let top = self.columns.page.1 - FOOTER_ROOM + 16.0;
        let numbers = self
            .paper
            .page_words
            .replace("{page}", &page.to_string())
            .replace("{pages}", &pages.to_string());
        let fit = Fit::line(self.width / 3.0, Align::End);
        let numbers = self.typesetter.block(&numbers, FOOTER, fit);
        let fit = Fit::line(self.width / 2.0, Align::Start);
        let title = self.typesetter.block(&self.paper.title, FOOTER, fit);
        let tag = ContentTag::Artifact(Artifact::with_kind(ArtifactType::Footer));
        canvas.tagged(tag, |canvas| {
            canvas.text(&numbers, (MARGIN + self.width * 2.0 / 3.0, top));
            // The first page has the title above.
            if page > 1 {
                canvas.text(&title, (MARGIN, top));
            }
        });
    }
}
