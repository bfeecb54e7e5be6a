//! The gateway to the services: from browsers, who prove themselves, and from documents, whose visitor is known.
//!
//! Invariant: a service sees a [`Caller`] only if token and session cookie of one living session came together, here or at an
//! instance of ours that passes the call on, if a program brought an access token, or if a document was already let through for that
//! caller. Service names are a closed set; a call leaves this process only for a service
//! that the configuration puts on another machine, and with a token only if its session lives.

mod as_caller;
pub(super) mod elsewhere;
pub(super) mod factor;
mod passing;
pub(super) mod programs;
mod replica;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Extension, MatchedPath, Path, Request, State};
use axum::response::{IntoResponse, Response};
use http::HeaderMap;
use http::header::{CONTENT_TYPE, SET_COOKIE};
use tower::ServiceExt;
use tower_sessions::Session;
use waybill_services::http::credentials::{UnknownProgram, token_in};
use waybill_services::http::source::ClientAddress;
use waybill_services::{Caller, CallerSession, ServiceError, SignInMethod};

use super::compression;
use super::doors::Class;
use super::middleware::framing::{FromFront, Host};
use super::problem::Problem;
use super::site::Site;
use super::weight::Weight;
use crate::app::IAM;
use crate::config::SERVICES;
use crate::session::{self, Alone, Login, RequestHost, SessionError, Token};

pub use self::as_caller::AsCaller;
pub(super) use self::as_caller::Sent;

use self::elsewhere::IamCall;
use self::passing::Passage;
use self::programs::Rate;

/// The media types of content that a page of another site may send without asking first (Fetch standard, CORS-safelisted
/// request header). No service reads them.
const OF_FORMS: [&str; 3] = [
    "text/plain",
    "multipart/form-data",
    "application/x-www-form-urlencoded",
];

/// `/{service}/api/v1/…`
pub async fn call(
    State(site): State<Arc<Site>>,
    Path((service, _rest)): Path<(String, String)>,
    Extension(session): Extension<Session>,
    host: Option<Extension<Host>>,
    mut request: Request,
) -> Response {
    let Some(service) = SERVICES.into_iter().find(|it| *it == service) else {
        return Problem::NOT_FOUND.into_response();
    };
    if is_foreign(request.headers()) {
        return Problem::FOREIGN_ORIGIN.into_response();
    }
    if is_what_forms_send(&request) {
        return Problem::UNSUPPORTED_MEDIA.into_response();
    }
    let weight = Weight::of(request.method(), request.uri().path());
    let class = Class::of(request.uri().path(), weight);
    let Some(_turn) = site.enter(class) else {
        return Problem::UNAVAILABLE.into_response();
    };
    if let Some(Extension(host)) = host {
        let host = RequestHost(host.name().to_owned());
        request.extensions_mut().insert(host);
    }
    let is_alone = request.extensions().get::<FromFront>().is_some() && session.id().is_none();
    let factor = factor::cookie(&site);
    if is_alone {
        request.extensions_mut().insert(Alone);
        factor::bring(factor, request.headers_mut());
    }
    let proof = Proof {
        session: &session,
        is_alone,
    };
    let mut is_viewing = false;
    let mut is_program = false;
    let mut rate = None;
    let mut login = None;
    let address = request.extensions().get();
    let address = address.map(|ClientAddress(address)| *address);
    match calling(&site, request.headers(), address, proof).await {
        Ok(Calling::User(caller, of)) => {
            is_viewing = caller.viewing().is_some();
            let extensions = request.extensions_mut();
            extensions.insert(*caller);
            extensions.insert(of.clone());
            login = Some(of);
        }
        Ok(Calling::Program(caller)) => {
            is_program = true;
            rate = programs::count(&site, &caller);
            if let Some(rate) = rate.filter(Rate::is_exceeded) {
                return rate.refusal();
            }
            request.extensions_mut().insert(*caller);
        }
        Ok(Calling::UnknownProgram) => {
            is_program = true;
            request.extensions_mut().insert(UnknownProgram);
        }
        // The services answer 401 where somebody has to be signed in, and read other proofs where they want them.
        Ok(Calling::Nobody) => {}
        Err(problem) => return problem.into_response(),
    }
    let upstreams = &site.app().upstreams;
    let mut response = match upstreams.get(service) {
        // A token that lives for months does not leave this process.
        Some(_) if is_program => Problem::PROGRAM.into_response(),
        // It knows the user's own rights alone.
        Some(_) if is_viewing => Problem::VIEWING.into_response(),
        Some(upstream) => {
            let passage = Passage {
                service,
                upstreams,
                upstream,
                weight,
                is_signed_in: login.is_some(),
                keeps_authorization: false,
            };
            match site.app().iam.as_ref().filter(|_| service == IAM) {
                Some(iam) => {
                    let call = IamCall {
                        site: &site,
                        iam,
                        session: &session,
                        passage,
                    };
                    call.pass(request).await
                }
                None => passage.pass(request).await,
            }
        }
        None => embedded(&site, weight, request).await,
    };
    if is_alone {
        factor::hand_over(factor, response.headers_mut());
    }
    if let Some(rate) = rate {
        rate.write(response.headers_mut());
    }
    if let Some(login) = login
        && let Some(cookie) = site.app().sessions.offer_id(&login).await
    {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// The answer of the embedded services to a request whose caller is known, if there is a place for it.
pub(super) async fn answer(site: &Site, request: Request) -> Response {
    let weight = Weight::of(request.method(), request.uri().path());
    let class = Class::of(request.uri().path(), weight);
    let Some(_turn) = site.enter(class) else {
        return Problem::UNAVAILABLE.into_response();
    };
    embedded(site, weight, request).await
}

async fn embedded(site: &Site, weight: Weight, mut request: Request) -> Response {
    // Or the router of the services would take its own templates for the end of this one's.
    request.extensions_mut().remove::<MatchedPath>();
    let reading = replica::reading(&request);
    let answer = replica::read(reading.as_ref(), site.gateway().oneshot(request));
    match tokio::time::timeout(weight.call, answer).await {
        Ok(Ok(response)) => compression::answer(replica::follow(response, reading)),
        Ok(Err(never)) => match never {},
        Err(_elapsed) => Problem::UNAVAILABLE.into_response(),
    }
}

/// The service that a path names, if there is one of this name.
fn service_of(path_and_query: &str) -> Option<&'static str> {
    let name = path_and_query.strip_prefix('/')?.split('/').next()?;
    SERVICES.into_iter().find(|it| *it == name)
}

/// Any address under a service's prefix that is not a call.
pub async fn nothing() -> Problem {
    Problem::NOT_FOUND
}

/// What comes with a token.
struct Proof<'a> {
    session: &'a Session,
    /// Whether an instance of ours passes the call on, which has looked at the cookie itself.
    is_alone: bool,
}

