//! The layer that notes in the audit trail what was refused for want of a right.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use uuid::Uuid;

use super::viewing::changes_nothing;
use crate::caller::Caller;
use crate::http::credentials::MaybeCaller;
use crate::http::path::contracted;
use crate::permissions::{Action, Permission};
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
    let is_read = changes_nothing(request.method().as_str(), contracted(&request));
    let response = next.run(request).await;
    let problem = response.extensions().get::<Problem>();
    let permission = problem.and_then(|problem| problem.permission.as_deref());
    if let (Some(caller), Some(Ok(permission))) = (caller, permission.map(str::parse))
        && !only_looks(is_read, permission)
    {
        note_it(&services, &caller, permission, record, &source).await;
    }
    response
}

/// Looking at what one may not see is not noted: screens ask for more than their user may see. Carrying it away is.
fn only_looks(is_read: bool, permission: Permission) -> bool {
    permission.action == Action::View || (is_read && permission.action != Action::Export)
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
