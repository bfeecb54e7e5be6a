//! An index of places by code, by the beginning of their names, and by words.
//!
//! Invariant: a place is in a result once, by the best way in which it was found.

use std::cmp::Ordering;
use std::collections::HashMap;

use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::records::Row;

use super::LocationMatch;
use super::vocabulary::Vocabulary;
use crate::master::ports::fields::compact;
use crate::master::ports::{Kind, PortKind, Ports};

/// A place as it is found.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) id: Uuid,
    /// Of a seed row, and of what replaces it.
    pub(super) key: Option<String>,
    pub(super) kind: PortKind,
    pub(super) code: String,
    pub(super) unlocode: String,
    pub(super) iata: String,
    pub(super) icao: String,
    pub(super) name: String,
    pub(super) city: String,
    pub(super) country: String,
    pub(super) timezone: String,
    pub(super) lat: Option<f64>,
    pub(super) lng: Option<f64>,
    pub(super) favourite: bool,
}

/// A place that was found.
#[derive(Debug)]
pub(super) struct Hit<'a> {
    pub(super) place: &'a Place,
    pub(super) found_by: LocationMatch,
    pub(super) distance: u32,
    /// Whether the name is what was typed, to the letter.
    is_name: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Index {
    places: Vec<Place>,
    /// Codes, and aliases that look like codes, in order.
    codes: Vec<(String, u32)>,
    /// Folded names and aliases, in order.
    names: Vec<(String, u32)>,
    words: Vocabulary,
}

/// An index in the making.
#[derive(Debug, Default)]
pub(super) struct Builder {
    index: Index,
    words: HashMap<String, Vec<u32>>,
}

impl Builder {
    /// Adds a port, if it is one that is offered.
    pub(super) fn add<K: Kind>(&mut self, row: &Row<Ports<K>>) {
        let Some(place) = Place::of(row) else {
            return;
        };
        let at = u32::try_from(self.index.places.len()).unwrap_or(u32::MAX);
        let port = &row.fields;
        let partner_codes = port.partner_codes.values().map(String::as_str);
        for code in port.codes().chain(partner_codes) {
            self.index.codes.push((compact(code), at));
        }
        for name in [&port.name, &port.city].into_iter().chain(&port.aliases) {
            let folded = fold(name);
            if name
                .chars()
                .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
            {
                self.index.codes.push((compact(name), at));
            }
            let parts: Vec<&str> = words(&folded).collect();
            if parts.len() > 1 {
                self.add_word(parts.concat(), at);
            }
            for word in parts {
                self.add_word(word.to_owned(), at);
            }
            self.index.names.push((folded, at));
        }
        for word in words(&fold(&port.subdivision)) {
            self.add_word(word.to_owned(), at);
        }
        self.add_word(fold(&port.country), at);
        self.index.places.push(place);
    }

    /// The index.
    pub(super) fn build(mut self) -> Index {
        for list in [&mut self.index.codes, &mut self.index.names] {
            list.retain(|(text, _)| !text.is_empty());
            list.sort_unstable();
            list.dedup();
        }
        self.index.words = Vocabulary::new(self.words);
        self.index
    }

    fn add_word(&mut self, word: String, at: u32) {
        let places = self.words.entry(word).or_default();
        if places.last() != Some(&at) {
            places.push(at);
        }
    }
}

impl Index {
    /// At most `limit` places that fit, the best first.
    pub(super) fn search<'a>(
        &'a self,
        text: &str,
        limit: usize,
        fits: &dyn Fn(&Place) -> bool,
    ) -> Vec<Hit<'a>> {
        let folded = fold(text);
        let code = compact(text);
        let mut found: HashMap<u32, (LocationMatch, u32)> = HashMap::new();
        let mut note = |at: u32, found_by, distance| {
            found.entry(at).or_insert((found_by, distance));
        };
        for (it, at) in starting(&self.codes, &code) {
            if *it == code {
                note(*at, LocationMatch::Code, 0);
            }
        }
        // One letter begins too much to be a beginning.
        if code.chars().count() > 1 {
            let codes = starting(&self.codes, &code);
            let names = starting(&self.names, &folded);
            for (_, at) in codes.iter().chain(names) {
                note(*at, LocationMatch::Prefix, 0);
            }
        }
        let parts: Vec<&str> = words(&folded).collect();
        for (at, _) in self
            .words
            .all(&parts, self.places.len(), Vocabulary::beginning)
        {
            note(at, LocationMatch::Words, 0);
        }
        if found
            .iter()
            .filter(|(at, _)| self.place(**at).is_some_and(fits))
            .count()
            < limit
        {
            for (at, distance) in self.words.all(&parts, self.places.len(), Vocabulary::like) {
                found.entry(at).or_insert((LocationMatch::Typo, distance));
            }
        }
        let mut hits: Vec<Hit<'a>> = found
            .into_iter()
            .filter_map(|(at, (found_by, distance))| {
                let place = self.place(at).filter(|place| fits(place))?;
                Some(Hit {
                    place,
                    found_by,
                    distance,
                    is_name: fold(&place.name) == folded,
                })
            })
            .collect();
        hits.sort_by(Hit::compare);
        hits.truncate(limit);
        hits
    }

    fn place(&self, at: u32) -> Option<&Place> {
        self.places.get(usize::try_from(at).ok()?)
    }
}

impl Hit<'_> {
    /// The better one first: how it was found, favourites, whole names, short names.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let rank = |it: &Self| {
            (
                it.found_by,
                it.distance,
                !it.place.favourite,
                !it.is_name,
                it.place.name.chars().count(),
            )
        };
        rank(self)
            .cmp(&rank(other))
            .then_with(|| self.place.name.cmp(&other.place.name))
            .then_with(|| self.place.kind.cmp(&other.place.kind))
            .then_with(|| self.place.id.cmp(&other.place.id))
    }
}

/// The words of a folded text.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded
        .split(|it: char| !it.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// The entries of a sorted list that begin with `prefix`.
fn starting<'a>(list: &'a [(String, u32)], prefix: &str) -> &'a [(String, u32)] {
    if prefix.is_empty() {
        return &[];
    }
    let from = list.partition_point(|(text, _)| text.as_str() < prefix);
    let rest = list.get(from..).unwrap_or_default();
    let count = rest.partition_point(|(text, _)| text.starts_with(prefix));
    rest.get(..count).unwrap_or_default()
}
