//! Everything of a company by a plain link: what the services give for it, for a browser that brings cookies and no header.
//!
//! A browser writes what a link leads to onto the disk as it comes, without script, however large it is; what a script asks for
//! it would hold in memory.
//!
//! Invariant: the visitor is proved as for a document, by both cookies together, and a page of another site starts nothing.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::header::SET_COOKIE;
use http::{Method, StatusCode, Uri};
use tower_sessions::Session;

use super::document::redirect;
use super::document::visitor::Visitor;
use super::gateway;
use super::problem::Problem;
use super::site::Site;
use crate::app::IAM;

/// Where the link leads.
pub(super) const PATH: &str = "/download/company";

/// What the services call it.
const OPERATION: &str = "/iam/api/v1/companies/company/export";

/// The page with the link. What it is told says why nothing came.
const PAGE: &str = "/settings/company";

/// `GET /download/company`
pub(super) async fn company(
    State(site): State<Arc<Site>>,
    Extension(session): Extension<Session>,
    mut request: Request,
) -> Response {
    if gateway::is_foreign(request.headers()) {
        return Problem::FOREIGN_ORIGIN.into_response();
    }
    // Another program has the data, or nothing was asked for but the head.
    if site.app().upstreams.get(IAM).is_some() || request.method() != Method::GET {
        return Problem::NOT_FOUND.into_response();
    }
    let visitor = match Visitor::recognise(&site, request.headers(), &session).await {
        Ok(visitor) => visitor,
        Err(problem) => return problem.into_response(),
    };
    let Some((caller, _)) = visitor.caller() else {
        return redirect("/login?redirect_uri=%2Fsettings%2Fcompany");
    };
    request.extensions_mut().insert(caller.clone());
    *request.uri_mut() = Uri::from_static(OPERATION);
    let answer = gateway::answer(&site, request).await;
    let mut response = match answer.status() {
        StatusCode::OK => answer,
        StatusCode::CONFLICT => redirect(&format!("{PAGE}?download=busy")),
        StatusCode::FORBIDDEN => redirect(&format!("{PAGE}?download=refused")),
        _ => redirect(&format!("{PAGE}?download=failed")),
    };
    for cookie in visitor.into_cookies(&site).await {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}
