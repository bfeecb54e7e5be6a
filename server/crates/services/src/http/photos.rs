//! Photos of users: shown, set and cleared.
//!
//! Invariant: what is sent here was drawn by the server; what comes is never sent on as it came.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::drive::picture::MAX_BYTES;
use crate::http::collection::{IfMatch, one};
use crate::http::drive::{BYTES, download, require_type};
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded, Versioned};
use crate::http::json::unreadable;
use crate::http::path::Path;
use crate::http::routes::{Routes, routes};
use crate::iam::users::{Users, seen_by_itself};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(set_own_photo, clear_own_photo))
        .routes(routes!(get_photo, set_photo, clear_photo))
        .body_limit(MAX_BYTES)
}

/// The photo of a user, or the own one without any right.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users/{id}/photo",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:view"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag of a photo that is known already"),
    ),
    responses(
        (status = 200, description = "A JPEG, or a PNG where it is transparent, of at most 512 × 512 points", body = String, content_type = "*/*",
            headers(("ETag" = String))),
        (status = 206, description = "The range that was asked for", body = String, content_type = "*/*", headers(("ETag" = String))),
        (status = 304, description = "The photo that If-None-Match names"),
        (status = 404, description = "The company has no such user, or the user no photo", body = Problem, content_type = "application/problem+json"),
        (status = 416, description = "The range lies beyond the end"),
        Guarded,
    )
)]
async fn get_photo(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Users>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let photo = services.photo(&caller, id).await?;
    download::send(&services, &photo, true, &headers).await
}

/// Makes a picture the photo of a user.
#[utoipa::path(
    put,
    path = "/iam/api/v1/users/{id}/photo",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:edit"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    request_body(content = String, content_type = "application/octet-stream", description = "A PNG, JPEG or WebP picture of at most 2 MB; it is drawn anew, without its metadata"),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn set_photo(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
    IfMatch(expected): IfMatch,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    require_type(&headers, BYTES)?;
    let picture = body.map_err(unreadable)?.to_vec();
    let shown = services.set_photo(&caller, id, expected, picture, &source);
    Ok(one(shown.await?))
}

/// Removes the photo of a user.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/users/{id}/photo",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:edit"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn clear_photo(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let shown = services.clear_photo(&caller, id, expected, &source);
    Ok(one(shown.await?))
}

/// Makes a picture the photo of the signed-in user.
#[utoipa::path(
    put,
    path = "/iam/api/v1/users/me/photo",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*")),
    request_body(content = String, content_type = "application/octet-stream", description = "A PNG, JPEG or WebP picture of at most 2 MB; it is drawn anew, without its metadata"),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn set_own_photo(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    IfMatch(expected): IfMatch,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    require_type(&headers, BYTES)?;
    let picture = body.map_err(unreadable)?.to_vec();
    let id = Id::from(caller.user_id().as_uuid());
    let shown = services.set_photo(&caller, id, expected, picture, &source);
    Ok(one(seen_by_itself(&caller, shown.await?)))
}

/// Removes the photo of the signed-in user.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/users/me/photo",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*")),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn clear_own_photo(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let id = Id::from(caller.user_id().as_uuid());
    let shown = services.clear_photo(&caller, id, expected, &source);
    Ok(one(seen_by_itself(&caller, shown.await?)))
}
