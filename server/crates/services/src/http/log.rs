//! The audit trail.

use std::ops::Not;
use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit::AuditListing;
use waybill_storage::audit::list::{
    Condition, FIELDS, Field, FieldKind, FieldValue, SORT_KEYS, order_of,
};
use waybill_storage::records::Op;
use waybill_storage::records::read::Part;

use crate::caller::Caller;
use crate::collection::table::TableFormat;
use crate::http::collection::listing::{
    PageInfo, bars, conditions, moment, operator, part, parts_of, sort, written,
};
use crate::http::collection::tables::{attachment, table_format};
use crate::http::error::ApiError;
use crate::http::failures::Listing;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::log::AuditPage;
use crate::log::audit::AuditEntry;
use crate::log::chain::AuditChain;
use crate::log::export::AuditExport;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_audit))
        .routes(routes!(list_audit_history))
        .routes(routes!(export_audit))
        .routes(routes!(verify_audit))
}

/// A part of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuditList {
    /// The entries.
    data: Vec<AuditEntry>,
    /// Number of the page, from 1; absent behind a cursor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    page: Option<u64>,
    /// Entries of a part at most.
    page_size: u64,
    /// Entries of all parts, where that was asked for; at most 10,000 are counted, see `totalIsLowerBound`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    total: Option<u64>,
    /// True where there are more rows than `total`, which are not counted; absent otherwise.
    #[serde(skip_serializing_if = "Not::not")]
    #[schema(required = false)]
    total_is_lower_bound: bool,
    /// Where the next part begins; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// What a walk along the trail has shown.
#[derive(Debug, Serialize, ToSchema)]
struct AuditChainResponse {
    data: AuditChain,
}

/// Which part of a trail, for the contract.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `AuditQuery` reads")]
struct PartParams {
    /// Number of the page, from 1.
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
    /// Entries of a page; 50 unless said otherwise.
    #[param(minimum = 1, maximum = 200)]
    page_size: Option<u64>,
    /// Where the part begins: next of the part before it, however far down the trail.
    after: Option<String>,
    /// Entries of the part, instead of pageSize.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
    /// Whether to count all entries, instead of numbering pages.
    count: Option<bool>,
}

/// Which entries, for the contract.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `AuditQuery` reads")]
struct FilterParams {
    /// Words that must all occur in who, what and to what; case and diacritics do not matter.
    #[param(max_length = 100)]
    search: Option<String>,
    /// A condition as field:op:value; several must all hold. Operators: eq, ne, lt, le, gt, ge, in (values between |),
    /// starts, has. Fields: at, actor.id, actor.type, actor.emailId, action, entity.type, entity.id, result, origin,
    /// batchId, requestId, ip, sessionRef. No value stands for none: `batchId:eq:`.
    #[param(max_items = 20, example = json!(["result:eq:denied", "at:ge:2026-11-01"]))]
    filter: Option<Vec<String>>,
    /// `at` or `action`, separated by commas; a minus before one turns its order round. The latest first unless said
    /// otherwise.
    #[param(example = "-at")]
    sort: Option<String>,
}

/// What is asked of the trail.
struct AuditQuery {
    listing: AuditListing,
    page: PageInfo,
}

impl FromParameters for AuditQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let sort = sort(parameters, || SORT_KEYS.iter().copied());
        let (part, page) = part(parameters, &order_of(&sort));
        let listing = AuditListing {
            search: parameters.text("search", 100).unwrap_or_default(),
            conditions: conditions(parameters, condition),
            sort,
            part,
        };
        Self { listing, page }
    }
}

fn condition(text: &str) -> Result<Condition, String> {
    let (name, op, value) = parts_of(text)?;
    let Some(field) = Field::named(name) else {
        let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
        return Err(format!("Filter by one of: {}.", names.join(", ")));
    };
    let op = operator(op)?;
    let values = match op {
        Op::In => bars(value)?,
        _ => vec![value.to_owned()],
    };
    let values = values
        .iter()
        .map(|text| field_value(field, text))
        .collect::<Result<_, _>>()?;
    Condition::new(field, op, values)
        .ok_or_else(|| format!("{name} does not support this comparison."))
}

fn field_value(field: &Field, text: &str) -> Result<FieldValue, String> {
    let name = field.name;
    if text.is_empty() {
        return Ok(FieldValue::Missing);
    }
    match field.kind {
        FieldKind::Text => Ok(FieldValue::Text(text.to_owned())),
        FieldKind::Id => match text.parse() {
            Ok(id) => Ok(FieldValue::Id(id)),
            Err(_) => Err(format!("{name} takes an id.")),
        },
        FieldKind::Moment => match moment(text) {
            Some(at) => Ok(FieldValue::Moment(at)),
            None => Err(format!(
                "{name} takes a date and time, for example 2026-11-22T12:00:00Z."
            )),
        },
    }
}

