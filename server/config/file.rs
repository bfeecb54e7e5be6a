//! The configuration file: TOML, each key optional, unknown keys refused.
//!
//! These structs are the shape of the file and nothing else; limits and defaults stand with the settings themselves.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::LogFormat;
use super::database::Secret;
use super::upstream::Authorization;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct File {
    pub(super) listen: Option<SocketAddr>,
    pub(super) data_dir: Option<PathBuf>,
    pub(super) database_url: Option<Secret>,
    pub(super) redis_url: Option<Secret>,
    pub(super) public_origin: Option<String>,
    pub(super) app_admins: Option<Vec<String>>,
    pub(super) admin: AdminTable,
    pub(super) log: LogTable,
    pub(super) traces: TracesTable,
    pub(super) render: RenderTable,
    pub(super) session: SessionTable,
    pub(super) needs: NeedsTable,
    pub(super) drive: DriveTable,
    pub(super) edge: EdgeTable,
    pub(super) hash: HashTable,
    pub(super) keys: KeysTable,
    pub(super) mail: MailTable,
    pub(super) scripts: ScriptsTable,
    pub(super) firebase: Option<FirebaseTable>,
    pub(super) tls: TlsTable,
    pub(super) hosts: HostsTable,
    pub(super) profiles: ProfilesTable,
    pub(super) upstream: UpstreamTable,
}

/// `[admin]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AdminTable {
    pub(super) listen: Option<SocketAddr>,
    pub(super) beyond_this_machine: bool,
}

/// `[log]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LogTable {
    pub(super) format: Option<LogFormat>,
    pub(super) filter: Option<String>,
}

/// `[traces]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TracesTable {
    pub(super) endpoint: Option<String>,
    pub(super) share: Option<f64>,
}

/// `[render]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RenderTable {
    pub(super) isolates: Option<u64>,
    pub(super) queue: Option<u64>,
    pub(super) deadline_ms: Option<u64>,
}

/// `[session]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SessionTable {
    pub(super) cookie_days: Option<u64>,
    pub(super) idle_hours: Option<u64>,
    pub(super) absolute_days: Option<u64>,
}

/// `[needs]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct NeedsTable {
    pub(super) budget_ms: Option<u64>,
}

/// `[drive]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DriveTable {
    pub(super) url: Option<String>,
    pub(super) endpoint: Option<String>,
    pub(super) region: Option<String>,
    pub(super) access_key_id_file: Option<PathBuf>,
    pub(super) secret_access_key_file: Option<PathBuf>,
    pub(super) file_megabytes: Option<u64>,
    pub(super) files: Option<u64>,
    pub(super) company_gigabytes: Option<u64>,
}

/// `[edge]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EdgeTable {
    pub(super) trusted_proxies: Vec<String>,
    pub(super) front_instances: Vec<String>,
    pub(super) max_connections: Option<u64>,
    pub(super) documents_at_once: Option<u64>,
    pub(super) calls_at_once: Option<u64>,
    pub(super) heavy_calls_at_once: Option<u64>,
    pub(super) drain_delay_ms: Option<u64>,
    pub(super) drain_seconds: Option<u64>,
}

/// `[hash]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct HashTable {
    pub(super) memory_kib: Option<u64>,
    pub(super) passes: Option<u64>,
}

/// `[keys]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct KeysTable {
    pub(super) google_map: Option<String>,
    pub(super) pendo: Option<String>,
}

/// `[scripts]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ScriptsTable {
    pub(super) analytics: Option<ScriptTable>,
    pub(super) chat: Option<ScriptTable>,
    pub(super) error_reporting: Option<ScriptTable>,
    pub(super) session_replay: Option<ScriptTable>,
    pub(super) web_analytics: Option<ScriptTable>,
}

/// `[scripts.chat]` and so on
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ScriptTable {
    pub(super) src: String,
    pub(super) origins: Vec<String>,
}

/// `[mail]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MailTable {
    pub(super) smtp_url: Option<Secret>,
    pub(super) from: Option<String>,
}

/// `[tls]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TlsTable {
    pub(super) certificate: Option<PathBuf>,
    pub(super) key: Option<PathBuf>,
}

/// `[firebase]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FirebaseTable {
    pub(super) production_host: Option<String>,
    pub(super) production: Option<FirebaseSetTable>,
    pub(super) other: Option<FirebaseSetTable>,
}

/// `[firebase.production]` and `[firebase.other]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FirebaseSetTable {
    pub(super) project_id: Option<String>,
    pub(super) api_key: Option<String>,
    pub(super) app_id: Option<String>,
    pub(super) auth_domain: Option<String>,
    pub(super) tenant_id: Option<String>,
    pub(super) database_url: Option<String>,
    pub(super) service_account_file: Option<PathBuf>,
}

