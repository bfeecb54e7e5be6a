//! `{auth}`: registration, sign-in, renewal, sign-out, and the two keys (specification section 7).
//!
//! Invariant: a session starts only after the rule that allows it has committed, and its token is in the body and the
//! cookies of that one answer.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::http::cacheable::cacheable;
use crate::http::credentials::{AuthorizationToken, MaybeCaller, RequestExtensions};
use crate::http::error::{ApiError, no_content};
use crate::http::factor_cookie::FactorCookie;
use crate::http::failures::Guarded;
use crate::http::json::{Json, to_bytes};
use crate::http::routes::{Routes, routes};
use crate::iam::company::Company;
use crate::iam::register::NewRegistration;
use crate::iam::reset_password::ForgottenPassword;
use crate::iam::second_factor::{Admitted, SignedIn};
use crate::iam::user::Profile;
use crate::iam::users::Acceptance;
use crate::problem::Problem;
use crate::seams::{SessionUser, Started};
use crate::services::Services;
use crate::source::Source;

/// Clears what the browser keeps for the origin besides cookies, which are cleared one by one.
const CLEAR_SITE_DATA: (HeaderName, HeaderValue) = (
    HeaderName::from_static("clear-site-data"),
    HeaderValue::from_static("\"cache\", \"storage\""),
);

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(register))
        .routes(routes!(sign_in))
        .routes(routes!(refresh_token))
        .routes(routes!(accept_invitation))
        .routes(routes!(reset_password))
        .routes(routes!(sign_out))
        .routes(routes!(fetch_google_map_key))
        .routes(routes!(fetch_config_key))
}

/// A session that has begun.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LoginResponse {
    pub(super) data: Login,
}

/// The answer to the first factor.
#[derive(Debug, Serialize, ToSchema)]
struct SignInResponse {
    data: SignInAnswer,
}

/// A session that has begun, or a code that is still to be given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum SignInAnswer {
    In(Box<Login>),
    Owes(OwedCode),
}

/// A sign-in that waits for the code of a mail; there is no session yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwedCode {
    /// True: a second factor is still to be given.
    two_factor_auth: bool,
    /// Where the code went.
    email_id: String,
    /// What codeAuth wants beside the code; it works once, in this browser, for half an hour.
    fbtkn: String,
    /// Until when the code works.
    #[schema(value_type = String, format = DateTime)]
    expires_at: jiff::Timestamp,
}

/// A session that has begun, and whose it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Login {
    /// False: no second factor is wanted, or it was given.
    two_factor_auth: bool,
    /// Mail address.
    email_id: String,
    /// The session token, also in the cookie `token`.
    jwt: String,
    /// The company.
    company: Company,
    /// Codes of the products that the user may use.
    products: Vec<String>,
    /// Whether the company's subscription has ended.
    is_expired: bool,
    /// The user.
    user: Profile,
}

/// A renewed token.
#[derive(Debug, Serialize, ToSchema)]
struct TokenResponse {
    data: Token,
}

/// A session token.
#[derive(Debug, Serialize, ToSchema)]
struct Token {
    /// The session token, also in the cookie `token`.
    jwt: String,
}

/// The key of the maps service.
#[derive(Debug, Serialize, ToSchema)]
struct GoogleMapKeyResponse {
    data: GoogleMapKey,
}

/// The key of the maps service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GoogleMapKey {
    /// Empty when the operator has none.
    google_map_key: String,
}

/// The key of the analytics service.
#[derive(Debug, Serialize, ToSchema)]
struct ConfigKeyResponse {
    data: ConfigKey,
}

/// The key of the analytics service.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConfigKey {
    /// Empty when the operator has none.
    pendo_key: String,
}

