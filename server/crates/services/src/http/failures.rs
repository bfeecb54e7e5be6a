//! The failures that operations have in common, for the contract.

use utoipa::IntoResponses;

use crate::problem::Problem;

/// Of every operation on behalf of somebody who is signed in.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes what `ApiError` answers")]
pub(super) enum Guarded {
    /// Nobody is signed in.
    #[response(status = 401, content_type = "application/problem+json")]
    NotSignedIn(Problem),
    /// The right is missing, the account was suspended, or the subscription has ended.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// Something went wrong on the server.
    #[response(status = "5XX", content_type = "application/problem+json")]
    Failed(Problem),
}

/// Of every list.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes what `ApiError` answers")]
pub(super) enum Listing {
    /// Nobody is signed in.
    #[response(status = 401, content_type = "application/problem+json")]
    NotSignedIn(Problem),
    /// The right is missing, the account was suspended, or the subscription has ended.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// A parameter is at fault.
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(Problem),
    /// Something went wrong on the server.
    #[response(status = "5XX", content_type = "application/problem+json")]
    Failed(Problem),
}

/// Of every action on one record.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes what `ApiError` answers")]
pub(super) enum Acting {
    /// The body cannot be read.
    #[response(status = 400, content_type = "application/problem+json")]
    Malformed(Problem),
    /// Nobody is signed in.
    #[response(status = 401, content_type = "application/problem+json")]
    NotSignedIn(Problem),
    /// The right is missing, the account was suspended, or the subscription has ended.
    #[response(status = 403, content_type = "application/problem+json")]
    Forbidden(Problem),
    /// The company has no such record.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(Problem),
    /// The record does not allow it now.
    #[response(status = 409, content_type = "application/problem+json")]
    State(Problem),
    /// The body is too large.
    #[response(status = 413, content_type = "application/problem+json")]
    TooLarge(Problem),
    /// The body has another media type.
    #[response(status = 415, content_type = "application/problem+json")]
    NotJson(Problem),
    /// Fields are at fault.
    #[response(status = 422, content_type = "application/problem+json")]
    Invalid(Problem),
    /// Something went wrong on the server.
    #[response(status = "5XX", content_type = "application/problem+json")]
    Failed(Problem),
}

/// Of every change to a version, besides the others.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes what `ApiError` answers")]
pub(super) enum Versioned {
    /// Somebody else has changed it meanwhile.
    #[response(status = 412, content_type = "application/problem+json")]
    Stale(Problem),
    /// `If-Match` is missing: send a version or `*`.
    #[response(status = 428, content_type = "application/problem+json")]
    NoPrecondition(Problem),
}
