//! Everything of a company as one file, and what would be in it.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use crate::archive::preview::ArchivePreview;
use crate::caller::Caller;
use crate::http::drive::download::named;
use crate::http::error::ApiError;
use crate::http::failures::Guarded;
use crate::http::routes::{Routes, routes};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(export_company))
        .routes(routes!(preview_company_export))
}

/// What a download of everything would hold.
#[derive(Debug, Serialize, ToSchema)]
struct ArchivePreviewResponse {
    /// None for who may not download it.
    #[schema(required)]
    data: Option<ArchivePreview>,
}

/// Everything that the own company has, as a ZIP file: records, audit trail, mails, files. One at a time for each company.
#[utoipa::path(
    get,
    path = "/iam/api/v1/companies/company/export",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:export"))),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/zip",
            headers(("Content-Disposition" = String))),
        (status = 409, description = "It is being downloaded already", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn export_company(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
) -> Result<Response, ApiError> {
    let archive = services.begin_archive(caller, &source).await?;
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_DISPOSITION, named("attachment", &archive.name)),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    let parts = stream::try_unfold(archive, async |mut archive| {
        // The status is long sent: a failure can only cut the file off, which the client notices.
        let part = archive.next().await;
        let part = part.inspect_err(
            |error| tracing::error!(%error, "A download of all data was cut short."),
        )?;
        Ok::<_, crate::ServiceError>(part.map(|part| (part, archive)))
    });
    Ok((StatusCode::OK, headers, Body::from_stream(parts)).into_response())
}

/// What a download of everything would hold, and roughly how large it would be.
#[utoipa::path(
    get,
    path = "/iam/api/v1/companies/company/export-preview",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:view"))),
    responses((status = 200, description = "Counts and size", body = ArchivePreviewResponse), Guarded)
)]
async fn preview_company_export(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<ArchivePreviewResponse>, ApiError> {
    let data = services.preview_archive(&caller).await?;
    Ok(JsonBody(ArchivePreviewResponse { data }))
}
