//! Reading members into fields that have a value already: a create begins with blank fields, a change with the stored ones,
//! and both read what was sent in the same way. A member that is left out leaves its field alone; `null` empties it.
//!
//! Invariant: a member at fault leaves its field alone and its fault behind.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value};

use super::{Faults, Members, clean_lines, clean_text};
use crate::phone;
use crate::problem::FieldProblem;

impl Members {
    /// The members of `object`.
    pub fn new(object: Map<String, Value>) -> Self {
        Self {
            left: object,
            faults: Faults::default(),
            place: String::new(),
            country: String::new(),
        }
    }

    /// The same members, whose telephone numbers are dialled from this country (alpha-2) where they name none.
    #[must_use]
    pub fn dialled_from(self, country: &str) -> Self {
        Self {
            country: country.to_owned(),
            ..self
        }
    }

    /// What was at fault, unknown members among it.
    pub fn finish(self) -> Faults {
        let Self {
            left,
            mut faults,
            place,
            country: _,
        } = self;
        for name in left.keys() {
            faults.add(FieldProblem::at(&place, name, "Unknown field."));
        }
        faults
    }

    /// Names of the members that were not taken yet.
    pub fn names(&self) -> Vec<String> {
        self.left.keys().cloned().collect()
    }

    /// Whether the member was sent as `null`.
    pub fn is_null(&self, name: &str) -> bool {
        self.left.get(name).is_some_and(Value::is_null)
    }

    /// Whether the member was sent.
    pub fn has(&self, name: &str) -> bool {
        self.left.contains_key(name)
    }

    /// Notes a fault of the member `name`.
    pub fn fault(&mut self, name: &str, detail: impl Into<String>) {
        let fault = FieldProblem::at(&self.place, name, detail);
        self.faults.add(fault);
    }

    /// Notes a fault of what stands at `place` below this object, such as `emails/1`.
    pub fn fault_at(&mut self, place: &str, detail: impl Into<String>) {
        self.faults.add(FieldProblem {
            pointer: format!("{}/{place}", self.place),
            detail: detail.into(),
        });
    }

    /// Notes a fault of `name` unless `passed`.
    pub fn ensure(&mut self, name: &str, passed: bool, detail: &str) {
        if !passed {
            self.fault(name, detail);
        }
    }

    /// A text of one line and at most `limit` characters.
    pub fn text(&mut self, name: &str, limit: usize, field: &mut String) {
        self.set(name, field, |value| one_line(value, limit));
    }

    /// The same, which must not end up empty.
    pub fn filled_text(&mut self, name: &str, limit: usize, field: &mut String) {
        self.text(name, limit, field);
        self.ensure(name, !field.is_empty(), "This field is required.");
    }

    /// A text of several lines and at most `limit` characters.
    pub fn long_text(&mut self, name: &str, limit: usize, field: &mut String) {
        self.set(name, field, |value| match value {
            Value::Null => Ok(String::new()),
            Value::String(text) => clean_lines(&text, limit),
            _ => Err("Enter text.".to_owned()),
        });
    }

    /// A text that `parse` takes in or explains; empty means none.
    pub fn parsed<T>(
        &mut self,
        name: &str,
        limit: usize,
        field: &mut Option<T>,
        parse: impl FnOnce(&str) -> Result<T, &'static str>,
    ) {
        self.set(name, field, |value| {
            let text = one_line(value, limit)?;
            if text.is_empty() {
                return Ok(None);
            }
            parse(&text).map(Some).map_err(str::to_owned)
        });
    }

    /// A text of at most `limit` characters that is empty or passes `check`; `detail` says what is wanted.
    pub fn checked_text(
        &mut self,
        name: &str,
        limit: usize,
        field: &mut String,
        check: impl FnOnce(&str) -> bool,
        detail: &str,
    ) {
        self.set(name, field, |value| {
            let text = one_line(value, limit)?;
            if text.is_empty() || check(&text) {
                Ok(text)
            } else {
                Err(detail.to_owned())
            }
        });
    }

    /// A telephone number, which is taken into E.164; empty means none. One without a country code is dialled from `country`
    /// where that is given, else from the company's.
    pub fn phone(&mut self, name: &str, country: Option<&str>, field: &mut String) {
        let country = country
            .filter(|it| !it.is_empty())
            .unwrap_or(&self.country)
            .to_owned();
        self.set(name, field, |value| {
            let text = one_line(value, 40)?;
            if text.is_empty() {
                return Ok(text);
            }
            phone::international(&text, &country).ok_or_else(|| phone::NO_NUMBER.to_owned())
        });
    }

    /// Exactly `count` digits of ASCII, with nothing around them; `detail` says what is wanted.
    pub fn digits(&mut self, name: &str, count: usize, detail: &str) -> String {
        let mut field = String::new();
        self.set(name, &mut field, |value| match value {
            Value::String(text)
                if text.len() == count && text.bytes().all(|it| it.is_ascii_digit()) =>
            {
                Ok(text)
            }
            _ => Err(detail.to_owned()),
        });
        self.ensure(name, !field.is_empty(), detail);
        field
    }

