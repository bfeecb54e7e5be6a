//! Searching: in which forms a text is stored and typed to be found, and which of the rows found comes first.
//!
//! A text is compared in its folded form, in Latin letters if it is written in others, and, where a script writes no vowels, by the
//! sound of its consonants: `Роттердам` and `روتردام` find Rotterdam.
//!
//! Invariant: [`Rank`] is the only order of what was found. The lists of records and the index of places both use it.

use crate::folding::fold;

pub mod script;

pub use script::{is_abjad, latin, sound};

/// How well a row answers a search, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// One of its codes was typed.
    Code = 0,
    /// One of its codes without the country that it begins with, as `RTM` for `NLRTM`.
    CodeEnd = 1,
    /// One of its names was typed.
    Name = 2,
    /// One of its codes or names begins so.
    Prefix = 3,
    /// All words begin words of its texts.
    Words = 4,
    /// All words are somewhere in its texts.
    Within = 5,
    /// The consonants sound alike.
    Sound = 6,
    /// It is so but for a few letters.
    Typo = 7,
}

/// What was typed, in the forms in which it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Folded.
    pub text: String,
    /// As a code, see [`compact`].
    pub code: String,
    /// In Latin letters; none where it is written so.
    pub latin: Option<String>,
    /// Its words.
    pub words: Vec<Word>,
}

/// One of the words that were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Folded.
    pub text: String,
    /// In Latin letters; none where it is written so.
    pub latin: Option<String>,
    /// How it sounds; empty where that says too little.
    pub sound: String,
    /// Whether it is written without vowels.
    pub is_abjad: bool,
}

impl Rank {
    /// The rank of this number; the last one of any other.
    pub fn of(number: i64) -> Self {
        const ALL: [Rank; 8] = [
            Rank::Code,
            Rank::CodeEnd,
            Rank::Name,
            Rank::Prefix,
            Rank::Words,
            Rank::Within,
            Rank::Sound,
            Rank::Typo,
        ];
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        ALL.get(at).copied().unwrap_or(Self::Typo)
    }
}

impl Search {
    /// What was typed.
    pub fn new(typed: &str) -> Self {
        Self {
            text: fold(typed),
            code: compact(typed),
            latin: latin(typed),
            words: typed.split_whitespace().map(Word::new).collect(),
        }
    }
}

impl Word {
    fn new(typed: &str) -> Self {
        Self {
            text: fold(typed),
            latin: latin(typed),
            sound: script::sound_of(typed),
            is_abjad: is_abjad(typed),
        }
    }
}

/// A code as it is compared: folded, letters and digits alone.
pub fn compact(code: &str) -> String {
    let mut compact = fold(code);
    compact.retain(char::is_alphanumeric);
    compact
}

#[cfg(test)]
mod tests;
