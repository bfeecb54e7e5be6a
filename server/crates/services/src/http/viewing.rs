//! The layer that keeps a session from writing while it reads under other rights than its user's own.
//!
//! Invariant: it looks at each call of each service, so no operation can forget it; what may pass all the same is listed here.

use axum::extract::Request;
use axum::http::HeaderName;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::caller::{Caller, Viewing};
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::http::path::contracted;

/// Under which view the page was opened that asks: its id, or [`NONE`]. Other programs leave it out.
pub const HEADER: HeaderName = HeaderName::from_static("x-viewing");

/// Under none.
const NONE: &str = "none";

/// What a session does to stay or to end, whatever it views.
const OF_SESSION: [&str; 2] = ["/iam/api/v1/auth/token-refresh", "/iam/api/v1/auth/logout"];

/// What is sent with a body and changes nothing.
const READING: [&str; 3] = [
    "/report/api/v1/reportSketch/{id}/run",
    "/report/api/v1/reportSketch/preview",
    "/mail/api/v1/templates/{id}/preview",
];

/// Refuses what a view does not allow.
pub(super) async fn check(request: Request, next: Next) -> Response {
    match refusal(&request) {
        Some(error) => ApiError::from(error).into_response(),
        None => next.run(request).await,
    }
}

fn refusal(request: &Request) -> Option<ServiceError> {
    let viewing = request.extensions().get::<Caller>()?.viewing();
    let path = contracted(request);
    if OF_SESSION.contains(&path) {
        return None;
    }
    if let Some(over) = viewing.filter(|it| it.is_over) {
        return Some(ServiceError::ViewingOver(Some(over.kind)));
    }
    if !is_of_page(request, viewing) {
        return Some(ServiceError::ViewingOver(None));
    }
    match viewing {
        Some(viewing) if !changes_nothing(request.method().as_str(), path) => {
            Some(ServiceError::Viewing(viewing.kind))
        }
        _ => None,
    }
}

/// Whether a call of this method and path only reads.
pub(super) fn changes_nothing(method: &str, path: &str) -> bool {
    matches!(method, "GET" | "HEAD" | "OPTIONS") || READING.contains(&path)
}

/// Whether the page that asks was opened under this view, as far as it says so.
fn is_of_page(request: &Request, viewing: Option<&Viewing>) -> bool {
    let Some(page) = request.headers().get(HEADER) else {
        return true;
    };
    match viewing {
        Some(viewing) => page.as_bytes() == viewing.id.to_string().as_bytes(),
        None => page.as_bytes() == NONE.as_bytes(),
    }
}