    /// One of a closed set of words.
    pub fn word<T: FromStr>(&mut self, name: &str, field: &mut T) {
        self.set(name, field, word);
    }

    /// One of a closed set of words, or none.
    pub fn optional_word<T: FromStr>(&mut self, name: &str, field: &mut Option<T>) {
        self.set(name, field, |value| match value {
            Value::Null => Ok(None),
            value => word(value).map(Some),
        });
    }

    /// Several of a closed set of words, each once, in the order sent.
    pub fn words<T: FromStr + PartialEq>(&mut self, name: &str, limit: usize, field: &mut Vec<T>) {
        self.set(name, field, |value| {
            let mut words = Vec::new();
            for value in array(value, limit)? {
                let word = word(value)?;
                if !words.contains(&word) {
                    words.push(word);
                }
            }
            Ok(words)
        });
    }

    /// Yes or no.
    pub fn flag(&mut self, name: &str, field: &mut bool) {
        self.set(name, field, |value| match value {
            Value::Bool(flag) => Ok(flag),
            Value::Null => Ok(false),
            _ => Err("Enter true or false.".to_owned()),
        });
    }

    /// A whole number within `range`.
    pub fn number(&mut self, name: &str, range: RangeInclusive<i64>, field: &mut i64) {
        self.set(name, field, |value| whole(&value, &range));
    }

    /// A whole number within `range`, or none.
    pub fn optional_number(
        &mut self,
        name: &str,
        range: RangeInclusive<i64>,
        field: &mut Option<i64>,
    ) {
        self.set(name, field, |value| match value {
            Value::Null => Ok(None),
            value => whole(&value, &range).map(Some),
        });
    }

    /// A number within `range`, or none.
    pub fn optional_decimal(
        &mut self,
        name: &str,
        range: RangeInclusive<f64>,
        field: &mut Option<f64>,
    ) {
        self.set(name, field, |value| match value {
            Value::Null => Ok(None),
            value => match value.as_f64().filter(|number| range.contains(number)) {
                Some(number) => Ok(Some(number)),
                None => Err(format!(
                    "Give a number from {} to {}.",
                    range.start(),
                    range.end()
                )),
            },
        });
    }

    /// The id of a row, or none.
    pub fn optional_id<T: FromStr>(&mut self, name: &str, field: &mut Option<T>) {
        self.set(name, field, |value| match value {
            Value::Null => Ok(None),
            value => id(value).map(Some),
        });
    }

