//! Public holidays and weekends of countries: the days on which nobody there expects an answer. Those of a whole country
//! alone: what a state or a province keeps is not known here. They come with the program (`seed/rules/holidays.mjs`).
//!
//! Invariant: outside [`FIRST_YEAR`] to [`known_until`] nothing is said: no day counts as a holiday there, and none is guessed.

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::{Date, Weekday as DayOfWeek};
use serde::Deserialize;
use waybill_storage::reference::seed::HOLIDAYS;

use super::conventions;
use crate::iam::offices::hours::Weekday;
use crate::languages::Language;

/// The first year whose holidays are known.
pub const FIRST_YEAR: i16 = 2026;
/// The last one, of all countries but those that [`known_until`] says less of.
pub const LAST_YEAR: i16 = 2031;

/// A public holiday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holiday {
    /// Its day.
    pub date: Date,
    /// What it is called in English, or else in its country.
    pub name: &'static str,
    /// What it is called in the country's language, where that is one of ours.
    own_name: Option<(Language, &'static str)>,
}

impl Holiday {
    /// Its name for readers of this language.
    pub fn name_in(&self, language: Language) -> &'static str {
        match self.own_name {
            Some((own, name)) if own == language => name,
            _ => self.name,
        }
    }
}

/// The holidays of a country as the seed has them: a borrowed part of the program.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Calendar {
    country: &'static str,
    /// The language of the own names; empty when there are none.
    own_language: &'static str,
    /// Names, own names, and days as `MMDD` of every year or `YYMMDD`, with spaces between them.
    days: Vec<(&'static str, &'static str, &'static str)>,
}

static ALL: LazyLock<HashMap<&'static str, Calendar>> = LazyLock::new(|| {
    // A part of the program; a test reads every line.
    let rows = HOLIDAYS.text().lines().filter_map(read);
    rows.map(|row| (row.country, row)).collect()
});

fn read(line: &'static str) -> Option<Calendar> {
    serde_json::from_str(line).ok()
}

/// The holiday of the country with this alpha-2 code on this day, by its English name.
pub fn holiday(country: &str, date: Date) -> Option<&'static str> {
    between(country, date, date).first().map(|it| it.name)
}

/// The last day up to which the holidays of the country are known; none where no holidays are.
pub fn known_until(country: &str) -> Option<Date> {
    let (first, last) = (Date::new(FIRST_YEAR, 1, 1), Date::new(LAST_YEAR, 12, 31));
    let known = between(country, first.ok()?, last.ok()?);
    known.last().map(|it| it.date.last_of_year())
}

/// Whether nobody works there on this day of the week. Saturday and Sunday where nothing is known.
pub fn is_weekend(country: &str, day: DayOfWeek) -> bool {
    let is_it = |it: &&Weekday| it.of_week() == day;
    let day = Weekday::ALL.iter().find(is_it);
    day.is_some_and(|day| conventions::is_weekend(country, *day))
}

/// The holidays of the country from one day to another, both included, by their days.
pub fn between(country: &str, from: Date, to: Date) -> Vec<Holiday> {
    let Some(calendar) = ALL.get(country) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (name, own_name, days) in &calendar.days {
        let own_name = calendar.own_name(own_name);
        let dates = days.split(' ').flat_map(|day| dates(day, from, to));
        found.extend(dates.map(|date| Holiday {
            date,
            name,
            own_name,
        }));
    }
    found.sort_unstable_by_key(|it| it.date);
    found
}

impl Calendar {
    fn own_name(&self, name: &'static str) -> Option<(Language, &'static str)> {
        let language = self.own_language.parse().ok()?;
        (!name.is_empty()).then_some((language, name))
    }
}

/// The dates of one entry that lie within the two, and within what is known.
fn dates(day: &'static str, from: Date, to: Date) -> impl Iterator<Item = Date> {
    let (year, in_year) = day.split_at(day.len().saturating_sub(4));
    let years = match year.parse::<i16>() {
        Ok(year) => 2000 + year..=2000 + year,
        Err(_) => from.year().max(FIRST_YEAR)..=to.year().min(LAST_YEAR),
    };
    let (month, day) = in_year.split_at(in_year.len().min(2));
    let parts = month.parse::<i8>().ok().zip(day.parse::<i8>().ok());
    years
        .filter_map(move |year| parts.and_then(|(month, day)| Date::new(year, month, day).ok()))
        .filter(move |date| from <= *date && *date <= to)
}
