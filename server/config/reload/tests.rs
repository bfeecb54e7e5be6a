use std::fs::{Permissions, set_permissions, write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;
use crate::config::given::Given;
use crate::config::page;

/// Keys with values other than their defaults. `DIR` is a folder with a file of each of these names.
const OTHERS: &[(&str, &str)] = &[
    ("listen", "\"127.0.0.1:1\""),
    ("data_dir", "\"elsewhere\""),
    ("redis_url", "\"redis://cache.test\""),
    ("public_origin", "\"https://lines.example\""),
    ("app_admins", "[\"ops@lines.example\"]"),
    ("admin.listen", "\"127.0.0.1:9090\""),
    ("log.format", "\"json\""),
    ("log.filter", "\"debug\""),
    ("log.access", "\"clf\""),
    ("traces.endpoint", "\"http://127.0.0.1:4318/v1/traces\""),
    ("render.isolates", "3"),
    ("render.queue", "3"),
    ("render.deadline_ms", "300"),
    ("session.cookie_days", "3"),
    ("session.idle_hours", "3"),
    ("session.absolute_days", "31"),
    ("start.wait_seconds", "3"),
    ("security.contact", "\"mailto:security@lines.example\""),
    ("needs.budget_ms", "3"),
    ("drive.url", "\"s3://freight\""),
    ("drive.file_megabytes", "3"),
    ("drive.files", "3"),
    ("drive.company_gigabytes", "3"),
    ("edge.trusted_proxies", "[\"10.0.0.1\"]"),
    ("edge.front_instances", "[\"10.0.0.1\"]"),
    ("edge.max_connections", "3"),
    ("edge.max_connections_per_address", "3"),
    ("edge.documents_at_once", "3"),
    ("edge.calls_at_once", "3"),
    ("edge.program_calls_per_minute", "3"),
    ("edge.heavy_calls_at_once", "3"),
    ("edge.sign_ups_at_once", "3"),
    ("edge.max_memory", "\"1GiB\""),
    ("edge.drain_delay_ms", "3"),
    ("edge.drain_seconds", "3"),
    ("hash.memory_kib", "65536"),
    ("keys.google_map", "\"a-key\""),
    ("keys.pendo", "\"a-key\""),
    ("mail.from", "\"mail@lines.example\""),
    ("mail.daily_per_company", "3"),
    ("mail.daily_per_new_company", "3"),
    ("mail.daily_per_user", "3"),
    ("mail.daily_per_recipient", "3"),
    ("tls.certificate", "\"DIR/other.pem\""),
    ("tls.key", "\"DIR/other.pem\""),
    (
        "scripts.error_reporting.src",
        "\"https://scripts.example/x.js\"",
    ),
    ("profiles.production.api", "\"https://api.lines.example\""),
    ("upstream.deadline_ms", "300"),
    ("upstream.calls_at_once", "3"),
    ("upstream.authorization", "\"bearer\""),
];

/// Of the keys that take effect, those that are compared elsewhere or go with another one.
const ELSEWHERE: [&str; 3] = ["security.policy", "upstream.token", "scripts"];

/// A configuration file, and what it names.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for name in ["certificate.pem", "key.pem", "other.pem"] {
            write(folder.path(name), name).unwrap();
            set_permissions(folder.path(name), Permissions::from_mode(0o600)).unwrap();
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, toml: &str) {
        write(self.path("waybill.toml"), toml).unwrap();
    }

    fn options(&self) -> Options {
        Options {
            config: Some(self.path("waybill.toml")),
            ..Options::default()
        }
    }

    /// Whether a running server takes over the other value of this key.
    fn takes_over(&self, key: &str, value: &str) -> bool {
        let mut table: toml::Table = toml::from_str(&format!(
            "public_origin = \"https://app.lines.example\"\nhosts.production = \"app.lines.example\"\n\
             drive.shared_folder = true\n\
             [tls]\ncertificate = {:?}\nkey = {:?}",
            self.path("certificate.pem"),
            self.path("key.pem"),
        ))
        .unwrap();
        let load = |table: &toml::Table| {
            self.write(&toml::to_string(table).unwrap());
            Config::load(&self.options()).unwrap()
        };
        let before = load(&table);
        let value = value.replace("DIR", &self.0.path().display().to_string());
        let other: toml::Table = toml::from_str(&format!("{key} = {value}")).unwrap();
        merge(&mut table, other);
        let newer = load(&table);
        let shown = |config: &Config| format!("{config:?}");
        assert_ne!(shown(&before), shown(&newer), "{key}");
        shown(&before.reloaded(&newer)) != shown(&before)
    }
}

