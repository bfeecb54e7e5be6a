//! Merge fields: `{{path|fallback}}` in subjects, HTML and texts, and the values that take their place.
//!
//! A path is names between dots, such as `contact.firstName`; a format may follow behind a colon, as in
//! `{{expiresAt:date|soon}}`. What stands behind the bar is shown when there is no value.
//!
//! Invariant: a value is data. In HTML it is escaped, in a subject it has no line ends, and it is never read for fields.

use serde_json::Value;

use super::show::{Format, Reader};

/// A merge field as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'t> {
    /// What it shows.
    pub path: &'t str,
    /// How, where that was said.
    pub format: Option<Format>,
    /// What is shown when there is no value, where that was said.
    pub fallback: Option<&'t str>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'t> {
    /// Shown as it is.
    Text(&'t str),
    /// Replaced by a value.
    Field(Field<'t>),
    /// Braces that hold no field.
    Broken(&'t str),
}

/// Where a merged text stands, which decides how values are written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// HTML.
    Html,
    /// Plain text.
    Text,
    /// One line of a header.
    Header,
}

/// The values, and for whom they are shown.
#[derive(Clone, Debug)]
pub struct Values {
    /// By path.
    pub data: Value,
    /// For whom.
    pub reader: Reader,
}

/// The parts of a text, in their order.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("{{") {
        let (before, from) = rest.split_at(start);
        if !before.is_empty() {
            parts.push(Part::Text(before));
        }
        let Some(end) = from.find("}}") else {
            parts.push(Part::Broken(from));
            return parts;
        };
        let whole = &from[..end + 2];
        parts.push(match field(&from[2..end]) {
            Some(field) => Part::Field(field),
            None => Part::Broken(whole),
        });
        rest = &from[end + 2..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts
}

/// The fields of a text, in their order.
pub fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    parts(text).into_iter().filter_map(|part| match part {
        Part::Field(field) => Some(field),
        Part::Text(_) | Part::Broken(_) => None,
    })
}

fn field(inside: &str) -> Option<Field<'_>> {
    let (name, fallback) = match inside.split_once('|') {
        Some((name, fallback)) => (name.trim(), Some(fallback.trim())),
        None => (inside.trim(), None),
    };
    let (path, format) = match name.split_once(':') {
        Some((path, format)) => (path, Some(format.parse().ok()?)),
        None => (name, None),
    };
    let is_name = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || it == b'_')
    };
    (path.len() <= 100 && path.split('.').all(is_name)).then_some(Field {
        path,
        format,
        fallback,
    })
}

impl Values {
    /// The text with values instead of fields. Paths without value and fallback are noted in `missing`, each once.
    pub fn merge(&self, text: &str, place: Place, missing: &mut Vec<String>) -> String {
        let mut merged = String::with_capacity(text.len());
        for part in parts(text) {
            match part {
                Part::Text(text) | Part::Broken(text) => merged.push_str(text),
                Part::Field(field) => match (self.value(&field), field.fallback) {
                    (Some(value), _) => merged.push_str(&escaped(&value, place)),
                    // The writer's own words: in HTML they are HTML already.
                    (None, Some(fallback)) => merged.push_str(fallback),
                    (None, None) if missing.iter().any(|it| it == field.path) => {}
                    (None, None) => missing.push(field.path.to_owned()),
                },
            }
        }
        match place {
            Place::Header => one_line(&merged),
            Place::Html | Place::Text => merged,
        }
    }

    fn value(&self, field: &Field<'_>) -> Option<String> {
        let mut value = &self.data;
        for name in field.path.split('.') {
            value = value.get(name)?;
        }
        let format = field.format.unwrap_or_else(|| natural(field.path, value));
        self.reader.show(value, format)
    }
}

/// How a value is shown when nothing was said: names that end in `At` hold moments, objects with a currency hold money.
pub fn natural(path: &str, value: &Value) -> Format {
    let name = path.rsplit('.').next().unwrap_or_default();
    if value.get("currency").is_some() {
        Format::Money
    } else if name.ends_with("At") {
        Format::DateTime
    } else if name == "today" || name.ends_with("Date") {
        Format::Date
    } else {
        Format::Text
    }
}

/// The text with an ellipsis for each of its fields, for who sees it without values.
pub fn without_fields(text: &str) -> String {
    let shown = parts(text).into_iter().map(|part| match part {
        Part::Text(text) | Part::Broken(text) => text,
        Part::Field(_) => "…",
    });
    shown.collect()
}

fn escaped(value: &str, place: Place) -> String {
    match place {
        Place::Html => escape_html(value),
        _ => value.to_owned(),
    }
}

/// A text as content of an element or a quoted attribute.
pub fn escape_html(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// The text without anything that could end a header line, blanks drawn together.
pub fn one_line(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|it: char| it.is_control() || it.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}
