//! The two cookies: how `token` is read from a request, and how both are written and deleted.
//!
//! Invariant: a cookie counts by its exact name; of several `token` values none counts for where it stands.

use cookie::{Cookie, SameSite};
use http::header::{COOKIE, HOST};
use http::{HeaderMap, HeaderValue};
use jiff::SignedDuration;
use tower_sessions::session::Id;

use super::token::Token;
use crate::config::Config;

const TOKEN: &str = "token";

/// More different tokens than that are not looked at: each costs a signature to be checked.
const MOST: usize = 8;

/// The different values of the `token` cookies. Where there is more than one, a neighbour on the parent domain planted the others:
/// which is ours only its signature tells.
pub(super) fn tokens(headers: &HeaderMap) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
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
            let is_known = found.iter().any(|it| it.as_str() == value);
            if !value.is_empty() && !is_known && found.len() < MOST {
                found.push(Token::from_request(value));
            }
        }
    }
    found
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

    /// Deletes the tokens that a neighbour planted for a domain that is above this host, then sets ours: script reads what the
    /// browser has. One that is kept for a path stays; it is sent below that path only.
    pub(super) fn set_token_alone(&self, token: &Token, headers: &HeaderMap) -> Vec<HeaderValue> {
        let host = headers.get(HOST).and_then(|it| it.to_str().ok());
        let host = self.host.as_deref().or(host).unwrap_or_default();
        let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
        let above = host.match_indices('.').map(|(dot, _)| &host[dot + 1..]);
        let domains = std::iter::once(host)
            .chain(above)
            .filter(|domain| domain.contains('.') && is_host_name(domain));
        let mut values: Vec<HeaderValue> =
            domains.map(|domain| self.token_gone_from(domain)).collect();
        values.push(self.set_token(token));
        values
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
            values.push(self.token_gone_from(host));
        }
        values
    }

    /// Deletes the token of a domain, beside which the one of the host alone stays.
    fn token_gone_from(&self, domain: &str) -> HeaderValue {
        written(&self.removal(TOKEN).domain(domain.to_owned()).build())
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
    fn check(header: &str, expected: &[&str]) {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::try_from(header).unwrap());
        let found = tokens(&headers);
        let found: Vec<_> = found.iter().map(Token::as_str).collect();
        assert_eq!(found, expected, "{header}");
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
            check(header, &[]);
        }
        check("a=b; token=x; c=d", &["x"]);
        check("token=x=y", &["x=y"]);
    }

    #[test]
    fn different_values_are_all_found_and_equal_ones_are_one() {
        check("token=a; token=b", &["a", "b"]);
        check("token=a; token=", &["a"]);
        check("token=a; token=a", &["a"]);
        let many: Vec<_> = (0..20).map(|n| format!("token={n}")).collect();
        let many = many.join("; ");
        check(&many, &["0", "1", "2", "3", "4", "5", "6", "7"]);
    }

    #[test]
    fn values_of_several_headers_are_compared_too() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("token=a"));
        headers.append(COOKIE, HeaderValue::from_static("token=b"));
        assert_eq!(tokens(&headers).len(), 2);
    }

    #[test]
    fn the_token_is_left_alone_by_deleting_those_of_the_domains_above() {
        let token = Token::from_request("t.o.k");
        assert_eq!(
            jar(true).set_token_alone(&token, &HeaderMap::new()),
            [
                "token=; SameSite=Lax; Secure; Path=/; Domain=app.example.test; Max-Age=0",
                "token=; SameSite=Lax; Secure; Path=/; Domain=example.test; Max-Age=0",
                "token=t.o.k; SameSite=Lax; Secure; Path=/; Max-Age=604800",
            ]
        );
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static("localhost:8080"));
        assert_eq!(
            jar(false).set_token_alone(&token, &headers),
            ["token=t.o.k; SameSite=Lax; Path=/; Max-Age=604800"]
        );
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
