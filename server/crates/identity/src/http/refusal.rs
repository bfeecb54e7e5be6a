//! Refusals in Firebase's words. The code before ` : ` decides what the SDK does; the text after it is shown to people.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::RETRY_AFTER;
use serde_json::json;

use crate::Error;

/// Why a request is not answered with what it asked for.
pub(super) enum Refusal {
    /// The provider's reason.
    Provider(Error),
    /// Not the media type that the method wants.
    MediaType,
    /// The body is larger than any honest one.
    TooLarge,
    /// The body is not one JSON object without repeated members.
    Json,
    /// The token endpoint does something else.
    GrantType,
    /// There is no refresh token in the request.
    NoRefreshToken,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Provider(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let bad = StatusCode::BAD_REQUEST;
        match self {
            Self::Provider(error) => provider(&error),
            Self::MediaType => {
                firebase(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UNSUPPORTED_MEDIA_TYPE")
            }
            Self::TooLarge => firebase(StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE"),
            Self::Json => firebase(bad, "INVALID_JSON_PAYLOAD"),
            Self::GrantType => firebase(bad, "INVALID_GRANT_TYPE"),
            Self::NoRefreshToken => firebase(bad, "MISSING_REFRESH_TOKEN"),
        }
    }
}

fn provider(error: &Error) -> Response {
    let message = match error {
        Error::InvalidCredentials => "INVALID_LOGIN_CREDENTIALS",
        Error::EmailExists => "EMAIL_EXISTS",
        Error::InvalidEmail => "INVALID_EMAIL",
        Error::MissingPassword => "MISSING_PASSWORD",
        Error::WeakPassword(weakness) => {
            return firebase(
                StatusCode::BAD_REQUEST,
                &format!("WEAK_PASSWORD : {weakness}"),
            );
        }
        Error::TooManyAttempts => {
            "TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts. Try again later."
        }
        Error::Overloaded => return overloaded(),
        Error::Disabled => "USER_DISABLED",
        Error::NotFound => "USER_NOT_FOUND",
        Error::Revoked => "TOKEN_EXPIRED",
        Error::InvalidIdToken(_) => "INVALID_ID_TOKEN",
        Error::InvalidRefreshToken => "INVALID_REFRESH_TOKEN",
        Error::SignInTooOld => "CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
        Error::InvalidCode => "INVALID_OOB_CODE",
        Error::ExpiredCode => "EXPIRED_OOB_CODE",
        Error::UnverifiedEmail => "UNVERIFIED_EMAIL",
        Error::SecondFactorExists => "SECOND_FACTOR_EXISTS",
        Error::UnknownFactor => "MFA_ENROLLMENT_NOT_FOUND",
        Error::InvalidFactorCode => "INVALID_CODE",
        Error::InvalidPendingSignIn => "INVALID_MFA_PENDING_CREDENTIAL",
        Error::InvalidEnrolment => "INVALID_SESSION_INFO",
        Error::ExpiredEnrolment => "SESSION_EXPIRED",
        Error::InvalidPasskey => "INVALID_PASSKEY",
        Error::UnknownPasskey => "PASSKEY_ENROLLMENT_NOT_FOUND",
        Error::PasskeyExists => "PASSKEY_EXISTS",
        Error::TooManyPasskeys => "TOO_MANY_PASSKEYS",
        Error::InvalidCeremony => "INVALID_PASSKEY_SESSION",
        Error::InvalidContinueUrl => "INVALID_CONTINUE_URI",
        Error::InvalidMember(_) => {
            return firebase(
                StatusCode::BAD_REQUEST,
                &format!("INVALID_ARGUMENT : {error}"),
            );
        }
        Error::InvalidClaims => "INVALID_CLAIMS",
        Error::NotOffered => "OPERATION_NOT_ALLOWED",
        Error::Needed => {
            "OPERATION_NOT_ALLOWED : The last administrator of a company cannot delete the account."
        }
        Error::Storage(_) | Error::Mail(_) | Error::Cryptography(_) | Error::External(_) => {
            return undecided(error);
        }
    };
    firebase(StatusCode::BAD_REQUEST, message)
}

/// Section 4 of Firebase's protocol: the code of the status, the message twice.
fn firebase(status: StatusCode, message: &str) -> Response {
    let error = json!({
        "code": status.as_u16(),
        "message": message,
        "errors": [{ "message": message, "domain": "global", "reason": "invalid" }],
    });
    (status, axum::Json(json!({ "error": error }))).into_response()
}

/// What somebody is told who signs in or up while there is no room for it: 503, to be tried again in a second.
pub fn overloaded() -> Response {
    let mut response = firebase(
        StatusCode::SERVICE_UNAVAILABLE,
        "TOO_MANY_ATTEMPTS_TRY_LATER : Many people are signing in right now. Try again in a moment.",
    );
    response
        .headers_mut()
        .insert(RETRY_AFTER, http::HeaderValue::from_static("1"));
    response
}

/// Empty on purpose, see [`super`].
fn undecided(error: &Error) -> Response {
    tracing::error!(
        error = error as &dyn std::error::Error,
        "A request to the identity provider failed."
    );
    (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")]).into_response()
}
