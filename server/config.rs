//! Configuration: every setting, with its default, its limits and where it came from.
//!
//! Invariant: this module alone reads the environment and the configuration file. A [`Config`] that exists is valid;
//! nothing was changed on the machine to make it. Flags win over `WAYBILL_*` variables, those over the file, the file
//! over the defaults.

mod admin;
pub mod arguments;
mod database;
mod drive;
mod edge;
mod environment;
mod error;
mod file;
mod firebase;
mod given;
mod hashing;
mod log;
mod mail;
mod nearest;
mod origin;
#[cfg(test)]
mod page;
mod profile;
mod reading;
mod refusal;
mod reload;
mod rendering;
mod scripts;
mod security;
mod session;
mod size;
mod tls;
mod token_key;
mod traces;
mod upstream;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use waybill_identity::config::Hashing;
use waybill_realtime::bus::RedisUrl;
use waybill_storage::DatabaseUrl;

pub use self::arguments::{Arguments, Command};
pub use self::drive::{Bucket, Drive};
pub use self::edge::{Edge, Networks};
pub use self::error::ConfigError;
pub use self::firebase::{Firebase, FirebaseError, RealtimeAddress};
pub use self::given::Given;
pub use self::log::{AccessLog, Log, LogFormat};
pub use self::mail::{Mail, MailQuotas};
pub use self::origin::{OriginError, PublicOrigin};
pub use self::profile::{Profile, ProfileName};
pub use self::reading::FileError;
pub use self::reload::{Reload, Reread};
pub use self::rendering::Rendering;
pub use self::scripts::OutsideScript;
pub use self::security::Security;
pub use self::session::Session;
pub use self::tls::Tls;
pub use self::token_key::{Reading, TokenKey, TokenKeyError};
pub use self::traces::Traces;
pub use self::upstream::{Authorization, SERVICES, UpstreamError, Upstreams};

use self::arguments::Options;
use self::file::File;
use self::profile::Hosts;
use self::reload::Seen;
use self::upstream::Own;

/// All settings of one server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address and port to listen on. Default `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// The certificate that people are met with; none means that a proxy does that, or nobody.
    pub tls: Option<Tls>,
    /// Where figures and the state of the program are told to the operator's machines; none means nowhere.
    pub admin: Option<SocketAddr>,
    /// Folder of the embedded database and of what is kept as files; created when missing. Default `waybill-data`.
    pub data_dir: PathBuf,
    /// The PostgreSQL database; none means SQLite in `data_dir`.
    pub database: Option<DatabaseUrl>,
    /// The replica of that database; none means that everything is read where it is written.
    pub database_read: Option<DatabaseUrl>,
    /// The Redis over which several instances tell each other what open pages have to know; none means that there is one.
    pub redis: Option<RedisUrl>,
    /// The address people type, when it is known. Decides `Secure` cookies and which absolute `redirect_uri` is ours.
    pub public_origin: Option<PublicOrigin>,
    /// What the host of the public origin stands for.
    pub profile: Profile,
    /// Services on other machines.
    pub upstreams: Upstreams,
    /// Lower-cased mail addresses of the operator's own people. Default none.
    pub app_admins: BTreeSet<String>,
    /// What is logged, and how.
    pub log: Log,
    /// To whom traces are told, if to anybody.
    pub traces: Option<Traces>,
    /// The isolates.
    pub rendering: Rendering,
    /// How long people stay signed in.
    pub session: Session,
    /// To whom faults that endanger people's data are reported; none means that nobody is named.
    pub security: Option<Security>,
    /// How long a document waits for its data. Default 150 ms; data that is late is fetched by the browser.
    pub needs_budget: Duration,
    /// Where the bytes of files lie, and how many there may be.
    pub drive: Drive,
    /// Limits at the edge.
    pub edge: Edge,
    /// How long the start waits for a database server that is away. Default 60 seconds.
    pub start_wait: Duration,
    /// How mails leave.
    pub mail: Mail,
    /// The Firebase project that people sign in with; none means that the program itself is identity provider and realtime
    /// database.
    pub firebase: Option<Firebase>,
    /// What a password's hash costs.
    pub hashing: Hashing,
    /// Key of the maps script, handed to signed-in browsers; empty means none.
    pub google_map_key: String,
    /// Key of the analytics script, handed to signed-in browsers; empty means none.
    pub pendo_key: String,
    /// Scripts of others that signed-in pages may load; none unless they are named.
    pub scripts: Vec<OutsideScript>,
}

