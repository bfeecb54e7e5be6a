//! Does the V8 static library belong to the `v8` crate that `Cargo.lock` names?
//!
//! The crate's own build script takes whatever `RUSTY_V8_ARCHIVE` points at. A library of another version then fails
//! in the linker with a thousand undefined symbols, or links and corrupts memory. The build script of
//! `waybill-render`, which everything that links V8 is compiled after, asks here first. So this crate must never
//! depend on `v8`.
//!
//! A library in a folder with a `SHA256SUMS` is held to it: the checksum, and the version in its comment line
//! `# v8 <version>`. An archive elsewhere is taken at its word, but for the version and the platform in its name.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// How to get the right one, for the end of every message.
const REMEDY: &str = "vendor/v8/README.md says how to replace it";

/// The library and the lock file do not belong together. Each message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Mismatch {
    /// A file that decides the answer cannot be read.
    #[error("{} cannot be read ({source}); {REMEDY}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// `Cargo.lock` has no `v8`, or more than one.
    #[error(
        "Cargo.lock names {count} versions of the crate v8, the build needs exactly one: check deno_core's version"
    )]
    Locked {
        /// How many it names.
        count: usize,
    },
    /// `SHA256SUMS` does not say which version its library is.
    #[error("{}: the line `# v8 <version>` is missing; {REMEDY}", path.display())]
    Unnamed {
        /// The list.
        path: PathBuf,
    },
    /// The library is of another version.
    #[error(
        "the V8 library {archive} is of version {found}, but Cargo.lock has v8 {locked}: either go back to the \
         deno_core that uses v8 {found}, or put the library of v8 {locked} in its place; {REMEDY}"
    )]
    Version {
        /// Path or address of the library.
        archive: String,
        /// Its version.
        found: String,
        /// The version in `Cargo.lock`.
        locked: String,
    },
    /// The library is for another platform.
    #[error(
        "the V8 library {archive} is not for {target}: set RUSTY_V8_ARCHIVE to \
         https://github.com/denoland/rusty_v8/releases/download/v{locked}/{name} or to a copy of that file; {REMEDY}",
        name = file_name(target)
    )]
    Platform {
        /// Path or address of the library.
        archive: String,
        /// What is built for.
        target: String,
        /// The version in `Cargo.lock`.
        locked: String,
    },
    /// The file is not the one that was checked in.
    #[error(
        "the V8 library {} has the SHA-256 {found}, but SHA256SUMS beside it says {expected}: restore it (`git checkout \
         -- vendor/v8`); {REMEDY}", path.display()
    )]
    Checksum {
        /// The library.
        path: PathBuf,
        /// What was computed.
        found: String,
        /// What is listed, or `nothing`.
        expected: String,
    },
}

/// Checks the library at `archive`, a path or an address, for a build of the checkout at `root` for `target`.
///
/// Gives the files that were read: the answer holds until one of them changes.
pub fn check(root: &Path, archive: &str, target: &str) -> Result<Vec<PathBuf>, Mismatch> {
    let lock = root.join("Cargo.lock");
    let locked = locked(&read(&lock)?)?;
    let mut inputs = vec![lock];
    if !is_for(archive, target) {
        return Err(Mismatch::Platform {
            archive: archive.to_owned(),
            target: target.to_owned(),
            locked,
        });
    }
    let version = |found: &str| Mismatch::Version {
        archive: archive.to_owned(),
        found: found.to_owned(),
        locked: locked.clone(),
    };
    if archive.contains("://") {
        return match version_in_address(archive) {
            Some(found) if found != locked => Err(version(found)),
            _ => Ok(inputs),
        };
    }
    let path = root.join(archive);
    let sums = path.with_file_name("SHA256SUMS");
    if sums.is_file() {
        let list = read(&sums)?;
        let found = list
            .lines()
            .find_map(|line| line.strip_prefix("# v8 "))
            .ok_or_else(|| Mismatch::Unnamed { path: sums.clone() })?
            .trim();
        if found != locked {
            return Err(version(found));
        }
        verify(&path, &list)?;
        inputs.push(sums);
    }
    inputs.push(path);
    Ok(inputs)
}

/// Version of the crate `v8` in the text of a `Cargo.lock`.
fn locked(lock: &str) -> Result<String, Mismatch> {
    let versions: Vec<&str> = lock
        .split("[[package]]")
        .filter(|package| package.lines().any(|line| line.trim() == r#"name = "v8""#))
        .filter_map(|package| {
            package
                .lines()
                .find_map(|line| line.strip_prefix("version = "))
        })
        .collect();
    match versions.as_slice() {
        [version] => Ok(version.trim().trim_matches('"').to_owned()),
        _ => Err(Mismatch::Locked {
            count: versions.len(),
        }),
    }
}

/// Official archives end in their target; a name of another form says nothing.
fn is_for(archive: &str, target: &str) -> bool {
    let name = archive.rsplit(['/', '\\']).next().unwrap_or(archive);
    let named = name.contains("-linux-") || name.contains("-apple-") || name.contains("-windows-");
    !(name.contains("rusty_v8") && named) || name.contains(target)
}

/// Name of the official archive with the features that `deno_core` asks for.
fn file_name(target: &str) -> String {
    if target.contains("windows") {
        format!("rusty_v8_simdutf_release_{target}.lib.gz")
    } else {
        format!("librusty_v8_simdutf_release_{target}.a.gz")
    }
}

/// The `150.4.0` of `…/download/v150.4.0/…`.
fn version_in_address(address: &str) -> Option<&str> {
    address.split('/').find_map(|part| {
        let version = part.strip_prefix('v')?;
        let numeric = version.split('.').all(|it| it.parse::<u32>().is_ok());
        (numeric && version.contains('.')).then_some(version)
    })
}

fn verify(path: &Path, list: &str) -> Result<(), Mismatch> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let expected = list
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(char::is_whitespace))
        .find(|(_, file)| file.trim_start_matches([' ', '*']) == name)
        .map_or("nothing", |(sum, _)| sum);
    let found = sha256(path)?;
    if found == expected {
        return Ok(());
    }
    Err(Mismatch::Checksum {
        path: path.to_owned(),
        found,
        expected: expected.to_owned(),
    })
}

fn sha256(path: &Path) -> Result<String, Mismatch> {
    let bytes = fs::read(path).map_err(|source| Mismatch::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    let mut hex = String::new();
    for byte in Sha256::digest(bytes) {
        // A String takes every write.
        let _ = write!(hex, "{byte:02x}");
    }
    Ok(hex)
}

fn read(path: &Path) -> Result<String, Mismatch> {
    fs::read_to_string(path).map_err(|source| Mismatch::Unreadable {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests;
