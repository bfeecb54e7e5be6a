//! The admin listener's answers: figures for Prometheus and a page for people, for whoever operates the program.
//!
//! Invariant: it has an address of its own and nothing of it is reachable where people come in; it changes nothing; it tells no
//! secret and nothing of a company. A page of another site that had its name lead here learns nothing: only names of this
//! machine, and addresses in digits, are answered.

mod page;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, StatusCode};

use super::headers::Nonce;
use super::probes;
use super::site::Site;
use crate::metrics::{Observation, plain};
use crate::telemetry::events;

/// What Prometheus asks for first.
const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The form before it, which `promtool` reads.
const PLAIN: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The router of the admin listener.
pub(super) fn router(site: &Arc<Site>) -> Router {
    Router::new()
        .route("/", get(status))
        .route("/metrics", get(metrics))
        .route("/healthz", get(probes::alive))
        .route("/readyz", get(probes::ready))
        .fallback(async || StatusCode::NOT_FOUND)
        .with_state(Arc::clone(site))
        .layer(from_fn(guard))
}

/// Answers by the names of machines that cannot be another site's, and protects the answer.
async fn guard(request: Request, next: Next) -> Response {
    let mut response = if is_own_name(request.headers()) {
        next.run(request).await
    } else {
        StatusCode::MISDIRECTED_REQUEST.into_response()
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'"));
    response
}

/// Whether the host is `localhost` or an address in digits: no name that somebody could have lead here.
fn is_own_name(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return false;
    };
    let authority = host.to_str().ok().and_then(|it| it.parse().ok());
    authority.is_some_and(|it: Authority| {
        let host = it.host().trim_matches(['[', ']']);
        host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok()
    })
}

/// `GET /metrics`, in the form that is asked for: `OpenMetrics`, unless only the older one will do.
async fn metrics(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let observation = observe(&site).await;
    let text = site.metrics().tell(observation, &site.in_work());
    let asked = headers.get(ACCEPT).and_then(|it| it.to_str().ok());
    if asked.is_some_and(|it| it.contains("text/plain") && !it.contains("openmetrics-text")) {
        return ([(CONTENT_TYPE, PLAIN)], plain(&text)).into_response();
    }
    ([(CONTENT_TYPE, OPENMETRICS)], text).into_response()
}

/// `GET /`
async fn status(State(site): State<Arc<Site>>) -> Response {
    let writes = probes::takes_writes(&site).await;
    let nonce = Nonce::generate();
    let state = page::State {
        site: &site,
        parts: site.app().parts(writes),
        observation: observe(&site).await,
    };
    let html = state.write(&nonce);
    let policy = format!(
        "default-src 'none'; style-src 'nonce-{}'; frame-ancestors 'none'; base-uri 'none'",
        nonce.as_str()
    );
    let policy = [(CONTENT_SECURITY_POLICY, policy)];
    (policy, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

async fn observe(site: &Site) -> Observation {
    Observation {
        is_serving: !site.is_draining(),
        events: events::counts(),
        certificate_ends: site.certificate().map(|it| it.ends),
        ..site.app().observe().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_another_site_may_have_is_not_answered() {
        let answers = |hosts: &[&str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(HOST, HeaderValue::try_from(*host).unwrap());
            }
            is_own_name(&headers)
        };
        for host in ["127.0.0.1:9090", "localhost:9090", "[::1]:9090", "10.0.0.7"] {
            assert!(answers(&[host]), "{host}");
        }
        for hosts in [
            &[][..],
            &["waybill.example.com"],
            &["127.0.0.1.evil.test"],
            &["localhost", "evil.test"],
            &["a@127.0.0.1@evil.test"],
        ] {
            assert!(!answers(hosts), "{hosts:?}");
        }
    }
}
