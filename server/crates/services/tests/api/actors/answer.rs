//! What came back: status, headers and body, and how tests look at them.

use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The body, as far as it is text.
    pub(crate) text: String,
    /// The body as it came.
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(super) async fn of(response: axum::response::Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Self {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
        }
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The rows of a list.
    #[track_caller]
    pub(crate) fn rows(&self) -> Vec<Value> {
        self.json()["data"]
            .as_array()
            .unwrap_or_else(|| panic!("no list: {self:?}"))
            .clone()
    }

    /// The member `name` of each row of a list.
    #[track_caller]
    pub(crate) fn column(&self, name: &str) -> Vec<String> {
        self.rows()
            .iter()
            .map(|row| row[name].as_str().unwrap().to_owned())
            .collect()
    }

    /// The only record, once the answer has this status.
    #[track_caller]
    pub(crate) fn data(&self, status: StatusCode) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()["data"].clone()
    }

    /// The pointers of the fields or parameters at fault.
    #[track_caller]
    pub(crate) fn faults(&self) -> Vec<String> {
        assert_eq!(
            self.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{}",
            self.text
        );
        let errors = self.json()["errors"].as_array().cloned();
        let errors = errors.unwrap_or_default();
        errors
            .iter()
            .map(|it| it["pointer"].as_str().unwrap().to_owned())
            .collect()
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .unwrap_or_else(|| panic!("no {name}: {self:?}"))
            .to_str()
            .unwrap()
    }
}
