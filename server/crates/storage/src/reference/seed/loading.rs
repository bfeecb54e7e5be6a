//! Loading: a seed is brought into the database, or it is said what that would change.
//!
//! Invariant: both walk the same way through the same comparison; a preview has nothing to write with.

use jiff::Timestamp;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use serde::de::DeserializeOwned;

use super::{Dataset, Edition, Origin, Seed};
use crate::clock::Millis;
use crate::database::connection::SelectRows as _;
use crate::database::{Lock, Reader};
use crate::hashing::sha256_hex;
use crate::records::Record;
use crate::records::write::seed::{self, Comparison, SeedChange};
use crate::reference::{timezones, upgrades};
use crate::{Handle, Storage, StorageError, Transaction};

pub(super) mod loaded {
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

/// A loading of the seed that is under way, in one transaction, or a preview of it.
#[derive(Debug)]
pub struct Loading {
    on: On,
    now: Timestamp,
    seed: Seed,
    /// Names of the datasets that differ from what was loaded.
    pending: Vec<&'static str>,
    changes: Vec<SeedChanges>,
}

/// What a seed changes about the rows of one noun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedChanges {
    /// [`Record::KIND`].
    pub kind: &'static str,
    /// The changes, see [`Comparison::changes`]; not empty.
    pub changes: Vec<SeedChange>,
}

/// What is walked through.
#[derive(Debug)]
enum On {
    /// The rows are written.
    Writing(Box<Transaction>),
    /// They are only compared.
    Reading(Reader),
}

impl Loading {
    /// Begins; none when every dataset is loaded as it is.
    pub async fn begin(
        storage: &Storage,
        seed: Seed,
        now: Timestamp,
    ) -> Result<Option<Self>, StorageError> {
        if pending(storage.reader(), &seed).await?.is_empty() {
            return Ok(None);
        }
        let tx = storage.begin().await?;
        // Of two processes that start at once, the second finds nothing left to do.
        tx.lock(Lock::Seed).await?;
        let pending = pending(&tx, &seed).await?;
        Ok((!pending.is_empty()).then_some(Self {
            on: On::Writing(Box::new(tx)),
            now,
            seed,
            pending,
            changes: Vec::new(),
        }))
    }

    /// Begins a preview, which ends with [`Loading::changes`]. The schema of the database may be an older one.
    pub async fn preview(on: Reader, seed: Seed) -> Result<Self, StorageError> {
        let pending = pending(&on, &seed).await?;
        Ok(Self {
            on: On::Reading(on),
            now: Timestamp::UNIX_EPOCH,
            seed,
            pending,
            changes: Vec::new(),
        })
    }

    /// Loads the datasets of this crate's own.
    pub async fn reference(&mut self) -> Result<(), StorageError> {
        timezones::load(self).await
    }

    /// Loads the datasets that hold all rows of a noun, if one of them changed: `row` makes the fields of a line, whose natural
    /// key `key` gives.
    pub async fn records<R: Record, L: DeserializeOwned>(
        &mut self,
        datasets: &[Dataset],
        key: impl Fn(&L) -> String,
        row: impl Fn(L, Origin) -> R::Fields,
    ) -> Result<(), StorageError> {
        if !datasets.iter().any(|it| self.pending.contains(&it.name)) {
            return Ok(());
        }
        let mut rows = Vec::new();
        for dataset in datasets {
            let version = self.seed.0.iter().find(|it| it.name == dataset.name);
            let version = version.ok_or(StorageError::Corrupt(dataset.name))?;
            for text in version.text.lines() {
                let line: L =
                    serde_json::from_str(text).map_err(|_| StorageError::Corrupt(dataset.name))?;
                let origin = origin(version, key(&line), text);
                rows.push(row(line, origin));
            }
        }
        self.rows::<R>(rows).await
    }

    /// Loads all rows of a noun, which may be in no dataset.
    pub async fn rows<R: Record>(&mut self, rows: Vec<R::Fields>) -> Result<(), StorageError> {
        let changes = match &self.on {
            On::Reading(reader) => SeedChanges {
                kind: R::KIND,
                changes: seed::compare::<R>(reader, rows).await?.changes,
            },
            On::Writing(tx) => {
                let tx = tx.as_ref();
                let mut comparison: Comparison<R> = seed::compare(tx, rows).await?;
                let changes = std::mem::take(&mut comparison.changes);
                let is_upgrade = !comparison.is_first && !changes.is_empty();
                seed::apply(tx, comparison, self.now).await?;
                let changes = SeedChanges {
                    kind: R::KIND,
                    changes,
                };
                if is_upgrade {
                    upgrades::note(tx, &changes, self.now).await?;
                }
                changes
            }
        };
        if !changes.changes.is_empty() {
            self.changes.push(changes);
        }
        Ok(())
    }

    /// What was changed so far, or would be, in the order of loading.
    pub fn changes(&self) -> &[SeedChanges] {
        &self.changes
    }

    /// Makes what was loaded durable, and gives the names of the datasets; none of a preview.
    pub async fn finish(self) -> Result<Vec<&'static str>, StorageError> {
        let On::Writing(tx) = self.on else {
            return Ok(Vec::new());
        };
        for version in &self.seed.0 {
            if self.pending.contains(&version.name) {
                remember(&tx, version, self.now).await?;
            }
        }
        tx.commit().await?;
        Ok(self.pending)
    }
}

fn origin(version: &Edition, key: String, line: &str) -> Origin {
    Origin {
        key,
        package: version.package.clone(),
        version: version.version.clone(),
        row_hash: sha256_hex(line.as_bytes())[..16].to_owned(),
        withdrawn: false,
    }
}

/// The datasets that differ from what was loaded, in the order of loading.
async fn pending(db: &dyn Handle, seed: &Seed) -> Result<Vec<&'static str>, StorageError> {
    let has_loaded = db.connection().has_table("seeds").await?;
    let loaded = match has_loaded {
        true => loaded::Entity::find().rows(db).await?,
        false => Vec::new(),
    };
    let is_pending = |it: &&Edition| {
        !loaded
            .iter()
            .any(|row| row.dataset == it.name && row.sha256 == it.sha256)
    };
    let names = seed.0.iter().filter(is_pending).map(|it| it.name);
    Ok(names.collect())
}

async fn remember(tx: &Transaction, dataset: &Edition, now: Timestamp) -> Result<(), StorageError> {
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
        .exec_without_returning(&tx.executor())
        .await?;
    Ok(())
}

/// Loads the datasets of this crate's own.
#[cfg(test)]
pub(crate) async fn load_timezones(
    storage: &Storage,
    now: Timestamp,
) -> Result<Vec<&'static str>, StorageError> {
    let Some(mut loading) = Loading::begin(storage, Seed::embedded()?, now).await? else {
        return Ok(Vec::new());
    };
    let own = super::TIMEZONES.name;
    loading.pending.retain(|it| *it == own);
    if loading.pending.is_empty() {
        return Ok(Vec::new());
    }
    loading.reference().await?;
    loading.finish().await
}
