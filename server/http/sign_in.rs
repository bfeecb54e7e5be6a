//! Sign-in and sign-out by form, for pages whose JavaScript is off, blocked or not there yet.
//!
//! Invariant: the same checks, counters and session as by the SDK. That the form is our own page's is checked at the edge,
//! by fetch metadata and origin; a password goes into no log, answer or page.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::response::{IntoResponse, Response};
use http::header::SET_COOKIE;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use tower_sessions::Session;
use waybill_identity::http::ClientAddress;
use waybill_services::ServiceError;
use waybill_services::source::{Origin, Source};

use super::document::{self, Form};
use super::middleware::address::Address;
use super::middleware::framing::Host;
use super::middleware::request_id;
use super::problem::Problem;
use super::site::Site;
use crate::guard::RedirectUri;
use crate::routes::Value;
use crate::session::{SessionError, SignInMethod};

/// Where a sign-in leads when nothing else is asked for (specification 2).
const DASHBOARD: &str = "/dashboard";
const LOGIN: &str = "/login";

/// What the sign-in form sends.
#[derive(Deserialize)]
pub(super) struct Credentials {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    redirect_uri: Option<String>,
}

/// `POST /login`
pub(super) async fn by_form(
    State(site): State<Arc<Site>>,
    Extension(address): Extension<Address>,
    Extension(session): Extension<Session>,
    host: Option<Extension<Host>>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    form: Result<axum::Form<Credentials>, FormRejection>,
) -> Response {
    let axum::Form(credentials) = match form {
        Ok(form) => form,
        Err(FormRejection::BytesRejection(unread)) => {
            return Problem::unread(unread.status()).into_response();
        }
        Err(_) => return Problem::UNSUPPORTED_MEDIA.into_response(),
    };
    let target = target(&site, &address, credentials.redirect_uri.as_deref());
    let client = client.map(|Extension(ClientAddress(address))| address);
    let source = source(&headers, client);
    let started = sign_in(&site, &session, &credentials, client, &source).await;
    match started {
        Ok(cookies) => {
            let mut response = document::redirect(&target);
            append(&mut response, cookies);
            response
        }
        Err(problem) => {
            let form = Form::refused(problem, credentials.email);
            let host = host.as_ref().map(|Extension(host)| host);
            document::refuse_form(&site, &address, &headers, host, form).await
        }
    }
}

/// `POST /logout`
pub(super) async fn out_by_form(
    State(site): State<Arc<Site>>,
    Extension(session): Extension<Session>,
    host: Option<Extension<Host>>,
) -> Response {
    let host = host.as_ref().map(|Extension(host)| host.name());
    match site.app().sessions.end(&session, host).await {
        Ok(cookies) => {
            let mut response = document::redirect(LOGIN);
            append(&mut response, cookies);
            response.headers_mut().insert(
                HeaderName::from_static("clear-site-data"),
                HeaderValue::from_static("\"cache\", \"storage\""),
            );
            response
        }
        Err(error) => unavailable(&error).into_response(),
    }
}

async fn sign_in(
    site: &Site,
    session: &Session,
    credentials: &Credentials,
    client: Option<std::net::IpAddr>,
    source: &Source,
) -> Result<Vec<HeaderValue>, Problem> {
    let app = site.app();
    let identity = app
        .sign_in_with_password(&credentials.email, &credentials.password, client)
        .await
        .map_err(|error| refusal_of_provider(&error))?;
    let caller = app
        .services
        .sign_in_as(&identity, source)
        .await
        .map_err(|error| refusal_of_service(&error))?;
    let started = app
        .sessions
        .start(session, caller.user_id(), SignInMethod::Form)
        .await
        .map_err(|error| unavailable_session(&error))?;
    Ok(started.set_cookie)
}

/// Where the form comes from, for the audit trail.
fn source(headers: &HeaderMap, client: Option<std::net::IpAddr>) -> Source {
    Source {
        origin: Origin::Ui,
        request_id: request_id::current(),
        ip: client.map(|address| address.to_string()),
        browser: waybill_services::http::source::browser(headers),
        // The session begins with this.
        session_ref: None,
        batch_id: None,
    }
}

/// The form's own value, else the address's, by the rule of the guard.
fn target(site: &Site, address: &Address, in_form: Option<&str>) -> String {
    let release = site.app().release();
    let value = in_form.or(match address.query.first("redirect_uri") {
        Value::Text(text) => Some(text),
        Value::Absent | Value::IllFormed => None,
    });
    value
        .and_then(|value| RedirectUri::parse(value, site.origin(), &release.matcher))
        .map_or_else(|| DASHBOARD.to_owned(), |uri| uri.as_str().to_owned())
}

fn append(response: &mut Response, cookies: Vec<HeaderValue>) {
    for cookie in cookies {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

fn refusal_of_provider(error: &waybill_identity::Error) -> Problem {
    use waybill_identity::Error;
    match error {
        Error::InvalidCredentials | Error::InvalidEmail | Error::MissingPassword => {
            Problem::CREDENTIALS
        }
        Error::TooManyAttempts => Problem::TOO_MANY_ATTEMPTS,
        Error::Disabled => Problem::SUSPENDED,
        other => unavailable(other),
    }
}

fn refusal_of_service(error: &ServiceError) -> Problem {
    match error {
        ServiceError::Suspended => Problem::SUSPENDED,
        ServiceError::NoAccount => Problem::NO_ACCOUNT,
        ServiceError::NotActive | ServiceError::NotSignedIn => Problem::CREDENTIALS,
        other => unavailable(other),
    }
}

fn unavailable_session(error: &SessionError) -> Problem {
    unavailable(error)
}

fn unavailable(error: &(dyn std::error::Error + 'static)) -> Problem {
    tracing::error!(error, "A sign-in by form could not be decided.");
    Problem::UNAVAILABLE
}
