//! Sign-in and sign-out by form, for pages whose JavaScript is off, blocked or not there yet.
//!
//! Invariant: the same checks, counters, second factor and session as by the SDK. That the form is our own page's is checked at the edge,
//! by fetch metadata and origin; a password goes into no log, answer or page.

mod app_code;
mod code;
mod elsewhere;

use std::net::IpAddr;
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
use waybill_services::source::{Origin, Source};
use waybill_services::{Admitted, ServiceError, SignedIn};

use super::document::{self, Form};
use super::middleware::address::Address;
use super::middleware::framing::Host;
use super::middleware::request_id;
use super::problem::Problem;
use super::site::Site;
use crate::app::{FormSignIn, Proved};
use crate::guard::RedirectUri;
use crate::routes::Value;
use crate::session::{Beginning, SignInMethod};

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
    /// The handle of a sign-in that waits for a code.
    fbtkn: Option<String>,
    #[serde(default)]
    code: String,
    /// Set by the button that asks for another code.
    again: Option<String>,
    /// What goes on with a sign-in whose password was right.
    pending: Option<String>,
    /// The factor whose code is asked for.
    factor: Option<String>,
}

/// Where a form comes from.
struct Visitor<'a> {
    site: &'a Site,
    session: &'a Session,
    headers: &'a HeaderMap,
    client: Option<IpAddr>,
    source: Source,
}

/// What becomes of a form that is not refused.
enum Step {
    /// To another page, with these cookies.
    To(String, Vec<HeaderValue>),
    /// Back to where it was typed.
    Back(Form),
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
    let axum::Form(mut credentials) = match form {
        Ok(form) => form,
        Err(FormRejection::BytesRejection(unread)) => {
            return Problem::unread(unread.status()).into_response();
        }
        Err(_) => return Problem::UNSUPPORTED_MEDIA.into_response(),
    };
    let target = target(&site, &address, credentials.redirect_uri.as_deref());
    let client = client.map(|Extension(ClientAddress(address))| address);
    let visitor = Visitor {
        site: &site,
        session: &session,
        headers: &headers,
        client,
        source: source(&headers, client),
    };
    let step = match credentials.fbtkn.take() {
        Some(handle) if credentials.again.is_some() => code::send(&visitor, handle).await,
        Some(handle) => code::give(&visitor, handle, credentials.code, target).await,
        None if credentials.pending.is_some() => {
            app_code::give(&visitor, credentials, target).await
        }
        None => sign_in(&visitor, credentials, target).await,
    };
    match step {
        Step::To(target, cookies) => {
            let mut response = document::redirect(&target);
            append(&mut response, cookies);
            response
        }
        Step::Back(form) => {
            let host = host.as_ref().map(|Extension(host)| host);
            document::return_form(&site, &address, &headers, host, form).await
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
    visitor: &Visitor<'_>,
    credentials: Credentials,
    target: Option<RedirectUri>,
) -> Step {
    let Credentials {
        email, password, ..
    } = credentials;
    if !visitor.site.has_memory_for("sign_ins") {
        return Step::Back(Form::refused(Problem::UNAVAILABLE, email));
    }
    let app = visitor.site.app();
    let signed_in = app.sign_in_with_password(&email, &password, visitor.client);
    match signed_in.await {
        Ok(FormSignIn::In(proved)) => enter(visitor, proved, email, target).await,
        Ok(FormSignIn::Owes(pending)) => {
            Step::Back(Form::wants_app_code(pending, None, String::new()))
        }
        Err(error) => Step::Back(Form::refused(refusal_of_provider(&error), email)),
    }
}

/// Lets somebody in whom the provider knows, or asks for the code of a mail.
async fn enter(
    visitor: &Visitor<'_>,
    proved: Proved,
    email: String,
    target: Option<RedirectUri>,
) -> Step {
    if let Some(iam) = &visitor.site.app().iam {
        return elsewhere::enter(visitor, iam, proved, email, target).await;
    }
    let method = waybill_services::SignInMethod::Form;
    let services = &visitor.site.app().services;
    let signed_in = services.sign_in_as(&proved.identity, method, &visitor.source);
    match signed_in.await {
        Ok(SignedIn::In(admitted)) => match begin_session(visitor, &admitted).await {
            Ok(cookies) => Step::To(path_of(target), cookies),
            Err(problem) => Step::Back(Form::refused(problem, email)),
        },
        Ok(SignedIn::Owes(owed)) => code::ask(visitor, &owed, target.as_ref()),
        Err(error) => Step::Back(Form::refused(refusal_of_service(&error), email)),
    }
}

/// Begins the session of somebody who owes nothing; gives the `Set-Cookie` values.
async fn begin_session(
    visitor: &Visitor<'_>,
    admitted: &Admitted,
) -> Result<Vec<HeaderValue>, Problem> {
    let beginning = Beginning {
        user_id: admitted.caller().user_id(),
        method: SignInMethod::Form,
        place: visitor.source.place(),
        // The form leaves no tokens of the provider behind.
        authenticated_at: None,
    };
    let sessions = &visitor.site.app().sessions;
    let started = sessions
        .start(visitor.session, beginning)
        .await
        .map_err(|error| unavailable(&error))?;
    Ok(started.set_cookie)
}

/// Where the form comes from, for the audit trail.
pub(super) fn source(headers: &HeaderMap, client: Option<IpAddr>) -> Source {
    Source {
        origin: Origin::Ui,
        request_id: request_id::current(),
        ip: client.map(|address| address.to_string()),
        browser: waybill_services::http::source::browser(headers),
        // The session begins with this.
        session_ref: None,
        batch_id: None,
        is_support: false,
        program: None,
    }
}

/// The form's own value, else the address's, if the rule of the guard accepts it.
fn target(site: &Site, address: &Address, in_form: Option<&str>) -> Option<RedirectUri> {
    let release = site.app().release();
    let value = in_form.or(match address.query.first("redirect_uri") {
        Value::Text(text) => Some(text),
        Value::Absent | Value::IllFormed => None,
    });
    value.and_then(|value| RedirectUri::parse(value, site.origin(), &release.matcher))
}

fn path_of(target: Option<RedirectUri>) -> String {
    target.map_or_else(|| DASHBOARD.to_owned(), |uri| uri.as_str().to_owned())
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
        Error::InvalidFactorCode => Problem::APP_CODE,
        Error::InvalidPendingSignIn | Error::UnknownFactor | Error::NotFound => {
            Problem::SIGN_IN_OVER
        }
        other => unavailable(other),
    }
}

fn refusal_of_service(error: &ServiceError) -> Problem {
    match error {
        ServiceError::Suspended => Problem::SUSPENDED,
        ServiceError::NoAccount => Problem::NO_ACCOUNT,
        ServiceError::NotActive | ServiceError::NotSignedIn => Problem::CREDENTIALS,
        ServiceError::TooManyAttempts => Problem::TOO_MANY_ATTEMPTS,
        other => unavailable(other),
    }
}

fn unavailable(error: &(dyn std::error::Error + 'static)) -> Problem {
    tracing::error!(error, "A sign-in by form failed.");
    Problem::UNAVAILABLE
}
