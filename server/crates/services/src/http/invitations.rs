//! Invitations, as their guests see them before they have an account.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::ApiError;
use crate::http::json::Json;
use crate::http::routes::{Routes, routes};
use crate::iam::users::{Acceptance, Invitation};
use crate::problem::Problem;
use crate::services::Services;

pub(super) fn routes() -> Routes {
    Routes::new().routes(routes!(look_at_invitation))
}

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationResponse {
    data: Invitation,
}

/// What an invitation says. The secret is in the body, so that no log has it.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth/invitation",
    tag = "iam",
    request_body(content = Acceptance, example = json!({ "secret": "8c7d0e3f" })),
    responses(
        (status = 200, description = "The invitation", body = InvitationResponse),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "The invitation cannot be used", body = Problem, content_type = "application/problem+json"),
        (status = "5XX", description = "Something went wrong on the server", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn look_at_invitation(
    State(services): State<Arc<Services>>,
    Json(draft): Json<Acceptance>,
) -> Result<JsonBody<InvitationResponse>, ApiError> {
    let data = services.invitation(draft).await?;
    Ok(JsonBody(InvitationResponse { data }))
}
