//! The database of a test: a copy of one that has the reference data already, on SQLite or on PostgreSQL.

use std::path::Path;

use tokio::sync::OnceCell;
use waybill_services::master::seed;
use waybill_storage::Storage;
use waybill_storage::database::FILE_NAME;

use crate::actors::START;

#[test]
fn every_test_passes_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}

/// A new database, whose files lie in `folder`.
pub(crate) async fn open(folder: &Path) -> Storage {
    let opened = if waybill_test_postgres::is_wanted() {
        let url = waybill_test_postgres::copy_of(on_postgres().await);
        Storage::connect(folder, &url.parse().unwrap()).await
    } else {
        std::fs::write(folder.join(FILE_NAME), on_sqlite().await).unwrap();
        Storage::open(folder).await
    };
    opened.unwrap()
}

/// The content of the file.
async fn on_sqlite() -> &'static [u8] {
    static MADE: OnceCell<Vec<u8>> = OnceCell::const_new();
    MADE.get_or_init(async || {
        let folder = tempfile::tempdir().unwrap();
        fill(Storage::open(folder.path()).await.unwrap()).await;
        std::fs::read(folder.path().join(FILE_NAME)).unwrap()
    })
    .await
}

/// The URL of the database.
async fn on_postgres() -> &'static str {
    static MADE: OnceCell<String> = OnceCell::const_new();
    MADE.get_or_init(async || {
        let folder = tempfile::tempdir().unwrap();
        let url = waybill_test_postgres::model();
        let storage = Storage::connect(folder.path(), &url.parse().unwrap()).await;
        fill(storage.unwrap()).await;
        url
    })
    .await
}

async fn fill(storage: Storage) {
    seed::load(&storage, START.parse().unwrap()).await.unwrap();
    storage.close().await.unwrap();
}
