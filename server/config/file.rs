//! The configuration file: TOML, each key optional, unknown keys refused.
//!
//! These structs are the shape of the file and nothing else; limits and defaults stand with the settings themselves.
//!
//! Their comments are the reference of `docs/configuration.md`, which `page` writes: of a struct, the tables that have its
//! shape; of a field, what it does and, after `Default: `, what counts without it.

mod upstream;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Deserialize;

use super::database::Secret;
use super::size::Size;
use super::{AccessLog, LogFormat};

pub(super) use self::upstream::{TokenTable, UpstreamTable};

/// At the top of the file, before any table.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct File {
    /// Address and port to listen on.
    /// Default: `"127.0.0.1:8080"`.
    pub(super) listen: Option<SocketAddr>,
    /// Folder of the SQLite database, of files and of mails that are kept as files. It is created when missing.
    /// Default: `"waybill-data"`.
    pub(super) data_dir: Option<PathBuf>,
    /// PostgreSQL 14 or later instead of SQLite, for example
    /// `postgres://role:password@host:5432/database?sslmode=verify-full`. See "PostgreSQL" below.
    /// Default: none: SQLite.
    pub(super) database_url: Option<Secret>,
    /// A replica of that database, or a load balancer before several: lists, searches, reports and exports are read there. What it answers is at
    /// most five seconds old, and never older than what its reader has written. See "PostgreSQL" below.
    /// Default: none: everything is read from `database_url`.
    pub(super) database_read_url: Option<Secret>,
    /// Redis 6 or later, through which several instances on one database tell each other what open pages have to show, for example
    /// `redis://user:password@host:6379`; the master that Sentinel watches,
    /// `redis+sentinel://user:password@host:26379,host:26379/name-of-master`; or Redis Cluster 7,
    /// `redis+cluster://user:password@host:6379,host:6379`. Sentinels that want a password get the same one. See
    /// [runbook](runbook.md#redis-that-survives).
    /// Default: none: one instance.
    pub(super) redis_url: Option<Secret>,
    /// The address people type. With `https://…` cookies are `Secure` and the server sends HSTS. Once it is set, requests for
    /// another host are refused with 421: a proxy must pass the `Host` header on.
    /// Default: none.
    pub(super) public_origin: Option<String>,
    /// E-mail addresses of your own staff. Once verified, they see every company and edit its contract, see the
    /// [runbook](runbook.md#companies-and-their-contracts). A list; separated by commas in the flag and the variable.
    /// Default: `[]`.
    pub(super) app_admins: Option<Vec<String>>,
    pub(super) admin: AdminTable,
    pub(super) log: LogTable,
    pub(super) traces: TracesTable,
    pub(super) render: RenderTable,
    pub(super) session: SessionTable,
    pub(super) start: StartTable,
    pub(super) security: SecurityTable,
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
///
/// Metrics and a status page for operators, see [Watch](runbook.md#watch).
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AdminTable {
    /// Address and port of the metrics (`/metrics`) and a status page (`/`), for example `127.0.0.1:9090`. It must not
    /// be where people come in.
    /// Default: none.
    pub(super) listen: Option<SocketAddr>,
    /// Allows an address that other machines can reach. Close the port to everybody but your own.
    /// Default: `false`.
    pub(super) beyond_this_machine: bool,
}

/// `[log]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LogTable {
    /// `pretty` for people; `json` for machines: each line of a server is an object, also the first and that of a start that failed, unless flags or the file could not be read.
    /// Default: `"pretty"`.
    pub(super) format: Option<LogFormat>,
    /// What is logged, in the syntax of
    /// [`tracing-subscriber`](https://docs.rs/tracing-subscriber/latest/tracing_subscriber/filter/struct.EnvFilter.html),
    /// for example `warn,waybill=debug`.
    /// Default: `info`, with fewer lines from some libraries.
    pub(super) filter: Option<String>,
    /// A line on standard output for each request: `clf` in the combined log format, `json` for machines, or `off`, see
    /// [Access log](runbook.md#access-log). The log itself goes to standard error.
    /// Default: `"off"`.
    pub(super) access: Option<AccessLog>,
}

