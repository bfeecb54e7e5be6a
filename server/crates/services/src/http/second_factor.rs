//! `{auth}/codeAuth`: the code of a mail, from the browser in which the sign-in began.
//!
//! Invariant: an answer tells nobody who lacks that browser's cookie whether a handle is good.

use std::sync::Arc;

use axum::Json as JsonBody;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::auth::{LoginResponse, begin_session, with_cookies};
use crate::http::credentials::RequestExtensions;
use crate::http::error::ApiError;
use crate::http::factor_cookie::FactorCookie;
use crate::http::json::Json;
use crate::http::routes::{Routes, routes};
use crate::iam::second_factor::{TypedCode, WaitingSignIn};
use crate::problem::Problem;
use crate::services::Services;
use crate::source::Source;

pub(super) fn routes() -> Routes {
    Routes::new()
        .routes(routes!(give_code))
        .routes(routes!(send_code))
}

/// The answer to somebody who asked for another code.
#[derive(Debug, Serialize, ToSchema)]
struct CodeSentResponse {
    data: CodeSent,
}

/// A code that was mailed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CodeSent {
    /// Until when it works.
    #[schema(value_type = String, format = DateTime)]
    expires_at: jiff::Timestamp,
}

/// Signs in with the code of the mail, in the browser in which the sign-in began.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth/codeAuth",
    tag = "iam",
    request_body(content = TypedCode, example = json!({ "fbtkn": "8c7d0e3f", "code": "123456" })),
    responses(
        (status = 200, description = "Signed in", body = LoginResponse),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "The code is wrong, replaced, expired or used, or the sign-in is over or another browser's", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "There were too many wrong codes", body = Problem, content_type = "application/problem+json"),
        (status = "5XX", description = "Something went wrong on the server", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn give_code(
    State(services): State<Arc<Services>>,
    source: Source,
    headers: HeaderMap,
    extensions: RequestExtensions,
    Json(draft): Json<TypedCode>,
) -> Result<Response, ApiError> {
    let cookie = FactorCookie::of(&services);
    let browser = cookie.read(&headers);
    let admitted = services.give_code(draft, browser, &source).await?;
    let (login, cookies) = begin_session(&services, &extensions.0, &admitted, &source).await?;
    let response = JsonBody(LoginResponse { data: login }).into_response();
    let cookies = cookies.into_iter().chain([cookie.clear()]);
    Ok(with_cookies(response, cookies))
}

/// Mails another code for a sign-in that waits for one; the former codes no longer work.
#[utoipa::path(
    post,
    path = "/iam/api/v1/auth/codeAuth/resend",
    tag = "iam",
    request_body(content = WaitingSignIn, example = json!({ "fbtkn": "8c7d0e3f" })),
    responses(
        (status = 200, description = "A code is on its way", body = CodeSentResponse),
        (status = 400, description = "The body cannot be read", body = Problem, content_type = "application/problem+json"),
        (status = 403, description = "The account was suspended", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "The body is too large", body = Problem, content_type = "application/problem+json"),
        (status = 415, description = "The body is no JSON", body = Problem, content_type = "application/problem+json"),
        (status = 422, description = "The sign-in is over, or another browser's", body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "Too many codes were asked for", body = Problem, content_type = "application/problem+json"),
        (status = "5XX", description = "Something went wrong on the server", body = Problem, content_type = "application/problem+json"),
    )
)]
async fn send_code(
    State(services): State<Arc<Services>>,
    source: Source,
    headers: HeaderMap,
    Json(draft): Json<WaitingSignIn>,
) -> Result<JsonBody<CodeSentResponse>, ApiError> {
    let browser = FactorCookie::of(&services).read(&headers);
    let expires_at = services.send_code(draft, browser, &source).await?;
    Ok(JsonBody(CodeSentResponse {
        data: CodeSent { expires_at },
    }))
}