impl Config {
    /// Puts flags, environment (both in `options`), the file and the defaults together.
    ///
    /// # Errors
    /// See [`ConfigError`]. Reads the configuration file and the files that it, a flag or a variable names, and nothing else.
    pub fn load(options: &Options) -> Result<Self, ConfigError> {
        Self::load_seen(options).map(|(config, _)| config)
    }

    /// The same, with what was read.
    fn load_seen(options: &Options) -> Result<(Self, Seen), ConfigError> {
        let (file, table) = match &options.config {
            Some(path) => File::read(path).map_err(ConfigError::File)?,
            None => <(File, toml::Table)>::default(),
        };
        let merged = Self::merge(options, file).map_err(|error| options.given.name_in(error))?;
        Ok((merged, Seen::of(options, &table)))
    }

    fn merge(options: &Options, file: File) -> Result<Self, ConfigError> {
        let public_origin = options.public_origin.clone().or(file.public_origin);
        let public_origin = public_origin.map(PublicOrigin::parse).transpose()?;
        let host = public_origin.as_ref().map_or("localhost", host_of);
        let mail = Mail::merge(options, file.mail, host)?;
        let hosts = Hosts::of(file.hosts)?;
        let firebase = Firebase::merge(
            options,
            file.firebase,
            hosts.production.as_deref(),
            public_origin.as_ref(),
        )?;
        let profile = Profile::merge(&hosts, file.profiles, public_origin.as_ref())?;
        let pendo_key = options
            .pendo_key
            .clone()
            .or(file.keys.pendo)
            .unwrap_or_default();
        let listen = options.listen.or(file.listen);
        let listen = listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080)));
        let own = Own {
            listen: listen.to_string(),
            public_origin: public_origin.as_ref(),
            has_firebase: firebase.is_some(),
        };
        let upstreams = Upstreams::merge(options, file.upstream, &profile, &own)?;
        // An `iam` that is elsewhere gives a key of its own, or none: only the browser hears of it.
        let may_have_key = upstreams.services.contains_key("iam") || !pendo_key.is_empty();
        let scripts = scripts::merge(file.scripts, may_have_key, profile.name)?;
        let database = database::url(options, file.database_url)?;
        let database_read =
            database::read_url(options, file.database_read_url, database.is_some())?;
        let redis = database::redis(options, file.redis_url)?;
        let shared = [
            database.as_ref().map(|_| "database_url"),
            redis.as_ref().map(|_| "redis_url"),
        ];
        let shared = shared.into_iter().flatten().next();
        Ok(Self {
            listen,
            tls: Tls::merge(options, file.tls, public_origin.as_ref())?,
            admin: admin::listen(options, &file.admin, listen)?,
            data_dir: options
                .data_dir
                .clone()
                .or(file.data_dir)
                .unwrap_or_else(|| PathBuf::from("waybill-data")),
            database,
            database_read,
            redis,
            mail,
            firebase,
            profile,
            upstreams,
            app_admins: app_admins(options, file.app_admins)?,
            public_origin,
            log: Log::merge(options, file.log)?,
            traces: Traces::merge(&file.traces)?,
            rendering: Rendering::merge(options, &file.render)?,
            session: Session::merge(&file.session)?,
            security: Security::merge(&file.security)?,
            needs_budget: Duration::from_millis(within(
                "needs.budget_ms",
                file.needs.budget_ms.unwrap_or(150),
                1..=10_000,
                "1 to 10000 milliseconds",
            )?),
            drive: Drive::merge(options, file.drive)?.reachable_by_all(shared)?,
            edge: Edge::merge(file.edge)?,
            start_wait: Duration::from_secs(within(
                "start.wait_seconds",
                file.start.wait_seconds.unwrap_or(60),
                0..=3_600,
                "0 to 3600 seconds",
            )?),
            hashing: hashing::merge(&file.hash)?,
            google_map_key: options
                .google_map_key
                .clone()
                .or(file.keys.google_map)
                .unwrap_or_default(),
            scripts,
            pendo_key,
        })
    }

    /// The address for the line that the start prints.
    pub fn url(&self) -> String {
        match &self.public_origin {
            Some(origin) => origin.as_str().to_owned(),
            None if self.tls.is_some() => format!("https://{}", self.listen),
            None => format!("http://{}", self.listen),
        }
    }

    /// What the program brings along and what it uses of others, in words.
    pub fn parts(&self) -> String {
        let folder = self.data_dir.display();
        let database = self.database.as_ref();
        let bucket = self.drive.bucket.as_ref();
        let external = [
            database.map(|it| format!("the database {it}")),
            bucket.map(|it| format!("the bucket {} for files", it.name)),
            self.redis.as_ref().map(ToString::to_string),
            self.firebase.as_ref().map(ToString::to_string),
            self.upstreams.told(),
        ];
        let external: Vec<String> = external.into_iter().flatten().collect();
        let identity = match self.firebase {
            Some(_) => "",
            None => ", identity",
        };
        let embedded = if database.is_some() {
            format!("services{identity} and rendering embedded (files in {folder})")
        } else {
            format!("storage, services{identity} and rendering embedded (data in {folder})")
        };
        match external.as_slice() {
            [] => format!("{embedded}, nothing external"),
            [part] => format!("{embedded}, and one external part, {part}"),
            [first, last] => format!("{embedded}, and two external parts, {first} and {last}"),
            parts => format!("{embedded}, and external parts: {}", parts.join(", ")),
        }
    }

    /// Whether people reach the server by https, so that cookies must be `Secure`.
    pub fn is_https(&self) -> bool {
        let origin = self.public_origin.as_ref();
        self.tls.is_some() || origin.is_some_and(PublicOrigin::is_https)
    }
}

