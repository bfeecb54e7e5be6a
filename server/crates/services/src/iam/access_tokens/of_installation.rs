//! Access tokens of the whole installation: seen and revoked by its operator, beside running servers.
//!
//! Invariant: each that is revoked has its entry in the audit trail of its company, and no secret leaves this module.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use jiff::Timestamp;
use waybill_storage::access_tokens::{self, AccessToken as Row};
use waybill_storage::audit::NewAuditEntry;
use waybill_storage::users::{self, User};
use waybill_storage::{Handle, StorageError, Transaction, UserId};

use super::{AccessToken, Secret, remove};
use crate::log::audit::{done, subject_user, system};
use crate::source::Source;

/// Whose tokens an operator means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of all users of all companies.
    Everybody,
    /// Those of the user with this mail address.
    User(String),
    /// Those whose secrets are in this text, such as a finding of a scanner.
    Found(String),
}

/// A token, and who has it.
#[derive(Clone, Debug)]
pub struct HeldToken {
    /// Its user.
    pub user: User,
    /// What is known of it.
    pub token: AccessToken,
    row: Row,
}

/// Why none was found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// There is no such user.
    #[error("no user has the address {0}")]
    Nobody(String),
    /// Storage failed.
    #[error("the access tokens cannot be looked up")]
    Storage(#[from] StorageError),
}

/// The tokens that are meant, those that have expired too.
pub async fn find(db: &dyn Handle, whose: &Whose) -> Result<Vec<HeldToken>, FindError> {
    let rows = match whose {
        Whose::Everybody => access_tokens::all(db).await?,
        Whose::User(address) => match users::by_address(db, address).await? {
            Some((user, company)) => access_tokens::of_user(db, company.id, user.id).await?,
            None => return Err(FindError::Nobody(address.clone())),
        },
        Whose::Found(text) => {
            let mut rows = Vec::new();
            for hash in hashes_in(text) {
                rows.extend(access_tokens::by_secret_hash(db, &hash).await?);
            }
            rows
        }
    };
    let mut known: HashMap<UserId, User> = HashMap::new();
    let mut held = Vec::with_capacity(rows.len());
    for row in rows {
        let user = match known.entry(row.user_id) {
            Entry::Occupied(it) => it.into_mut(),
            Entry::Vacant(place) => {
                let found = users::by_id(db, row.user_id).await?;
                let (user, _) = found.ok_or(StorageError::Corrupt("access token"))?;
                place.insert(user)
            }
        };
        held.push(HeldToken {
            user: user.clone(),
            token: row.clone().try_into()?,
            row,
        });
    }
    Ok(held)
}

/// Revokes them at once, on the operator's word.
pub async fn revoke(
    tx: &Transaction,
    held: &[HeldToken],
    now: Timestamp,
) -> Result<(), StorageError> {
    for HeldToken { user, row, .. } in held {
        let action = "user.revokeAccessToken";
        let entry = NewAuditEntry {
            actor: system(),
            reason: Some("Revoked by the operator".to_owned()),
            ..done(user, action, subject_user(user), &Source::default())
        };
        remove(tx, row, entry, now).await?;
    }
    Ok(())
}

/// Hashes of the secrets in a text, each once.
fn hashes_in(text: &str) -> Vec<String> {
    let mut hashes: Vec<String> = Secret::all_in(text).map(|it| it.hash()).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}
