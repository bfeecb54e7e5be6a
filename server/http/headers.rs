//! Headers that protect: what every answer carries, and what every page carries beyond that (security.md section 3).
//!
//! Invariant: a nonce is 128 fresh random bits per page and never comes from a request; what stands in a policy beside
//! constants is that nonce, a host of checked characters, and what the configuration names.

use std::net::Ipv4Addr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY_REPORT_ONLY, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::config::OutsideScript;

/// Where browsers send their reports.
pub const REPORT_PATH: &str = "/csp-report";

/// What an answer that is no page may do when a browser shows it on its own: nothing.
const INERT_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

/// No text becomes a script, unless by the one policy `app`, which nothing has needed so far.
const TRUSTED_TYPES: &str = "require-trusted-types-for 'script'; trusted-types app";

/// Where browsers tell what a policy kept from happening.
const REPORTING: &str = "report-to csp; report-uri /csp-report";

const PERMISSIONS: &str =
    "camera=(), microphone=(), geolocation=(), usb=(), payment=(), browsing-topics=()";

/// How the site is reached, as far as headers depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Whether by https.
    pub https: bool,
    /// Host and port of the public origin, when one is configured.
    pub authority: Option<String>,
    /// Whether pages open sockets there.
    pub has_socket: bool,
    /// Origins of others that pages talk to, of checked characters; sockets with their scheme.
    pub others: Vec<String>,
}

/// Whose scripts a page runs beside ours. They know nothing of Trusted Types, which are then only reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guests<'a> {
    /// Those of Google's maps.
    pub maps: bool,
    /// Those that the configuration names.
    pub scripts: &'a [OutsideScript],
}

impl Guests<'_> {
    fn is_nobody(&self) -> bool {
        !self.maps && self.scripts.is_empty()
    }

    /// The machines of all of them, each with a space before it.
    fn origins(&self) -> String {
        let origins = self.scripts.iter().flat_map(|it| &it.origins);
        origins.fold(String::new(), |all, it| all + " " + it)
    }
}

/// Google's maps: pictures, data and fonts. Their script evaluates text and starts workers of its own making.
const MAPS: &str = " https://*.googleapis.com https://*.gstatic.com";

/// A nonce as it stands in the policy and on scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonce(String);

impl Nonce {
    /// A fresh one.
    pub fn generate() -> Self {
        Self(STANDARD_NO_PAD.encode(rand::random::<[u8; 16]>()))
    }

    /// The text, base64.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Reached {
    /// Adds to any answer what it does not say itself, and removes what browsers refuse from here.
    pub fn protect(&self, headers: &mut HeaderMap) {
        let constant = [
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (X_FRAME_OPTIONS, "DENY"),
            (REFERRER_POLICY, "strict-origin-when-cross-origin"),
            (
                HeaderName::from_static("cross-origin-resource-policy"),
                "same-origin",
            ),
            (HeaderName::from_static("permissions-policy"), PERMISSIONS),
            (CONTENT_SECURITY_POLICY, INERT_POLICY),
            (CACHE_CONTROL, "no-store"),
        ];
        for (name, value) in constant {
            headers
                .entry(name)
                .or_insert(HeaderValue::from_static(value));
        }
        // Elsewhere browsers ignore both, and complain of them.
        if self.is_trustworthy() {
            headers
                .entry(HeaderName::from_static("cross-origin-opener-policy"))
                .or_insert(HeaderValue::from_static("same-origin"));
        } else {
            headers.remove("clear-site-data");
        }
        if self.https {
            headers.insert(
                STRICT_TRANSPORT_SECURITY,
                HeaderValue::from_static("max-age=63072000; includeSubDomains"),
            );
        }
    }

    /// Whether browsers trust where this comes from: what comes by https, or from the machine itself (W3C Secure Contexts,
    /// section 3.1). Without a public origin the program listens to this machine.
    fn is_trustworthy(&self) -> bool {
        let Some(authority) = self.authority.as_deref() else {
            return true;
        };
        let is_port = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
        let host = match authority.rsplit_once(':') {
            Some((host, port)) if is_port(port) => host,
            _ => authority,
        };
        let is_loopback = |host: &str| {
            let address: Option<Ipv4Addr> = host.parse().ok();
            address.is_some_and(|it| it.is_loopback())
        };
        self.https || matches!(host, "localhost" | "[::1]") || is_loopback(host)
    }

