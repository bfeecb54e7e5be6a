//! Headings: what the columns of tables are called, and what their cells hold, so that tables go out as screens show them and
//! come in as people have them.
//!
//! A field without a [`Heading`] is called by its name in words, and its cells are what they are.
//!
//! Invariant: a table that was exported with the headings and words of one language is understood in every other one.

use std::collections::HashSet;

use waybill_storage::folding::fold;

use super::import::full_path;
use super::{Collection, cells, changes, export};
use crate::languages::Language;

/// The most places of a list that columns of a table are about.
pub(crate) const MAX_PLACES: usize = 20;

/// The first part of a path whose column is about a place of a list, and of the paths of the other places.
const FIRST_PLACE: &str = ".1.";

/// What a column is called, and what its cells hold.
#[derive(Clone, Copy, Debug)]
pub struct Heading {
    /// Path of the field, such as `emails.1.address`.
    pub path: &'static str,
    /// What the screens call it. English: the catalogues of the screens have it in the other languages.
    pub label: &'static str,
    /// What people call it besides, in any language.
    pub synonyms: &'static [&'static str],
    /// Synonyms that mean it only beside a column of that path.
    pub beside: Option<(&'static str, &'static [&'static str])>,
    /// What its cells hold.
    pub holds: Holds,
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A text, a number, or a list of texts.
    Text,
    /// A mail address.
    Email,
    /// A telephone number.
    Phone,
    /// The address of a website.
    Website,
    /// A country by its code.
    Country,
    /// Yes or no.
    Flag,
    /// A moment.
    Moment,
    /// As many as the list has.
    Count,
    /// Words of a closed set: each with what the screens call it in English.
    Words(&'static [(&'static str, &'static str)]),
    /// The same where a company may call them otherwise: the code of the picklist comes first.
    Picklist(&'static str, &'static [(&'static str, &'static str)]),
}

/// A column whose texts name other records, such as the organisation of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Path of the column.
    pub column: &'static str,
    /// The field that holds their ids.
    pub field: &'static str,
    /// Whether it holds several.
    pub is_list: bool,
}

impl Heading {
    /// A column of texts.
    pub const fn new(path: &'static str, label: &'static str) -> Self {
        Self {
            path,
            label,
            synonyms: &[],
            beside: None,
            holds: Holds::Text,
        }
    }

    /// The same with other names.
    #[must_use]
    pub const fn also(self, synonyms: &'static [&'static str]) -> Self {
        Self { synonyms, ..self }
    }

    /// The same with names that mean it only beside a column of `path`.
    #[must_use]
    pub const fn beside(self, path: &'static str, synonyms: &'static [&'static str]) -> Self {
        Self {
            beside: Some((path, synonyms)),
            ..self
        }
    }

    /// The same with other cells.
    #[must_use]
    pub const fn holding(self, holds: Holds) -> Self {
        Self { holds, ..self }
    }
}

/// What is kept about every record.
const KEPT: &[Heading] = &[
    Heading::new("createdAt", "Created").holding(Holds::Moment),
    Heading::new("updatedAt", "Changed").holding(Holds::Moment),
];

/// The headings of a noun, and of what is kept about every record.
pub(crate) fn all<C: Collection>() -> impl Iterator<Item = &'static Heading> {
    C::HEADINGS.iter().chain(KEPT)
}

/// The heading of a field; for a field of the parts of a list that of its first place.
pub(crate) fn of_field<C: Collection>(name: &str) -> Option<&'static Heading> {
    let mut headings = all::<C>().filter(|it| !it.label.is_empty());
    headings.find(|it| full_path::<C>(it.path).replace(FIRST_PLACE, ".") == name)
}

/// The heading of a path, whatever the place in a list, and the place.
pub(crate) fn of_path<C: Collection>(path: &str) -> Option<(&'static Heading, usize)> {
    let (first, place) = first_place(path);
    let heading = all::<C>().find(|it| it.path == first)?;
    Some((heading, place))
}

