//! Files the browser loads: URL, content type, bytes.
//!
//! Every name carries the hash of its content, so an answer may be cached for ever and never be stale.

use std::fs;
use std::path::Path;

use crate::FileError;

/// Extension → content type, whether it shrinks under compression.
const TYPES: &[(&str, &str, Compression)] = &[
    ("js", "text/javascript; charset=utf-8", Compression::Worth),
    ("css", "text/css; charset=utf-8", Compression::Worth),
    ("svg", "image/svg+xml", Compression::Worth),
    ("ico", "image/x-icon", Compression::Worth),
    ("avif", "image/avif", Compression::Useless),
    ("gif", "image/gif", Compression::Useless),
    ("jpg", "image/jpeg", Compression::Useless),
    ("png", "image/png", Compression::Useless),
    ("webp", "image/webp", Compression::Useless),
    ("woff2", "font/woff2", Compression::Useless),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    Worth,
    /// The format is compressed already.
    Useless,
}

/// A file has an extension that no content type is known for.
#[derive(Debug, thiserror::Error)]
#[error("{name}: no content type is known for this extension, see crates/bundle/src/assets.rs")]
pub struct UnknownType {
    name: String,
}

/// One file of the browser bundle, uncompressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Path of the URL: `/assets/` and the hashed file name.
    pub path: String,
    /// Value of the `Content-Type` header.
    pub content_type: &'static str,
    /// The content as it is.
    pub bytes: Vec<u8>,
}

/// Why the assets could not be gathered.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// A file that esbuild announced could not be read.
    #[error("an output of esbuild cannot be read")]
    File(#[from] FileError),
    /// A file has an unknown extension.
    #[error(transparent)]
    Type(#[from] UnknownType),
}

impl Asset {
    /// Reads the file `name` of `folder`.
    pub(crate) fn read(folder: &Path, name: &str) -> Result<Self, AssetError> {
        let path = folder.join(name);
        Self::new(name, fs::read(&path).map_err(FileError::at(&path))?).map_err(Into::into)
    }

    pub(crate) fn new(name: &str, bytes: Vec<u8>) -> Result<Self, UnknownType> {
        let (_, content_type, _) = type_of(name).ok_or_else(|| UnknownType {
            name: name.to_owned(),
        })?;
        Ok(Self {
            path: url(name),
            content_type,
            bytes,
        })
    }

    /// File name without the folder of the URL.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    pub(crate) fn compression(&self) -> Compression {
        type_of(self.name()).map_or(Compression::Useless, |(_, _, compression)| *compression)
    }
}

/// Path under which the file `name` is served.
pub(crate) fn url(name: &str) -> String {
    format!("/assets/{name}")
}

fn type_of(name: &str) -> Option<&'static (&'static str, &'static str, Compression)> {
    let extension = name.rsplit('.').next()?;
    TYPES.iter().find(|(known, _, _)| *known == extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asset_is_served_under_its_name_with_its_type() {
        let asset = Asset::new("entry-SLELFJE5.js", b"1".to_vec()).unwrap();
        assert_eq!(asset.path, "/assets/entry-SLELFJE5.js");
        assert_eq!(asset.content_type, "text/javascript; charset=utf-8");
        assert_eq!(asset.name(), "entry-SLELFJE5.js");
    }

    #[test]
    fn an_unknown_extension_is_named_in_the_error() {
        let error = Asset::new("table-AAAAAAAA.xlsx", Vec::new()).unwrap_err();
        assert!(error.to_string().contains("table-AAAAAAAA.xlsx"));
    }
}
