//! Loading of the reference data that the program brings along.
//!
//! Invariant: all of it is loaded in one transaction, and rows of companies are never touched.

use jiff::Timestamp;
use waybill_storage::reference::seed::Loading;
use waybill_storage::{Storage, StorageError};

use super::{countries, currencies, picklists, ports};

/// Loads every dataset that changed since it was last loaded; gives their names.
pub async fn load(storage: &Storage, now: Timestamp) -> Result<Vec<&'static str>, StorageError> {
    let Some(loading) = Loading::begin(storage, now).await? else {
        return Ok(Vec::new());
    };
    loading.reference().await?;
    currencies::load(&loading).await?;
    countries::load(&loading).await?;
    picklists::load_groups(&loading).await?;
    picklists::load_values(&loading).await?;
    ports::seed::load(&loading).await?;
    loading.finish().await
}
