//! Who is asking: the caller that the server's gateway has found, or a token that is still to be looked at.

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::http::error::ApiError;
use crate::iam::user::CurrentUser;

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| ServiceError::NotSignedIn.into())
    }
}

/// Stands beside a request of a program whose access token is not valid: it is refused whatever it asks for.
#[derive(Clone, Copy, Debug)]
pub struct UnknownProgram;

/// The caller, where nobody need be signed in.
#[derive(Debug)]
pub struct MaybeCaller(pub Option<Caller>);

impl<S: Send + Sync> FromRequestParts<S> for MaybeCaller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(parts.extensions.get::<Caller>().cloned()))
    }
}

/// The token of the `Authorization` header: by itself, as specification section 7 has it, or after `Bearer`, in any case, and
/// exactly one space (RFC 6750 section 2.1). Where there are two headers, there is no token.
pub fn token_in(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    let value = value.to_str().ok()?;
    let token = match value.split_once(' ') {
        None => value,
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token,
        Some(_) => return None,
    };
    let is_token = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
    is_token.then_some(token)
}

/// The token of the `Authorization` header, see [`token_in`]. Its `Debug` does not print it.
pub struct AuthorizationToken(pub String);

impl std::fmt::Debug for AuthorizationToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AuthorizationToken(·)")
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AuthorizationToken {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let token = token_in(&parts.headers).ok_or(ServiceError::NotSignedIn)?;
        Ok(Self(token.to_owned()))
    }
}

/// The user that a token stands for, with the token, as the specification has it (section 3).
#[derive(Clone, Serialize, ToSchema)]
pub struct TokenHolder {
    /// The user.
    #[serde(flatten)]
    pub user: CurrentUser,
    /// The session token that the request came with; null where an ID token names the user, which gives no session.
    #[schema(required)]
    pub jwt: Option<String>,
}

impl std::fmt::Debug for TokenHolder {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenHolder")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

/// What the server's layers have put beside the request, which [`crate::Sessions`] looks into.
#[derive(Clone, Debug)]
pub struct RequestExtensions(pub Extensions);

impl<S: Send + Sync> FromRequestParts<S> for RequestExtensions {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(parts.extensions.clone()))
    }
}
