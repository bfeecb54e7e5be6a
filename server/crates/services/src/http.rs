//! The HTTP API: `/{service}/api/v1`, and the OpenAPI document of it.
//!
//! Invariant: every path below a service's prefix is answered here, known or not, and every failure is problem details.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get};
use utoipa::openapi::OpenApi;

use crate::services::Services;

mod access_tokens;
mod app_admin;
mod archive;
mod auth;
pub mod cacheable;
pub mod collection;
mod collections;
mod companies;
mod contacts;
pub mod credentials;
mod denials;
pub mod document;
pub mod drive;
pub mod error;
pub mod factor_cookie;
mod failures;
mod invitations;
mod issues;
pub mod json;
pub mod list;
mod log;
mod mail;
mod master;
mod notifications;
pub mod path;
mod people;
mod photos;
mod ports;
mod programs;
pub mod query;
mod report;
pub mod request_id;
mod roles;
mod routes;
mod second_factor;
mod sessions;
pub mod slash;
pub mod source;
mod support;
mod suppressions;
mod users;
pub mod viewing;

pub use error::{ApiError, Cause};
use routes::Routes;

/// The services that have a prefix, whether they answer already or not (specification section 7).
const PREFIXES: [&str; 7] = ["iam", "master", "drive", "log", "mail", "report", "contact"];

/// The largest body; the largest that is expected is a few hundred bytes.
const BODY_LIMIT: usize = 64 * 1024;

/// The routes of all services, and `/openapi.json`.
///
/// The server puts a [`crate::Caller`] into the extensions of a request whose session it has found valid, the request's id
/// into the header [`request_id::HEADER`], and what its [`crate::Sessions`] needs into the extensions. The extensions of an
/// answer hold the [`axum::extract::MatchedPath`] of its route.
pub fn router(services: Arc<Services>) -> Router {
    let mut router = operations().into_router();
    for prefix in PREFIXES {
        router = router.route(
            &format!("/{prefix}/api/v1/{{*unknown}}"),
            any(error::unknown_path),
        );
    }
    let routes = router
        .method_not_allowed_fallback(error::unknown_method)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn(viewing::check))
        .layer(from_fn(programs::check))
        .layer(from_fn_with_state(Arc::clone(&services), denials::note))
        .layer(from_fn_with_state(Arc::clone(&services), error::finish))
        .route("/openapi.json", get(document::serve))
        .with_state(services);
    slash::either_way(routes)
}

/// The OpenAPI 3.1 document of [`router`].
pub fn openapi() -> OpenApi {
    document::complete(operations().into_openapi())
}

fn operations() -> Routes {
    Routes::new()
        .merge(auth::routes())
        .merge(second_factor::routes())
        .merge(sessions::routes())
        .merge(access_tokens::routes())
        .merge(app_admin::routes())
        .merge(companies::routes())
        .merge(archive::routes())
        .merge(support::routes())
        .merge(suppressions::routes())
        .merge(people::routes())
        .merge(invitations::routes())
        .merge(notifications::routes())
        .merge(roles::routes())
        .merge(users::routes())
        .merge(photos::routes())
        .merge(master::routes())
        .merge(ports::routes())
        .merge(log::routes())
        .merge(drive::routes())
        .merge(report::routes())
        .merge(mail::routes())
        .merge(collections::routes_of_all())
        .merge(contacts::routes())
        .merge(issues::routes())
}
