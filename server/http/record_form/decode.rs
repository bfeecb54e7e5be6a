//! From the texts of a form to the JSON of the record that the service takes.
//!
//! Invariant: only the fields that the form describes are read, each by its kind; no other name that was sent has any effect. An item of
//! a list begins as the page had drawn it, so members that no control shows stay as they are.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Number, Value};

use super::lookup::{Choice, LookupState};
use super::pairs::Pairs;
use super::values::{self, Values};
use crate::routes::form::{Field, Form, Kind, Source};

/// What a form holds.
#[derive(Debug, Default)]
pub(super) struct Decoded<'f> {
    /// The record that the page was drawn from.
    pub(super) base: Values,
    /// The record with what was typed.
    pub(super) values: Values,
    /// Names of the fields that the page had controls for.
    pub(super) drawn: Vec<&'f str>,
    /// Lookup fields as the page draws them again, by path.
    pub(super) lookups: BTreeMap<String, LookupState>,
    /// Records that were typed by name.
    pub(super) searches: Vec<Search<'f>>,
    /// Paths of number fields whose text is not a number.
    pub(super) not_numbers: Vec<String>,
}

/// A record that was typed by its name or code.
#[derive(Debug)]
pub(super) struct Search<'f> {
    /// Path of the field that it is for.
    pub(super) path: String,
    /// What was typed.
    pub(super) text: String,
    /// Which of the matches was chosen, if the page had offered any.
    pub(super) choice: String,
    /// The list that is searched.
    pub(super) source: &'f Source,
}

/// What the pressed button asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action<'p> {
    /// Store the form.
    Save,
    /// Draw it with another item in the list at this path.
    Add(&'p str),
    /// Draw it without the item at this path.
    Drop(&'p str),
    /// Draw it with the fields that belong to what was chosen.
    Draw,
}

impl<'p> Action<'p> {
    pub(super) fn of(pairs: &'p Pairs) -> Self {
        if let Some(path) = pairs.first("$add") {
            Self::Add(path)
        } else if let Some(path) = pairs.first("$drop") {
            Self::Drop(path)
        } else if pairs.has("$draw") {
            Self::Draw
        } else {
            Self::Save
        }
    }
}

/// Reads a form; none without the hidden fields that every page of ours sends.
pub(super) fn decode<'f>(form: &'f Form, pairs: &Pairs) -> Option<Decoded<'f>> {
    let base: Values = serde_json::from_str(pairs.first("$base")?).ok()?;
    let named: BTreeSet<&str> = pairs.first("$fields")?.split(',').collect();
    let fields = form.fields.iter();
    let drawn = fields.filter(|it| named.contains(&*it.name) && !matches!(it.kind, Kind::Custom));
    let drawn: Vec<&Field> = drawn.collect();
    let mut decoded = Decoded {
        drawn: drawn.iter().map(|it| &*it.name).collect(),
        ..Decoded::default()
    };
    let mut values = base.clone();
    for field in drawn {
        decoded.read(field, pairs, ("", ""), &mut values);
    }
    decoded.values = values;
    decoded.base = base;
    Some(decoded)
}

impl<'f> Decoded<'f> {
    /// Reads one field of the record or of an item. Name and path differ in a list from which the page has removed items.
    fn read(&mut self, field: &'f Field, pairs: &Pairs, within: (&str, &str), into: &mut Values) {
        let (name, path) = (
            format!("{}{}", within.0, field.name),
            format!("{}{}", within.1, field.name),
        );
        let typed = pairs.first(&name);
        let value = match &field.kind {
            Kind::Custom => None,
            Kind::Long => typed.map(Value::from),
            Kind::Text { code: false, empty } | Kind::Choice { empty } => {
                typed.map(|text| or(text, empty))
            }
            Kind::Text { code: true, empty } => typed.map(|text| or(&text.to_uppercase(), empty)),
            Kind::Number => typed.map(|text| self.number(text, path)),
            // A browser sends nothing for an empty box, and a value that was absent stays absent.
            Kind::Flag => (pairs.has(&name) || values::at(into, &field.name).is_some())
                .then(|| Value::Bool(pairs.has(&name))),
            Kind::Choices => Some(in_order(pairs.all(&name), values::at(into, &field.name))),
            Kind::Texts { .. } => {
                let lines = pairs.all(&name).iter().map(|it| it.trim());
                Some(lines.filter(|it| !it.is_empty()).collect())
            }
            Kind::Day => typed.map(|text| match stored(pairs, &name, text) {
                Some(stored) => or(stored, &Value::Null),
                None => or(text.trim(), &Value::Null),
            }),
            Kind::Lookup { source, empty } => typed.map(|text| match stored(pairs, &name, text) {
                Some(stored) => {
                    self.name(&path, stored, text);
                    or(stored, empty)
                }
                None => match self.search(pairs, (&name, path), source.as_ref()) {
                    true => empty.clone(),
                    false => or(text.trim(), empty),
                },
            }),
            Kind::Lookups { source } => Some(self.lookups(pairs, (name, path), source.as_ref())),
            Kind::List { of, max, .. } => Some(self.items((of, *max), pairs, (&name, &path))),
        };
        if let Some(value) = value {
            values::put(into, &field.name, value);
        }
    }

    /// The number, or the text as it was typed, which is then an error.
    fn number(&mut self, text: &str, path: String) -> Value {
        let text = text.trim();
        if text.is_empty() {
            return Value::Null;
        }
        let whole = text.parse::<i64>().ok().map(Number::from);
        let number = whole.or_else(|| Number::from_f64(text.parse().ok()?));
        if let Some(number) = number {
            Value::Number(number)
        } else {
            self.not_numbers.push(path);
            text.into()
        }
    }

