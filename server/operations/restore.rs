//! `waybill restore`: a backup becomes the data directory.
//!
//! Invariant: a data directory comes to be as a whole, after everything in it was found to be what was backed up; one that
//! holds anything is left alone.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use waybill_storage::OpenError;
use waybill_storage::database::{FILE_NAME, copies};

use super::manifest::{Entry, Manifest, ManifestError};
use crate::config::Config;

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The configuration names PostgreSQL.
    #[error(
        "a PostgreSQL database is restored with its own tools: see docs/runbook.md, \"Restore\"; this command is for SQLite"
    )]
    Postgres,
    /// Somebody's data are there.
    #[error("{} is not empty; move it away, or name another folder with --data-dir", .0.display())]
    Occupied(PathBuf),
    /// The backup is not what was written.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// Its database cannot be opened.
    #[error("the database of the backup cannot be opened")]
    Database(#[source] OpenError),
    /// Its database is damaged.
    #[error("the database of the backup is damaged: {0}")]
    Damaged(String),
    /// The data directory cannot be made.
    #[error("the data directory {} cannot be created", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Restores the backup in `folder` into the data directory, which has to be missing or empty.
///
/// # Errors
/// See [`RestoreError`]; nothing was changed then.
pub async fn restore(config: &Config, folder: &Path) -> Result<Manifest, RestoreError> {
    if config.database.is_some() {
        return Err(RestoreError::Postgres);
    }
    let target = &config.data_dir;
    if !is_free(target) {
        return Err(RestoreError::Occupied(target.clone()));
    }
    let manifest = Manifest::read(folder)?;
    let partial = beside(target);
    let restored = fill(folder, &manifest, &partial).await.and_then(|()| {
        fs::rename(&partial, target).map_err(|source| RestoreError::Folder {
            folder: target.clone(),
            source,
        })
    });
    if restored.is_err()
        && let Err(error) = fs::remove_dir_all(&partial)
    {
        tracing::debug!(error = %error, "A partial data directory could not be deleted.");
    }
    restored.map(|()| manifest)
}

/// Restores the backup in `folder` into a folder that is thrown away afterwards: proof that it can be restored.
///
/// # Errors
/// See [`RestoreError`].
pub async fn verify(folder: &Path) -> Result<Manifest, RestoreError> {
    let manifest = Manifest::read(folder)?;
    let partial = beside(folder);
    let restored = fill(folder, &manifest, &partial).await;
    if let Err(error) = fs::remove_dir_all(&partial) {
        tracing::debug!(error = %error, "The restore test left no data to delete.");
    }
    restored.map(|()| manifest)
}

/// Copies what the manifest names and compares every byte; then every page of the database.
async fn fill(folder: &Path, manifest: &Manifest, target: &Path) -> Result<(), RestoreError> {
    use std::os::unix::fs::DirBuilderExt as _;
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(target);
    made.map_err(|source| RestoreError::Folder {
        folder: target.to_owned(),
        source,
    })?;
    for entry in &manifest.files {
        let copied = Entry::copied(&folder.join(&entry.path), target, entry.path.clone())?;
        if copied != *entry {
            let path = entry.path.clone();
            return Err(ManifestError::Changed { path }.into());
        }
    }
    let examined = copies::examine(&target.join(FILE_NAME))
        .await
        .map_err(RestoreError::Database)?;
    match examined.damage.first() {
        Some(first) => Err(RestoreError::Damaged(first.clone())),
        None => Ok(()),
    }
}

/// A name on the same file system that nobody uses.
fn beside(folder: &Path) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let id = uuid::Uuid::new_v4().simple();
    folder.with_file_name(format!(".{name}.{id}.restoring"))
}

fn is_free(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut found) => found.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
