//! Viewing under other rights, by form, so that it works without JavaScript: as a holder of a role, or as a visitor of a company.
//!
//! Invariant: whatever becomes of a form, the answer is the page that shows what is so now.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse as _, Response};
use http::HeaderMap;
use http::header::SET_COOKIE;
use serde::Deserialize;
use tower_sessions::Session;
use uuid::Uuid;
use waybill_identity::http::ClientAddress;
use waybill_services::iam::viewings::Left;
use waybill_services::source::Source;
use waybill_services::{Caller, ServiceError};

use super::document::{self, Visitor};
use super::problem::Problem;
use super::sign_in;
use super::site::Site;

/// Where a view is begun.
pub(super) const PATH: &str = "/viewing";
/// Where it is ended.
pub(super) const END_PATH: &str = "/viewing/end";

const LOGIN: &str = "/login";
const DASHBOARD: &str = "/dashboard";

/// What the form sends: one of the two.
#[derive(Deserialize)]
pub(super) struct Wanted {
    role: Option<Uuid>,
    company: Option<Uuid>,
}

/// `POST /viewing`
pub(super) async fn begin_by_form(
    State(site): State<Arc<Site>>,
    Extension(session): Extension<Session>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    form: Result<axum::Form<Wanted>, FormRejection>,
) -> Response {
    let axum::Form(wanted) = match form {
        Ok(form) => form,
        Err(FormRejection::BytesRejection(unread)) => {
            return Problem::unread(unread.status()).into_response();
        }
        Err(_) => return Problem::UNSUPPORTED_MEDIA.into_response(),
    };
    let source = source(&headers, client);
    let begin = async |caller: &Caller| begin(&site, caller, &wanted, &source).await;
    answer(&site, &session, &headers, begin).await
}

/// `POST /viewing/end`
pub(super) async fn end_by_form(
    State(site): State<Arc<Site>>,
    Extension(session): Extension<Session>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
) -> Response {
    let source = source(&headers, client);
    let end = async |caller: &Caller| {
        let left = site.app().services.end_viewing(caller, &source).await?;
        Ok(match left {
            Some(Left::Role(id)) => format!("/settings/roles/{id}"),
            Some(Left::Company(id)) => format!("/settings/companies/{id}"),
            None => DASHBOARD.to_owned(),
        })
    };
    answer(&site, &session, &headers, end).await
}

/// Begins what is wanted; gives where that leads. Where it is refused, the page that offered it says what is so now.
async fn begin(
    site: &Site,
    caller: &Caller,
    wanted: &Wanted,
    source: &Source,
) -> Result<String, ServiceError> {
    let app = site.app();
    let (begun, offered) = match (wanted.role, wanted.company) {
        // Who knows the roles is another program.
        (Some(role), _) if app.iam.is_some() => {
            return Ok(format!("/settings/roles/{role}"));
        }
        (Some(role), _) => (
            app.services.view_as_role(caller, role, source).await,
            format!("/settings/roles/{role}"),
        ),
        (None, Some(company)) => (
            app.services.visit_company(caller, company, source).await,
            format!("/settings/companies/{company}"),
        ),
        (None, None) => return Ok(DASHBOARD.to_owned()),
    };
    match begun {
        Ok(()) => Ok(DASHBOARD.to_owned()),
        Err(error @ (ServiceError::Storage(_) | ServiceError::Session(_))) => Err(error),
        Err(_) => Ok(offered),
    }
}

async fn answer(
    site: &Site,
    session: &Session,
    headers: &HeaderMap,
    act: impl AsyncFnOnce(&Caller) -> Result<String, ServiceError>,
) -> Response {
    let visitor = match Visitor::recognise(site, headers, session).await {
        Ok(visitor) => visitor,
        Err(problem) => return problem.into_response(),
    };
    let Some((caller, _)) = visitor.caller() else {
        return document::redirect(LOGIN);
    };
    let to = match act(caller).await {
        Ok(to) => to,
        Err(error) => {
            let error: &(dyn std::error::Error + 'static) = &error;
            tracing::error!(error, "A view could not be started or ended.");
            return Problem::UNAVAILABLE.into_response();
        }
    };
    let mut response = document::redirect(&to);
    for cookie in visitor.into_cookies(site).await {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

fn source(headers: &HeaderMap, client: Option<Extension<ClientAddress>>) -> Source {
    let client: Option<IpAddr> = client.map(|Extension(ClientAddress(address))| address);
    Source {
        session_ref: waybill_services::http::source::session_ref(headers),
        ..sign_in::source(headers, client)
    }
}
