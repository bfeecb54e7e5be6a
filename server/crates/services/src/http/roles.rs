//! What is done to roles besides what every collection knows.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::http::collection::one;
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded};
use crate::http::json::JsonObject;
use crate::http::path::Path;
use crate::http::routes::{Routes, routes};
use crate::iam::roles::{RoleMember, Roles};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(clone_role))
        .routes(routes!(list_role_members))
}

/// Who holds a role.
#[derive(Debug, Serialize, ToSchema)]
struct RoleMembersResponse {
    data: Vec<RoleMember>,
}

/// Makes a role that begins with the fields of another one, but for those that are sent.
#[utoipa::path(
    post,
    path = "/iam/api/v1/roles/{id}/clone",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("role:create"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the role")),
    request_body(
        content = ref("#/components/schemas/PatchRole"),
        content_type = "application/json",
        example = json!({ "name": "Copy of a role" })
    ),
    responses(
        (status = 201, description = "The new role", body = ref("#/components/schemas/RoleResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
    )
)]
async fn clone_role(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Roles>>,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let shown = services.clone_role(&caller, id, object, &source).await?;
    Ok((StatusCode::CREATED, one(shown)).into_response())
}

/// The users who hold a role, each with the group through which it does.
#[utoipa::path(
    get,
    path = "/iam/api/v1/roles/{id}/members",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("role:view"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the role")),
    responses(
        (status = 200, description = "The users by name", body = RoleMembersResponse),
        (status = 404, description = "The company has no such role", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn list_role_members(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Roles>>,
) -> Result<JsonBody<RoleMembersResponse>, ApiError> {
    let data = services.role_members(&caller, id).await?;
    Ok(JsonBody(RoleMembersResponse { data }))
}
