//! The application: everything a request may use, wired once at the start.
//!
//! Invariant: opening it is the only place where the parts learn of each other; after that nothing is replaced but what a reload of the
//! configuration takes over, and the client's build, and each as a whole.

mod adapters;
mod admission;
mod awaited;
mod demo;
pub mod freshness;
mod iam;
mod identity_mail;
mod identity_provider;
mod inbox;
mod jobs;
mod mirror;
mod observing;
mod realtime_database;
mod release;
mod reloading;
mod security_notices;
mod upstreams;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arc_swap::ArcSwap;
use tokio::time::MissedTickBehavior;
use tower_sessions::Session;
use waybill_identity::external::Pending;
use waybill_render::{Pool, PoolConfig, Source, StartError};
use waybill_services::drive::store::{FileStore, S3Settings, StoreError, on_s3};
use waybill_services::mail::smtp::SmtpUrlError;
use waybill_services::{ServiceError, Services, SessionUser, Settings, SignInMethod};
use waybill_storage::{OpenError, Storage};

use crate::clock::Clock;
use crate::config::{self, Config};
use crate::memory::{Limit, Memory};
use crate::session::{Beginning, Issuer, KeyError, SessionError, Sessions, Started, Token};

use self::admission::Admission;

use self::realtime_database::Pages;

pub use self::awaited::await_storage;
pub use self::demo::{DemoData, DemoError, FirstPerson};
pub use self::iam::{IAM, Iam, IamError, Owed, Told, USERS_TOKEN, owed_in, token_in};
pub use self::identity_provider::{FormSignIn, IdentityProvider, Proved};
pub use self::jobs::{Jobs, LAST_MAILS, Report, Running};
pub use self::mirror::Mirror;
pub use self::observing::Part;
pub use self::realtime_database::RealtimeDatabase;
pub use self::release::{Asset, Assets, Release, ReleaseError, embedded_source};
pub use self::upstreams::Upstreams;

/// A socket is closed within a second of its session's end.
const NOTICE_WITHIN: Duration = Duration::from_millis(400);

/// How often sessions that are long over are deleted.
const FORGET_EVERY: Duration = Duration::from_hours(1);

/// Everything a request may use. Shared by all of them.
pub struct App {
    /// All settings. Those that a reload takes over are replaced, so they are read when they are used.
    config: ArcSwap<Config>,
    /// The time.
    pub clock: Clock,
    /// The database.
    pub storage: Storage,
    /// The identity provider.
    pub identity: IdentityProvider,
    /// The embedded services.
    pub services: Arc<Services>,
    /// The services on other machines.
    pub upstreams: Arc<Upstreams>,
    /// The IAM service, if it is one of those.
    pub iam: Option<Iam>,
    /// The realtime database.
    pub realtime: RealtimeDatabase,
    /// Who is signed in.
    pub sessions: Arc<Sessions>,
    /// Prepares for pages of whoever signs in, where the realtime database is elsewhere.
    mirror: Option<Arc<Mirror>>,
    /// Who may have a socket.
    admission: Admission,
    /// The isolates.
    pub pool: Pool,
    /// What may be used of memory.
    pub memory: Memory,
    /// What is done beside answering.
    pub jobs: Jobs,
    /// The client's build; replaced only while developing.
    release: ArcSwap<Release>,
    started_at: Instant,
}

