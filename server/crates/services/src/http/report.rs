//! What is done with reports besides keeping them: run, latest result, preview, export, clone, share.

use std::sync::Arc;
use std::time::Duration;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse as _, Response};
use serde::{Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::collection::Collection as _;
use crate::collection::table::TableFormat;
use crate::http::collection::tables::{attachment, table_format};
use crate::http::collection::{IfMatch, one};
use crate::http::error::ApiError;
use crate::http::failures::{Guarded, Listing};
use crate::http::json::JsonObject;
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::problem::Problem;
use crate::report::dataset::DatasetInfo;
use crate::report::deliveries::ReportDelivery;
use crate::report::export::ReportExport;
use crate::report::run::{DEADLINE, ReportResult};
use crate::report::sketch::{ReportSketches, ReportVisibility};
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_datasets))
        .routes(routes!(preview_report))
        .routes(routes!(run_report))
        .routes(routes!(get_latest_result))
        .routes(routes!(export_report))
        .routes(routes!(clone_report))
        .routes(routes!(share_report))
        .routes(routes!(list_deliveries))
        .routes(routes!(deliver_report))
}

/// What can be reported on.
#[derive(Debug, Serialize, ToSchema)]
struct DatasetList {
    data: Vec<&'static DatasetInfo>,
}

/// What a run gave.
#[derive(Debug, Serialize, ToSchema)]
struct ReportResultResponse {
    #[schema(value_type = ReportResult)]
    data: Shared,
}

/// A result that others may read, too.
#[derive(Debug)]
struct Shared(Arc<ReportResult>);

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// To whom a report was mailed.
#[derive(Debug, Serialize, ToSchema)]
struct ReportDeliveryList {
    data: Vec<ReportDelivery>,
}

/// What came of mailing a report.
#[derive(Debug, Serialize, ToSchema)]
struct ReportDeliveryResponse {
    data: ReportDelivery,
}

/// Who sees a report.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase", example = json!({ "visibility": "company" }))]
#[expect(dead_code, reason = "it describes what `share_report` reads")]
struct ReportSharing {
    /// Who sees it.
    visibility: ReportVisibility,
    /// Roles whose holders see it, where only some do.
    #[schema(max_items = 50, required = false)]
    shared_roles: Vec<Uuid>,
}

/// How long a run may take.
struct RunQuery {
    deadline: Duration,
}

impl FromParameters for RunQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let most = u64::try_from(DEADLINE.as_millis()).unwrap_or(u64::MAX);
        let deadline = parameters.number("deadlineMs", 1..=most);
        Self {
            deadline: deadline.map_or(DEADLINE, Duration::from_millis),
        }
    }
}

/// The form of an export.
struct FormatQuery(TableFormat);

impl FromParameters for FormatQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self(table_format(parameters))
    }
}

