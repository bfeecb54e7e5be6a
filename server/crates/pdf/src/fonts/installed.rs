//! Fonts that the host has, for scripts that the carried fonts lack (Chinese, Thai, Hebrew, Devanagari, …).
//!
//! Invariant: the folders are read once per process; fonts installed later are found after a restart.

use parley::fontique::{Collection, CollectionOptions, FamilyInfo, SourceCache};
use skrifa::raw::TableProvider as _;
use skrifa::{FontRef, MetadataProvider as _};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};

const FOLDERS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];

/// Families in one document; each is searched for each character that the ones before it lack.
const MAX_FAMILIES: usize = 12;

static INSTALLED: LazyLock<Mutex<Collection>> = LazyLock::new(|| {
    let mut collection = Collection::new(CollectionOptions {
        shared: false,
        system_fonts: false,
    });
    collection.load_fonts_from_paths(FOLDERS);
    Mutex::new(collection)
});

/// Installed fonts, and the names of the families that together have as many of `missing` as can be had.
pub(super) fn families_for(
    mut missing: BTreeSet<char>,
    language: &str,
) -> (Collection, Vec<String>) {
    let mut collection = INSTALLED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let mut names: Vec<String> = collection.family_names().map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    let mut cache = SourceCache::default();
    let mut candidates: Vec<_> = names
        .into_iter()
        .filter_map(|name| {
            let family = collection.family_by_name(&name)?;
            let covered = covered(&family, &missing, &mut cache);
            (!covered.is_empty()).then_some((name, covered))
        })
        .collect();
    candidates.sort_by_key(|(name, covered)| {
        (
            Reverse(is_for_language(name, language)),
            Reverse(covered.len()),
            !name.contains("Sans"),
            name.clone(),
        )
    });
    let mut chosen = Vec::new();
    for (name, covered) in candidates {
        let before = missing.len();
        missing.retain(|character| !covered.contains(character));
        if missing.len() < before && chosen.len() < MAX_FAMILIES {
            chosen.push(name);
        }
    }
    (collection, chosen)
}

/// Those of `characters` that the regular font of `family` draws. A font of coloured pictures alone draws nothing here.
fn covered(
    family: &FamilyInfo,
    characters: &BTreeSet<char>,
    cache: &mut SourceCache,
) -> BTreeSet<char> {
    let Some(info) = family.default_font() else {
        return BTreeSet::new();
    };
    let Some(data) = info.load(Some(cache)) else {
        return BTreeSet::new();
    };
    let Ok(font) = FontRef::from_index(data.as_ref(), info.index()) else {
        return BTreeSet::new();
    };
    if font.glyf().is_err() && font.cff().is_err() && font.cff2().is_err() {
        return BTreeSet::new();
    }
    let map = font.charmap();
    characters
        .iter()
        .copied()
        .filter(|character| map.map(*character).is_some())
        .collect()
}

/// Whether `name` is a family with the shapes of Chinese characters that readers of `language` expect.
fn is_for_language(name: &str, language: &str) -> bool {
    let tag = language.to_ascii_lowercase();
    let region = match tag.split(['-', '_']).next() {
        Some("ja") => "JP",
        Some("ko") => "KR",
        Some("zh") if tag.contains("hk") => "HK",
        Some("zh") if tag.contains("hant") || tag.contains("tw") => "TC",
        _ => "SC",
    };
    name.contains("CJK") && name.ends_with(region)
}
