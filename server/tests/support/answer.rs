//! What came back.

#![expect(
    clippy::unwrap_used,
    reason = "an answer that cannot be read fails the test"
)]

use std::fmt;

use axum::response::Response;
use http::header::SET_COOKIE;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;

pub(crate) struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// With the beginning of the content, as text.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beginning = &self.body[..self.body.len().min(1000)];
        writeln!(f, "{}", self.status)?;
        writeln!(f, "{:#?}", self.headers)?;
        f.write_str(&String::from_utf8_lossy(beginning))
    }
}

impl Answer {
    pub(super) async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        Self {
            status: parts.status,
            headers: parts.headers,
            body: body.collect().await.unwrap().to_bytes().into(),
        }
    }

    pub(crate) fn status(&self) -> u16 {
        self.status.as_u16()
    }

    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The only value of a header; empty when it is not there.
    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut values = self.headers.get_all(name).iter();
        let value = values.next().map_or("", |it| it.to_str().unwrap());
        assert!(values.next().is_none(), "{name} occurs more than once");
        value
    }

    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }

    pub(crate) fn set_cookies(&self) -> Vec<&str> {
        let values = self.headers.get_all(SET_COOKIE).iter();
        values.map(|it| it.to_str().unwrap()).collect()
    }

    /// The `Set-Cookie` values of one cookie.
    pub(crate) fn set_cookies_of(&self, name: &str) -> Vec<&str> {
        let prefix = format!("{name}=");
        let mut all = self.set_cookies();
        all.retain(|it| it.starts_with(&prefix));
        all
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.body
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The input of the page, from its state script.
    pub(crate) fn state(&self) -> Value {
        let (_, rest) = self
            .text()
            .split_once("<script type=\"application/json\" id=\"state\">")
            .unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    }

    /// The reason of the client-rendered page, if this is one.
    pub(crate) fn shell(&self) -> Option<&str> {
        let (_, rest) = self.text().split_once("<div id=\"root\" data-shell=\"")?;
        rest.split('"').next()
    }

    #[track_caller]
    pub(crate) fn assert_problem(&self, status: u16) {
        assert_eq!(self.status(), status, "{self:?}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.header("cache-control"), "no-store");
        assert_eq!(self.json()["status"], status);
    }

    /// Row SIGNED-OUT of the hostile inputs, for a document.
    #[track_caller]
    pub(crate) fn assert_signed_out(&self) {
        assert_eq!(self.status(), 303, "{self:?}");
        assert!(self.location().starts_with("/login"), "{self:?}");
        assert_eq!(self.header("cache-control"), "no-store");
        assert!(self.body.is_empty());
        self.assert_token_deleted();
    }

    /// Host-only and for the domain.
    #[track_caller]
    pub(crate) fn assert_token_deleted(&self) {
        let deletions = self.set_cookies_of("token");
        assert_eq!(deletions.len(), 2, "{self:?}");
        assert!(deletions.iter().all(|it| it.contains("Max-Age=0")));
        let for_domain = deletions.iter().filter(|it| it.contains("Domain="));
        assert_eq!(for_domain.count(), 1, "{deletions:?}");
    }
}
