//! Challenges: what a refusal says of the credentials that it wants (RFC 6750 section 3).

use axum::http::{HeaderValue, StatusCode};

use super::ApiError;
use crate::error::ServiceError;

impl ApiError {
    /// `WWW-Authenticate` of the answer, if it has one.
    pub(super) fn challenge(&self, status: StatusCode) -> Option<HeaderValue> {
        match self {
            Self::Service(ServiceError::InvalidToken) => {
                Some(HeaderValue::from_static("Bearer error=\"invalid_token\""))
            }
            Self::Service(ServiceError::TokenScope(needed)) => {
                let scope = needed.as_str();
                let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\"");
                HeaderValue::try_from(challenge).ok()
            }
            _ if status == StatusCode::UNAUTHORIZED => Some(HeaderValue::from_static("Bearer")),
            _ => None,
        }
    }
}