/// The path about the first place of the list, and the place that this one is about.
pub(crate) fn first_place(path: &str) -> (String, usize) {
    let mut parts: Vec<&str> = path.split('.').collect();
    match parts.get(1).and_then(|it| it.parse().ok()) {
        Some(place) if parts.len() > 2 => {
            parts[1] = "1";
            (parts.join("."), place)
        }
        _ => (path.to_owned(), 1),
    }
}

/// The same path about another place of the list; none where it is about no list, or the list is no longer.
pub(crate) fn at_place(path: &str, place: usize) -> Option<String> {
    let (list, member) = path.split_once(FIRST_PLACE)?;
    (1..=MAX_PLACES)
        .contains(&place)
        .then(|| format!("{list}.{place}.{member}"))
}

/// What a path is called in a language, with its place in a list from the second on.
pub(crate) fn label<C: Collection>(path: &str, language: Language) -> String {
    match of_path::<C>(path) {
        None if path == "_id" => path.to_owned(),
        None => in_words(path),
        Some((heading, 1)) => language.translated(heading.label).to_owned(),
        Some((heading, place)) => format!("{} {place}", language.translated(heading.label)),
    }
}

/// `customsUnion` is `Customs union`.
pub(crate) fn in_words(path: &str) -> String {
    let mut words = String::with_capacity(path.len() + 4);
    for letter in path.chars() {
        match letter {
            '.' => words.push(' '),
            _ if words.is_empty() => words.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    words
}

/// A name as names are compared: its letters and digits, without case and marks.
pub(crate) fn plain(name: &str) -> String {
    fold(name)
        .chars()
        .filter(|it| it.is_alphanumeric())
        .collect()
}

/// A path that a column of an import can be about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The path; of a list about its first place.
    pub(crate) path: String,
    /// Whether only people who know the fields need it: ids, and lists in one cell.
    pub(crate) is_technical: bool,
}

/// The paths that the columns of an import can be about, those with headings first.
pub(crate) fn choices<C: Collection>() -> Vec<Choice> {
    let Ok(example) = export::example::<C>() else {
        return Vec::new();
    };
    let is_named = |path: &str| C::NAMED.iter().any(|it| it.column == path);
    let is_own = |path: &str| example.contains_key(cells::field(path));
    let is_set_here = |path: &str| C::READ_ONLY.contains(&cells::field(path));
    let mut choices: Vec<Choice> = C::HEADINGS
        .iter()
        .filter(|it| is_named(it.path) || (is_own(it.path) && !is_set_here(it.path)))
        .map(|it| Choice {
            path: it.path.to_owned(),
            is_technical: false,
        })
        .collect();
    let others = cells::columns(&example)
        .into_iter()
        .filter(|path| !is_set_here(path));
    for path in others.chain(["_id".to_owned()]) {
        if choices.iter().any(|it| it.path == path) {
            continue;
        }
        let value = example.get(&path);
        let holds_objects = value
            .and_then(|it| it.as_array())
            .is_some_and(|items| items.iter().any(serde_json::Value::is_object));
        let is_id = path == "_id" || path.ends_with("Id") || path.ends_with("Ids");
        choices.push(Choice {
            is_technical: is_id || holds_objects,
            path,
        });
    }
    choices
}

/// Fields that an export writes although no import reads them: what is computed, or kept about every record.
pub(crate) fn only_shown<C: Collection>() -> HashSet<String> {
    let kept = [
        "createdAt",
        "createdBy",
        "updatedAt",
        "updatedBy",
        "version",
    ];
    let computed = changes::object(Some(&C::Computed::default())).unwrap_or_default();
    let names = kept.iter().chain(C::READ_ONLY).map(|it| (*it).to_owned());
    names
        .chain(computed.into_iter().map(|(name, _)| name))
        .collect()
}
