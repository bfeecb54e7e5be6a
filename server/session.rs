//! Sessions: who is behind a request.
//!
//! Two things open a session, and each is worthless without the other: the `token` cookie, a signed claim that script
//! may read (specification 9), and the `HttpOnly` session cookie, a secret that only its hash in storage recognises.
//!
//! Invariants: an answer is "this user" or "nobody", never a guess; storage that does not answer is an error and never
//! "nobody"; a session that ended, by sign-out, by reuse of an old token or by time, stays ended, also after a restart.

mod cookies;
mod ending;
mod issuer;
mod keys;
mod lifecycle;
mod renewals;
mod replacement;
mod store;
mod token;

#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use http::HeaderValue;
use jiff::{SignedDuration, Timestamp};
use waybill_storage::{LoginSessionId, Storage, StorageError, Transaction, UserId};

pub use self::issuer::{Issuer, IssuerError};
pub use self::keys::{KeyError, Turn};
pub use self::store::LoginStore;
pub use self::token::Token;
pub use waybill_storage::login_sessions::{EndCause, Place};
use waybill_storage::viewings::ViewingId;

use self::cookies::Jar;
use self::issuer::Issuing;
use self::keys::KeySet;
use self::renewals::Renewals;
use crate::clock::Clock;
use crate::config::{Config, TokenKey};

/// How long a session token may be used before it has to be renewed.
const TOKEN_LIFE: SignedDuration = SignedDuration::from_mins(15);

/// How long the predecessor of a renewed token may still ask for the new one, and the one of a session id is still good: tabs
/// share cookies, requests overlap.
const REUSE_GRACE: SignedDuration = SignedDuration::from_secs(10);

/// Difference between the clocks of two servers that is forgiven.
const LEEWAY: SignedDuration = SignedDuration::from_secs(60);

/// How long a key is kept beyond the longest session: every instance has noticed by then that another signs.
const READ_MARGIN: SignedDuration = SignedDuration::from_hours(24);

/// Starts, recognises, renews and ends sessions.
#[derive(Debug)]
pub struct Sessions {
    storage: Storage,
    clock: Clock,
    keys: KeySet,
    jar: Jar,
    limits: Limits,
    renewals: Renewals,
    /// Makes the tokens, where that is somebody else.
    issuing: OnceLock<Issuing>,
    /// What sessions rest on, and who tells their users of what happened to them.
    sign_ins: OnceLock<Arc<dyn SignIns>>,
}

/// When a session is over by itself.
#[derive(Clone, Copy, Debug)]
struct Limits {
    idle: SignedDuration,
    absolute: SignedDuration,
}

/// How somebody signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInMethod {
    /// By the identity provider's SDK in the browser.
    Sdk,
    /// By the form, without JavaScript.
    Form,
}

impl SignInMethod {
    /// The word in storage and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sdk => "sdk",
            Self::Form => "form",
        }
    }

    fn of(word: &str) -> Self {
        if word == "form" {
            Self::Form
        } else {
            Self::Sdk
        }
    }
}

/// With what a session begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// Who signed in.
    pub user_id: UserId,
    /// How.
    pub method: SignInMethod,
    /// From where.
    pub place: Place,
    /// When the user signed in at the identity provider, if the browser holds tokens of that sign-in.
    pub authenticated_at: Option<Timestamp>,
}

/// A live session whose token and cookie were presented together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The session.
    pub id: LoginSessionId,
    /// Who signed in.
    pub user_id: UserId,
    /// How.
    pub method: SignInMethod,
    /// When it ends however much it is used.
    pub ends_at: Timestamp,
    /// Whether its cookie is to hold another id, see [`Sessions::offer_id`].
    pub is_id_due: bool,
    /// Under which other rights than its user's own it reads, if it does.
    pub viewing: Option<ViewingId>,
}

/// Who asks for a document.
#[derive(Debug)]
pub enum Visitor {
    /// Nobody who could be recognised. `had_token` tells whether a `token` cookie was sent at all.
    Nobody {
        /// Whether a `token` cookie came with the request, usable or not.
        had_token: bool,
    },
    /// Somebody signed in.
    SignedIn {
        /// Their session.
        login: Login,
        /// The token of the session: the one that came, or the one it was renewed to.
        token: Token,
        /// `Set-Cookie` values of a token that was renewed on the way; usually empty.
        set_cookie: Vec<HeaderValue>,
    },
}

/// Host of a request without its port, for the `Domain` of cookies that are deleted. The edge puts it into calls.
#[derive(Clone, Debug)]
pub struct RequestHost(pub String);

/// The request is passed on by an instance of ours that has looked at the session cookie itself and keeps it: its token stands alone.
/// The edge puts it into calls.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

