//! `POST /securetoken.googleapis.com/v1/token`: a refresh token for the next pair. The one method that takes a form.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Form, FromRequest as _, Path, Request, State};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, Method};
use serde::Deserialize;
use serde_json::Value;

use super::{Refusal, answers, is_media_type, private};
use crate::{Error, Provider};

/// RFC 6749 section 6.
#[derive(Deserialize)]
struct Exchange {
    grant_type: Option<String>,
    refresh_token: Option<String>,
}

pub(super) async fn exchange(
    State(provider): State<Arc<Provider>>,
    method: Method,
    Path(rest): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let answer = if method == Method::POST && rest == "v1/token" {
        refreshed(&provider, &headers, body).await
    } else {
        Err(Error::NotOffered.into())
    };
    private(answer.map(axum::Json).into_response())
}

async fn refreshed(
    provider: &Provider,
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Value, Refusal> {
    const FORM: &str = "application/x-www-form-urlencoded";

    if !is_media_type(headers, FORM) {
        return Err(Refusal::MediaType);
    }
    let body = body.map_err(|_| Refusal::TooLarge)?;
    let request = Request::post("/")
        .header(http::header::CONTENT_TYPE, FORM)
        .body(body.into())
        .map_err(|_| Refusal::GrantType)?;
    let Form(exchange) = Form::<Exchange>::from_request(request, &())
        .await
        .map_err(|_| Refusal::GrantType)?;
    if exchange.grant_type.as_deref() != Some("refresh_token") {
        return Err(Refusal::GrantType);
    }
    let refresh_token = exchange
        .refresh_token
        .filter(|token| !token.is_empty())
        .ok_or(Refusal::NoRefreshToken)?;
    let (account, tokens) = provider.refresh(&refresh_token).await?;
    Ok(answers::refreshed(&account, &tokens, provider))
}
