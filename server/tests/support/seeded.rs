//! A database with all tables and reference data, made once: loading them takes most of what a new server takes.

use std::path::Path;

use waybill_services::Services;
use waybill_storage::Storage;
use waybill_test_postgres::Template;

use super::START;

/// Copies it into the data folder `data`, or into a new PostgreSQL database, of which the URL is returned.
pub(crate) async fn copy_to(data: &Path) -> Option<String> {
    static TEMPLATE: Template = Template::new();
    std::fs::create_dir_all(data).unwrap();
    TEMPLATE.copy_to(data, make).await
}

async fn make(folder: &Path, url: Option<&str>) {
    let url = url.map(|url| url.parse().unwrap());
    let storage = Storage::open_at(folder, url.as_ref()).await.unwrap();
    let loaded = Services::load_reference_data(&storage, START.parse().unwrap());
    loaded.await.unwrap();
    storage.close().await.unwrap();
}
