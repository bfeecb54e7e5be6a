//! The request's id: made here, named in every answer, log line and problem.
//!
//! Invariant: it is ours, or that of an instance of ours that passes a call on; what a client sends under that name is removed at the
//! edge.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use crate::http::client_address;
use crate::http::site::Site;
use crate::telemetry::traces;

const NAME: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: Uuid;
}

/// Id of the request that this task answers, if it answers one.
pub fn current() -> Option<String> {
    CURRENT.try_with(|id| id.simple().to_string()).ok()
}

/// Names the request in progress in headers, for the services.
pub fn write(headers: &mut HeaderMap) {
    if let Some(value) = current().and_then(|id| HeaderValue::try_from(id).ok()) {
        headers.insert(NAME, value);
    }
}

/// Gives the request its id and a span that carries it.
pub async fn assign(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let id = given(&site, &request).unwrap_or_else(Uuid::now_v7);
    let asked_by = is_from_trusted(&site, &request).then(|| request.headers());
    let begun = traces::begin(id.as_u128(), request.method(), asked_by);
    let mut response = CURRENT
        .scope(id, traces::within(begun, next.run(request)))
        .await;
    if let Ok(value) = HeaderValue::try_from(id.simple().to_string()) {
        response.headers_mut().insert(NAME, value);
    }
    response
}

/// Whether the peer may say which trace the request is part of.
fn is_from_trusted(site: &Site, request: &Request) -> bool {
    let config = site.app().config();
    let edge = &config.edge;
    client_address::peer(request)
        .is_some_and(|it| edge.front_instances.contains(it) || edge.trusted_proxies.contains(it))
}

/// The id that an instance gave it which passes it on.
fn given(site: &Site, request: &Request) -> Option<Uuid> {
    let peer = client_address::peer(request)?;
    let config = site.app().config();
    let fronts = &config.edge.front_instances;
    let value = request.headers().get(NAME)?.to_str().ok()?;
    fronts.contains(peer).then(|| value.parse().ok()).flatten()
}
