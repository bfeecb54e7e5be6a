//! Which database: SQLite in the data folder, or the PostgreSQL that an operator names; and the Redis between several
//! instances.
//!
//! Invariant: the addresses hold passwords, so they are read from a flag, a variable or a file, and never printed.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use waybill_realtime::bus::RedisUrl;
use waybill_storage::DatabaseUrl;

use super::ConfigError;
use super::arguments::Options;

/// A text that is not to be printed.
#[derive(Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text, for whoever signs with it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(·)")
    }
}

/// The address that was given; none means SQLite.
pub(super) fn url(
    options: &Options,
    in_file: Option<Secret>,
) -> Result<Option<DatabaseUrl>, ConfigError> {
    let given = given(
        "database_url_file",
        options.database_url.as_ref(),
        options.database_url_file.as_ref(),
        in_file,
    )?;
    parsed(given, ConfigError::DatabaseUrl)
}

/// The address of the replica that was given; none means that everything is read from the database itself.
pub(super) fn read_url(
    options: &Options,
    in_file: Option<Secret>,
    has_database: bool,
) -> Result<Option<DatabaseUrl>, ConfigError> {
    let given = given(
        "database_read_url_file",
        options.database_read_url.as_ref(),
        options.database_read_url_file.as_ref(),
        in_file,
    )?;
    match parsed(given, ConfigError::DatabaseReadUrl)? {
        Some(_) if !has_database => Err(ConfigError::ReplicaOfNothing),
        url => Ok(url),
    }
}

/// The address of Redis that was given; none means that there is one instance.
pub(super) fn redis(
    options: &Options,
    in_file: Option<Secret>,
) -> Result<Option<RedisUrl>, ConfigError> {
    let given = given(
        "redis_url_file",
        options.redis_url.as_ref(),
        options.redis_url_file.as_ref(),
        in_file,
    )?;
    parsed(given, ConfigError::RedisUrl)
}

/// The address in the text; its error is of a setting.
fn parsed<T: FromStr>(
    given: Option<Secret>,
    error: fn(T::Err) -> ConfigError,
) -> Result<Option<T>, ConfigError> {
    given
        .map(|Secret(text)| text.parse().map_err(error))
        .transpose()
}

/// A flag or variable with the address itself wins over one with its file, and both over the configuration file.
pub(super) fn given(
    key_of_file: &str,
    flag: Option<&Secret>,
    flag_of_file: Option<&PathBuf>,
    in_file: Option<Secret>,
) -> Result<Option<Secret>, ConfigError> {
    match (flag, flag_of_file) {
        (Some(url), _) => Ok(Some(url.clone())),
        (None, Some(path)) => read(key_of_file, path).map(Some),
        (None, None) => Ok(in_file),
    }
}

/// The secret in the file that `key` names.
pub(super) fn read(key: &str, path: &Path) -> Result<Secret, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|source| ConfigError::SecretFile {
        key: key.to_owned(),
        path: path.to_owned(),
        source,
    })?;
    Ok(Secret(text.trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "postgres://ann:s3cret@db.test/freight";

    fn secret(text: &str) -> Secret {
        Secret(text.to_owned())
    }

    #[test]
    fn without_an_address_the_database_is_embedded() {
        assert!(url(&Options::default(), None).unwrap().is_none());
    }

    #[test]
    fn the_file_of_the_flag_wins_over_the_configuration_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("url");
        std::fs::write(&path, format!("{URL}\n")).unwrap();
        let options = Options {
            database_url_file: Some(path),
            ..Options::default()
        };
        let found = url(&options, Some(secret("postgres://x@other.test/other")));
        assert_eq!(
            found.unwrap().unwrap().to_string(),
            "PostgreSQL freight at db.test:5432"
        );
    }

    #[test]
    fn a_replica_needs_a_database_to_copy() {
        let read = |has_database| read_url(&Options::default(), Some(secret(URL)), has_database);
        assert!(read(true).unwrap().is_some());
        let sentence = read(false).unwrap_err().to_string();
        assert!(sentence.contains("`database_url`"), "{sentence}");
        let refused = read_url(
            &Options::default(),
            Some(secret("ann:s3cret@db.test")),
            true,
        );
        let sentence = refused.unwrap_err().to_string();
        assert!(
            sentence.contains("`database_read_url`") && !sentence.contains("s3cret"),
            "{sentence}"
        );
    }

    #[test]
    fn redis_is_named_alike() {
        assert!(redis(&Options::default(), None).unwrap().is_none());
        let found = redis(&Options::default(), Some(secret("redis://cache.test")));
        assert_eq!(
            found.unwrap().unwrap().to_string(),
            "Redis at cache.test:6379"
        );
        let options = Options {
            redis_url: Some(secret("postgres://ann:s3cret@cache.test")),
            ..Options::default()
        };
        let sentence = redis(&options, None).unwrap_err().to_string();
        assert!(
            sentence.contains("redis_url") && !sentence.contains("s3cret"),
            "{sentence}"
        );
    }

    #[test]
    fn a_missing_file_is_told_with_its_name() {
        let options = Options {
            database_url_file: Some("no/such/secret".into()),
            ..Options::default()
        };
        let sentence = url(&options, None).unwrap_err().to_string();
        assert!(
            sentence.contains("no/such/secret in `database_url_file`"),
            "{sentence}"
        );
    }

    #[test]
    fn the_password_is_printed_neither_when_it_is_right_nor_when_it_is_wrong() {
        let options = Options {
            database_url: Some(secret(URL)),
            ..Options::default()
        };
        let found = url(&options, None).unwrap();
        assert!(!format!("{options:?} {found:?}").contains("s3cret"));
        let refused = url(&Options::default(), Some(secret("ann:s3cret@db.test"))).unwrap_err();
        assert!(!format!("{refused:?} {refused}").contains("s3cret"));
    }
}
