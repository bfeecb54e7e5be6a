//! How values are shown in a mail: days, moments, numbers and money, in the reader's language and zone.
//!
//! Invariant: an unknown language is shown in ISO 8601 and with plain digits, never wrongly in another one's way.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;

use crate::zones;

/// How a value is shown; written behind the path, as in `{{expiresAt:date}}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As it is.
    Text,
    /// A day.
    Date,
    /// Hours and minutes, with the zone.
    Time,
    /// Both.
    DateTime,
    /// A number with separators.
    Number,
    /// An amount `{amount, currency}`.
    Money,
}

impl Format {
    const ALL: [(&'static str, Self); 6] = [
        ("text", Self::Text),
        ("date", Self::Date),
        ("time", Self::Time),
        ("dateTime", Self::DateTime),
        ("number", Self::Number),
        ("money", Self::Money),
    ];
}

impl FromStr for Format {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let found = Self::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, format)| *format).ok_or(())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Self::ALL.iter().find(|(_, format)| format == self);
        f.write_str(found.map_or("text", |(name, _)| name))
    }
}

/// For whom values are shown.
#[derive(Clone, Debug)]
pub struct Reader {
    habits: Habits,
    zone: TimeZone,
}

/// How a language writes.
#[derive(Clone, Copy, Debug)]
struct Habits {
    date: &'static str,
    decimal: char,
    group: &'static str,
}

impl Reader {
    /// A reader of the language (BCP 47) in the zone (IANA); a zone that is not known is UTC.
    pub fn new(language: &str, timezone: &str) -> Self {
        Self {
            habits: habits(language),
            zone: zones::get(timezone).unwrap_or(TimeZone::UTC),
        }
    }

    /// The value in words; none when it says nothing, or when it is of no kind that the format shows.
    pub fn show(&self, value: &Value, format: Format) -> Option<String> {
        let shown = match format {
            Format::Text => plain(value)?,
            Format::Date => match day(value) {
                Some(day) => day.strftime(self.habits.date).to_string(),
                None => self.moment(value, self.habits.date)?,
            },
            Format::Time => self.moment(value, "%H:%M %Z")?,
            Format::DateTime => self.moment(value, &format!("{} %H:%M %Z", self.habits.date))?,
            Format::Number => self.number(&plain(value)?)?,
            Format::Money => {
                let amount = self.number(&plain(value.get("amount")?)?)?;
                let currency = value.get("currency").and_then(Value::as_str);
                format!("{amount} {}", currency.unwrap_or_default())
                    .trim_end()
                    .to_owned()
            }
        };
        (!shown.is_empty()).then_some(shown)
    }

    fn moment(&self, value: &Value, format: &str) -> Option<String> {
        let at: Timestamp = value.as_str()?.parse().ok()?;
        Some(at.to_zoned(self.zone.clone()).strftime(format).to_string())
    }

    /// Digits with the language's separators; the number of decimals is the sender's.
    fn number(&self, text: &str) -> Option<String> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(decimals) {
            return None;
        }
        let mut shown = String::from(sign);
        for (at, digit) in whole.chars().enumerate() {
            if at != 0 && (whole.len() - at).is_multiple_of(3) {
                shown.push_str(self.habits.group);
            }
            shown.push(digit);
        }
        if !decimals.is_empty() {
            shown.push(self.habits.decimal);
            shown.push_str(decimals);
        }
        Some(shown)
    }
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A day without a time. A moment begins like one, and is none.
fn day(value: &Value) -> Option<Date> {
    value.as_str().filter(|text| text.len() == 10)?.parse().ok()
}

fn habits(language: &str) -> Habits {
    const NARROW: &str = "\u{202f}";

    let primary = language.split('-').next().unwrap_or_default();
    let (date, decimal, group) = match (language, primary) {
        ("en-US", _) => ("%B %-d, %Y", '.', ","),
        (_, "en") => ("%-d %B %Y", '.', ","),
        ("de-CH", _) => ("%d.%m.%Y", '.', "\u{2019}"),
        (_, "de" | "tr") => ("%d.%m.%Y", ',', "."),
        (_, "nl") => ("%d-%m-%Y", ',', "."),
        (_, "fr") => ("%d/%m/%Y", ',', NARROW),
        (_, "ar") => ("%d/%m/%Y", '.', ","),
        (_, "es" | "it" | "pt") => ("%d/%m/%Y", ',', "."),
        (_, "da" | "no" | "nb") => ("%d.%m.%Y", ',', "."),
        (_, "cs" | "pl" | "ru" | "uk" | "fi" | "sk") => ("%d.%m.%Y", ',', "\u{a0}"),
        (_, "sv") => ("%Y-%m-%d", ',', "\u{a0}"),
        _ => ("%Y-%m-%d", '.', ""),
    };
    Habits {
        date,
        decimal,
        group,
    }
}