    /// Headers of a page whose scripts carry `nonce`. `host` is the request's own, for want of a public origin.
    pub fn page(
        &self,
        headers: &mut HeaderMap,
        nonce: &Nonce,
        host: Option<&str>,
        guests: Guests<'_>,
    ) {
        let policy = self.policy(nonce, host, guests);
        if guests.is_nobody() {
            let policy = format!("{policy}; {TRUSTED_TYPES}; {REPORTING}");
            headers.insert(CONTENT_SECURITY_POLICY, policy_value(policy));
        } else {
            let policy = format!("{policy}; {REPORTING}");
            headers.insert(CONTENT_SECURITY_POLICY, policy_value(policy));
            let reported = format!("{TRUSTED_TYPES}; {REPORTING}");
            headers.insert(CONTENT_SECURITY_POLICY_REPORT_ONLY, policy_value(reported));
        }
        headers.insert(
            HeaderName::from_static("reporting-endpoints"),
            HeaderValue::from_static("csp=\"/csp-report\""),
        );
        personal(headers);
    }

    fn policy(&self, nonce: &Nonce, host: Option<&str>, guests: Guests<'_>) -> String {
        let scheme = if self.https { "wss" } else { "ws" };
        let host = self.authority.as_deref().or(host);
        let socket = match host.filter(|it| is_authority(it)) {
            Some(host) if self.has_socket => format!(" {scheme}://{host}"),
            Some(_) | None => String::new(),
        };
        let others = self
            .others
            .iter()
            .fold(String::new(), |all, it| all + " " + it);
        let nonce = nonce.as_str();
        let (maps, eval) = match guests.maps {
            true => (MAPS, " 'unsafe-eval' blob:"),
            false => ("", ""),
        };
        let more = guests.origins();
        // Workers are made of what the page already has; frames are those of a chat.
        let apart = match (guests.is_nobody(), more.as_str()) {
            (true, _) => String::new(),
            (false, "") => "; worker-src blob:".to_owned(),
            (false, more) => format!("; worker-src blob:; frame-src{more}"),
        };
        format!(
            "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'{eval}; \
             style-src 'self' 'nonce-{nonce}'{maps}{more}; img-src 'self' data:{maps}{more}; \
             font-src 'self'{maps}{more}; connect-src 'self'{socket}{others}{maps}{more}{apart}; \
             manifest-src 'self'; form-action 'self'; \
             base-uri 'none'; object-src 'none'; frame-ancestors 'none'"
        )
    }
}

/// Constants, base64 and checked characters only: it always is a header value. Were it not, nothing would run.
fn policy_value(policy: String) -> HeaderValue {
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(INERT_POLICY))
}

/// Marks an answer as one for this visitor alone: pages, and redirects that depend on who asks.
pub fn personal(headers: &mut HeaderMap) {
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(VARY, HeaderValue::from_static("Cookie"));
}

