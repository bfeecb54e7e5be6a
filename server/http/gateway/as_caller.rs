//! Calls on behalf of a caller that is already known, for the needs of a document and for its form: in process to what is embedded,
//! by HTTP to what is on another machine.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, COOKIE, USER_AGENT};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use http_body_util::{BodyExt, Limited};
use tower::ServiceExt;
use tracing::Instrument as _;
use waybill_services::Caller;
use waybill_services::http::source::ClientAddress;
use waybill_upstream::{Call, Upstream};

use super::{passing, replica, service_of};
use crate::app::Upstreams;
use crate::http::middleware::request_id;
use crate::http::site::Site;
use crate::http::weight::Weight;
use crate::needs::{Answer, Fetch};
use crate::session::Token;
use crate::telemetry::traces;

/// Largest answer that goes into a document; the browser fetches a larger one itself.
const ANSWER_LIMIT_BYTES: usize = 1 << 20;

/// Speaks for a caller. No socket, no headers of the browser.
#[derive(Clone, Debug)]
pub struct AsCaller {
    services: Router,
    upstreams: Arc<Upstreams>,
    caller: Caller,
    /// What every request says: which request it is part of.
    headers: HeaderMap,
    /// What a change notes in the audit history: the browser and its address.
    of_browser: HeaderMap,
    client: Option<IpAddr>,
    /// What proves the caller to a service on another machine.
    authorization: Option<HeaderValue>,
}

/// A change that a page's form asks for.
#[derive(Debug)]
pub(in crate::http) struct Sent {
    /// The method.
    pub(in crate::http) method: Method,
    /// Where.
    pub(in crate::http) path_and_query: String,
    /// Version, idempotency key and media type.
    pub(in crate::http) headers: HeaderMap,
    /// JSON.
    pub(in crate::http) content: Option<Bytes>,
}

impl AsCaller {
    /// Speaks for `caller`, whose session has this token. To be made where the request is answered, which gives its id.
    pub fn new(site: &Site, caller: Caller, token: &Token) -> Self {
        let mut headers = HeaderMap::new();
        request_id::write(&mut headers);
        let upstreams = Arc::clone(&site.app().upstreams);
        Self {
            services: site.gateway(),
            authorization: upstreams.authorization(token.as_str()),
            upstreams,
            caller,
            headers,
            of_browser: HeaderMap::new(),
            client: None,
        }
    }

    /// Takes from the request of a form what the audit history notes of a change. The form is of our own page: `cross_site` passed it.
    pub(in crate::http) fn of_browser(
        mut self,
        request: &HeaderMap,
        client: Option<IpAddr>,
    ) -> Self {
        for name in [COOKIE, USER_AGENT] {
            for value in request.get_all(&name) {
                self.of_browser.append(name.clone(), value.clone());
            }
        }
        let same = HeaderValue::from_static("same-origin");
        self.of_browser.insert("sec-fetch-site", same);
        self.client = client;
        self
    }

    /// Makes a change. `None` when there is no usable answer.
    pub(in crate::http) async fn send(&self, sent: Sent) -> Option<(StatusCode, Bytes)> {
        let weight = Weight::of(&sent.method, &sent.path_and_query);
        let service = service_of(&sent.path_and_query);
        let sending = async {
            match service.and_then(|it| self.upstreams.get(it)) {
                Some(upstream) => self.send_elsewhere(upstream, weight, sent).await,
                None => self.send_embedded(sent).await,
            }
        };
        let sending = sending.instrument(traces::need(service));
        tokio::time::timeout(weight.call, sending).await.ok()?
    }

    async fn send_embedded(&self, sent: Sent) -> Option<(StatusCode, Bytes)> {
        let content = sent.content.map_or_else(Body::empty, Body::from);
        let mut request = Request::new(content);
        *request.method_mut() = sent.method;
        *request.uri_mut() = sent.path_and_query.parse().ok()?;
        let headers = request.headers_mut();
        headers.extend(self.headers.clone());
        headers.extend(self.of_browser.clone());
        headers.extend(sent.headers);
        let extensions = request.extensions_mut();
        extensions.insert(self.caller.clone());
        if let Some(client) = self.client {
            extensions.insert(ClientAddress(client));
        }
        let Ok(response) = self.services.clone().oneshot(request).await;
        Some((response.status(), read(response).await?))
    }

    async fn send_elsewhere(
        &self,
        upstream: &Upstream,
        weight: Weight,
        sent: Sent,
    ) -> Option<(StatusCode, Bytes)> {
        let mut headers = self.headers.clone();
        traces::write(&mut headers);
        headers.extend(sent.headers);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(AUTHORIZATION, self.authorization.clone()?);
        let call = Call {
            method: sent.method,
            path_and_query: sent.path_and_query,
            headers,
            deadline: weight.call.min(self.upstreams.deadline()),
            most_bytes: ANSWER_LIMIT_BYTES as u64,
        };
        passing::ask(upstream, call, sent.content.map(Body::from)).await
    }

    async fn ask_embedded(&self, path_and_query: String) -> Option<(StatusCode, Bytes)> {
        let mut request = Request::get(path_and_query).body(Body::empty()).ok()?;
        *request.headers_mut() = self.headers.clone();
        request.extensions_mut().insert(self.caller.clone());
        let reading = replica::reading(&request);
        let asking = async {
            let Ok(response) = self.services.clone().oneshot(request).await;
            Some((response.status(), read(response).await?))
        };
        replica::read(reading.as_ref(), asking).await
    }

    async fn ask_elsewhere(
        &self,
        service: &str,
        path_and_query: String,
    ) -> Option<(StatusCode, Bytes)> {
        let upstream = self.upstreams.get(service)?;
        if self.caller.viewing().is_some() {
            return None;
        }
        let mut headers = self.headers.clone();
        traces::write(&mut headers);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        headers.insert(AUTHORIZATION, self.authorization.clone()?);
        let call = Call {
            method: Method::GET,
            path_and_query,
            headers,
            // The document waits for less, and lets go of what is late; the service is judged by the time that calls have.
            deadline: self.upstreams.deadline(),
            most_bytes: ANSWER_LIMIT_BYTES as u64,
        };
        passing::ask(upstream, call, None).await
    }
}

impl Fetch for AsCaller {
    async fn fetch(&self, path_and_query: String) -> Option<Answer> {
        let service = service_of(&path_and_query);
        let span = traces::need(service);
        let asking = async {
            match service.filter(|it| self.upstreams.get(it).is_some()) {
                Some(service) => self.ask_elsewhere(service, path_and_query).await,
                None => self.ask_embedded(path_and_query).await,
            }
        };
        let (status, body) = asking.instrument(span).await?;
        match status {
            StatusCode::OK => Some(Answer::Body(body)),
            // A fault of ours is not the page's to show: the browser asks once more.
            status if status.is_client_error() => Some(Answer::Problem {
                status: status.as_u16(),
                body,
            }),
            _ => None,
        }
    }
}

async fn read(response: Response) -> Option<Bytes> {
    let body = Limited::new(response.into_body(), ANSWER_LIMIT_BYTES);
    Some(body.collect().await.ok()?.to_bytes())
}
