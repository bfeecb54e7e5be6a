//! `waybill migrate`: the schema brought up to date without serving, or said what would be done to schema and reference data.

use waybill_services::master::upgrade;
use waybill_storage::OpenError;
use waybill_storage::database::{FILE_NAME, copies};
use waybill_storage::reference::seed::Seed;

use super::preview::Preview;
use crate::config::Config;

/// Why it was not.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// The database cannot be opened.
    #[error(transparent)]
    Storage(#[from] OpenError),
    /// What it holds cannot be compared with what this program brings along.
    #[error("the reference data cannot be compared")]
    Comparing(#[source] waybill_storage::StorageError),
    /// It could not be closed in order.
    #[error("the database was not closed cleanly")]
    Closing(#[source] waybill_storage::StorageError),
}

/// The schema changes that opening the database would apply, in their order. Nothing is changed by asking.
///
/// # Errors
/// When the database cannot be read, or was written by a newer version.
pub async fn pending(config: &Config) -> Result<Vec<String>, SchemaError> {
    let file = config.data_dir.join(FILE_NAME);
    Ok(match &config.database {
        Some(url) => copies::pending_on_postgres(url).await?,
        None => copies::pending_on_sqlite(&file).await?,
    })
}

/// What the next start would change about the reference data. Nothing is changed by asking, and the schema may be an old one.
///
/// # Errors
/// When the database cannot be read, or was written by a newer version.
pub async fn preview(config: &Config) -> Result<Preview, SchemaError> {
    let file = config.data_dir.join(FILE_NAME);
    let reader = copies::unmigrated(&file, config.database.as_ref()).await?;
    let compared = async { upgrade::preview(&reader, Seed::embedded()?).await }.await;
    reader.close().await.map_err(SchemaError::Closing)?;
    Ok(Preview(compared.map_err(SchemaError::Comparing)?))
}

/// Brings the schema up to date, making the database where there is none; gives what was applied.
///
/// # Errors
/// When that fails; the schema is the old one then.
pub async fn migrate(config: &Config) -> Result<Vec<String>, SchemaError> {
    let applied = pending(config).await?;
    let storage = super::open_storage(config).await?;
    storage.close().await.map_err(SchemaError::Closing)?;
    Ok(applied)
}
