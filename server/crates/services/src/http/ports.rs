//! Ports beyond what every collection does: merging them, and looking for a place by whatever is known of it.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::http::contacts::MergeResponse;
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Listing};
use crate::http::json::Json;
use crate::http::path::Path;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::master::locations::{Location, LocationSearch};
use crate::master::ports::{Airports, Kind, OceanPorts, PortKind, Ports, ReceivingLocations};
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Draft, FromMembers, Members};

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(search_locations))
        .routes(routes!(merge_airport))
        .routes(routes!(merge_ocean_port))
        .routes(routes!(merge_receiving_location))
}

/// Places that were found, the best first.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct LocationList {
    /// The places.
    data: Vec<Location>,
}

impl FromParameters for LocationSearch {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let kinds = PortKind::ALL.iter().map(|kind| (kind.as_str(), *kind));
        let kinds: Vec<_> = kinds.collect();
        let text = parameters.text("search", 100);
        if text.is_none() {
            parameters.fault("search", "Give a search term.");
        }
        Self {
            text: text.unwrap_or_default(),
            kind: parameters.choice("kind", &kinds),
            country: parameters
                .text("country", 2)
                .map(|code| code.to_uppercase()),
            limit: parameters.number("limit", 1..=50).unwrap_or(20),
        }
    }
}

/// The port that takes the place of another.
#[derive(Clone, Debug, ToSchema)]
struct PortMerge {
    /// Its id.
    into: Option<Uuid>,
}

impl FromMembers for PortMerge {
    fn from_members(members: &mut Members) -> Self {
        let mut into = None;
        members.optional_id("into", &mut into);
        members.ensure("into", into.is_some(), "This field is required.");
        Self { into }
    }
}

/// Looks for airports, ocean ports and receiving locations by code, name, alias or a misspelling of these.
///
/// An exact code comes first, then a UN/LOCODE without its country, names, codes and names that begin so, names with all words,
/// names that sound so, and misspellings. Names may be in any script.
#[utoipa::path(
    get,
    path = "/master/api/v1/location",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("port.airport:view"))),
    params(
        ("search" = String, Query, description = "UN/LOCODE, IATA, ICAO, name or alias", example = "nl rtm"),
        ("kind" = Option<PortKind>, Query, description = "Only places of this kind"),
        ("country" = Option<String>, Query, description = "Only places of this country, by its alpha-2 code", example = "NL"),
        ("limit" = Option<u64>, Query, description = "How many at most, up to 50; 20 unless said otherwise"),
    ),
    responses((status = 200, description = "Places, the best first", body = LocationList), Listing)
)]
async fn search_locations(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(search): Query<LocationSearch>,
) -> Result<JsonBody<LocationList>, ApiError> {
    let data = services.search_locations(&caller, &search).await?;
    Ok(JsonBody(LocationList { data }))
}

/// Lets one airport take the place of another.
///
/// The batch can be undone like those of bulk changes.
#[utoipa::path(
    post,
    path = "/master/api/v1/airport/{id}/merge",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("port.airport:merge"))),
    params(("id" = Uuid, Path, description = "The airport that goes")),
    request_body = PortMerge,
    responses((status = 200, description = "What became of each port", body = ref("#/components/schemas/MergeResponse")), Acting)
)]
async fn merge_airport(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Ports<Airports>>>,
    Json(body): Json<PortMerge>,
) -> Result<JsonBody<MergeResponse>, ApiError> {
    merge(&services, &caller, &source, id, body).await
}

/// Lets one ocean port take the place of another.
///
/// The batch can be undone like those of bulk changes.
#[utoipa::path(
    post,
    path = "/master/api/v1/oceanport/{id}/merge",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("port.oceanport:merge"))),
    params(("id" = Uuid, Path, description = "The ocean port that goes")),
    request_body = PortMerge,
    responses((status = 200, description = "What became of each port", body = ref("#/components/schemas/MergeResponse")), Acting)
)]
async fn merge_ocean_port(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Ports<OceanPorts>>>,
    Json(body): Json<PortMerge>,
) -> Result<JsonBody<MergeResponse>, ApiError> {
    merge(&services, &caller, &source, id, body).await
}

/// Lets one receiving location take the place of another.
///
/// The batch can be undone like those of bulk changes.
#[utoipa::path(
    post,
    path = "/master/api/v1/receivinglocation/{id}/merge",
    tag = "master",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("port.receivinglocation:merge"))),
    params(("id" = Uuid, Path, description = "The receiving location that goes")),
    request_body = PortMerge,
    responses((status = 200, description = "What became of each port", body = ref("#/components/schemas/MergeResponse")), Acting)
)]
async fn merge_receiving_location(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Ports<ReceivingLocations>>>,
    Json(body): Json<PortMerge>,
) -> Result<JsonBody<MergeResponse>, ApiError> {
    merge(&services, &caller, &source, id, body).await
}

async fn merge<K: Kind>(
    services: &Services,
    caller: &Caller,
    source: &Source,
    id: Id<Ports<K>>,
    body: Draft<PortMerge>,
) -> Result<JsonBody<MergeResponse>, ApiError> {
    let Draft { value, faults } = body;
    faults.check()?;
    // Without `into` the body was refused.
    let into = Id::from(value.into.unwrap_or_default());
    // Boxed, for it is a large future.
    let merged = Box::pin(services.merge_ports(caller, id, into, source));
    let data = merged.await?;
    Ok(JsonBody(MergeResponse { data }))
}
