//! Sessions of the caller. They need no right, as everybody sees and ends the own ones alone.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Caller;
use crate::http::error::{ApiError, no_content};
use crate::http::failures::Guarded;
use crate::http::path::Path;
use crate::http::routes::{Routes, routes};
use crate::iam::session_view::SessionView;
use crate::iam::sessions::OpenSession;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_sessions))
        .routes(routes!(current_session))
        .routes(routes!(end_session))
        .routes(routes!(end_other_sessions))
}

/// Where somebody is signed in.
#[derive(Debug, Serialize, ToSchema)]
struct OpenSessionsResponse {
    /// This session first, then the one used last.
    data: Vec<OpenSession>,
}

/// Who is signed in.
#[derive(Debug, Serialize, ToSchema)]
struct SessionResponse {
    data: SessionView,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
struct EndedSessionsResponse {
    data: EndedSessions,
}

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
struct EndedSessions {
    /// That many.
    ended: usize,
}

/// Where the caller is signed in.
#[utoipa::path(
    get,
    path = "/iam/api/v1/sessions",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses((status = 200, description = "The sessions that go on", body = OpenSessionsResponse), Guarded)
)]
async fn list_sessions(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<OpenSessionsResponse>, ApiError> {
    let data = services.list_sessions(&caller).await?;
    Ok(JsonBody(OpenSessionsResponse { data }))
}

/// Who is signed in, and what that allows now: what a document brings along as its session.
#[utoipa::path(
    get,
    path = "/iam/api/v1/sessions/current",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses((status = 200, description = "The session", body = SessionResponse), Guarded)
)]
async fn current_session(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<SessionResponse>, ApiError> {
    let data = services.session_view(&caller).await?;
    Ok(JsonBody(SessionResponse { data }))
}

/// Ends one of the caller's sessions: its pages are signed out, and its browser has to sign in anew.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/sessions/{id}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    params(("id" = Uuid, Path, description = "Id of the session")),
    responses(
        (status = 204, description = "It has ended"),
        (status = 404, description = "The caller has no such session", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn end_session(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    services.end_session(&caller, id, &source).await?;
    Ok(no_content([]))
}

/// Ends all of the caller's sessions but the one in which this is asked.
#[utoipa::path(
    post,
    path = "/iam/api/v1/sessions/end-others",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses((status = 200, description = "They have ended", body = EndedSessionsResponse), Guarded)
)]
async fn end_other_sessions(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
) -> Result<JsonBody<EndedSessionsResponse>, ApiError> {
    let ended = services.end_other_sessions(&caller, &source).await?;
    let data = EndedSessions { ended };
    Ok(JsonBody(EndedSessionsResponse { data }))
}
