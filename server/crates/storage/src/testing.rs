//! Where the tests of this crate get their database from: a folder with SQLite, or a new database of PostgreSQL.
//!
//! Each test of this crate runs on both: one test runs all of them again on PostgreSQL.

use tempfile::TempDir;
use tokio::sync::OnceCell;

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
        match &self.url {
            Some(url) => Storage::connect(self.folder.path(), &url.parse().unwrap()).await,
            None => Storage::open(self.folder.path()).await,
        }
    }
}

/// A new database, opened.
pub(crate) async fn storage() -> (Place, Storage) {
    let mut place = Place {
        folder: tempfile::tempdir().unwrap(),
        url: None,
    };
    if waybill_test_postgres::is_wanted() {
        place.url = Some(waybill_test_postgres::copy_of(with_tables().await));
    }
    let storage = place.open().await.unwrap();
    (place, storage)
}

/// A database of PostgreSQL with all tables and nothing in them.
async fn with_tables() -> &'static str {
    static MADE: OnceCell<String> = OnceCell::const_new();
    MADE.get_or_init(async || {
        let place = Place {
            folder: tempfile::tempdir().unwrap(),
            url: Some(waybill_test_postgres::model()),
        };
        place.open().await.unwrap().close().await.unwrap();
        place.url.unwrap()
    })
    .await
}

#[test]
fn every_test_passes_on_postgres_too() {
    waybill_test_postgres::run_again(&[]);
}
