//! Calls of an IAM service on another machine that begin or end a session here.
//!
//! What it answers to a sign-in passes, and the token in it opens a session of ours beside: our session cookie is given out with it. All
//! other calls of the service pass as those of any other.
//!
//! Invariants: a session begins only with a token whose user the service has just named; an ID token passes only when the identity
//! provider's it is; whatever the service says, signing out ends the session here.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, SET_COOKIE};
use http::{HeaderValue, Method, StatusCode};
use serde_json::{Value, json};
use tower_sessions::Session;
use waybill_identity::Identity as Account;
use waybill_identity::http::ClientAddress;
use waybill_services::Caller;
use waybill_services::http::{slash, source};

use super::factor;
use super::passing::Passage;
use crate::app::{Iam, Told, USERS_TOKEN, owed_in, token_in};
use crate::http::middleware::address::Address;
use crate::http::problem::Problem;
use crate::http::site::Site;
use crate::session::{Beginning, Place, SessionError, SignInMethod, Token};

/// Largest content of a sign-in.
const MOST_BYTES: usize = 1 << 20;

/// A call of the service.
pub(super) struct IamCall<'a> {
    pub(super) site: &'a Site,
    pub(super) iam: &'a Iam,
    pub(super) session: &'a Session,
    pub(super) passage: Passage<'a>,
}

/// What a call is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    /// The exchange of an ID token for a session.
    Login,
    /// The code that a sign-in owed.
    Code,
    /// A session that begins, if the answer holds a token.
    Joining,
    /// Its end.
    Leaving,
    /// Whose an ID token is.
    Account,
    /// Another token, which our own service asks the issuer for.
    Renewing,
    /// Anything else.
    Other,
}

fn about(method: &Method, path: &str) -> About {
    let Some(path) = path.strip_prefix("/iam/api/v1") else {
        return About::Other;
    };
    match (method.as_str(), slash::trimmed(path)) {
        ("GET", "/auth/login") => About::Login,
        ("POST", "/auth/codeAuth") => About::Code,
        ("POST", "/auth" | "/auth/accept-invite") => About::Joining,
        ("GET", "/auth/token-refresh") => About::Renewing,
        ("POST", "/auth/logout") => About::Leaving,
        ("GET", "/users-token") => About::Account,
        _ => About::Other,
    }
}