/// What the caller can report on, with the fields of each dataset.
#[utoipa::path(
    get,
    path = "/report/api/v1/reportSketch/datasets",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:view"))),
    responses((status = 200, description = "Datasets whose records the caller may list", body = DatasetList), Guarded)
)]
async fn list_datasets(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<DatasetList>, ApiError> {
    let data = services.report_datasets(&caller)?;
    Ok(JsonBody(DatasetList { data }))
}

/// Runs a report that is not saved, with the rights of the caller.
#[utoipa::path(
    post,
    path = "/report/api/v1/reportSketch/preview",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:run"))),
    params(("deadlineMs" = Option<u64>, Query, description = "How long it may take; 20 seconds at most", minimum = 1, maximum = 20_000)),
    request_body(
        content = ref("#/components/schemas/NewReportSketch"), content_type = "application/json",
        example = json!({
            "dataset": "audit", "columns": [{ "field": "at" }, { "field": "action" }],
            "filters": { "field": "at", "op": "ge", "value": "-7d" }
        })
    ),
    responses(
        (status = 200, description = "Its rows", body = ReportResultResponse),
        (status = 400, description = "The request cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is too large, or takes too long", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn preview_report(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(RunQuery { deadline }): Query<RunQuery>,
    JsonObject { object, .. }: JsonObject,
) -> Result<JsonBody<ReportResultResponse>, ApiError> {
    let data = Shared(Arc::new(
        services.preview_report(&caller, object, deadline).await?,
    ));
    Ok(JsonBody(ReportResultResponse { data }))
}

/// Runs a saved report, with the rights of the caller.
#[utoipa::path(
    post,
    path = "/report/api/v1/reportSketch/{id}/run",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:run"))),
    params(
        ("id" = Uuid, Path),
        ("deadlineMs" = Option<u64>, Query, description = "How long it may take; 20 seconds at most", minimum = 1, maximum = 20_000),
    ),
    responses(
        (status = 200, description = "Its rows", body = ReportResultResponse),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is too large, takes too long, or is in the bin", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn run_report(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<ReportSketches>>,
    Query(RunQuery { deadline }): Query<RunQuery>,
) -> Result<JsonBody<ReportResultResponse>, ApiError> {
    let data = Shared(services.run_report(&caller, id, deadline).await?);
    Ok(JsonBody(ReportResultResponse { data }))
}

/// What the report gives to the caller. What it gave before is given again within a minute, or within a day where it took long: `at`
/// says when it was run.
#[utoipa::path(
    get,
    path = "/report/api/v1/reportSketch/{id}/result",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:run"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "Its rows, and when they were read", body = ReportResultResponse),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is too large, takes too long, or is in the bin", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn get_latest_result(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<ReportSketches>>,
) -> Result<JsonBody<ReportResultResponse>, ApiError> {
    let data = Shared(services.latest_result(&caller, id, DEADLINE).await?);
    Ok(JsonBody(ReportResultResponse { data }))
}

/// The rows of a saved report as a table. Besides this right it takes the right to export what the report is about.
#[utoipa::path(
    get,
    path = "/report/api/v1/reportSketch/{id}/export",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:export"))),
    params(
        ("id" = Uuid, Path),
        ("format" = Option<TableFormat>, Query, description = "The form; csv unless said otherwise"),
    ),
    responses(
        (status = 200, description = "The table", content(
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is too large, takes too long, or is in the bin", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn export_report(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<ReportSketches>>,
    Query(FormatQuery(format)): Query<FormatQuery>,
) -> Result<Response, ApiError> {
    let folder = services.storage.directory().to_owned();
    let export = ReportExport::begin(services, caller, id, &source).await?;
    attachment(&folder, "report", format, Box::new(export)).await
}

/// Makes the caller's own, private copy of a report.
#[utoipa::path(
    post,
    path = "/report/api/v1/reportSketch/{id}/clone",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:create"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 201, description = "The copy", body = ref("#/components/schemas/ReportSketchResponse")),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn clone_report(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<ReportSketches>>,
) -> Result<Response, ApiError> {
    let shown = services.clone_report(&caller, id, &source).await?;
    let location = [(LOCATION, format!("{}/{}", ReportSketches::PATH, shown.id))];
    Ok((StatusCode::CREATED, location, one(shown)).into_response())
}

/// Says who sees a report.
#[utoipa::path(
    post,
    path = "/report/api/v1/reportSketch/{id}/share",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:share"))),
    params(
        ("id" = Uuid, Path),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *"),
    ),
    request_body = ReportSharing,
    responses(
        (status = 200, description = "The report after the change", body = ref("#/components/schemas/ReportSketchResponse")),
        (status = 400, description = "The request cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin", body = Problem, content_type = "application/problem+json"),
        (status = 412, description = "Somebody else has changed it meanwhile", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body has another media type", body = Problem, content_type = "application/problem+json"),
        (status = 428, description = "If-Match is missing: send a version or *", body = Problem, content_type = "application/problem+json"),
        Listing,
    )
)]
async fn share_report(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<ReportSketches>>,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let shown = services
        .share_report(&caller, id, expected, object, &source)
        .await?;
    Ok(one(shown))
}

/// To whom the report was mailed, the latest first, and what came of it. Those of one time stand together.
#[utoipa::path(
    get,
    path = "/report/api/v1/reportSketch/{id}/deliveries",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:schedule"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 200, description = "The last 100 deliveries", body = ReportDeliveryList),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn list_deliveries(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<ReportSketches>>,
) -> Result<JsonBody<ReportDeliveryList>, ApiError> {
    let data = services.report_deliveries(&caller, id).await?;
    Ok(JsonBody(ReportDeliveryList { data }))
}

/// Mails the report to the caller alone, at once, in the form that its schedule says.
#[utoipa::path(
    post,
    path = "/report/api/v1/reportSketch/{id}/deliver",
    tag = "report",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("report:schedule"))),
    params(("id" = Uuid, Path)),
    responses(
        (status = 202, description = "What came of it; a mail that is sent is on its way", body = ReportDeliveryResponse),
        (status = 404, description = "The company has no such record", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "It is in the bin", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn deliver_report(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<ReportSketches>>,
) -> Result<(StatusCode, JsonBody<ReportDeliveryResponse>), ApiError> {
    let data = services.deliver_report(&caller, id).await?;
    Ok((
        StatusCode::ACCEPTED,
        JsonBody(ReportDeliveryResponse { data }),
    ))
}
