//! `waybill backup`: the database and what is kept as files, at one moment, in a folder of their own.
//!
//! It works beside a running server and changes nothing of it. The database is taken first: what it names is on the disk by
//! then, and is deleted no sooner than the bin is emptied.
//!
//! Invariant: the folder has its final name only when everything is in it and on the disk.

pub mod dump;
pub mod place;
pub mod seal;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use waybill_storage::OpenError;
use waybill_storage::database::{DatabaseUrl, FILE_NAME, copies};

use self::dump::{Dump, DumpError};
use self::place::{Place, PlaceError};
use self::seal::{KeyError, Recipients};
use super::manifest::{Entry, Manifest, ManifestError};
use crate::config::Config;
use crate::data_dir::{self, Done};

/// Folders of the data directory that hold more than the database can make anew.
const FOLDERS: [&str; 2] = ["files", "mail"];

/// A backup that was made.
#[derive(Debug)]
pub struct Backup {
    /// Where it lies.
    pub folder: PathBuf,
    /// What is in it.
    pub manifest: Manifest,
    /// How many older ones were removed.
    pub removed: usize,
}

/// How a backup is made.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Who can read it.
    pub recipients: Recipients,
    /// For how long backups are kept; none: for ever.
    pub keep: Option<SignedDuration>,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to back up.
    #[error("there is no database in {0}")]
    Nothing(String),
    /// The database cannot be copied.
    #[error("the database cannot be copied")]
    Database(#[source] OpenError),
    /// PostgreSQL's program did not dump it.
    #[error(transparent)]
    Dump(#[from] DumpError),
    /// The folder for backups cannot be used.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// A key cannot be used.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A file cannot be copied.
    #[error(transparent)]
    Files(#[from] ManifestError),
    /// The folder cannot be made.
    #[error("the backup cannot be written to {}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The backup is there; older ones are, too.
    #[error("the backup is in {}, but older ones cannot be removed", folder.display())]
    Older {
        /// The folder of the new one.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Makes a backup in a new folder of `into`, named after the moment, and removes those there that are too old.
///
/// # Errors
/// See [`BackupError`]; a half of a backup is deleted again, and one that could not be is with the next.
pub async fn make(
    config: &Config,
    into: &Path,
    wishes: &Wishes,
    now: Timestamp,
) -> Result<Backup, BackupError> {
    if config.database.is_none() && !config.data_dir.join(FILE_NAME).is_file() {
        let folder = config.data_dir.display().to_string();
        return Err(BackupError::Nothing(folder));
    }
    let place = Place::occupy(into)?;
    let (partial, folder) = place.for_backup(now);
    let made = fill(config, &partial, &wishes.recipients, now).await;
    let made = made.and_then(|manifest| {
        let finished = manifest.write(&partial);
        let finished = finished.and_then(|()| place.finish(&partial, &folder));
        finished
            .map(|()| manifest)
            .map_err(|source| BackupError::Folder {
                folder: folder.clone(),
                source,
            })
    });
    match made {
        Ok(manifest) => {
            let done = Done {
                at: now,
                bytes: manifest.bytes(),
            };
            data_dir::note_backup(&config.data_dir, done);
            let removed = wishes
                .keep
                .map_or(Ok(0), |age| place.remove_older(age, now));
            match removed {
                Ok(removed) => Ok(Backup {
                    folder,
                    manifest,
                    removed,
                }),
                Err(source) => Err(BackupError::Older { folder, source }),
            }
        }
        Err(error) => {
            if let Err(error) = fs::remove_dir_all(&partial) {
                tracing::debug!(error = %error, "A partial backup could not be deleted.");
            }
            Err(error)
        }
    }
}

/// Writes everything into the folder, but for the manifest.
async fn fill(
    config: &Config,
    folder: &Path,
    recipients: &Recipients,
    now: Timestamp,
) -> Result<Manifest, BackupError> {
    data_dir::create(folder).map_err(|source| unwritable(folder, source))?;
    let (schema, database) = match &config.database {
        Some(url) => of_postgres(url, folder, recipients).await?,
        None => of_sqlite(&config.data_dir, folder, recipients, now).await?,
    };
    let holds_files = config.drive.bucket.is_none();
    let mut manifest = Manifest::new(schema, now, holds_files, !recipients.is_empty());
    manifest.files.push(database);
    for kind in FOLDERS {
        copy_folder(
            &config.data_dir,
            folder,
            kind,
            recipients,
            &mut manifest.files,
        )?;
    }
    manifest
        .files
        .sort_by(|one, other| one.path.cmp(&other.path));
    Ok(manifest)
}

/// The SQLite database and its last schema change.
async fn of_sqlite(
    data: &Path,
    folder: &Path,
    recipients: &Recipients,
    now: Timestamp,
) -> Result<(String, Entry), BackupError> {
    // What is to be encrypted lies beside the database in the meantime: what takes backups away must not find it. Who holds that
    // folder removes it if this is cut off.
    let (copy, held) = if recipients.is_empty() {
        (folder.join(FILE_NAME), None)
    } else {
        let held = Place::occupy(data)?;
        let (copy, _) = held.for_backup(now);
        (copy, Some(held))
    };
    let copied = async {
        let copied = copies::copy(&data.join(FILE_NAME), &copy).await;
        copied.map_err(BackupError::Database)?;
        let examined = copies::examine(&copy).await;
        let schema = examined.map_err(BackupError::Database)?.schema;
        let entry = match held {
            Some(_) => Entry::copied(&copy, folder, FILE_NAME, recipients)?,
            None => Entry::of(folder, FILE_NAME)?,
        };
        Ok((schema, entry))
    };
    let copied = copied.await;
    if held.is_some()
        && let Err(error) = fs::remove_file(&copy)
    {
        tracing::debug!(error = %error, "The copy of the database could not be deleted.");
    }
    copied
}

/// A dump of the PostgreSQL database and its last schema change.
async fn of_postgres(
    url: &DatabaseUrl,
    folder: &Path,
    recipients: &Recipients,
) -> Result<(String, Entry), BackupError> {
    let schema = copies::schema_on_postgres(url).await;
    let schema = schema.map_err(BackupError::Database)?;
    let schema = schema.ok_or_else(|| BackupError::Nothing(url.to_string()))?;
    let mut dump = Dump::begin(url)?;
    let written = Entry::written(&mut dump.output, folder, dump::FILE_NAME, recipients);
    // It says better than a broken pipe what went wrong.
    dump.finish()?;
    let entry = written.map_err(|source| unwritable(folder, source))?;
    Ok((schema, entry))
}

fn unwritable(folder: &Path, source: io::Error) -> BackupError {
    BackupError::Folder {
        folder: folder.to_owned(),
        source,
    }
}

/// Copies the files below `path`, a path within both, as far as there are any.
fn copy_folder(
    from: &Path,
    to: &Path,
    path: &str,
    recipients: &Recipients,
    entries: &mut Vec<Entry>,
) -> Result<(), BackupError> {
    let unreadable = |source| ManifestError::Copying {
        path: from.join(path),
        source,
    };
    let found = match fs::read_dir(from.join(path)) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(unreadable(error).into()),
    };
    for each in found {
        let each = each.map_err(unreadable)?;
        let name = each.file_name();
        let kind = each.file_type().map_err(unreadable)?;
        let Some(name) = name.to_str() else {
            // The program writes no such name.
            continue;
        };
        let within = format!("{path}/{name}");
        if kind.is_dir() {
            copy_folder(from, to, &within, recipients, entries)?;
        } else if kind.is_file() {
            match Entry::copied(&each.path(), to, &within, recipients) {
                Ok(entry) => entries.push(entry),
                // It was on its way in or out while the folder was read; the database does not name it.
                Err(ManifestError::Copying { source, .. })
                    if source.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(())
}
