//! The secret that binds a mailed code to a browser, on its way between two instances: cookies pass in neither direction, so it has a
//! header of its own.
//!
//! Invariant: an instance believes the header only where another of ours stands before it.

use axum::extract::Request;
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue};
use waybill_services::http::factor_cookie::FactorCookie;

use crate::http::site::Site;

/// The secret; empty when the cookie is to go.
const FACTOR: HeaderName = HeaderName::from_static("waybill-factor");

/// The cookie as this server writes it.
pub(in crate::http) fn cookie(site: &Site) -> FactorCookie {
    FactorCookie::of(&site.app().services)
}

/// To the instance behind: what the browser brings.
pub(super) fn write(cookie: FactorCookie, request: &mut Request) {
    let browser = request.headers().clone();
    tell(cookie, &browser, request.headers_mut());
}

/// The same in another call than the browser's own.
pub(in crate::http) fn tell(cookie: FactorCookie, browser: &HeaderMap, headers: &mut HeaderMap) {
    headers.remove(FACTOR);
    if let Some(secret) = cookie.read(browser)
        && let Ok(mut value) = HeaderValue::from_str(secret.as_str())
    {
        value.set_sensitive(true);
        headers.insert(FACTOR, value);
    }
}

/// To the browser: what the instance behind says.
pub(in crate::http) fn take(cookie: FactorCookie, headers: &mut HeaderMap) {
    if let Some(value) = headers.remove(FACTOR)
        && let Ok(secret) = value.to_str()
    {
        let value = match secret {
            "" => cookie.clear(),
            secret => cookie.set(&secret.to_owned().into()),
        };
        headers.append(SET_COOKIE, value);
    }
}

/// From the instance in front: as if the browser had brought it.
pub(super) fn bring(cookie: FactorCookie, headers: &mut HeaderMap) {
    if let Some(secret) = headers.remove(FACTOR)
        && let Ok(secret) = secret.to_str()
        && let Ok(mut value) = HeaderValue::try_from(cookie.pair(secret))
    {
        value.set_sensitive(true);
        headers.append(COOKIE, value);
    }
}

/// To the instance in front: what the browser is told to keep.
pub(super) fn hand_over(cookie: FactorCookie, headers: &mut HeaderMap) {
    let values = headers.get_all(SET_COOKIE).iter();
    let mut kept = values.filter_map(|value| cookie.kept(value.to_str().ok()?));
    if let Some(secret) = kept.next_back()
        && let Ok(mut value) = HeaderValue::from_str(secret)
    {
        value.set_sensitive(true);
        headers.insert(FACTOR, value);
    }
}
