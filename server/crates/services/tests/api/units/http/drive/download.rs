//! Downloads: which bytes a request asks for.

use axum::http::HeaderMap;
use axum::http::header::{IF_RANGE, RANGE};
use waybill_services::http::drive::download::{Bytes, bytes};

#[expect(
    clippy::needless_pass_by_value,
    reason = "a table of tests reads better with values in it"
)]
#[track_caller]
fn check(range: &str, expected: Bytes) {
    let mut headers = HeaderMap::new();
    headers.insert(RANGE, range.parse().unwrap());
    assert_eq!(bytes(&headers, 10, "\"a\""), expected, "{range}");
}

#[test]
fn ranges_are_read_as_rfc_9110_says() {
    check("bytes=0-0", Bytes::Part(0..1));
    check("bytes=2-", Bytes::Part(2..10));
    check("bytes=-3", Bytes::Part(7..10));
    check("bytes=-99", Bytes::Part(0..10));
    check("bytes=8-99", Bytes::Part(8..10));
    check("BYTES = 1-2", Bytes::Part(1..3));
    check("bytes=10-", Bytes::Unsatisfiable);
    check("bytes=-0", Bytes::Unsatisfiable);
    check("bytes=99999999999999999999-", Bytes::Unsatisfiable);
    for ignored in [
        "bytes=5-2",
        "bytes=0-1,3-4",
        "lines=0-1",
        "bytes=a-b",
        "bytes=+1-2",
        "bytes",
        "bytes=-",
    ] {
        check(ignored, Bytes::Whole);
    }
}

#[test]
fn a_range_of_another_content_is_no_range() {
    let mut headers = HeaderMap::new();
    headers.insert(RANGE, "bytes=0-1".parse().unwrap());
    headers.insert(IF_RANGE, "\"a\"".parse().unwrap());
    assert_eq!(bytes(&headers, 10, "\"a\""), Bytes::Part(0..2));
    assert_eq!(bytes(&headers, 10, "\"b\""), Bytes::Whole);
}
