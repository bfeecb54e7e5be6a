//! Content of requests: how much, how long, in which coding (hostile inputs H24, J12).

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH, EXPECT};
use http_body_util::Limited;
use tower_http::timeout::DeadlineBody;

use super::drain_on_drop::DrainOnDrop;
use crate::http::problem::Problem;
use crate::http::weight::Weight;

/// Refuses content that says it is too much, and stops reading what does not say so, or takes too long as a whole, however
/// steadily it drips.
pub(super) async fn limit(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if headers
        .get(CONTENT_ENCODING)
        .is_some_and(|it| !it.as_bytes().eq_ignore_ascii_case(b"identity"))
    {
        return Problem::UNSUPPORTED_MEDIA.into_response();
    }
    let weight = Weight::of(request.method(), request.uri().path());
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|it| it.to_str().ok())
        .and_then(|it| it.parse::<usize>().ok());
    if announced.is_some_and(|it| weight.content_bytes < it) {
        return Problem::TOO_LARGE.into_response();
    }
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    // Whoever waits to be asked for the content is not asked for what nobody wants.
    let comes_unasked = !headers.contains_key(EXPECT);
    let read = |body| {
        let body = Body::new(Limited::new(
            DeadlineBody::new(weight.arrival, body),
            weight.content_bytes,
        ));
        match comes_unasked {
            true => Body::new(DrainOnDrop::of(body)),
            false => body,
        }
    };
    next.run(request.map(read)).await
}
