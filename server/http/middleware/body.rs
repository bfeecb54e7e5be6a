//! Content of requests: how much, how long, in which coding (hostile inputs H24, J12).

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body_util::Limited;
use tower_http::timeout::RequestBodyDeadlineLayer;

use crate::http::problem::Problem;

/// Most content that is read.
const LIMIT_BYTES: usize = 2 << 20;

/// Time for all of it to arrive.
const DEADLINE: Duration = Duration::from_secs(30);

/// Refuses content that says it is too much, and stops reading what does not say so.
pub(super) async fn limit(request: Request, next: Next) -> Response {
    let headers = request.headers();
    if headers
        .get(CONTENT_ENCODING)
        .is_some_and(|it| !it.as_bytes().eq_ignore_ascii_case(b"identity"))
    {
        return Problem::UNSUPPORTED_MEDIA.into_response();
    }
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|it| it.to_str().ok())
        .and_then(|it| it.parse::<usize>().ok());
    if announced.is_some_and(|it| LIMIT_BYTES < it) {
        return Problem::TOO_LARGE.into_response();
    }
    next.run(request.map(|body| Body::new(Limited::new(body, LIMIT_BYTES))))
        .await
}

/// Ends the reading of content that takes too long as a whole, however steadily it drips.
pub(super) fn deadline() -> RequestBodyDeadlineLayer {
    RequestBodyDeadlineLayer::new(DEADLINE)
}
