//! The current user and what needs them, products, and the overview of a company.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::http::credentials::{AuthorizationToken, MaybeCaller, RequestExtensions, TokenHolder};
use crate::http::error::ApiError;
use crate::http::failures::Guarded;
use crate::http::list::{CurrentUserList, all};
use crate::http::routes::{Routes, routes};
use crate::iam::attention::AttentionGroup;
use crate::iam::overview::CompanyOverview;
use crate::iam::products::OfferedProduct;
use crate::iam::user::CurrentUser;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(fetch_users_by_token))
        .routes(routes!(list_products))
        .routes(routes!(get_company_overview))
        .routes(routes!(get_attention))
}

/// The overview of a company.
#[derive(Debug, Serialize, ToSchema)]
struct CompanyOverviewResponse {
    data: CompanyOverview,
}

/// The user that a session token, or the identity provider's ID token, stands for.
///
/// It comes as the only row of a list; the list is empty when registration was not finished, or when the ID token alone does
/// not do: the user has a second factor, and this browser no session of it.
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
    token: Result<AuthorizationToken, ApiError>,
    source: Source,
    extensions: RequestExtensions,
) -> Result<JsonBody<CurrentUserList>, ApiError> {
    let holder = if let Some(caller) = caller {
        Some(TokenHolder {
            user: CurrentUser::try_from(&caller)?,
            jwt: token.ok().map(|AuthorizationToken(token)| token),
        })
    } else {
        let AuthorizationToken(id_token) = token?;
        let holder = services.sessions.holder(&extensions.0).await?;
        let user = services
            .user_of_identity(&id_token, holder, &source)
            .await?;
        user.map(|user| TokenHolder { user, jwt: None })
    };
    let (rows, page) = all(holder.into_iter().collect());
    Ok(JsonBody(CurrentUserList::new(rows, page)))
}

/// How many of each the own company has or sees.
#[utoipa::path(
    get,
    path = "/iam/api/v1/companies/overview",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("dashboard:view"))),
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

/// All products.
#[derive(Debug, Serialize, ToSchema)]
struct ProductsResponse {
    data: Vec<OfferedProduct>,
}

/// All products, which are the same for every company, and whether the own company has them.
#[utoipa::path(
    get,
    path = "/iam/api/v1/products",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("company:view"))),
    responses((status = 200, description = "The products", body = ProductsResponse), Guarded)
)]
async fn list_products(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<ProductsResponse>, ApiError> {
    Ok(JsonBody(ProductsResponse {
        data: services.list_products(&caller)?,
    }))
}

/// What needs the current user.
#[derive(Debug, Serialize, ToSchema)]
struct AttentionResponse {
    data: Vec<AttentionGroup>,
}

/// What needs the current user: work that waits for them, by kind. Kinds that they may not view are absent.
#[utoipa::path(
    get,
    path = "/iam/api/v1/users/me/attention",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("dashboard:view"))),
    responses((status = 200, description = "The groups", body = AttentionResponse), Guarded)
)]
async fn get_attention(
    State(services): State<Arc<Services>>,
    caller: Caller,
) -> Result<JsonBody<AttentionResponse>, ApiError> {
    Ok(JsonBody(AttentionResponse {
        data: services.attention(&caller).await?,
    }))
}
