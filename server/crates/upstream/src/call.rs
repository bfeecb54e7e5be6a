//! One call: bulkhead → breaker → attempts → judgement of the answer.
//!
//! Invariant: what was sent once is sent again only when it is a read without content, the budget allows it, and time is left; a call
//! whose caller is gone ends at the service too, and counts neither for nor against it.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode};
use http_body::Body;
use http_body_util::BodyExt as _;
use tokio::time::Instant;
use tower::retry::budget::Budget as _;
use url::Url;

use super::breaker::Change;
use super::client::{Content, SendError};
use super::counters::Outcome;
use super::{Passing, Upstream, headers};

/// Attempts beyond the first.
const MOST_RETRIES: u32 = 2;

/// The longest pause before the first of them; it doubles with each.
const PAUSE: Duration = Duration::from_millis(50);

/// Tells the service how long anybody waits for its answer.
const DEADLINE: HeaderName = HeaderName::from_static("x-deadline-ms");

/// A call that is to be made.
#[derive(Debug)]
pub struct Call {
    /// What is asked.
    pub method: Method,
    /// Of what: path and query, the path without dot segments.
    pub path_and_query: String,
    /// The headers as they came; what is not listed stays behind.
    pub headers: HeaderMap,
    /// Time until the head of the answer.
    pub deadline: Duration,
    /// Largest answer that is passed on.
    pub most_bytes: u64,
}