/// `[traces]`
///
/// OpenTelemetry, see [Watch](runbook.md#watch).
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TracesTable {
    /// A collector that takes OTLP over HTTP, for example `http://127.0.0.1:4318/v1/traces`. A trace has the id of its
    /// request.
    /// Default: none.
    pub(super) endpoint: Option<String>,
    /// Share of the requests to trace: 0.01 is one in a hundred. A request that a trusted proxy or an instance in front
    /// has begun to trace follows that decision.
    /// Default: `1.0`.
    pub(super) share: Option<f64>,
}

/// `[render]`
///
/// Server-side rendering.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RenderTable {
    /// V8 isolates, each with its own thread (1 to 256).
    /// Default: one per core.
    pub(super) isolates: Option<u64>,
    /// Renders that may wait for an isolate (1 to 10000). Beyond that a visitor gets the shell, which the browser
    /// renders.
    /// Default: 16 per isolate.
    pub(super) queue: Option<u64>,
    /// Milliseconds after which a render is ended (10 to 10000).
    /// Default: `250`.
    pub(super) deadline_ms: Option<u64>,
}

/// `[session]`
///
/// How long people stay signed in.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SessionTable {
    /// Lifetime of the `token` cookie in days (1 to 400).
    /// Default: `7`.
    pub(super) cookie_days: Option<u64>,
    /// A session that was not used for so many hours ends (1 to 8760).
    /// Default: `12`.
    pub(super) idle_hours: Option<u64>,
    /// A session that began so many days ago ends, however much it is used (1 to 400).
    /// Default: `30`.
    pub(super) absolute_days: Option<u64>,
}

/// `[security]`
///
/// What researchers read at `/.well-known/security.txt` (RFC 9116).
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SecurityTable {
    /// Where a fault that endangers people's data is reported, for example `mailto:security@example.com` or
    /// `https://example.com/security`.
    /// Default: none: there is no `security.txt`.
    pub(super) contact: Option<String>,
    /// Address of the rules for those who look for such faults, by https.
    /// Default: none.
    pub(super) policy: Option<String>,
}

/// `[needs]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct NeedsTable {
    /// Milliseconds that a page waits for its data (1 to 10000). The browser fetches what is late.
    /// Default: `150`.
    pub(super) budget_ms: Option<u64>,
}

/// `[drive]`
///
/// Files that people upload.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct DriveTable {
    /// A bucket for the contents of files, for example `s3://bucket/prefix`, instead of `files/` in the data folder.
    /// Default: none.
    pub(super) url: Option<String>,
    /// With PostgreSQL or Redis and without a bucket: whether `data_dir` is one folder for all instances, for example on NFS, or
    /// there is only one instance. Otherwise each instance would keep files that the others do not find, and the program does not start.
    /// Default: `false`.
    pub(super) shared_folder: Option<bool>,
    /// Address of the object store.
    /// Default: that of Amazon S3.
    pub(super) endpoint: Option<String>,
    /// Region of the bucket.
    /// Default: `"us-east-1"`.
    pub(super) region: Option<String>,
    /// File that holds the id of the access key. Set both files or neither.
    /// Default: credentials of the machine.
    pub(super) access_key_id_file: Option<PathBuf>,
    /// File that holds the secret of the access key.
    /// Default: credentials of the machine.
    pub(super) secret_access_key_file: Option<PathBuf>,
    /// Largest file, in megabytes.
    /// Default: `50`.
    pub(super) file_megabytes: Option<u64>,
    /// Most files of one company.
    /// Default: `100000`.
    pub(super) files: Option<u64>,
    /// Most gigabytes of all files of one company.
    /// Default: `20`.
    pub(super) company_gigabytes: Option<u64>,
}

/// `[start]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct StartTable {
    /// How many seconds the start waits for a PostgreSQL server that is away, with a line in the log for each try. Meanwhile `/healthz`
    /// answers, and everything else is 503. `0` exits at once.
    /// Default: `60`.
    pub(super) wait_seconds: Option<u64>,
}

