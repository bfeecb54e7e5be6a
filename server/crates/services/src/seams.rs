//! Seams: what the services need of their surroundings, in their own words. The server hands the implementations in.
//!
//! Invariant: nothing here says how a token or a cookie looks.

use std::net::IpAddr;

use async_trait::async_trait;
use http::{Extensions, HeaderValue};
use jiff::Timestamp;
use waybill_storage::login_sessions::{EndCause, Place};
use waybill_storage::notifications::NotificationId;
use waybill_storage::{CompanyId, LoginSession, LoginSessionId, StorageError, Transaction, UserId};

use crate::caller::SignInMethod;
use crate::notifications::Notification;

/// Tells who holds an ID token of the identity provider.
#[async_trait]
pub trait IdentityVerifier: Send + Sync {
    /// The identity, if the provider signed the token, it has not expired, and the account is usable.
    async fn verify(&self, id_token: &str) -> Result<Identity, IdentityError>;

    /// The same where no session begins: what was known of the account minutes ago is enough.
    async fn recognise(&self, id_token: &str) -> Result<Identity, IdentityError> {
        self.verify(id_token).await
    }

    /// Ends one sign-in of an account once `tx` is committed: no token of it is taken any more.
    async fn end_sign_in(
        &self,
        _tx: &Transaction,
        _uid: &str,
        _authenticated_at: Timestamp,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// The account's owner has proved its address elsewhere, once `tx` is committed.
    async fn prove_address(&self, _tx: &Transaction, _uid: &str) -> Result<(), StorageError> {
        Ok(())
    }

    /// Lets an account sign in without its authenticator app; `false` when it has none.
    async fn remove_second_factor(&self, _uid: &str) -> Result<bool, IdentityError> {
        Ok(false)
    }

    /// Somebody is no longer let in, once `tx` is committed. The own sessions end by that anyway; a provider elsewhere may be told.
    fn shut_out(&self, _tx: &Transaction, _uid: &str) {}
}

/// An account at the identity provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The provider's id of the account.
    pub uid: String,
    /// Mail address; none when the account has none.
    pub email: Option<String>,
    /// Whether the provider has seen the address verified.
    pub email_verified: bool,
    /// Display name.
    pub name: Option<String>,
    /// When the person signed in there, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
    /// Whether the person proved a second factor there, such as an authenticator app.
    pub has_second_factor: bool,
}

/// Why an identity is not known.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The token is malformed, forged, expired, revoked, or of a disabled account.
    #[error("the ID token was refused")]
    Refused,
    /// The provider could not be asked.
    #[error("the identity provider cannot be reached")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Lets people who have forgotten their password choose a new one.
#[async_trait]
pub trait PasswordResets: Send + Sync {
    /// Mails a link to this address, if it has an account; whether it has shows in nothing.
    async fn ask(&self, email: &str, address: Option<IpAddr>) -> Result<(), ResetError>;
}

/// Why nobody was asked for a new password.
#[derive(Debug, thiserror::Error)]
pub enum ResetError {
    /// This is no mail address.
    #[error("this is not an e-mail address")]
    Malformed,
    /// Too many asked for this address, or from where the request comes.
    #[error("too many messages were requested")]
    TooMany,
    /// The provider could not be asked.
    #[error("the identity provider cannot be reached")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Shows notifications to open pages. Storage has them anyway; this is what moves a badge at once.
#[async_trait]
pub trait Inbox: Send + Sync {
    /// Shows these to a user as part of `tx`; what is none is shown no more. Pages learn of it once `tx` is committed.
    async fn show(
        &self,
        tx: &Transaction,
        company: CompanyId,
        user: UserId,
        shown: Vec<(NotificationId, Option<Notification>)>,
    ) -> Result<(), StorageError>;
}

/// No page learns of anything before it asks.
#[derive(Clone, Copy, Debug)]
pub struct NoInbox;

#[async_trait]
impl Inbox for NoInbox {
    async fn show(
        &self,
        _: &Transaction,
        _: CompanyId,
        _: UserId,
        _: Vec<(NotificationId, Option<Notification>)>,
    ) -> Result<(), StorageError> {
        Ok(())
    }
}

/// The provider has no passwords that could be reset here.
#[derive(Clone, Copy, Debug)]
pub struct NoPasswords;

#[async_trait]
impl PasswordResets for NoPasswords {
    async fn ask(&self, _: &str, _: Option<IpAddr>) -> Result<(), ResetError> {
        Err(ResetError::Unavailable("no provider of passwords".into()))
    }
}

/// Starts, renews and ends sessions.
///
/// `request` are the extensions of the request, where the server's layers have put what they know of its cookies.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// A new session of `user`, which began at `place`; one that the request carried ends.
    async fn start(
        &self,
        request: &Extensions,
        user: &SessionUser,
        place: Place,
    ) -> Result<Started, SessionError>;

    /// Whether a session that nobody ended goes on: it may have lain idle, or be too old.
    fn is_alive(&self, session: &LoginSession, now: Timestamp) -> bool;

    /// A new token for the session that both `bearer` (which may have expired) and the request's cookies belong to.
    async fn refresh(&self, request: &Extensions, bearer: &str) -> Result<Started, SessionError>;

    /// Whose living session the request's cookies open, if they open one. Without a token it allows nothing by itself.
    async fn holder(&self, request: &Extensions) -> Result<Option<UserId>, SessionError>;

    /// Ends the session, if there is one; gives the cookies to clear.
    async fn end(&self, request: &Extensions) -> Result<Vec<HeaderValue>, SessionError>;

    /// Ends all sessions of a user but this one, once `tx` is committed. Whoever was about to sign in begins
    /// anew.
    async fn end_all(
        &self,
        tx: &Transaction,
        user_id: UserId,
        spared: Option<LoginSessionId>,
        cause: EndCause,
        at: Timestamp,
    ) -> Result<(), StorageError>;
}

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionUser {
    /// The user.
    pub id: UserId,
    /// Its company.
    pub company_id: CompanyId,
    /// How the user signed in.
    pub method: SignInMethod,
    /// When the user signed in at the identity provider, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
}

/// A session as the browser keeps it.
#[derive(Clone)]
pub struct Started {
    /// Whose it is.
    pub user_id: UserId,
    /// The token.
    pub jwt: String,
    /// Values of the `Set-Cookie` headers.
    pub set_cookie: Vec<HeaderValue>,
}

impl std::fmt::Debug for Started {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Started")
            .field("user_id", &self.user_id)
            .finish_non_exhaustive()
    }
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The session is not there, has ended, or does not belong to the token.
    #[error("the session does not exist")]
    NotSignedIn,
    /// The session that both token and cookie belong to was ended, for this cause.
    #[error("the session was ended: {}", .0.as_str())]
    Ended(EndCause),
    /// The session store failed.
    #[error("the session store failed")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
}
