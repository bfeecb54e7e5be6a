//! What can go wrong in a service, in the service's own words. How it looks on the wire is said in `http::error`.
//!
//! Invariant: a variant holds what its reader may see; what nobody may see is a `source`.

use jiff::Timestamp;
use waybill_storage::StorageError;
use waybill_storage::login_sessions::EndCause;

use crate::caller::ViewingKind;
use crate::drive::store::StoreError;
use crate::iam::access_tokens::TokenScope;
use crate::iam::second_factor::CodeFault;
use crate::permissions::Permission;
use crate::problem::{Current, FieldProblem, UseOfRecord};
use crate::seams::{IdentityError, SessionError};

/// Why a service refuses or fails.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Nobody is signed in, or no longer.
    #[error("nobody is signed in")]
    NotSignedIn,
    /// No access token has this secret, or it has expired, or its user may not be here.
    #[error("the access token is not valid")]
    InvalidToken,
    /// The access token does not have this scope.
    #[error("the access token lacks the scope {}", .0.as_str())]
    TokenScope(TokenScope),
    /// What belongs to a session is not open to programs.
    #[error("an access token does not open this")]
    SessionOnly,
    /// The session that the request belongs to was ended, for this cause.
    #[error("the session was ended: {}", .0.as_str())]
    SessionEnded(EndCause),
    /// The user's account was suspended.
    #[error("the account was suspended")]
    Suspended,
    /// The user's account cannot be used: invited but not accepted, or deactivated.
    #[error("the account is not active")]
    NotActive,
    /// The company's people may do this, the caller may not.
    #[error("the right {0} is missing")]
    Forbidden(Permission),
    /// Nothing is changed by a session that reads under other rights than its user's own.
    #[error("the session reads under other rights")]
    Viewing(ViewingKind),
    /// The session no longer reads under the rights that a page was opened with; none where it began to since.
    #[error("the session reads under other rights than before")]
    ViewingOver(Option<ViewingKind>),
    /// Only the operator's own people may do this.
    #[error("only the operator can do this")]
    NotOperator,
    /// The caller may do this once the subscription is renewed.
    #[error("the subscription has ended")]
    Expired,
    /// The caller's own mail address is not proved, so nothing is sent to others.
    #[error("the address of the user is not verified")]
    Unverified,
    /// The code asks for a right that the table of permissions does not have.
    #[error("unknown permission {0}")]
    NoSuchPermission(String),
    /// There is no such thing, or it is another company's.
    #[error("not found")]
    NotFound,
    /// The record was made later than the moment that was asked about: then.
    #[error("the record was made later, at {0}")]
    NotYet(Timestamp),
    /// Somebody else has changed the record since it was read.
    #[error("the record has changed")]
    Stale(Box<Current>),
    /// The record cannot be deleted while others use it.
    #[error("the record is in use")]
    InUse(Vec<UseOfRecord>),
    /// The record is in a state that does not allow this; the text is for the person who asked.
    #[error("not in this state: {0}")]
    State(&'static str),
    /// Nobody would administer the company any more. It was written already, so nothing of the transaction may stay.
    #[error("the company would have no administrator")]
    NoAdministrator,
    /// The same `Idempotency-Key` came with another request before.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// The identity is verified but no user has it: registration was not finished.
    #[error("the identity has no user")]
    NoAccount,
    /// The identity, or its mail address, has a user.
    #[error("the identity has a user")]
    AlreadyRegistered,
    /// These fields are at fault.
    #[error("fields are not valid")]
    Invalid(Vec<FieldProblem>),
    /// The identity provider did not confirm who is asking.
    #[error("the identity was not confirmed")]
    Identity(#[source] IdentityError),
    /// The code of a sign-in was not accepted.
    #[error("{0}")]
    Code(CodeFault),
    /// It was tried too often.
    #[error("too many attempts")]
    TooManyAttempts,
    /// The session could not be started, renewed or ended.
    #[error("the session failed")]
    Session(#[source] SessionError),
    /// The store of files.
    #[error("the store of files failed")]
    Files(#[source] StoreError),
    /// The database.
    #[error("storage failed")]
    Storage(#[source] StorageError),
}

impl From<StorageError> for ServiceError {
    fn from(source: StorageError) -> Self {
        Self::Storage(source)
    }
}

impl From<CodeFault> for ServiceError {
    fn from(fault: CodeFault) -> Self {
        Self::Code(fault)
    }
}

impl From<StoreError> for ServiceError {
    fn from(source: StoreError) -> Self {
        Self::Files(source)
    }
}

impl From<IdentityError> for ServiceError {
    fn from(source: IdentityError) -> Self {
        Self::Identity(source)
    }
}

impl From<SessionError> for ServiceError {
    fn from(source: SessionError) -> Self {
        match source {
            SessionError::NotSignedIn => Self::NotSignedIn,
            SessionError::Ended(cause) => Self::SessionEnded(cause),
            SessionError::Unavailable(_) => Self::Session(source),
        }
    }
}
