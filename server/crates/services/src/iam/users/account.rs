//! A user's account at the identity provider, where it decides about the user: whoever deletes it has left the company.
//!
//! Invariant: no company loses its last administrator by it, for it is asked in the provider's own transaction; and an operator can
//! always give it one.

use jiff::Timestamp;
use waybill_storage::audit::{self, NewAuditEntry};
use waybill_storage::companies::Company;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::write::{self, Stamp};
use waybill_storage::records::{Id, Record as _, Row};
use waybill_storage::users::{self, User};
use waybill_storage::{StorageError, Transaction, companies, roles};

use super::{UserFields, Users};
use crate::collection::changes::{between, object};
use crate::error::ServiceError;
use crate::iam::rights::administrators;
use crate::iam::role;
use crate::iam::user::UserStatus;
use crate::log::audit::{done, subject_user, system};
use crate::source::Source;

/// Deactivates the user of an identity whose account is deleted; nothing where it has no user. [`StorageError::Conflict`] when its
/// company would be left without an administrator.
pub async fn note_deleted(
    tx: &Transaction,
    identity_uid: &str,
    now: Timestamp,
) -> Result<(), StorageError> {
    let Some((user, company)) = users::by_identity(tx, identity_uid).await? else {
        return Ok(());
    };
    companies::hold(tx, company.id).await?;
    let administrators = administrators(tx, company.id).await?;
    if administrators.len() == 1 && administrators.iter().all(|it| it.id == user.id) {
        return Err(StorageError::Conflict);
    }
    let leave = |fields: &UserFields| UserFields {
        status: UserStatus::Deactivated,
        status_reason: String::new(),
        ..fields.clone()
    };
    let action = "user.deleteAccount";
    let entry = done(&user, action, subject_user(&user), &Source::default());
    change(tx, &user, &company, entry, now, leave).await
}

/// Makes the user with this mail address an active administrator of its company, on the operator's word, and connects it with the
/// identity, if one is given; gives the company's name. None when there is no such user. [`StorageError::Conflict`] when the
/// identity has another user.
pub async fn adopt(
    tx: &Transaction,
    address: &str,
    identity_uid: Option<&str>,
    now: Timestamp,
) -> Result<Option<String>, StorageError> {
    let Some((user, company)) = users::by_address(tx, address).await? else {
        return Ok(None);
    };
    companies::hold(tx, company.id).await?;
    let all = roles::all(tx, company.id).await?;
    let role = all.iter().find(|it| it.code == role::ADMINISTRATOR);
    let role = role.ok_or(StorageError::Corrupt("role"))?;
    let role = Id::from(role.id.as_uuid());
    let administer = |fields: &UserFields| {
        let mut fields = fields.clone();
        fields.status = UserStatus::Active;
        fields.status_reason = String::new();
        // All that the company has.
        fields.products = None;
        if !fields.role_ids.contains(&role) {
            fields.role_ids.push(role);
        }
        fields
    };
    let entry = NewAuditEntry {
        actor: system(),
        reason: Some("Made administrator by the operator".to_owned()),
        ..done(&user, "user.adopt", subject_user(&user), &Source::default())
    };
    change(tx, &user, &company, entry, now, administer).await?;
    if let Some(uid) = identity_uid.filter(|it| user.identity_uid.as_deref() != Some(*it)) {
        if users::exists(tx, uid, "").await? {
            return Err(StorageError::Conflict);
        }
        users::link_identity(tx, company.id, user.id, uid, false).await?;
    }
    Ok(Some(company.name))
}

/// Writes other fields of a user on nobody's request of the services, with the entry of the audit trail that tells of it.
pub(super) async fn change(
    tx: &Transaction,
    user: &User,
    company: &Company,
    entry: NewAuditEntry,
    now: Timestamp,
    changed: impl FnOnce(&UserFields) -> UserFields,
) -> Result<(), StorageError> {
    let id = Id::<Users>::from(user.id.as_uuid());
    let row = read::get(tx, company.id, id, Bin::Outside).await?;
    let row: Row<Users> = row.ok_or(StorageError::Corrupt(Users::KIND))?;
    let fields = changed(&row.fields);
    let stamp = Stamp {
        by: Some(user.id),
        at: now,
    };
    let after = write::update(tx, company.id, &row, fields, stamp).await?;
    let after = after.ok_or(StorageError::Corrupt(Users::KIND))?;
    let members = |fields| {
        object(Some(fields)).map_err(|error| match error {
            ServiceError::Storage(error) => error,
            _ => StorageError::Corrupt(Users::KIND),
        })
    };
    let changes = between(&members(&row.fields)?, &members(&after.fields)?, &[]);
    let entry = NewAuditEntry { changes, ..entry };
    audit::append(tx, company.id, entry, now).await?;
    Ok(())
}
