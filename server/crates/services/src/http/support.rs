//! Support access: granted, looked at and revoked by a company.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::http::error::{ApiError, no_content};
use crate::http::failures::Guarded;
use crate::http::json::JsonObject;
use crate::http::routes::{Routes, routes};
use crate::iam::support::{NewSupportAccess, RunningGrant, SupportAccess};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new().routes(routes!(
        get_support_access,
        grant_support_access,
        revoke_support_access
    ))
}

/// Support access to the company.
#[derive(Debug, Serialize, ToSchema)]
struct SupportAccessResponse {
    data: SupportAccess,
}

/// A grant that has started.
#[derive(Debug, Serialize, ToSchema)]
struct RunningGrantResponse {
    data: RunningGrant,
}

/// Support access: whether the operator can read the company's records, and the latest visits.
#[utoipa::path(
    get,
    path = "/iam/api/v1/support-access",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:view"))),
    responses((status = 200, description = "The active grant, and the latest visits", body = SupportAccessResponse), Guarded)
)]
async fn get_support_access(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<SupportAccessResponse>, ApiError> {
    let data = services.support_access(&caller).await?;
    Ok(JsonBody(SupportAccessResponse { data }))
}

/// Grants the operator read-only access to the company's records for a time.
#[utoipa::path(
    post,
    path = "/iam/api/v1/support-access",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:manage"))),
    request_body(content = NewSupportAccess, example = json!({ "length": "4h", "note": "The import of last Tuesday" })),
    responses(
        (status = 201, description = "Access is granted", body = RunningGrantResponse),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Fields are at fault", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn grant_support_access(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let data = services
        .grant_support_access(&caller, object, &source)
        .await?;
    let answer = JsonBody(RunningGrantResponse { data });
    Ok((StatusCode::CREATED, answer).into_response())
}

/// Revokes support access at once and ends the visits.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/support-access",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:manage"))),
    responses((status = 204, description = "The operator has no access"), Guarded)
)]
async fn revoke_support_access(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
) -> Result<Response, ApiError> {
    services.revoke_support_access(&caller, &source).await?;
    Ok(no_content([]))
}
