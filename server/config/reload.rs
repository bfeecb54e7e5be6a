//! A reload: the configuration read once more while the server runs, and what has changed.
//!
//! Invariant: whether a key takes effect then is said in [`RELOADED`] alone, which the reference of the settings prints and a test compares
//! with [`Config::reloaded`].

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use super::arguments::Options;
use super::{Config, ConfigError, Log};

/// The keys, and tables whose keys all do, that take effect in a running server.
const RELOADED: [&str; 15] = [
    "drive.company_gigabytes",
    "drive.file_megabytes",
    "drive.files",
    "edge",
    "keys",
    "log.filter",
    "mail.daily_per_company",
    "mail.daily_per_new_company",
    "mail.daily_per_recipient",
    "mail.daily_per_user",
    "needs.budget_ms",
    "scripts",
    "security",
    "tls",
    "upstream.token",
];

/// Whether a key takes effect in a running server.
pub(super) fn is_reloaded(key: &str) -> bool {
    RELOADED.iter().any(|it| {
        key.strip_prefix(it)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

/// The settings that were read, by their keys: a file's value, and what a named file holds. Only compared, for some are secrets.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Seen(BTreeMap<String, String>);

impl Seen {
    /// What the file says where neither flag nor variable does, and what the files hold that are named anywhere.
    pub(super) fn of(options: &Options, file: &toml::Table) -> Self {
        let mut values = BTreeMap::new();
        flatten("", file, &mut values);
        values.retain(|key, _| !options.given.has(key));
        for (key, value) in &mut values {
            if names_file(key) {
                *value = format!("{value} {}", content(Path::new(value.as_str())));
            }
        }
        for (key, path) in [
            ("database_url_file", &options.database_url_file),
            ("database_read_url_file", &options.database_read_url_file),
            ("redis_url_file", &options.redis_url_file),
            ("smtp_url_file", &options.smtp_url_file),
            (
                "drive.access_key_id_file",
                &options.drive_access_key_id_file,
            ),
            (
                "drive.secret_access_key_file",
                &options.drive_secret_access_key_file,
            ),
            ("tls.certificate", &options.tls_certificate),
            ("tls.key", &options.tls_key),
        ] {
            if let Some(path) = path {
                values.insert(key.to_owned(), content(path).to_string());
            }
        }
        Self(values)
    }

    /// The keys whose values differ.
    fn differing(&self, other: &Self) -> BTreeSet<String> {
        let keys = self.0.keys().chain(other.0.keys());
        let differing = keys.filter(|key| self.0.get(*key) != other.0.get(*key));
        differing.cloned().collect()
    }
}

fn names_file(key: &str) -> bool {
    key.ends_with("_file") || key.starts_with("tls.")
}

/// Told apart from another content; 0 where there is no file.
fn content(path: &Path) -> u64 {
    let Ok(bytes) = std::fs::read(path) else {
        return 0;
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

fn flatten(path: &str, table: &toml::Table, found: &mut BTreeMap<String, String>) {
    for (name, value) in table {
        let key = match path {
            "" => name.clone(),
            path => format!("{path}.{name}"),
        };
        match value {
            toml::Value::Table(inner) => flatten(&key, inner, found),
            toml::Value::String(text) => drop(found.insert(key, text.clone())),
            other => drop(found.insert(key, other.to_string())),
        }
    }
}

/// The configuration of a running server, which may be read once more.
pub struct Reload {
    options: Options,
    /// As of the start.
    started: Seen,
    /// As of the last reload that was taken.
    current: Seen,
    /// Whether the program itself has a certificate.
    has_tls: bool,
    /// Whether tokens are another machine's.
    has_issuer: bool,
}

/// A configuration that was read once more.
pub struct Reread {
    /// All of it.
    pub config: Config,
    /// The settings that have changed since the last time and take effect, as they are called where they are set.
    pub changed: Vec<String>,
    /// The settings that have changed since the start and take effect at the next one.
    pub pending: Vec<String>,
    seen: Seen,
}

impl Reload {
    /// Reads the configuration for a server.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn begin(options: &Options) -> Result<(Config, Self), ConfigError> {
        let (config, seen) = Config::load_seen(options)?;
        let reload = Self {
            options: options.clone(),
            started: seen.clone(),
            current: seen,
            has_tls: config.tls.is_some(),
            has_issuer: config.has_issuer(),
        };
        Ok((config, reload))
    }

    /// Reads it once more, from the same file and with the same flags and variables. Nothing counts before [`Reload::take`].
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn read(&self) -> Result<Reread, ConfigError> {
        let (config, seen) = Config::load_seen(&self.options)?;
        let name = |key: String| self.options.given.name(&key).to_owned();
        // Whether there is TLS, or another machine's IAM service, is settled at the start.
        let is_live = |key: &String| match key.split_once('.') {
            Some(("tls", _)) => self.has_tls == config.tls.is_some(),
            Some(("upstream", _)) => is_reloaded(key) && self.has_issuer && config.has_issuer(),
            _ => is_reloaded(key),
        };
        let changed = self.current.differing(&seen);
        let pending = self.started.differing(&seen);
        Ok(Reread {
            changed: changed.into_iter().filter(is_live).map(name).collect(),
            pending: {
                let pending = pending.into_iter().filter(|key| !is_live(key));
                pending.map(name).collect()
            },
            config,
            seen,
        })
    }

    /// From now on the next one is compared with this.
    pub fn take(&mut self, reread: Reread) {
        self.current = reread.seen;
    }
}

impl Config {
    /// This configuration, with what a running server takes over from a newer one.
    #[must_use]
    pub fn reloaded(&self, newer: &Self) -> Self {
        let mut config = self.clone();
        config.drive.file_megabytes = newer.drive.file_megabytes;
        config.drive.files = newer.drive.files;
        config.drive.company_gigabytes = newer.drive.company_gigabytes;
        config.edge = newer.edge.clone();
        config.google_map_key.clone_from(&newer.google_map_key);
        config.pendo_key.clone_from(&newer.pendo_key);
        config.log = Log {
            filter: newer.log.filter.clone(),
            ..self.log
        };
        config.mail.quotas = newer.mail.quotas;
        config.needs_budget = newer.needs_budget;
        config.scripts.clone_from(&newer.scripts);
        config.security.clone_from(&newer.security);
        if let (Some(own), Some(newer)) = (&mut config.tls, &newer.tls) {
            own.clone_from(newer);
        }
        if self.has_issuer() && newer.has_issuer() {
            let key = &newer.upstreams.token_key;
            config.upstreams.token_key.clone_from(key);
        }
        config
    }

    /// Whether tokens are those of an IAM service on another machine.
    fn has_issuer(&self) -> bool {
        self.upstreams.services.contains_key("iam")
    }
}

#[cfg(test)]
mod tests;
