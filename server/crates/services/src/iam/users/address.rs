//! Another mail address of a user: the identity provider mails a link there, and tells what comes of it.
//!
//! Invariant: the address of a user is that of its identity. Both change in one transaction, which is the provider's.

use jiff::Timestamp;
use waybill_storage::{StorageError, Transaction, companies, users};

use super::{UserFields, account};
use crate::log::audit::{done, subject_user};
use crate::source::Source;

/// Notes that the user of an identity is to have this address, once it is confirmed there; nothing where it has no user yet.
/// [`StorageError::Conflict`] when somebody else has it.
pub async fn note_asked(
    tx: &Transaction,
    identity_uid: &str,
    address: &str,
    now: Timestamp,
) -> Result<(), StorageError> {
    let ask = |fields: &UserFields| UserFields {
        pending_email: Some(address.to_lowercase()),
        ..fields.clone()
    };
    change(tx, identity_uid, address, now, "user.askAddress", ask).await
}

/// Gives the user of an identity this address, which was confirmed there; nothing where it has no user yet.
/// [`StorageError::Conflict`] when somebody else has it.
pub async fn note_changed(
    tx: &Transaction,
    identity_uid: &str,
    address: &str,
    now: Timestamp,
) -> Result<(), StorageError> {
    let take = |fields: &UserFields| UserFields {
        email_id: address.to_lowercase(),
        pending_email: None,
        ..fields.clone()
    };
    change(tx, identity_uid, address, now, "user.changeAddress", take).await?;
    if let Some((user, company)) = users::by_identity(tx, identity_uid).await? {
        users::note_email_verified(tx, company.id, user.id, true).await?;
    }
    Ok(())
}

async fn change(
    tx: &Transaction,
    identity_uid: &str,
    address: &str,
    now: Timestamp,
    action: &str,
    changed: impl FnOnce(&UserFields) -> UserFields,
) -> Result<(), StorageError> {
    if users::exists(tx, "", address).await? {
        return Err(StorageError::Conflict);
    }
    let Some((user, company)) = users::by_identity(tx, identity_uid).await? else {
        return Ok(());
    };
    companies::hold(tx, company.id).await?;
    let entry = done(&user, action, subject_user(&user), &Source::default());
    account::change(tx, &user, &company, entry, now, changed).await
}
