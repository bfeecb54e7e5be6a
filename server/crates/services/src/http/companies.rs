//! The caller's company as a single record, at the paths that the specification names below the companies (section 7).
//!
//! Invariant: the record is the one that the list of companies has.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::http::collection::one_unless_known;
use crate::http::error::ApiError;
use crate::http::failures::Guarded;
use crate::http::path::Path;
use crate::http::routes::{Routes, routes};
use crate::iam::companies::Companies;
use crate::problem::Problem;
use crate::services::Services;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(get_own_company))
        .routes(routes!(get_company))
}

/// The company of the signed-in user.
#[utoipa::path(
    get,
    path = "/iam/api/v1/companies/company",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:view"))),
    params(("If-None-Match" = Option<String>, Header, description = "A version that is known already")),
    responses(
        (status = 200, description = "The company", body = ref("#/components/schemas/CompanyProfileResponse"), headers(("ETag" = String, description = "Its version"))),
        (status = 304, description = "The version that If-None-Match names"),
        Guarded,
    )
)]
async fn get_own_company(
    State(services): State<Arc<Services>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = Id::<Companies>::from(caller.company_id().as_uuid());
    Ok(one_unless_known(&headers, services.get(&caller, id).await?))
}

/// The company of the signed-in user, by its id.
#[utoipa::path(
    get,
    path = "/iam/api/v1/companies/{id}/company",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:view"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the company"),
        ("If-None-Match" = Option<String>, Header, description = "A version that is known already"),
    ),
    responses(
        (status = 200, description = "The company", body = ref("#/components/schemas/CompanyProfileResponse"), headers(("ETag" = String, description = "Its version"))),
        (status = 304, description = "The version that If-None-Match names"),
        (status = 404, description = "There is no such company", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn get_company(
    State(services): State<Arc<Services>>,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<Id<Companies>>,
) -> Result<Response, ApiError> {
    Ok(one_unless_known(&headers, services.get(&caller, id).await?))
}
