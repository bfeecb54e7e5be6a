//! Answers that browsers cache for a day: reference data, and the keys that come with them (specification 9).
//!
//! Invariant: such an answer is for one token and holds nothing that its reader wrote, so it may be used again, revalidated and
//! compressed.

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use crate::http::collection::is_known;

const FOR_A_DAY: &str = "private, max-age=86400";

/// The token says whose company it is, and the view whether that company is read now: a session keeps its token when a view begins.
const VARIES: &str = "authorization, x-viewing, accept-encoding";

/// The content of an answer that the server may compress, as an extension of the response: it mixes no secret with what its
/// reader wrote.
#[derive(Clone, Debug)]
pub struct Compressible {
    /// As the response has it.
    pub content: Bytes,
    /// The `Accept-Encoding` of the request.
    pub accepted: HeaderMap,
}

/// The content with its tag, or 304 with the tag alone where the browser has that content. The tag is weak: it is the same in every
/// coding.
pub(crate) fn cacheable(request: &HeaderMap, content: Bytes) -> Response {
    let tag = URL_SAFE_NO_PAD.encode(Sha256::digest(&content));
    let tag = format!("W/\"{tag}\"");
    let is_known = is_known(request, &tag);
    let headers = [
        (ETAG, tag),
        (CACHE_CONTROL, FOR_A_DAY.to_owned()),
        (VARY, VARIES.to_owned()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let json = [(CONTENT_TYPE, "application/json")];
    let mut response = (headers, json, content.clone()).into_response();
    let accepted = request.get_all(ACCEPT_ENCODING).iter();
    let accepted = accepted.map(|it| (ACCEPT_ENCODING, it.clone())).collect();
    let compressible = Compressible { content, accepted };
    response.extensions_mut().insert(compressible);
    response
}
