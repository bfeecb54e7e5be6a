//! Reference data: time zones by their clocks, what countries propose, and what can be done to picklists besides what every
//! collection does.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, ArrayBuilder, Ref};
use uuid::Uuid;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::collection::{Collection as _, Shown};
use crate::http::collection::one;
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded, Listing};
use crate::http::json::Json;
use crate::http::list::{UtcOffsetList, all};
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::master::picklists::PicklistValues;
use crate::master::proposal::CountryProposal;
use crate::master::upgrade::LatestUpgrade;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Draft, FromMembers, Members};

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_utc_offsets))
        .routes(routes!(get_latest_upgrade))
        .routes(routes!(get_country_proposal))
        .routes(routes!(list_types))
        .routes(routes!(merge_picklist_value))
        .routes(routes!(reorder_picklist_values))
}

/// Offsets from UTC with the zones whose clocks keep them now, from west to east.
#[utoipa::path(
    get,
    path = "/master/api/v1/timezone-utc",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses((status = 200, description = "Offsets", body = UtcOffsetList), Guarded)
)]
async fn list_utc_offsets(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<UtcOffsetList>, ApiError> {
    let (offsets, page) = all(services.list_utc_offsets(&caller).await?);
    Ok(JsonBody(UtcOffsetList::new(offsets, page)))
}

/// The latest upgrade, if there was one.
#[derive(Debug, Serialize, ToSchema)]
struct LatestUpgradeResponse {
    /// The upgrade; null where nothing but the first loading happened yet.
    #[schema(required)]
    data: Option<LatestUpgrade>,
}

/// What the latest upgrade changed about reference data, and what of it the company uses.
///
/// Lists that the caller may not see are left out.
#[utoipa::path(
    get,
    path = "/master/api/v1/latest-upgrade",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses((status = 200, description = "The upgrade", body = LatestUpgradeResponse), Guarded)
)]
async fn get_latest_upgrade(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<LatestUpgradeResponse>, ApiError> {
    let data = services.latest_upgrade(&caller).await?;
    Ok(JsonBody(LatestUpgradeResponse { data }))
}

/// The country that is asked for.
struct ProposalQuery {
    country: String,
}

impl FromParameters for ProposalQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            country: parameters.filled_text("country", 2).unwrap_or_default(),
        }
    }
}

/// What a country proposes.
#[derive(Debug, Serialize, ToSchema)]
struct CountryProposalResponse {
    /// The proposal.
    data: CountryProposal,
}

/// What a country proposes to a company that works there: everything that the country implies.
#[utoipa::path(
    get,
    path = "/master/api/v1/country-proposal",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("country" = String, Query, description = "ISO 3166-1 alpha-2", example = "NL")),
    responses((status = 200, description = "The proposal", body = CountryProposalResponse), Listing)
)]
async fn get_country_proposal(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<ProposalQuery>,
) -> Result<JsonBody<CountryProposalResponse>, ApiError> {
    let data = services.country_proposal(&caller, &query.country).await?;
    Ok(JsonBody(CountryProposalResponse { data }))
}

/// The picklist that is asked for, or all of them.
struct TypeQuery {
    group: Option<String>,
}

impl FromParameters for TypeQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            group: parameters.text("group", 40),
        }
    }
}

/// Values of picklists, as a list.
#[derive(Debug, Serialize, ToSchema)]
struct TypeList {
    /// The values in the order of their picklists.
    #[schema(schema_with = values)]
    data: Vec<Shown<PicklistValues>>,
}

/// The records by name: a type of that name would take the place of their schema.
fn values() -> Array {
    let value = Ref::from_schema_name(PicklistValues::NAME);
    ArrayBuilder::new().items(value).build()
}

/// The values that picklists offer today: what a field of each type may hold.
#[utoipa::path(
    get,
    path = "/master/api/v1/type",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("picklist:view"))),
    params(("group" = Option<String>, Query, description = "Code of the only picklist that is asked for", example = "incoterm")),
    responses((status = 200, description = "Values", body = TypeList), Listing)
)]
async fn list_types(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<TypeQuery>,
) -> Result<JsonBody<TypeList>, ApiError> {
    let data = services.list_types(&caller, query.group.as_deref()).await?;
    Ok(JsonBody(TypeList { data }))
}

/// The value that takes the place of another.
#[derive(Clone, Debug, ToSchema)]
struct PicklistMerge {
    /// Its id.
    into: Option<Uuid>,
}

impl FromMembers for PicklistMerge {
    fn from_members(members: &mut Members) -> Self {
        let mut into = None;
        members.optional_id("into", &mut into);
        members.ensure("into", into.is_some(), "This field is required.");
        Self { into }
    }
}

/// Lets one value of a picklist take the place of another.
#[utoipa::path(
    post,
    path = "/master/api/v1/dropdown/{id}/merge",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("picklist:merge"))),
    params(("id" = Uuid, Path, description = "The value that goes")),
    request_body = PicklistMerge,
    responses((status = 200, description = "The value that stays", body = ref("#/components/schemas/PicklistValueResponse")), Acting)
)]
async fn merge_picklist_value(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<PicklistValues>>,
    Json(Draft { value, faults }): Json<PicklistMerge>,
) -> Result<Response, ApiError> {
    faults.check()?;
    // Without `into` the body was refused.
    let into = Id::from(value.into.unwrap_or_default());
    Ok(one(services
        .merge_picklist_values(&caller, id, into, &source)
        .await?))
}

/// Values of one picklist in the order that they are to have.
#[derive(Clone, Debug, ToSchema)]
struct PicklistOrder {
    /// Their ids.
    #[schema(value_type = Vec<Uuid>, example = json!([]))]
    ids: Vec<Id<PicklistValues>>,
}

impl FromMembers for PicklistOrder {
    fn from_members(members: &mut Members) -> Self {
        let mut ids = Vec::new();
        let is_given = members.has("ids") && !members.is_null("ids");
        members.ensure("ids", is_given, "This field is required.");
        members.ids("ids", 500, &mut ids);
        Self { ids }
    }
}

/// Puts values of a picklist in order.
#[utoipa::path(
    post,
    path = "/master/api/v1/dropdown/reorder",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("picklist:edit"))),
    request_body = PicklistOrder,
    responses((status = 200, description = "The values in their new order", body = TypeList), Acting)
)]
async fn reorder_picklist_values(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Json(Draft { value, faults }): Json<PicklistOrder>,
) -> Result<JsonBody<TypeList>, ApiError> {
    faults.check()?;
    let data = services
        .reorder_picklist_values(&caller, value.ids, &source)
        .await?;
    Ok(JsonBody(TypeList { data }))
}
