//! Giving one's own account up.
//!
//! Invariant: with the account go its sign-ins, codes and factors, and all sessions that rest on it; what the relying party keeps
//! of its own is the relying party's.

use waybill_storage::StorageError;

use super::{Error, Provider, accounts, check_alive};

impl Provider {
    /// Deletes the account of the bearer of this ID token. [`Error::SignInTooOld`] when the sign-in is older than five minutes,
    /// [`Error::Needed`] when the relying party depends on it.
    pub async fn delete(&self, id_token: &str) -> Result<(), Error> {
        let (bearer, statement) = self.recent_bearer(id_token).await?;
        let tx = self.storage.begin().await?;
        let account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        let told = self
            .relying_party
            .account_deleted(&tx, &account.uid, self.clock.now())
            .await;
        told.map_err(|error| match error {
            StorageError::Conflict => Error::Needed,
            error => error.into(),
        })?;
        self.end_sessions(&tx, &account.uid).await?;
        accounts::delete(&tx, &account.uid).await?;
        tx.commit().await?;
        tracing::info!(uid = %account.uid, "Account deleted by its owner.");
        Ok(())
    }
}
