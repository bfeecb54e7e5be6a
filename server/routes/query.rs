//! The query of a request as an ordered list of decoded pairs (`application/x-www-form-urlencoded`).
//!
//! A value that is not UTF-8 is known as such and never repaired.

use percent_encoding::utf8_percent_encode;

use super::percent;

/// A parsed query. The empty query has no pairs.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Query {
    text: String,
    pairs: Vec<(String, Option<String>)>,
}

/// What a query says of one name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Value<'a> {
    /// The name does not occur.
    Absent,
    /// The name's first value is not UTF-8.
    IllFormed,
    /// The name's first value, decoded once; it may be empty.
    Text(&'a str),
}

impl<'a> Value<'a> {
    /// The text, if there is one.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Value::Text(text) => Some(text),
            Value::Absent | Value::IllFormed => None,
        }
    }
}

impl Query {
    /// Parses what follows the first `?` of a request target.
    pub fn parse(raw: &str) -> Self {
        let pairs = raw
            .split('&')
            .filter(|pair| !pair.is_empty())
            .filter_map(|pair| {
                let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
                Some((decode(name)?, decode(value)))
            })
            .collect();
        Self {
            text: utf8_percent_encode(raw, percent::QUERY).to_string(),
            pairs,
        }
    }

    /// The first value of `name`.
    pub fn first(&self, name: &str) -> Value<'_> {
        match self.pairs.iter().find(|(it, _)| it == name) {
            None => Value::Absent,
            Some((_, None)) => Value::IllFormed,
            Some((_, Some(text))) => Value::Text(text),
        }
    }

    /// Every value of `name` in order, but those that are not UTF-8.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let named = self.pairs.iter().filter(move |(it, _)| it == name);
        named.filter_map(|(_, value)| value.as_deref())
    }

    /// Whether `name` occurs, with or without a value.
    pub fn contains(&self, name: &str) -> bool {
        self.pairs.iter().any(|(it, _)| it == name)
    }

    /// The query as it stands in a URL after the path: empty, or `?` and the text.
    pub fn search(&self) -> String {
        if self.text.is_empty() {
            String::new()
        } else {
            format!("?{}", self.text)
        }
    }
}

fn decode(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    percent::decode(&spaced)
        .ok()
        .map(std::borrow::Cow::into_owned)
}
