//! Freshness: a visitor who has written reads what they wrote, whichever instance and whichever copy of the database answers. A cookie
//! remembers the write for as long as a replica may be behind.
//!
//! Invariant: the cookie decides where is read and nothing else; a forged one costs its sender the replica.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};
use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::app::freshness::{AGE, Reading, Written};
use crate::http::site::Site;

const NAME: &str = "written";

/// Lets the request through and remembers what it wrote.
pub(super) async fn remember(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    let app = site.app();
    if !app.storage.has_replica() {
        return next.run(request).await;
    }
    let reading = Reading::after(last_write(request.headers()));
    let mut response = reading.clone().scope(next.run(request)).await;
    let wrote = match reading.wrote() {
        // What was read was too old to be changed.
        None if is_conflict(response.status()) => app.storage.latest().await.unwrap_or_default(),
        wrote => wrote,
    };
    if let Some(wrote) = wrote
        && let Ok(cookie) = HeaderValue::try_from(cookie(wrote, app.config().is_https()))
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

fn is_conflict(status: StatusCode) -> bool {
    status == StatusCode::CONFLICT || status == StatusCode::PRECONDITION_FAILED
}

/// The latest that the cookies tell of.
fn last_write(headers: &HeaderMap) -> Option<Written> {
    let lines = headers.get_all(COOKIE).iter();
    let pairs = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(Cookie::split_parse);
    let written = pairs.filter_map(|pair| {
        let pair = pair.ok().filter(|it| it.name() == NAME)?;
        pair.value().parse().ok()
    });
    written.max()
}

fn cookie(wrote: Written, is_https: bool) -> String {
    let cookie = Cookie::build((NAME, wrote.to_string()))
        .http_only(true)
        .secure(is_https)
        .same_site(SameSite::Lax)
        .path("/")
        .max_age(Duration::seconds(AGE));
    cookie.build().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_write_counts() {
        let mut headers = HeaderMap::new();
        assert_eq!(last_write(&headers), None);
        for line in [
            "written=7; token=x",
            "a=b; written=9",
            "written=-1",
            "written=x",
        ] {
            headers.append(COOKIE, HeaderValue::from_static(line));
        }
        assert_eq!(last_write(&headers), "9".parse().ok());
    }

    #[test]
    fn the_cookie_outlives_the_lag_of_a_replica() {
        let cookie = cookie("7".parse().unwrap(), true);
        assert_eq!(
            cookie,
            "written=7; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=15"
        );
    }
}
