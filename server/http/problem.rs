//! Problem details (RFC 9457): what every failure looks like that is not a page.
//!
//! Invariant: a text here was written for the reader. No value of a request, no cause, no path ever enters one.

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use waybill_services::iam::elsewhere::SUSPENDED;

use super::middleware::request_id;

/// A failure, ready to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    status: StatusCode,
    kind: &'static str,
    title: &'static str,
    detail: &'static str,
    closes: bool,
}

/// The problem as JSON; the same shape as the services'.
#[derive(Debug, Serialize)]
pub struct Body {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<String>,
}

const fn problem(
    status: StatusCode,
    kind: &'static str,
    title: &'static str,
    detail: &'static str,
) -> Problem {
    Problem {
        status,
        kind,
        title,
        detail,
        closes: false,
    }
}

impl Problem {
    /// The request is not HTTP as we accept it; the connection ends, for nobody knows where the next request begins.
    pub const FRAMING: Self = Self {
        closes: true,
        ..problem(
            StatusCode::BAD_REQUEST,
            "/problems/bad-request",
            "Bad request",
            "The request could not be understood.",
        )
    };
    /// The address holds what no client should send.
    pub const BAD_ADDRESS: Self = problem(
        StatusCode::BAD_REQUEST,
        "/problems/bad-request",
        "Bad request",
        "The address could not be understood.",
    );
    /// Content that is not the form of the page.
    pub const BAD_FORM: Self = problem(
        StatusCode::BAD_REQUEST,
        "/problems/bad-request",
        "Bad request",
        "This form could not be read. Open its page again and resubmit it.",
    );
    /// Nothing lies at this address.
    pub const NOT_FOUND: Self = problem(
        StatusCode::NOT_FOUND,
        "/problems/not-found",
        "Not found",
        "There is nothing at this address.",
    );
    /// The request is for a host that is not served here (RFC 9110, 15.5.20).
    pub const MISDIRECTED: Self = problem(
        StatusCode::MISDIRECTED_REQUEST,
        "/problems/misdirected",
        "Wrong host",
        "This server is not known by this host name. An operator sets it with public_origin.",
    );
    /// A state change that another site caused.
    pub const FOREIGN_ORIGIN: Self = problem(
        StatusCode::FORBIDDEN,
        "/problems/foreign-origin",
        "Foreign origin",
        "This can only be done from this site's own pages.",
    );
    /// A call to a service on another machine, by a session that reads under other rights than its user's own.
    pub const VIEWING: Self = problem(
        StatusCode::FORBIDDEN,
        "/problems/viewing",
        "Read-only view",
        "This part of the application is not available while you view as another role or visit a company.",
    );
    /// A call by a program to a service on another machine.
    pub const PROGRAM: Self = problem(
        StatusCode::FORBIDDEN,
        "/problems/session-only",
        "Session only",
        "This part of the application is on another server, which access tokens do not open.",
    );
    /// More headers than are read.
    pub const TOO_MANY_HEADERS: Self = Self {
        closes: true,
        ..problem(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "/problems/headers-too-large",
            "Headers too large",
            "The request has too many headers.",
        )
    };
    /// More content than is read.
    pub const TOO_LARGE: Self = Self {
        closes: true,
        ..problem(
            StatusCode::PAYLOAD_TOO_LARGE,
            "/problems/too-large",
            "Too large",
            "The request is too large.",
        )
    };
    /// The content did not arrive in time.
    pub const TOO_SLOW: Self = Self {
        closes: true,
        ..problem(
            StatusCode::REQUEST_TIMEOUT,
            "/problems/too-slow",
            "Too slow",
            "The request did not arrive in time.",
        )
    };
    /// Content of a kind that is not read here.
    pub const UNSUPPORTED_MEDIA: Self = problem(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "/problems/unsupported-media-type",
        "Unsupported media type",
        "This content type or encoding is not supported.",
    );
    /// A fault of ours.
    pub const INTERNAL: Self = problem(
        StatusCode::INTERNAL_SERVER_ERROR,
        "/problems/internal",
        "Internal error",
        "Something went wrong on our side. The error has been logged.",
    );
    /// Not now.
    pub const UNAVAILABLE: Self = problem(
        StatusCode::SERVICE_UNAVAILABLE,
        "/problems/unavailable",
        "Not available",
        "This is not available at the moment. Try again shortly.",
    );
    /// A service on another machine failed, or answered what is not passed on.
    pub const BAD_GATEWAY: Self = problem(
        StatusCode::BAD_GATEWAY,
        "/problems/bad-gateway",
        "No response",
        "Part of the system returned an invalid response. Try again shortly.",
    );
    /// A service on another machine did not answer in time.
    pub const GATEWAY_TIMEOUT: Self = problem(
        StatusCode::GATEWAY_TIMEOUT,
        "/problems/gateway-timeout",
        "No answer in time",
        "Part of the system did not respond in time. Try again shortly.",
    );
    /// No method that is known here.
    pub const METHOD: Self = problem(
        StatusCode::METHOD_NOT_ALLOWED,
        "/problems/method-not-allowed",
        "Method not allowed",
        "This address does not support the request method.",
    );
    /// Sign-in without an account, or with the wrong password: which of them is not said.
    pub const CREDENTIALS: Self = problem(
        StatusCode::UNAUTHORIZED,
        "/problems/credentials",
        "Not signed in",
        "Incorrect e-mail or password.",
    );
    /// Sign-in of an account that is suspended; the text is specification 8's.
    pub const SUSPENDED: Self = problem(
        StatusCode::FORBIDDEN,
        "/problems/suspended",
        "Suspended",
        SUSPENDED,
    );
    /// A call by somebody who was suspended since they signed in.
    pub const SUSPENDED_SINCE: Self = Self {
        status: StatusCode::UNAUTHORIZED,
        ..Self::SUSPENDED
    };
    /// Sign-in of an account that belongs to no company yet.
    pub const NO_ACCOUNT: Self = problem(
        StatusCode::NOT_FOUND,
        "/problems/no-account",
        "No account",
        "This account does not belong to a company yet. Register your company to continue.",
    );
    /// A wrong code of the authenticator app, or one that was used.
    pub const APP_CODE: Self = problem(
        StatusCode::UNPROCESSABLE_ENTITY,
        "/problems/app-code",
        "Not signed in",
        "The code is wrong or has already been used. Enter the next code that your app shows.",
    );
    /// The password was given too long ago.
    pub const SIGN_IN_OVER: Self = problem(
        StatusCode::UNAUTHORIZED,
        "/problems/sign-in-over",
        "Not signed in",
        "This sign-in took too long. Enter your password again.",
    );
    /// Too many calls with one access token.
    pub const TOO_MANY_CALLS: Self = problem(
        StatusCode::TOO_MANY_REQUESTS,
        "/problems/too-many-calls",
        "Too many calls",
        "This access token has made as many calls as it may within a minute. RateLimit-Reset says in how many seconds it may go on.",
    );
    /// Too many attempts to sign in.
    pub const TOO_MANY_ATTEMPTS: Self = problem(
        StatusCode::TOO_MANY_REQUESTS,
        "/problems/too-many-attempts",
        "Too many attempts",
        "Too many attempts. Wait a while and try again.",
    );

    /// Its status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Content that could not be read: too much of it, or too slow.
    pub fn unread(status: StatusCode) -> Self {
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            Self::TOO_LARGE
        } else {
            Self::TOO_SLOW
        }
    }

    /// The answer to a method that an address does not take; `allow` lists those that it takes.
    pub fn method_not_allowed(allow: &'static str) -> Response {
        let mut response = Self::METHOD.into_response();
        response
            .headers_mut()
            .insert(http::header::ALLOW, HeaderValue::from_static(allow));
        response
    }

    /// The problem as JSON, naming the request in progress.
    pub fn body(&self) -> Body {
        Body {
            kind: self.kind,
            title: self.title,
            status: self.status.as_u16(),
            detail: self.detail,
            instance: request_id::current(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.body())).into_response();
        let headers = response.headers_mut();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.closes {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if matches!(
            self.status,
            StatusCode::TOO_MANY_REQUESTS
                | StatusCode::BAD_GATEWAY
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::GATEWAY_TIMEOUT
        ) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
