//! Settings given by a flag or a variable, and what they are called there.
//!
//! Invariant: what is wrong with a setting is said by the name under which the operator wrote it, not by that of a key of a file where
//! it does not stand.

use std::collections::BTreeMap;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches};

use super::ConfigError;

/// Flags with another name than their key; all others have its name.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("log", "log.filter"),
    ("isolates", "render.isolates"),
    ("google-map-key", "keys.google_map"),
    ("pendo-key", "keys.pendo"),
    ("smtp-url", "mail.smtp_url"),
    ("upstream", "upstream.services"),
];

/// Tables whose name a flag begins with.
const TABLES: [&str; 6] = ["admin", "drive", "log", "mail", "render", "tls"];

/// The keys that flags and variables have set, each with the name of the one that did.
#[derive(Clone, Debug, Default)]
pub struct Given(BTreeMap<String, String>);

/// The key of a flag, by its long name.
pub(super) fn key_of(flag: &str) -> String {
    if let Some((_, key)) = OTHER_NAMES.iter().find(|(name, _)| *name == flag) {
        return (*key).to_owned();
    }
    let name = flag.replace('-', "_");
    match name.split_once('_') {
        Some((table, key)) if TABLES.contains(&table) => format!("{table}.{key}"),
        _ => name,
    }
}

impl Given {
    /// Those of a command line.
    pub(super) fn of<'a>(matches: &ArgMatches, flags: impl Iterator<Item = &'a Arg>) -> Self {
        let named = flags.filter_map(|flag| {
            let long = flag.get_long()?;
            let name = match matches.value_source(flag.get_id().as_str())? {
                ValueSource::CommandLine => format!("--{long}"),
                ValueSource::EnvVariable => flag.get_env()?.to_string_lossy().into_owned(),
                _ => return None,
            };
            Some((key_of(long), name))
        });
        Self(named.collect())
    }

    /// Whether a flag or variable has set this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// What the key is called where it is set.
    pub(super) fn name<'a>(&'a self, key: &'a str) -> &'a str {
        self.0.get(key).map_or(key, String::as_str)
    }

    /// The error, with each key under the name by which it was set.
    pub(super) fn name_in(&self, error: ConfigError) -> ConfigError {
        let before = error.to_string();
        let named = |text: String, (key, name): (&String, &String)| {
            text.replace(&format!("`{key}`"), &format!("`{name}`"))
        };
        let said = self.0.iter().fold(before.clone(), named);
        match said == before {
            true => error,
            false => ConfigError::Given(said),
        }
    }
}

#[cfg(test)]
impl Given {
    /// This key, set by what has this name.
    pub(super) fn named(key: &str, name: &str) -> Self {
        Self([(key.to_owned(), name.to_owned())].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_their_keys() {
        for (flag, key) in [
            ("listen", "listen"),
            ("data-dir", "data_dir"),
            ("admin-listen", "admin.listen"),
            ("isolates", "render.isolates"),
            ("render-deadline-ms", "render.deadline_ms"),
            ("log", "log.filter"),
            ("log-format", "log.format"),
            ("database-url-file", "database_url_file"),
            ("database-read-url-file", "database_read_url_file"),
        ] {
            assert_eq!(key_of(flag), key);
        }
    }

    #[test]
    fn errors_say_the_name_that_was_set() {
        let error = || ConfigError::OutOfRange {
            key: "render.isolates",
            value: 0,
            limits: "1 to 256",
        };
        let given = Given::named("render.isolates", "WAYBILL_ISOLATES");
        assert_eq!(
            given.name_in(error()).to_string(),
            "`WAYBILL_ISOLATES` is 0, but must be 1 to 256"
        );
        let none = Given::default();
        assert_eq!(none.name_in(error()).to_string(), error().to_string());
    }
}
