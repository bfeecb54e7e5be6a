//! Revocation from outside of the provider: sign-ins that an operator ends, one person's or everybody's.
//!
//! Invariant: what was handed out before it, ID tokens included, opens nothing afterwards; nobody's password changes.

use jiff::Timestamp;
use waybill_storage::identity::accounts::{self, Uid};
use waybill_storage::identity::{pending_sign_ins, refresh};
use waybill_storage::{StorageError, Transaction};

/// Ends all sign-ins of the account with this address; its id, unless there is no such account.
pub async fn revoke(
    tx: &Transaction,
    email: &str,
    now: Timestamp,
) -> Result<Option<Uid>, StorageError> {
    let Some(mut account) = accounts::find_by_email(tx, &email.to_lowercase()).await? else {
        return Ok(None);
    };
    account.valid_since = after(now.max(account.valid_since));
    accounts::save(tx, &account).await?;
    refresh::revoke_all(tx, &account.uid, now).await?;
    pending_sign_ins::forget(tx, &account.uid).await?;
    Ok(Some(account.uid))
}

/// Ends all sign-ins of all accounts; gives how many accounts there are.
pub async fn revoke_everybodys(tx: &Transaction, now: Timestamp) -> Result<u64, StorageError> {
    refresh::revoke_everybodys(tx, now).await?;
    accounts::revoke_everybodys(tx, after(now)).await
}

/// Tokens tell whole seconds, so the next one begins after all that were handed out.
pub(crate) fn after(now: Timestamp) -> Timestamp {
    Timestamp::from_second(now.as_second() + 1).unwrap_or(Timestamp::MAX)
}