    fn lookups(
        &mut self,
        pairs: &Pairs,
        (name, path): (String, String),
        source: Option<&'f Source>,
    ) -> Value {
        let (values, shown) = (format!("{name}$value"), format!("{name}$shown"));
        for (value, text) in pairs.all(&values).iter().zip(pairs.all(&shown)) {
            self.name(&path, value, text);
        }
        let chosen = pairs.all(&values).iter();
        let chosen = chosen.filter(|it| !it.is_empty()).cloned().collect();
        self.search(pairs, (&name, path), source);
        chosen
    }

    /// Notes the label of a value, for the page has none for a value that it did not have before.
    pub(super) fn name(&mut self, path: &str, value: &str, label: &str) {
        if !value.is_empty() && !label.is_empty() {
            let lookup = self.lookups.entry(path.to_owned()).or_default();
            lookup.names.push(Choice {
                value: value.to_owned(),
                label: label.to_owned(),
            });
        }
    }

    /// Notes what was typed in a lookup field, to be searched for; false where there is nothing to do.
    fn search(
        &mut self,
        pairs: &Pairs,
        (name, path): (&str, String),
        source: Option<&'f Source>,
    ) -> bool {
        let text = pairs.first(name).unwrap_or_default().trim();
        let Some(source) = source.filter(|_| !text.is_empty()) else {
            return false;
        };
        let choice = pairs.first(&format!("{name}$choice"));
        self.searches.push(Search {
            path,
            text: text.to_owned(),
            choice: choice.unwrap_or_default().to_owned(),
            source,
        });
        true
    }

    /// The items of a list in the order of their places, without gaps. One more than there may be is enough for the service to refuse
    /// them, and no form makes this server search for more than that.
    fn items(
        &mut self,
        (of, max): (&'f [Field], usize),
        pairs: &Pairs,
        (name, path): (&str, &str),
    ) -> Value {
        let places: BTreeSet<usize> = pairs.names().filter_map(|it| place(it, name)).collect();
        let places = places.into_iter().take(max.saturating_add(1));
        let items = places.enumerate().map(|(at, place)| {
            let drawn = pairs.first(&format!("{name}.{place}$item"));
            let drawn = drawn.and_then(|it| serde_json::from_str(it).ok());
            let mut item: Map<String, Value> = drawn.unwrap_or_default();
            let within = (format!("{name}.{place}."), format!("{path}.{at}."));
            for field in of {
                self.read(field, pairs, (&within.0, &within.1), &mut item);
            }
            Value::Object(item)
        });
        items.collect()
    }
}

/// The place that a name such as `emails.3.address` or `emails.3$item` has in the list `list`.
fn place(name: &str, list: &str) -> Option<usize> {
    let rest = name.strip_prefix(list)?.strip_prefix('.')?;
    let digits = rest.split(['.', '$']).next()?;
    let place = digits.parse::<usize>().ok()?;
    // A page writes a place in one way: not `07`, not `+7`.
    (digits == place.to_string()).then_some(place)
}

fn or(text: &str, empty: &Value) -> Value {
    match text {
        "" => empty.clone(),
        text => text.into(),
    }
}

/// The value of a control that still shows the text that it was drawn with.
fn stored<'p>(pairs: &'p Pairs, name: &str, text: &str) -> Option<&'p str> {
    let shown = pairs.first(&format!("{name}$shown"))?;
    (shown == text).then(|| pairs.first(&format!("{name}$value")))?
}

/// What was chosen; in the order that is stored if it is the same set.
fn in_order(chosen: &[String], before: Option<&Value>) -> Value {
    let words: BTreeSet<&str> = chosen.iter().map(String::as_str).collect();
    if let Some(Value::Array(before)) = before
        && before.len() == words.len()
        && before
            .iter()
            .all(|it| it.as_str().is_some_and(|word| words.contains(word)))
    {
        return Value::Array(before.clone());
    }
    chosen.iter().cloned().collect()
}

/// Adds an item to the list at `path`, unless it is full.
pub(super) fn add(form: &Form, values: &mut Values, path: &str) {
    let names: Vec<&str> = path
        .split('.')
        .filter(|it| it.parse::<usize>().is_err())
        .collect();
    let Some((max, blank)) = item_of(&form.fields, &names.join(".")) else {
        return;
    };
    if values::at(values, path).is_none_or(Value::is_null) {
        let none = Value::Array(Vec::new());
        match path.rsplit_once('.') {
            None => values::put(values, path, none),
            // Of an item that exists.
            Some((item, name)) => {
                let Some(Value::Object(item)) = values::at_mut(values, item) else {
                    return;
                };
                item.insert(name.to_owned(), none);
            }
        }
    }
    if let Some(Value::Array(list)) = values::at_mut(values, path)
        && list.len() < max
    {
        list.push(blank);
    }
}

/// Removes the item at `path`.
pub(super) fn drop(values: &mut Values, path: &str) {
    let Some((list, at)) = path.rsplit_once('.') else {
        return;
    };
    if let Some(Value::Array(list)) = values::at_mut(values, list)
        && let Ok(at) = at.parse::<usize>()
        && at < list.len()
    {
        list.remove(at);
    }
}

/// How many items a list of this name may have, and a blank one.
fn item_of(fields: &[Field], name: &str) -> Option<(usize, Value)> {
    fields.iter().find_map(|field| match &field.kind {
        Kind::List { max, blank, .. } if field.name == name => {
            Some((*max, Value::Object(blank.clone())))
        }
        Kind::List { of, .. } => {
            let inner = name.strip_prefix(&*field.name)?.strip_prefix('.')?;
            item_of(of, inner)
        }
        Kind::Texts { max } if field.name == name => Some((*max, Value::from(""))),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
