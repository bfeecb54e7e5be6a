//! HTTP: the socket at `/.ws`, and REST at every path that ends in `.json`.
//!
//! Invariant: a page of another origin is refused before the protocol is switched.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, HOST, ORIGIN};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::json;

use crate::frames::MAX_MESSAGE_BYTES;
use crate::identity::Door;
use crate::realtime::Realtime;

pub mod rest;
mod socket;

/// What browsers say of a request, and no page can (Fetch Metadata).
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A socket's buffers; most sockets wait most of the time.
const BUFFER_BYTES: usize = 4096;

/// What the application recognises its session by, put into the request's extensions by a layer that reads its cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionMark(pub String);

/// Serves `/.ws`.
pub fn router(realtime: Arc<Realtime>) -> Router {
    Router::new().route("/.ws", get(open)).with_state(realtime)
}

async fn open(
    State(realtime): State<Arc<Realtime>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
) -> Response {
    let (host, door) = match enter(&realtime, &request) {
        Ok(entered) => entered,
        Err(status) => return refuse(status),
    };
    let query = request.uri().query().unwrap_or_default();
    if parameter(query, "v") != Some("5") {
        return refuse(StatusCode::BAD_REQUEST);
    }
    let last = parameter(query, "ls").map(str::to_owned);
    let Ok(upgrade) = upgrade else {
        return refuse(StatusCode::UPGRADE_REQUIRED);
    };
    let upgrade = limited(upgrade);
    if parameter(query, "ns") != Some(realtime.database().namespace()) {
        return upgrade.on_upgrade(socket::shut_down);
    }
    upgrade.on_upgrade(async move |socket| socket::run(realtime, socket, host, door, last).await)
}

/// A socket's buffers and limits.
pub fn limited(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(0)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .max_message_size(MAX_MESSAGE_BYTES)
}

/// Who comes in how. An error is the refusal.
fn enter(realtime: &Realtime, request: &Request) -> Result<(String, Door), StatusCode> {
    let headers = request.headers();
    let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
    let named = headers.get(HOST).and_then(text);
    let host = named.or_else(|| request.uri().authority().map(ToString::to_string));
    let host = host.ok_or(StatusCode::BAD_REQUEST)?;
    let names_origin = headers.contains_key(ORIGIN);
    if names_origin && !is_own_origin(realtime.config.origin.as_deref(), headers, &host) {
        tracing::info!(
            event = "foreign_origin",
            "A socket or request from another origin was rejected."
        );
        return Err(StatusCode::FORBIDDEN);
    }
    let session = request.extensions().get::<SessionMark>();
    let session = session.map(|SessionMark(mark)| mark.clone());
    Ok((
        host,
        Door {
            session,
            // A page that reads from its own origin does not name it.
            is_browser: names_origin || headers.contains_key(FETCH_SITE),
        },
    ))
}

/// Whether all origins that the request names are our own.
fn is_own_origin(own: Option<&str>, headers: &HeaderMap, host: &str) -> bool {
    headers.get_all(ORIGIN).iter().all(|origin| {
        let Ok(origin) = origin.to_str() else {
            return false;
        };
        match own {
            Some(own) => origin == own,
            None => ["http://", "https://"]
                .iter()
                .any(|scheme| origin.strip_prefix(scheme) == Some(host)),
        }
    })
}

/// The first value of a parameter. The SDK does not encode any.
fn parameter<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(it, _)| *it == name)
        .map(|(_, value)| value)
}

/// As Firebase refuses.
fn refuse(status: StatusCode) -> Response {
    let reason = status.canonical_reason().unwrap_or("Refused");
    let mut response = (status, axum::Json(json!({ "error": reason }))).into_response();
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
