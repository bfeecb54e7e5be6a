//! Access tokens of the whole installation: seen and revoked by its operator, beside running servers.
//!
//! Invariant: each that is revoked has its entry in the audit trail of its company, and no secret leaves this module.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use jiff::Timestamp;
use waybill_storage::access_tokens::{self, AccessToken};
use waybill_storage::audit::NewAuditEntry;
use waybill_storage::users::{self, User};
use waybill_storage::{Handle, StorageError, Transaction, UserId};

use super::{Secret, remove, revocation};
use crate::log::audit::system;
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
    let tokens = match whose {
        Whose::Everybody => access_tokens::all(db).await?,
        Whose::User(address) => match users::by_address(db, address).await? {
            Some((user, company)) => access_tokens::of_user(db, company.id, user.id).await?,
            None => return Err(FindError::Nobody(address.clone())),
        },
        Whose::Found(text) => {
            let hashes: BTreeSet<String> = Secret::all_in(text).map(|it| it.hash()).collect();
            let mut tokens = Vec::new();
            for hash in hashes {
                tokens.extend(access_tokens::by_secret_hash(db, &hash).await?);
            }
            tokens
        }
    };
    let mut known: HashMap<UserId, User> = HashMap::new();
    let mut held = Vec::with_capacity(tokens.len());
    for token in tokens {
        let user = match known.entry(token.user_id) {
            Entry::Occupied(it) => it.into_mut(),
            Entry::Vacant(place) => {
                let found = users::by_id(db, token.user_id).await?;
                let (user, _) = found.ok_or(StorageError::Corrupt("access token"))?;
                place.insert(user)
            }
        };
        held.push(HeldToken {
            user: user.clone(),
            token,
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
    for HeldToken { user, token } in held {
        let entry = NewAuditEntry {
            actor: system(),
            reason: Some("Revoked by the operator".to_owned()),
            ..revocation(user, user, &Source::default())
        };
        remove(tx, token, entry, now).await?;
    }
    Ok(())
}
