//! Passing a call on to a service on another machine, and its answer back.
//!
//! Invariants: content streams both ways; a token leaves only when its session was found to live; what the service says of cookies,
//! policies and addresses stays behind; a failure is our own problem details, never the service's text.

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{AUTHORIZATION, CACHE_CONTROL, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use tracing::Instrument as _;
use waybill_identity::http::ClientAddress;
use waybill_services::http::credentials::token_in;
use waybill_upstream::{Call, CallError, Upstream};

use crate::app::Upstreams;
use crate::http::kind::Template;
use crate::http::middleware::address::Address;
use crate::http::problem::Problem;
use crate::http::weight::Weight;
use crate::telemetry::traces;

/// Largest answer of an ordinary call.
const MOST_BYTES: u64 = 32 << 20;

/// Largest table or file.
const MOST_BYTES_OF_FILES: u64 = 4 << 30;

/// The longest wait that a service may ask of browsers, in seconds.
const LONGEST_WAIT: u64 = 300;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// A call of a browser, as far as it is known.
pub(super) struct Passage<'a> {
    pub(super) service: &'static str,
    pub(super) upstreams: &'a Upstreams,
    pub(super) upstream: &'a Upstream,
    pub(super) weight: Weight,
    /// Whether its token was found to be that of a living session.
    pub(super) is_signed_in: bool,
    /// Whether what the call brings to prove itself passes although it is no session's.
    pub(super) keeps_authorization: bool,
}

impl Passage<'_> {
    pub(super) async fn pass(self, request: Request) -> Response {
        let Some(mut call) = self.call(&request) else {
            return Problem::NOT_FOUND.into_response();
        };
        let content = content_of(request);
        let service = self.service;
        let span = traces::upstream(service);
        span.in_scope(|| traces::write(&mut call.headers));
        let mut response = match self.upstream.call(call, content).instrument(span).await {
            Ok(answer) => {
                let mut response = answer.map(Body::new);
                keep_private(response.headers_mut());
                response
            }
            Err(error) => refusal(self.service, &error),
        };
        let template = Template(format!("/{}/api/v1/…", self.service).into());
        response.extensions_mut().insert(template);
        response
    }

    fn call(&self, request: &Request) -> Option<Call> {
        let Address { path, .. } = request.extensions().get()?;
        let path_and_query = match request.uri().query() {
            Some(query) => format!("{path}?{query}"),
            None => path.to_string(),
        };
        let mut headers = request.headers().clone();
        headers.remove(AUTHORIZATION);
        if (self.is_signed_in || self.keeps_authorization)
            && let Some(token) = token_in(request.headers())
            && let Some(value) = self.upstreams.authorization(token)
        {
            headers.insert(AUTHORIZATION, value);
        }
        if let Some(ClientAddress(address)) = request.extensions().get()
            && let Ok(value) = HeaderValue::try_from(address.to_string())
        {
            headers.insert(FORWARDED_FOR, value);
        }
        let is_of_files = self.weight.is_heavy || self.service == "drive";
        Some(Call {
            method: request.method().clone(),
            path_and_query,
            headers,
            deadline: match self.weight.is_heavy {
                true => self.weight.call,
                false => self.weight.call.min(self.upstreams.deadline()),
            },
            most_bytes: match is_of_files {
                true => MOST_BYTES_OF_FILES,
                false => MOST_BYTES,
            },
        })
    }
}

/// The content, if there is any. Without any, a read may be repeated.
fn content_of(request: Request) -> Option<Body> {
    use axum::body::HttpBody;
    let content = request.into_body();
    (!content.is_end_stream()).then_some(content)
}

/// Whatever a service thinks who may keep an answer: it was given for one person's token.
fn keep_private(headers: &mut HeaderMap) {
    let is_private = |value: &HeaderValue| {
        let text = value.to_str().unwrap_or_default().to_ascii_lowercase();
        text.contains("private") || text.contains("no-store")
    };
    if !headers.get_all(CACHE_CONTROL).iter().any(is_private) {
        headers.remove(CACHE_CONTROL);
    }
}

/// What a browser is told of a call that has no answer.
fn refusal(service: &'static str, error: &CallError) -> Response {
    match error {
        CallError::Address => return Problem::NOT_FOUND.into_response(),
        // Told once, when it began.
        CallError::Full | CallError::GivenUp => {}
        _ => {
            let error: &(dyn std::error::Error + 'static) = error;
            tracing::warn!(service, error, "A service did not respond.");
        }
    }
    let problem = match error {
        CallError::Late => Problem::GATEWAY_TIMEOUT,
        CallError::Full | CallError::GivenUp => Problem::UNAVAILABLE,
        CallError::Failed { status, .. } => match *status {
            StatusCode::SERVICE_UNAVAILABLE => Problem::UNAVAILABLE,
            StatusCode::GATEWAY_TIMEOUT => Problem::GATEWAY_TIMEOUT,
            _ => Problem::BAD_GATEWAY,
        },
        _ => Problem::BAD_GATEWAY,
    };
    let mut response = problem.into_response();
    if let CallError::Failed {
        retry_after: Some(wait),
        ..
    } = error
        && let Some(wait) = seconds(wait)
    {
        response.headers_mut().insert(RETRY_AFTER, wait);
    }
    response
}

fn seconds(value: &HeaderValue) -> Option<HeaderValue> {
    let seconds: u64 = value.to_str().ok()?.parse().ok()?;
    Some(HeaderValue::from(seconds.min(LONGEST_WAIT)))
}

/// The content of an answer, as a document wants it. None unless it is there to the end.
pub(super) async fn ask(
    upstream: &Upstream,
    call: Call,
    content: Option<Body>,
) -> Option<(StatusCode, Bytes)> {
    use http_body_util::BodyExt as _;
    let answer = match upstream.call(call, content).await {
        Ok(answer) => answer,
        Err(error) => {
            let error: &(dyn std::error::Error + 'static) = &error;
            tracing::debug!(error, "A call of a document could not be answered.");
            return None;
        }
    };
    let status = answer.status();
    let content = answer.into_body().collect().await.ok()?.to_bytes();
    Some((status, content))
}
