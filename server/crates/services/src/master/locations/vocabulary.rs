//! The words of names, each with the places that have it, found by their beginning or by a misspelling.
//!
//! A misspelling is measured by `strsim`'s optimal string alignment: a letter more, a letter less, another letter, or two
//! letters the other way round count one. Words that cannot be near are left out by their length and by the set of their
//! letters, a comparison of two numbers, so few are measured.
//!
//! Invariant: a place is found by several words only if each of them finds it.

use std::collections::HashMap;

/// The words, and where each is found.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// In order.
    words: Vec<Word>,
    /// Where the words of each length are in `words`, by the length.
    by_length: Vec<Vec<usize>>,
}

/// A word with the places that have it.
#[derive(Debug)]
pub struct Word {
    /// How it is written.
    pub text: String,
    length: usize,
    letters: u64,
    places: Vec<u32>,
}

/// Words that were found, and how many letters differ.
pub type Found<'a> = Vec<(&'a Word, u32)>;

impl Vocabulary {
    /// The vocabulary of these words and the places that have them.
    pub fn new(words: HashMap<String, Vec<u32>>) -> Self {
        let mut words: Vec<Word> = words
            .into_iter()
            .map(|(text, places)| Word {
                length: text.chars().count(),
                letters: letters(&text),
                text,
                places,
            })
            .collect();
        words.sort_unstable_by(|a, b| a.text.cmp(&b.text));
        let longest = words.iter().map(|it| it.length).max();
        let mut by_length = vec![Vec::new(); longest.map_or(0, |it| it + 1)];
        for (at, word) in words.iter().enumerate() {
            if let Some(same) = by_length.get_mut(word.length) {
                same.push(at);
            }
        }
        Self { words, by_length }
    }

    /// The places that each of `wanted` finds, in the way of `find`, with how many letters differ in all.
    pub fn all<'a>(
        &'a self,
        wanted: &[&str],
        find: impl Fn(&'a Self, &str) -> Found<'a>,
    ) -> HashMap<u32, u32> {
        let places_of = |word: &&str| {
            let mut places = HashMap::new();
            for (found, distance) in find(self, word) {
                for at in &found.places {
                    let least = places.entry(*at).or_insert(distance);
                    *least = distance.min(*least);
                }
            }
            places
        };
        let mut wanted = wanted.iter();
        let mut total = wanted.next().map(places_of).unwrap_or_default();
        for word in wanted {
            if total.is_empty() {
                break;
            }
            let places = places_of(word);
            total.retain(|at, sum| {
                let distance = places.get(at);
                *sum = sum.saturating_add(distance.copied().unwrap_or_default());
                distance.is_some()
            });
        }
        total
    }

    /// Words that begin so.
    pub fn beginning(&self, prefix: &str) -> Found<'_> {
        let from = self.words.partition_point(|it| it.text.as_str() < prefix);
        self.words
            .iter()
            .skip(from)
            .take_while(|it| it.text.starts_with(prefix))
            .map(|it| (it, 0))
            .collect()
    }

    /// The word itself.
    pub fn exactly(&self, wanted: &str) -> Found<'_> {
        let from = self.words.partition_point(|it| it.text.as_str() < wanted);
        let word = self.words.get(from).filter(|it| it.text == wanted);
        word.map(|it| (it, 0)).into_iter().collect()
    }

    /// Words that begin so, and words that are nearly the same.
    pub fn like(&self, wanted: &str) -> Found<'_> {
        let mut found = self.beginning(wanted);
        let length = wanted.chars().count();
        let most = match length {
            0..=3 => return found,
            4..=7 => 1,
            _ => 2,
        };
        let own = letters(wanted);
        let lengths = self.by_length.iter().skip(length - most);
        let near = lengths.take(2 * most + 1).flatten();
        for word in near.filter_map(|at| self.words.get(*at)) {
            // A change of one letter adds one to the set at most and takes one away.
            if (word.letters ^ own).count_ones() as usize > 2 * most {
                continue;
            }
            let distance = strsim::osa_distance(&word.text, wanted);
            if (1..=most).contains(&distance) {
                found.push((word, u32::try_from(distance).unwrap_or(u32::MAX)));
            }
        }
        found
    }
}

/// The set of letters: one bit for each of `a` to `z` and each digit, one for all others.
fn letters(text: &str) -> u64 {
    text.chars().fold(0, |set, letter| {
        set | 1
            << match letter {
                'a'..='z' => u32::from(letter) - u32::from('a'),
                '0'..='9' => 26 + u32::from(letter) - u32::from('0'),
                _ => 63,
            }
    })
}
