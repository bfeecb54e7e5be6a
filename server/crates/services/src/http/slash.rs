//! Final slashes: the specification names paths with one and without (section 7), so every path is answered both ways.
//!
//! Invariant: no route sees a final slash, so rights and limits of a path hold however it is written.

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::map_request;

/// The path without its final slash.
pub fn trimmed(path: &str) -> &str {
    path.strip_suffix('/').unwrap_or(path)
}

/// Lets `routes` answer each of their paths with a final slash, too.
pub(super) fn either_way(routes: Router) -> Router {
    // A layer of the routes themselves would come after the path was matched.
    Router::new()
        .fallback_service(routes)
        .layer(map_request(without))
}

async fn without(mut request: Request) -> Request {
    if let Some(uri) = shortened(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

/// The address without the final slash of its path; none when it has no such slash.
fn shortened(uri: &Uri) -> Option<Uri> {
    let path = uri.path().strip_suffix('/')?;
    let target = match uri.query() {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(target).ok()?);
    Uri::from_parts(parts).ok()
}
