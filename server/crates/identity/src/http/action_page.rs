//! The page that a mailed link opens: one button, so that mail scanners which follow links use nothing up.
//!
//! It works without JavaScript and without the rest of the product. Invariant: the code is in no header and no log, and every
//! text from outside is escaped.

use std::sync::{Arc, LazyLock};

use axum::extract::{Form, Query, State};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderValue, StatusCode};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::private;
use crate::notice::Client;
use crate::password::Password;
use crate::provider::Purpose;
use crate::{Error, Provider};

const STYLE: &str = include_str!("action_page.css");

/// What a link asks for that changes the address of an account.
const CHANGE: &str = Purpose::ChangeEmail.mode();

/// What a link asks for that takes a second factor back.
const REVERT: &str = Purpose::RevertSecondFactor.mode();

/// Where to go on when the link does not say.
const HOME: &str = "/dashboard";

/// The link's query, and the form's body.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Link {
    mode: Option<String>,
    oob_code: Option<String>,
    continue_url: Option<String>,
    password: Option<String>,
}

/// Asks for the confirmation. Whether the code is good is not looked at yet.
pub(super) async fn show(
    State(provider): State<Arc<Provider>>,
    Query(link): Query<Link>,
) -> Response {
    match (link.mode.as_deref(), &link.oob_code) {
        (Some("verifyEmail"), Some(code)) => ask_to_confirm(
            "verifyEmail",
            "Confirm your e-mail address",
            "Confirm to verify this address for Waybill.",
            "Confirm address",
            code,
            target(&provider, &link),
        ),
        (Some(CHANGE), Some(code)) => ask_to_confirm(
            CHANGE,
            "Confirm your new e-mail address",
            "Confirm to sign in to Waybill with this address from now on. All your sessions will end.",
            "Confirm address",
            code,
            target(&provider, &link),
        ),
        (Some(REVERT), Some(code)) => ask_to_confirm(
            REVERT,
            "Remove authenticator app",
            "Confirm to stop using codes from an authenticator app. All your sessions will end.",
            "Remove app",
            code,
            target(&provider, &link),
        ),
        (Some("resetPassword"), Some(code)) => {
            ask_for_password(StatusCode::OK, code, target(&provider, &link), "")
        }
        _ => {
            refused("This link is incomplete. Open it again from the e-mail, or request a new one.")
        }
    }
}

/// Uses the code.
pub(super) async fn confirm(
    State(provider): State<Arc<Provider>>,
    client: Client,
    Form(link): Form<Link>,
) -> Response {
    let code = link.oob_code.as_deref().unwrap_or_default();
    let next = target(&provider, &link);
    let Some(password) = &link.password else {
        return match provider.apply_code(code, &client).await {
            Ok(_) if link.mode.as_deref() == Some(CHANGE) => done(
                "Your e-mail address is changed",
                "Sign in with it. All your sessions have ended.",
                next,
            ),
            Ok(_) if link.mode.as_deref() == Some(REVERT) => done(
                "The authenticator app is removed",
                "Someone may know your password. Choose a new one through the link on the sign-in page.",
                next,
            ),
            Ok(_) => done("Your e-mail address is confirmed", "Thank you.", next),
            Err(error) => failed(&error),
        };
    };
    match provider
        .reset_password(code, &Password::new(password), &client)
        .await
    {
        Ok(_) => done(
            "Your password is changed",
            "Sign in with it. All your other sessions have ended.",
            next,
        ),
        Err(Error::WeakPassword(weakness)) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            ask_for_password(status, code, next, &weakness.to_string())
        }
        Err(Error::MissingPassword) => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            ask_for_password(status, code, next, "Choose a password.")
        }
        Err(error) => failed(&error),
    }
}

