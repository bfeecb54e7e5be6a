//! Sign-in by form where the IAM service is on another machine: the same steps, asked of it.
//!
//! Invariant: what the service refuses is told in our own words.

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::{Value, json};
use waybill_services::ServiceError;
use waybill_services::problem::FieldProblem;

use super::{Form, Step, Visitor, code, path_of, unavailable};
use crate::app::{Iam, Proved, Told, owed_in, token_in};
use crate::guard::RedirectUri;
use crate::http::gateway::elsewhere::{Entry, begin};
use crate::http::gateway::factor;
use crate::http::middleware::request_id;
use crate::http::problem::Problem;
use crate::session::SignInMethod;

const LOGIN: &str = "/iam/api/v1/auth/login";
const CODE: &str = "/iam/api/v1/auth/codeAuth";
const ANOTHER_CODE: &str = "/iam/api/v1/auth/codeAuth/resend";
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Signs in with the ID token of an account.
pub(super) async fn enter(
    visitor: &Visitor<'_>,
    iam: &Iam,
    proved: Proved,
    email: String,
    target: Option<RedirectUri>,
) -> Step {
    let headers = iam.headers(proved.id_token.as_deref());
    let told = match ask(visitor, iam, (Method::GET, LOGIN), headers, None).await {
        Ok(told) => told,
        Err(problem) => return Step::Back(Form::refused(problem, email)),
    };
    if !told.status.is_success() {
        return Step::Back(Form::refused(refusal(&told), email));
    }
    if let Some(owed) = told.data().and_then(|data| owed_in(&data)) {
        let Some(fbtkn) = owed.fbtkn.or(proved.id_token) else {
            return Step::Back(Form::refused(Problem::BAD_GATEWAY, email));
        };
        let page = code::page(
            &fbtkn,
            owed.email_id.as_deref().unwrap_or(&email),
            target.as_ref(),
        );
        return Step::To(page, factor_of(visitor, told));
    }
    match start(visitor, iam, told, Some(&proved.identity.uid)).await {
        Ok(cookies) => Step::To(path_of(target), cookies),
        Err(problem) => Step::Back(Form::refused(problem, email)),
    }
}

/// Signs in with the code of a mail, `typed` as it was.
pub(super) async fn give(
    visitor: &Visitor<'_>,
    iam: &Iam,
    handle: &str,
    (digits, typed): (&str, String),
    target: Option<RedirectUri>,
) -> Step {
    let body = json!({ "fbtkn": handle, "code": digits });
    let told = match ask_with_factor(visitor, iam, CODE, &body).await {
        Ok(told) => told,
        Err(problem) => return Step::Back(Form::refused(problem, String::new())),
    };
    if !told.status.is_success() {
        return code::refused(refusal_of_code(&told), typed);
    }
    match start(visitor, iam, told, None).await {
        Ok(cookies) => Step::To(path_of(target), cookies),
        Err(problem) => Step::Back(Form::refused(problem, String::new())),
    }
}

/// Has another code mailed.
pub(super) async fn send(visitor: &Visitor<'_>, iam: &Iam, handle: &str) -> Step {
    let body = json!({ "fbtkn": handle });
    match ask_with_factor(visitor, iam, ANOTHER_CODE, &body).await {
        Ok(told) if told.status.is_success() => Step::Back(Form::code_sent()),
        Ok(told) => code::refused(refusal_of_code(&told), String::new()),
        Err(problem) => Step::Back(Form::refused(problem, String::new())),
    }
}

/// Begins the session that an answer gives a token for.
async fn start(
    visitor: &Visitor<'_>,
    iam: &Iam,
    told: Told,
    uid: Option<&str>,
) -> Result<Vec<HeaderValue>, Problem> {
    let data = told.data();
    let token = data
        .and_then(|data| token_in(&data))
        .ok_or(Problem::BAD_GATEWAY)?;
    let entry = Entry {
        uid,
        method: SignInMethod::Form,
        place: visitor.source.place(),
        // The form leaves no tokens of the provider behind.
        authenticated_at: None,
    };
    let mut cookies = begin(visitor.site, iam, visitor.session, token, entry).await?;
    cookies.extend(factor_of(visitor, told));
    Ok(cookies)
}

/// `Set-Cookie` values of the secret that the answer binds the code to.
fn factor_of(visitor: &Visitor<'_>, told: Told) -> Vec<HeaderValue> {
    let mut headers = told.headers;
    factor::take(factor::cookie(visitor.site), &mut headers);
    let cookies = headers.get_all(http::header::SET_COOKIE);
    cookies.iter().cloned().collect()
}

async fn ask_with_factor(
    visitor: &Visitor<'_>,
    iam: &Iam,
    path: &'static str,
    body: &Value,
) -> Result<Told, Problem> {
    let mut headers = iam.headers_of_json();
    factor::tell(factor::cookie(visitor.site), visitor.headers, &mut headers);
    ask(visitor, iam, (Method::POST, path), headers, Some(body)).await
}

async fn ask(
    visitor: &Visitor<'_>,
    iam: &Iam,
    (method, path): (Method, &'static str),
    mut headers: HeaderMap,
    body: Option<&Value>,
) -> Result<Told, Problem> {
    request_id::write(&mut headers);
    if let Some(client) = visitor.client
        && let Ok(value) = HeaderValue::try_from(client.to_string())
    {
        headers.insert(FORWARDED_FOR, value);
    }
    let content = body.map(|body| body.to_string().into());
    let told = iam.call(method, path.to_owned(), headers, content).await;
    told.map_err(|error| unavailable(&error))
}

fn refusal(told: &Told) -> Problem {
    if told.is_of_suspended() {
        return Problem::SUSPENDED;
    }
    match told.status {
        StatusCode::UNAUTHORIZED => Problem::CREDENTIALS,
        StatusCode::FORBIDDEN => Problem::SUSPENDED,
        StatusCode::NOT_FOUND => Problem::NO_ACCOUNT,
        StatusCode::TOO_MANY_REQUESTS => Problem::TOO_MANY_ATTEMPTS,
        _ => Problem::BAD_GATEWAY,
    }
}

/// A refusal as our own service would give it, with the service's words about the code.
fn refusal_of_code(told: &Told) -> ServiceError {
    let said: Value = serde_json::from_slice(&told.content).unwrap_or_default();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    if told.is_of_suspended() {
        return ServiceError::Suspended;
    }
    match told.status {
        StatusCode::TOO_MANY_REQUESTS => ServiceError::TooManyAttempts,
        StatusCode::FORBIDDEN => ServiceError::Suspended,
        _ => ServiceError::Invalid(vec![FieldProblem {
            pointer: text(&said["errors"][0]["pointer"]).unwrap_or_else(|| "/code".to_owned()),
            detail: text(&said["errors"][0]["detail"])
                .or_else(|| text(&said["detail"]))
                .unwrap_or_default(),
        }]),
    }
}
