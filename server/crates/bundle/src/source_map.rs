//! Places in the SSR bundle, said as places in its sources.
//!
//! Only what an error message needs: one lookup per stack line, so the map is walked and not indexed.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

/// A source map of version 3 (ECMA-426), with its sources as paths from the project root.
#[derive(Debug, Deserialize)]
pub(crate) struct SourceMap {
    sources: Vec<String>,
    mappings: String,
}

impl SourceMap {
    /// Reads the map at `path`; `None` if it is missing or unreadable, for then a message stays as it is.
    pub(crate) fn read(path: &Path, root: &Path) -> Option<Self> {
        let mut map: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let folder = path.parent()?;
        for source in &mut map.sources {
            let place = normal(&folder.join(&*source));
            let place = place.strip_prefix(root).unwrap_or(&place);
            *source = place.to_string_lossy().replace('\\', "/");
        }
        Some(map)
    }

    /// `message` with each `<script>:line:column` replaced by the place in the sources that it stands for.
    pub(crate) fn explain(&self, message: &str, script: &str) -> String {
        let mut out = String::new();
        let mark = format!("{script}:");
        let mut parts = message.split(&mark);
        out.push_str(parts.next().unwrap_or_default());
        for part in parts {
            if let Some((place, rest)) = self.place(part) {
                out.push_str(&place);
                out.push_str(rest);
            } else {
                out.push_str(&mark);
                out.push_str(part);
            }
        }
        out
    }

    /// Reads `line:column` off the front of `text`; gives the place in the sources and what follows.
    fn place<'a>(&self, text: &'a str) -> Option<(String, &'a str)> {
        let (line, rest) = number(text)?;
        let (column, rest) = number(rest.strip_prefix(':')?)?;
        let (source, line, column) = self.original(line.checked_sub(1)?, column.checked_sub(1)?)?;
        let source = self.sources.get(usize::try_from(source).ok()?)?;
        Some((format!("{source}:{}:{}", line + 1, column + 1), rest))
    }

    /// Source index, line and column, all from 0, of the last segment that starts at or before a place in the script.
    fn original(&self, line: i64, column: i64) -> Option<(i64, i64, i64)> {
        let wanted = usize::try_from(line).ok()?;
        let (mut source, mut row, mut at) = (0, 0, 0);
        let mut found = None;
        for (index, group) in self.mappings.split(';').take(wanted + 1).enumerate() {
            let mut start = 0;
            for segment in group.split(',') {
                let fields = fields(segment);
                let [first, rest @ ..] = fields.as_slice() else {
                    continue;
                };
                start += first;
                let [by_source, by_row, by_column, ..] = rest else {
                    continue;
                };
                source += by_source;
                row += by_row;
                at += by_column;
                if index == wanted && start <= column {
                    found = Some((source, row, at));
                }
            }
        }
        found
    }
}

/// The numbers of one segment, in Base64 VLQ: six bits a digit, least significant first, the lowest bit is the sign.
fn fields(segment: &str) -> Vec<i64> {
    let (mut fields, mut value, mut shift) = (Vec::new(), 0_i64, 0_u32);
    for digit in segment.bytes().filter_map(digit) {
        value |= (digit & 31) << shift;
        shift += 5;
        if digit & 32 == 0 {
            let magnitude = value >> 1;
            fields.push(if value & 1 == 0 {
                magnitude
            } else {
                -magnitude
            });
            (value, shift) = (0, 0);
        }
    }
    fields
}

fn digit(byte: u8) -> Option<i64> {
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let at = digits.iter().position(|it| *it == byte)?;
    i64::try_from(at).ok()
}

fn number(text: &str) -> Option<(i64, &str)> {
    let end = text
        .find(|it: char| !it.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

/// `path` without `..`; the map's sources are relative to the folder of the script.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line 1 has nothing; line 2 column 0 is a.ts 1:1, column 9 is b.ts 17:3.
    fn map() -> SourceMap {
        SourceMap {
            sources: vec!["client/src/a.ts".to_owned(), "client/src/b.ts".to_owned()],
            mappings: ";AAAA,SCgBE".to_owned(),
        }
    }

    #[track_caller]
    fn check(message: &str, expected: &str) {
        assert_eq!(map().explain(message, "ssr.js"), expected);
    }

    #[test]
    fn a_place_in_the_script_becomes_the_place_in_its_source() {
        check(
            "Error: no\n    at f (ssr.js:2:5)\n    at ssr.js:2:40",
            "Error: no\n    at f (client/src/a.ts:1:1)\n    at client/src/b.ts:17:3",
        );
    }

    #[test]
    fn a_place_that_the_map_lacks_stays() {
        check("at ssr.js:1:1, ssr.js:x", "at ssr.js:1:1, ssr.js:x");
    }

    #[test]
    fn long_and_negative_numbers_are_read() {
        assert_eq!(fields("gqjG"), [100_000]);
        assert_eq!(fields("x5tqBD"), [-695_192, -1]);
    }
}
