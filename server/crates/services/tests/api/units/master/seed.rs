//! The reference data that the program brings along: loaded once.

use jiff::Timestamp;
use waybill_services::master::ports::{Airports, OceanPorts, Ports};
use waybill_services::master::seed::load;
use waybill_storage::records::shared;
use waybill_storage::{Storage, Transaction};

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
