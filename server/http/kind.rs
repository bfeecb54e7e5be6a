//! What kind of request it was, and which route's: the labels under which it is counted.
//!
//! Invariant: both come from what the server knows, never from what a client sent.

use std::sync::Arc;

use axum::extract::MatchedPath;
use axum::response::Response;
use http::Method;

use super::realtime::REST;
use super::security_txt;
use super::weight::Weight;

/// The route of an answer that no route gave.
const UNMATCHED: &str = "unmatched";

/// The template of the route that gave an answer, where it is a finer one than the router's own.
#[derive(Clone, Debug)]
pub(super) struct Template(pub(super) Arc<str>);

/// The template under which an answer counts: its own, that of the route of the services which gave it, or `matched`, the
/// router's.
pub(super) fn route<'a>(response: &'a Response, matched: Option<&'a MatchedPath>) -> &'a str {
    let extensions = response.extensions();
    let own = extensions.get::<Template>();
    own.map(|Template(template)| &**template)
        .or_else(|| {
            let of_services = extensions.get::<MatchedPath>();
            of_services.or(matched).map(MatchedPath::as_str)
        })
        .unwrap_or(UNMATCHED)
}

/// The kind of a request, by its method and path and the template of its route.
pub(super) fn of(method: &Method, path: &str, route: &str) -> &'static str {
    let is_read = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    match route {
        "/healthz" | "/readyz" => "probe",
        "/.ws" => "socket",
        "/login" | "/logout" if !is_read => "sign_in",
        "/favicon.ico" | "/robots.txt" | security_txt::PATH => "asset",
        it if it.starts_with("/assets") => "asset",
        it if it.contains("googleapis.com") || it.contains("/auth/") => "sign_in",
        it if it.contains("/api/v1") && Weight::of(method, path).is_heavy => "heavy",
        it if (it == REST || it.contains("/api/v1")) && is_read => "read",
        it if it == REST || it.contains("/api/v1") => "write",
        _ if is_read => "page",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_apart_by_what_they_cost() {
        let users = "/iam/api/v1/users/{id}";
        for (method, path, route, kind) in [
            (Method::GET, "/readyz", "/readyz", "probe"),
            (Method::GET, "/assets/a.js", "/assets/{*name}", "asset"),
            (Method::GET, "/iam/api/v1/users/7", users, "read"),
            (Method::PATCH, "/iam/api/v1/users/7", users, "write"),
            (
                Method::GET,
                "/contact/api/v1/contacts/export",
                "/contact/api/v1/contacts/export",
                "heavy",
            ),
            (
                Method::GET,
                "/iam/api/v1/auth/login",
                "/iam/api/v1/auth/login",
                "sign_in",
            ),
            (Method::GET, "/a/b.json", REST, "read"),
            (Method::PUT, "/a/b.json", REST, "write"),
            (Method::GET, "/login", "/login", "page"),
            (Method::POST, "/login", "/login", "sign_in"),
            (Method::GET, "/settings/users", "/settings/users", "page"),
            (Method::POST, "/csp-report", "/csp-report", "other"),
        ] {
            assert_eq!(of(&method, path, route), kind, "{method} {path}");
        }
    }
}
