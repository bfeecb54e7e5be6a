//! The cookie that binds a code to a browser: how it is written and read.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use waybill_services::http::factor_cookie::FactorCookie;
use waybill_storage::second_factors::Secret;

#[test]
fn it_is_bound_to_the_host_under_https_and_read_by_no_script() {
    let secret = Secret::from("5ec2e7".to_owned());
    let cookie = FactorCookie::at("https://waybill.test");
    assert_eq!(
        cookie.set(&secret),
        "__Host-factor=5ec2e7; Max-Age=1800; Path=/; HttpOnly; SameSite=Strict; Secure"
    );
    let plain = FactorCookie::at("http://localhost:8080");
    assert_eq!(
        plain.clear(),
        "factor=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
    );
    let mut headers = HeaderMap::new();
    headers.append(COOKIE, HeaderValue::from_static("token=a; factor=planted"));
    headers.append(COOKIE, HeaderValue::from_static("__Host-factor=5ec2e7"));
    assert_eq!(cookie.read(&headers), Some(secret.clone()));
    for (written, kept) in [(cookie.set(&secret), "5ec2e7"), (cookie.clear(), "")] {
        let written = written.to_str().unwrap();
        assert_eq!(cookie.kept(written), Some(kept));
        assert_eq!(plain.kept(written), None);
        assert!(written.starts_with(&cookie.pair(kept)));
    }
}
