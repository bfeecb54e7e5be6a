//! The layer that notes in the audit trail what was refused for want of a right.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use uuid::Uuid;

use crate::caller::Caller;
use crate::http::credentials::MaybeCaller;
use crate::permissions::Permission;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

/// Notes the refusal of an answer, if it is one. That it cannot be noted changes nothing about the answer.
pub(super) async fn note(
    State(services): State<Arc<Services>>,
    MaybeCaller(caller): MaybeCaller,
    source: Source,
    request: Request,
    next: Next,
) -> Response {
    let record = record(request.uri().path());
    let response = next.run(request).await;
    let problem = response.extensions().get::<Problem>();
    let permission = problem.and_then(|problem| problem.permission.as_deref());
    if let (Some(caller), Some(Ok(permission))) = (caller, permission.map(str::parse)) {
        note_it(&services, &caller, permission, record, &source).await;
    }
    response
}

async fn note_it(
    services: &Services,
    caller: &Caller,
    permission: Permission,
    record: Option<Uuid>,
    source: &Source,
) {
    if let Err(error) = services
        .note_denial(caller, permission, record, source)
        .await
    {
        tracing::error!(%error, "A denial could not be recorded.");
    }
}

/// The id in a path.
fn record(path: &str) -> Option<Uuid> {
    path.split('/').find_map(|segment| segment.parse().ok())
}
