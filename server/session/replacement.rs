//! A new session id while the session goes on: what its user may do has changed, and an id that somebody else knew from before
//! must not come to be worth more.
//!
//! The id is given out with the next answer to the session, and replaces the old one when it comes back. Until then the old one
//! is good, so that an answer that is lost signs nobody out; afterwards for [`REUSE_GRACE`], in which what the page asked at the
//! same time still arrives. Token, limits and sockets of the session stay what they are.
//!
//! Invariant: an id is offered with an answer that is about to leave, never with one that has still to be worked out, or an old
//! offer would arrive after a newer one.

use http::HeaderValue;
use tower_sessions::Session;
use tower_sessions::session::Id;
use waybill_storage::StorageError;
use waybill_storage::login_sessions::replacement::{self, Found, Secret};

use super::{Login, REUSE_GRACE, Sessions, store};

impl Sessions {
    /// The `Set-Cookie` value of a new session id, if this session is to have one and no other request is given it. Storage
    /// that fails gives none: the next answer tries again.
    pub async fn offer_id(&self, login: &Login) -> Option<HeaderValue> {
        if !login.is_id_due {
            return None;
        }
        let id = Id::default();
        match self.write_offer(login, id).await {
            Ok(true) => Some(self.jar.set_session(id)),
            Ok(false) => None,
            Err(error) => {
                tracing::warn!(error = %error, session = %login.id, "No new session id could be issued.");
                None
            }
        }
    }

    /// Notes that an offered id came back. Where that cannot be written the id is good all the same, and noted next time.
    pub(super) async fn take_id(&self, found: &mut Found, session: &Session) {
        let (Secret::Next, Some(id)) = (found.secret, session.id()) else {
            return;
        };
        match self.write_taken(found, id).await {
            Ok(()) => {
                found.secret = Secret::Present;
                found.session.replace_at = None;
                tracing::info!(session = %found.session.id, "Session id renewed.");
            }
            Err(error) => {
                tracing::warn!(error = %error, session = %found.session.id, "A new session id could not be recorded.");
            }
        }
    }

    /// Whether a session found by this secret is to be offered another.
    pub(super) fn is_id_due(&self, found: &Found) -> bool {
        let due = found.session.replace_at;
        found.secret == Secret::Present && due.is_some_and(|at| at <= self.clock.now())
    }

    async fn write_offer(&self, login: &Login, id: Id) -> Result<bool, StorageError> {
        let tx = self.storage.begin().await?;
        let hash = store::hash(id);
        let is_offered = replacement::offer(&tx, login.id, &hash, self.clock.now()).await?;
        tx.commit().await?;
        Ok(is_offered)
    }

    async fn write_taken(&self, found: &Found, id: Id) -> Result<(), StorageError> {
        let until = self.clock.now() + REUSE_GRACE;
        let tx = self.storage.begin().await?;
        replacement::take(&tx, found.session.id, &store::hash(id), until).await?;
        tx.commit().await
    }
}