/// One record's part of the trail, or a part of all of it.
struct HistoryQuery {
    entity: Option<(String, Uuid)>,
    part: Part,
    page: PageInfo,
}

impl FromParameters for HistoryQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let names_entity = parameters.has("entityType") || parameters.has("entityId");
        let entity_type = parameters.text("entityType", 60);
        let id = parameters.text("entityId", 36);
        let entity_id = id.and_then(|id| id.parse().ok());
        if names_entity && entity_type.is_none() {
            parameters.fault("entityType", "This parameter is required.");
        }
        if names_entity && entity_id.is_none() {
            parameters.fault("entityId", "Give the id of the record.");
        }
        let (part, page) = part(parameters, &order_of(&[]));
        Self {
            entity: entity_type.zip(entity_id),
            part,
            page,
        }
    }
}

/// The query of an export: which entries, and the form.
struct ExportQuery {
    audit: AuditQuery,
    format: TableFormat,
}

impl FromParameters for ExportQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let format = table_format(parameters);
        let audit = AuditQuery::from_parameters(parameters);
        Self { audit, format }
    }
}

fn envelope(found: AuditPage, page: PageInfo) -> Result<JsonBody<AuditList>, ApiError> {
    Ok(JsonBody(AuditList {
        data: found.rows,
        page: page.number,
        page_size: page.size,
        total: found.total.map(|total| total.rows),
        total_is_lower_bound: found.total.is_some_and(|total| total.is_lower_bound),
        next: found.next.as_ref().map(written).transpose()?,
    }))
}

/// What was done in the own company, the latest first.
#[utoipa::path(
    get,
    path = "/log/api/v1/audit",
    tag = "log",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("audit:view"))),
    params(FilterParams, PartParams),
    responses((status = 200, description = "A part of the trail", body = AuditList), Listing)
)]
async fn list_audit(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(AuditQuery { listing, page }): Query<AuditQuery>,
) -> Result<JsonBody<AuditList>, ApiError> {
    envelope(services.list_audit(&caller, listing).await?, page)
}

/// What was done to one record, the latest first: for those who may see the trail or the record.
///
/// Without a record, what was done in the company, for those who may see the trail.
#[utoipa::path(
    get,
    path = "/log/api/v1/audit-history",
    tag = "log",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("audit:view"))),
    params(
        ("entityType" = Option<String>, Query, description = "What the trail calls the record's kind; together with its id"),
        ("entityId" = Option<Uuid>, Query, description = "The record's id; together with its kind"),
        PartParams,
    ),
    responses(
        (status = 200, description = "A part of the trail", body = AuditList),
        (status = 404, description = "The company has no such record within reach", body = Problem,
            content_type = "application/problem+json"),
        Listing,
    )
)]
async fn list_audit_history(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<HistoryQuery>,
) -> Result<JsonBody<AuditList>, ApiError> {
    let listing = AuditListing {
        part: query.part,
        ..AuditListing::default()
    };
    let found = match query.entity {
        Some((kind, id)) => services.audit_history(&caller, &kind, id, listing).await?,
        None => services.list_audit(&caller, listing).await?,
    };
    envelope(found, query.page)
}

/// The trail as a table, a part at a time.
#[utoipa::path(
    get,
    path = "/log/api/v1/audit/export",
    tag = "log",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("audit:export"))),
    params(
        ("format" = Option<TableFormat>, Query, description = "The form; csv unless said otherwise"),
        FilterParams,
    ),
    responses(
        (status = 200, description = "The table", content(
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        Listing,
    )
)]
async fn export_audit(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Query(ExportQuery { audit, format }): Query<ExportQuery>,
) -> Result<Response, ApiError> {
    let folder = services.storage.directory().to_owned();
    let export = AuditExport::begin(services, caller, audit.listing, &source).await?;
    attachment(&folder, "audit", format, Box::new(export)).await
}

/// Whether the trail is whole: walks along it from its first entry.
#[utoipa::path(
    get,
    path = "/log/api/v1/audit/verify",
    tag = "log",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("audit:view"))),
    responses((status = 200, description = "What the walk has shown", body = AuditChainResponse), Listing)
)]
async fn verify_audit(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<AuditChainResponse>, ApiError> {
    let data = services.verify_audit(&caller).await?;
    Ok(JsonBody(AuditChainResponse { data }))
}
