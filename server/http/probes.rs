//! Health: whether the process lives, and whether it can serve.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::site::Site;

/// Where it is asked whether the process lives.
pub const ALIVE: &str = "/healthz";

/// Where it is asked whether it can serve.
pub const READY: &str = "/readyz";

/// Whether a path is that of a probe, of which a balancer asks one every second or two.
pub fn is_probe(path: &str) -> bool {
    matches!(path, ALIVE | READY)
}

/// How long storage may take to prove itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a proof counts: it is a write, and anybody may ask. That there was none counts only for who asked meanwhile: balancers take
/// away an instance that fails twice, and a busy one is late once.
const FRESH: Duration = Duration::from_secs(1);

/// What storage proved last, and when.
#[derive(Debug, Default)]
pub struct LastProbe(Mutex<Option<(Instant, bool)>>);

#[derive(Debug, Serialize)]
struct Readiness {
    status: &'static str,
    storage: bool,
    render: bool,
    draining: bool,
}

/// `GET /healthz`: the process answers. It asks nothing of anybody.
pub async fn alive() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: storage takes writes, an isolate is up, and no drain has begun; else 503.
///
/// Without isolates pages still arrive, drawn by the browser; but another replica does it better.
pub async fn ready(State(site): State<Arc<Site>>) -> Response {
    let storage = takes_writes(&site).await;
    let render = site.app().pool.is_healthy();
    let draining = site.is_draining();
    let is_ready = storage && render && !draining;
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let readiness = Readiness {
        status: if is_ready { "ready" } else { "not ready" },
        storage,
        render,
        draining,
    };
    (status, Json(readiness)).into_response()
}

/// Whether the database takes writes, as it has proved within the last second or does now.
pub(super) async fn takes_writes(site: &Site) -> bool {
    site.last_probe().ask(site).await
}

impl LastProbe {
    async fn ask(&self, site: &Site) -> bool {
        let asked = Instant::now();
        let mut last = self.0.lock().await;
        if let Some((at, proved)) = *last
            && (asked < at || proved && at.elapsed() < FRESH)
        {
            return proved;
        }
        let probe = tokio::time::timeout(PATIENCE, site.app().storage.probe()).await;
        let proved = matches!(probe, Ok(Ok(())));
        // Told when it changes: whoever asks, asks every second or two.
        let proved_before = last.is_none_or(|(_, proved)| proved);
        match (proved_before, proved) {
            (true, false) => tracing::warn!("Storage does not accept writes."),
            (false, true) => tracing::info!("Storage accepts writes again."),
            (true, true) | (false, false) => {}
        }
        *last = Some((Instant::now(), proved));
        proved
    }
}
