//! Admission: who may have a socket of the realtime database, and where their notifications lie.
//!
//! Invariant: an ID token proves the first factor alone, so a page is admitted only with the living session of the same user,
//! which begins after the second one.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use waybill_identity::Provider;
use waybill_realtime::bus::Alone;
use waybill_realtime::database::NoOriginal;
use waybill_realtime::rules::InboxRules;
use waybill_realtime::{self as realtime, Door, Realtime, Refusal};
use waybill_services::{ServiceError, Services};
use waybill_storage::{Storage, users};

use crate::config::Config;
use crate::session::Sessions;

/// The realtime database, which admits the users of the services and nobody else.
pub(super) fn open_realtime(
    config: &Config,
    storage: &Storage,
    provider: &Arc<Provider>,
    services: &Arc<Services>,
    sessions: &Arc<Sessions>,
) -> Arc<Realtime> {
    let admission = Admission {
        provider: Arc::clone(provider),
        services: Arc::clone(services),
        sessions: Arc::clone(sessions),
        storage: storage.clone(),
    };
    let parts = waybill_realtime::Parts {
        // As the SDK itself names the database of a project.
        namespace: format!("{}-default-rtdb", provider.config().project_id),
        storage: storage.clone(),
        clock: services.clock(),
        verifier: Arc::new(admission),
        rules: Arc::new(InboxRules),
        original: Arc::new(NoOriginal),
        bus: Arc::new(Alone::default()),
    };
    let config = waybill_realtime::Config {
        origin: config
            .public_origin
            .as_ref()
            .map(|it| it.as_str().to_owned()),
        ..waybill_realtime::Config::default()
    };
    Realtime::new(parts, config)
}

/// An active user whose session lives.
struct Admission {
    provider: Arc<Provider>,
    services: Arc<Services>,
    sessions: Arc<Sessions>,
    storage: Storage,
}

#[async_trait]
impl waybill_realtime::Verifier for Admission {
    async fn verify(&self, token: &str, door: &Door) -> Result<realtime::Identity, Refusal> {
        use waybill_identity::Error;

        let identity = match self.provider.verify(token).await {
            Ok(identity) => identity,
            Err(error @ (Error::Storage(_) | Error::Cryptography(_) | Error::Overloaded)) => {
                return Err(unavailable(error));
            }
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
            None if !door.is_browser
                && !caller.user().two_factor_auth
                && !caller.company().two_factor_auth =>
            {
                None
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
            claims,
            // Specification 3: general notification.
            inbox: format!("{company}/general-notification/{}", user.id)
                .parse()
                .ok(),
            session,
            expires_at: identity.expires_at,
        })
    }
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> Refusal {
    Refusal::Unavailable(Box::new(error))
}
