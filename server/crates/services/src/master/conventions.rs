//! Conventions of countries: how people there write, count and rest, what their tax number is called, where their ships go.
//! They come with the program (`seed/rules/conventions.mjs`) and are nobody's to change; what companies change of a country is
//! its row among the [countries](super::countries).
//!
//! Invariant: every country of the seed has them, and each can be stored where it is proposed.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use waybill_storage::reference::seed::CONVENTIONS;

use crate::iam::companies::fields::{
    CompanyFormats, MassUnit, NumberFormat, PaperSize, Units, VolumeUnit,
};
use crate::iam::companies::rules::fits;
use crate::iam::offices::hours::Weekday;
use crate::iam::user::{DateFormat, HourCycle};
use crate::languages::Language;
use crate::phone::international;

/// What people write between the digits and letters of a tax number.
const SEPARATORS: &[char] = &['.', ',', ':', '-', '/', '(', ')', '_'];

/// The conventions of a country.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Conventions {
    country: String,
    /// The locale of Unicode CLDR that dates and numbers are written by, such as `nl`.
    pub locale: String,
    /// The language of ours to begin with.
    pub language: Language,
    /// Whether that is an official language there.
    pub is_official: bool,
    date_format: DateFormat,
    time_format: HourCycle,
    number_format: NumberFormat,
    paper: PaperSize,
    units: System,
    /// The days on which nobody works, in their order; at least one.
    pub weekend: Vec<Weekday>,
    /// A telephone number there; none in a country without any.
    pub phone: Option<ExampleNumber>,
    /// What the tax number of a company is called there, at most 20 characters; none where that is not known.
    pub tax_name: Option<String>,
    /// A regular expression of the whole number, in capitals and without separators.
    tax_shape: Option<String>,
    /// UN/LOCODEs of its main sea ports, the best connected first, each with the number of countries that it is connected
    /// with; 0 where that is not known.
    pub ports: Vec<(String, u32)>,
}

/// A telephone number as an example.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleNumber {
    national: String,
    international: String,
    /// E.164.
    pub number: String,
}

impl ExampleNumber {
    /// As it is dialled within `country`, where we understand that, else as from abroad.
    pub fn dialled_in(&self, country: &str) -> &str {
        let is_understood =
            international(&self.national, country).is_some_and(|it| it == self.number);
        match is_understood {
            true => &self.national,
            false => &self.international,
        }
    }
}

/// A system of measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum System {
    Metric,
    Us,
}

impl Conventions {
    /// How a company there writes.
    pub fn formats(&self) -> CompanyFormats {
        CompanyFormats {
            date: self.date_format,
            time: self.time_format,
            number: self.number_format,
            paper: self.paper,
        }
    }

    /// What a company there measures in.
    pub fn units(&self) -> Units {
        match self.units {
            System::Metric => Units {
                mass: MassUnit::Kilogram,
                volume: VolumeUnit::CubicMetre,
            },
            System::Us => Units {
                mass: MassUnit::Pound,
                volume: VolumeUnit::CubicFoot,
            },
        }
    }
}

static ALL: LazyLock<HashMap<String, Conventions>> = LazyLock::new(|| {
    // A part of the program; a test reads every line.
    let rows = CONVENTIONS.text().lines().filter_map(read);
    rows.map(|row| (row.country.clone(), row)).collect()
});

fn read(line: &str) -> Option<Conventions> {
    serde_json::from_str(line).ok()
}

/// The conventions of the country with this alpha-2 code; none of a country that a company made.
pub fn of(country: &str) -> Option<&'static Conventions> {
    ALL.get(country)
}

/// The days on which people work there, in their order; Monday to Friday where nothing is known.
pub fn working_days(country: &str) -> Vec<Weekday> {
    let days = Weekday::ALL.iter().copied();
    days.filter(|day| !is_weekend(country, *day)).collect()
}

/// Whether nobody works there on this day; Saturday and Sunday where nothing is known.
pub(super) fn is_weekend(country: &str, day: Weekday) -> bool {
    match of(country) {
        Some(known) => known.weekend.contains(&day),
        None => matches!(day, Weekday::Saturday | Weekday::Sunday),
    }
}

/// Whether this has the shape of the country's tax numbers; none where that is not known. Check digits are not looked at.
pub fn is_tax_number(country: &str, number: &str) -> Option<bool> {
    let shape = of(country)?.tax_shape.as_deref()?;
    let number: String = number
        .chars()
        .filter(|it| !it.is_whitespace() && !SEPARATORS.contains(it))
        .flat_map(char::to_uppercase)
        .collect();
    Some(fits(shape, &number))
}
