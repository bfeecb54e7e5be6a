//! Where a request comes from, read off its head.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{COOKIE, USER_AGENT};
use axum::http::request::Parts;
use waybill_storage::hashing::sha256_hex;

use super::request_id::RequestId;
use crate::caller::{Caller, ViewingKind};
use crate::source::{Origin, Source};

/// The client's address, which the server's outer layers put beside the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// How much of what a browser calls itself is kept.
const BROWSER_LIMIT: usize = 200;

/// Names of the session cookie: under https, and on plain http.
const SESSION_COOKIES: [&str; 2] = ["__Host-sid", "sid"];

/// Enough to tell apart all sessions there ever are.
const SESSION_REF_DIGITS: usize = 32;

impl<S: Send + Sync> FromRequestParts<S> for Source {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let RequestId(request_id) = RequestId::from_request_parts(parts, state).await?;
        let address = parts.extensions.get::<ClientAddress>();
        let program = parts.extensions.get::<Caller>().and_then(Caller::program);
        Ok(Self {
            origin: origin(&parts.headers),
            request_id,
            ip: address.map(|ClientAddress(ip)| ip.to_string()),
            browser: browser(&parts.headers),
            session_ref: match program {
                Some(program) => Some(reference(&program.id.to_string())),
                None => session_ref(&parts.headers),
            },
            batch_id: None,
            is_support: is_support(parts),
            program: program.map(|program| program.name.clone()),
        })
    }
}

/// Whether the caller visits a company as support.
fn is_support(parts: &Parts) -> bool {
    let caller = parts.extensions.get::<Caller>();
    let viewing = caller.and_then(Caller::viewing);
    viewing.is_some_and(|viewing| viewing.kind == ViewingKind::Support)
}

/// Browsers say that a script of our own page asked (Fetch Metadata); other programs do not.
fn origin(headers: &HeaderMap) -> Origin {
    match headers.get("sec-fetch-site") {
        Some(site) if site == "same-origin" => Origin::Ui,
        _ => Origin::Api,
    }
}

/// The session cookie's value hashed: it tells sessions apart and opens none.
pub fn session_ref(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter();
    let mut pairs = cookies
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(name, _)| SESSION_COOKIES.contains(name))?;
    Some(reference(value))
}

fn reference(value: &str) -> String {
    let mut hash = sha256_hex(format!("audit {value}").as_bytes());
    hash.truncate(SESSION_REF_DIGITS);
    hash
}

/// What the browser calls itself, cut to a length that a log can bear.
pub fn browser(headers: &HeaderMap) -> Option<String> {
    let name = headers.get(USER_AGENT)?.to_str().ok()?;
    Some(name.chars().take(BROWSER_LIMIT).collect())
}
