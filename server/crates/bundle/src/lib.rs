//! From the TypeScript sources to what the server embeds: bundles, route manifest, compressed assets.
//!
//! `build.rs` runs these steps once per change of a source, the development loop after each saved file; the order is
//!
//! 1. [`npm`]: the packages of `package-lock.json` are in `node_modules`,
//! 2. [`build`](fn@build): esbuild makes the browser bundle and the SSR bundle, both at once,
//!    while [`types`] asks the TypeScript compiler what it thinks of the sources,
//! 3. the caller evaluates the SSR bundle in V8, which this crate does not know, and asks it for its routes,
//! 4. [`manifest`]: those routes, each with the files its module needs,
//! 5. [`embed`]: the assets with their compressed forms, and the Rust source that includes them.
//!
//! Invariant: nothing is written outside the folder that the caller names, `node_modules` excepted.

pub mod assets;
pub mod embed;
pub mod esbuild;
pub mod manifest;
mod metafile;
pub mod npm;
mod project;
mod source_map;
pub mod types;

pub use assets::Asset;
pub use project::{Browser, BuildError, Bundles, Mode, Project, Ssr, build};

use sha2::{Digest as _, Sha256};
use std::io;
use std::path::{Path, PathBuf};

/// A file or folder that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{}", path.display())]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    source: io::Error,
}

impl FileError {
    fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self { path, source }
    }
}

/// First 8 bytes of the SHA-256 of `parts`, each preceded by its length, in hexadecimal.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    let start = hash
        .finalize()
        .iter()
        .take(8)
        .fold(0, |all, byte| all << 8 | u64::from(*byte));
    format!("{start:016x}")
}
