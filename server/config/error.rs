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
    /// One of the others, about a setting of a flag or variable and under its name.
    #[error("{0}")]
    Given(String),
    /// The public origin is not an origin.
    #[error("`public_origin` is `{value}`, which cannot be used: {source}")]
    PublicOrigin {
        /// What was given.
        value: String,
        /// What is wrong with it.
        source: OriginError,
    },
    /// One of the operator's people has no mail address.
    #[error("`{0}` in `app_admins` is not an e-mail address; use for example `ops@lines.example`")]
    AppAdmin(String),
    /// A script of others has an address that cannot be had safely, or names a machine in a way that no policy takes.
    #[error(
        "`{1}` in `[scripts.{0}]` cannot be used; `src` is an address by https, `origins` are such as `https://api.example.com` or `wss://*.example.com`"
    )]
    Script(&'static str, String),
    /// Of the certificate, one half is missing.
    #[error("set both `tls.certificate` and `tls.key`, or neither")]
    HalfTls,
    /// People are told to come by http, and met with TLS.
    #[error("`tls` is set, but `public_origin` is {0}; use https")]
    TlsBehindHttp(String),
    /// Others may read the key of the certificate.
    #[error("other users can read or change the key {} in `tls.key`; run chmod 0600", .0.display())]
    OpenKey(PathBuf),
    /// Figures would be told where everybody comes in.
    #[error("`admin.listen` is {0}, the same as `listen`; use another port")]
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
        "`log.filter` is `{0}`, which is not a filter; use for example `info` or `warn,waybill=debug`"
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
        "`{value}` in `{key}` covers every machine, so any client could pretend to be anyone; list your own proxies"
    )]
    Everybody {
        /// The key as it is written in the file.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// Stolen hashes of passwords would soon be guessed.
    #[error(
        "`hash.memory_kib` and `hash.passes` make passwords easy to guess; `waybill hash calibrate` prints suitable settings"
    )]
    CheapHashes,
    /// The password of the mail server would travel in the clear.
    #[error(
        "`mail.smtp_url` would send its password unencrypted; use `smtps://…` or `…?tls=required`"
    )]
    SmtpInClear,
    /// A session would be over by its age before it could be unused for so long.
    #[error(
        "`session.idle_hours` is longer than `session.absolute_days`, so it would have no effect"
    )]
    IdleBeyondAbsolute,
    /// Nobody can be reached there, or nothing read.
    #[error(
        "`{1}` in `security.{0}` cannot be used; `contact` is such as `mailto:security@example.com` or `https://example.com/security`, `policy` is an address by https"
    )]
    Security(&'static str, String),
    /// Rules for reports that nobody takes.
    #[error("set `security.contact`, too; `security.policy` alone has no effect")]
    SecurityWithoutContact,
    /// The address of the database cannot be read. It is not repeated, for it may hold a password.
    #[error("`database_url` cannot be used: {0}")]
    DatabaseUrl(DatabaseUrlError),
    /// The address of the replica cannot be read. It is not repeated, for it may hold a password.
    #[error("`database_read_url` cannot be used: {0}")]
    DatabaseReadUrl(DatabaseUrlError),
    /// Nothing that it could be a copy of.
    #[error(
        "set `database_url`, too: `database_read_url` is the address of a copy of that database"
    )]
    ReplicaOfNothing,
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
    #[error("`traces.share` is {0}; use a number from 0 (no request) to 1 (every request)")]
    TracesShare(f64),
    /// The place of the files is no bucket.
    #[error("`{0}` in `drive.url` is not a bucket; use for example `s3://bucket/prefix`")]
    DriveUrl(String),
    /// The address of the store of files is none of the web.
    #[error(
        "`{0}` in `drive.endpoint` is not an address; use for example `https://s3.example.com`"
    )]
    DriveEndpoint(String),
    /// Files would lie where other instances do not find them.
    #[error(
        "with `{0}` there may be several instances, and files in `data_dir` are found by one alone: set `drive.url` to a bucket, or \
         `drive.shared_folder = true` if all instances use one folder or there is only one"
    )]
    FilesOfOneInstance(&'static str),
    /// Of the key to the store of files, one half is missing.
    #[error("set both `drive.access_key_id_file` and `drive.secret_access_key_file`, or neither")]
    HalfDriveKey,
    /// The address of the mail server cannot be used. It is not repeated, for it may hold a password.
    #[error(
        "`mail.smtp_url` is not valid; use `smtps://user:password@host`, or `smtp://user:password@host:587?tls=required`"
    )]
    SmtpUrl,
    /// The sender of mails is no mailbox.
    #[error(
        "`{0}` in `mail.from` is not valid; use for example `Waybill <no-reply@lines.example>`"
    )]
    MailFrom(String),
    /// The project of Firebase, or what is said about it.
    #[error(transparent)]
    Firebase(#[from] FirebaseError),
    /// A host that is none.
    #[error("`{value}` in `{key}` is not a host; use for example `waybill.example.com`")]
    Host {
        /// The key as it is written in the file.
        key: &'static str,
        /// What was given.
        value: String,
    },
    /// A host with two meanings.
    #[error("a host in `[hosts]` can have only one profile")]
    HostTwice,
    /// Two words for one thing that do not agree.
    #[error("`firebase.production_host` and `hosts.production` name different hosts")]
    ProductionHosts,
    /// Browsers would refuse the cookie, or show it to strangers.
    #[error(
        "`{0}` in `profiles.production.cookie_domain` is neither `hosts.production` nor a parent domain of it"
    )]
    CookieDomain(String),
    /// A cookie domain away from the production host.
    #[error("`profiles.{0}.cookie_domain` is not allowed: only the production host has one")]
    CookieDomainElsewhere(ProfileName),
    /// A service on another machine.
    #[error(transparent)]
    Upstream(#[from] UpstreamError),
    /// A file that holds a secret cannot be read.
    #[error("the file {} in `{key}` cannot be read: {source}", path.display())]
    SecretFile {
        /// The key that names the file.
        key: String,
        /// The file as it was named.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}
