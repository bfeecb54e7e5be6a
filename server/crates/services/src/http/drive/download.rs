//! Downloads: contents as they are, whole or a range of them (RFC 9110 section 14).
//!
//! Invariant: what is sent is inert: a download unless it is of a kind that holds no script, never sniffed, and sandboxed.

use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, IF_NONE_MATCH, IF_RANGE, RANGE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::drive::content::Attachment;
use crate::drive::file::Files;
use crate::drive::kinds;
use crate::http::error::ApiError;
use crate::http::failures::Guarded;
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::problem::Problem;
use crate::services::Services;

/// What a browser that shows a content on its own may do with it: show it.
const SANDBOX: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// What stays as it is in an extended parameter (RFC 8187 section 3.2.1).
const ATTR_CHAR: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

pub(super) fn routes() -> Routes {
    Routes::new().routes(routes!(download_file))
}

/// Which content, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    version: Option<i64>,
    is_inline: bool,
}

impl FromParameters for Wanted {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let version = parameters.number("version", 1..=1_000_000);
        let disposition =
            parameters.choice("disposition", &[("attachment", false), ("inline", true)]);
        Self {
            version: version.and_then(|it| i64::try_from(it).ok()),
            is_inline: disposition.unwrap_or(false),
        }
    }
}

/// Which bytes of a content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// All of them.
    Whole,
    /// Those within the range.
    Part(Range<u64>),
    /// None: the range lies beyond the end.
    Unsatisfiable,
}

/// The content of a file.
#[utoipa::path(
    get,
    path = "/drive/api/v1/filesystem/file/{id}/content",
    tag = "drive",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("file:view"))),
    params(
        ("id" = Uuid, Path),
        ("version" = Option<i64>, Query, description = "Number of the version; the latest unless said otherwise", minimum = 1, maximum = 1_000_000),
        ("disposition" = Option<String>, Query, description = "`inline` shows images and PDF in place; everything else is a download"),
        ("Range" = Option<String>, Header, description = "One range of bytes"),
        ("If-Range" = Option<String>, Header, description = "The ETag of the content that the range is wanted of"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag of a content that is known already"),
    ),
    responses(
        (status = 200, description = "The content", body = String, content_type = "*/*",
            headers(("ETag" = String), ("Content-Disposition" = String), ("Accept-Ranges" = String))),
        (status = 206, description = "The range of it", body = String, content_type = "*/*",
            headers(("ETag" = String), ("Content-Range" = String))),
        (status = 304, description = "The content that If-None-Match names"),
        (status = 404, description = "There is no such file or version", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin", body = Problem, content_type = "application/problem+json"),
        (status = 416, description = "The range lies beyond the end", headers(("Content-Range" = String))),
        (status = 422, description = "A parameter is at fault", body = Problem, content_type = "application/problem+json"),
        Guarded
    )
)]
pub(super) async fn download_file(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Files>>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let content = services.attachment(&caller, id, wanted.version).await?;
    send(&services, &content, wanted.is_inline, &headers).await
}

/// The content as an answer to a request with these headers.
pub(in crate::http) async fn send(
    services: &Services,
    content: &Attachment,
    is_inline: bool,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let etag = format!("\"{}\"", content.sha256);
    if names(headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response());
    }
    let size = content.size;
    let (status, range) = match bytes(headers, size, &etag) {
        Bytes::Whole => (StatusCode::OK, 0..size),
        Bytes::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Bytes::Unsatisfiable => {
            let range = [(CONTENT_RANGE, format!("bytes */{size}"))];
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, range).into_response());
        }
    };
    let stream = services.read_attachment(content, range.clone()).await?;
    let head = [
        (ETAG, etag),
        (ACCEPT_RANGES, "bytes".to_owned()),
        (CONTENT_TYPE, content.mime.clone()),
        (CONTENT_LENGTH, (range.end - range.start).to_string()),
        (CONTENT_DISPOSITION, disposition(content, is_inline)),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CONTENT_SECURITY_POLICY, SANDBOX.to_owned()),
    ];
    let mut response = (status, head, Body::from_stream(stream)).into_response();
    if status == StatusCode::PARTIAL_CONTENT
        && let Ok(value) = format!("bytes {}-{}/{size}", range.start, range.end - 1).parse()
    {
        response.headers_mut().insert(CONTENT_RANGE, value);
    }
    Ok(response)
}

/// Whether `If-None-Match` names the content.
fn names(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','))
        .map(str::trim)
        .any(|it| it == "*" || it.trim_start_matches("W/") == etag)
}

/// What `Range` asks for. A range that cannot be read, several of them, and one of another content are as none.
pub fn bytes(headers: &HeaderMap, size: u64, etag: &str) -> Bytes {
    let text = |name| headers.get(name).and_then(|it| it.to_str().ok());
    let Some(range) = text(RANGE) else {
        return Bytes::Whole;
    };
    if headers.contains_key(IF_RANGE) && text(IF_RANGE) != Some(etag) {
        return Bytes::Whole;
    }
    parse(range, size).unwrap_or(Bytes::Whole)
}

fn parse(range: &str, size: u64) -> Option<Bytes> {
    let (unit, set) = range.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") || set.contains(',') {
        return None;
    }
    let (first, last) = set.trim().split_once('-')?;
    let number = |text: &str| -> Option<u64> {
        let is_plain = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
        // A number beyond all numbers lies beyond every end.
        is_plain.then(|| text.parse().unwrap_or(u64::MAX))
    };
    let range = match (first.trim(), last.trim()) {
        ("", suffix) => size.saturating_sub(number(suffix)?)..size,
        (first, "") => number(first)?..size,
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            if last < first {
                return None;
            }
            first..last.saturating_add(1).min(size)
        }
    };
    Some(if range.is_empty() {
        Bytes::Unsatisfiable
    } else {
        Bytes::Part(range)
    })
}

fn disposition(content: &Attachment, is_inline: bool) -> String {
    if is_inline && kinds::is_shown(&content.mime) {
        named("inline", &content.name)
    } else {
        named("attachment", &content.name)
    }
}

/// `Content-Disposition` with the name in both forms (RFC 6266 section 4.3 and appendix D).
pub(in crate::http) fn named(kind: &str, name: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, ' ' | '.' | '-' | '_');
    let plain: String = name
        .chars()
        .map(|it| if is_plain(it) { it } else { '_' })
        .collect();
    let exact = utf8_percent_encode(name, ATTR_CHAR);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}
