//! Programs: callers with an access token, whose calls are counted by token.
//!
//! Invariant: cookies beside an access token count for nothing.

use std::net::IpAddr;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderName, HeaderValue};
use quick_cache::sync::Cache;
use uuid::Uuid;
use waybill_services::iam::access_tokens::PREFIX;
use waybill_services::{Caller, ServiceError};

use super::{Calling, unavailable};
use crate::http::allowance::Allowance;
use crate::http::problem::Problem;
use crate::http::site::Site;
use crate::session::Token;

/// How many tokens are counted at once; of more, those that called last.
const COUNTED: usize = 10_000;

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// How often each token was used of late.
pub(in crate::http) struct Programs(Cache<Uuid, Arc<Allowance>>);

impl Default for Programs {
    fn default() -> Self {
        Self(Cache::new(COUNTED))
    }
}

/// How much of its minute a token has used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    most: u32,
    /// None when this call is one too many.
    left: Option<u32>,
    /// Seconds until the next minute.
    reset: u64,
}

impl Rate {
    pub(super) fn is_exceeded(&self) -> bool {
        self.left.is_none()
    }

    /// The answer to a call that is one too many.
    pub(super) fn refusal(self) -> Response {
        let mut response = Problem::TOO_MANY_CALLS.into_response();
        let headers = response.headers_mut();
        headers.insert(RETRY_AFTER, HeaderValue::from(self.reset));
        self.write(headers);
        response
    }

    pub(super) fn write(self, headers: &mut HeaderMap) {
        headers.insert(LIMIT, HeaderValue::from(self.most));
        headers.insert(REMAINING, HeaderValue::from(self.left.unwrap_or(0)));
        headers.insert(RESET, HeaderValue::from(self.reset));
    }
}

/// Whether this is meant as the token of a program.
pub(super) fn is_access_token(token: &Token) -> bool {
    token.as_str().starts_with(PREFIX)
}

/// The program that brings this access token.
pub(super) async fn calling(
    site: &Site,
    token: &Token,
    address: Option<IpAddr>,
) -> Result<Calling, Problem> {
    let services = &site.app().services;
    match services.program_caller(token.as_str(), address).await {
        Ok(caller) => Ok(Calling::Program(Box::new(caller))),
        Err(ServiceError::InvalidToken) => Ok(Calling::UnknownProgram),
        Err(ServiceError::Suspended) => Err(Problem::SUSPENDED_SINCE),
        Err(error) => Err(unavailable(&error)),
    }
}

/// Counts a call of the program.
pub(super) fn count(site: &Site, caller: &Caller) -> Option<Rate> {
    let id = caller.program()?.id.as_uuid();
    let make = || Ok::<_, std::convert::Infallible>(Arc::default());
    let Ok(allowance) = site.programs().0.get_or_insert_with(&id, make);
    let app = site.app();
    let second = u64::try_from(app.clock.now().as_second()).unwrap_or_default();
    let most = app.config().edge.program_calls_per_minute;
    Some(Rate {
        most,
        left: allowance.take(second / 60, most),
        reset: 60 - second % 60,
    })
}
