//! Whom the services take an actor for, with the session that a browser would speak in.

use jiff::SignedDuration;
use waybill_services::{Caller, CallerSession, ServiceError, SignInMethod};
use waybill_storage::{UserId, login_sessions};

use super::Actor;

impl Actor {
    /// Who speaks, as the services know them now.
    pub(crate) async fn caller(&self) -> Caller {
        self.speaking(self.id()).await.unwrap()
    }

    pub(super) async fn speaking(&self, user_id: UserId) -> Result<Caller, ServiceError> {
        let Some(id) = self.session else {
            return self.services.caller(user_id).await;
        };
        let session = login_sessions::get(self.storage.reader(), id).await?;
        let session = session.filter(|it| it.ended_at.is_none());
        let session = session.ok_or(ServiceError::NotSignedIn)?;
        let session = CallerSession {
            id,
            user_id,
            method: SignInMethod::Sdk,
            ends_at: session.started_at + SignedDuration::from_hours(24 * 30),
            viewing: session.viewing,
        };
        self.services.caller_in(session).await
    }
}
