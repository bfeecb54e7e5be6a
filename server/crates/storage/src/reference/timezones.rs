//! Time zones: the names of tzdb's `zone.tab`, and UTC. Offsets are computed for an instant, never stored.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::seed::{self, Loading, Origin, TIMEZONES};
use crate::StorageError;
use crate::folding::fold;
use crate::listing::Direction;
use crate::records::{Key, KeyValue, Record};

/// The time zones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timezones;

/// What is known of a time zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
// In the contract `Timezone` is the whole record.
#[schema(as = TimezoneFields)]
pub struct Timezone {
    /// Its canonical IANA name.
    #[schema(example = "Europe/Amsterdam")]
    pub id: String,
    /// The place it is named for.
    #[schema(example = "Amsterdam")]
    pub label: String,
    /// Other IANA names of it.
    pub aliases: Vec<String>,
    /// Alpha-2 codes of the countries that keep it.
    pub countries: Vec<String>,
    /// Where the row comes from.
    #[schema(required, read_only)]
    pub source: Option<Origin>,
}

impl Record for Timezones {
    type Fields = Timezone;

    const KIND: &'static str = "timezone";
    const TABLE: &'static str = "timezones";
    const KEYS: &'static [Key] = &[Key::text("id", "name"), Key::folded("label", "label_key")];
    const ORDER: &'static [(&'static str, Direction)] = &[("id", Direction::Ascending)];
    const SHARED: bool = true;

    fn keys(fields: &Timezone) -> Vec<KeyValue> {
        vec![fields.id.as_str().into(), fold(&fields.label).into()]
    }

    fn label(fields: &Timezone) -> String {
        fields.id.clone()
    }

    fn searched(fields: &Timezone) -> Vec<&str> {
        // The parts of a name are words, and so is the name.
        let parts = fields.id.split(['/', '_']);
        parts
            .chain([fields.id.as_str()])
            .chain(fields.aliases.iter().map(String::as_str))
            .chain(fields.countries.iter().map(String::as_str))
            .collect()
    }

    fn codes(fields: &Timezone) -> Vec<&str> {
        vec![&fields.id]
    }

    fn natural_key(fields: &Timezone) -> Option<String> {
        Some(fields.id.clone())
    }

    fn origin(fields: &Timezone) -> Option<&Origin> {
        fields.source.as_ref()
    }

    fn set_origin(fields: &mut Timezone, origin: Origin) {
        fields.source = Some(origin);
    }
}

/// The present name of a zone, which may be given by an old one; none when the list has no such zone.
pub fn canonical(name: &str) -> Option<&'static str> {
    static NAMES: LazyLock<HashMap<String, String>> = LazyLock::new(names);
    NAMES.get(name).map(String::as_str)
}

/// A line of the seed file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Line {
    pub(super) id: String,
    label: String,
    pub(super) aliases: Vec<String>,
    pub(super) countries: Vec<String>,
}

/// Loads the zones, if their file changed.
pub(super) async fn load(loading: &mut Loading) -> Result<(), StorageError> {
    let key = |line: &Line| line.id.clone();
    let zone = |line: Line, origin| Timezone {
        id: line.id,
        label: line.label,
        aliases: line.aliases,
        countries: line.countries,
        source: Some(origin),
    };
    loading
        .records::<Timezones, Line>(&[TIMEZONES], key, zone)
        .await
}

/// Present name of each zone by all its names; the tests see to it that the file can be read.
fn names() -> HashMap<String, String> {
    let lines: Vec<Line> = seed::parse(&TIMEZONES).unwrap_or_default();
    lines
        .into_iter()
        .flat_map(|line| {
            let names = line.aliases.into_iter().chain([line.id.clone()]);
            names
                .map(|name| (name, line.id.clone()))
                .collect::<Vec<_>>()
        })
        .collect()
}
