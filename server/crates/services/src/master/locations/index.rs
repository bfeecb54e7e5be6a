//! An index of places by code, by the beginning of their names, by words and by sound.
//!
//! Invariant: a place is in a result once, by the best way in which it was found.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::iter;

use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::records::{Record as _, Row};
use waybill_storage::searching::{Rank, Search, compact, latin, sound};

use super::vocabulary::Vocabulary;
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
    /// Its name, folded.
    pub(super) folded: String,
    /// Whether the customs of the United States know it: a port of some size.
    pub(super) is_listed: bool,
    /// The place whose code covers this one too.
    pub(super) parent: Option<Uuid>,
    /// Whether its code covers others too.
    pub(super) is_shared: bool,
}

/// A place that was found.
#[derive(Debug)]
pub(super) struct Hit<'a> {
    pub(super) place: &'a Place,
    pub(super) rank: Rank,
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
    /// UN/LOCODEs without their countries, in order.
    ends: Vec<(String, u32)>,
    /// Folded names and aliases, in order.
    names: Vec<(String, u32)>,
    words: Vocabulary,
    sounds: Vocabulary,
}

/// An index in the making.
#[derive(Debug, Default)]
pub(super) struct Builder {
    index: Index,
    words: HashMap<String, Vec<u32>>,
    sounds: HashMap<String, Vec<u32>>,
}

/// Words that say what kind of place is meant, not which: they are left out where nothing is found with them.
const GENERIC: &[&str] = &[
    "port",
    "ports",
    "harbour",
    "harbor",
    "of",
    "puerto",
    "porto",
    "hafen",
    "haven",
    "airport",
    "apt",
    "intl",
    "international",
    "aeropuerto",
    "aeroport",
    "flughafen",
    "de",
    "порт",
    "аэропорт",
    "ميناء",
    "مطار",
    "港",
    "机场",
];

impl Builder {
    /// Adds a port, if it is one that is offered.
    pub(super) fn add<K: Kind>(&mut self, row: &Row<Ports<K>>) {
        let Some(place) = Place::of(row) else {
            return;
        };
        let at = u32::try_from(self.index.places.len()).unwrap_or(u32::MAX);
        let port = &row.fields;
        for code in Ports::<K>::codes(port) {
            self.index.codes.push((compact(code), at));
        }
        for end in Ports::<K>::code_ends(port) {
            self.index.ends.push((compact(end), at));
        }
        for name in [&port.name, &port.city].into_iter().chain(&port.aliases) {
            if name
                .chars()
                .all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
            {
                self.index.codes.push((compact(name), at));
            }
            self.add_name(name, at);
            if let Some(latin) = latin(name) {
                self.add_name(&latin, at);
            }
            for word in words(&fold(name)) {
                self.add_sound(sound(word), at);
            }
        }
        for name in port.other_names() {
            self.add_name(name, at);
        }
        for word in words(&fold(&port.subdivision)) {
            self.add_word(word.to_owned(), at);
        }
        self.add_word(fold(&port.country), at);
        self.index.places.push(place);
    }

    /// The index.
    pub(super) fn build(mut self) -> Index {
        let places = &mut self.index.places;
        let parents: HashSet<Uuid> = places.iter().filter_map(|it| it.parent).collect();
        for place in places {
            place.is_shared = parents.contains(&place.id);
        }
        for list in [
            &mut self.index.codes,
            &mut self.index.ends,
            &mut self.index.names,
        ] {
            list.retain(|(text, _)| !text.is_empty());
            list.sort_unstable();
            list.dedup();
        }
        self.index.words = Vocabulary::new(self.words);
        self.index.sounds = Vocabulary::new(self.sounds);
        self.index
    }

    /// A name with its words, and as one word: `Shang Hai`.
    fn add_name(&mut self, name: &str, at: u32) {
        let folded = fold(name);
        let parts: Vec<&str> = words(&folded).collect();
        if parts.len() > 1 {
            self.add_word(parts.concat(), at);
        }
        for word in parts {
            self.add_word(word.to_owned(), at);
        }
        self.index.names.push((folded, at));
    }

    fn add_word(&mut self, word: String, at: u32) {
        add(&mut self.words, word, at);
    }

    fn add_sound(&mut self, sound: String, at: u32) {
        if !sound.is_empty() {
            add(&mut self.sounds, sound, at);
        }
    }
}

fn add(words: &mut HashMap<String, Vec<u32>>, word: String, at: u32) {
    let places = words.entry(word).or_default();
    if places.last() != Some(&at) {
        places.push(at);
    }
}

/// The places that were found, each by the best way.
type Found = HashMap<u32, (Rank, u32)>;

