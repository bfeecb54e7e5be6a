//! `waybill keys rotate`: new keys sign from now on.
//!
//! Invariant: unless the old keys are to be worthless at once, nobody is signed out by it.

use waybill_storage::Storage;

use super::sessions::{self, RevokeError, Whose};
use crate::clock::Clock;
use crate::session::{KeyError, Turn, turn_keys};

/// Why they were not.
#[derive(Debug, thiserror::Error)]
pub enum RotateError {
    /// Those of the sessions.
    #[error(transparent)]
    Sessions(#[from] KeyError),
    /// Those of the embedded identity provider.
    #[error("the keys of the identity provider cannot be changed")]
    Identity(#[source] waybill_identity::Error),
    /// The sessions that rest on the old ones.
    #[error(transparent)]
    Revoke(#[from] RevokeError),
}

/// Makes new keys for session tokens and ID tokens. The old ones are kept for what they signed; when they are known to somebody
/// (`is_compromised`) they are deleted, and with them ends every session and every sign-in.
///
/// # Errors
/// See [`RotateError`].
pub async fn rotate(
    storage: &Storage,
    clock: &Clock,
    is_compromised: bool,
) -> Result<(), RotateError> {
    let turn = match is_compromised {
        true => Turn::AndForget,
        false => Turn::Now,
    };
    turn_keys(storage, turn, clock.now()).await?;
    let now = clock.now();
    waybill_identity::renew_keys(storage, is_compromised, now)
        .await
        .map_err(RotateError::Identity)?;
    if is_compromised {
        sessions::revoke(storage, clock, &Whose::Everybody).await?;
    }
    Ok(())
}
