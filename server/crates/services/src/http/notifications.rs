//! Notifications of the caller. They need no right, as everybody sees the own ones alone.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::notifications::NotificationId;

use crate::caller::Caller;
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Listing};
use crate::http::json::Json;
use crate::http::query::{FromParameters, Parameters, Query};
use crate::http::routes::{Routes, routes};
use crate::notifications::{Looked, Notification};
use crate::services::Services;
use crate::validate::{Draft, FromMembers, Members};

/// How many come when nothing is said.
const LIMIT: u64 = 20;

/// How many can be named at once.
const MAX_IDS: usize = 200;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(list_notifications))
        .routes(routes!(look_at_notifications))
}

/// A part of the caller's notifications.
#[derive(Debug, Serialize, ToSchema)]
struct NotificationList {
    /// The latest first.
    data: Vec<Notification>,
    /// How many are new, counted up to ten.
    #[schema(maximum = 10)]
    unread: usize,
    /// What `before` has to be for the part that comes next; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, nullable = false, required = false)]
    next: Option<NotificationId>,
}

/// Which part is asked for, for the contract.
#[derive(Debug, utoipa::IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `Part` reads")]
struct PartParams {
    /// Those before this one: `next` of the part before it.
    before: Option<Uuid>,
    /// How many at most; 20 unless said otherwise.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u64>,
}

struct Part {
    before: Option<NotificationId>,
    limit: u64,
}

impl FromParameters for Part {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let before = parameters.filled_text("before", 36).and_then(|text| {
            let id = text.parse().ok();
            if id.is_none() {
                parameters.fault("before", "Give the id of a notification.");
            }
            id
        });
        Self {
            before,
            limit: parameters.number("limit", 1..=100).unwrap_or(LIMIT),
        }
    }
}

/// Notifications of the caller, the latest first.
#[utoipa::path(
    get,
    path = "/iam/api/v1/notifications",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(PartParams),
    responses((status = 200, description = "Some of them", body = NotificationList), Listing)
)]
async fn list_notifications(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(Part { before, limit }): Query<Part>,
) -> Result<JsonBody<NotificationList>, ApiError> {
    let page = services.list_notifications(&caller, before, limit).await?;
    Ok(JsonBody(NotificationList {
        data: page.rows,
        unread: page.unread,
        next: page.next,
    }))
}

/// Which notifications the caller has looked at.
#[derive(Debug, ToSchema)]
#[schema(example = json!({ "all": true }))]
struct LookedAt {
    /// All of them.
    #[schema(value_type = Option<bool>)]
    all: bool,
    /// Or these; what is not the caller's is passed over.
    #[schema(value_type = Option<Vec<Uuid>>, max_items = 200)]
    ids: Vec<NotificationId>,
}

impl FromMembers for LookedAt {
    fn from_members(members: &mut Members) -> Self {
        let (mut all, mut ids) = (false, Vec::new());
        members.flag("all", &mut all);
        members.ids("ids", MAX_IDS, &mut ids);
        members.ensure(
            "ids",
            all || !ids.is_empty(),
            "Name at least one notification.",
        );
        Self { all, ids }
    }
}

/// How many notifications are left.
#[derive(Debug, Serialize, ToSchema)]
struct UnreadResponse {
    data: Unread,
}

/// How many notifications are left.
#[derive(Debug, Serialize, ToSchema)]
struct Unread {
    /// How many are new, counted up to ten.
    #[schema(maximum = 10)]
    unread: usize,
}

/// Marks notifications of the caller as `loaded`: all, or those named.
#[utoipa::path(
    post,
    path = "/iam/api/v1/notifications/loaded",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    request_body = LookedAt,
    responses((status = 200, description = "How many are left", body = UnreadResponse), Acting)
)]
async fn look_at_notifications(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Json(Draft { value, faults }): Json<LookedAt>,
) -> Result<JsonBody<UnreadResponse>, ApiError> {
    faults.check()?;
    let looked = match value.all {
        true => Looked::AtAll,
        false => Looked::At(value.ids),
    };
    let unread = services.look_at_notifications(&caller, &looked).await?;
    let data = Unread { unread };
    Ok(JsonBody(UnreadResponse { data }))
}