/// The button, with what it does.
fn ask_to_confirm(
    mode: &str,
    title: &str,
    text: &str,
    button: &str,
    code: &str,
    next: &str,
) -> Response {
    page(
        StatusCode::OK,
        title,
        &format!(
            "<p>{text}</p>\n<form method=\"post\">\n\
             <input type=\"hidden\" name=\"mode\" value=\"{mode}\">\n\
             <input type=\"hidden\" name=\"oobCode\" value=\"{}\">\n\
             <input type=\"hidden\" name=\"continueUrl\" value=\"{}\">\n\
             <button type=\"submit\" autofocus>{button}</button>\n</form>",
            escaped(code),
            escaped(next),
        ),
    )
}

/// The form for a new password, with what was wrong with the last one.
fn ask_for_password(status: StatusCode, code: &str, next: &str, fault: &str) -> Response {
    let alert = match fault {
        "" => String::new(),
        fault => format!("<p role=\"alert\" id=\"fault\">{}</p>\n", escaped(fault)),
    };
    page(
        status,
        "Choose a new password",
        &format!(
            "{alert}<form method=\"post\">\n<input type=\"hidden\" name=\"oobCode\" value=\"{}\">\n\
             <input type=\"hidden\" name=\"continueUrl\" value=\"{}\">\n\
             <p><label for=\"password\">New password, at least 8 characters</label></p>\n\
             <p><input type=\"password\" id=\"password\" name=\"password\" autocomplete=\"new-password\" minlength=\"8\" \
             required autofocus></p>\n<button type=\"submit\">Change password</button>\n</form>",
            escaped(code),
            escaped(next),
        ),
    )
}

fn done(title: &str, text: &str, next: &str) -> Response {
    let body = format!(
        "<p>{text}</p>\n<p><a href=\"{}\">Continue to Waybill</a></p>",
        escaped(next)
    );
    page(StatusCode::OK, title, &body)
}

fn failed(error: &Error) -> Response {
    match error {
        Error::ExpiredCode => refused("This link has expired. Request a new one."),
        Error::InvalidCode => {
            refused("This link has already been used or is invalid. Request a new one.")
        }
        Error::EmailExists => refused("Another account now uses this address."),
        Error::Disabled => refused("This account is disabled."),
        error => {
            tracing::error!(
                error = error as &dyn std::error::Error,
                "A code from an e-mail could not be applied."
            );
            page(
                StatusCode::SERVICE_UNAVAILABLE,
                "Something went wrong",
                "<p>Please open the link again in a moment.</p>",
            )
        }
    }
}

fn target<'a>(provider: &Provider, link: &'a Link) -> &'a str {
    link.continue_url
        .as_deref()
        .and_then(|url| provider.own_path(url).ok())
        .unwrap_or(HOME)
}

fn refused(reason: &str) -> Response {
    let body = format!(
        "<p>{}</p>\n<p><a href=\"{HOME}\">Go to Waybill</a></p>",
        escaped(reason)
    );
    page(StatusCode::BAD_REQUEST, "This link does not work", &body)
}

/// `body` is HTML.
fn page(status: StatusCode, title: &str, body: &str) -> Response {
    static POLICY: LazyLock<String> = LazyLock::new(|| {
        let style = BASE64_STANDARD.encode(Sha256::digest(STYLE));
        format!(
            "default-src 'none'; style-src 'sha256-{style}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
    });

    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Waybill</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    );
    let mut response = (status, html).into_response();
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    // The code in the address is for no other site. With `no-referrer` a form sent over plain http would say `Origin: null`.
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    if let Ok(policy) = HeaderValue::from_str(&POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    private(response)
}

/// Text in HTML, also inside a quoted attribute.
fn escaped(text: &str) -> String {
    text.chars()
        .fold(String::with_capacity(text.len()), |mut html, char| {
            match char {
                '&' => html.push_str("&amp;"),
                '<' => html.push_str("&lt;"),
                '>' => html.push_str("&gt;"),
                '"' => html.push_str("&quot;"),
                '\'' => html.push_str("&#39;"),
                char => html.push(char),
            }
            html
        })
}
