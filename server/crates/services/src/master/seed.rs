//! Loading of the reference data that the program brings along.
//!
//! Invariant: all of it is loaded in one transaction, and rows of companies are never touched.

use jiff::Timestamp;
use waybill_storage::records::write::seed::{SeedChange, SeedStep};
use waybill_storage::reference::seed::{Loading, Seed};
use waybill_storage::{Storage, StorageError};

use super::{countries, currencies, picklists, ports};

/// Loads every dataset of this release that changed since it was last loaded; gives their names.
pub async fn load(storage: &Storage, now: Timestamp) -> Result<Vec<&'static str>, StorageError> {
    load_seed(storage, Seed::embedded()?, now).await
}

/// The same with the seed of any release.
pub async fn load_seed(
    storage: &Storage,
    seed: Seed,
    now: Timestamp,
) -> Result<Vec<&'static str>, StorageError> {
    let Some(mut loading) = Loading::begin(storage, seed, now).await? else {
        return Ok(Vec::new());
    };
    walk(&mut loading).await?;
    let changes = loading.changes().to_vec();
    let loaded = loading.finish().await?;
    for list in changes {
        let Counts {
            added,
            renamed,
            edited,
            withdrawn,
        } = Counts::of(&list.changes);
        let kind = list.kind;
        tracing::info!(
            kind,
            added,
            renamed,
            edited,
            withdrawn,
            "Reference data changed."
        );
    }
    Ok(loaded)
}

/// Every list, in the order in which one names another.
pub(super) async fn walk(loading: &mut Loading) -> Result<(), StorageError> {
    loading.reference().await?;
    currencies::load(loading).await?;
    countries::load(loading).await?;
    picklists::load_groups(loading).await?;
    picklists::load_values(loading).await?;
    ports::seed::load(loading).await
}

/// How many rows of a list change in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// New rows.
    pub added: usize,
    /// Rows with another name.
    pub renamed: usize,
    /// Rows with other values under the same name.
    pub edited: usize,
    /// Rows that are no longer offered.
    pub withdrawn: usize,
}

impl Counts {
    /// Those of these changes.
    pub fn of(changes: &[SeedChange]) -> Self {
        let mut counts = Self::default();
        for change in changes {
            *match change.step {
                SeedStep::Added => &mut counts.added,
                SeedStep::Renamed { .. } => &mut counts.renamed,
                SeedStep::Edited => &mut counts.edited,
                SeedStep::Withdrawn => &mut counts.withdrawn,
            } += 1;
        }
        counts
    }
}
