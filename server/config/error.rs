//! What is wrong with a configuration, one sentence each.

use std::net::SocketAddr;
use std::path::PathBuf;

use waybill_realtime::bus::RedisUrlError;
use waybill_storage::DatabaseUrlError;

use super::{FileError, FirebaseError, OriginError, ProfileName, UpstreamError};

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
