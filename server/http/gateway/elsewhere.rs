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
use http::header::SET_COOKIE;
use http::{Method, StatusCode};
use tower_sessions::Session;
use waybill_identity::Identity as Account;
use waybill_identity::http::ClientAddress;
use waybill_services::Caller;
use waybill_services::http::{slash, source};

use super::passing::Passage;
use super::{bearer, factor};
use crate::app::{Iam, Told, USERS_TOKEN};
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
enum About {
    /// A session that begins, if the answer holds a token.
    Entering,
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
        ("GET", "/auth/login") | ("POST", "/auth" | "/auth/accept-invite" | "/auth/codeAuth") => {
            About::Entering
        }
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
        let token = bearer(request.headers());
        let account = match self.account(token).await {
            Ok(account) => account,
            Err(problem) => return problem.into_response(),
        };
        self.passage.keeps_authorization |= account.is_some();
        let cookie = factor::cookie(self.site);
        factor::write(cookie, &mut request);
        let about = about(request.method(), &path.to_string());
        let mut response = match about {
            About::Renewing => super::embedded(self.site, self.passage.weight, request).await,
            About::Leaving => self.leave(request).await,
            About::Entering => self.enter(request, account.as_ref()).await,
            About::Account => match account {
                Some(account) => self.name(request, &account).await,
                None => self.passage.pass(request).await,
            },
            About::Other => self.change(request).await,
        };
        factor::take(cookie, response.headers_mut());
        response
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
    async fn enter(self, request: Request, account: Option<&Account>) -> Response {
        let place = Place {
            ip: request
                .extensions()
                .get::<ClientAddress>()
                .map(|ClientAddress(address)| address.to_string()),
            browser: source::browser(request.headers()),
        };
        let (site, iam, session) = (self.site, self.iam, self.session);
        let (told, mut response) = match whole(self.passage.pass(request).await).await {
            Ok(answer) => answer,
            Err(problem) => return problem.into_response(),
        };
        let Some(token) = Iam::token_in(&told) else {
            return response;
        };
        let entry = Entry {
            uid: account.map(|it| it.uid.as_str()),
            method: SignInMethod::Sdk,
            place,
            authenticated_at: account.map(|it| it.authenticated_at),
        };
        match begin(site, iam, session, token, entry).await {
            Ok(cookies) => {
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
            tracing::warn!(error, "What has changed of users shows with delay.");
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
            tracing::warn!("Somebody signed out here, and the IAM service was not told.");
        }
        super::embedded(site, weight, ours).await
    }

    /// Whose an ID token is. It proves the first factor alone, so of somebody who has a second the service names nobody; a session of
    /// ours names its own user.
    async fn name(self, request: Request, account: &Account) -> Response {
        let token = crate::session::token_cookie(request.headers());
        let (site, iam, session) = (self.site, self.iam, self.session);
        let answer = self.passage.pass(request).await;
        if answer.status() != StatusCode::OK {
            return answer;
        }
        let (told, response) = match whole(answer).await {
            Ok(answer) => answer,
            Err(problem) => return problem.into_response(),
        };
        let Some(token) = token else {
            return response;
        };
        match of_session(site, iam, session, &token, (&told, account)).await {
            Ok(Some(content)) => {
                let mut response = response;
                response.headers_mut().remove(http::header::CONTENT_LENGTH);
                *response.body_mut() = Body::from(content);
                response
            }
            Ok(None) => response,
            Err(problem) => problem.into_response(),
        }
    }
}

/// What the service says of the session's own user, where the ID token alone named nobody; what the token named otherwise is noted, if it
/// is the session's user.
async fn of_session(
    site: &Site,
    iam: &Iam,
    session: &Session,
    token: &Token,
    (told, account): (&Told, &Account),
) -> Result<Option<bytes::Bytes>, Problem> {
    let login = match site.app().sessions.authenticate(token, session).await {
        Ok(login) => login,
        Err(SessionError::SignedOut) => return Ok(None),
        Err(error) => return Err(super::unavailable(&error)),
    };
    let named = names(&told.content);
    let (content, replaced) = if named.is_empty() {
        let headers = Iam::headers(Some(token.as_str()));
        let asked = iam.call(Method::GET, USERS_TOKEN.to_owned(), headers, None);
        let asked = asked.await.map_err(|error| super::unavailable(&error))?;
        if asked.status != StatusCode::OK {
            return Ok(None);
        }
        (asked.content, true)
    } else {
        (told.content.clone(), false)
    };
    let named = names(&content);
    let is_theirs = named.iter().any(|(id, email)| {
        *id == login.user_id.to_string()
            && account
                .email
                .as_ref()
                .is_some_and(|it| it.eq_ignore_ascii_case(email))
    });
    if !is_theirs {
        return Ok(None);
    }
    let adopted = site
        .app()
        .services
        .adopt(&content, Some(account.uid.as_str()));
    adopted.await.map_err(|error| super::unavailable(&error))?;
    Ok(replaced.then_some(content))
}

/// Ids and addresses of the users that an answer tells of.
fn names(content: &[u8]) -> Vec<(String, String)> {
    let answer: serde_json::Value = serde_json::from_slice(content).unwrap_or_default();
    let users = answer["data"].as_array().map(Vec::as_slice);
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    users
        .unwrap_or_default()
        .iter()
        .map(|user| (text(&user["_id"]), text(&user["emailId"])))
        .collect()
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
) -> Result<Vec<http::HeaderValue>, Problem> {
    let user = iam.adopt_holder(&token, entry.uid).await;
    let user = user.map_err(|error| super::unavailable(&error))?;
    let Some(user_id) = user else {
        tracing::error!("The IAM service gave a token and does not know whose it is.");
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

/// An answer with its content, and the same once more to be given on.
async fn whole(response: Response) -> Result<(Told, Response), Problem> {
    let (head, body) = response.into_parts();
    let content = to_bytes(body, MOST_BYTES).await.map_err(|error| {
        let error: &dyn std::error::Error = &error;
        tracing::warn!(error, "An answer of the IAM service broke off.");
        Problem::BAD_GATEWAY
    })?;
    let told = Told {
        status: head.status,
        headers: head.headers.clone(),
        content: content.clone(),
    };
    Ok((told, Response::from_parts(head, Body::from(content))))
}
