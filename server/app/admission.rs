//! Admission: who may have a socket of the realtime database.
//!
//! Invariant: an ID token proves the first factor alone, so a page is admitted only with the living session of the same user,
//! which begins after the second one.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::json;
use waybill_identity::Uid;
use waybill_realtime::{self as realtime, Door, Refusal};
use waybill_services::{Caller, ServiceError, Services};
use waybill_storage::{Storage, users};

use super::inbox::{inbox, presence};
use super::{IdentityProvider, adapters};
use crate::session::Sessions;

/// How what a program's socket rests on begins: its sign-in, as it has no session.
const SIGN_IN: &str = "sign-in";

/// An active user whose session lives, or the sign-in of a program.
#[derive(Clone)]
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
        let caller = self.caller(identity.uid.as_str()).await;
        let caller = caller.map_err(unavailable)?.ok_or(Refusal::Invalid)?;
        let user = caller.user_id();
        let session = match &door.session {
            Some(mark) => {
                let login = self.sessions.live(mark).await.map_err(unavailable)?;
                let login = login.filter(|it| it.user_id == user);
                Some(login.ok_or(Refusal::Invalid)?.id.to_string())
            }
            // A program has no cookies; it is admitted where its token proves all that is asked for.
            None if !door.is_browser
                && (identity.has_second_factor || !caller.wants_second_factor()) =>
            {
                let second = identity.authenticated_at.as_second();
                Some(format!("{SIGN_IN} {} {second}", identity.uid))
            }
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
            name: caller.user().name.clone(),
            claims,
            inbox: inbox(company, user),
            presence: presence(company),
            session,
            expires_at: identity.expires_at,
        })
    }
}

impl Admission {
    /// Whether a socket rests on such a thing.
    pub(super) fn is_sign_in(session: &str) -> bool {
        session.starts_with(SIGN_IN)
    }

    /// Which of these sign-ins are over, or of users who may not be here any more. What cannot be decided goes on.
    pub(super) async fn ended(&self, sign_ins: HashSet<String>) -> HashSet<String> {
        let mut ended = HashSet::new();
        for sign_in in sign_ins {
            match self.is_over(&sign_in).await {
                Ok(true) => drop(ended.insert(sign_in)),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(error, "Could not check whether a sign-in was revoked.");
                }
            }
        }
        ended
    }

    async fn is_over(&self, sign_in: &str) -> Result<bool, Box<dyn std::error::Error>> {
        let mut words = sign_in.split(' ').skip(1);
        let (Some(uid), Some(second)) = (words.next(), words.next()) else {
            return Ok(true);
        };
        let at = Timestamp::from_second(second.parse()?)?;
        if !self.provider.is_signed_in(&Uid::new(uid), at).await? {
            return Ok(true);
        }
        Ok(self.caller(uid).await?.is_none())
    }

    /// The user of an account, if there is one who may be here.
    async fn caller(&self, uid: &str) -> Result<Option<Caller>, ServiceError> {
        let found = users::by_identity(self.storage.reader(), uid).await?;
        let Some((user, _)) = found else {
            return Ok(None);
        };
        match self.services.caller(user.id).await {
            Ok(caller) => Ok(Some(caller)),
            Err(error @ ServiceError::Storage(_)) => Err(error),
            Err(_) => Ok(None),
        }
    }
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> Refusal {
    Refusal::Unavailable(Box::new(error))
}
