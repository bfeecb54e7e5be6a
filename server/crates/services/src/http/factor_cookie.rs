//! The cookie that binds a code to the browser in which the sign-in began.
//!
//! Invariant: no script reads it, and no request that another site caused carries it.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use waybill_storage::second_factors::Secret;

use crate::iam::second_factor::SIGN_IN_LIFE;
use crate::services::Services;

/// The cookie as this server writes it: under https with a name that only https can set, for this host alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactorCookie {
    name: &'static str,
    attributes: &'static str,
}

impl FactorCookie {
    /// As it suits the address at which browsers reach these services.
    pub fn of(services: &Services) -> Self {
        Self::at(&services.settings.public_origin)
    }

    /// As it suits this address: `https://…`, or plain http.
    pub fn at(origin: &str) -> Self {
        match origin.starts_with("https://") {
            true => Self {
                name: "__Host-factor",
                attributes: "Path=/; HttpOnly; SameSite=Strict; Secure",
            },
            false => Self {
                name: "factor",
                attributes: "Path=/; HttpOnly; SameSite=Strict",
            },
        }
    }

    /// What a request holds.
    pub fn read(self, headers: &HeaderMap) -> Option<Secret> {
        let cookies = headers.get_all(COOKIE).iter();
        let mut pairs = cookies
            .filter_map(|header| header.to_str().ok())
            .flat_map(|header| header.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let (_, value) = pairs.find(|(name, _)| *name == self.name)?;
        Some(Secret::from(value.to_owned()))
    }

    /// The value of `Set-Cookie` that keeps the secret for as long as the sign-in may take.
    pub fn set(self, secret: &Secret) -> HeaderValue {
        self.write(secret.as_str(), SIGN_IN_LIFE.as_secs())
    }

    /// The value of `Set-Cookie` that deletes it.
    pub fn clear(self) -> HeaderValue {
        self.write("", 0)
    }

    /// The cookie as a browser sends it.
    pub fn pair(self, secret: &str) -> String {
        format!("{}={secret}", self.name)
    }

    /// What a browser keeps of a `Set-Cookie` of it: the secret, or nothing where it is deleted. None of another cookie.
    pub fn kept(self, set_cookie: &str) -> Option<&str> {
        let (pair, _) = set_cookie.split_once(';')?;
        let (name, value) = pair.split_once('=')?;
        (name == self.name).then_some(value)
    }

    fn write(self, value: &str, seconds: i64) -> HeaderValue {
        let Self { name, attributes } = self;
        let cookie = format!("{name}={value}; Max-Age={seconds}; {attributes}");
        // Hexadecimal digits and what stands here: it is always fit for a header.
        HeaderValue::from_str(&cookie).unwrap_or(HeaderValue::from_static("factor=; Max-Age=0"))
    }
}
