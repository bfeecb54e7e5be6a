//! The HTTP client behind all calls.
//!
//! Invariants: no redirect is followed, no proxy of the environment is used, nothing is decompressed, and no header is added but
//! those of the protocol.

use http::header::{ACCEPT, HeaderValue};
use http::{HeaderMap, Method, Response};
use reqwest::redirect::Policy;
use std::time::Duration;
use url::Url;

use super::{Address, Limits};

/// Before the other side closes a connection that nobody uses: our own listener does after ten seconds.
const POOLED: Duration = Duration::from_secs(8);

/// Content as the client reads and writes it.
pub(crate) type Content = reqwest::Body;

/// Why a client cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("no calls can be made from here")]
pub struct StartError(#[source] reqwest::Error);

/// Why there is no answer. Without the address, whose query may hold a token.
pub(crate) type SendError = reqwest::Error;

pub(crate) struct Client {
    client: reqwest::Client,
    address: Address,
}

impl Client {
    pub(crate) fn new(address: Address, limits: Limits) -> Result<Self, StartError> {
        let client = reqwest::Client::builder()
            .redirect(Policy::none())
            .referer(false)
            .no_proxy()
            .connect_timeout(limits.connect)
            .pool_idle_timeout(POOLED)
            .pool_max_idle_per_host(limits.at_once)
            .tcp_nodelay(true)
            .build()
            .map_err(StartError)?;
        Ok(Self { client, address })
    }

    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// Sends one request and waits for the head of its answer.
    pub(crate) async fn send(
        &self,
        method: Method,
        url: Url,
        mut headers: HeaderMap,
        content: Option<Content>,
    ) -> Result<Response<Content>, SendError> {
        // Or the client would name one of its own.
        headers
            .entry(ACCEPT)
            .or_insert(HeaderValue::from_static("application/json, */*"));
        let request = self.client.request(method, url).headers(headers);
        let request = match content {
            Some(content) => request.body(content),
            None => request,
        };
        let answer = request.send().await.map_err(reqwest::Error::without_url)?;
        Ok(answer.into())
    }
}