/// `[edge]`
///
/// Connections, limits and what happens at the end.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EdgeTable {
    /// Addresses or networks whose `X-Forwarded-For` is believed, for example `["10.0.0.0/8"]`. Every machine at once
    /// is refused.
    /// Default: `[]`.
    pub(super) trusted_proxies: Vec<String>,
    /// Addresses or networks of your own instances that pass calls on to this one, see "Services on other machines"
    /// below. None of them may be a trusted proxy.
    /// Default: `[]`.
    pub(super) front_instances: Vec<String>,
    /// Most open connections; beyond that 503.
    /// Default: `1024`.
    pub(super) max_connections: Option<u64>,
    /// Most open connections of one client network (an IPv4 address or an IPv6 /64); beyond that 503. Trusted proxies,
    /// front instances and this machine have no such limit.
    /// Default: half of `edge.max_connections`.
    pub(super) max_connections_per_address: Option<u64>,
    /// Most pages in progress. Beyond that a visitor gets the shell, which the browser renders.
    /// Default: `256`.
    pub(super) documents_at_once: Option<u64>,
    /// Most calls to the services in progress; beyond that 503.
    /// Default: `256`.
    pub(super) calls_at_once: Option<u64>,
    /// Most calls of a program within a minute with one access token (1 to 1000000); beyond that 429. Each instance counts for itself.
    /// Default: `600`.
    pub(super) program_calls_per_minute: Option<u64>,
    /// Most imports, exports and uploads in progress; beyond that 503.
    /// Default: `32`.
    pub(super) heavy_calls_at_once: Option<u64>,
    /// Most new accounts in progress at the embedded identity provider; beyond that 503.
    /// Default: `32`.
    pub(super) sign_ups_at_once: Option<u64>,
    /// Memory that the program may take, for example `"1GiB"`; also `MiB`, `GB`, `MB` or bytes. From 85 % of it on, pages come
    /// as the shell, and heavy calls and sign-ups are 503; from 95 % on, all calls are. See
    /// [Memory](runbook.md#memory).
    /// Default: what the kernel allows its control group, if that has a limit.
    pub(super) max_memory: Option<Size>,
    /// Milliseconds between "not ready" and closing, for a load balancer to notice (0 to 60000).
    /// Default: `0`.
    pub(super) drain_delay_ms: Option<u64>,
    /// Seconds that requests in progress have when the program ends (1 to 600). After that they are cut off.
    /// Default: `30`.
    pub(super) drain_seconds: Option<u64>,
}

/// `[hash]`
///
/// What a password hash (argon2id) costs.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct HashTable {
    /// Memory of one hash in KiB. `waybill hash calibrate` proposes what your machine can do.
    /// Default: `19456`.
    pub(super) memory_kib: Option<u64>,
    /// Passes over that memory. Less than OWASP recommends for both together is refused.
    /// Default: `2`.
    pub(super) passes: Option<u64>,
}

/// `[keys]`
///
/// Keys that signed-in browsers receive.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct KeysTable {
    /// Key of the maps script.
    /// Default: none.
    pub(super) google_map: Option<String>,
    /// Key of the analytics script.
    /// Default: none.
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

/// `[scripts.analytics]`, `[scripts.chat]`, `[scripts.error_reporting]`, `[scripts.session_replay]`,
/// `[scripts.web_analytics]`
///
/// Scripts of third parties. They are loaded on the production host only, after sign-in, and are gone with the session;
/// `analytics` and `chat` are also loaded elsewhere if the analytics key that the page fetches is not empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ScriptTable {
    /// Address of the script, with `https`. In that of `analytics`, `{key}` after the host stands for the analytics
    /// key.
    /// Default: none.
    pub(super) src: String,
    /// Other machines that the script talks to or loads pictures and frames from, for example
    /// `["https://api.example.com", "wss://*.example.com"]`. They are added to the content security policy.
    /// Default: `[]`.
    pub(super) origins: Vec<String>,
}

