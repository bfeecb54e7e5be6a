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
mod file;
mod firebase;
mod hashing;
mod log;
mod mail;
mod origin;
mod profile;
mod rendering;
mod scripts;
mod session;
mod tls;
mod traces;
mod upstream;

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use waybill_identity::config::Hashing;
use waybill_realtime::bus::{RedisUrl, RedisUrlError};
use waybill_storage::{DatabaseUrl, DatabaseUrlError};

pub use self::arguments::{Arguments, Command};
pub use self::drive::{Bucket, Drive};
pub use self::edge::{Edge, Networks};
pub use self::file::FileError;
pub use self::firebase::{Firebase, FirebaseError, RealtimeAddress};
pub use self::log::{Log, LogFormat};
pub use self::mail::Mail;
pub use self::origin::{OriginError, PublicOrigin};
pub use self::profile::{Profile, ProfileName};
pub use self::rendering::Rendering;
pub use self::scripts::OutsideScript;
pub use self::session::Session;
pub use self::tls::Tls;
pub use self::traces::Traces;
pub use self::upstream::{SERVICES, UpstreamError, Upstreams};

use self::arguments::Options;
use self::file::File;
use self::profile::Hosts;
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
    /// How long a document waits for its data. Default 150 ms; data that is late is fetched by the browser.
    pub needs_budget: Duration,
    /// Where the bytes of files lie, and how many there may be.
    pub drive: Drive,
    /// Limits at the edge.
    pub edge: Edge,
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
    /// Scripts of others that signed-in pages load; none unless they are named.
    pub scripts: Vec<OutsideScript>,
}

