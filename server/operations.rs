//! Operations: what an operator does with the program besides running it, each a command.
//!
//! Invariant: a command that fails says why in one sentence and leaves what was there before.

pub mod backup;
pub mod companies;
pub mod doctor;
pub mod hashing;
pub mod keys;
pub mod mail;
pub mod manifest;
pub mod preview;
pub mod restore;
pub mod schema;
pub mod sessions;
pub mod tokens;

use waybill_storage::{OpenError, Storage};

use crate::config::Config;

/// The storage that the program would serve from, its schema brought up to date.
///
/// # Errors
/// When it cannot be opened, or was written by a newer version.
pub async fn open_storage(config: &Config) -> Result<Storage, OpenError> {
    Storage::open_at(&config.data_dir, config.database.as_ref()).await
}
