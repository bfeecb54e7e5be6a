//! The one door to HTTP errors: every failure of a service becomes problem details (RFC 9457) here.
//!
//! Invariant: the body of a 5xx is constant; what caused it rides in the [`Cause`] extension to the log layer.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use waybill_storage::StorageError;
use waybill_storage::login_sessions::EndCause;

use crate::caller::{Caller, ViewingKind};
use crate::drive::store::StoreError;
use crate::error::ServiceError;
use crate::http::request_id::RequestId;
use crate::iam::elsewhere::SUSPENDED;
use crate::iam::second_factor::CodeFault;
use crate::problem::{FieldProblem, Problem};
use crate::seams::IdentityError;
use crate::services::Services;

mod challenge;

/// The media type of problem details.
pub const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

/// A failure on its way out.
#[derive(Debug)]
pub enum ApiError {
    /// A service refused or failed.
    Service(ServiceError),
    /// The body is no JSON object.
    Malformed(&'static str),
    /// The body has another media type than JSON.
    NotJson,
    /// The body is no table in a form that is read.
    NotTable,
    /// The body is no bytes of a file.
    NotBytes,
    /// The body is larger than any that is expected.
    TooLarge,
    /// The path is known, the method is not.
    Method,
    /// A change came without `If-Match` (RFC 6585 section 3).
    NoPrecondition,
}

/// What caused a 5xx, for the log; never for the page.
#[derive(Clone, Debug)]
pub struct Cause(pub Arc<dyn std::error::Error + Send + Sync>);

impl<E: Into<ServiceError>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

/// Kind, title, status and detail of a problem.
struct Face(&'static str, &'static str, StatusCode, String);

impl ApiError {
    fn face(&self) -> Face {
        let (kind, title, status, detail) = match self {
            Self::Service(error) => return service_face(error),
            Self::Malformed(detail) => (
                "/problems/malformed",
                "Malformed request",
                StatusCode::BAD_REQUEST,
                *detail,
            ),
            Self::NotJson => (
                "/problems/media-type",
                "Unsupported media type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be application/json.",
            ),
            Self::NotTable => (
                "/problems/media-type",
                "Unsupported media type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be text/csv or an XLSX file.",
            ),
            Self::NotBytes => (
                "/problems/media-type",
                "Unsupported media type",
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The body must be application/octet-stream; that of a part application/offset+octet-stream.",
            ),
            Self::TooLarge => (
                "/problems/too-large",
                "Request too large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too large.",
            ),
            Self::NoPrecondition => (
                "/problems/precondition-required",
                "Precondition required",
                StatusCode::PRECONDITION_REQUIRED,
                "Send the version that you read in If-Match, or * for any version.",
            ),
            Self::Method => (
                "/problems/method",
                "Method not allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "This resource does not support the method.",
            ),
        };
        Face(kind, title, status, detail.to_owned())
    }
}

fn service_face(error: &ServiceError) -> Face {
    let (kind, title, status, detail) = match error {
        ServiceError::NotSignedIn | ServiceError::Identity(IdentityError::Refused) => (
            "/problems/not-signed-in",
            "Not signed in",
            StatusCode::UNAUTHORIZED,
            "Sign in to continue.",
        ),
        ServiceError::InvalidToken => (
            "/problems/invalid-token",
            "Invalid access token",
            StatusCode::UNAUTHORIZED,
            "This access token does not exist or has expired.",
        ),
        ServiceError::TokenScope(needed) => {
            let detail = format!(
                "This takes an access token with the scope {}.",
                needed.as_str()
            );
            return Face(
                "/problems/token-scope",
                "Missing scope",
                StatusCode::FORBIDDEN,
                detail,
            );
        }
        ServiceError::SessionOnly => (
            "/problems/session-only",
            "Session only",
            StatusCode::FORBIDDEN,
            "Access tokens do not open this. Sign in with a browser.",
        ),
        ServiceError::SessionEnded(cause) => {
            let (kind, detail) = end_face(*cause);
            (kind, "Signed out", StatusCode::UNAUTHORIZED, detail)
        }
        // The text is the specification's, section 8.
        ServiceError::Suspended => (
            "/problems/suspended",
            "Account suspended",
            StatusCode::FORBIDDEN,
            SUSPENDED,
        ),
        ServiceError::NotActive => (
            "/problems/not-active",
            "Account not active",
            StatusCode::FORBIDDEN,
            "Your account is not active. Please contact your Admin for assistance.",
        ),
        ServiceError::Forbidden(permission) => {
            let detail = format!(
                "You need the permission “{}”. An administrator of your company can grant it.",
                permission.in_words()
            );
            return Face(
                "/problems/forbidden",
                "Missing permission",
                StatusCode::FORBIDDEN,
                detail,
            );
        }
        ServiceError::Viewing(kind) => (
            "/problems/viewing",
            "Read-only view",
            StatusCode::FORBIDDEN,
            match kind {
                ViewingKind::Role => "You are viewing as another role. Nothing can be changed.",
                ViewingKind::Support => "You are visiting as support. Nothing can be changed.",
            },
        ),
        ServiceError::ViewingOver(kind) => (
            "/problems/viewing-over",
            "View has changed",
            StatusCode::FORBIDDEN,
            match kind {
                Some(ViewingKind::Role) => "Viewing as another role has ended. Reload the page.",
                Some(ViewingKind::Support) => "Support access has ended. Reload the page.",
                None => "Your view has changed in another tab. Reload the page.",
            },
        ),
        ServiceError::Code(fault) => {
            let (kind, title, status) = code_face(*fault);
            return Face(kind, title, status, fault.to_string());
        }
        ServiceError::TooManyAttempts => (
            "/problems/too-many-attempts",
            "Too many attempts",
            StatusCode::TOO_MANY_REQUESTS,
            "Too many attempts. Wait a while and try again.",
        ),
        ServiceError::NotOperator => (
            "/problems/operator-only",
            "Operator only",
            StatusCode::FORBIDDEN,
            "Only the people who run this installation can do this. No company role includes it.",
        ),
        // The text is the specification's, sections 2 and 8.
        ServiceError::Expired => (
            "/problems/subscription-expired",
            "Subscription expired",
            StatusCode::FORBIDDEN,
            "Your Subscription has been expired. Please Contact Support Team",
        ),
        ServiceError::Unverified => (
            "/problems/address-unverified",
            "Address not verified",
            StatusCode::FORBIDDEN,
            "Verify your e-mail address first: open the link that was sent to it. Until then, you can write only to yourself.",
        ),
        ServiceError::NotFound => (
            "/problems/not-found",
            "Not found",
            StatusCode::NOT_FOUND,
            "Resource not found.",
        ),
        ServiceError::NotYet(begun) => {
            let detail =
                format!("This record was created at {begun}. Choose that moment or a later one.");
            return Face(
                "/problems/not-yet",
                "Not created yet",
                StatusCode::NOT_FOUND,
                detail,
            );
        }
        ServiceError::NoAccount => (
            "/problems/no-account",
            "No account",
            StatusCode::NOT_FOUND,
            "Your account does not belong to a company yet.",
        ),
        ServiceError::AlreadyRegistered => (
            "/problems/already-registered",
            "Already registered",
            StatusCode::CONFLICT,
            "Your account already belongs to a company.",
        ),
        ServiceError::Invalid(_) => (
            "/problems/invalid",
            "Invalid fields",
            StatusCode::UNPROCESSABLE_ENTITY,
            "Check the fields listed.",
        ),
        ServiceError::Stale(_) => (
            "/problems/stale",
            "Changed meanwhile",
            StatusCode::PRECONDITION_FAILED,
            "Someone else has changed this since you opened it.",
        ),
        ServiceError::InUse(_) => (
            "/problems/in-use",
            "In use",
            StatusCode::CONFLICT,
            "This is still in use. Merge or deactivate it instead.",
        ),
        ServiceError::NoAdministrator => (
            "/problems/state",
            "Not possible now",
            StatusCode::CONFLICT,
            "The company needs at least one active administrator.",
        ),
        ServiceError::State(detail) => (
            "/problems/state",
            "Not possible now",
            StatusCode::CONFLICT,
            *detail,
        ),
        ServiceError::KeyReused => (
            "/problems/idempotency-key",
            "Idempotency key used before",
            StatusCode::UNPROCESSABLE_ENTITY,
            "This Idempotency-Key was used for another request.",
        ),
        ServiceError::Storage(StorageError::Conflict) => (
            "/problems/conflict",
            "Conflict",
            StatusCode::CONFLICT,
            "Someone else changed this at the same time. Try again.",
        ),
        ServiceError::Storage(StorageError::Full) | ServiceError::Files(StoreError::Full) => (
            "/problems/storage-full",
            "Storage full",
            StatusCode::INSUFFICIENT_STORAGE,
            "Nothing can be saved at the moment. Contact support.",
        ),
        ServiceError::Identity(IdentityError::Unavailable(_))
        | ServiceError::Session(_)
        | ServiceError::Files(_)
        | ServiceError::Storage(StorageError::Busy) => (
            "/problems/unavailable",
            "Unavailable",
            StatusCode::SERVICE_UNAVAILABLE,
            "The service is not available at the moment. Try again.",
        ),
        ServiceError::NoSuchPermission(_) | ServiceError::Storage(_) => (
            "/problems/internal",
            "Internal error",
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something went wrong on our side. Try again.",
        ),
    };
    Face(kind, title, status, detail.to_owned())
}

/// What the person is told whose session was ended; the page that asks for the password again knows the cause by the kind.
fn end_face(cause: EndCause) -> (&'static str, &'static str) {
    match cause {
        EndCause::SignedOut => ("/problems/session-ended/signed-out", "You have signed out."),
        EndCause::Elsewhere => (
            "/problems/session-ended/elsewhere",
            "You were signed out from another device.",
        ),
        EndCause::Password => (
            "/problems/session-ended/password",
            "You were signed out because your password was changed.",
        ),
        EndCause::SecondFactor => (
            "/problems/session-ended/second-factor",
            "You were signed out because your two-factor authentication was changed.",
        ),
        EndCause::Address => (
            "/problems/session-ended/address",
            "You were signed out because the e-mail address of your account was changed.",
        ),
        EndCause::Account => (
            "/problems/session-ended/account",
            "Your account can no longer be used. Please contact your Admin for assistance.",
        ),
        EndCause::Reuse => (
            "/problems/session-ended/reuse",
            "You were signed out to protect your account.",
        ),
        EndCause::Operator => (
            "/problems/session-ended/operator",
            "You were signed out by the operator of this service.",
        ),
    }
}

fn code_face(fault: CodeFault) -> (&'static str, &'static str, StatusCode) {
    let refused = StatusCode::UNPROCESSABLE_ENTITY;
    match fault {
        CodeFault::Wrong(_) => ("/problems/code-wrong", "Wrong code", refused),
        CodeFault::Replaced => ("/problems/code-replaced", "Old code", refused),
        CodeFault::Expired => ("/problems/code-expired", "Expired code", refused),
        CodeFault::Used => ("/problems/code-used", "Used code", refused),
        CodeFault::Unknown => ("/problems/sign-in-over", "Sign-in over", refused),
        CodeFault::Exhausted => (
            "/problems/code-exhausted",
            "Too many wrong codes",
            StatusCode::TOO_MANY_REQUESTS,
        ),
    }
}

impl ApiError {
    /// What the person who asked is told.
    pub fn problem(&self) -> Problem {
        let Face(kind, title, status, detail) = self.face();
        let errors = match self {
            Self::Service(ServiceError::Invalid(errors)) => errors.clone(),
            Self::Service(ServiceError::Code(fault)) => vec![fault.problem()],
            _ => Vec::<FieldProblem>::new(),
        };
        Problem {
            kind,
            title,
            status: status.as_u16(),
            detail,
            instance: None,
            errors,
            permission: match self {
                Self::Service(ServiceError::Forbidden(permission)) => Some(permission.to_string()),
                _ => None,
            },
            granted_by: Vec::new(),
            current: match self {
                Self::Service(ServiceError::Stale(current)) => Some((**current).clone()),
                _ => None,
            },
            uses: match self {
                Self::Service(ServiceError::InUse(uses)) => uses.clone(),
                _ => Vec::new(),
            },
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let problem = self.problem();
        let status = self.face().2;
        let mut response = respond(&problem);
        if let Some(challenge) = self.challenge(status) {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response.extensions_mut().insert(problem);
        if let Self::Service(error) = self
            && status.is_server_error()
        {
            response.extensions_mut().insert(Cause(Arc::new(error)));
        }
        response
    }
}

/// Problem details as a response.
pub fn respond(problem: &Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    // A problem has string keys and no floats, so it always serialises.
    let body = serde_json::to_vec(problem).unwrap_or_default();
    (status, [(CONTENT_TYPE, PROBLEM_JSON)], body).into_response()
}

/// Names the request in every problem, says who can grant the right that is missing, lets nobody keep an answer, and says
/// which route gave it.
pub(super) async fn finish(
    State(services): State<Arc<Services>>,
    RequestId(request_id): RequestId,
    request: Request,
    next: Next,
) -> Response {
    let caller = request.extensions().get::<Caller>().cloned();
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    if let Some(matched) = matched {
        response.extensions_mut().insert(matched);
    }
    if let Some(problem) = response.extensions().get::<Problem>() {
        let mut problem = Problem {
            instance: request_id,
            ..problem.clone()
        };
        if let (Some(caller), Some(permission)) = (caller, &problem.permission) {
            problem.granted_by = services.granted_by(&caller, permission).await;
        }
        let named = respond(&problem);
        *response.body_mut() = named.into_body();
        response.headers_mut().remove(CONTENT_LENGTH);
    }
    response
        .headers_mut()
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The answer to a path below `/{service}/api/v1` that nobody knows.
pub(super) async fn unknown_path() -> ApiError {
    ServiceError::NotFound.into()
}

/// The answer to a method that a known path does not have; axum adds `Allow`.
pub(super) async fn unknown_method() -> ApiError {
    ApiError::Method
}

/// Headers and body of an answer without content.
pub(super) fn no_content(headers: impl IntoIterator<Item = (HeaderName, HeaderValue)>) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().extend(headers);
    response
}
