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

#[cfg(test)]
mod tests {
    use waybill_storage::records::shared;
    use waybill_storage::{Storage, Transaction};

    use super::*;
    use crate::master::ports::{Airports, OceanPorts, Ports};

    async fn count(tx: &Transaction) -> (usize, usize) {
        let airports = shared::seed_rows::<Ports<Airports>>(tx).await.unwrap();
        let ports = shared::seed_rows::<Ports<OceanPorts>>(tx).await.unwrap();
        assert!(
            airports
                .iter()
                .all(|row| row.id == row.named_by() && row.meta.version == 1)
        );
        (airports.len(), ports.len())
    }

    #[tokio::test]
    async fn the_seed_is_loaded_once_and_rows_keep_their_ids() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Storage::open(folder.path()).await.unwrap();
        let loaded = load(&storage, Timestamp::UNIX_EPOCH).await.unwrap();
        assert_eq!(loaded.len(), 8);
        let again = load(&storage, Timestamp::UNIX_EPOCH).await.unwrap();
        assert_eq!(again, [""; 0]);
        let tx = storage.begin().await.unwrap();
        assert_eq!(count(&tx).await, (7884 + 22, 1625));
    }
}
