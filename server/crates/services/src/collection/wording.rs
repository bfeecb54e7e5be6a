//! Wording: the values of a field as a table has them for people, with the words of the screens in place of codes.
//!
//! Invariant: a code that nothing is known of stays as it is.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;
use waybill_storage::Handle;

use super::cells;
use super::headings::Holds;
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::languages::Language;
use crate::master::{countries, picklists};
use crate::zones;

/// What is written for a value.
#[derive(Clone, Debug)]
pub(crate) enum Wording {
    /// What it is; yes and no in words.
    Plain { yes: &'static str, no: &'static str },
    /// Another text, where one is known; of a list for each of its parts.
    Known(HashMap<String, String>),
    /// The time on the clock of this zone.
    Moment(TimeZone),
    /// How many parts it has.
    Count,
}

impl Wording {
    /// How the caller, who reads this language, is written the values of a field.
    pub(crate) async fn of(
        caller: &Caller,
        db: &dyn Handle,
        holds: Holds,
        language: Language,
    ) -> Result<Self, ServiceError> {
        let company = caller.company_id();
        let words = |words: &[(&'static str, &'static str)]| {
            let known = words.iter();
            known
                .map(|(code, label)| ((*code).to_owned(), language.translated(label).to_owned()))
                .collect::<HashMap<_, _>>()
        };
        Ok(match holds {
            Holds::Text | Holds::Email | Holds::Phone | Holds::Website | Holds::Flag => {
                Self::Plain {
                    yes: language.translated("Yes"),
                    no: language.translated("No"),
                }
            }
            Holds::Words(known) => Self::Known(words(known)),
            Holds::Picklist(picklist, known) => {
                let mut known = words(known);
                known.extend(picklists::own_labels(db, company, (picklist, language)).await?);
                Self::Known(known)
            }
            Holds::Country => Self::Known(countries::names_in(db, company, language).await?),
            Holds::Moment => Self::Moment(zones::get(&caller.user().timezone)?),
            Holds::Count => Self::Count,
        })
    }

    /// What the screens call a code, where they call it otherwise.
    pub(crate) fn known(&self, code: &str) -> Option<&str> {
        match self {
            Self::Known(known) => known.get(code).map(String::as_str),
            _ => None,
        }
    }

    /// The cell of a value.
    pub(crate) fn cell(&self, value: &Value) -> String {
        match self {
            Self::Plain { yes, no } => match value {
                Value::Bool(true) => (*yes).to_owned(),
                Value::Bool(false) => (*no).to_owned(),
                other => in_one(other, &|text| text.to_owned()),
            },
            Self::Known(_) => in_one(value, &|text| self.known(text).unwrap_or(text).to_owned()),
            // A part of a moment, such as its month, is written as it is.
            Self::Moment(zone) => in_one(value, &|text| match text.parse::<Timestamp>() {
                Ok(moment) => {
                    let local = moment.to_zoned(zone.clone());
                    local.strftime("%Y-%m-%d %H:%M").to_string()
                }
                Err(_) => text.to_owned(),
            }),
            Self::Count => value.as_array().map_or(0, Vec::len).to_string(),
        }
    }
}

/// A value as one text: of several parts the parts, of an object that has a name its name, and of another one its keys.
pub(crate) fn in_one(value: &Value, text: &dyn Fn(&str) -> String) -> String {
    match value {
        Value::String(value) => text(value),
        Value::Array(parts) => {
            let parts = parts.iter().map(|it| in_one(it, text));
            let parts: Vec<String> = parts.filter(|it| !it.is_empty()).collect();
            parts.join("; ")
        }
        Value::Object(members) => match members.get("name").and_then(Value::as_str) {
            Some(name) => name.to_owned(),
            None => members
                .keys()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join("; "),
        },
        other => cells::cell(other),
    }
}
