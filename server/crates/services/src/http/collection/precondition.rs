//! Preconditions: the version of a record as an `ETag`, and what a request says of it (RFC 9110 sections 8.8.3 and 13.1).
//!
//! Invariant: a change without `If-Match` is never made (RFC 6585 section 3); `*` matches any version.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{IF_MATCH, IF_NONE_MATCH};
use axum::http::request::Parts;

use crate::collection::write::Expected;
use crate::http::error::ApiError;

/// The version that a change is to be made to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IfMatch(pub Expected);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let value = parts
            .headers
            .get(IF_MATCH)
            .ok_or(ApiError::NoPrecondition)?;
        let text = value.to_str().unwrap_or_default().trim();
        if text == "*" {
            return Ok(Self(Expected::Any));
        }
        // A tag that is none of ours matches nothing, so the answer is 412; no record has version 0.
        Ok(Self(Expected::Version(version(text).unwrap_or(0))))
    }
}

/// The strong entity tag of a version.
pub(crate) fn etag(version: i32) -> String {
    format!("\"{version}\"")
}

/// Whether `If-None-Match` names this entity tag, by weak comparison (RFC 9110 section 8.8.3.2).
pub(crate) fn is_known(headers: &HeaderMap, current: &str) -> bool {
    fn opaque(tag: &str) -> &str {
        tag.strip_prefix("W/").unwrap_or(tag)
    }

    let current = opaque(current);
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || opaque(tag) == current)
}

fn version(tag: &str) -> Option<i32> {
    let digits = tag.strip_prefix('"')?.strip_suffix('"')?;
    digits.parse().ok()
}
