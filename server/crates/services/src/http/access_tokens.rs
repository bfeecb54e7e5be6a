//! Access tokens: those of the caller, which need no right, and those of another user, whom the caller may suspend.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::http::error::{ApiError, no_content};
use crate::http::failures::Guarded;
use crate::http::json::JsonObject;
use crate::http::path::{Path, PathBelow};
use crate::http::routes::{Routes, routes};
use crate::iam::access_tokens::{AccessToken, CreatedAccessToken, NewAccessToken};
use crate::iam::users::Users;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_access_tokens, create_access_token))
        .routes(routes!(revoke_access_token))
        .routes(routes!(list_tokens_of_user))
        .routes(routes!(revoke_token_of_user))
}

/// The access tokens of a user.
#[derive(Debug, Serialize, ToSchema)]
struct AccessTokensResponse {
    /// The newest first.
    data: Vec<AccessToken>,
}

/// An access token that was just created.
#[derive(Debug, Serialize, ToSchema)]
struct CreatedAccessTokenResponse {
    data: CreatedAccessToken,
}

/// The caller's access tokens, those that have expired too. Their secrets are not among it.
#[utoipa::path(
    get,
    path = "/iam/api/v1/access-tokens",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses((status = 200, description = "The access tokens", body = AccessTokensResponse), Guarded)
)]
async fn list_access_tokens(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<AccessTokensResponse>, ApiError> {
    let data = services.list_access_tokens(&caller).await?;
    Ok(JsonBody(AccessTokensResponse { data }))
}

/// Creates an access token, with which a program speaks for the caller. Its secret is in this answer and nowhere else.
#[utoipa::path(
    post,
    path = "/iam/api/v1/access-tokens",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    request_body(
        content = NewAccessToken,
        example = json!({ "name": "Nightly export", "scopes": ["contact:read", "master:read"], "expiresInDays": 90 })
    ),
    responses(
        (status = 201, description = "The access token, with its secret", body = CreatedAccessTokenResponse),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "The caller has too many", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Fields are at fault", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn create_access_token(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let data = services
        .create_access_token(&caller, object, &source)
        .await?;
    let answer = JsonBody(CreatedAccessTokenResponse { data });
    Ok((StatusCode::CREATED, answer).into_response())
}

/// Revokes one of the caller's access tokens: it opens nothing from now on.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/access-tokens/{id}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    params(("id" = Uuid, Path, description = "Id of the access token")),
    responses(
        (status = 204, description = "It is revoked"),
        (status = 404, description = "The caller has no such access token", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn revoke_access_token(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    services.revoke_access_token(&caller, id, &source).await?;
    Ok(no_content([]))
}

/// The access tokens of a user, those that have expired too. Their secrets are not among it.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users/{id}/access-tokens",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    params(("id" = Uuid, Path, description = "Id of the user")),
    responses(
        (status = 200, description = "The access tokens", body = AccessTokensResponse),
        (status = 404, description = "The company has no such user", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn list_tokens_of_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Users>>,
) -> Result<JsonBody<AccessTokensResponse>, ApiError> {
    let data = services.list_tokens_of_user(&caller, id).await?;
    Ok(JsonBody(AccessTokensResponse { data }))
}

/// Revokes an access token of a user, who is notified by mail: it opens nothing from now on.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/users/{id}/access-tokens/{tokenId}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    params(
        ("id" = Uuid, Path, description = "Id of the user"),
        ("tokenId" = Uuid, Path, description = "Id of the access token"),
    ),
    responses(
        (status = 204, description = "It is revoked"),
        (status = 404, description = "The user has no such access token", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn revoke_token_of_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    PathBelow(user, token): PathBelow<Id<Users>, Uuid>,
) -> Result<Response, ApiError> {
    services
        .revoke_token_of_user(&caller, user, token, &source)
        .await?;
    Ok(no_content([]))
}
