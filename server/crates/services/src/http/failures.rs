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
