//! Where the tests of this crate get their database from: a folder with SQLite, or a new database of PostgreSQL.
//!
//! Each test of this crate runs on both: one test runs all of them again on PostgreSQL.

use std::path::Path;

use tempfile::TempDir;
use waybill_test_postgres::Template;

use crate::{OpenError, Storage};

/// A place for one database, which goes when it is dropped.
pub(crate) struct Place {
    folder: TempDir,
    url: Option<String>,
}

impl Place {
    /// A place without a database.
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            url: waybill_test_postgres::database_if_wanted(),
        }
    }

    /// Opens the database that is here, or a new one.
    pub(crate) async fn open(&self) -> Result<Storage, OpenError> {
        open(self.folder.path(), self.url.as_deref()).await
    }
}

/// A new database, opened.
pub(crate) async fn storage() -> (Place, Storage) {
    static TEMPLATE: Template = Template::new();
    let folder = tempfile::tempdir().unwrap();
    let make = async |folder: &Path, url: Option<&str>| {
        open(folder, url).await.unwrap().close().await.unwrap();
    };
    let url = TEMPLATE.copy_to(folder.path(), make).await;
    let place = Place { folder, url };
    let storage = place.open().await.unwrap();
    (place, storage)
}

async fn open(folder: &Path, url: Option<&str>) -> Result<Storage, OpenError> {
    let url = url.map(|url| url.parse().unwrap());
    Storage::open_at(folder, url.as_ref()).await
}

#[test]
fn every_test_passes_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}
