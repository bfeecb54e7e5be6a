//! Paths: the one that the contract has for a request, and the ids in it: one, or one of a part below it.

use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request};
use axum::http::request::Parts;

use crate::error::ServiceError;
use crate::http::error::ApiError;

/// The path of the request as the contract has it; empty where it has none.
pub(super) fn contracted(request: &Request) -> &str {
    let path = request.extensions().get::<MatchedPath>();
    path.map_or("", MatchedPath::as_str)
}

/// The `{id}` of a path. What is no id is the id of nothing: 404, the same as for an id that nobody has.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: std::str::FromStr> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        parameter(parts, state, |name| name == "id").await.map(Self)
    }
}

/// The `{id}` of a path, and the one id of a part below it.
#[derive(Clone, Copy, Debug)]
pub struct PathBelow<T, U>(pub T, pub U);

impl<S: Send + Sync, T: std::str::FromStr + Send, U: std::str::FromStr + Send> FromRequestParts<S>
    for PathBelow<T, U>
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let id = parameter(parts, state, |name| name == "id").await?;
        let below = parameter(parts, state, |name| name != "id").await?;
        Ok(Self(id, below))
    }
}

/// The last parameter with such a name: those of the routes that this one is mounted below come first.
async fn parameter<S: Send + Sync, T: std::str::FromStr>(
    parts: &mut Parts,
    state: &S,
    is_it: impl Fn(&str) -> bool + Send,
) -> Result<T, ApiError> {
    let not_found = || ApiError::from(ServiceError::NotFound);
    let params = RawPathParams::from_request_parts(parts, state)
        .await
        .map_err(|_| not_found())?;
    let text = params.iter().filter(|(name, _)| is_it(name)).last();
    let (_, text) = text.ok_or_else(not_found)?;
    text.parse().map_err(|_| not_found())
}
