//! The seed: reference data that the program brings along, made by `seed/generate.mjs` from released packages.
//!
//! Invariant: loading is one transaction and may be repeated: a row keeps its id for ever, for the id follows from the
//! dataset and the natural key. A dataset whose file did not change since it was loaded is not touched. Rows of companies
//! are never touched.

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::ReferenceId;
use crate::clock::Millis;
use crate::database::sealed::Connected;
use crate::{Storage, StorageError, Transaction};

mod rows;

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
struct Dataset {
    name: &'static str,
    text: &'static str,
}

const CURRENCIES: Dataset = Dataset {
    name: "currencies",
    text: include_str!("../../seed/currencies.jsonl"),
};
const TIMEZONES: Dataset = Dataset {
    name: "timezones",
    text: include_str!("../../seed/timezones.jsonl"),
};
const COUNTRIES: Dataset = Dataset {
    name: "countries",
    text: include_str!("../../seed/countries.jsonl"),
};
const GROUPS: Dataset = Dataset {
    name: "picklist-groups",
    text: include_str!("../../seed/picklist-groups.jsonl"),
};
const VALUES: Dataset = Dataset {
    name: "picklist-values",
    text: include_str!("../../seed/picklist-values.jsonl"),
};

/// An entry of the index.
#[derive(Deserialize)]
struct Entry {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the tests compare it with the file")
    )]
    rows: usize,
    sha256: String,
}

/// SQLite takes 32,766 parameters in one statement; a row has at most 23.
const ROWS_PER_STATEMENT: usize = 500;

/// Loads every dataset that changed since it was last loaded; gives their names.
pub async fn load(storage: &Storage, now: Timestamp) -> Result<Vec<&'static str>, StorageError> {
    let pending = pending(storage).await?;
    if pending.is_empty() {
        return Ok(Vec::new());
    }
    let tx = storage.begin().await?;
    for (dataset, sha256) in &pending {
        match dataset.name {
            "currencies" => upsert(&tx, dataset, now, rows::currency).await?,
            "timezones" => upsert(&tx, dataset, now, rows::timezone).await?,
            "countries" => upsert(&tx, dataset, now, rows::country).await?,
            "picklist-groups" => upsert(&tx, dataset, now, rows::group).await?,
            _ => upsert(&tx, dataset, now, rows::value).await?,
        }
        remember(&tx, dataset, sha256, now).await?;
    }
    tx.commit().await?;
    Ok(pending
        .into_iter()
        .map(|(dataset, _)| dataset.name)
        .collect())
}

/// The datasets whose file differs from what was loaded, with the hash of the file.
async fn pending(storage: &Storage) -> Result<Vec<(Dataset, String)>, StorageError> {
    let mut index = index()?;
    let loaded = loaded::Entity::find()
        .all(storage.reader().connection())
        .await?;
    let mut pending = Vec::new();
    for dataset in [CURRENCIES, TIMEZONES, COUNTRIES, GROUPS, VALUES] {
        let entry = index
            .remove(dataset.name)
            .ok_or(StorageError::Corrupt("index of the seed"))?;
        let is_loaded = loaded
            .iter()
            .any(|row| row.dataset == dataset.name && row.sha256 == entry.sha256);
        if !is_loaded {
            pending.push((dataset, entry.sha256));
        }
    }
    Ok(pending)
}

fn index() -> Result<std::collections::HashMap<String, Entry>, StorageError> {
    serde_json::from_str(INDEX).map_err(|_| StorageError::Corrupt("index of the seed"))
}

/// The rows of a seed file.
fn parse<T: DeserializeOwned>(dataset: &Dataset) -> Result<Vec<T>, StorageError> {
    let rows = dataset
        .text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>();
    rows.map_err(|_| StorageError::Corrupt(dataset.name))
}

/// Writes the rows of a dataset: new ones are inserted, known ones get the seed's values and the next version.
async fn upsert<T, A>(
    tx: &Transaction,
    dataset: &Dataset,
    now: Timestamp,
    row: impl Fn(T, Millis) -> Result<A, StorageError>,
) -> Result<(), StorageError>
where
    T: DeserializeOwned,
    A: ActiveModelTrait + Send,
{
    use sea_orm::{IdenStatic as _, Iterable as _};

    let now = now.into();
    let rows = parse(dataset)?
        .into_iter()
        .map(|it| row(it, now))
        .collect::<Result<Vec<A>, _>>()?;
    let kept = ["id", "company_id", "version", "created_at"];
    let taken = <A::Entity as EntityTrait>::Column::iter()
        .filter(|column| !kept.contains(&column.as_str()));
    let known = OnConflict::column("id")
        .update_columns(taken)
        .value(
            "version",
            Expr::col((A::Entity::default(), "version")).add(1),
        )
        .to_owned();
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        A::Entity::insert_many(chunk.to_vec())
            .on_conflict(known.clone())
            .exec_without_returning(tx.connection())
            .await?;
    }
    Ok(())
}

async fn remember(
    tx: &Transaction,
    dataset: &Dataset,
    sha256: &str,
    now: Timestamp,
) -> Result<(), StorageError> {
    use loaded::{ActiveModel, Column, Entity};

    let row = ActiveModel {
        dataset: Set(dataset.name.to_owned()),
        sha256: Set(sha256.to_owned()),
        loaded_at: Set(now.into()),
    };
    let again = OnConflict::column(Column::Dataset)
        .update_columns([Column::Sha256, Column::LoadedAt])
        .to_owned();
    Entity::insert(row)
        .on_conflict(again)
        .exec_without_returning(tx.connection())
        .await?;
    Ok(())
}

/// The id of a seed row: a UUID of version 8 (RFC 9562) over the dataset and the natural key.
fn id(dataset: &Dataset, key: &str) -> ReferenceId {
    let digest = Sha256::digest(format!("waybill seed\n{}\n{key}", dataset.name).as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    ReferenceId::from(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}

#[cfg(test)]
mod tests;
