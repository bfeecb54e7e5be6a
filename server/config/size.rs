//! A size of memory, as people write it: `"1GiB"`, `"1500 MB"`, or bytes as a number.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// Bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size(pub(super) u64);

/// Units by the word behind the number. The ones with an i are powers of two (IEC 80000-13).
const UNITS: [(&str, u64); 9] = [
    ("", 1),
    ("b", 1),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
];

impl FromStr for Size {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim().to_ascii_lowercase();
        let end = text.find(|it: char| !it.is_ascii_digit());
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let number: u64 = number.parse().map_err(drop)?;
        let unit = UNITS.iter().find(|(word, _)| *word == unit.trim());
        let (_, bytes) = unit.ok_or(())?;
        number.checked_mul(*bytes).map(Self).ok_or(())
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Either)
    }
}

struct Either;

impl Visitor<'_> for Either {
    type Value = Size;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a size such as \"1GiB\", or a number of bytes")
    }

    fn visit_i64<E: Error>(self, bytes: i64) -> Result<Size, E> {
        let bytes = u64::try_from(bytes).map(Size);
        bytes.map_err(|_| E::custom("a size is not negative"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Size, E> {
        let refused = |()| E::custom("a size is written as \"1GiB\", \"512MiB\" or in bytes");
        text.parse().map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("1GiB", 1 << 30),
            ("512 MiB", 512 << 20),
            ("1500mb", 1_500_000_000),
            ("1073741824", 1 << 30),
            ("7B", 7),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
        for text in [
            "",
            "GiB",
            "1.5GiB",
            "-1GiB",
            "1 GiB 2",
            "99999999999TiB",
            "1G",
        ] {
            assert_eq!(text.parse::<Size>(), Err(()), "{text}");
        }
    }
}
