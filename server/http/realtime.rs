//! The realtime database: its sockets at `/.ws`, and REST at each path that names it and no route has.
//!
//! Invariant: both rest on the session that the cookie opens, and the database alone decides who reads and writes what.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Extension, Router};
use tower_sessions::Session;
use waybill_realtime::http::{self as database, SessionMark, rest};

use super::doors::Class;
use super::gateway;
use super::kind::Template;
use super::problem::Problem;
use super::site::Site;
use super::weight::Weight;
use crate::app::RealtimeDatabase;

pub(super) use waybill_realtime::http::rest::is_addressed;

/// The template of every path that REST answers.
pub(super) const REST: &str = "/{path}.json";

/// Serves `/.ws`, to be put behind the layer of the session cookie.
pub(super) fn sockets(site: &Arc<Site>) -> Router<Arc<Site>> {
    let realtime = match &site.app().realtime {
        RealtimeDatabase::Embedded(realtime) => Arc::clone(realtime),
        RealtimeDatabase::External(_) => return Router::new().route("/.ws", any(gateway::nothing)),
    };
    database::router(realtime)
        .with_state(())
        .layer(from_fn_with_state(Arc::clone(site), mark_session_of_socket))
}

async fn mark_session_of_socket(
    State(site): State<Arc<Site>>,
    Extension(session): Extension<Session>,
    mut request: Request,
    next: Next,
) -> Response {
    if !site.has_memory_for("sockets") {
        return Problem::UNAVAILABLE.into_response();
    }
    match mark_session(&site, &session, &mut request).await {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Answers a request for which [`is_addressed`] holds.
pub(super) async fn answer(
    State(site): State<Arc<Site>>,
    Extension(session): Extension<Session>,
    mut request: Request,
) -> Response {
    let RealtimeDatabase::Embedded(realtime) = &site.app().realtime else {
        return Problem::NOT_FOUND.into_response();
    };
    // Until the head of the answer: an event stream is counted among the sockets.
    let Some(_turn) = site.enter(Class::Calls) else {
        return Problem::UNAVAILABLE.into_response();
    };
    if let Err(problem) = mark_session(&site, &session, &mut request).await {
        return problem.into_response();
    }
    let deadline = Weight::of(request.method(), request.uri().path()).call;
    let answer = rest::answer(Arc::clone(realtime), request);
    let mut response = match tokio::time::timeout(deadline, answer).await {
        Ok(response) => response,
        Err(_elapsed) => Problem::UNAVAILABLE.into_response(),
    };
    response.extensions_mut().insert(Template(REST.into()));
    response
}

/// By the session and not by its cookie: a socket outlives that, as the session may be given another.
async fn mark_session(
    site: &Site,
    session: &Session,
    request: &mut Request,
) -> Result<(), Problem> {
    match site.app().sessions.opened(session).await {
        Ok(Some(id)) => {
            request.extensions_mut().insert(SessionMark(id.to_string()));
            Ok(())
        }
        Ok(None) => Ok(()),
        Err(error) => {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "The session of a socket could not be read.");
            Err(Problem::UNAVAILABLE)
        }
    }
}
