//! The line to the server, which breaks.
//!
//! Invariant: an answer came whole, or it counts for nothing.

use reqwest::{Client, Method, StatusCode};
use serde_json::Value;

/// The connection broke before an answer came whole.
#[derive(Debug)]
pub(super) struct CutOff;

/// Somebody's line.
pub(super) struct Line {
    client: Client,
    pub(super) bearer: String,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) bytes: Vec<u8>,
}

impl Reply {
    /// What it says in JSON; null when it says nothing of the kind.
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_default()
    }

    /// What it says; none when the server had no time. Anything but a success ends the trial.
    pub(super) fn success(&self, what: &impl std::fmt::Debug) -> Option<Value> {
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            return None;
        }
        let said = self.json();
        assert!(self.status.is_success(), "{} {said}: {what:?}", self.status);
        Some(said)
    }
}

impl Line {
    pub(super) fn of(bearer: &str) -> Self {
        Self {
            client: Client::new(),
            bearer: bearer.to_owned(),
        }
    }

    pub(super) async fn get(&self, origin: &str, path: &str) -> Result<Reply, CutOff> {
        self.send(origin, Method::GET, path, &[], "").await
    }

    pub(super) async fn post(
        &self,
        origin: &str,
        path: &str,
        body: &Value,
    ) -> Result<Reply, CutOff> {
        let json = [("content-type", "application/json")];
        self.send(origin, Method::POST, path, &json, body.to_string())
            .await
    }

    pub(super) async fn send(
        &self,
        origin: &str,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<reqwest::Body>,
    ) -> Result<Reply, CutOff> {
        let mut request = self.client.request(method, format!("{origin}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.bearer_auth(&self.bearer).body(body);
        let response = request.send().await.map_err(|_| CutOff)?;
        let status = response.status();
        let bytes = response.bytes().await.map_err(|_| CutOff)?;
        Ok(Reply {
            status,
            bytes: bytes.into(),
        })
    }
}