/// Who calls, as far as the request proves it.
enum Calling {
    Nobody,
    /// Somebody in a session.
    User(Box<Caller>, Login),
    /// A program for somebody.
    Program(Box<Caller>),
    /// A program whose access token is not valid.
    UnknownProgram,
}

/// Who calls; the error is for those whose proof is good but who may not be here, and for storage that does not answer.
async fn calling(
    site: &Site,
    headers: &HeaderMap,
    address: Option<IpAddr>,
    proof: Proof<'_>,
) -> Result<Calling, Problem> {
    let Some(token) = token(headers) else {
        return Ok(Calling::Nobody);
    };
    if programs::is_access_token(&token) {
        return programs::calling(site, &token, address).await;
    }
    let of_session = caller(site, token, proof).await?;
    Ok(match of_session {
        Some((caller, login)) => Calling::User(Box::new(caller), login),
        None => Calling::Nobody,
    })
}

/// Who calls in a session.
async fn caller(
    site: &Site,
    token: Token,
    proof: Proof<'_>,
) -> Result<Option<(Caller, Login)>, Problem> {
    let sessions = &site.app().sessions;
    let Proof { session, is_alone } = proof;
    let login = match is_alone {
        true => sessions.authenticate_alone(&token).await,
        false => sessions.authenticate(&token, session).await,
    };
    let login = match login {
        Ok(login) => login,
        Err(SessionError::SignedOut) => return signed_out(site, &token).await.map(|()| None),
        Err(error) => return Err(unavailable(&error)),
    };
    match site.app().services.caller_in(caller_session(&login)).await {
        Ok(caller) => Ok(Some((caller, login))),
        Err(ServiceError::Suspended) => Err(Problem::SUSPENDED_SINCE),
        Err(ServiceError::NotSignedIn | ServiceError::NotActive) => Ok(None),
        Err(error) => Err(unavailable(&error)),
    }
}

/// Passes unless the token is of somebody who is suspended: that ends the sessions, and an open page is to say why.
async fn signed_out(site: &Site, token: &Token) -> Result<(), Problem> {
    let Some(user) = site.app().sessions.subject(token) else {
        return Ok(());
    };
    match site.app().services.caller(user).await {
        Err(ServiceError::Suspended) => Err(Problem::SUSPENDED_SINCE),
        _ => Ok(()),
    }
}

/// The token of the `Authorization` header.
fn token(headers: &HeaderMap) -> Option<Token> {
    token_in(headers).map(Token::from_request)
}

/// Whether a page of another site caused the call. The Authorization header already rules that out; this spares the work.
pub(super) fn is_foreign(headers: &HeaderMap) -> bool {
    headers
        .get("sec-fetch-site")
        .is_some_and(|it| it == "cross-site" || it == "same-site")
}

/// Whether there is content that a page of another site could have sent without asking first (hostile inputs H28): of a
/// form's media type, or of none. Which of the other types a call takes is the service's to say.
fn is_what_forms_send(request: &Request) -> bool {
    use axum::body::HttpBody;
    if request.body().is_end_stream() {
        return false;
    }
    let mut values = request.headers().get_all(CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return true;
    };
    let Ok(value) = value.to_str() else {
        return true;
    };
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.is_empty() || OF_FORMS.iter().any(|it| essence.eq_ignore_ascii_case(it))
}

fn unavailable(error: &(dyn std::error::Error + 'static)) -> Problem {
    tracing::error!(error, "A caller could not be authenticated.");
    Problem::UNAVAILABLE
}

/// The session as the services know it.
pub(super) fn caller_session(login: &Login) -> CallerSession {
    CallerSession {
        id: login.id,
        user_id: login.user_id,
        method: method_of(login.method),
        ends_at: login.ends_at,
        viewing: login.viewing,
    }
}

/// The services' word for how somebody signed in.
fn method_of(method: session::SignInMethod) -> SignInMethod {
    match method {
        session::SignInMethod::Sdk => SignInMethod::Sdk,
        session::SignInMethod::Form => SignInMethod::Form,
    }
}
