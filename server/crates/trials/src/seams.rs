//! What the server hands to the services, taken at its word: this server guards nothing.

use std::net::IpAddr;

use async_trait::async_trait;
use http::{Extensions, HeaderValue};
use jiff::Timestamp;
use waybill_services::{
    Identity, IdentityError, IdentityVerifier, PasswordResets, ResetError, SessionError,
    SessionUser, Sessions, Started,
};
use waybill_storage::login_sessions::Place;
use waybill_storage::{Clock, LoginSession, UserId};

/// The time of the machine.
pub(crate) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// Whoever somebody says they are: `id:ann` is Ann, with a mail address.
pub(crate) struct Identities;

#[async_trait]
impl IdentityVerifier for Identities {
    async fn verify(&self, id_token: &str) -> Result<Identity, IdentityError> {
        let uid = id_token.strip_prefix("id:").ok_or(IdentityError::Refused)?;
        Ok(Identity {
            uid: uid.to_owned(),
            email: Some(format!("{uid}@trials.test")),
            email_verified: true,
            name: None,
            authenticated_at: None,
            has_second_factor: false,
        })
    }
}

/// Mails nothing, and says what is said to everybody.
#[async_trait]
impl PasswordResets for Identities {
    async fn ask(&self, email: &str, _: Option<IpAddr>) -> Result<(), ResetError> {
        match email.split_once('@') {
            Some((name, domain)) if !name.is_empty() && !domain.is_empty() => Ok(()),
            _ => Err(ResetError::Malformed),
        }
    }
}

/// Sessions that are nothing but their token: `jwt:` and the user's id.
pub(crate) struct TrustingSessions;

#[async_trait]
impl Sessions for TrustingSessions {
    async fn start(
        &self,
        _: &Extensions,
        user: &SessionUser,
        _: Place,
    ) -> Result<Started, SessionError> {
        Ok(started(user.id))
    }

    fn is_alive(&self, session: &LoginSession, _: Timestamp) -> bool {
        session.ended_at.is_none()
    }

    async fn refresh(&self, _: &Extensions, bearer: &str) -> Result<Started, SessionError> {
        user_of(bearer)
            .map(started)
            .ok_or(SessionError::NotSignedIn)
    }

    async fn holder(&self, _: &Extensions) -> Result<Option<UserId>, SessionError> {
        Ok(None)
    }

    async fn end(&self, _: &Extensions) -> Result<Vec<HeaderValue>, SessionError> {
        Ok(Vec::new())
    }

    /// There is nothing to end: whether the user may still be here is asked at each request.
    async fn end_all(
        &self,
        _: &waybill_storage::Transaction,
        _: UserId,
        _: Option<waybill_storage::LoginSessionId>,
        _: waybill_storage::login_sessions::EndCause,
        _: Timestamp,
    ) -> Result<(), waybill_storage::StorageError> {
        Ok(())
    }
}

/// The user whose session token this is.
pub(crate) fn user_of(bearer: &str) -> Option<UserId> {
    bearer.strip_prefix("jwt:")?.parse().ok()
}

fn started(user_id: UserId) -> Started {
    Started {
        user_id,
        jwt: format!("jwt:{user_id}"),
        set_cookie: Vec::new(),
    }
}
