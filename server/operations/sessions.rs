//! `waybill sessions revoke`: one person, or everybody, has to sign in anew.
//!
//! A running server looks sessions up in storage with each request, so it takes effect at once, at all instances; open pages are
//! told within a second.

use waybill_identity::revocation;
use waybill_storage::login_sessions::EndCause;
use waybill_storage::{Storage, StorageError, login_sessions, users};

use crate::clock::Clock;

/// Whose sessions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the user with this mail address.
    User(String),
    /// All of the installation.
    Everybody,
}

/// Why none was ended.
#[derive(Debug, thiserror::Error)]
pub enum RevokeError {
    /// There is no such user.
    #[error("no user has the address {0}")]
    Nobody(String),
    /// Storage failed.
    #[error("the sessions cannot be ended")]
    Storage(#[from] StorageError),
}

/// Ends them, with the sign-ins at the embedded identity provider that they rest on; gives how many sessions ended.
///
/// # Errors
/// See [`RevokeError`]; none was ended then.
pub async fn revoke(storage: &Storage, clock: &Clock, whose: &Whose) -> Result<u64, RevokeError> {
    let now = clock.now();
    let tx = storage.begin().await?;
    let ended = match whose {
        Whose::Everybody => {
            revocation::revoke_everybodys(&tx, now).await?;
            login_sessions::end_everybodys(&tx, EndCause::Operator, now).await?
        }
        Whose::User(email) => {
            let uid = revocation::revoke(&tx, email, now).await?;
            let uid = uid.ok_or_else(|| RevokeError::Nobody(email.clone()))?;
            match users::by_identity(&tx, uid.as_str()).await? {
                Some((user, _)) => {
                    let cause = EndCause::Operator;
                    login_sessions::end_all_of_user(&tx, user.id, None, cause, now).await?
                }
                // An account that belongs to no company yet has no sessions.
                None => 0,
            }
        }
    };
    tx.commit().await?;
    Ok(ended)
}