/// Why the application did not open. Each is a sentence with its causes behind it.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// The database.
    #[error(transparent)]
    Storage(OpenError),
    /// The keys of session tokens.
    #[error("the sessions cannot be opened")]
    Sessions(#[source] KeyError),
    /// The identity provider.
    #[error("the identity provider could not be started")]
    Identity(#[source] waybill_identity::Error),
    /// The mail server.
    #[error("the mail server's address cannot be used")]
    Mail(#[source] SmtpUrlError),
    /// The services.
    #[error("the services cannot be started")]
    Services(#[source] ServiceError),
    /// The store of files.
    #[error("the store of files cannot be opened")]
    Files(#[source] StoreError),
    /// The services on other machines.
    #[error("the services on other machines cannot be called")]
    Upstreams(#[source] waybill_upstream::StartError),
    /// The isolates.
    #[error("the isolates cannot be started")]
    Render(#[source] StartError),
}

/// Prepares V8. To be called on the main thread before any other thread starts.
pub fn init_platform() {
    waybill_render::init_platform();
}

impl App {
    /// Opens storage and starts everything on it. The isolates start from `source`.
    ///
    /// # Errors
    /// See [`AppError`]. When storage refuses, nothing was changed.
    pub async fn open(
        config: Config,
        clock: Clock,
        release: Release,
        source: Source,
    ) -> Result<Self, AppError> {
        let storage = Storage::open_at(&config.data_dir, config.database.as_ref()).await;
        let storage = storage.map_err(AppError::Storage)?;
        Box::pin(Self::open_on(storage, config, clock, release, source)).await
    }

    /// The same on storage that is open.
    ///
    /// # Errors
    /// When a part cannot be used.
    pub async fn open_on(
        storage: Storage,
        config: Config,
        clock: Clock,
        release: Release,
        source: Source,
    ) -> Result<Self, AppError> {
        if let Some(url) = &config.database_read {
            storage.read_from(url.clone());
        }
        let upstreams = Upstreams::new(&config.upstreams).map_err(AppError::Upstreams)?;
        // Isolates boot on their own threads while the rest is opened.
        let pool = Pool::start(pool_config(&config), source).map_err(AppError::Render)?;
        let time = adapters::storage_clock(&clock);

        let sessions = Sessions::open(storage.clone(), clock.clone(), &config)
            .await
            .map_err(AppError::Sessions)?;
        let sessions = Arc::new(sessions);

        let post = adapters::post(&config)?;
        let (identity, mirror) = if let Some(firebase) = &config.firebase {
            identity_provider::external(firebase, &storage, &time)?
        } else {
            let its = identity_provider::embedded(&config, &storage, &time, &sessions, &post);
            (its.await?, None)
        };
        sessions.end_with(adapters::sign_ins(
            &identity,
            &storage,
            &clock,
            config.url(),
        ));
        let door = adapters::sessions(&sessions, mirror.clone());
        let welcoming = mirror.clone();
        let project = identity.project_id();
        let pages = Pages::open(mirror, &config, &storage, project, &time);

        let settings = Settings {
            public_origin: config.url(),
            super_admins: config.app_admins.clone(),
            files: files(&config.drive).map_err(AppError::Files)?,
            reloadable: Arc::new(ArcSwap::from_pointee(reloading::reloadable(&config))),
            compares_callers: false,
        };
        let services = Services::new(
            storage.clone(),
            time,
            adapters::identity_verifier(&identity),
            door,
            settings,
        )
        .await
        .map_err(AppError::Services)?
        .with_post(post)
        .with_password_resets(adapters::password_resets(&identity))
        .with_inbox(pages.inbox());
        let services = Arc::new(services);
        let upstreams = Arc::new(upstreams);
        let iam = Iam::of(&upstreams, &services, &identity);
        if let Some(iam) = &iam {
            let issuer: Arc<dyn Issuer> = Arc::new(iam.clone());
            sessions.rest_on_tokens_of(issuer, config.upstreams.token_key.clone());
        }

        let admission = Admission {
            provider: identity.clone(),
            services: Arc::clone(&services),
            sessions: Arc::clone(&sessions),
            storage: storage.clone(),
        };
        let realtime = pages.admitting(admission.clone(), &config);

        Ok(Self {
            memory: Memory::within(Limit::find(config.edge.max_memory)),
            jobs: Jobs::new(clock.clone()),
            started_at: Instant::now(),
            config: ArcSwap::from_pointee(config),
            clock,
            storage,
            identity,
            services,
            upstreams,
            iam,
            mirror: welcoming,
            realtime,
            sessions,
            admission,
            pool,
            release: ArcSwap::from_pointee(release),
        })
    }

    /// The client's build as it is now. A request takes it once.
    pub fn release(&self) -> Arc<Release> {
        self.release.load_full()
    }

    /// Replaces the client's build, for the development loop. Renders in progress end with the old one.
    pub fn replace_release(&self, release: Release, script: Arc<str>) {
        self.pool.replace_source(Source::Script(script));
        self.release.store(Arc::new(release));
    }

    /// Checks a password as the identity provider does for its SDK: same rules, same counters.
    ///
    /// # Errors
    /// The provider's.
    pub async fn sign_in_with_password(
        &self,
        email: &str,
        password: &str,
        client: Option<IpAddr>,
    ) -> Result<FormSignIn, waybill_identity::Error> {
        self.identity
            .sign_in_with_password(email, password, client)
            .await
    }

    /// Goes on with a sign-in whose password was right by a code of the authenticator app.
    ///
    /// # Errors
    /// The provider's.
    pub async fn finish_sign_in(
        &self,
        pending: &Pending,
        code: &str,
        client: &waybill_identity::notice::Client,
    ) -> Result<Proved, waybill_identity::Error> {
        self.identity.finish_sign_in(pending, code, client).await
    }

    /// Whose ID token it is, if it is one that the identity provider made.
    ///
    /// # Errors
    /// When that cannot be decided.
    pub async fn recognise(
        &self,
        id_token: &str,
    ) -> Result<Option<waybill_identity::Identity>, waybill_identity::Error> {
        match self.identity.recognise(id_token).await {
            Ok(identity) => Ok(Some(identity)),
            Err(error) if adapters::is_undecided(&error) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Starts a session that rests on a token of the IAM service on another machine, which has just said whose it is.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn begin_issued(
        &self,
        session: &Session,
        beginning: Beginning,
        token: Token,
    ) -> Result<Started, SessionError> {
        let authenticated_at = beginning.authenticated_at;
        let started = self.sessions.start_with(session, beginning, token).await?;
        if let Some(mirror) = &self.mirror
            && let Ok(caller) = self.services.caller(started.user_id).await
        {
            let user = SessionUser {
                id: caller.user_id(),
                company_id: caller.company_id(),
                method: SignInMethod::Sdk,
                authenticated_at,
            };
            mirror.welcome(&user).await;
        }
        Ok(started)
    }

    /// Ends the sockets of sessions that have ended, wherever that was, and those of programs whose sign-in has, for as long as the
    /// process lives.
    ///
    /// Both end in many ways and at any instance; storage knows of all of them, so it is asked.
    pub async fn end_sockets(&self) {
        let RealtimeDatabase::Embedded(realtime) = &self.realtime else {
            return;
        };
        let mut clock = tokio::time::interval(NOTICE_WITHIN);
        clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            clock.tick().await;
            if !realtime.has_sockets() {
                continue;
            }
            let sign_ins = realtime.sessions(Admission::is_sign_in);
            let mut ended = self.admission.ended(sign_ins).await;
            let lately = self.sessions.ended_lately().await;
            self.jobs.note(jobs::SOCKETS, lately.is_ok());
            match lately {
                Ok(sessions) => ended.extend(sessions.iter().map(ToString::to_string)),
                Err(error) => {
                    tracing::warn!(error = %error, "Ended sessions could not be read.");
                }
            }
            if !ended.is_empty() {
                realtime.end_sessions(|session| ended.contains(session));
            }
        }
    }

    /// Deletes what nobody needs any more, now and then, for as long as the process lives.
    pub async fn keep_tidy(&self) {
        let mut clock = tokio::time::interval(FORGET_EVERY);
        loop {
            clock.tick().await;
            let went_well = self.tidy().await;
            self.jobs.note(jobs::TIDYING, went_well);
        }
    }

    /// Each of these is tried, whatever became of the one before it.
    async fn tidy(&self) -> bool {
        let swept = self.services.sweep_files().await;
        match &swept {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "Orphaned file contents deleted."),
            Err(error) => {
                tracing::warn!(error = %error, "Orphaned file contents could not be deleted.");
            }
        }
        let signing = self.identity.turn_keys().await;
        if let Err(error) = &signing {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "The signing keys could not be rotated.");
        }
        let of_sessions = self.sessions.turn_keys().await;
        if let Err(error) = &of_sessions {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "The session keys could not be rotated.");
        }
        let forgotten = self.sessions.forget_old().await;
        match &forgotten {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "Expired sessions deleted."),
            Err(error) => {
                tracing::warn!(error = %error, "Expired sessions could not be deleted.");
            }
        }
        let closed = self.services.close_viewings().await;
        if let Err(error) = &closed {
            tracing::warn!(error = %error, "Views that have ended could not be recorded in the audit history.");
        }
        swept.is_ok()
            && closed.is_ok()
            && signing.is_ok()
            && of_sessions.is_ok()
            && forgotten.is_ok()
    }

    /// Lets go of isolates and database; what was acknowledged is on the disk already.
    pub async fn close(&self) {
        self.pool.shutdown();
        if let Err(error) = self.storage.close().await {
            tracing::warn!(error = %error, "The database was not closed cleanly.");
        }
    }
}

/// The bucket that is configured, if there is one.
/// The bucket for the bytes of files, if the configuration names one.
///
/// # Errors
/// When it is described so that nobody could reach it.
pub(crate) fn files(config: &config::Drive) -> Result<Option<Arc<dyn FileStore>>, StoreError> {
    let Some(bucket) = &config.bucket else {
        return Ok(None);
    };
    let key = bucket.key.as_ref();
    let settings = S3Settings {
        bucket: bucket.name.clone(),
        prefix: bucket.prefix.clone(),
        endpoint: bucket.endpoint.clone(),
        region: bucket.region.clone(),
        access_key_id: key.map_or_else(String::new, |(id, _)| id.reveal().to_owned()),
        secret_access_key: key.map_or_else(String::new, |(_, secret)| secret.reveal().to_owned()),
    };
    on_s3(&settings).map(Some)
}

/// How many isolates there are, and what the heap of one may take in bytes.
pub fn heaps(config: &Config) -> (usize, usize) {
    let pool = pool_config(config);
    (pool.isolates, pool.heap_limit_bytes)
}

fn pool_config(config: &Config) -> PoolConfig {
    let mut pool = PoolConfig {
        deadline: config.rendering.deadline,
        ..PoolConfig::default()
    };
    if let Some(isolates) = config.rendering.isolates {
        pool.queue = isolates * 16;
        pool.isolates = isolates;
    }
    if let Some(queue) = config.rendering.queue {
        pool.queue = queue;
    }
    pool
}
