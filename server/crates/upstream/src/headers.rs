//! Which headers pass: those that are listed, and of them none that a connection has for itself (RFC 9110 section 7.6.1).
//!
//! Invariant: no cookie passes in either direction, and no header that speaks of the page, its origin or its policy.

use http::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, ACCEPT_RANGES, ALLOW, AUTHORIZATION, CACHE_CONTROL,
    CONNECTION, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH,
    CONTENT_RANGE, CONTENT_TYPE, ETAG, EXPIRES, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH,
    IF_RANGE, IF_UNMODIFIED_SINCE, LAST_MODIFIED, RANGE, RETRY_AFTER, TRANSFER_ENCODING,
    USER_AGENT, VARY,
};
use http::{HeaderMap, HeaderName};

/// Of a request. Who is behind it says `x-forwarded-for`, which the caller writes.
const THERE: [HeaderName; 21] = [
    ACCEPT,
    ACCEPT_ENCODING,
    ACCEPT_LANGUAGE,
    AUTHORIZATION,
    CACHE_CONTROL,
    CONTENT_DISPOSITION,
    CONTENT_LENGTH,
    CONTENT_TYPE,
    IF_MATCH,
    IF_MODIFIED_SINCE,
    IF_NONE_MATCH,
    IF_RANGE,
    IF_UNMODIFIED_SINCE,
    RANGE,
    USER_AGENT,
    HeaderName::from_static("idempotency-key"),
    HeaderName::from_static("traceparent"),
    HeaderName::from_static("upload-offset"),
    HeaderName::from_static("waybill-factor"),
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-request-id"),
];

/// Of an answer. Where something was created its body says; `location` could name another machine.
const BACK: [HeaderName; 17] = [
    ACCEPT_RANGES,
    ALLOW,
    CACHE_CONTROL,
    CONTENT_DISPOSITION,
    CONTENT_ENCODING,
    CONTENT_LANGUAGE,
    CONTENT_LENGTH,
    CONTENT_RANGE,
    CONTENT_TYPE,
    ETAG,
    EXPIRES,
    LAST_MODIFIED,
    RETRY_AFTER,
    VARY,
    HeaderName::from_static("idempotency-replayed"),
    HeaderName::from_static("upload-offset"),
    HeaderName::from_static("waybill-factor"),
];

/// What of a request's headers passes.
pub(crate) fn there(headers: &HeaderMap) -> HeaderMap {
    listed(headers, &THERE)
}

/// What of an answer's headers passes.
pub(crate) fn back(headers: &HeaderMap) -> HeaderMap {
    listed(headers, &BACK)
}

fn listed(headers: &HeaderMap, names: &[HeaderName]) -> HeaderMap {
    let is_chunked = headers.contains_key(TRANSFER_ENCODING);
    let mut passing = HeaderMap::new();
    for name in names {
        // Of two lengths neither is to be believed (RFC 9112 section 6.3).
        let is_length = *name == CONTENT_LENGTH;
        if is_of_connection(headers, name) || (is_length && is_chunked) {
            continue;
        }
        for value in headers.get_all(name) {
            passing.append(name, value.clone());
        }
    }
    passing
}

/// Whether `Connection` names it.
fn is_of_connection(headers: &HeaderMap, name: &HeaderName) -> bool {
    headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|it| it.trim().eq_ignore_ascii_case(name.as_str()))
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter();
        pairs
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    fn names(headers: &HeaderMap) -> Vec<&str> {
        let mut names: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_request_brings_what_is_listed_and_nothing_of_the_connection() {
        let passing = there(&headers(&[
            ("authorization", "Bearer t"),
            ("connection", "keep-alive, If-Match"),
            ("cookie", "sid=1; token=t"),
            ("forwarded", "for=1.2.3.4"),
            ("host", "waybill.test"),
            ("if-match", "\"1\""),
            ("origin", "https://evil.test"),
            ("proxy-authorization", "Basic x"),
            ("referer", "https://waybill.test/login?fbtkn=x"),
            ("sec-fetch-site", "same-origin"),
            ("te", "trailers"),
            ("transfer-encoding", "chunked"),
            ("content-length", "5"),
            ("upgrade", "websocket"),
            ("x-company-id", "B"),
            ("x-request-id", "7"),
        ]));
        assert_eq!(names(&passing), ["authorization", "x-request-id"]);
    }

    #[test]
    fn an_answer_sets_no_cookie_no_policy_and_leads_nowhere() {
        let passing = back(&headers(&[
            ("access-control-allow-origin", "*"),
            ("alt-svc", "h3=\"evil.test:443\""),
            ("clear-site-data", "\"*\""),
            ("content-length", "2"),
            ("content-security-policy", "default-src *"),
            ("content-type", "application/json"),
            ("etag", "\"1\""),
            ("keep-alive", "timeout=5"),
            ("link", "<https://evil.test/x.js>; rel=preload"),
            ("location", "//evil.test"),
            ("refresh", "0; url=//evil.test"),
            ("server", "nginx"),
            ("service-worker-allowed", "/"),
            ("set-cookie", "token=evil"),
            ("sourcemap", "/x"),
            ("strict-transport-security", "max-age=0"),
            ("trailer", "etag"),
            ("www-authenticate", "Basic"),
        ]));
        assert_eq!(names(&passing), ["content-length", "content-type", "etag"]);
    }
}
