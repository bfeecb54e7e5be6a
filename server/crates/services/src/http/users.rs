//! What is done to users besides what every collection knows, and what they do themselves.

use std::sync::{Arc, LazyLock};

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::Id;

use crate::caller::Caller;
use crate::collection::bulk::BulkResult;
use crate::http::collection::{IfMatch, Whole, one, whole};
use crate::http::error::ApiError;
use crate::http::failures::{Acting, Guarded, Versioned};
use crate::http::json::{Json, JsonObject};
use crate::http::path::Path;
use crate::http::routes::{Routes, routes};
use crate::iam::users::rights::EffectivePermission;
use crate::iam::users::{Extent, Reactivation, StatusChange, Suspension, SuspensionOfMany, Users};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(get_own_user, change_own_user, replace_own_user))
        .routes(routes!(list_effective_permissions))
        .routes(routes!(resend_invitation))
        .routes(routes!(suspend_user))
        .routes(routes!(suspend_users))
        .routes(routes!(reactivate_users))
        .routes(routes!(deactivate_user))
        .routes(routes!(reactivate_user))
        .routes(routes!(remove_authenticator))
}

/// What a user may do.
#[derive(Debug, Serialize, ToSchema)]
struct EffectivePermissionsResponse {
    data: Vec<EffectivePermission>,
}

/// The signed-in user as one of the users, with the products that it may use.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users/me",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Guarded,
    )
)]
async fn get_own_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<Response, ApiError> {
    Ok(one(services.own_user(&caller).await?))
}

/// Changes personal fields of the signed-in user: all but address, office, roles and products.
#[utoipa::path(
    patch,
    path = "/iam/api/v1/users/me",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*")),
    request_body(
        content = ref("#/components/schemas/PatchUser"),
        content_type = "application/json",
        example = json!({ "jobTitle": "Dispatcher", "theme": "dark" })
    ),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn change_own_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    let shown = services.change_own_user(&caller, expected, (Extent::Part, object), &source);
    Ok(one(shown.await?))
}

/// Replaces the personal fields of the signed-in user. E-mail address, office, roles and products have to be as they were read.
#[utoipa::path(
    put,
    path = "/iam/api/v1/users/me",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*")),
    request_body(content = ref("#/components/schemas/PutUser"), content_type = "application/json"),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn replace_own_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    IfMatch(expected): IfMatch,
    JsonObject { object, .. }: JsonObject,
) -> Result<Response, ApiError> {
    static WHOLE: LazyLock<Whole> = LazyLock::new(whole::<Users>);
    let changes = WHOLE.changes(object)?;
    let shown = services.change_own_user(&caller, expected, (Extent::Whole, changes), &source);
    Ok(one(shown.await?))
}

/// Every right of a user, how far it reaches, and which role or group gives it.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users/{id}/effective-permissions",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:view"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the user")),
    responses(
        (status = 200, description = "The rights in a fixed order", body = EffectivePermissionsResponse),
        (status = 404, description = "The company has no such user", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn list_effective_permissions(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<Id<Users>>,
) -> Result<JsonBody<EffectivePermissionsResponse>, ApiError> {
    let data = services.effective_permissions(&caller, id).await?;
    Ok(JsonBody(EffectivePermissionsResponse { data }))
}

/// Sends an invitation again, with a new link.
#[utoipa::path(
    post,
    path = "/iam/api/v1/users/{id}/resend",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:create"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn resend_invitation(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let shown = services.resend_invitation(&caller, id, expected, &source);
    Ok(one(shown.await?))
}

/// Suspends an active user, whose sessions end.
#[utoipa::path(
    post,
    path = "/iam/api/v1/users/{id}/suspend",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    request_body(content = Suspension, example = json!({ "reason": "Left the company" })),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn suspend_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
    IfMatch(expected): IfMatch,
    Json(draft): Json<Suspension>,
) -> Result<Response, ApiError> {
    draft.faults.check()?;
    let change = StatusChange::Suspend(draft.value);
    let shown = services.change_status(&caller, id, expected, change, &source);
    Ok(one(shown.await?))
}

