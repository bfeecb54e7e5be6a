//! Framing: one host, one form of target, headers that mean one thing (hostile inputs H06, H08, H10 to H14).
//!
//! Invariant: below this layer a request has at most one host, and no header that could be taken for one of ours.

use std::net::Ipv6Addr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::{COOKIE, FORWARDED, HOST};
use http::uri::Authority;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Version};
use waybill_identity::http::ClientAddress;

use super::request_id;
use crate::config::PublicOrigin;
use crate::http::client_address;
use crate::http::probes;
use crate::http::problem::Problem;
use crate::http::site::Site;
use crate::telemetry::traces;

/// Names that mean something inside, here or in a neighbour's product, and nothing when a client sends them.
const INTERNAL: [&str; 14] = [
    "x-company-id",
    "x-user-id",
    "x-nonce",
    "x-request-id",
    "x-deadline-ms",
    "x-original-url",
    "x-rewrite-url",
    "x-middleware-subrequest",
    "x-nextjs-data",
    "rsc",
    "next-action",
    "x-real-ip",
    "x-http-method-override",
    "x-method-override",
];

/// Beginnings of such names.
const INTERNAL_PREFIXES: [&str; 3] = ["x-ssr-", "x-react-router-", "x-forwarded-"];

/// The host that the request is for, checked: host name and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host(String);

/// The request comes from an instance that passes calls on to this one.
#[derive(Clone, Copy, Debug)]
pub struct FromFront;

impl Host {
    /// With the port, if one was given.
    pub fn authority(&self) -> &str {
        &self.0
    }

    /// Whether it names the machine that asks.
    pub fn is_local(&self) -> bool {
        matches!(self.name(), "localhost" | "127.0.0.1" | "[::1]")
    }

    /// Without the port.
    pub fn name(&self) -> &str {
        match self.0.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|it| it.is_ascii_digit()) => name,
            _ => &self.0,
        }
    }
}

/// Refuses requests whose host or target is in doubt, and removes headers that are not the client's to send.
pub async fn check(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let host = match host(&request) {
        Ok(host) => host,
        Err(problem) => return problem.into_response(),
    };
    let config = site.app().config();
    let edge = &config.edge;
    let client = client_address::of(&request, edge);
    let peer = client_address::peer(&request);
    let is_from_front = peer.is_some_and(|it| edge.front_instances.contains(it));
    if let Some(origin) = &config.public_origin
        && !is_from_front
        // Whoever watches a machine names it as it likes.
        && !probes::is_probe(request.uri().path())
        && !is_served(host.as_ref(), origin, peer.is_some_and(|it| it.is_loopback()))
    {
        return Problem::MISDIRECTED.into_response();
    }
    let headers = request.headers_mut();
    remove_internal(headers);
    keep_readable_cookies(headers);
    request_id::write(headers);
    // Of whom the trace was, it is ours from here on.
    headers.remove("traceparent");
    headers.remove("tracestate");
    traces::write(headers);
    let extensions = request.extensions_mut();
    if let Some(host) = host {
        extensions.insert(host);
    }
    if is_from_front {
        extensions.insert(FromFront);
    }
    if let Some(client) = client {
        extensions.insert(ClientAddress(client));
        extensions.insert(waybill_services::http::source::ClientAddress(client));
    }
    next.run(request).await
}

/// Whether a request for this host is for us: for that of the public origin, whatever the port that a proxy listens on, or from
/// this very machine by a name that leads nowhere else. So a page of another name that was made to lead here reads nothing.
fn is_served(host: Option<&Host>, origin: &PublicOrigin, is_local: bool) -> bool {
    host.is_some_and(|host| host.name() == origin.host() || (is_local && host.is_local()))
}

/// Exactly one host, named the same wherever it is named; HTTP/1.0 may leave it out.
fn host(request: &Request) -> Result<Option<Host>, Problem> {
    let is_multiplexed = request.version() == Version::HTTP_2;
    let target = request.uri();
    // A proxy's form of request; this is none (H08).
    if !is_multiplexed && (target.scheme().is_some() || target.authority().is_some()) {
        return Err(Problem::FRAMING);
    }
    if request.method() == Method::CONNECT {
        return Err(Problem::FRAMING);
    }
    let mut named: Option<Host> = target
        .authority()
        .map(|it| parse(it.as_str()))
        .transpose()?;
    let mut in_headers = request.headers().get_all(HOST).iter();
    if let Some(value) = in_headers.next() {
        let value = value.to_str().map_err(|_error| Problem::FRAMING)?;
        let host = parse(value)?;
        if named.as_ref().is_some_and(|it| *it != host) {
            return Err(Problem::FRAMING);
        }
        named = Some(host);
    }
    if in_headers.next().is_some() || (named.is_none() && request.version() == Version::HTTP_11) {
        return Err(Problem::FRAMING);
    }
    Ok(named)
}

