//! An outage: what happens to requests while the database server is away.
//!
//! Invariant: a request that the database will not answer is refused within two seconds with 503 and `Retry-After`, and a write that was
//! refused so may have been done: whoever repeats it repeats its `Idempotency-Key`.

use std::pin::pin;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::StatusCode;
use http::header::CONTENT_TYPE;

use super::error_page::{self, Audience};
use super::site::Site;

/// Refuses what needs the database while it is away, also what waits for it already, and has people see a page.
pub(super) async fn refuse(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let storage = &site.app().storage;
    let audience = Audience::of(&request);
    if storage.is_away() {
        return error_page::answer(audience);
    }
    let mut answer = pin!(next.run(request));
    let response = tokio::select! {
        biased;
        response = &mut answer => response,
        () = storage.until_away() => return error_page::answer(audience),
    };
    match audience {
        Audience::Person(_) if is_unavailable(&response) => error_page::answer(audience),
        _ => response,
    }
}

/// Whether it says, to a program, that nothing can be had at the moment.
fn is_unavailable(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    response.status() == StatusCode::SERVICE_UNAVAILABLE
        && kind.is_some_and(|it| it.as_bytes() == b"application/problem+json")
}