/// `[mail]`
///
/// How mails are sent.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct MailTable {
    /// Mail server, for example `smtps://user:password@host` or `smtp://user:password@host:587?tls=required`.
    /// Default: none: every mail is kept as an `.eml` file in `mail/` of the data folder.
    pub(super) smtp_url: Option<Secret>,
    /// Sender of mails, for example `Waybill <no-reply@example.com>`.
    /// Default: `Waybill <no-reply@…>` at the host of `public_origin`.
    pub(super) from: Option<String>,
    /// Recipients to whom a company may send within a day (from the first of its mails on, 24 hours). What is more waits, see
    /// [Mail that waits](runbook.md#mail-that-waits). Notices and reports to a company's own people are counted apart, by the
    /// same number; codes and links for signing in are not counted.
    /// Default: `2000`.
    pub(super) daily_per_company: Option<u64>,
    /// The same of a company on its first day. It grows evenly to `daily_per_company` within 30 days.
    /// Default: `200`.
    pub(super) daily_per_new_company: Option<u64>,
    /// Recipients to whom one user may send within a day.
    /// Default: `500`.
    pub(super) daily_per_user: Option<u64>,
    /// Mails that a company may send to one address within a day.
    /// Default: `50`.
    pub(super) daily_per_recipient: Option<u64>,
}

/// `[tls]`
///
/// For a server without a proxy in front.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TlsTable {
    /// PEM file of the certificate with its chain. With both files the server speaks https and HTTP/2; new files take
    /// effect within seconds.
    /// Default: none: plain http.
    pub(super) certificate: Option<PathBuf>,
    /// PEM file of the private key. Nobody else may be able to read it.
    /// Default: none.
    pub(super) key: Option<PathBuf>,
}

/// `[firebase]`
///
/// See "Users of a Firebase project" below.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FirebaseTable {
    /// Which host is the production host, if `hosts.production` does not say so.
    /// Default: that of `hosts.production`.
    pub(super) production_host: Option<String>,
    pub(super) production: Option<FirebaseSetTable>,
    pub(super) other: Option<FirebaseSetTable>,
}

/// `[firebase.production]`, `[firebase.other]`
///
/// The project of the production host, and that of every other host.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FirebaseSetTable {
    /// Id of the project, as the Firebase console shows it. Required.
    /// Default: none.
    pub(super) project_id: Option<String>,
    /// Web API key of the project. Required; it is no secret.
    /// Default: none.
    pub(super) api_key: Option<String>,
    /// Id of the app in the project.
    /// Default: none.
    pub(super) app_id: Option<String>,
    /// Where mailed links lead.
    /// Default: `<project_id>.firebaseapp.com`.
    pub(super) auth_domain: Option<String>,
    /// The tenant whose users may sign in. Without it, users of tenants are strangers.
    /// Default: none.
    pub(super) tenant_id: Option<String>,
    /// The Realtime Database that pages listen to. It needs the service account.
    /// Default: none: the embedded one.
    pub(super) database_url: Option<String>,
    /// JSON key of a service account with the roles Firebase Authentication Admin and Firebase Realtime Database Admin.
    /// Default: none.
    pub(super) service_account_file: Option<PathBuf>,
}

/// `[hosts]`
///
/// Which hosts stand for which profile. This machine stands for `localhost`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct HostsTable {
    /// The production host, for example `waybill.example.com`.
    /// Default: none.
    pub(super) production: Option<String>,
    /// The host of the profile `dev`. A host that is not named has this profile, too.
    /// Default: none.
    pub(super) dev: Option<String>,
    /// The host of the profile `io`.
    /// Default: none.
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

/// `[profiles.production]`, `[profiles.dev]`, `[profiles.io]`
///
/// The host of `public_origin` selects the profile when the server starts; no request can change it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ProfileTable {
    /// `{api}` of your own services, for example `https://api.example.com`. It is used where `upstream.services` says
    /// `api`.
    /// Default: none.
    pub(super) api: Option<String>,
    /// `Domain` of the cookie `token`: the production host, or a domain above it. Only `[profiles.production]` may set
    /// it.
    /// Default: none: the host alone.
    pub(super) cookie_domain: Option<String>,
}

/// `[profiles.localhost]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LocalhostTable {
    /// Port of each service on this machine, for example `contact = 9001`.
    /// Default: `{}`.
    pub(super) ports: BTreeMap<String, u16>,
}