impl IamCall<'_> {
    pub(super) async fn pass(mut self, mut request: Request) -> Response {
        let Some(Address { path, .. }) = request.extensions().get().cloned() else {
            return Problem::NOT_FOUND.into_response();
        };
        let token = super::token(request.headers());
        let account = match self.account(token).await {
            Ok(account) => account,
            Err(problem) => return problem.into_response(),
        };
        self.passage.keeps_authorization |= account.is_some();
        let cookie = factor::cookie(self.site);
        factor::write(cookie, &mut request);
        let about = about(request.method(), &path.to_string());
        if about != About::Other {
            // Its answer is read here.
            request.headers_mut().remove(ACCEPT_ENCODING);
        }
        let is_signed_in = self.passage.is_signed_in;
        let mut response = match about {
            About::Renewing => super::embedded(self.site, self.passage.weight, request).await,
            About::Leaving => self.leave(request).await,
            About::Login | About::Code | About::Joining => {
                self.enter(request, about, account.as_ref()).await
            }
            About::Account => self.name(request, account.as_ref()).await,
            About::Other => self.change(request).await,
        };
        factor::take(cookie, response.headers_mut());
        in_our_words(response, is_signed_in).await
    }

    /// The account at the identity provider whose ID token the call brings, if it brings one in the place of a session's.
    async fn account(&self, token: Option<Token>) -> Result<Option<Account>, Problem> {
        let Some(token) = token.filter(|_| !self.passage.is_signed_in) else {
            return Ok(None);
        };
        let recognised = self.site.app().recognise(token.as_str()).await;
        recognised.map_err(|error| super::unavailable(&error))
    }

    /// Passes on what may begin a session, and begins it.
    async fn enter(self, request: Request, about: About, account: Option<&Account>) -> Response {
        let place = Place {
            ip: request
                .extensions()
                .get::<ClientAddress>()
                .map(|ClientAddress(address)| address.to_string()),
            browser: source::browser(request.headers()),
        };
        let id_token = super::token(request.headers());
        let (site, iam, session) = (self.site, self.iam, self.session);
        let (told, response) = match whole(self.passage.pass(request).await).await {
            Ok(answer) => answer,
            Err(problem) => return problem.into_response(),
        };
        if !told.status.is_success() {
            return response;
        }
        let mut data = told.data().unwrap_or_default();
        // The code was given: what is said of codes then is of the user.
        if about != About::Code
            && let Some(owed) = owed_in(&data)
        {
            let Some(fbtkn) = owed.fbtkn.or(id_token.map(|it| it.as_str().to_owned())) else {
                return unusable();
            };
            let email_id = owed.email_id.or_else(|| account?.email.clone());
            data.insert("fbtkn".to_owned(), fbtkn.into());
            data.insert("emailId".to_owned(), email_id.unwrap_or_default().into());
            return with(response, &json!({ "data": data }));
        }
        let Some(token) = token_in(&data) else {
            // Of the others it may be that no session begins.
            return if about == About::Joining {
                response
            } else {
                unusable()
            };
        };
        let entry = Entry {
            uid: account.map(|it| it.uid.as_str()),
            method: SignInMethod::Sdk,
            place,
            authenticated_at: account.map(|it| it.authenticated_at),
        };
        match begin(site, iam, session, token, entry).await {
            Ok(cookies) => {
                let mut response = with(response, &json!({ "data": data }));
                for cookie in cookies {
                    response.headers_mut().append(SET_COOKIE, cookie);
                }
                response
            }
            Err(problem) => problem.into_response(),
        }
    }

    /// Passes on what may change somebody of the caller's company, whom the service is then asked about anew.
    async fn change(self, request: Request) -> Response {
        let is_read = request.method().is_safe();
        let caller = request.extensions().get::<Caller>().cloned();
        let sessions = &self.site.app().sessions;
        let response = self.passage.pass(request).await;
        if let Some(caller) = caller.filter(|_| !is_read)
            && let Err(error) = sessions.doubt(caller.company_id()).await
        {
            let error: &dyn std::error::Error = &error;
            tracing::warn!(error, "Changes to users take effect with a delay.");
        }
        response
    }

    /// Ends the session there and here.
    async fn leave(self, request: Request) -> Response {
        let (site, weight) = (self.site, self.passage.weight);
        let (head, content) = request.into_parts();
        let mut ours = Request::new(Body::empty());
        *ours.method_mut() = head.method.clone();
        *ours.uri_mut() = head.uri.clone();
        *ours.headers_mut() = head.headers.clone();
        *ours.extensions_mut() = head.extensions.clone();
        let there = self.passage.pass(Request::from_parts(head, content)).await;
        if there.status().is_server_error() {
            tracing::warn!("A user signed out, but the IAM service could not be notified.");
        }
        super::embedded(site, weight, ours).await
    }

    /// Whose a token is. An ID token proves the first factor alone, so of somebody who has a second the service may name nobody; a session
    /// of ours names its own user.
    async fn name(self, request: Request, account: Option<&Account>) -> Response {
        let token = crate::session::token_cookie(request.headers());
        let (site, iam, session) = (self.site, self.iam, self.session);
        let (told, response) = match whole(self.passage.pass(request).await).await {
            Ok(answer) => answer,
            Err(problem) => return problem.into_response(),
        };
        if told.status != StatusCode::OK {
            return response;
        }
        let told = match (account, token) {
            (Some(account), Some(token)) => {
                match of_session(site, iam, session, &token, (told, account)).await {
                    Ok(told) => told,
                    Err(problem) => return problem.into_response(),
                }
            }
            _ => told,
        };
        let users: Vec<_> = told.data().into_iter().collect();
        with(response, &json!({ "data": users }))
    }
}

