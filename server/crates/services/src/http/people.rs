//! Users, roles, the current user and the overview of a company.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::header::ETAG;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use waybill_storage::UserId;
use waybill_storage::roles::RoleSort;
use waybill_storage::users::UserSort;

use crate::caller::Caller;
use crate::http::credentials::{Bearer, MaybeCaller};
use crate::http::error::ApiError;
use crate::http::failures::{Guarded, Listing};
use crate::http::list::{CurrentUserList, ListParams, ListQuery, RoleList, UserList, all};
use crate::http::path::Path;
use crate::http::query::Query;
use crate::http::request_id::RequestId;
use crate::iam::overview::CompanyOverview;
use crate::iam::user::{CurrentUser, User};
use crate::problem::Problem;
use crate::services::Services;

pub(super) fn routes() -> OpenApiRouter<Arc<Services>> {
    OpenApiRouter::new()
        .routes(routes!(fetch_users_by_token))
        .routes(routes!(list_users))
        .routes(routes!(get_user))
        .routes(routes!(list_roles))
        .routes(routes!(get_company_overview))
}

/// A user.
#[derive(Debug, Serialize, ToSchema)]
struct UserResponse {
    data: User,
}

/// The overview of a company.
#[derive(Debug, Serialize, ToSchema)]
struct CompanyOverviewResponse {
    data: CompanyOverview,
}

/// The user that a session token, or the identity provider's ID token, stands for.
///
/// It comes as the only row of a list; the list is empty when registration was not finished.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users-token",
    tag = "iam",
    security(("token" = [], "sid" = []), ("idToken" = [])),
    responses((status = 200, description = "One user or none", body = CurrentUserList), Guarded)
)]
async fn fetch_users_by_token(
    State(services): State<Arc<Services>>,
    MaybeCaller(caller): MaybeCaller,
    bearer: Result<Bearer, ApiError>,
    request_id: RequestId,
) -> Result<JsonBody<CurrentUserList>, ApiError> {
    let user = match caller {
        Some(caller) => Some(CurrentUser::try_from(&caller)?),
        None => {
            services
                .user_of_identity(&bearer?.0, request_id.0.as_deref())
                .await?
        }
    };
    let (rows, page) = all(user.into_iter().collect());
    Ok(JsonBody(CurrentUserList::new(rows, page)))
}

/// The users of the own company.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    params(ListParams),
    responses((status = 200, description = "A page of users, by name", body = UserList), Listing)
)]
async fn list_users(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<ListQuery<UserSort>>,
) -> Result<JsonBody<UserList>, ApiError> {
    let (listing, page) = query.paged();
    Ok(JsonBody(UserList::new(
        services.list_users(&caller, listing).await?,
        page,
    )))
}

/// A user of the own company.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users/{id}",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    params(("id" = uuid::Uuid, Path, description = "Id of the user")),
    responses(
        (status = 200, description = "The user", body = UserResponse, headers(("ETag" = String, description = "Its version"))),
        (status = 404, description = "The company has no such user", body = Problem, content_type = "application/problem+json"),
        Guarded,
    )
)]
async fn get_user(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Path(id): Path<UserId>,
) -> Result<Response, ApiError> {
    let user = services.get_user(&caller, id).await?;
    let etag = format!("\"{}\"", user.version);
    Ok(([(ETAG, etag)], JsonBody(UserResponse { data: user })).into_response())
}

/// The roles of the own company.
#[utoipa::path(
    get,
    path = "/iam/api/v1/roles",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    params(ListParams),
    responses((status = 200, description = "A page of roles, by name", body = RoleList), Listing)
)]
async fn list_roles(
    State(services): State<Arc<Services>>,
    caller: Caller,
    Query(query): Query<ListQuery<RoleSort>>,
) -> Result<JsonBody<RoleList>, ApiError> {
    let (listing, page) = query.paged();
    Ok(JsonBody(RoleList::new(
        services.list_roles(&caller, listing).await?,
        page,
    )))
}

/// How many of each the own company has or sees.
#[utoipa::path(
    get,
    path = "/iam/api/v1/companies/overview",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    responses((status = 200, description = "The numbers", body = CompanyOverviewResponse), Guarded)
)]
async fn get_company_overview(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<CompanyOverviewResponse>, ApiError> {
    Ok(JsonBody(CompanyOverviewResponse {
        data: services.overview(&caller).await?,
    }))
}