/// A host name or address, and a port that there can be. The syntax of RFC 3986 has more, such as `a,b`, that no host is called.
fn parse(text: &str) -> Result<Host, Problem> {
    let authority: Authority = text.parse().map_err(|_error| Problem::FRAMING)?;
    let host = authority.host();
    let is_address = host
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'))
        .is_some_and(|it| it.parse::<Ipv6Addr>().is_ok());
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    if !is_address && (host.is_empty() || !host.bytes().all(is_name)) {
        return Err(Problem::FRAMING);
    }
    let rest = authority.as_str().strip_prefix(host);
    let has_port = rest
        .and_then(|it| it.strip_prefix(':'))
        .map(str::parse::<u16>);
    if rest != Some("") && !matches!(has_port, Some(Ok(_))) {
        return Err(Problem::FRAMING);
    }
    Ok(Host(authority.as_str().to_ascii_lowercase()))
}

fn remove_internal(headers: &mut HeaderMap) {
    let doubtful: Vec<HeaderName> = headers
        .keys()
        .filter(|name| is_internal(name.as_str()))
        .cloned()
        .collect();
    for name in doubtful {
        headers.remove(name);
    }
    headers.remove(FORWARDED);
}

/// Leaves cookies out that are no ASCII text: a neighbour's, on the same host, would hide ours from all readers.
fn keep_readable_cookies(headers: &mut HeaderMap) {
    if headers.get_all(COOKIE).iter().all(|it| it.to_str().is_ok()) {
        return;
    }
    let readable: Vec<HeaderValue> = headers
        .get_all(COOKIE)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b';'))
        .map(<[u8]>::trim_ascii_start)
        .filter_map(|pair| HeaderValue::from_bytes(pair).ok())
        .filter(|pair| pair.to_str().is_ok())
        .collect();
    headers.remove(COOKIE);
    for pair in readable {
        headers.append(COOKIE, pair);
    }
}

/// A name with `_` would be another name's twin wherever headers become variables (H12).
fn is_internal(name: &str) -> bool {
    name.contains('_')
        || INTERNAL.contains(&name)
        || INTERNAL_PREFIXES.iter().any(|it| name.starts_with(it))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn request(target: &str, hosts: &[&str]) -> Request {
        let mut builder = Request::builder().uri(target);
        for host in hosts {
            builder = builder.header(HOST, *host);
        }
        builder.body(Body::empty()).unwrap()
    }

    #[track_caller]
    fn check(target: &str, hosts: &[&str], expected: Option<&str>) {
        let found = host(&request(target, hosts)).ok().flatten();
        let found = found.as_ref().map(Host::authority);
        assert_eq!(found, expected, "{target} {hosts:?}");
    }

    #[test]
    fn one_host_is_needed_and_one_is_enough() {
        check("/", &["app.example.test"], Some("app.example.test"));
        check(
            "/",
            &["App.Example.test:8080"],
            Some("app.example.test:8080"),
        );
        check("/", &["[::1]:8080"], Some("[::1]:8080"));
        check("/", &[], None);
        check("/", &["a.test", "a.test"], None);
        check("/", &["user@a.test"], None);
        check("/", &["127.0.0.1:99999"], None);
        check("/", &["127.0.0.1:"], None);
        check("/", &["a.test:80:80"], None);
        check("/", &["a,b"], None);
        check("/", &["a.test%00"], None);
        check("/", &["[::1"], None);
        check("/", &["[::g]"], None);
        check("/", &["my_host"], Some("my_host"));
        check("/", &["a.test/x"], None);
        check("/", &[""], None);
    }

    #[test]
    fn absolute_targets_are_refused_over_http_1() {
        check("http://169.254.169.254/latest/", &["a.test"], None);
        check("http://a.test/", &["a.test"], None);
    }

    #[test]
    fn over_http_2_authority_and_host_must_agree() {
        let mut agreeing = request("https://a.test/", &["a.test"]);
        *agreeing.version_mut() = Version::HTTP_2;
        assert_eq!(host(&agreeing).unwrap().unwrap().authority(), "a.test");
        let mut differing = request("https://a.test/", &["b.test"]);
        *differing.version_mut() = Version::HTTP_2;
        assert!(host(&differing).is_err());
    }

    #[test]
    fn the_port_is_no_part_of_the_name() {
        assert_eq!(Host("a.test:8080".to_owned()).name(), "a.test");
        assert_eq!(Host("a.test".to_owned()).name(), "a.test");
        assert_eq!(Host("[::1]".to_owned()).name(), "[::1]");
    }

    #[test]
    fn a_cookie_that_is_no_text_hides_no_other() {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_bytes(b"a=\xc3\xa9; token=t; b=c").unwrap();
        headers.insert(COOKIE, value);
        keep_readable_cookies(&mut headers);
        let kept: Vec<&HeaderValue> = headers.get_all(COOKIE).iter().collect();
        assert_eq!(kept, ["token=t", "b=c"]);
    }

    #[test]
    fn headers_that_are_not_the_clients_to_send_are_removed() {
        let mut headers = HeaderMap::new();
        let kept = ["accept", "cookie", "authorization", "sec-fetch-site"];
        let removed = [
            "x-forwarded-host",
            "x_forwarded_user",
            "x-company-id",
            "x-ssr-data",
            "x-react-router-spa-mode",
            "forwarded",
            "x-request-id",
        ];
        for name in kept.iter().chain(&removed) {
            headers.insert(*name, HeaderValue::from_static("v"));
        }
        remove_internal(&mut headers);
        assert!(kept.iter().all(|name| headers.contains_key(*name)));
        assert!(
            !removed.iter().any(|name| headers.contains_key(*name)),
            "{headers:?}"
        );
    }
}
