//! The data directory of a server with SQLite, which is its alone: two would each keep in memory what the other changes.
//!
//! Invariant: the operating system gives the lock back when the process ends, however it ends; commands beside the server do not
//! ask for it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::lock;

/// Name of the file that is locked; it holds the id of the process.
const NAME: &str = "server.lock";

/// A data directory that no other server can use until this is dropped.
#[derive(Debug)]
pub struct Occupied {
    _lock: File,
}

/// Why it cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum OccupiedError {
    /// Another server has it.
    #[error(
        "another server{process} uses {}; end it, or name another folder with --data-dir. Several servers for the same data need PostgreSQL (database_url)",
        folder.display()
    )]
    Other {
        /// The directory.
        folder: PathBuf,
        /// Which one, as far as it is known.
        process: String,
    },
    /// The file cannot be written.
    #[error("{} cannot be written", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Occupied {
    /// Takes the directory, which is created where it is missing.
    ///
    /// # Errors
    /// See [`OccupiedError`].
    pub fn take(folder: &Path) -> Result<Self, OccupiedError> {
        let path = folder.join(NAME);
        let unusable = |source| OccupiedError::Unusable {
            path: path.clone(),
            source,
        };
        let Some(mut lock) = lock(folder, NAME).map_err(unusable)? else {
            // Only for the message: a file that cannot be read names nobody.
            let id = fs::read_to_string(&path).unwrap_or_default();
            let process = match id.trim() {
                "" => String::new(),
                id => format!(" (process {id})"),
            };
            let folder = folder.to_owned();
            return Err(OccupiedError::Other { folder, process });
        };
        lock.set_len(0).map_err(unusable)?;
        writeln!(lock, "{}", std::process::id()).map_err(unusable)?;
        Ok(Self { _lock: lock })
    }
}
