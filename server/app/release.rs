//! A release: everything the client's build decides, as one value that is replaced as a whole.
//!
//! Invariant: manifest, matcher, needs and assets belong to the same build. A request takes the release once and keeps it.

mod embedded;

use std::collections::HashMap;

use bytes::Bytes;
use waybill_render::Source;

use crate::needs::{Needs, NeedsError};
use crate::routes::{Manifest, Matcher, MatcherError};

/// One build of the client.
#[derive(Debug)]
pub struct Release {
    /// What the build says of itself.
    pub manifest: Manifest,
    /// The matcher over its routes.
    pub matcher: Matcher,
    /// The templates of its routes.
    pub needs: Needs,
    /// Its files.
    pub assets: Assets,
}

/// A build that cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ReleaseError {
    /// The manifest is not of this server's version.
    #[error("the route manifest cannot be read")]
    Manifest(#[source] serde_json::Error),
    /// The route table is ambiguous.
    #[error("the route table cannot be used")]
    Routes(#[source] MatcherError),
    /// A need's template is none.
    #[error("the needs of the routes cannot be used")]
    Needs(#[source] NeedsError),
}

/// Files under `/assets/`, by path. Their names hold a hash of their content, so a path never changes its meaning.
#[derive(Debug, Default)]
pub struct Assets(HashMap<String, Asset>);

/// One file in the forms it is offered in.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Value of `Content-Type`.
    pub content_type: String,
    /// As it is.
    pub identity: Bytes,
    /// Compressed forms by content coding, smallest first; only those that are smaller.
    pub encoded: Vec<(&'static str, Bytes)>,
}

impl Release {
    /// The release that the binary carries.
    ///
    /// # Errors
    /// When the build that made this binary was not this server's.
    pub fn embedded() -> Result<Self, ReleaseError> {
        Self::new(embedded::MANIFEST, embedded::assets())
    }

    /// A release of a build that was not compressed, for the development loop: files are path, content type and content.
    ///
    /// # Errors
    /// When the manifest, its routes or its needs cannot be used.
    pub fn uncompressed(
        manifest: &str,
        files: impl IntoIterator<Item = (String, &'static str, Vec<u8>)>,
    ) -> Result<Self, ReleaseError> {
        let mut assets = Assets::default();
        for (path, content_type, content) in files {
            assets.insert(&path, Asset::new(content_type, content.into(), []));
        }
        Self::new(manifest, assets)
    }

    /// A release of these parts.
    ///
    /// # Errors
    /// When the manifest, its routes or its needs cannot be used.
    pub fn new(manifest: &str, assets: Assets) -> Result<Self, ReleaseError> {
        let manifest = Manifest::parse(manifest).map_err(ReleaseError::Manifest)?;
        Ok(Self {
            matcher: Matcher::new(&manifest.routes).map_err(ReleaseError::Routes)?,
            needs: Needs::of(&manifest).map_err(ReleaseError::Needs)?,
            manifest,
            assets,
        })
    }
}

/// What isolates start from in this binary: the client's bundle, evaluated and warm.
pub fn embedded_source() -> Source {
    Source::Snapshot(embedded::SNAPSHOT)
}

impl Assets {
    /// The file at a path.
    pub fn get(&self, path: &str) -> Option<&Asset> {
        self.0.get(path)
    }

    /// Adds a file.
    pub fn insert(&mut self, path: &str, asset: Asset) {
        self.0.insert(path.to_owned(), asset);
    }
}

impl Asset {
    /// A file with compressed forms; empty ones are left out.
    pub fn new<const N: usize>(
        content_type: &str,
        identity: Bytes,
        forms: [(&'static str, Bytes); N],
    ) -> Self {
        let mut encoded: Vec<_> = forms
            .into_iter()
            .filter(|(_, bytes)| !bytes.is_empty())
            .collect();
        encoded.sort_by_key(|(_, bytes)| bytes.len());
        Self {
            content_type: content_type.to_owned(),
            identity,
            encoded,
        }
    }
}