/// What the service says of the session's own user, where the ID token alone named nobody; what the token named otherwise is noted, if it
/// is the session's user.
async fn of_session(
    site: &Site,
    iam: &Iam,
    session: &Session,
    token: &Token,
    (told, account): (Told, &Account),
) -> Result<Told, Problem> {
    let login = match site.app().sessions.authenticate(token, session).await {
        Ok(login) => login,
        Err(SessionError::SignedOut) => return Ok(told),
        Err(error) => return Err(super::unavailable(&error)),
    };
    let named = if told.data().is_some() {
        None
    } else {
        let headers = iam.headers(Some(token.as_str()));
        let asked = iam.call(Method::GET, USERS_TOKEN.to_owned(), headers, None);
        Some(asked.await.map_err(|error| super::unavailable(&error))?)
    };
    let about = named.as_ref().unwrap_or(&told);
    let is_theirs = about.data().is_some_and(|user| {
        let is = |name: &str, value: &str| {
            let said = user.get(name).and_then(Value::as_str);
            said.is_some_and(|it| it.eq_ignore_ascii_case(value))
        };
        let email = account.email.as_deref();
        is("_id", &login.user_id.to_string()) && email.is_some_and(|email| is("emailId", email))
    });
    if !is_theirs {
        return Ok(told);
    }
    let adopted = site
        .app()
        .services
        .adopt(&about.content, Some(account.uid.as_str()));
    adopted.await.map_err(|error| super::unavailable(&error))?;
    Ok(named.unwrap_or(told))
}

/// How somebody came in.
pub(in crate::http) struct Entry<'a> {
    /// The account at the identity provider, where it is known.
    pub(in crate::http) uid: Option<&'a str>,
    /// By what.
    pub(in crate::http) method: SignInMethod,
    /// From where.
    pub(in crate::http) place: Place,
    /// When that account signed in, if the browser holds tokens of it.
    pub(in crate::http) authenticated_at: Option<jiff::Timestamp>,
}

/// Begins a session that rests on a token which the service has just given; gives the `Set-Cookie` values.
pub(in crate::http) async fn begin(
    site: &Site,
    iam: &Iam,
    session: &Session,
    token: Token,
    entry: Entry<'_>,
) -> Result<Vec<HeaderValue>, Problem> {
    let user = iam.adopt_holder(&token, entry.uid).await;
    let user = user.map_err(|error| super::unavailable(&error))?;
    let Some(user_id) = user else {
        tracing::error!("The IAM service issued a token but could not name its user.");
        return Err(Problem::BAD_GATEWAY);
    };
    let beginning = Beginning {
        user_id,
        method: entry.method,
        place: entry.place,
        authenticated_at: entry.authenticated_at,
    };
    let started = site.app().begin_issued(session, beginning, token).await;
    Ok(started
        .map_err(|error| super::unavailable(&error))?
        .set_cookie)
}

/// A refusal, in our own words where it says in the service's that somebody is suspended.
async fn in_our_words(response: Response, is_signed_in: bool) -> Response {
    let media_type = response.headers().get(CONTENT_TYPE);
    let is_ours = media_type.is_some_and(|it| it == "application/problem+json");
    if !response.status().is_client_error() || is_ours {
        return response;
    }
    match whole(response).await {
        Ok((told, _)) if told.is_of_suspended() && is_signed_in => {
            Problem::SUSPENDED_SINCE.into_response()
        }
        Ok((told, _)) if told.is_of_suspended() => Problem::SUSPENDED.into_response(),
        Ok((_, response)) => response,
        Err(problem) => problem.into_response(),
    }
}

/// The answer with other content.
fn with(mut response: Response, content: &Value) -> Response {
    let json = HeaderValue::from_static("application/json");
    let headers = response.headers_mut();
    headers.remove(CONTENT_LENGTH);
    headers.insert(CONTENT_TYPE, json);
    *response.body_mut() = Body::from(content.to_string());
    response
}

/// A success that leads nowhere.
fn unusable() -> Response {
    tracing::error!("The IAM service accepted a sign-in but returned no token.");
    Problem::BAD_GATEWAY.into_response()
}

/// An answer with its content, and the same once more to be given on.
async fn whole(response: Response) -> Result<(Told, Response), Problem> {
    let (head, body) = response.into_parts();
    let content = to_bytes(body, MOST_BYTES).await.map_err(|error| {
        let error: &dyn std::error::Error = &error;
        tracing::warn!(error, "A response of the IAM service was interrupted.");
        Problem::BAD_GATEWAY
    })?;
    let told = Told {
        status: head.status,
        headers: head.headers.clone(),
        content: content.clone(),
    };
    Ok((told, Response::from_parts(head, Body::from(content))))
}
