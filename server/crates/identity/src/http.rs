//! Firebase's REST surface, as the unmodified SDK 12.19 uses it, and the page that mailed links open.
//!
//! Invariant: an answer is Firebase's JSON or, when nothing could be decided, empty: the SDK takes a body that is no JSON
//! for a network failure and keeps its user, whereas an unknown error signs them out at the next page load. HTML comes from
//! the action page alone.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Path, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use axum::{Extension, Router};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, USER_AGENT};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method};

use crate::notice::Client;
use crate::{Error, Provider, SessionMark};

mod accounts;
mod action_page;
mod answers;
mod body;
mod passkeys;
mod refusal;
mod second_factor;
mod secure_token;

use body::Body;
use refusal::Refusal;

pub use refusal::overloaded;

/// Requests of the SDK are small.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// Where a request comes from, put into its extensions by the server's edge, which knows the trusted proxies. Without it the
/// address of the connection counts ([`ConnectInfo`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// Serves `/identitytoolkit.googleapis.com/*`, `/securetoken.googleapis.com/*` and `/__/auth/action`.
pub fn router(provider: Arc<Provider>) -> Router {
    Router::new()
        .route(
            "/identitytoolkit.googleapis.com/{*rest}",
            any(identity_toolkit),
        )
        .route(
            "/securetoken.googleapis.com/{*rest}",
            any(secure_token::exchange),
        )
        .route(
            crate::provider::ACTION_PATH,
            get(action_page::show).post(action_page::confirm),
        )
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(provider)
}

/// The methods have a `:` in their last segment, which axum cannot route on.
async fn identity_toolkit(
    State(provider): State<Arc<Provider>>,
    method: Method,
    Path(rest): Path<String>,
    client: Client,
    own_session: Option<Extension<SessionMark>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let address = client.address;
    let answer = async {
        match (method.as_str(), rest.as_str()) {
            ("POST", "v1/accounts:signUp") => {
                accounts::sign_up(&provider, &Body::parse(&headers, body)?, address).await
            }
            ("POST", "v1/accounts:signInWithPassword") => {
                accounts::sign_in(&provider, &Body::parse(&headers, body)?, address).await
            }
            ("POST", "v1/accounts:lookup") => {
                accounts::lookup(&provider, &Body::parse(&headers, body)?).await
            }
            ("POST", "v1/accounts:update") => {
                let own_session = own_session.as_deref();
                accounts::update(
                    &provider,
                    &Body::parse(&headers, body)?,
                    own_session,
                    &client,
                )
                .await
            }
            ("POST", "v1/accounts:sendOobCode") => {
                accounts::send_code(&provider, &Body::parse(&headers, body)?, address).await
            }
            ("POST", "v1/accounts:resetPassword") => {
                accounts::reset_password(&provider, &Body::parse(&headers, body)?, &client).await
            }
            ("POST", "v1/accounts:delete") => {
                accounts::delete(&provider, &Body::parse(&headers, body)?).await
            }
            ("POST", "v1/accounts:createAuthUri") => {
                accounts::create_auth_uri(&Body::parse(&headers, body)?)
            }
            ("POST", "v2/accounts/mfaSignIn:finalize") => {
                second_factor::sign_in(&provider, &Body::parse(&headers, body)?, &client).await
            }
            ("POST", "v2/accounts/mfaEnrollment:start") => {
                second_factor::begin(&provider, &Body::parse(&headers, body)?).await
            }
            ("POST", "v2/accounts/mfaEnrollment:finalize") => {
                let own_session = own_session.as_deref();
                second_factor::finish(
                    &provider,
                    &Body::parse(&headers, body)?,
                    own_session,
                    &client,
                )
                .await
            }
            ("POST", "v2/accounts/mfaEnrollment:withdraw") => {
                second_factor::withdraw(&provider, &Body::parse(&headers, body)?, &client).await
            }
            ("POST", "v2/accounts/recoveryCodes:renew") => {
                let body = Body::parse(&headers, body)?;
                second_factor::renew_recovery_codes(&provider, &body, &client).await
            }
            ("POST", "v2/accounts/recoveryCodes:count") => {
                let body = Body::parse(&headers, body)?;
                second_factor::count_recovery_codes(&provider, &body).await
            }
            ("POST", "v1/accounts:signInWithCustomToken") => {
                passkeys::sign_in(&provider, &Body::parse(&headers, body)?, &client).await
            }
            ("POST", "v2/accounts/passkeySignIn:start") => {
                passkeys::begin_sign_in(&provider, &client).await
            }
            ("POST", "v2/accounts/passkeyEnrollment:start") => {
                passkeys::begin(&provider, &Body::parse(&headers, body)?).await
            }
            ("POST", "v2/accounts/passkeyEnrollment:finalize") => {
                passkeys::finish(&provider, &Body::parse(&headers, body)?, &client).await
            }
            ("POST", "v2/accounts/passkeys:list") => {
                passkeys::list(&provider, &Body::parse(&headers, body)?).await
            }
            ("POST", "v2/accounts/passkeys:remove") => {
                passkeys::remove(&provider, &Body::parse(&headers, body)?, &client).await
            }
            ("GET", "v2/passwordPolicy") => Ok(answers::password_policy()),
            ("GET", "v2/recaptchaConfig") => Ok(answers::recaptcha_config()),
            ("GET", "v1/projects") => Ok(answers::project(&provider)),
            ("GET", "v1/jwks") => Ok(provider.public_keys()),
            _ => Err(Refusal::from(Error::NotOffered)),
        }
    };
    private(answer.await.map(axum::Json).into_response())
}

/// No answer of this crate may be kept by anybody.
fn private(mut response: Response) -> Response {
    response
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether the media type of a request is this one, parameters aside.
fn is_media_type(headers: &HeaderMap, expected: &str) -> bool {
    let stated = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    stated
        .split(';')
        .next()
        .is_some_and(|essence| essence.trim().eq_ignore_ascii_case(expected))
}

/// How much of what a browser calls itself is kept.
const BROWSER_LIMIT: usize = 200;

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let stated = parts
            .extensions
            .get::<ClientAddress>()
            .map(|address| address.0);
        let connected = || {
            parts
                .extensions
                .get::<ConnectInfo<SocketAddr>>()
                .map(|info| info.0.ip())
        };
        let browser = parts.headers.get(USER_AGENT);
        let browser = browser.and_then(|it| it.to_str().ok());
        Ok(Self {
            address: stated.or_else(connected),
            browser: browser.map(|it| it.chars().take(BROWSER_LIMIT).collect()),
        })
    }
}
