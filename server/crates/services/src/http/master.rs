//! Reference data: whole lists, unless a page is asked for.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use waybill_storage::reference::countries::CountrySort;
use waybill_storage::reference::currencies::CurrencySort;
use waybill_storage::reference::picklists::{GroupSort, ValueFilter, ValueSort};
use waybill_storage::reference::timezones::TimezoneSort;

use crate::caller::Caller;
use crate::http::error::ApiError;
use crate::http::failures::{Guarded, Listing};
use crate::http::list::{
    CountryList, CurrencyList, ListParams, ListQuery, PicklistGroupList, PicklistValueList,
    TimezoneList, UtcOffsetList, all,
};
use crate::http::query::{FromParameters, Parameters, Query};
use crate::services::Services;

pub(super) fn routes() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(list_countries))
        .routes(routes!(list_currencies))
        .routes(routes!(list_timezones))
        .routes(routes!(list_utc_offsets))
        .routes(routes!(list_picklist_values))
        .routes(routes!(list_picklist_groups))
        // The specification names this path both ways.
        .route("/master/api/v1/dropdown/", get(list_picklist_values))
}

/// A list of rows that may be disabled.
struct SwitchableQuery<S> {
    list: ListQuery<S>,
    enabled: Option<bool>,
}

impl<S> FromParameters for SwitchableQuery<S>
where
    ListQuery<S>: FromParameters,
{
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            list: FromParameters::from_parameters(parameters),
            enabled: enabled(parameters, None),
        }
    }
}

/// A list of picklist values.
struct ValueQuery {
    list: ListQuery<ValueSort>,
    filter: ValueFilter,
}

impl FromParameters for ValueQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            list: FromParameters::from_parameters(parameters),
            filter: ValueFilter {
                module: parameters.text("module", 40),
                group: parameters.text("group", 40),
                // Two UNECE lists have more than two thousand values of which pickers offer fifty.
                enabled: enabled(parameters, Some(true)),
            },
        }
    }
}

/// A list of picklists.
struct GroupQuery {
    list: ListQuery<GroupSort>,
    module: Option<String>,
}

impl FromParameters for GroupQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            list: FromParameters::from_parameters(parameters),
            module: parameters.text("module", 40),
        }
    }
}

fn enabled(parameters: &mut Parameters, otherwise: Option<bool>) -> Option<bool> {
    let choices = [("true", Some(true)), ("false", Some(false)), ("any", None)];
    parameters.choice("enabled", &choices).unwrap_or(otherwise)
}

/// Countries, by name.
#[utoipa::path(
    get,
    path = "/master/api/v1/country",
    tag = "master",
    security(("token" = [], "sid" = [])),
    params(ListParams, ("enabled" = Option<String>, Query, description = "`true`, `false` or `any`, the default")),
    responses((status = 200, description = "Countries", body = CountryList), Listing)
)]
async fn list_countries(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<SwitchableQuery<CountrySort>>,
) -> Result<JsonBody<CountryList>, ApiError> {
    let (listing, page) = query.list.whole();
    Ok(JsonBody(CountryList::new(
        services
            .list_countries(&caller, query.enabled, listing)
            .await?,
        page,
    )))
}

/// Currencies, by code.
#[utoipa::path(
    get,
    path = "/master/api/v1/currency-list",
    tag = "master",
    security(("token" = [], "sid" = [])),
    params(ListParams, ("enabled" = Option<String>, Query, description = "`true`, `false` or `any`, the default")),
    responses((status = 200, description = "Currencies", body = CurrencyList), Listing)
)]
async fn list_currencies(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<SwitchableQuery<CurrencySort>>,
) -> Result<JsonBody<CurrencyList>, ApiError> {
    let (listing, page) = query.list.whole();
    Ok(JsonBody(CurrencyList::new(
        services
            .list_currencies(&caller, query.enabled, listing)
            .await?,
        page,
    )))
}

/// Time zones, by name, with what their clocks say now.
#[utoipa::path(
    get,
    path = "/master/api/v1/timezone",
    tag = "master",
    security(("token" = [], "sid" = [])),
    params(ListParams),
    responses((status = 200, description = "Time zones", body = TimezoneList), Listing)
)]
async fn list_timezones(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<ListQuery<TimezoneSort>>,
) -> Result<JsonBody<TimezoneList>, ApiError> {
    let (listing, page) = query.whole();
    Ok(JsonBody(TimezoneList::new(
        services.list_timezones(&caller, listing).await?,
        page,
    )))
}

/// Offsets from UTC with the zones whose clocks keep them now, from west to east.
#[utoipa::path(
    get,
    path = "/master/api/v1/timezone-utc",
    tag = "master",
    security(("token" = [], "sid" = [])),
    responses((status = 200, description = "Offsets", body = UtcOffsetList), Guarded)
)]
async fn list_utc_offsets(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<UtcOffsetList>, ApiError> {
    let (offsets, page) = all(services.list_utc_offsets(&caller).await?);
    Ok(JsonBody(UtcOffsetList::new(offsets, page)))
}

/// Values of picklists, group by group in the order of the group.
#[utoipa::path(
    get,
    path = "/master/api/v1/dropdown",
    tag = "master",
    security(("token" = [], "sid" = [])),
    params(
        ListParams,
        ("module" = Option<String>, Query, description = "Only picklists of this part of the product", example = "home"),
        ("group" = Option<String>, Query, description = "Only this picklist", example = "incoterm"),
        ("enabled" = Option<String>, Query, description = "`true`, the default, `false` or `any`"),
    ),
    responses((status = 200, description = "Picklist values", body = PicklistValueList), Listing)
)]
async fn list_picklist_values(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<ValueQuery>,
) -> Result<JsonBody<PicklistValueList>, ApiError> {
    let (listing, page) = query.list.whole();
    let values = services
        .list_picklist_values(&caller, query.filter, listing)
        .await?;
    Ok(JsonBody(PicklistValueList::new(values, page)))
}

/// Picklists, by name.
#[utoipa::path(
    get,
    path = "/master/api/v1/dropdown-groups",
    tag = "master",
    security(("token" = [], "sid" = [])),
    params(
        ListParams,
        ("module" = Option<String>, Query, description = "Only picklists of this part of the product", example = "home"),
    ),
    responses((status = 200, description = "Picklists", body = PicklistGroupList), Listing)
)]
async fn list_picklist_groups(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<GroupQuery>,
) -> Result<JsonBody<PicklistGroupList>, ApiError> {
    let (listing, page) = query.list.whole();
    let groups = services
        .list_picklist_groups(&caller, query.module.as_deref(), listing)
        .await?;
    Ok(JsonBody(PicklistGroupList::new(groups, page)))
}
