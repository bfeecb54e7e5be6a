//! Why the provider refused. [`crate::http`] turns each into Firebase's words.
//!
//! Invariant: no variant carries an address, a password or a token.

use waybill_storage::StorageError;

/// A refusal, or a failure to decide.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address is unknown or the password is wrong; which of them is not said.
    #[error("the e-mail address or the password is wrong")]
    InvalidCredentials,
    /// Sign-up with an address that has an account.
    #[error("the e-mail address has an account already")]
    EmailExists,
    /// This is no e-mail address.
    #[error("this is not an e-mail address")]
    InvalidEmail,
    /// No password was given.
    #[error("the password is missing")]
    MissingPassword,
    /// The new password is not acceptable.
    #[error("the password is weak: {0}")]
    WeakPassword(#[from] crate::password::Weakness),
    /// Too many attempts for this account or from this address.
    #[error("too many attempts")]
    TooManyAttempts,
    /// More sign-ins at once than this machine can evaluate; trying again in a second helps.
    #[error("too many sign-ins at once")]
    Overloaded,
    /// The account is disabled.
    #[error("the account is disabled")]
    Disabled,
    /// The token is genuine, but its account is gone.
    #[error("the account does not exist")]
    NotFound,
    /// The sign-in that the token stems from was revoked, or is too long ago.
    #[error("the sign-in is no longer valid")]
    Revoked,
    /// Not an ID token of this provider, or one that has expired.
    #[error("the ID token is not valid: {0}")]
    InvalidIdToken(#[from] crate::tokens::Flaw),
    /// Not a refresh token.
    #[error("the refresh token is not valid")]
    InvalidRefreshToken,
    /// The sign-in is too long ago for a change of this weight.
    #[error("a recent sign-in is needed")]
    SignInTooOld,
    /// The mailed code is unknown or was used.
    #[error("the code is not valid")]
    InvalidCode,
    /// The mailed code has expired.
    #[error("the code has expired")]
    ExpiredCode,
    /// The address of the account has to be proved first.
    #[error("the e-mail address is not verified")]
    UnverifiedEmail,
    /// The account has a second factor already.
    #[error("a second factor already exists")]
    SecondFactorExists,
    /// The account has no such second factor.
    #[error("the second factor does not exist")]
    UnknownFactor,
    /// The code of the second factor is wrong, or was used.
    #[error("the code of the second factor is not valid")]
    InvalidFactorCode,
    /// The first step of the sign-in was too long ago, or led to a sign-in before.
    #[error("the sign-in has to start again")]
    InvalidPendingSignIn,
    /// The setup of the second factor is not known.
    #[error("the setup of the second factor has to start again")]
    InvalidEnrolment,
    /// The setup of the second factor took too long.
    #[error("the setup of the second factor took too long")]
    ExpiredEnrolment,
    /// The answer of the authenticator does not fit its challenge or the passkey.
    #[error("the passkey is not valid")]
    InvalidPasskey,
    /// The account has no such passkey.
    #[error("the passkey does not exist")]
    UnknownPasskey,
    /// The credential is a passkey of an account already.
    #[error("the passkey already exists")]
    PasskeyExists,
    /// The account has as many passkeys as it may have.
    #[error("the account has too many passkeys")]
    TooManyPasskeys,
    /// The challenge is unknown, was answered before, or too long ago.
    #[error("the challenge has to be asked for again")]
    InvalidCeremony,
    /// The page to go on to is not one of ours.
    #[error("the page to continue with is not on this site")]
    InvalidContinueUrl,
    /// A member of the request has the wrong type or length.
    #[error("the member {0} is not acceptable")]
    InvalidMember(&'static str),
    /// The account cannot be deleted, for the relying party depends on it.
    #[error("the account is needed")]
    Needed,
    /// The claims are too large or use a reserved name.
    #[error("the custom claims are not acceptable")]
    InvalidClaims,
    /// The provider does not do this.
    #[error("this operation is not offered")]
    NotOffered,
    /// Storage failed; nothing was decided.
    #[error("the storage of identities failed")]
    Storage(#[from] StorageError),
    /// A mail was not taken.
    #[error("the mail could not be sent")]
    Mail(#[source] crate::mail::PostError),
    /// The provider elsewhere did not answer, or not in a way that decides anything.
    #[error("the identity provider elsewhere cannot be asked")]
    External(#[from] crate::external::Failure),
    /// The signing key or the hash function failed.
    #[error("cryptography failed: {0}")]
    Cryptography(&'static str),
}
