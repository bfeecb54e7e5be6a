//! Addresses that a company no longer sends mail to.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::mail_suppressions::SuppressionId;

use crate::caller::Caller;
use crate::http::error::{ApiError, no_content};
use crate::http::failures::{Guarded, Listing};
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::mail::suppressions::SuppressedAddresses;
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_suppressed_addresses))
        .routes(routes!(allow_address))
}

/// Addresses that mails no longer leave to.
#[derive(Debug, Serialize, ToSchema)]
struct SuppressedAddressesResponse {
    data: SuppressedAddresses,
}

/// Which addresses, for the contract.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it describes what `Searched` reads")]
struct SearchedParams {
    /// Only addresses that contain this.
    #[param(max_length = 254)]
    search: Option<String>,
}

struct Searched(String);

impl FromParameters for Searched {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self(parameters.text("search", 254).unwrap_or_default())
    }
}

/// The addresses that the company's mails no longer leave to, the latest first.
///
/// Their owners unsubscribed or reported a mail as spam, or their mail server does not know them. What staff write, invitations and
/// scheduled reports do not leave to them; codes and links for the owner's own account do.
#[utoipa::path(
    get,
    path = "/mail/api/v1/suppressions",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:edit"))),
    params(SearchedParams),
    responses((status = 200, description = "The addresses", body = SuppressedAddressesResponse), Listing)
)]
async fn list_suppressed_addresses(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(Searched(search)): Query<Searched>,
) -> Result<JsonBody<SuppressedAddressesResponse>, ApiError> {
    let data = services.suppressed_addresses(&caller, &search).await?;
    Ok(JsonBody(SuppressedAddressesResponse { data }))
}

/// Lets the company's mails leave to an address again.
#[utoipa::path(
    delete,
    path = "/mail/api/v1/suppressions/{id}",
    tag = "mail",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:edit"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the suppression")),
    responses(
        (status = 204, description = "Mails leave to the address again"),
        (status = 404, description = "The company has no such suppression", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn allow_address(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<SuppressionId>,
) -> Result<Response, ApiError> {
    services.allow_address(&caller, id, &source).await?;
    Ok(no_content([]))
}