/// The addresses of the operator's people, as users' addresses are kept.
fn app_admins(
    options: &Options,
    in_file: Option<Vec<String>>,
) -> Result<BTreeSet<String>, ConfigError> {
    let named = options.app_admins.clone().or(in_file).unwrap_or_default();
    let mut addresses = BTreeSet::new();
    for text in named {
        let address = text.trim().to_lowercase();
        if !mail::is_address(&address) {
            return Err(ConfigError::AppAdmin(text));
        }
        addresses.insert(address);
    }
    Ok(addresses)
}

/// The name of the origin's host; `localhost` for an address in digits, at which nobody has a mailbox.
fn host_of(origin: &PublicOrigin) -> &str {
    let authority = origin.as_str().split_once("://").map_or("", |(_, it)| it);
    let host = authority.split([':', '/']).next().unwrap_or_default();
    let is_name = host.bytes().any(|it| it.is_ascii_alphabetic())
        && host
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'.');
    if is_name { host } else { "localhost" }
}

/// The value, if it lies within the limits.
fn within(
    key: &'static str,
    value: u64,
    range: std::ops::RangeInclusive<u64>,
    limits: &'static str,
) -> Result<u64, ConfigError> {
    if range.contains(&value) {
        Ok(value)
    } else {
        Err(ConfigError::OutOfRange { key, value, limits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(options: &Options, toml: &str) -> Result<Config, ConfigError> {
        Config::merge(options, toml::from_str(toml).unwrap())
    }

    #[test]
    fn nothing_given_means_the_documented_defaults() {
        let config = merged(&Options::default(), "").unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.data_dir, PathBuf::from("waybill-data"));
        assert_eq!(config.url(), "http://127.0.0.1:8080");
        assert_eq!(config.session.cookie_days, 7);
        assert!(!config.is_https());
    }

    #[test]
    fn the_operators_people_are_named_by_their_addresses() {
        let named = |config: Config| config.app_admins.into_iter().collect::<Vec<_>>();
        let in_file = "app_admins = [\"Ops@Lines.example\", \"root@lines.example\"]";
        let config = merged(&Options::default(), in_file).unwrap();
        assert_eq!(named(config), ["ops@lines.example", "root@lines.example"]);
        let options = Options {
            app_admins: Some(vec!["night@lines.example".to_owned()]),
            ..Options::default()
        };
        let config = merged(&options, in_file).unwrap();
        assert_eq!(named(config), ["night@lines.example"]);
        let wrong = merged(&Options::default(), "app_admins = [\"ops\"]").unwrap_err();
        assert!(
            wrong.to_string().contains("`ops` in `app_admins`"),
            "{wrong}"
        );
    }

    #[test]
    fn a_flag_wins_over_the_file() {
        let options = Options {
            listen: Some(SocketAddr::from(([127, 0, 0, 1], 9000))),
            ..Options::default()
        };
        let config = merged(&options, "listen = \"127.0.0.1:1\"\ndata_dir = \"d\"").unwrap();
        assert_eq!(config.listen.port(), 9000);
        assert_eq!(config.data_dir, PathBuf::from("d"));
    }

    #[test]
    fn an_unknown_key_is_refused_by_name() {
        let error = toml::from_str::<File>("lissten = \"127.0.0.1:1\"").unwrap_err();
        assert!(error.message().contains("lissten"), "{error}");
        let error = toml::from_str::<File>("[session]\nidle = 3").unwrap_err();
        assert!(error.message().contains("idle"), "{error}");
    }

    #[test]
    fn a_number_out_of_range_names_its_key_and_limits() {
        let error = merged(&Options::default(), "[session]\ncookie_days = 0").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`session.cookie_days` is 0, but must be 1 to 400 days"
        );
    }
}
