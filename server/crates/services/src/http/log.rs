//! Recent activity.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use waybill_storage::audit::AuditSort;

use crate::caller::Caller;
use crate::http::error::ApiError;
use crate::http::failures::Listing;
use crate::http::list::{AuditList, ListParams, ListQuery};
use crate::http::query::Query;
use crate::services::Services;

pub(super) fn routes() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new().routes(routes!(list_audit))
}

/// What was done in the own company, the latest first.
#[utoipa::path(
    get,
    path = "/log/api/v1/audit",
    tag = "log",
    security(("token" = [], "sid" = [])),
    params(ListParams),
    responses((status = 200, description = "A page of entries", body = AuditList), Listing)
)]
async fn list_audit(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<ListQuery<AuditSort>>,
) -> Result<JsonBody<AuditList>, ApiError> {
    let (listing, page) = query.paged();
    Ok(JsonBody(AuditList::new(
        services.list_audit(&caller, listing).await?,
        page,
    )))
}
