//! The source of a request: by what its session is known.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use waybill_services::http::source::session_ref;

fn of(cookie: &'static str) -> Option<String> {
    let mut headers = HeaderMap::new();
    headers.insert(COOKIE, cookie.parse().unwrap());
    session_ref(&headers)
}

#[test]
fn requests_of_one_session_are_known_by_a_hash_that_is_not_the_cookie() {
    let (one, again) = (of("token=a; __Host-sid=s1"), of("__Host-sid=s1; x=y"));
    assert_eq!(one, again);
    assert_ne!(one, of("sid=s2"));
    assert_eq!(of("token=a; resid=s1"), None);
    assert_eq!(
        one.map(|it| (it.len(), it.contains("s1"))),
        Some((32, false))
    );
}
