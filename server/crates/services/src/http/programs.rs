//! The layer that keeps a program within the scopes of its access token, and out of what belongs to a session.
//!
//! Invariant: it looks at each call of each service, so no operation can forget it; what no token opens is listed here.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use super::viewing::changes_nothing;
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::http::credentials::UnknownProgram;
use crate::http::error::ApiError;
use crate::http::path::contracted;
use crate::iam::access_tokens::TokenScope;

/// Paths of what belongs to a session, to the account behind it, or to the operator's people, with all paths below them.
const OF_SESSIONS: [&str; 6] = [
    "/iam/api/v1/access-tokens",
    "/iam/api/v1/app-admin",
    "/iam/api/v1/auth",
    "/iam/api/v1/sessions",
    "/iam/api/v1/support-access",
    "/iam/api/v1/users-token",
];

/// Refuses what the token of a program does not open.
pub(super) async fn check(request: Request, next: Next) -> Response {
    match refusal(&request) {
        Some(error) => ApiError::from(error).into_response(),
        None => next.run(request).await,
    }
}

fn refusal(request: &Request) -> Option<ServiceError> {
    if request.extensions().get::<UnknownProgram>().is_some() {
        return Some(ServiceError::InvalidToken);
    }
    let program = request.extensions().get::<Caller>()?.program()?;
    let path = contracted(request);
    let writes = !changes_nothing(request.method().as_str(), path);
    match scope_of(path, writes) {
        None => Some(ServiceError::SessionOnly),
        Some(needed) if !program.may(needed) => Some(ServiceError::TokenScope(needed)),
        Some(_) => None,
    }
}

/// The scope that a call of this path needs; none where no token opens it.
pub(super) fn scope_of(path: &str, writes: bool) -> Option<TokenScope> {
    let is_of_session = OF_SESSIONS.iter().any(|closed| {
        let rest = path.strip_prefix(closed);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    if is_of_session {
        return None;
    }
    let service = path.split('/').nth(1)?;
    TokenScope::needed(service, writes)
}
