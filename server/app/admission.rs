//! Admission: who may have a socket of the realtime database.
//!
//! Invariant: an ID token proves the first factor alone, so a page is admitted only with the living session of the same user,
//! which begins after the second one.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use waybill_realtime::{self as realtime, Door, Refusal};
use waybill_services::{ServiceError, Services};
use waybill_storage::{Storage, users};

use super::inbox::inbox;
use super::{IdentityProvider, adapters};
use crate::session::Sessions;

/// An active user whose session lives.
pub(super) struct Admission {
    /// Tells whose an ID token is.
    pub(super) provider: IdentityProvider,
    /// Tells whether the user may be here.
    pub(super) services: Arc<Services>,
    /// Tells which sessions live.
    pub(super) sessions: Arc<Sessions>,
    /// Holds the users.
    pub(super) storage: Storage,
}

#[async_trait]
impl waybill_realtime::Verifier for Admission {
    async fn verify(&self, token: &str, door: &Door) -> Result<realtime::Identity, Refusal> {
        let identity = match self.provider.recognise(token).await {
            Ok(identity) => identity,
            Err(error) if adapters::is_undecided(&error) => return Err(unavailable(error)),
            Err(_) => return Err(Refusal::Invalid),
        };
        let found = users::by_identity(self.storage.reader(), identity.uid.as_str()).await;
        let (user, _) = found.map_err(unavailable)?.ok_or(Refusal::Invalid)?;
        let caller = match self.services.caller(user.id).await {
            Ok(caller) => caller,
            Err(error @ ServiceError::Storage(_)) => return Err(unavailable(error)),
            Err(_) => return Err(Refusal::Invalid),
        };
        let session = match &door.session {
            Some(mark) => {
                let login = self.sessions.live(mark).await.map_err(unavailable)?;
                let login = login.filter(|it| it.user_id == user.id);
                Some(login.ok_or(Refusal::Invalid)?.id.to_string())
            }
            // A program has no cookies; it is admitted where a password is all that is asked for.
            None if !door.is_browser && !caller.wants_second_factor() => None,
            None => return Err(Refusal::Invalid),
        };
        let company = caller.company_id();
        let mut claims = identity.claims;
        for (name, value) in [
            ("sub", json!(identity.uid.as_str())),
            ("user_id", json!(identity.uid.as_str())),
            ("email", json!(identity.email)),
            ("email_verified", json!(identity.email_verified)),
            ("company_id", json!(company.to_string())),
            ("firebase", json!({ "sign_in_provider": "password" })),
        ] {
            claims.insert(name.to_owned(), value);
        }
        Ok(realtime::Identity {
            uid: identity.uid.to_string(),
            claims,
            inbox: inbox(company, user.id),
            session,
            expires_at: identity.expires_at,
        })
    }
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> Refusal {
    Refusal::Unavailable(Box::new(error))
}
