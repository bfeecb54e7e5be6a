//! Assets: files of the client's build, each at an address that holds a hash of its content.
//!
//! Invariant: an address never changes its meaning, so an answer may be kept for ever.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use bytes::Bytes;
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};

use super::negotiation;
use super::problem::Problem;
use super::site::Site;
use crate::app::Asset;

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// `GET /assets/{name}`
pub async fn show(State(site): State<Arc<Site>>, uri: Uri, headers: HeaderMap) -> Response {
    let release = site.app().release();
    match release.assets.get(uri.path()) {
        Some(asset) => answer(uri.path(), asset, &headers),
        None => Problem::NOT_FOUND.into_response(),
    }
}

/// `GET /favicon.ico`: some clients ask for it unasked.
pub async fn favicon(State(site): State<Arc<Site>>) -> Response {
    let release = site.app().release();
    match &release.manifest.entry.icon {
        Some(icon) => Redirect::temporary(icon).into_response(),
        None => Problem::NOT_FOUND.into_response(),
    }
}

/// `GET /robots.txt`: nothing here is for search engines.
pub async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /\n"
}

fn answer(path: &str, asset: &Asset, request: &HeaderMap) -> Response {
    let offered: Vec<&'static str> = asset.encoded.iter().map(|(coding, _)| *coding).collect();
    let coding = negotiation::coding(request, &offered);
    let bytes = coding
        .and_then(|coding| asset.encoded.iter().find(|(it, _)| *it == coding))
        .map_or(&asset.identity, |(_, bytes)| bytes);

    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(FOR_EVER));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("none"));
    if !asset.encoded.is_empty() {
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if let Some(tag) = entity_tag(path, coding) {
        let is_known = knows(request, &tag);
        headers.insert(ETAG, tag);
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
    }
    if let Ok(content_type) = HeaderValue::try_from(&asset.content_type) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    if let Some(coding) = coding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    *response.body_mut() = Body::from(Bytes::clone(bytes));
    response
}

/// The name holds the hash of the content; each coding is another representation.
fn entity_tag(path: &str, coding: Option<&str>) -> Option<HeaderValue> {
    let name = path.rsplit('/').next()?;
    let coding = coding.unwrap_or("identity");
    HeaderValue::try_from(format!("\"{name}.{coding}\"")).ok()
}

fn knows(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let Ok(tag) = tag.to_str() else { return false };
    request.get_all(IF_NONE_MATCH).iter().any(|value| {
        value.to_str().is_ok_and(|list| {
            list.split(',')
                .map(|it| it.trim().trim_start_matches("W/"))
                .any(|it| it == tag || it == "*")
        })
    })
}
