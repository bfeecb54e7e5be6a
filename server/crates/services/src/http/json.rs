//! Bodies: JSON objects of which every fault is known before the first is told.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse as _;
use serde::Serialize;
use serde_json::{Map, Value};
use waybill_storage::StorageError;

use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::validate::{Draft, FromMembers, Members};

/// A JSON object as a [`Draft`].
#[derive(Debug)]
pub struct Json<T>(pub Draft<T>);

impl<S: Send + Sync, T: FromMembers> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let JsonObject { object, .. } = JsonObject::from_request(request, state).await?;
        Ok(Self(Members::read(object)))
    }
}

/// A JSON object, and the bytes that it was read from.
#[derive(Debug)]
pub struct JsonObject {
    /// The object.
    pub object: Map<String, Value>,
    /// The body as it came.
    pub bytes: Bytes,
}

impl<S: Send + Sync> FromRequest<S> for JsonObject {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(unreadable)?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(object)) => Ok(Self { object, bytes }),
            Ok(_) => Err(ApiError::Malformed("The body must be a JSON object.")),
            Err(_) => Err(ApiError::Malformed("The body is not valid JSON.")),
        }
    }
}

/// The content as JSON.
pub(crate) fn to_bytes(content: &impl Serialize) -> Result<Bytes, ServiceError> {
    let content = serde_json::to_vec(content).map_err(|_| StorageError::Corrupt("an answer"))?;
    Ok(content.into())
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    // A change may also be called what it is: a merge patch (RFC 7396).
    media_type.split(';').next().is_some_and(|it| {
        let it = it.trim();
        it.eq_ignore_ascii_case("application/json")
            || it.eq_ignore_ascii_case("application/merge-patch+json")
    })
}

pub(super) fn unreadable(rejection: BytesRejection) -> ApiError {
    match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::Malformed("The body could not be read."),
    }
}
