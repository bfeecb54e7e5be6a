//! The site: the application as requests see it, with what only HTTP needs to know.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use serde::Serialize;

use super::allowance::Allowance;
use super::doors::{Class, Doors, Turn};
use super::gateway::programs::Programs;
use super::headers::Reached;
use super::listener::Tls;
use super::probes::LastProbe;
use crate::app::{App, RealtimeDatabase};
use crate::certificate::Validity;
use crate::config::{Config, RealtimeAddress};
use crate::dev::{self, Reloads};
use crate::guard::Origin;
use crate::memory::Pressure;
use crate::metrics::Metrics;

/// Where Google's accounts and tokens are.
const IDENTITY_HOSTS: [&str; 2] = [
    "https://identitytoolkit.googleapis.com",
    "https://securetoken.googleapis.com",
];

/// Everything a handler may use.
pub struct Site {
    app: Arc<App>,
    services: Router,
    origin: Option<Origin>,
    reached: Reached,
    identity_env: IdentityEnv,
    doors: Doors,
    draining: AtomicBool,
    last_probe: LastProbe,
    reports: Allowance,
    programs: Programs,
    reloads: Option<Reloads>,
    tls: Option<Tls>,
    metrics: Metrics,
}

/// How the browser reaches the identity provider; the same for every visitor.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IdentityEnv {
    embedded: bool,
    passkeys: bool,
    api_key: String,
    project_id: String,
    auth_domain: Option<String>,
    app_id: Option<String>,
    database_url: Option<String>,
    auth_emulator: Option<String>,
}

impl IdentityEnv {
    fn new(app: &App) -> Self {
        match &app.config().firebase {
            Some(firebase) => Self {
                embedded: false,
                passkeys: false,
                api_key: firebase.api_key.clone(),
                project_id: firebase.project_id.clone(),
                auth_domain: Some(firebase.auth_domain.clone()),
                app_id: firebase.app_id.clone(),
                database_url: firebase.database.as_ref().map(|it| it.origin().to_owned()),
                auth_emulator: firebase.auth_emulator.clone(),
            },
            None => Self {
                embedded: true,
                passkeys: app.identity.offers_passkeys(),
                // The SDK wants one; the embedded provider does not look at it.
                api_key: format!("embedded-{}", app.identity.project_id()),
                project_id: app.identity.project_id().to_owned(),
                auth_domain: None,
                app_id: None,
                database_url: None,
                auth_emulator: None,
            },
        }
    }
}

/// Which machines of others pages talk to, as a policy names them.
fn hosts_of_others(config: &Config) -> Vec<String> {
    let Some(firebase) = &config.firebase else {
        return Vec::new();
    };
    let mut hosts = match &firebase.auth_emulator {
        Some(origin) => vec![origin.clone()],
        None => IDENTITY_HOSTS.map(str::to_owned).to_vec(),
    };
    hosts.extend(firebase.database.as_ref().map(RealtimeAddress::sockets));
    hosts
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").finish_non_exhaustive()
    }
}

impl Site {
    /// A site over an application; `reloads` is there while developing.
    pub fn new(app: Arc<App>, reloads: Option<Reloads>) -> Self {
        let config = app.config();
        let origin = config.public_origin.as_ref();
        Self {
            services: waybill_services::http::router(Arc::clone(&app.services)),
            // What the configuration accepted as an origin is one for the guard too.
            origin: origin.and_then(|it| Origin::parse(it.as_str()).ok()),
            reached: Reached {
                https: config.is_https(),
                authority: origin
                    .and_then(|it| it.as_str().split_once("://"))
                    .map(|(_, authority)| authority.to_owned()),
                has_socket: matches!(app.realtime, RealtimeDatabase::Embedded(_)),
                others: hosts_of_others(&config),
            },
            identity_env: IdentityEnv::new(&app),
            doors: Doors::default(),
            draining: AtomicBool::new(false),
            last_probe: LastProbe::default(),
            reports: Allowance::default(),
            programs: Programs::default(),
            reloads,
            tls: None,
            metrics: Metrics::default(),
            app,
        }
    }

    /// The same, met with a certificate of its own.
    #[must_use]
    pub fn with_tls(self, tls: Option<Tls>) -> Self {
        Self { tls, ..self }
    }

    /// When that certificate is valid.
    pub(in crate::http) fn certificate(&self) -> Option<Validity> {
        self.tls.as_ref()?.validity()
    }

    /// The application.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The router of the services. Whoever calls it puts the caller into the request.
    pub fn gateway(&self) -> Router {
        self.services.clone()
    }

    /// The public origin, if it is known.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// How the site is reached.
    pub fn reached(&self) -> &Reached {
        &self.reached
    }

    /// How the browser reaches the identity provider.
    pub fn identity_env(&self) -> &IdentityEnv {
        &self.identity_env
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// Requests in work by class.
    pub(super) fn in_work(&self) -> [(&'static str, usize); 4] {
        self.doors.in_work()
    }

    /// Documents that are being fetched for, rendered or written.
    pub fn documents_in_work(&self) -> usize {
        let [(_, documents), ..] = self.in_work();
        documents
    }

    /// A place for a request of this class, until it is dropped. Without one the request is counted as sent away: a document comes
    /// as the client-rendered page, anything else is 503.
    pub(super) fn enter(&self, class: Class) -> Option<Turn<'_>> {
        let (pressure, config) = (self.app.memory.pressure(), self.app.config());
        let turn = self.doors.enter(class, pressure, &config.edge);
        if turn.is_none() {
            self.metrics.shed(class.name());
        }
        turn
    }

    /// Whether something of this name, which has no door of its own, may begin. If not it is counted as sent away.
    pub(super) fn has_memory_for(&self, name: &'static str) -> bool {
        let has = self.app.memory.pressure() < Pressure::Short;
        if !has {
            self.metrics.shed(name);
        }
        has
    }

    /// From now on the server is not ready, and no open page holds it.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
        self.app.realtime.drain();
        if let Some(reloads) = &self.reloads {
            reloads.close();
        }
    }

    pub(super) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }

    pub(super) fn last_probe(&self) -> &LastProbe {
        &self.last_probe
    }

    pub(super) fn reports(&self) -> &Allowance {
        &self.reports
    }

    pub(super) fn programs(&self) -> &Programs {
        &self.programs
    }

    pub(super) fn reloads(&self) -> Option<&Reloads> {
        self.reloads.as_ref()
    }

    /// The script that reloads pages while developing.
    pub(super) fn dev_script(&self) -> Option<&'static str> {
        self.reloads.as_ref().map(|_| dev::CLIENT)
    }
}
