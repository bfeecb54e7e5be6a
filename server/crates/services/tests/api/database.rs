//! The database of a test: a copy of one that has the reference data already, on SQLite or on PostgreSQL.

use std::path::Path;

use waybill_services::Services;
use waybill_storage::Storage;
use waybill_test_postgres::Template;

use crate::actors::START;

#[test]
fn every_test_passes_on_postgres_too() {
    // What is asked of a part by itself reaches no database, or one of its own.
    waybill_test_postgres::run_again(&["--skip", "units::"]);
}

/// A new database, whose files lie in `folder`.
pub(crate) async fn open(folder: &Path) -> Storage {
    static TEMPLATE: Template = Template::new();
    let url = TEMPLATE.copy_to(folder, fill).await;
    opened(folder, url.as_deref()).await
}

async fn fill(folder: &Path, url: Option<&str>) {
    let storage = opened(folder, url).await;
    let loaded = Services::load_reference_data(&storage, START.parse().unwrap());
    loaded.await.unwrap();
    storage.close().await.unwrap();
}

async fn opened(folder: &Path, url: Option<&str>) -> Storage {
    let url = url.map(|url| url.parse().unwrap());
    Storage::open_at(folder, url.as_ref()).await.unwrap()
}
