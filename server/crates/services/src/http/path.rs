//! Ids in paths.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::error::ServiceError;
use crate::http::error::ApiError;

/// The `{id}` of a path. What is no id is the id of nothing: 404, the same as for an id that nobody has.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: std::str::FromStr> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let not_found = || ApiError::from(ServiceError::NotFound);
        let params = RawPathParams::from_request_parts(parts, state)
            .await
            .map_err(|_| not_found())?;
        let (_, id) = params
            .iter()
            .find(|(name, _)| *name == "id")
            .ok_or_else(not_found)?;
        id.parse().map(Self).map_err(|_| not_found())
    }
}
