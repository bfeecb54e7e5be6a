//! The operator's view of the installation.

use std::sync::{Arc, LazyLock};

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::header::ETAG;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Caller;
use crate::http::collection::{IfMatch, Whole, etag};
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded, Listing, Versioned};
use crate::http::json::JsonObject;
use crate::http::list::{AdminCompanyList, CompaniesParams, CompaniesQuery};
use crate::http::path::Path;
use crate::http::query::Query;
use crate::http::routes::{Routes, routes};
use crate::iam::app_admin::{AdminCompany, ContractPatch};
use crate::iam::company::{AccountType, SubscribedPlan};
use crate::log::audit::AuditEntry;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_app_admin))
        .routes(routes!(get_app_admin, change_app_admin, replace_app_admin))
        .routes(routes!(get_app_admin_history))
}

/// A company as the operator sees it.
#[derive(Debug, Serialize, ToSchema)]
struct AdminCompanyResponse {
    data: AdminCompany,
}

/// Changes of a company's contract.
#[derive(Debug, Serialize, ToSchema)]
struct AdminHistoryResponse {
    data: Vec<AuditEntry>,
}

/// All companies of the installation, with what was agreed with them and how many users they have.
#[utoipa::path(
    get,
    path = "/iam/api/v1/app-admin",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("superAdmin"))),
    params(CompaniesParams),
    responses((status = 200, description = "A page of the list", body = AdminCompanyList), Listing)
)]
async fn list_app_admin(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Query(CompaniesQuery { listing, page }): Query<CompaniesQuery>,
) -> Result<JsonBody<AdminCompanyList>, ApiError> {
    let listed = services
        .admin_list_companies(&caller, listing, &source)
        .await?;
    Ok(JsonBody(AdminCompanyList::new(listed, page)))
}

/// One of the companies.
#[utoipa::path(
    get,
    path = "/iam/api/v1/app-admin/{id}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("superAdmin"))),
    params(("id" = Uuid, Path, description = "Id of the company")),
    responses(
        (status = 200, description = "The company", body = AdminCompanyResponse, headers(("ETag" = String, description = "Its version"))),
        (status = 404, description = "There is no such company", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn get_app_admin(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    Ok(one(services.admin_company(&caller, id, &source).await?))
}

/// Changes of a company's contract by people of the own company, the latest first.
#[utoipa::path(
    get,
    path = "/iam/api/v1/app-admin/{id}/history",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("superAdmin"))),
    params(("id" = Uuid, Path, description = "Id of the company")),
    responses(
        (status = 200, description = "The changes", body = AdminHistoryResponse),
        (status = 404, description = "There is no such company", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn get_app_admin_history(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Uuid>,
) -> Result<JsonBody<AdminHistoryResponse>, ApiError> {
    let data = services.admin_company_history(&caller, id).await?;
    Ok(JsonBody(AdminHistoryResponse { data }))
}

/// Changes what was agreed with a company: its kind of contract, its subscription and its products.
#[utoipa::path(
    patch,
    path = "/iam/api/v1/app-admin/{id}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("superAdmin"))),
    params(
        ("id" = Uuid, Path, description = "Id of the company"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    request_body(
        content = ContractPatch,
        example = json!({ "account_type": "standard", "subscripedPlan": { "name": "Standard", "expiryDate": "2036-12-31" }, "products": ["workspace", "contacts"] })
    ),
    responses(
        (status = 200, description = "The company", body = AdminCompanyResponse, headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn change_app_admin(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Uuid>,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let shown = services
        .admin_change_company(&caller, id, expected, object, &source)
        .await?;
    Ok(one(shown))
}

/// All that was agreed with a company.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it says what `replace_app_admin` requires")]
struct WholeContract {
    /// Its kind of contract.
    account_type: AccountType,
    /// What it has subscribed to; null for nothing, which never expires.
    #[schema(rename = "subscripedPlan", required)]
    subscribed_plan: Option<SubscribedPlan>,
    /// Codes of its products.
    products: Vec<String>,
}

/// Replaces what was agreed with a company. Other members of the record may be sent as they were read; they are ignored.
#[utoipa::path(
    put,
    path = "/iam/api/v1/app-admin/{id}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("superAdmin"))),
    params(
        ("id" = Uuid, Path, description = "Id of the company"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    request_body(
        content = WholeContract,
        example = json!({ "account_type": "standard", "subscripedPlan": { "name": "Standard", "expiryDate": "2036-12-31" }, "products": ["workspace", "contacts"] })
    ),
    responses(
        (status = 200, description = "The company", body = AdminCompanyResponse, headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn replace_app_admin(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Uuid>,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    static WHOLE: LazyLock<Whole> = LazyLock::new(Whole::of::<WholeContract, AdminCompany>);
    let changes = WHOLE.changes(object)?;
    let shown = services
        .admin_change_company(&caller, id, expected, changes, &source)
        .await?;
    Ok(one(shown))
}

fn one(data: AdminCompany) -> Response {
    let version = [(ETAG, etag(data.version))];
    (version, JsonBody(AdminCompanyResponse { data })).into_response()
}
