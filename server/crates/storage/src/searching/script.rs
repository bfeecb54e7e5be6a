//! Scripts: how a text of another script is written in Latin letters, and how its consonants sound.
//!
//! Invariant: both are empty or in lower-case ASCII; a text that is written in Latin letters has no second Latin form.

use crate::folding::fold;

/// Sounds of fewer consonants match nearly everything.
const LEAST_SOUND: usize = 2;

/// The text in Latin letters; none where it is written so, or where nobody knows how.
///
/// It is made from the text as it was written: folding takes away the marks by which `ガ` differs from `カ`.
pub fn latin(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let folded = fold(text);
    if folded.is_ascii() {
        return None;
    }
    let letters = any_ascii::any_ascii(text);
    let kept = |it: &char| it.is_ascii_alphanumeric() || it.is_ascii_whitespace() || *it == '-';
    let latin = fold(&letters.chars().filter(kept).collect::<String>());
    (!latin.is_empty() && latin != folded).then_some(latin)
}

/// Whether the text has letters of a script that leaves vowels out: Arabic, Persian, Urdu, Hebrew.
pub fn is_abjad(text: &str) -> bool {
    text.chars()
        .any(|it| matches!(it, '\u{590}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'))
}

/// How a word sounds, whatever its script; empty where that says too little.
pub(super) fn sound_of(word: &str) -> String {
    // The Arabic article is written with its word.
    let stem = word.strip_prefix("ال").filter(|it| 2 < it.chars().count());
    let stem = stem.unwrap_or(word);
    match latin(stem) {
        Some(latin) => sound(&latin),
        None => sound(&fold(stem)),
    }
}

/// The consonants of a Latin word, those that other scripts write alike as one letter: `sng` for Shanghai and for `shnghay`.
pub fn sound(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let mut sound = String::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let next = letters.get(at + 1).copied();
        let (heard, taken) = match (letter, next) {
            ('s' | 'c', Some('h')) => (Some('s'), 2),
            ('p', Some('h')) | ('f' | 'v', _) => (Some('f'), if next == Some('h') { 2 } else { 1 }),
            ('c', Some('e' | 'i' | 'y')) | ('s', _) => (Some('s'), 1),
            ('c' | 'k' | 'q' | 'x', _) => (Some('k'), 1),
            ('p' | 'b', _) => (Some('b'), 1),
            ('g' | 'j', _) => (Some('g'), 1),
            ('h', _) if at == 0 => (Some('h'), 1),
            ('d' | 'l' | 'm' | 'n' | 'r' | 't' | 'z', _) => (Some(*letter), 1),
            _ => (None, 1),
        };
        if let Some(heard) = heard.filter(|it| !sound.ends_with(*it)) {
            sound.push(heard);
        }
        at += taken;
    }
    if sound.len() < LEAST_SOUND {
        sound.clear();
    }
    sound
}
