//! The seed: reference data that the program brings along, made by `seed/generate.mjs` from released packages.
//!
//! Invariant: loading is one transaction and may be repeated: a row keeps its id for ever, for the id follows from the
//! dataset and the natural key. A dataset whose file did not change since it was loaded is not touched. Rows of companies
//! are never touched.

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::timezones;
use crate::clock::Millis;
use crate::database::Lock;
use crate::database::sealed::Connected;
use crate::hashing::sha256_hex;
use crate::records::{Record, write};
use crate::{Handle, Storage, StorageError, Transaction};

mod loaded {
    use sea_orm::entity::prelude::*;

    use super::Millis;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "seeds")]
    pub(crate) struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub dataset: String,
        pub sha256: String,
        pub loaded_at: Millis,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

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
    pub(crate) const fn text(self) -> &'static str {
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

/// A loading of the seed that is under way, in one transaction.
#[derive(Debug)]
pub struct Loading {
    tx: Transaction,
    now: Timestamp,
    pending: Vec<Pending>,
}

/// A dataset whose file differs from what was loaded.
#[derive(Debug)]
struct Pending {
    name: &'static str,
    sha256: String,
    package: String,
    version: String,
}

impl Loading {
    /// Begins; none when every dataset is loaded as it is.
    pub async fn begin(storage: &Storage, now: Timestamp) -> Result<Option<Self>, StorageError> {
        if pending(storage.reader()).await?.is_empty() {
            return Ok(None);
        }
        let tx = storage.begin().await?;
        // Of two processes that start at once, the second finds nothing left to do.
        tx.lock(Lock::Seed).await?;
        let pending = pending(&tx).await?;
        Ok((!pending.is_empty()).then_some(Self { tx, now, pending }))
    }

    /// Loads the datasets of this crate's own.
    pub async fn reference(&self) -> Result<(), StorageError> {
        timezones::load(self).await
    }

    /// Loads a dataset of records, if it changed: `row` makes the fields of a line, whose natural key `key` gives.
    pub async fn records<R: Record, L: DeserializeOwned>(
        &self,
        dataset: Dataset,
        key: impl Fn(&L) -> String,
        row: impl Fn(L, Origin) -> R::Fields,
    ) -> Result<(), StorageError> {
        let Some(pending) = self.pending.iter().find(|it| it.name == dataset.name) else {
            return Ok(());
        };
        let mut rows = Vec::new();
        for text in dataset.text.lines() {
            let line: L =
                serde_json::from_str(text).map_err(|_| StorageError::Corrupt(dataset.name))?;
            let origin = Origin {
                key: key(&line),
                package: pending.package.clone(),
                version: pending.version.clone(),
                row_hash: sha256_hex(text.as_bytes())[..16].to_owned(),
            };
            rows.push(row(line, origin));
        }
        write::update_seed::<R>(&self.tx, rows, self.now).await?;
        Ok(())
    }

    /// Makes what was loaded durable, and gives the names of the datasets.
    pub async fn finish(self) -> Result<Vec<&'static str>, StorageError> {
        for dataset in &self.pending {
            remember(&self.tx, dataset, self.now).await?;
        }
        self.tx.commit().await?;
        Ok(self.pending.into_iter().map(|it| it.name).collect())
    }
}

/// Loads the datasets of this crate's own.
#[cfg(test)]
pub(crate) async fn load(
    storage: &Storage,
    now: Timestamp,
) -> Result<Vec<&'static str>, StorageError> {
    let Some(mut loading) = Loading::begin(storage, now).await? else {
        return Ok(Vec::new());
    };
    loading.pending.retain(|it| it.name == TIMEZONES.name);
    if loading.pending.is_empty() {
        return Ok(Vec::new());
    }
    loading.reference().await?;
    loading.finish().await
}

/// The datasets whose file differs from what was loaded.
async fn pending(db: &dyn Handle) -> Result<Vec<Pending>, StorageError> {
    let damaged = || StorageError::Corrupt("index of the seed");
    let mut index = index()?;
    let loaded = loaded::Entity::find().all(&db.connection()).await?;
    let mut pending = Vec::new();
    for dataset in ALL {
        let entry = index.remove(dataset.name).ok_or_else(damaged)?;
        let is_loaded = loaded
            .iter()
            .any(|row| row.dataset == dataset.name && row.sha256 == entry.sha256);
        if !is_loaded {
            let source = entry.sources.into_iter().next().ok_or_else(damaged)?;
            pending.push(Pending {
                name: dataset.name,
                sha256: entry.sha256,
                package: source.package,
                version: source.version,
            });
        }
    }
    Ok(pending)
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

async fn remember(tx: &Transaction, dataset: &Pending, now: Timestamp) -> Result<(), StorageError> {
    use loaded::{ActiveModel, Column, Entity};

    let row = ActiveModel {
        dataset: Set(dataset.name.to_owned()),
        sha256: Set(dataset.sha256.clone()),
        loaded_at: Set(now.into()),
    };
    let again = OnConflict::column(Column::Dataset)
        .update_columns([Column::Sha256, Column::LoadedAt])
        .to_owned();
    Entity::insert(row)
        .on_conflict(again)
        .exec_without_returning(&tx.connection())
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests;