impl Index {
    /// At most `limit` places that fit, the best first.
    pub(super) fn search<'a>(
        &'a self,
        text: &str,
        limit: usize,
        fits: &dyn Fn(&Place) -> bool,
    ) -> Vec<Hit<'a>> {
        let search = Search::new(text);
        let mut found = Found::new();
        self.exactly(&search, &mut found);
        let texts = [Some(search.text.as_str()), search.latin.as_deref()];
        let forms: Vec<Vec<&str>> = texts
            .into_iter()
            .flatten()
            .map(|text| words(text).collect())
            .collect();
        for parts in &forms {
            self.by_words(parts, &mut found);
        }
        if found.is_empty() {
            for parts in &forms {
                let specific = specific(parts);
                if specific.len() < parts.len() {
                    self.by_words(&specific, &mut found);
                }
            }
        }
        let is_short = |found: &Found| {
            let fitting = found.keys().filter_map(|at| self.place(*at));
            fitting.filter(|place| fits(place)).count() < limit
        };
        if is_short(&found) && search.words.iter().all(|word| word.is_abjad) {
            let sounds: Vec<&str> = search.words.iter().map(|it| it.sound.as_str()).collect();
            let typed = search.latin.as_deref().unwrap_or_default();
            for at in self.sounds.all(&sounds, Vocabulary::exactly).into_keys() {
                // Of names that sound alike, the one that looks alike.
                let distance = self
                    .place(at)
                    .map_or(0, |it| strsim::osa_distance(&it.folded, typed));
                let distance = u32::try_from(distance).unwrap_or(u32::MAX);
                found.entry(at).or_insert((Rank::Sound, distance));
            }
        }
        for parts in &forms {
            if !is_short(&found) {
                break;
            }
            let specific = specific(parts);
            let without = (specific.len() < parts.len()).then_some(&specific);
            for parts in iter::once(parts).chain(without) {
                for (at, distance) in self.words.all(parts, Vocabulary::like) {
                    found.entry(at).or_insert((Rank::Typo, distance));
                }
            }
        }
        let mut hits: Vec<Hit<'a>> = found
            .into_iter()
            .filter_map(|(at, (rank, distance))| {
                let place = self.place(at).filter(|place| fits(place))?;
                Some(Hit {
                    place,
                    rank,
                    distance,
                    is_name: place.folded == search.text,
                })
            })
            .collect();
        hits.sort_by(Hit::compare);
        hits.truncate(limit);
        hits
    }

    /// Codes and names as they were typed, and those that begin so.
    fn exactly(&self, search: &Search, found: &mut Found) {
        let mut note = |at: u32, rank| {
            found.entry(at).or_insert((rank, 0));
        };
        for (_, at) in equal(&self.codes, &search.code) {
            note(*at, Rank::Code);
        }
        for (_, at) in equal(&self.ends, &search.code) {
            note(*at, Rank::CodeEnd);
        }
        let texts = [Some(search.text.as_str()), search.latin.as_deref()];
        for text in texts.into_iter().flatten() {
            for (_, at) in equal(&self.names, text) {
                note(*at, Rank::Name);
            }
        }
        // One letter begins too much to be a beginning; one of another script may be a word.
        let length = search.code.chars().count();
        if length > 1 || (length == 1 && search.latin.is_some()) {
            for (_, at) in starting(&self.codes, &search.code) {
                note(*at, Rank::Prefix);
            }
            for (_, at) in starting(&self.names, &search.text) {
                note(*at, Rank::Prefix);
            }
        }
    }

    /// All words at the beginning of words, or as one word.
    fn by_words(&self, parts: &[&str], found: &mut Found) {
        // Nothing begins every word.
        if parts.is_empty() {
            return;
        }
        let one = parts.concat();
        let one = [one.as_str()];
        let as_one = (parts.len() > 1).then_some(&one[..]);
        for parts in iter::once(parts).chain(as_one) {
            for at in self.words.all(parts, Vocabulary::beginning).into_keys() {
                found.entry(at).or_insert((Rank::Words, 0));
            }
        }
    }

    fn place(&self, at: u32) -> Option<&Place> {
        self.places.get(usize::try_from(at).ok()?)
    }
}

impl Hit<'_> {
    /// The better one first: how it was found, favourites, whole names, ports of some size, short names.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let order = |it: &Self| {
            (
                it.rank,
                it.distance,
                !it.place.favourite,
                !it.is_name,
                !it.place.is_listed,
                it.place.name.chars().count(),
            )
        };
        order(self)
            .cmp(&order(other))
            .then_with(|| self.place.name.cmp(&other.place.name))
            .then_with(|| self.place.kind.cmp(&other.place.kind))
            .then_with(|| self.place.id.cmp(&other.place.id))
    }
}

/// The words of a folded text, `St` in full.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded
        .split(|it: char| !it.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| if word == "st" { "saint" } else { word })
}

/// The words that say which place is meant; all where none does.
fn specific<'a>(parts: &[&'a str]) -> Vec<&'a str> {
    let specific: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|it| !GENERIC.contains(it))
        .collect();
    if specific.is_empty() {
        parts.to_vec()
    } else {
        specific
    }
}

/// The entries of a sorted list that are `text`.
fn equal<'a>(list: &'a [(String, u32)], text: &str) -> &'a [(String, u32)] {
    let begin = starting(list, text);
    let count = begin.partition_point(|(it, _)| it == text);
    begin.get(..count).unwrap_or_default()
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
