//! The folder in which tools are kept between runs, the lock around installations, and the mark of those that were finished.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The user's cache.
pub(crate) fn folder() -> PathBuf {
    env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|it| it.is_absolute())
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")))
        .unwrap_or_else(env::temp_dir)
        .join("waybill")
}

/// Waits until no other process installs anything; none begins while the file is held.
pub(crate) fn lock() -> Result<File, String> {
    let folder = folder();
    let lock = || {
        fs::create_dir_all(&folder)?;
        let file = File::create(folder.join("lock"))?;
        file.lock()?;
        Ok(file)
    };
    lock().map_err(|error: std::io::Error| format!("{} cannot be used ({error})", folder.display()))
}

/// Has `install` fill the empty folder, unless it was filled with this version before.
pub(crate) fn fill(
    folder: &Path,
    version: &str,
    install: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let _alone = lock()?;
    // Written last: without it, the installation was broken off.
    let mark = folder.join("installed");
    if fs::read_to_string(&mark).is_ok_and(|it| it == version) {
        return Ok(());
    }
    let told = |error| format!("{} cannot be filled ({error})", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(told)?;
    }
    fs::create_dir_all(folder).map_err(told)?;
    install()?;
    fs::write(mark, version).map_err(told)
}
