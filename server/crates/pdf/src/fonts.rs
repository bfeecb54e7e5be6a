//! Fonts of the paper: Noto Sans and Noto Sans Arabic, carried along, then installed ones for what these lack.
//!
//! What no font has appears as the box of Noto Sans. Invariant: text in Latin, Greek, Cyrillic or Arabic letters looks the same
//! on every host.

mod installed;

use crate::paper::Paper;
use krilla::text::{Font, Tag};
use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use parley::layout::Run;
use parley::style::FontFamilyName;
use skrifa::{FontRef, MetadataProvider as _};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Family name and file. The names are ours, so that installed fonts of the same name do not mix in.
const CARRIED: [(&str, &[u8]); 4] = [
    (
        "Waybill Sans",
        include_bytes!("../fonts/NotoSans-Regular.ttf"),
    ),
    ("Waybill Sans", include_bytes!("../fonts/NotoSans-Bold.ttf")),
    (
        "Waybill Arabic",
        include_bytes!("../fonts/NotoSansArabic-Regular.ttf"),
    ),
    (
        "Waybill Arabic",
        include_bytes!("../fonts/NotoSansArabic-Bold.ttf"),
    ),
];

/// Different characters for which installed fonts are asked; a text of natural language has fewer.
const MAX_MISSING: usize = 4_096;

/// Where layout finds its fonts, and the families in the order in which they are tried.
pub(crate) struct Fonts {
    pub(crate) context: FontContext,
    pub(crate) families: Vec<FontFamilyName<'static>>,
}

impl Fonts {
    /// The fonts for all texts of `paper`.
    pub(crate) fn for_paper(paper: &Paper) -> Self {
        let missing = missing(paper);
        let (mut collection, installed) = if missing.is_empty() {
            let options = CollectionOptions {
                shared: false,
                system_fonts: false,
            };
            (Collection::new(options), Vec::new())
        } else {
            installed::families_for(missing, &paper.language)
        };
        for (family, bytes) in CARRIED {
            let overrides = FontInfoOverride {
                family_name: Some(family),
                ..FontInfoOverride::default()
            };
            collection.register_fonts(Blob::new(Arc::new(bytes)), Some(overrides));
        }
        let carried = ["Waybill Sans", "Waybill Arabic"].map(FontFamilyName::named);
        let installed = installed
            .into_iter()
            .map(|name| FontFamilyName::Named(Cow::Owned(name)));
        Self {
            context: FontContext {
                collection,
                source_cache: SourceCache::default(),
            },
            families: carried.into_iter().chain(installed).collect(),
        }
    }
}

/// Characters of `paper` that the carried fonts lack, at most [`MAX_MISSING`].
fn missing(paper: &Paper) -> BTreeSet<char> {
    let carried: Vec<_> = CARRIED
        .iter()
        .filter_map(|(_, bytes)| FontRef::new(bytes).ok())
        .map(|font| font.charmap())
        .collect();
    let mut missing = BTreeSet::new();
    for text in texts(paper).filter(|text| !text.is_ascii()) {
        for character in text.chars().filter(|character| !character.is_ascii()) {
            if missing.len() < MAX_MISSING
                && !character.is_control()
                && !carried.iter().any(|map| map.map(character).is_some())
            {
                missing.insert(character);
            }
        }
    }
    missing
}

fn texts(paper: &Paper) -> impl Iterator<Item = &str> {
    let chart = paper.chart.iter().flat_map(|chart| {
        let points = chart.points.iter();
        points
            .flat_map(|point| [&point.label, &point.text])
            .chain([&chart.label, &chart.others])
    });
    [&paper.title, &paper.page_words]
        .into_iter()
        .chain(&paper.notes)
        .chain(&paper.truncated)
        .chain(paper.columns.iter().map(|column| &column.label))
        .chain(paper.totals.iter().flatten())
        .chain(chart)
        .chain(paper.rows.iter().flatten())
        .map(String::as_str)
}

/// The fonts of layout as fonts of the document, each read once.
#[derive(Default)]
pub(crate) struct Faces(HashMap<FaceKey, Option<Font>>);

/// Font file, index in it, and the axes of a variable font.
type FaceKey = (u64, u32, Vec<([u8; 4], u32)>);

impl Faces {
    /// The font of `run`; `None` if the document cannot hold it.
    pub(crate) fn face(&mut self, run: &Run<'_, ()>) -> Option<Font> {
        let font = run.font();
        let synthesis = run.synthesis();
        let axes = synthesis.variation_settings();
        let key = (
            font.data.id(),
            font.index,
            axes.iter()
                .map(|(tag, value)| (tag.into_bytes(), value.to_bits()))
                .collect(),
        );
        self.0
            .entry(key)
            .or_insert_with(|| {
                let axes: Vec<_> = axes
                    .iter()
                    .map(|(tag, value)| (Tag::new(&tag.into_bytes()), *value))
                    .collect();
                let (data, _) = font.data.clone().into_raw_parts();
                Font::new_variable(data.into(), font.index, &axes)
            })
            .clone()
    }
}