/// What became of each of several users.
#[derive(Debug, Serialize, ToSchema)]
struct StatusOfManyResponse {
    data: BulkResult,
}

/// Suspends several active users for one reason; their sessions end. It cannot be undone as a batch.
#[utoipa::path(
    post,
    path = "/iam/api/v1/users/suspend",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    request_body(content = SuspensionOfMany, example = json!({ "ids": ["01a20658-5980-75f3-87fc-2079c6eeeb09"], "reason": "Left the company" })),
    responses(
        (status = 200, description = "What became of each", body = StatusOfManyResponse),
        Acting,
    )
)]
async fn suspend_users(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Json(draft): Json<SuspensionOfMany>,
) -> Result<JsonBody<StatusOfManyResponse>, ApiError> {
    draft.faults.check()?;
    let SuspensionOfMany { ids, reason } = draft.value;
    let change = StatusChange::Suspend(Suspension { reason });
    let data = services.change_status_of_many(&caller, ids, change, &source);
    Ok(JsonBody(StatusOfManyResponse { data: data.await? }))
}

/// Makes several suspended users active again; deactivated ones too, for whoever may deactivate.
#[utoipa::path(
    post,
    path = "/iam/api/v1/users/reactivate",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    request_body(content = Reactivation, example = json!({ "ids": ["01a20658-5980-75f3-87fc-2079c6eeeb09"] })),
    responses(
        (status = 200, description = "What became of each", body = StatusOfManyResponse),
        Acting,
    )
)]
async fn reactivate_users(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Json(draft): Json<Reactivation>,
) -> Result<JsonBody<StatusOfManyResponse>, ApiError> {
    draft.faults.check()?;
    let change = StatusChange::Reactivate;
    let ids = draft.value.ids;
    let data = services.change_status_of_many(&caller, ids, change, &source);
    Ok(JsonBody(StatusOfManyResponse { data: data.await? }))
}

/// Deactivates a user who has left, whose sessions end.
#[utoipa::path(
    post,
    path = "/iam/api/v1/users/{id}/deactivate",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:deactivate"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn deactivate_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let change = StatusChange::Deactivate;
    let shown = services.change_status(&caller, id, expected, change, &source);
    Ok(one(shown.await?))
}

/// Makes a suspended user active again; a deactivated one too, for whoever may deactivate.
#[utoipa::path(
    post,
    path = "/iam/api/v1/users/{id}/reactivate",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    params(
        ("id" = uuid::Uuid, Path, description = "Id of the user"),
        ("If-Match" = String, Header, description = "The version that was read, as its ETag, or *", example = "*"),
    ),
    responses(
        (status = 200, description = "The user", body = ref("#/components/schemas/UserResponse"), headers(("ETag" = String, description = "Its version"))),
        Acting,
        Versioned,
    )
)]
async fn reactivate_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
    IfMatch(expected): IfMatch,
) -> Result<Response, ApiError> {
    let change = StatusChange::Reactivate;
    let shown = services.change_status(&caller, id, expected, change, &source);
    Ok(one(shown.await?))
}

/// Lets a user sign in without the authenticator app, which was lost. Nothing happens where there is none.
#[utoipa::path(
    delete,
    path = "/iam/api/v1/users/{id}/authenticator",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("user:suspend"))),
    params(("id" = uuid::Uuid, Path, description = "Id of the user")),
    responses(
        (status = 204, description = "No app is asked for"),
        Acting,
    )
)]
async fn remove_authenticator(
    State(services): State<Arc<Services>>,
    caller: Caller,
    source: Source,
    Path(id): Path<Id<Users>>,
) -> Result<StatusCode, ApiError> {
    services.remove_authenticator(&caller, id, &source).await?;
    Ok(StatusCode::NO_CONTENT)
}