fn merge(table: &mut toml::Table, other: toml::Table) {
    for (key, value) in other {
        match (table.get_mut(&key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(other)) => merge(inner, other),
            (_, value) => drop(table.insert(key, value)),
        }
    }
}

#[test]
fn keys_take_effect_as_the_page_says() {
    let folder = Folder::new();
    for (key, value) in OTHERS {
        assert_eq!(folder.takes_over(key, value), is_reloaded(key), "{key}");
    }
    let is_compared = |key: &str| {
        let mut others = OTHERS.iter().map(|(other, _)| *other);
        others.any(|it| it == key) || ELSEWHERE.iter().any(|it| key.starts_with(it))
    };
    let missing: Vec<String> = page::keys()
        .into_iter()
        .filter(|key| is_reloaded(key) && !is_compared(key))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn each_entry_is_a_key_or_a_table() {
    let keys = page::keys();
    for entry in RELOADED {
        let is_of = |key: &String| key == entry || key.starts_with(&format!("{entry}."));
        assert!(keys.iter().any(is_of), "{entry}");
    }
}

fn begin(folder: &Folder, options: &Options, toml: &str) -> Reload {
    folder.write(toml);
    Reload::begin(options).unwrap().1
}

#[test]
fn changed_and_pending_settings_are_named() {
    let folder = Folder::new();
    let mut reload = begin(&folder, &folder.options(), "listen = \"127.0.0.1:1\"");
    folder.write("listen = \"127.0.0.1:2\"\n[edge]\nmax_connections = 5\n[keys]\npendo = \"a\"");
    let reread = reload.read().unwrap();
    assert_eq!(reread.changed, ["edge.max_connections", "keys.pendo"]);
    assert_eq!(reread.pending, ["listen"]);
    reload.take(reread);
    // What waits for the next start goes on waiting.
    let reread = reload.read().unwrap();
    assert!(reread.changed.is_empty());
    assert_eq!(reread.pending, ["listen"]);
    reload.take(reread);
    folder.write("listen = \"127.0.0.1:1\"\n[edge]\nmax_connections = 5");
    let reread = reload.read().unwrap();
    assert_eq!(reread.changed, ["keys.pendo"]);
    assert!(reread.pending.is_empty());
}

#[test]
fn a_file_that_cannot_be_used_is_refused() {
    let folder = Folder::new();
    let reload = begin(&folder, &folder.options(), "");
    folder.write("[edge]\nmax_conections = 5");
    let Err(error) = reload.read() else {
        unreachable!("it was read");
    };
    assert!(
        error.to_string().contains("`edge.max_connections`"),
        "{error}"
    );
}

#[test]
fn files_count_by_what_they_hold() {
    let folder = Folder::new();
    let url = folder.path("url");
    write(&url, "redis://cache.test").unwrap();
    let options = Options {
        redis_url_file: Some(url.clone()),
        given: Given::named("redis_url_file", "WAYBILL_REDIS_URL_FILE"),
        drive_shared_folder: Some(true),
        ..folder.options()
    };
    let tls = |certificate: &Path| {
        let key = folder.path("key.pem");
        format!("[tls]\ncertificate = {certificate:?}\nkey = {key:?}")
    };
    let certificate = folder.path("certificate.pem");
    let reload = begin(&folder, &options, &tls(&certificate));
    write(&url, "redis://other.test").unwrap();
    write(&certificate, "another").unwrap();
    let reread = reload.read().unwrap();
    assert_eq!(reread.changed, ["tls.certificate"]);
    assert_eq!(reread.pending, ["WAYBILL_REDIS_URL_FILE"]);
    // Without a certificate there is another listener.
    folder.write("");
    let reread = reload.read().unwrap();
    assert!(reread.changed.is_empty(), "{:?}", reread.changed);
    assert_eq!(
        reread.pending,
        ["WAYBILL_REDIS_URL_FILE", "tls.certificate", "tls.key"]
    );
}

#[test]
fn the_file_counts_where_no_flag_does() {
    let folder = Folder::new();
    let options = Options {
        log: Some("warn".to_owned()),
        given: Given::named("log.filter", "--log"),
        ..folder.options()
    };
    let reload = begin(&folder, &options, "log.filter = \"info\"");
    folder.write("log.filter = \"debug\"");
    let reread = reload.read().unwrap();
    assert!(reread.changed.is_empty() && reread.pending.is_empty());
    assert_eq!(reread.config.log.filter, "warn");
}
