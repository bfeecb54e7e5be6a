//! The two cookies: how `token` is read from a request, and how both are written and deleted.
//!
//! Invariant: a cookie counts by its exact name; two different `token` values are ambiguous and count as none.

use cookie::{Cookie, SameSite};
use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};
use jiff::SignedDuration;
use tower_sessions::session::Id;

use super::token::Token;
use crate::config::Config;

const TOKEN: &str = "token";

/// The `token` cookies of one request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Tokens {
    None,
    /// One value, sent once or several times.
    One(Token),
    /// Values that differ: somebody planted one of them.
    Ambiguous,
}

/// Reads the `token` cookies.
pub(super) fn tokens(headers: &HeaderMap) -> Tokens {
    let mut found: Option<&str> = None;
    for header in headers.get_all(COOKIE) {
        // A header that is not ASCII text holds no token of ours, and hides none: the value is cut off as a whole.
        let Ok(header) = header.to_str() else {
            continue;
        };
        for pair in header.split(';') {
            let pair = pair.strip_prefix(' ').unwrap_or(pair);
            let Some((TOKEN, value)) = pair.split_once('=') else {
                continue;
            };
            match found {
                None => found = Some(value),
                Some(first) if first == value => {}
                Some(_) => return Tokens::Ambiguous,
            }
        }
    }
    match found {
        None | Some("") => Tokens::None,
        Some(value) => Tokens::One(Token::from_request(value)),
    }
}

/// Writes cookies as the configuration wants them.
#[derive(Debug)]
pub(super) struct Jar {
    https: bool,
    days: u64,
    /// Host of the public origin.
    host: Option<String>,
    /// `Domain` of the token; none means the host alone.
    domain: Option<String>,
}

impl Jar {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            https: config.is_https(),
            days: config.session.cookie_days,
            host: config
                .public_origin
                .as_ref()
                .map(|origin| origin.host().to_owned()),
            domain: config.profile.cookie_domain.clone(),
        }
    }

    pub(super) fn session_cookie_name(&self) -> &'static str {
        // The prefix makes browsers refuse a cookie that a sister domain planted; it needs Secure.
        if self.https { "__Host-sid" } else { "sid" }
    }

    pub(super) fn life(&self) -> SignedDuration {
        SignedDuration::from_hours(i64::try_from(self.days).unwrap_or(i64::MAX / 24) * 24)
    }

    /// Script must be able to read it (specification 2: the cookie is watched), so it is not `HttpOnly`.
    pub(super) fn set_token(&self, token: &Token) -> HeaderValue {
        let cookie = Cookie::build((TOKEN, token.as_str()))
            .path("/")
            .same_site(SameSite::Lax)
            .secure(self.https)
            .max_age(time::Duration::seconds(self.life().as_secs()));
        written(&match &self.domain {
            Some(domain) => cookie.domain(domain.clone()).build(),
            None => cookie.build(),
        })
    }

    /// As tower-sessions writes it when a session starts.
    pub(super) fn set_session(&self, id: Id) -> HeaderValue {
        let cookie = Cookie::build((self.session_cookie_name(), id.to_string()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.https)
            .max_age(time::Duration::seconds(self.life().as_secs()));
        written(&cookie.build())
    }

    pub(super) fn clear_token(&self, request_host: Option<&str>) -> Vec<HeaderValue> {
        let mut values = vec![written(&self.removal(TOKEN).build())];
        let configured = self.domain.as_deref().or(self.host.as_deref());
        let host = configured.or(request_host);
        if let Some(host) = host.filter(|it| is_host_name(it)) {
            let for_domain = self.removal(TOKEN).domain(host.to_owned());
            values.push(written(&for_domain.build()));
        }
        values
    }

    pub(super) fn clear_session(&self) -> HeaderValue {
        let cookie = self.removal(self.session_cookie_name()).http_only(true);
        written(&cookie.build())
    }

    /// A deletion carries the attributes of the cookie; without them browsers refuse it for `__Host-` names.
    fn removal(&self, name: &'static str) -> cookie::CookieBuilder<'static> {
        Cookie::build((name, ""))
            .path("/")
            .same_site(SameSite::Lax)
            .secure(self.https)
            .max_age(time::Duration::ZERO)
    }
}

/// Whether a host may stand in a `Domain` attribute.
fn is_host_name(host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'-';
    (1..=253).contains(&host.len()) && host.bytes().all(is_plain)
}

fn written(cookie: &Cookie<'_>) -> HeaderValue {
    // Names and attributes are ours, a token is base64url with dots, a host was checked.
    HeaderValue::try_from(cookie.to_string()).unwrap_or_else(|_| HeaderValue::from_static(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &str, expected: &Tokens) {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::try_from(header).unwrap());
        assert_eq!(&tokens(&headers), expected, "{header}");
    }

    fn one(value: &str) -> Tokens {
        Tokens::One(Token::from_request(value))
    }

    #[test]
    fn only_the_exact_name_counts() {
        for header in [
            "",
            "token",
            "token=",
            "token=; a=b",
            "Token=x",
            "token =x",
            " =token",
        ] {
            check(header, &Tokens::None);
        }
        check("a=b; token=x; c=d", &one("x"));
        check("token=x=y", &one("x=y"));
    }

    #[test]
    fn different_values_are_ambiguous_and_equal_ones_are_one() {
        check("token=a; token=b", &Tokens::Ambiguous);
        check("token=a; token=", &Tokens::Ambiguous);
        check("token=a; token=a", &one("a"));
    }

    #[test]
    fn values_of_several_headers_are_compared_too() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("token=a"));
        headers.append(COOKIE, HeaderValue::from_static("token=b"));
        assert_eq!(tokens(&headers), Tokens::Ambiguous);
    }

    fn jar(https: bool) -> Jar {
        Jar {
            https,
            days: 7,
            host: https.then(|| "app.example.test".to_owned()),
            domain: None,
        }
    }

    #[test]
    fn cookies_carry_the_attributes_of_their_scheme() {
        let token = Token::from_request("t.o.k");
        assert_eq!(
            jar(true).set_token(&token),
            "token=t.o.k; SameSite=Lax; Secure; Path=/; Max-Age=604800"
        );
        assert_eq!(
            jar(false).set_token(&token),
            "token=t.o.k; SameSite=Lax; Path=/; Max-Age=604800"
        );
        assert_eq!(
            jar(true).set_session(Id(0)),
            "__Host-sid=AAAAAAAAAAAAAAAAAAAAAA; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=604800"
        );
        assert_eq!(
            jar(true).clear_session(),
            "__Host-sid=; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=0"
        );
    }

    #[test]
    fn the_token_is_deleted_host_only_and_for_the_domain() {
        assert_eq!(
            jar(true).clear_token(Some("evil.test")),
            [
                "token=; SameSite=Lax; Secure; Path=/; Max-Age=0",
                "token=; SameSite=Lax; Secure; Path=/; Domain=app.example.test; Max-Age=0",
            ]
        );
        let production = Jar {
            domain: Some("example.test".to_owned()),
            ..jar(true)
        };
        let token = Token::from_request("t.o.k");
        assert_eq!(
            production.set_token(&token),
            "token=t.o.k; SameSite=Lax; Secure; Path=/; Domain=example.test; Max-Age=604800"
        );
        assert_eq!(
            production.clear_token(Some("evil.test"))[1],
            "token=; SameSite=Lax; Secure; Path=/; Domain=example.test; Max-Age=0"
        );
        assert_eq!(jar(false).clear_token(Some("localhost")).len(), 2);
        assert_eq!(jar(false).clear_token(Some("a;b")).len(), 1);
    }
}