/// Why a call has no answer that could be passed on.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// Its path would be read as another one.
    #[error("the address does not belong to the service")]
    Address,
    /// Too many calls of the service are in work.
    #[error("too many calls to the service are in flight")]
    Full,
    /// Most of the last calls failed.
    #[error("the circuit to the service is open after repeated failures")]
    GivenUp,
    /// Nobody answered, or the connection broke.
    #[error("the service cannot be reached")]
    Unreachable(#[source] SendError),
    /// There was no answer in time.
    #[error("the service did not respond in time")]
    Late,
    /// The service said that it failed.
    #[error("the service failed with {status}")]
    Failed {
        /// With which status.
        status: StatusCode,
        /// When it wants to be asked again, in its own words.
        retry_after: Option<HeaderValue>,
    },
    /// It answered what is not passed on.
    #[error("the service returned an unsupported response: {0}")]
    Unusable(&'static str),
}

impl Upstream {
    /// Makes a call, with content if there is any.
    ///
    /// # Errors
    /// See [`CallError`]. An answer that refuses, 4xx, is an answer.
    pub async fn call<B>(
        &self,
        call: Call,
        content: Option<B>,
    ) -> Result<Response<Passing>, CallError>
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let deadline = Instant::now() + call.deadline;
        let url = self.address().join(&call.path_and_query);
        let url = url.ok_or(CallError::Address)?;
        let Ok(turn) = Arc::clone(&self.bulkhead).try_acquire_owned() else {
            self.counting.count(Outcome::Full);
            return Err(CallError::Full);
        };
        if !self.breaker.admits(Instant::now()) {
            self.counting.count(Outcome::GivenUp);
            return Err(CallError::GivenUp);
        }
        let (head, content) = match content {
            Some(content) => {
                let content = Content::wrap_stream(content.into_data_stream());
                let attempt = self.attempt(&call, url, Some(content), deadline);
                attempt.await?.into_parts()
            }
            None => self.attempts(&call, url, deadline).await?.into_parts(),
        };
        if let Err(why) = judge(head.status, &head.headers, call.most_bytes) {
            self.counting.count(Outcome::Unusable);
            return Err(CallError::Unusable(why));
        }
        self.counting.count(Outcome::Answered);
        let passing = Passing::new(content, call.most_bytes, turn);
        let mut response = Response::new(passing);
        *response.status_mut() = head.status;
        *response.headers_mut() = headers::back(&head.headers);
        Ok(response)
    }

    /// Asks, and asks again where that is safe and may help.
    async fn attempts(
        &self,
        call: &Call,
        url: Url,
        deadline: Instant,
    ) -> Result<Response<Content>, CallError> {
        let is_read = matches!(call.method, Method::GET | Method::HEAD);
        self.retries.deposit();
        let mut retries = 0;
        loop {
            let error = match self.attempt(call, url.clone(), None, deadline).await {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            let may_help = matches!(
                &error,
                CallError::Unreachable(_)
                    | CallError::Failed {
                        retry_after: None,
                        ..
                    }
            );
            if !is_read || !may_help || retries == MOST_RETRIES || self.breaker.is_open() {
                return Err(error);
            }
            // The whole of it at random, so that those who failed together do not come back together.
            let pause = (PAUSE * 2_u32.pow(retries)).mul_f64(rand::random());
            let is_in_time = Instant::now() + pause < deadline;
            if !is_in_time || !self.retries.withdraw() {
                return Err(error);
            }
            tokio::time::sleep(pause).await;
            retries += 1;
            self.counting.count(Outcome::Retried);
        }
    }

    /// Asks once, and tells the breaker how it went.
    async fn attempt(
        &self,
        call: &Call,
        url: Url,
        content: Option<Content>,
        deadline: Instant,
    ) -> Result<Response<Content>, CallError> {
        let mut headers = headers::there(&call.headers);
        let left = deadline.saturating_duration_since(Instant::now());
        if let Ok(value) = HeaderValue::try_from(left.as_millis().to_string()) {
            headers.insert(DEADLINE, value);
        }
        let sent = self.client.send(call.method.clone(), url, headers, content);
        let answer = match tokio::time::timeout_at(deadline, sent).await {
            Err(_elapsed) => Err(CallError::Late),
            Ok(Err(error)) => Err(CallError::Unreachable(error)),
            Ok(Ok(response)) if response.status().is_server_error() => Err(CallError::Failed {
                status: response.status(),
                retry_after: response.headers().get(RETRY_AFTER).cloned(),
            }),
            Ok(Ok(response)) => Ok(response),
        };
        self.note(&answer);
        answer
    }

    fn note(&self, answer: &Result<Response<Content>, CallError>) {
        let outcome = match answer {
            Ok(_) => None,
            Err(CallError::Late) => Some(Outcome::Late),
            Err(CallError::Unreachable(_)) => Some(Outcome::Unreachable),
            Err(_) => Some(Outcome::Failed),
        };
        if let Some(outcome) = outcome {
            self.counting.count(outcome);
        }
        let address = self.address();
        match self.breaker.record(Instant::now(), is_sick(answer)) {
            Some(Change::Opened) => {
                tracing::warn!(%address, "Circuit opened: most recent calls to a service failed.");
            }
            Some(Change::Closed) => {
                tracing::info!(%address, "Circuit closed: a service answers again.");
            }
            None => {}
        }
    }
}

/// Whether the service as a whole does not answer; a fault in one of its calls is no reason to do without the others.
fn is_sick(answer: &Result<Response<Content>, CallError>) -> bool {
    match answer {
        Ok(_) => false,
        Err(CallError::Failed { status, .. }) => matches!(
            *status,
            StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
        ),
        Err(_) => true,
    }
}

/// Why an answer is not passed on, if it is not.
fn judge(status: StatusCode, headers: &HeaderMap, most_bytes: u64) -> Result<(), &'static str> {
    let is_redirect = status.is_redirection() && status != StatusCode::NOT_MODIFIED;
    if status.is_informational() || is_redirect {
        return Err("a redirect");
    }
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| most_bytes < length) {
        return Err("too much");
    }
    if is_active(headers) && !is_attachment(headers) {
        return Err("a page");
    }
    Ok(())
}

/// Whether a browser that opened the content would run what is in it.
fn is_active(headers: &HeaderMap) -> bool {
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_ascii_lowercase();
    let mut types = headers.get_all(CONTENT_TYPE).iter().map(text);
    types.any(|it| {
        ["html", "xml", "svg", "javascript"]
            .iter()
            .any(|word| it.contains(word))
    })
}

fn is_attachment(headers: &HeaderMap) -> bool {
    let disposition = headers.get(CONTENT_DISPOSITION);
    disposition.is_some_and(|it| {
        let text = it.to_str().unwrap_or_default().trim_start();
        text.get(..10)
            .is_some_and(|it| it.eq_ignore_ascii_case("attachment"))
    })
}