    /// Ids of rows, each once, in the order sent.
    pub fn ids<T: FromStr + PartialEq>(&mut self, name: &str, limit: usize, field: &mut Vec<T>) {
        self.set(name, field, |value| {
            let mut ids = Vec::new();
            for value in array(value, limit)? {
                let id = id(value)?;
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
            Ok(ids)
        });
    }

    /// Texts of at most `length` characters, none empty, each once, in the order sent.
    pub fn texts(&mut self, name: &str, limit: usize, length: usize, field: &mut Vec<String>) {
        self.set(name, field, |value| {
            let mut texts = Vec::new();
            for value in array(value, limit)? {
                let text = one_line(value, length)?;
                if !text.is_empty() && !texts.contains(&text) {
                    texts.push(text);
                }
            }
            Ok(texts)
        });
    }

    /// A day, as `2026-11-22`, or none.
    pub fn optional_day(&mut self, name: &str, field: &mut Option<Date>) {
        self.parsed(name, 10, field, |text| {
            text.parse()
                .map_err(|_| "Enter a date, for example 2026-11-22.")
        });
    }

    /// A moment, as `2026-11-22T12:00:00Z` (RFC 3339), or none.
    pub fn optional_moment(&mut self, name: &str, field: &mut Option<Timestamp>) {
        self.parsed(name, 40, field, |text| {
            text.parse()
                .map_err(|_| "Enter a date and time, for example 2026-11-22T12:00:00Z.")
        });
    }

    /// Texts by language (BCP 47), each of at most `length` characters.
    pub fn texts_by_language(
        &mut self,
        name: &str,
        length: usize,
        field: &mut BTreeMap<String, String>,
    ) {
        self.object(name, |members| {
            let mut texts = BTreeMap::new();
            for language in members.names() {
                let mut text = String::new();
                members.text(&language, length, &mut text);
                members.ensure(
                    &language,
                    is_language(&language),
                    "Enter the language code, for example en or pt-BR.",
                );
                if !text.is_empty() {
                    texts.insert(language, text);
                }
            }
            *field = texts;
        });
    }

    /// Texts by name, at most `limit` of them, none empty; names and texts have at most `length` characters.
    pub fn texts_by_name(
        &mut self,
        name: &str,
        limit: usize,
        length: usize,
        field: &mut BTreeMap<String, String>,
    ) {
        let mut texts = BTreeMap::new();
        let is_there = self.has(name);
        self.object(name, |members| {
            let names: Vec<String> = members.left.keys().cloned().collect();
            for name in names {
                let mut text = String::new();
                members.filled_text(&name, length, &mut text);
                let is_fit = texts.len() < limit && clean_text(&name, length).as_ref() == Ok(&name);
                members.ensure(
                    &name,
                    is_fit,
                    "This name is too long, or there are too many names.",
                );
                texts.insert(name, text);
            }
        });
        if is_there {
            *field = texts;
        }
    }

    /// An object, which `read` takes in member by member. `null` is an object without members.
    pub fn object(&mut self, name: &str, read: impl FnOnce(&mut Self)) {
        match self.left.remove(name) {
            None => {}
            Some(Value::Null) => self.nested(name, Map::new(), read),
            Some(Value::Object(object)) => self.nested(name, object, read),
            Some(_) => self.fault(name, "Give an object."),
        }
    }

    /// A list of objects, each of which `read` takes in; faults name the place in the list.
    pub fn objects<T>(
        &mut self,
        name: &str,
        limit: usize,
        field: &mut Vec<T>,
        mut read: impl FnMut(&mut Self) -> T,
    ) {
        let values = match self.left.remove(name).map(|value| array(value, limit)) {
            None => return,
            Some(Ok(values)) => values,
            Some(Err(detail)) => return self.fault(name, detail),
        };
        let mut items = Vec::with_capacity(values.len());
        for (at, value) in values.into_iter().enumerate() {
            let place = format!("{name}/{at}");
            let Value::Object(object) = value else {
                self.faults.add(FieldProblem {
                    pointer: format!("{}/{place}", self.place),
                    detail: "Give an object.".to_owned(),
                });
                continue;
            };
            self.nested(&place, object, |members| items.push(read(members)));
        }
        *field = items;
    }

    /// Any JSON of at most `limit` bytes, for what another rule reads.
    pub fn json(&mut self, name: &str, limit: usize, field: &mut Value) {
        self.set(name, field, |value| {
            if value.to_string().len() <= limit {
                Ok(value)
            } else {
                Err(format!("Use at most {limit} bytes."))
            }
        });
    }

    /// A JSON object of at most `limit` bytes, for what another rule reads; null is one without members.
    pub fn map(&mut self, name: &str, limit: usize, field: &mut Map<String, Value>) {
        self.set(name, field, |value| match value {
            Value::Null => Ok(Map::new()),
            Value::Object(_) if value.to_string().len() > limit => {
                Err(format!("Use at most {limit} bytes."))
            }
            Value::Object(members) => Ok(members),
            _ => Err("Give an object.".to_owned()),
        });
    }

    fn nested(&mut self, place: &str, object: Map<String, Value>, read: impl FnOnce(&mut Self)) {
        let mut inner = Self {
            left: object,
            faults: Faults::default(),
            place: format!("{}/{place}", self.place),
            country: self.country.clone(),
        };
        read(&mut inner);
        self.faults.append(inner.finish());
    }

    pub(super) fn set<T>(
        &mut self,
        name: &str,
        field: &mut T,
        parse: impl FnOnce(Value) -> Result<T, String>,
    ) {
        match self.left.remove(name).map(parse) {
            None => {}
            Some(Ok(value)) => *field = value,
            Some(Err(detail)) => self.fault(name, detail),
        }
    }
}

pub(super) fn one_line(value: Value, limit: usize) -> Result<String, String> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) => clean_text(&text, limit),
        _ => Err("Enter text.".to_owned()),
    }
}

fn word<T: FromStr>(value: Value) -> Result<T, String> {
    let text = one_line(value, 100)?;
    text.parse()
        .map_err(|_| "Please choose one of the words that the field knows.".to_owned())
}

fn id<T: FromStr>(value: Value) -> Result<T, String> {
    let text = one_line(value, 36)?;
    text.parse()
        .map_err(|_| "This is not a valid id.".to_owned())
}

fn whole(value: &Value, range: &RangeInclusive<i64>) -> Result<i64, String> {
    value
        .as_i64()
        .filter(|number| range.contains(number))
        .ok_or_else(|| {
            format!(
                "Enter a whole number from {} to {}.",
                range.start(),
                range.end()
            )
        })
}

fn array(value: Value, limit: usize) -> Result<Vec<Value>, String> {
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(values) if values.len() <= limit => Ok(values),
        Value::Array(_) => Err(format!("Use at most {limit}.")),
        _ => Err("Give a list.".to_owned()),
    }
}

/// The simple shape of a BCP 47 tag: a language, and perhaps a script and a region.
pub fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|it| it.is_ascii_lowercase())
        && parts.clone().count() <= 2
        && parts.all(|part| {
            (2..=4).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_alphanumeric())
        })
}
