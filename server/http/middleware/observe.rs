//! What is done to every answer: it is counted, logged, protected, and for HEAD without content.

use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, HttpBody};
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderValue, Method};

use waybill_services::http::Cause;

use crate::http::site::Site;
use crate::http::{kind, probes};
use crate::metrics::Answered;
use crate::telemetry::traces;

/// Lets the request through and completes its answer.
///
/// The path is logged, the query is not: it may hold a token (specification 2, second factor).
pub(super) async fn answer(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    let took = start.elapsed();
    let route = kind::route(&response, matched.as_ref());
    site.metrics().answered(Answered {
        method: method.as_str(),
        route,
        kind: kind::of(&method, &path, route),
        status: response.status().as_u16(),
        took,
    });
    traces::end(route, response.status());
    site.reached().protect(response.headers_mut());
    if method == Method::HEAD {
        response = without_content(response);
    }
    let status = response.status().as_u16();
    let millis = took.as_secs_f64() * 1000.0;
    if let Some(Cause(cause)) = response.extensions().get() {
        let cause: &(dyn std::error::Error + 'static) = &**cause;
        tracing::error!(%method, path, status, millis, cause, "A service failed.");
    } else if response.status().is_server_error() && !probes::is_probe(&path) {
        tracing::warn!(%method, path, status, millis, "Request failed.");
    } else {
        tracing::debug!(%method, path, status, millis, "Request finished.");
    }
    response
}

fn without_content(mut response: Response) -> Response {
    let length = response.body().size_hint().exact();
    if let Some(length) = length
        && !response.headers().contains_key(TRANSFER_ENCODING)
    {
        response
            .headers_mut()
            .entry(CONTENT_LENGTH)
            .or_insert(HeaderValue::from(length));
    }
    *response.body_mut() = Body::empty();
    response
}
