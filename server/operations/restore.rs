//! `waybill restore`: a backup becomes the data directory, and a dump within it the PostgreSQL database.
//!
//! Invariant: a data directory comes to be as a whole, after everything in it was found to be what was backed up; one that
//! holds anything is left alone, and so is a database.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use waybill_storage::OpenError;
use waybill_storage::database::{FILE_NAME, copies};

use super::backup::dump::{self, DumpError};
use super::backup::place::{self, Place, PlaceError};
use super::backup::seal::{Identities, KeyError};
use super::manifest::{Manifest, ManifestError};
use crate::config::Config;
use crate::data_dir::{self, Done};

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The backup is one of PostgreSQL, and the configuration names SQLite, or the other way round.
    #[error("the backup holds a database of {backup}, and the configuration names {configured}")]
    OtherDatabase {
        /// What the backup is of.
        backup: &'static str,
        /// What the configuration names.
        configured: &'static str,
    },
    /// Somebody's data are there.
    #[error("{} is not empty; move it away, or name another folder with --data-dir", .0.display())]
    Occupied(PathBuf),
    /// Somebody's data are in the database.
    #[error("{0} is not empty; restore into a new database")]
    OccupiedDatabase(String),
    /// The backup is not what was written.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// The folder for backups cannot be used.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// The secret key cannot be used.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// PostgreSQL's program cannot read it, or not restore it.
    #[error(transparent)]
    Dump(#[from] DumpError),
    /// A database cannot be opened.
    #[error("the database cannot be opened")]
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

/// How well a backup was examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Examined {
    /// Everything was read, and the database examined.
    Whole,
    /// Its bytes are those that were written; without a key nobody knows what they hold.
    Closed,
}

/// The folder of a backup: `named`, or the newest below it.
///
/// # Errors
/// When there is none.
pub fn folder_of(named: &Path, is_latest: bool) -> Result<PathBuf, PlaceError> {
    match is_latest {
        true => place::newest(named),
        false => Ok(named.to_owned()),
    }
}

/// Restores the backup in `folder` into the data directory, which has to be missing or empty, and into the database that the
/// configuration names, which has to be empty.
///
/// # Errors
/// See [`RestoreError`]; nothing was changed then.
pub async fn restore(
    config: &Config,
    folder: &Path,
    identities: Option<&Identities>,
) -> Result<Manifest, RestoreError> {
    let target = &config.data_dir;
    if !is_free(target) {
        return Err(RestoreError::Occupied(target.clone()));
    }
    let manifest = Manifest::read(folder)?;
    let url = config.database.as_ref();
    match (holds_dump(&manifest), url) {
        (true, Some(url)) => {
            let schema = copies::schema_on_postgres(url).await;
            if schema.map_err(RestoreError::Database)?.is_some() {
                return Err(RestoreError::OccupiedDatabase(url.to_string()));
            }
        }
        (false, None) => {}
        (true, None) => {
            return Err(RestoreError::OtherDatabase {
                backup: "PostgreSQL",
                configured: "SQLite",
            });
        }
        (false, Some(_)) => {
            return Err(RestoreError::OtherDatabase {
                backup: "SQLite",
                configured: "PostgreSQL",
            });
        }
    }
    let partial = beside(target);
    let restored = async {
        fill(folder, &manifest, identities, &partial).await?;
        let failed = |source| RestoreError::Folder {
            folder: target.clone(),
            source,
        };
        if let Some(url) = url {
            let dump = partial.join(dump::FILE_NAME);
            dump::restore(&dump, url)?;
            fs::remove_file(dump).map_err(failed)?;
        }
        fs::rename(&partial, target).map_err(failed)
    };
    let restored = restored.await;
    if restored.is_err()
        && let Err(error) = fs::remove_dir_all(&partial)
    {
        tracing::debug!(error = %error, "A partial data directory could not be deleted.");
    }
    restored.map(|()| manifest)
}

/// Restores the backup in `folder` into a folder that is thrown away afterwards: proof that it can be restored. Of an encrypted
/// one, without a key, it reads all bytes and no more.
///
/// # Errors
/// See [`RestoreError`].
pub async fn verify(
    config: &Config,
    folder: &Path,
    identities: Option<&Identities>,
    now: Timestamp,
) -> Result<(Manifest, Examined), RestoreError> {
    let manifest = Manifest::read(folder)?;
    if manifest.encrypted && identities.is_none() {
        for entry in &manifest.files {
            entry.check(folder)?;
        }
        return Ok((manifest, Examined::Closed));
    }
    let _place = Place::occupy(folder.parent().unwrap_or(Path::new(".")))?;
    let partial = beside(folder);
    let restored = fill(folder, &manifest, identities, &partial).await;
    if let Err(error) = fs::remove_dir_all(&partial) {
        tracing::debug!(error = %error, "The restore test left no data to delete.");
    }
    restored?;
    let bytes = manifest.bytes();
    data_dir::note_drill(&config.data_dir, Done { at: now, bytes });
    Ok((manifest, Examined::Whole))
}

fn holds_dump(manifest: &Manifest) -> bool {
    let mut files = manifest.files.iter();
    files.any(|entry| entry.name() == dump::FILE_NAME)
}

/// Writes what the manifest names and compares every byte; then looks at every page of the database.
async fn fill(
    folder: &Path,
    manifest: &Manifest,
    identities: Option<&Identities>,
    target: &Path,
) -> Result<(), RestoreError> {
    let identities = match (manifest.encrypted, identities) {
        (true, None) => return Err(ManifestError::Encrypted.into()),
        (true, identities) => identities,
        (false, _) => None,
    };
    data_dir::create(target).map_err(|source| RestoreError::Folder {
        folder: target.to_owned(),
        source,
    })?;
    for entry in &manifest.files {
        entry.restore(folder, target, identities)?;
    }
    if holds_dump(manifest) {
        return Ok(dump::check(&target.join(dump::FILE_NAME))?);
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
