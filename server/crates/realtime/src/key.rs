//! A key: the name of a child. Not a value, although some keys look like numbers and are ordered as such.
//!
//! Invariant: a key holds none of `. $ # [ ] /` and no ASCII control character, and is 1 to 768 bytes long.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// Firebase's limit.
const MAX_BYTES: usize = 768;

/// The name of a child, ordered as Firebase orders children: keys like 32-bit integers first, by number; then the others by
/// UTF-16 code unit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Key {
    number: Option<i32>,
    text: Arc<str>,
}

/// A text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is no key")]
pub struct NoKey;

impl Key {
    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl TryFrom<&str> for Key {
    type Error = NoKey;

    fn try_from(text: &str) -> Result<Self, NoKey> {
        let is_forbidden =
            |it: u8| matches!(it, b'.' | b'$' | b'#' | b'[' | b']' | b'/') || it.is_ascii_control();
        if text.is_empty() || MAX_BYTES < text.len() || text.bytes().any(is_forbidden) {
            return Err(NoKey);
        }
        Ok(Self {
            number: number(text),
            text: text.into(),
        })
    }
}

/// The number of a key that looks like a 32-bit integer: `^-?(0*)\d{1,10}$` and in range, as the SDK has it.
pub(crate) fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    if 10 < significant.len() {
        return None;
    }
    let magnitude: i64 = significant.parse().unwrap_or(0);
    let signed = if digits.len() < text.len() {
        -magnitude
    } else {
        magnitude
    };
    i32::try_from(signed).ok()
}

/// By UTF-16 code unit, as JavaScript compares strings. Bytes give another order from U+E000 on.
pub(crate) fn by_code_unit(left: &str, right: &str) -> Ordering {
    if left.is_ascii() && right.is_ascii() {
        left.cmp(right)
    } else {
        left.encode_utf16().cmp(right.encode_utf16())
    }
}

/// The order of the texts of keys.
pub(crate) fn by_name(left: (Option<i32>, &str), right: (Option<i32>, &str)) -> Ordering {
    match (left, right) {
        ((Some(a), left), (Some(b), right)) => a
            .cmp(&b)
            .then_with(|| left.len().cmp(&right.len()))
            // `-0` and `00`, which the SDK holds for equal; here keys that differ are never equal.
            .then_with(|| left.cmp(right)),
        ((Some(_), _), (None, _)) => Ordering::Less,
        ((None, _), (Some(_), _)) => Ordering::Greater,
        ((None, left), (None, right)) => by_code_unit(left, right),
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        by_name((self.number, &self.text), (other.number, &other.text))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::try_from(text).unwrap()
    }

    #[test]
    fn forbidden_texts_are_no_keys() {
        for text in [
            "", ".", "a.b", "$a", "a#", "[a", "a]", "a/b", "a\u{0}", "a\nb", "\u{7f}",
        ] {
            assert_eq!(Key::try_from(text), Err(NoKey), "{text:?}");
        }
        assert_eq!(
            Key::try_from("é".repeat(384).as_str())
                .unwrap()
                .as_str()
                .len(),
            768
        );
        assert_eq!(Key::try_from("x".repeat(769).as_str()), Err(NoKey));
        assert_eq!(key("a b é😀\u{a0}").as_str(), "a b é😀\u{a0}");
    }

    #[test]
    fn keys_like_integers_come_first_by_number_then_the_others_by_code_unit() {
        let ordered = [
            "-2147483648",
            "-7",
            "0",
            "00",
            "1",
            "2",
            "02",
            "10",
            "2147483647",
            "-",
            "-2147483649",
            "2147483648",
            "99999999999",
            "A",
            "a",
            "a1",
            "é",
            "😀", // a surrogate pair, so below the next
            "\u{e000}",
        ];
        let mut keys: Vec<Key> = ordered.iter().rev().map(|it| key(it)).collect();
        keys.sort();
        let sorted: Vec<&str> = keys.iter().map(Key::as_str).collect();
        assert_eq!(sorted, ordered);
    }
}
