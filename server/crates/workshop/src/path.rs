//! Where programs are looked for.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// Debian keeps `haproxy` in one of these, and an ordinary user's `PATH` names neither.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/sbin", "/sbin"];

/// The `PATH` for a program that starts these tools by their names.
pub fn with_system_folders() -> OsString {
    env::join_paths(folders()).unwrap_or_default()
}

/// The first program with one of these names.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    folders()
        .iter()
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

fn folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(SYSTEM_FOLDERS.map(PathBuf::from))
        .collect()
}
