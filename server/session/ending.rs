//! The end of a session, and of all of a user's.
//!
//! Invariant: whoever ends sessions of a user within a transaction ends them with it, and not at all without it.

use http::HeaderValue;
use jiff::{SignedDuration, Timestamp};
use tower_sessions::Session;
use waybill_storage::login_sessions::EndCause;
use waybill_storage::{
    LoginSession, LoginSessionId, StorageError, Transaction, UserId, login_sessions, second_factors,
};

use super::{Login, SessionError, Sessions};

/// Longer than a transaction lasts in which a session ends, and than the clocks of two servers differ.
const LATELY: SignedDuration = SignedDuration::from_mins(2);

impl Sessions {
    /// Ends the session that the request's cookie opens, if there is one; gives the `Set-Cookie` values that delete
    /// both cookies.
    ///
    /// # Errors
    /// Only when storage fails; the session may then still live.
    pub async fn end(
        &self,
        session: &Session,
        host: Option<&str>,
    ) -> Result<Vec<HeaderValue>, SessionError> {
        match self.of_cookie(session).await {
            Ok(found) => self.write_end(&found.session, EndCause::SignedOut).await?,
            Err(SessionError::SignedOut) => {}
            Err(error) => return Err(error),
        }
        Ok(self.clear_all(host))
    }

    /// Ends a session that was recognised; whoever passes the call on keeps the cookies.
    ///
    /// # Errors
    /// Only when storage fails; the session may then still live.
    pub async fn end_login(&self, login: &Login) -> Result<(), SessionError> {
        let session = login_sessions::get(self.storage.reader(), login.id).await;
        match session.map_err(SessionError::Unavailable)? {
            Some(session) => self.write_end(&session, EndCause::SignedOut).await,
            None => Ok(()),
        }
    }

    /// Which sessions ended not long ago, so that what rests on them can end too; some are told more than once.
    ///
    /// # Errors
    /// When storage fails.
    pub async fn ended_lately(&self) -> Result<Vec<LoginSessionId>, StorageError> {
        let since = self.clock.now() - LATELY;
        login_sessions::ended_since(self.storage.reader(), since).await
    }

    /// Ends all sessions of a user but this one, in the caller's transaction; gives how many ended. Somebody else's spares none. Whoever was about to sign in begins anew.
    ///
    /// # Errors
    /// When storage fails; the caller then lets the transaction go.
    pub async fn end_others(
        &self,
        tx: &Transaction,
        user_id: UserId,
        spared: Option<LoginSessionId>,
        cause: EndCause,
        now: Timestamp,
    ) -> Result<u64, StorageError> {
        let ended = login_sessions::end_all_of_user(tx, user_id, spared, cause, now).await?;
        second_factors::forget_user(tx, user_id).await?;
        if ended > 0 {
            tracing::info!(user = %user_id, ended, "Ending the other sessions of a user.");
        }
        Ok(ended)
    }

    /// Deletes sessions that have been over for long, for a job that runs now and then.
    ///
    /// # Errors
    /// When storage fails.
    pub async fn forget_old(&self) -> Result<u64, StorageError> {
        let unused_since = self.clock.now() - self.limits.absolute - self.limits.idle;
        let tx = self.storage.begin().await?;
        let gone = login_sessions::delete_unused(&tx, unused_since).await?;
        tx.commit().await?;
        Ok(gone)
    }

    /// With the session ends the sign-in that it rests on: no token that was issued for it opens another one.
    pub(super) async fn write_end(
        &self,
        login: &LoginSession,
        cause: EndCause,
    ) -> Result<(), SessionError> {
        let ended = async {
            let tx = self.storage.begin().await?;
            login_sessions::end(&tx, login.id, cause, self.clock.now()).await?;
            if let (Some(sign_ins), Some(at)) = (self.sign_ins.get(), login.authenticated_at) {
                sign_ins.end(&tx, login.user_id, at).await?;
            }
            tx.commit().await
        };
        ended.await.map_err(SessionError::Unavailable)
    }
}
