//! A path: where in the tree something is. Not a pattern, and never with `..` or an empty key.
//!
//! Invariant: a path is at most 32 keys deep and 2,048 bytes long, so that it fits the index of either database.

use std::fmt;
use std::sync::Arc;

use crate::key::{Key, NoKey};

/// Firebase's limit.
pub(crate) const MAX_DEPTH: usize = 32;

/// PostgreSQL's indices take rows of 2,704 bytes.
const MAX_BYTES: usize = 2048;

/// Keys from the root down. The root has none.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Path(Arc<[Key]>);

/// A text that is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text is no path")]
pub struct NoPath;

impl From<NoKey> for NoPath {
    fn from(_: NoKey) -> Self {
        Self
    }
}

impl Path {
    /// The keys from the root down.
    pub fn keys(&self) -> &[Key] {
        &self.0
    }

    /// The first `count` keys, or all.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Self {
        match self.0.get(..count) {
            Some(keys) if keys.len() < self.0.len() => Self(keys.into()),
            _ => self.clone(),
        }
    }

    /// Whether `self` is `above` or below it.
    pub fn is_within(&self, above: &Self) -> bool {
        self.0.starts_with(&above.0)
    }

    /// The keys of `self` below `above`; none when it is not there.
    pub fn below(&self, above: &Self) -> Option<&[Key]> {
        self.0.strip_prefix(&*above.0)
    }

    /// `self` followed by `keys`. An error when that is too deep or too long.
    pub fn join(&self, keys: &[Key]) -> Result<Self, NoPath> {
        Self::checked(self.0.iter().chain(keys).cloned().collect())
    }

    fn checked(keys: Arc<[Key]>) -> Result<Self, NoPath> {
        let bytes: usize = keys.iter().map(|it| it.as_str().len() + 1).sum();
        if keys.len() <= MAX_DEPTH && bytes <= MAX_BYTES {
            Ok(Self(keys))
        } else {
            Err(NoPath)
        }
    }
}

impl std::str::FromStr for Path {
    type Err = NoPath;

    /// Slashes more than needed are passed over, as by the SDK.
    fn from_str(text: &str) -> Result<Self, NoPath> {
        let pieces = text.split('/').filter(|it| !it.is_empty());
        let keys: Vec<Key> = pieces.map(Key::try_from).collect::<Result<_, _>>()?;
        Self::checked(keys.into())
    }
}

impl fmt::Display for Path {
    /// Without a slash in front, as pushes name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, key) in self.0.iter().enumerate() {
            if index != 0 {
                f.write_str("/")?;
            }
            f.write_str(key.as_str())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let path = text.parse::<Path>().ok().map(|it| it.to_string());
        assert_eq!(path.as_deref(), expected, "{text:?}");
    }

    #[test]
    fn a_path_is_read_as_the_sdk_writes_it() {
        check("/", Some(""));
        check("", Some(""));
        check("/co1/ctr/n", Some("co1/ctr/n"));
        check("//a///b/", Some("a/b"));
        check("/a b/é😀", Some("a b/é😀"));
    }

    #[test]
    fn what_leads_elsewhere_or_too_deep_is_none() {
        for text in [
            "/.info/../",
            "/a/../b",
            "/a/.priority",
            "/a\u{1}",
            "/a$",
            "/[a]",
        ] {
            check(text, None);
        }
        assert!("/a".repeat(32).parse::<Path>().is_ok());
        check(&"/a".repeat(33), None);
        check(&format!("/{}", "a".repeat(769)), None);
        check(&format!("/{}", "a".repeat(768)).repeat(3), None);
    }

    #[test]
    fn a_prefix_has_what_is_within_it() {
        let path: Path = "a/b/c".parse().unwrap();
        let above: Path = "a/b".parse().unwrap();
        assert_eq!(path.prefix(2), above);
        assert_eq!(path.prefix(9), path);
        assert!(path.is_within(&above) && path.is_within(&path) && !above.is_within(&path));
        assert_eq!(path.below(&above).unwrap()[0].as_str(), "c");
        assert!(path.below(&"a/c".parse().unwrap()).is_none());
        assert_eq!(above.join(path.below(&above).unwrap()).unwrap(), path);
    }
}