/// Whether a text may stand as host and port in a policy.
fn is_authority(text: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    (1..=259).contains(&text.len()) && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(https: bool, authority: Option<&str>, host: Option<&str>) -> String {
        let reached = Reached {
            https,
            authority: authority.map(str::to_owned),
            has_socket: true,
            others: Vec::new(),
        };
        let mut headers = HeaderMap::new();
        let nobody = Guests::default();
        reached.page(&mut headers, &Nonce("R".to_owned()), host, nobody);
        headers[CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn only_secure_contexts_get_these_headers() {
        let is_said = |https, authority: Option<&str>| {
            let reached = Reached {
                https,
                authority: authority.map(str::to_owned),
                has_socket: false,
                others: Vec::new(),
            };
            let mut headers = HeaderMap::new();
            headers.insert("clear-site-data", HeaderValue::from_static("\"storage\""));
            reached.protect(&mut headers);
            let is_cut_off = headers.contains_key("cross-origin-opener-policy");
            assert_eq!(headers.contains_key("clear-site-data"), is_cut_off);
            is_cut_off
        };
        assert!(is_said(true, Some("app.example.test")));
        assert!(is_said(false, None));
        for here in [
            "localhost:8080",
            "127.0.0.1:8080",
            "127.0.0.9",
            "[::1]:80",
            "[::1]",
        ] {
            assert!(is_said(false, Some(here)), "{here}");
        }
        for elsewhere in [
            "app.example.test",
            "app.example.test:8080",
            "10.0.0.7:80",
            "[fd00::7]",
        ] {
            assert!(!is_said(false, Some(elsewhere)), "{elsewhere}");
        }
    }

    #[test]
    fn the_policy_is_the_one_agreed_on() {
        assert_eq!(
            policy(true, Some("app.example.test"), Some("evil.test")),
            "default-src 'none'; script-src 'nonce-R' 'strict-dynamic'; style-src 'self' 'nonce-R'; \
             img-src 'self' data:; font-src 'self'; connect-src 'self' wss://app.example.test; \
             manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; \
             frame-ancestors 'none'; require-trusted-types-for 'script'; \
             trusted-types app; report-to csp; report-uri /csp-report"
        );
    }

    #[test]
    fn guests_widen_the_policy_for_what_they_need_and_no_further() {
        let reached = Reached {
            https: true,
            authority: None,
            has_socket: false,
            others: Vec::new(),
        };
        let chat = OutsideScript {
            name: "chat",
            src: "https://chat.example/w.js".to_owned(),
            needs_key: false,
            origins: vec!["https://chat.example".to_owned()],
        };
        let policy = |guests| {
            let mut headers = HeaderMap::new();
            reached.page(&mut headers, &Nonce("R".to_owned()), None, guests);
            assert!(headers.contains_key(CONTENT_SECURITY_POLICY_REPORT_ONLY));
            headers[CONTENT_SECURITY_POLICY]
                .to_str()
                .unwrap()
                .to_owned()
        };
        let scripts = std::slice::from_ref(&chat);
        assert_eq!(
            policy(Guests {
                maps: false,
                scripts
            }),
            "default-src 'none'; script-src 'nonce-R' 'strict-dynamic'; \
             style-src 'self' 'nonce-R' https://chat.example; img-src 'self' data: https://chat.example; \
             font-src 'self' https://chat.example; connect-src 'self' https://chat.example; \
             worker-src blob:; frame-src https://chat.example; manifest-src 'self'; form-action 'self'; \
             base-uri 'none'; object-src 'none'; frame-ancestors 'none'; report-to csp; \
             report-uri /csp-report"
        );
        let maps = policy(Guests {
            maps: true,
            scripts: &[],
        });
        assert!(
            maps.contains("script-src 'nonce-R' 'strict-dynamic' 'unsafe-eval' blob:;"),
            "{maps}"
        );
        assert!(
            maps.contains("img-src 'self' data: https://*.googleapis.com https://*.gstatic.com;")
        );
        assert!(!maps.contains("frame-src"));
    }

    #[test]
    fn a_host_of_other_characters_does_not_enter_the_policy() {
        assert!(policy(false, None, Some("localhost:8080")).contains(" ws://localhost:8080;"));
        for host in ["a b", "a;script-src *", "a,b", "*", "'self'", ""] {
            assert!(
                policy(false, None, Some(host)).contains("connect-src 'self';"),
                "{host}"
            );
        }
    }

    #[test]
    fn nonces_are_fresh_and_of_128_bits() {
        let nonces: std::collections::HashSet<String> =
            (0..10_000).map(|_| Nonce::generate().0).collect();
        assert_eq!(nonces.len(), 10_000);
        assert!(nonces.iter().all(|it| it.len() == 22));
    }

    #[test]
    fn what_an_answer_says_itself_is_kept() {
        let reached = Reached {
            https: false,
            authority: None,
            has_socket: true,
            others: Vec::new(),
        };
        let mut headers = HeaderMap::new();
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        reached.protect(&mut headers);
        assert_eq!(headers[REFERRER_POLICY], "no-referrer");
        assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(!headers.contains_key(STRICT_TRANSPORT_SECURITY));
    }
}
