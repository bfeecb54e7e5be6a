//! Which database: SQLite in the data folder, or the PostgreSQL that an operator names.
//!
//! Invariant: the address holds a password, so it is read from a flag, a variable or a file, and never printed.

use std::convert::Infallible;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

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

/// The address that was given; none means SQLite. A flag or variable with the address wins over one with its file.
pub(super) fn url(
    options: &Options,
    in_file: Option<Secret>,
) -> Result<Option<DatabaseUrl>, ConfigError> {
    let given = match (&options.database_url, &options.database_url_file) {
        (Some(url), _) => Some(url.clone()),
        (None, Some(path)) => Some(read(path)?),
        (None, None) => in_file,
    };
    given
        .map(|Secret(text)| text.parse().map_err(ConfigError::DatabaseUrl))
        .transpose()
}

/// The secret that stands in a file.
pub(super) fn read(path: &Path) -> Result<Secret, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|source| ConfigError::SecretFile {
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
    fn a_missing_file_is_told_with_its_name() {
        let options = Options {
            database_url_file: Some("no/such/secret".into()),
            ..Options::default()
        };
        let sentence = url(&options, None).unwrap_err().to_string();
        assert!(sentence.contains("no/such/secret"), "{sentence}");
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