/// `[hosts]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct HostsTable {
    pub(super) production: Option<String>,
    pub(super) dev: Option<String>,
    pub(super) io: Option<String>,
}

/// `[profiles]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ProfilesTable {
    pub(super) production: ProfileTable,
    pub(super) dev: ProfileTable,
    pub(super) io: ProfileTable,
    pub(super) localhost: LocalhostTable,
}

/// `[profiles.production]` and its like
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ProfileTable {
    pub(super) api: Option<String>,
    pub(super) cookie_domain: Option<String>,
}

/// `[profiles.localhost]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LocalhostTable {
    pub(super) ports: BTreeMap<String, u16>,
}

/// `[upstream]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct UpstreamTable {
    pub(super) services: BTreeMap<String, String>,
    pub(super) connect_ms: Option<u64>,
    pub(super) deadline_ms: Option<u64>,
    pub(super) calls_at_once: Option<u64>,
    pub(super) authorization: Authorization,
    pub(super) token: Option<TokenTable>,
}

/// `[upstream.token]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenTable {
    pub(super) key_file: PathBuf,
    pub(super) algorithm: String,
    pub(super) issuer: Option<String>,
    pub(super) audience: Option<String>,
}

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("the configuration file {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file as it was named.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not TOML, has an unknown key, or a value of the wrong type.
    #[error("the configuration file {} is not valid, line {line}: {message}", path.display())]
    Mistake {
        /// The file as it was named.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
}

impl File {
    pub(super) fn read(path: &Path) -> Result<Self, FileError> {
        let text = std::fs::read_to_string(path).map_err(|source| FileError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        toml::from_str(&text).map_err(|error| FileError::Mistake {
            path: path.to_owned(),
            line: line_of(&text, error.span().map_or(0, |span| span.start)),
            message: error.message().replace('\n', ", "),
        })
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("waybill.toml");
        std::fs::write(&path, "listen = \"127.0.0.1:80\"\n\n[session]\nidle = 3\n").unwrap();
        let sentence = File::read(&path).unwrap_err().to_string();
        assert!(sentence.contains("waybill.toml"), "{sentence}");
        assert!(sentence.contains("line 4"), "{sentence}");
        assert!(sentence.contains("`idle`"), "{sentence}");
    }

    #[test]
    fn a_missing_file_is_told_with_its_name() {
        let sentence = File::read(Path::new("no/such/file.toml"))
            .unwrap_err()
            .to_string();
        assert!(sentence.contains("no/such/file.toml"), "{sentence}");
    }

    /// The keys that the table at this path may have, as its own refusal of another names them.
    fn keys(table: &[&str]) -> Option<Vec<String>> {
        let text = match table {
            [] => "unknown-key = 1".to_owned(),
            path => format!("[{}]\nunknown-key = 1", path.join(".")),
        };
        // A table of names that others choose takes it.
        let error = toml::from_str::<File>(&text).err()?;
        let message = error.message();
        let (_, expected) = message
            .strip_prefix("unknown field `unknown-key`")?
            .split_once("expected ")?;
        let words = expected.split('`').skip(1).step_by(2);
        Some(words.map(str::to_owned).collect())
    }

    fn all_keys(table: &[&str], found: &mut Vec<String>) {
        for key in keys(table).unwrap() {
            let path: Vec<&str> = [table, &[key.as_str()]].concat();
            if keys(&path).is_some() {
                all_keys(&path, found);
            } else {
                found.push(path.join("."));
            }
        }
    }

    #[test]
    fn every_key_is_in_the_readme() {
        let readme = include_str!("../../README.md");
        let mut found = Vec::new();
        all_keys(&[], &mut found);
        assert!(30 < found.len(), "{found:?}");
        let missing: Vec<&String> = found
            .iter()
            .filter(|key| {
                // The two sets of a project have one table, of bare names.
                let bare = key
                    .strip_prefix("firebase.production.")
                    .or_else(|| key.strip_prefix("firebase.other."));
                !readme.contains(&format!("`{}`", bare.unwrap_or(key)))
            })
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn every_table_refuses_a_key_that_it_does_not_know() {
        for table in [
            "admin",
            "log",
            "render",
            "session",
            "needs",
            "drive",
            "edge",
            "hash",
            "keys",
            "mail",
            "scripts",
            "scripts.chat",
            "firebase",
            "firebase.production",
            "firebase.other",
        ] {
            let path: Vec<&str> = table.split('.').collect();
            assert!(keys(&path).is_some(), "{table}");
        }
    }
}
