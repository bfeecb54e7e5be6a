//! The seed: reference data that the program brings along, made by `seed/generate.mjs` from released packages.
//!
//! Invariant: loading is one transaction and may be repeated: a row keeps its id for ever, for the id follows from the
//! dataset and the natural key. A dataset whose file did not change since it was loaded is not touched. Rows of companies
//! are never touched.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::StorageError;
use crate::hashing::sha256_hex;

mod loading;

pub use loading::{Loading, SeedChanges};

/// What `seed/index.json` says of each dataset.
const INDEX: &str = include_str!("../../seed/index.json");

/// A seed file: its name in the index and its text, one JSON object per line.
#[derive(Clone, Copy, Debug)]
pub struct Dataset {
    name: &'static str,
    text: &'static str,
}

impl Dataset {
    /// Its text.
    pub const fn text(self) -> &'static str {
        self.text
    }
}

/// Where a seed row comes from. A company's own version of the row keeps it, so that one sees what it was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SeedOrigin)]
pub struct Origin {
    /// What identifies the row in its source for ever.
    #[schema(example = "AMS")]
    pub key: String,
    /// The package.
    #[schema(example = "PyPI airportsdata")]
    pub package: String,
    /// Its version.
    pub version: String,
    /// Hash of the row as it came.
    pub row_hash: String,
    /// Whether a later version of the source no longer has the row.
    #[serde(default)]
    #[schema(required)]
    pub withdrawn: bool,
}

/// Currencies.
pub const CURRENCIES: Dataset = Dataset {
    name: "currencies",
    text: include_str!("../../seed/currencies.jsonl"),
};
pub(super) const TIMEZONES: Dataset = Dataset {
    name: "timezones",
    text: include_str!("../../seed/timezones.jsonl"),
};
/// Countries.
pub const COUNTRIES: Dataset = Dataset {
    name: "countries",
    text: include_str!("../../seed/countries.jsonl"),
};
/// Picklists.
pub const GROUPS: Dataset = Dataset {
    name: "picklist-groups",
    text: include_str!("../../seed/picklist-groups.jsonl"),
};
/// Values of picklists.
pub const VALUES: Dataset = Dataset {
    name: "picklist-values",
    text: include_str!("../../seed/picklist-values.jsonl"),
};

/// Places that stand for all airports of a city, such as LON.
pub const METROPOLITAN_AREAS: Dataset = Dataset {
    name: "metropolitan-areas",
    text: include_str!("../../seed/metropolitan-areas.jsonl"),
};
/// Airports with an IATA code.
pub const AIRPORTS: Dataset = Dataset {
    name: "airports",
    text: include_str!("../../seed/airports.jsonl"),
};
/// Ocean ports.
pub const SEA_PORTS: Dataset = Dataset {
    name: "sea-ports",
    text: include_str!("../../seed/sea-ports.jsonl"),
};

/// Names of places in other languages; read where they are needed, and in no table.
pub(crate) const PLACE_NAMES: Dataset = Dataset {
    name: "place-names",
    text: include_str!("../../seed/place-names.jsonl"),
};

/// How countries write, count and rest; read where they are needed, and in no table.
pub const CONVENTIONS: Dataset = Dataset {
    name: "conventions",
    text: include_str!("../../seed/conventions.jsonl"),
};
/// Public holidays of countries; read where they are needed, and in no table.
pub const HOLIDAYS: Dataset = Dataset {
    name: "holidays",
    text: include_str!("../../seed/holidays.jsonl"),
};

/// All seed files that are loaded into tables, in the order of loading.
const ALL: [Dataset; 8] = [
    CURRENCIES,
    TIMEZONES,
    COUNTRIES,
    GROUPS,
    VALUES,
    METROPOLITAN_AREAS,
    AIRPORTS,
    SEA_PORTS,
];

/// An entry of the index.
#[derive(Deserialize)]
struct Entry {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the tests compare it with the file")
    )]
    rows: usize,
    sha256: String,
    sources: Vec<Source>,
}

/// A package that a seed file was made from, the one with the rows first.
#[derive(Deserialize)]
struct Source {
    package: String,
    version: String,
}

/// The seed of one release: its datasets in the order of loading.
#[derive(Clone, Debug)]
pub struct Seed(Vec<Edition>);

/// A dataset as one release has it.
#[derive(Clone, Debug)]
struct Edition {
    name: &'static str,
    text: Cow<'static, str>,
    sha256: String,
    package: String,
    version: String,
}

impl Seed {
    /// The seed of this release.
    pub fn embedded() -> Result<Self, StorageError> {
        let damaged = || StorageError::Corrupt("index of the seed");
        let mut index = index()?;
        let version = |dataset: Dataset| {
            let entry = index.remove(dataset.name).ok_or_else(damaged)?;
            let source = entry.sources.into_iter().next().ok_or_else(damaged)?;
            Ok(Edition {
                name: dataset.name,
                text: Cow::Borrowed(dataset.text),
                sha256: entry.sha256,
                package: source.package,
                version: source.version,
            })
        };
        ALL.into_iter()
            .map(version)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The seed of another release, which has this version of the dataset, one JSON object per line.
    #[must_use]
    pub fn with(mut self, dataset: Dataset, version: &str, text: &str) -> Self {
        for it in self.0.iter_mut().filter(|it| it.name == dataset.name) {
            it.sha256 = sha256_hex(text.as_bytes());
            version.clone_into(&mut it.version);
            it.text = Cow::Owned(text.to_owned());
        }
        self
    }
}

fn index() -> Result<std::collections::HashMap<String, Entry>, StorageError> {
    serde_json::from_str(INDEX).map_err(|_| StorageError::Corrupt("index of the seed"))
}

/// The rows of a seed file.
pub(super) fn parse<T: DeserializeOwned>(dataset: &Dataset) -> Result<Vec<T>, StorageError> {
    let rows = dataset
        .text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>();
    rows.map_err(|_| StorageError::Corrupt(dataset.name))
}

#[cfg(test)]
pub(crate) use loading::load_timezones as load;

#[cfg(test)]
mod tests;
