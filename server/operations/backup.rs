//! `waybill backup`: the database and what is kept as files, at one moment, in a folder of their own.
//!
//! It works beside a running server and changes nothing of it. The database is taken first: what it names is on the disk by
//! then, and is deleted no sooner than the bin is emptied.
//!
//! Invariant: the folder has its final name only when everything is in it and on the disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use waybill_storage::OpenError;
use waybill_storage::database::{FILE_NAME, copies};

use super::manifest::{Entry, Manifest, ManifestError};
use crate::config::Config;

/// Folders of the data directory that hold more than the database can make anew.
const FOLDERS: [&str; 2] = ["files", "mail"];

/// A backup that was made.
#[derive(Debug)]
pub struct Backup {
    /// Where it lies.
    pub folder: PathBuf,
    /// What is in it.
    pub manifest: Manifest,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// PostgreSQL has tools of its own.
    #[error(
        "a PostgreSQL database is backed up with its own tools: see docs/runbook.md, \"Back up\"; this command is for SQLite"
    )]
    Postgres,
    /// There is nothing to back up.
    #[error("there is no database in {}", .0.display())]
    Nothing(PathBuf),
    /// The database cannot be copied.
    #[error("the database cannot be copied")]
    Database(#[source] OpenError),
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
}

/// Makes a backup in a new folder of `into`, named after the moment.
///
/// # Errors
/// See [`BackupError`]; a half of a backup is deleted again.
pub async fn make(config: &Config, into: &Path, now: Timestamp) -> Result<Backup, BackupError> {
    if config.database.is_some() {
        return Err(BackupError::Postgres);
    }
    let database = config.data_dir.join(FILE_NAME);
    if !database.is_file() {
        return Err(BackupError::Nothing(config.data_dir.clone()));
    }
    let name = format!("waybill-{}", now.strftime("%Y%m%dT%H%M%SZ"));
    let folder = into.join(&name);
    let partial = into.join(format!(".{name}.partial"));
    let made = async {
        create(&partial)?;
        copies::copy(&database, &partial.join(FILE_NAME))
            .await
            .map_err(BackupError::Database)?;
        let examined = copies::examine(&partial.join(FILE_NAME))
            .await
            .map_err(BackupError::Database)?;
        let holds_files = config.drive.bucket.is_none();
        let mut manifest = Manifest::new(examined.schema, now, holds_files);
        manifest
            .files
            .push(Entry::of(&partial, FILE_NAME.to_owned())?);
        for kind in FOLDERS {
            copy_folder(&config.data_dir, &partial, kind, &mut manifest.files)?;
        }
        manifest
            .files
            .sort_by(|one, other| one.path.cmp(&other.path));
        let finish = || {
            manifest.write(&partial)?;
            fs::rename(&partial, &folder)?;
            fs::File::open(into)?.sync_all()
        };
        finish().map_err(|source| BackupError::Folder {
            folder: folder.clone(),
            source,
        })?;
        Ok(manifest)
    };
    match made.await {
        Ok(manifest) => Ok(Backup { folder, manifest }),
        Err(error) => {
            if let Err(error) = fs::remove_dir_all(&partial) {
                tracing::debug!(error = %error, "A partial backup could not be deleted.");
            }
            Err(error)
        }
    }
}

/// A folder for the operator alone: it will hold password hashes and signing keys.
fn create(folder: &Path) -> Result<(), BackupError> {
    use std::os::unix::fs::DirBuilderExt as _;
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    made.map_err(|source| BackupError::Folder {
        folder: folder.to_owned(),
        source,
    })
}

/// Copies the files below `path`, a path within both, as far as there are any.
fn copy_folder(
    from: &Path,
    to: &Path,
    path: &str,
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
            copy_folder(from, to, &within, entries)?;
        } else if kind.is_file() {
            match Entry::copied(&each.path(), to, within) {
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
