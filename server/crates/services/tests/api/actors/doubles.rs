//! The identity provider and the session store are the server's; here stand small ones that keep the traits' word: an ID
//! token is `id:` and the uid of a known account, a session token is `jwt:` and the user's id.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use async_trait::async_trait;
use http::{Extensions, HeaderValue};
use jiff::Timestamp;
use waybill_services::{
    Identity, IdentityError, IdentityVerifier, PasswordResets, ResetError, SessionError,
    SessionUser, Sessions, Started,
};
use waybill_storage::login_sessions::{EndCause, Place};
use waybill_storage::{LoginSession, LoginSessionId, StorageError, Transaction, UserId};

/// The accounts of an identity provider, by uid.
#[derive(Default)]
pub(super) struct Provider {
    pub(super) accounts: Mutex<HashMap<String, Identity>>,
    /// Whose passwords were to be chosen anew.
    pub(super) forgotten: Mutex<Vec<String>>,
}

#[async_trait]
impl PasswordResets for Provider {
    /// The third mail to one address is one too many.
    async fn ask(&self, email: &str, _: Option<IpAddr>) -> Result<(), ResetError> {
        let mut forgotten = self.forgotten.lock().unwrap();
        if forgotten.iter().filter(|it| *it == email).count() == 2 {
            return Err(ResetError::TooMany);
        }
        forgotten.push(email.to_owned());
        Ok(())
    }
}

#[async_trait]
impl IdentityVerifier for Provider {
    async fn verify(&self, id_token: &str) -> Result<Identity, IdentityError> {
        if id_token == "id:outage" {
            return Err(IdentityError::Unavailable(
                "secret address of the provider".into(),
            ));
        }
        let uid = id_token.strip_prefix("id:").ok_or(IdentityError::Refused)?;
        self.accounts
            .lock()
            .unwrap()
            .get(uid)
            .cloned()
            .ok_or(IdentityError::Refused)
    }

    async fn remove_second_factor(&self, uid: &str) -> Result<bool, IdentityError> {
        let mut accounts = self.accounts.lock().unwrap();
        let account = accounts.get_mut(uid);
        Ok(account.is_some_and(|it| std::mem::take(&mut it.has_second_factor)))
    }
}

/// Remembers whose sessions were ended.
#[derive(Default)]
pub(super) struct TestSessions {
    pub(super) ended: Mutex<Vec<UserId>>,
}

#[async_trait]
impl Sessions for TestSessions {
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
        let user_id = bearer.strip_prefix("jwt:").and_then(|id| id.parse().ok());
        user_id.map(started).ok_or(SessionError::NotSignedIn)
    }

    async fn holder(&self, _: &Extensions) -> Result<Option<UserId>, SessionError> {
        Ok(None)
    }

    async fn end(&self, _: &Extensions) -> Result<Vec<HeaderValue>, SessionError> {
        Ok(vec![HeaderValue::from_static("token=; Max-Age=0")])
    }

    async fn end_all(
        &self,
        _: &Transaction,
        user_id: UserId,
        _: Option<LoginSessionId>,
        _: EndCause,
        _: Timestamp,
    ) -> Result<(), StorageError> {
        self.ended.lock().unwrap().push(user_id);
        Ok(())
    }
}

fn started(user_id: UserId) -> Started {
    let cookie = HeaderValue::from_str(&format!("token=jwt:{user_id}")).unwrap();
    Started {
        user_id,
        jwt: format!("jwt:{user_id}"),
        set_cookie: vec![cookie],
    }
}