/// Why a configuration is not usable. Each text is one sentence for the person who started the server.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is missing, not TOML, or has a key that does not exist.
    #[error(transparent)]
    File(FileError),
    /// The public origin is not an origin.
    #[error("the public origin `{value}` cannot be used: {source}")]
    PublicOrigin {
        /// What was given.
        value: String,
        /// What is wrong with it.
        source: OriginError,
    },
    /// One of the operator's people has no mail address.
    #[error("`{0}` in `app_admins` is no mail address; write for example `ops@lines.example`")]
    AppAdmin(String),
    /// A script of others has an address that cannot be had safely, or names a machine in a way that no policy takes.
    #[error(
        "`{1}` in `[scripts.{0}]` cannot be used; `src` is an address by https, `origins` are such as `https://api.example.com` or `wss://*.example.com`"
    )]
    Script(&'static str, String),
    /// Of the certificate, one half is missing.
    #[error("`tls.certificate` and `tls.key` go together")]
    HalfTls,
    /// People are told to come by http, and met with TLS.
    #[error("`tls` is set, and `public_origin` is {0}; write https")]
    TlsBehindHttp(String),
    /// Others may read the key of the certificate.
    #[error("others than its owner may read or change the key {}; chmod 0600 it", .0.display())]
    OpenKey(PathBuf),
    /// Figures would be told where everybody comes in.
    #[error("`admin.listen` is {0}, where `listen` takes everybody in; give it a port of its own")]
    AdminIsPublic(SocketAddr),
    /// Figures would be told beyond this machine, which nobody asked for.
    #[error(
        "`admin.listen` is {0}, which other machines reach; write an address such as 127.0.0.1:9090, or `admin.beyond_this_machine = true` where only your own can"
    )]
    AdminBeyond(SocketAddr),
    /// A number outside of its limits.
    #[error("`{key}` is {value}, but must be {limits}")]
    OutOfRange {
        /// The key as it is written in the file.
        key: &'static str,
        /// What was given.
        value: u64,
        /// The limits in words.
        limits: &'static str,
    },
    /// A filter of the log that cannot be read.
    #[error(
        "the log filter `{0}` cannot be read; write for example `info` or `warn,waybill=debug`"
    )]
    LogFilter(String),
    /// A network that is none.
    #[error("`{value}` in `{key}` is neither an IP address nor a network such as `10.0.0.0/8`")]
    Network {
        /// The key as it is written in the file.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// Browsers would come through a machine whose calls need no session cookie.
    #[error(
        "`edge.front_instances` and `edge.trusted_proxies` have addresses in common; browsers come through proxies, and never through an instance that passes calls on"
    )]
    FrontIsProxy,
    /// Everybody is believed.
    #[error(
        "`{value}` in `{key}` is every machine there is; whoever asks could then pretend to be anybody, so name your own"
    )]
    Everybody {
        /// The key as it is written in the file.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// Stolen hashes of passwords would soon be guessed.
    #[error(
        "`hash.memory_kib` and `hash.passes` make passwords cheap to guess; `waybill hash calibrate` says what this machine can do"
    )]
    CheapHashes,
    /// The password of the mail server would travel in the clear.
    #[error(
        "`mail.smtp_url` would send its password in the clear; write `smtps://…` or `…?tls=required`"
    )]
    SmtpInClear,
    /// A session would be over by its age before it could be unused for so long.
    #[error("`session.idle_hours` is more than `session.absolute_days`, so it would never count")]
    IdleBeyondAbsolute,
    /// The address of the database cannot be read. It is not repeated, for it may hold a password.
    #[error("`database_url` cannot be used: {0}")]
    DatabaseUrl(DatabaseUrlError),
    /// The address of Redis cannot be read. It is not repeated, for it may hold a password.
    #[error("`redis_url` cannot be used: {0}")]
    RedisUrl(RedisUrlError),
    /// No address of a collector.
    #[error(
        "`traces.endpoint` is {0:?}: write the address of a collector that takes OTLP over HTTP, without a password, as \
         `http://127.0.0.1:4318/v1/traces`"
    )]
    TracesEndpoint(String),
    /// No share.
    #[error("`traces.share` is {0}: it is a number from 0 (no request) to 1 (every request)")]
    TracesShare(f64),
    /// The place of the files is no bucket.
    #[error("`{0}` in `drive.url` is no bucket; write for example `s3://bucket/prefix`")]
    DriveUrl(String),
    /// The address of the store of files is none of the web.
    #[error("`{0}` in `drive.endpoint` is no address; write for example `https://s3.example.com`")]
    DriveEndpoint(String),
    /// Of the key to the store of files, one half is missing.
    #[error("`drive.access_key_id_file` and `drive.secret_access_key_file` go together")]
    HalfDriveKey,
    /// The address of the mail server cannot be used. It is not repeated, for it may hold a password.
    #[error(
        "`mail.smtp_url` cannot be used; write `smtps://user:password@host`, or `smtp://user:password@host:587?tls=required`"
    )]
    SmtpUrl,
    /// The sender of mails is no mailbox.
    #[error(
        "`{0}` in `mail.from` cannot be used; write for example `Waybill <no-reply@lines.example>`"
    )]
    MailFrom(String),
    /// The project of Firebase, or what is said about it.
    #[error(transparent)]
    Firebase(#[from] FirebaseError),
    /// A host that is none.
    #[error("`{value}` in `{key}` is no host; write for example `waybill.example.com`")]
    Host {
        /// The key as it is written in the file.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// A host with two meanings.
    #[error("each host in `[hosts]` stands for one profile")]
    HostTwice,
    /// Two words for one thing that do not agree.
    #[error("`firebase.production_host` and `hosts.production` name different hosts")]
    ProductionHosts,
    /// Browsers would refuse the cookie, or show it to strangers.
    #[error(
        "`{0}` in `profiles.production.cookie_domain` is neither `hosts.production` nor a domain above it"
    )]
    CookieDomain(String),
    /// A cookie domain away from the production host.
    #[error("`profiles.{0}.cookie_domain` is refused: only the production host has one")]
    CookieDomainElsewhere(ProfileName),
    /// A service on another machine.
    #[error(transparent)]
    Upstream(#[from] UpstreamError),
    /// A file that holds a secret cannot be read.
    #[error("the file {} cannot be read: {source}", path.display())]
    SecretFile {
        /// The file as it was named.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Config {
    /// Puts flags, environment (both in `options`), the file and the defaults together.
    ///
    /// # Errors
    /// See [`ConfigError`]. Reads the configuration file and the file with the database's address, and nothing else.
    pub fn load(options: &Options) -> Result<Self, ConfigError> {
        let file = match &options.config {
            Some(path) => File::read(path).map_err(ConfigError::File)?,
            None => File::default(),
        };
        Self::merge(options, file)
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
        let pendo_key = options.pendo_key.clone().or(file.keys.pendo);
        let pendo_key = pendo_key.unwrap_or_default();
        let listen = options.listen.or(file.listen);
        let listen = listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080)));
        let own = Own {
            listen: listen.to_string(),
            public_origin: public_origin.as_ref(),
        };
        let scripts = scripts::merge(file.scripts, &pendo_key, profile.name)?;
        let upstreams = Upstreams::merge(options, file.upstream, &profile, &own)?;
        Ok(Self {
            listen,
            tls: Tls::merge(options, file.tls, public_origin.as_ref())?,
            admin: admin::listen(options, &file.admin, listen)?,
            data_dir: options
                .data_dir
                .clone()
                .or(file.data_dir)
                .unwrap_or_else(|| PathBuf::from("waybill-data")),
            database: database::url(options, file.database_url)?,
            redis: database::redis(options, file.redis_url)?,
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
            needs_budget: Duration::from_millis(within(
                "needs.budget_ms",
                file.needs.budget_ms.unwrap_or(150),
                1..=10_000,
                "1 to 10000 milliseconds",
            )?),
            drive: Drive::merge(options, file.drive)?,
            edge: Edge::merge(file.edge)?,
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
