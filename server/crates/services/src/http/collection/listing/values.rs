//! Values of conditions: texts as they stand in a query, and what they mean for a key.
//!
//! Invariant: a value that the key cannot hold is a fault, never another value.

use jiff::Timestamp;
use jiff::civil::Date;
use waybill_storage::records::{Key, KeyKind, KeyValue};

use super::MAX_VALUES;

/// The values between bars; a bar behind a backslash is part of its value.
pub fn bars(text: &str) -> Result<Vec<String>, String> {
    let mut values = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.peek() == Some(&'|') => {
                letters.next();
                push(&mut values, '|');
            }
            '|' => values.push(String::new()),
            other => push(&mut values, other),
        }
    }
    match values.len() {
        0..=MAX_VALUES => Ok(values),
        _ => Err(format!("Use at most {MAX_VALUES} values.")),
    }
}

fn push(values: &mut [String], letter: char) {
    if let Some(last) = values.last_mut() {
        last.push(letter);
    }
}

pub(super) fn key_value(key: &Key, text: &str) -> Result<KeyValue, String> {
    let name = key.name;
    match key.kind {
        KeyKind::Text | KeyKind::Folded => Ok(text.into()),
        KeyKind::Number => text
            .parse::<i64>()
            .map(KeyValue::from)
            .map_err(|_| format!("{name} takes a whole number.")),
        KeyKind::Flag => match text {
            "true" => Ok(true.into()),
            "false" => Ok(false.into()),
            _ => Err(format!("{name} takes true or false.")),
        },
        KeyKind::Moment => moment(text).map(KeyValue::from).ok_or_else(|| {
            format!("{name} takes a date and time, for example 2026-11-22T12:00:00Z.")
        }),
    }
}

/// A moment, or the one at which a day begins.
pub fn moment(text: &str) -> Option<Timestamp> {
    if let Ok(at) = text.parse() {
        return Some(at);
    }
    let day: Date = text.parse().ok()?;
    let midnight = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(midnight.timestamp())
}