/// A session that was started or renewed.
#[derive(Debug)]
pub struct Started {
    /// Whose it is.
    pub user_id: UserId,
    /// The session token.
    pub token: Token,
    /// `Set-Cookie` values for it. The session cookie is written by tower-sessions.
    pub set_cookie: Vec<HeaderValue>,
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The token is missing, forged, expired for too long, or does not belong to the session cookie; or the session
    /// is over.
    #[error("nobody is signed in")]
    SignedOut,
    /// The session of both token and cookie was ended, for this cause. Only whoever asks for a renewal hears it.
    #[error("the session was ended: {}", .0.as_str())]
    Ended(EndCause),
    /// Storage does not answer; neither "signed in" nor "signed out" may be said.
    #[error("the session store does not respond")]
    Unavailable(#[source] StorageError),
    /// tower-sessions could not read or write the session.
    #[error("the session store does not respond")]
    Store(#[source] tower_sessions::session::Error),
    /// Whoever makes the tokens does not answer; neither may be said.
    #[error("the IAM service does not respond")]
    Issuer(#[source] IssuerError),
    /// A token could not be signed.
    #[error("the session token could not be signed")]
    Signing(#[source] jsonwebtoken::errors::Error),
}

/// The `token` cookie of a request, if there is exactly one.
pub fn token_cookie(headers: &http::HeaderMap) -> Option<Token> {
    let mut tokens = cookies::tokens(headers);
    if tokens.len() > 1 {
        return None;
    }
    tokens.pop()
}

/// The sign-ins at the identity provider that sessions rest on.
#[async_trait]
pub trait SignIns: std::fmt::Debug + Send + Sync {
    /// Ends the one of this second with a session that rests on it, once `tx` is committed.
    ///
    /// # Errors
    /// When storage fails; the session does not end then.
    async fn end(
        &self,
        tx: &Transaction,
        user_id: UserId,
        authenticated_at: Timestamp,
    ) -> Result<(), StorageError>;

    /// Tells a user that a token of a session was used again, and that the session was ended. It is over by then.
    async fn tell_copied(&self, user_id: UserId);
}

/// Makes a new key for session tokens, as `turn` says; a running server takes it over within a minute.
///
/// # Errors
/// When storage fails or holds a key that cannot be used.
pub async fn turn_keys(storage: &Storage, turn: Turn, now: Timestamp) -> Result<(), KeyError> {
    keys::turn(storage, turn, SignedDuration::MAX, now).await?;
    Ok(())
}

impl Sessions {
    /// Loads the signing key from storage, making it at the first start.
    ///
    /// # Errors
    /// When storage fails or holds a key that cannot be used.
    pub async fn open(storage: Storage, clock: Clock, config: &Config) -> Result<Self, KeyError> {
        let keys = KeySet::open(storage.clone(), clock.now()).await?;
        let seconds = |it: std::time::Duration| {
            SignedDuration::from_secs(i64::try_from(it.as_secs()).unwrap_or(i64::MAX))
        };
        Ok(Self {
            storage,
            clock,
            keys,
            jar: Jar::new(config),
            limits: Limits {
                idle: seconds(config.session.idle),
                absolute: seconds(config.session.absolute),
            },
            renewals: Renewals::default(),
            issuing: OnceLock::new(),
            sign_ins: OnceLock::new(),
        })
    }

    /// Has the sign-ins that sessions rest on end with them from now on. To be called once, before anybody is answered.
    pub fn end_with(&self, sign_ins: Arc<dyn SignIns>) {
        if self.sign_ins.set(sign_ins).is_err() {
            tracing::error!("The sign-ins of sessions are known already.");
        }
    }

    /// Has sessions rest on the tokens of `issuer` from now on, read by `key` where there is one. To be called once, before anybody is
    /// answered: tokens of our own are good for nothing then.
    pub fn rest_on_tokens_of(&self, issuer: Arc<dyn Issuer>, key: Option<TokenKey>) {
        if self.issuing.set(Issuing::new(issuer, key)).is_err() {
            tracing::error!("A token source is already configured for sessions.");
        }
    }

    /// Has tokens of the issuer read by this key from now on, or the issuer asked where there is none.
    pub fn replace_token_key(&self, key: Option<TokenKey>) {
        if let Some(issuing) = self.issuing.get() {
            issuing.replace_key(key);
        }
    }

    /// Lets the next key take its turn when the time has come. To be called about once an hour.
    ///
    /// # Errors
    /// When storage fails or holds a key that cannot be used.
    pub async fn turn_keys(&self) -> Result<(), KeyError> {
        let kept = self.limits.absolute + READ_MARGIN;
        self.keys.turn(kept, self.clock.now()).await
    }

    /// The store behind the session cookie, for tower-sessions' layer.
    pub fn store(&self) -> LoginStore {
        LoginStore::new(self.storage.clone(), self.clock.clone(), self.limits)
    }

    /// Name of the session cookie: `__Host-sid` under https, `sid` on plain http.
    pub fn cookie_name(&self) -> &'static str {
        self.jar.session_cookie_name()
    }

    /// Life of both cookies. Within it the limits of the session itself decide.
    pub fn cookie_life(&self) -> SignedDuration {
        self.jar.life()
    }

    /// `Set-Cookie` values that delete the `token` cookie in both forms, host-only and for the domain.
    ///
    /// `host` is the request's own host, used when no public origin is configured.
    pub fn clear_token(&self, host: Option<&str>) -> Vec<HeaderValue> {
        self.jar.clear_token(host)
    }

    /// `Set-Cookie` values that delete both cookies, for sign-out.
    pub fn clear_all(&self, host: Option<&str>) -> Vec<HeaderValue> {
        let mut values = self.jar.clear_token(host);
        values.push(self.jar.clear_session());
        values
    }
}

impl Limits {
    fn is_alive(self, session: &waybill_storage::LoginSession, now: Timestamp) -> bool {
        session.ended_at.is_none()
            && now.duration_since(session.last_seen_at) < self.idle
            && now.duration_since(session.started_at) < self.absolute
    }
}
