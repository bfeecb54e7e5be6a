//! The data directory, as far as it is not the business of one part alone: who may enter it, which server has it, and how well what is
//! in it is kept safe.
//!
//! Invariant: nothing here opens a database or knows what the files mean.

mod occupied;
mod safeguards;

use std::fs::{DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

pub use self::occupied::{Occupied, OccupiedError};
pub use self::safeguards::{Done, Safeguards, note_backup, note_drill};

/// Creates a folder that its owner alone may enter, and those above it, as far as they are missing: it will hold password hashes
/// and signing keys. One that is there keeps its rights.
///
/// # Errors
/// When the system refuses.
pub fn create(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Locks the file of this name in the folder, both created as far as they are missing, until what it gives is dropped or the process
/// ends, however it ends. `None` while another process has it. The file stays: removing it would let two in that opened it one
/// after the other.
///
/// # Errors
/// When the system refuses.
pub fn lock(folder: &Path, name: &str) -> io::Result<Option<File>> {
    create(folder)?;
    let mut options = File::options();
    let options = options.create(true).write(true).truncate(false);
    let lock = options.open(folder.join(name))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