/// Registers a company and its first user, who becomes its administrator.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth",
    tag = "iam",
    security(("idToken" = [])),
    request_body = NewRegistration,
    responses(
        (status = 201, description = "Registered and signed in", body = SignInResponse),
        (status = 400, description = "The body is no JSON object", body = Problem, content_type = "application/problem+json"),
        (status = 401, description = "The ID token was refused", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "The identity is registered", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "Fields at fault", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn register(
    State(services): State<Arc<Services>>,
    AuthorizationToken(id_token): AuthorizationToken,
    source: Source,
    extensions: RequestExtensions,
    Json(draft): Json<NewRegistration>,
) -> Result<Response, ApiError> {
    let signed_in = services.register(&id_token, draft, &source).await?;
    answer(
        &services,
        &extensions.0,
        signed_in,
        &source,
        StatusCode::CREATED,
    )
    .await
}

/// Signs in the holder of the identity provider's ID token, or mails a code where a second factor is wanted.
#[utoipa::path(
    get,
    path = "/iam/api/v1/auth/login",
    tag = "iam",
    security(("idToken" = [])),
    responses(
        (status = 200, description = "Signed in, or a code was mailed", body = SignInResponse),
        (status = 401, description = "The ID token was refused", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "Registration was not finished", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "Too many codes were mailed", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn sign_in(
    State(services): State<Arc<Services>>,
    AuthorizationToken(id_token): AuthorizationToken,
    source: Source,
    extensions: RequestExtensions,
) -> Result<Response, ApiError> {
    let signed_in = services.sign_in(&id_token, &source).await?;
    answer(&services, &extensions.0, signed_in, &source, StatusCode::OK).await
}

/// Makes the holder of the identity provider's ID token the user who was invited at its address, and signs it in.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth/accept-invite",
    tag = "iam",
    security(("idToken" = [])),
    request_body(content = Acceptance, example = json!({ "secret": "8c7d0e3f" })),
    responses(
        (status = 201, description = "Active and signed in, or a code was mailed", body = SignInResponse),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 401, description = "The ID token was refused", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 409, description = "The identity is registered", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "The invitation cannot be used", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "Active, but too many codes were mailed", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn accept_invitation(
    State(services): State<Arc<Services>>,
    AuthorizationToken(id_token): AuthorizationToken,
    source: Source,
    extensions: RequestExtensions,
    Json(draft): Json<Acceptance>,
) -> Result<Response, ApiError> {
    let signed_in = services
        .accept_invitation(&id_token, draft, &source)
        .await?;
    answer(
        &services,
        &extensions.0,
        signed_in,
        &source,
        StatusCode::CREATED,
    )
    .await
}

/// Mails a link for a new password to an address, if it has an account; the answer is the same if it has none.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth/reset-pwd",
    tag = "iam",
    request_body(content = ForgottenPassword, example = json!({ "emailId": "grace.hopper@example.com" })),
    responses(
        (status = 202, description = "If the address has an account, a mail is on its way"),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "This is no mail address", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "Too many mails were asked for", body = Problem, content_type = "application/problem+json"),
        (status = "5XX", description = "The provider cannot be reached", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn reset_password(
    State(services): State<Arc<Services>>,
    source: Source,
    Json(draft): Json<ForgottenPassword>,
) -> Result<StatusCode, ApiError> {
    services.reset_password(draft, &source).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Renews the session token, which may have expired while the session lives.
#[utoipa::path(
    get,
    path = "/iam/api/v1/auth/token-refresh",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    responses((status = 200, description = "Renewed", body = TokenResponse), Guarded)
)]
async fn refresh_token(
    State(services): State<Arc<Services>>,
    AuthorizationToken(token): AuthorizationToken,
    extensions: RequestExtensions,
) -> Result<Response, ApiError> {
    let started = services.sessions.refresh(&extensions.0, &token).await?;
    // Who was suspended meanwhile gets no token.
    services.caller(started.user_id).await?;
    let Started {
        jwt, set_cookie, ..
    } = started;
    Ok(with_cookies(
        JsonBody(TokenResponse {
            data: Token { jwt },
        })
        .into_response(),
        set_cookie,
    ))
}

/// Ends the session and clears what the browser keeps.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth/logout",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    responses(
        (status = 204, description = "Signed out, or nobody was signed in"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn sign_out(
    State(services): State<Arc<Services>>,
    MaybeCaller(caller): MaybeCaller,
    source: Source,
    extensions: RequestExtensions,
) -> Result<Response, ApiError> {
    let cookies = services.sessions.end(&extensions.0).await?;
    if let Some(caller) = caller {
        services.note_sign_out(&caller, &source).await?;
    }
    Ok(with_cookies(no_content([CLEAR_SITE_DATA]), cookies))
}

/// The key of the maps service.
#[utoipa::path(
    get,
    path = "/iam/api/v1/auth/fetch-google-map-key",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("If-None-Match" = Option<String>, Header, description = "The ETag of an answer that is known already")),
    responses(
        (status = 200, description = "The key, or an empty text", body = GoogleMapKeyResponse, headers(("ETag" = String))),
        (status = 304, description = "The answer that If-None-Match names"),
        Guarded
    )
)]
async fn fetch_google_map_key(
    State(services): State<Arc<Services>>,
    _: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let google_map_key = services.settings.reloadable().google_map_key.clone();
    let data = GoogleMapKey { google_map_key };
    Ok(cacheable(
        &headers,
        to_bytes(&GoogleMapKeyResponse { data })?,
    ))
}

/// The key of the analytics service.
#[utoipa::path(
    get,
    path = "/iam/api/v1/auth/fetch-config-key",
    tag = "iam",
    security(("token" = [], "sid" = [])),
    extensions(("x-permission" = json!("signedIn"))),
    params(("If-None-Match" = Option<String>, Header, description = "The ETag of an answer that is known already")),
    responses(
        (status = 200, description = "The key, or an empty text", body = ConfigKeyResponse, headers(("ETag" = String))),
        (status = 304, description = "The answer that If-None-Match names"),
        Guarded
    )
)]
async fn fetch_config_key(
    State(services): State<Arc<Services>>,
    _: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let data = ConfigKey {
        pendo_key: services.settings.reloadable().pendo_key.clone(),
    };
    Ok(cacheable(&headers, to_bytes(&ConfigKeyResponse { data })?))
}

/// Begins the session of whoever is admitted; whoever owes a code gets the cookie that it is bound to.
async fn answer(
    services: &Services,
    request: &Extensions,
    signed_in: SignedIn,
    source: &Source,
    status: StatusCode,
) -> Result<Response, ApiError> {
    let (data, cookies) = match signed_in {
        SignedIn::In(admitted) => {
            let (login, cookies) = begin_session(services, request, &admitted, source).await?;
            (SignInAnswer::In(Box::new(login)), cookies)
        }
        SignedIn::Owes(owed) => {
            let cookie = FactorCookie::of(services).set(&owed.browser);
            let code = OwedCode {
                two_factor_auth: true,
                email_id: owed.email_id,
                fbtkn: owed.handle.as_str().to_owned(),
                expires_at: owed.expires_at,
            };
            (SignInAnswer::Owes(code), vec![cookie])
        }
    };
    let response = (status, JsonBody(SignInResponse { data })).into_response();
    Ok(with_cookies(response, cookies))
}

/// Begins the session of somebody who owes nothing.
pub(super) async fn begin_session(
    services: &Services,
    request: &Extensions,
    admitted: &Admitted,
    source: &Source,
) -> Result<(Login, Vec<HeaderValue>), ApiError> {
    let caller = admitted.caller();
    let user = SessionUser {
        id: caller.user_id(),
        company_id: caller.company_id(),
        method: caller.sign_in_method(),
        authenticated_at: caller.sign_in_at_provider(),
    };
    let view = services.session_view(caller).await?;
    let started = services.sessions.start(request, &user, source.place());
    let started = started.await;
    let Started {
        jwt, set_cookie, ..
    } = started.map_err(ServiceError::from)?;
    let login = Login {
        two_factor_auth: false,
        email_id: view.user.email_id.clone(),
        jwt,
        company: view.company,
        products: view.products,
        is_expired: view.is_expired,
        user: view.user,
    };
    Ok((login, set_cookie))
}

pub(super) fn with_cookies(
    mut response: Response,
    cookies: impl IntoIterator<Item = HeaderValue>,
) -> Response {
    for cookie in cookies {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}
