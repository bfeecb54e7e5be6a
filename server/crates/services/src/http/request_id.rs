//! The id of a request, by which people name it to the support and the log finds it.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderName;
use axum::http::request::Parts;

/// The header in which the server's outermost layer puts the id.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is believed.
const LIMIT: usize = 64;

/// The id, if the request has one that can be printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for RequestId {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let id = parts
            .headers
            .get(HEADER)
            .and_then(|value| value.to_str().ok());
        let printable = |id: &&str| {
            !id.is_empty()
                && id.len() <= LIMIT
                && id
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'-')
        };
        Ok(Self(id.filter(printable).map(str::to_owned)))
    }
}
