//! Refresh tokens: what a sign-in leaves in the browser, exchanged at each refresh.
//!
//! A token is `base64url(family ‖ 256 bits)`. It has one successor: used once more within the grace period it gives the same one
//! again, so that a family never has two tokens that are good. Used once more after that it is taken for stolen, and the whole
//! family ends: thief and owner both have to sign in, only one of them can, and the owner is told (RFC 9700, 4.14.2).

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use waybill_storage::Transaction;
use waybill_storage::identity::refresh::{FamilyId, TokenState};

use super::{Account, Error, Provider, Timestamp, accounts, check_alive, fingerprint, refresh};
use crate::fingerprint::secret_word;
use crate::relying_party::Copied;
use crate::revocation;

/// Two tabs may refresh at the same moment with the same token.
const GRACE: Duration = Duration::from_secs(10);

/// How far ahead of the clock the second of a sign-in may lie; beyond that, sign-ins share one.
const SECONDS_AHEAD: u32 = 10;

/// What a signed-in browser is given. `Debug` prints dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    /// A JWT that lives for an hour.
    pub id_token: String,
    /// Exchanged for the next pair.
    pub refresh_token: String,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(·)")
    }
}

impl Provider {
    /// Exchanges a refresh token for the next pair.
    ///
    /// [`Error::InvalidRefreshToken`] if it cannot be one of ours; [`Error::Revoked`] if it was used, revoked, idle for too
    /// long or is unknown; [`Error::NotFound`] and [`Error::Disabled`] by the account.
    pub async fn refresh(&self, refresh_token: &str) -> Result<(Account, Tokens), Error> {
        let id = family_of(refresh_token).ok_or(Error::InvalidRefreshToken)?;
        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        let family = refresh::find(&tx, id).await?.ok_or(Error::Revoked)?;
        let account = accounts::find(&tx, &family.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, family.authenticated_at)?;
        if family.revoked_at.is_some() || family.used_at + self.config.refresh_idle < now {
            return Err(Error::Revoked);
        }
        let Some(refresh_token) = exchange(&tx, id, refresh_token, now).await? else {
            let copied = Copied {
                uid: &account.uid,
                authenticated_at: family.authenticated_at,
                at: now,
            };
            refresh::revoke(&tx, id, now).await?;
            self.relying_party.sign_in_copied(&tx, copied).await?;
            tx.commit().await?;
            tracing::warn!(
                event = "refresh_token_reused",
                uid = %account.uid,
                "A refresh token was reused; its sign-in was ended."
            );
            self.relying_party.tell_copied(copied).await;
            return Err(Error::Revoked);
        };
        tx.commit().await?;
        let second_factor = family.second_factor.as_deref();
        let id_token = self
            .mint
            .issue(&account, family.authenticated_at, second_factor, now)?;
        Ok((
            account,
            Tokens {
                id_token,
                refresh_token,
            },
        ))
    }

    /// Opens a family for a sign-in that just happened, by this second factor beside the password; commits, and issues its first
    /// tokens.
    pub(super) async fn signed_in(
        &self,
        tx: Transaction,
        account: Account,
        second_factor: Option<&str>,
    ) -> Result<(Account, Tokens), Error> {
        // Right after a revocation the limit lies in the next second; this sign-in is not meant by it.
        let mut authenticated_at = self.clock.now().max(account.valid_since);
        // A sign-in is known by its second: whoever ends one ends no other, and none comes back to life by another.
        for _ in 0..SECONDS_AHEAD {
            if !refresh::has_sign_in(&tx, &account.uid, authenticated_at).await? {
                break;
            }
            authenticated_at = revocation::after(authenticated_at);
        }
        self.open_family(tx, account, authenticated_at, second_factor)
            .await
    }

    /// The same for a sign-in of then.
    pub(super) async fn open_family(
        &self,
        tx: Transaction,
        account: Account,
        authenticated_at: Timestamp,
        second_factor: Option<&str>,
    ) -> Result<(Account, Tokens), Error> {
        let now = self.clock.now();
        refresh::prune(&tx, &account.uid, now - self.config.refresh_idle).await?;
        let family = refresh::open(&tx, &account.uid, authenticated_at, second_factor, now);
        let family = family.await?;
        let refresh_token = new_token(family);
        refresh::add_token(&tx, family, fingerprint(&refresh_token)).await?;
        tx.commit().await?;
        let id_token = self
            .mint
            .issue(&account, authenticated_at, second_factor, now)?;
        Ok((
            account,
            Tokens {
                id_token,
                refresh_token,
            },
        ))
    }
}

/// The token that takes the place of a presented one, or of the one that has taken its place moments ago. None when the presented
/// one was used too long ago, or never existed.
async fn exchange(
    tx: &Transaction,
    family: FamilyId,
    presented: &str,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    let mut token = presented.to_owned();
    loop {
        let hash = fingerprint(&token);
        match refresh::token_state(tx, family, &hash).await? {
            TokenState::Unused if token != presented => return Ok(Some(token)),
            TokenState::Used { at, .. } if at + GRACE < now => return Ok(None),
            TokenState::Unknown => return Ok(None),
            TokenState::Used {
                salt: Some(salt), ..
            } => token = successor(family, &token, &salt),
            TokenState::Unused | TokenState::Used { salt: None, .. } => {
                let salt = secret_word();
                refresh::use_token(tx, family, (&hash, &salt), now, now - GRACE).await?;
                let next = successor(family, &token, &salt);
                refresh::add_token(tx, family, fingerprint(&next)).await?;
                return Ok(Some(next));
            }
        }
    }
}

const FAMILY_BYTES: usize = 16;
const SECRET_BYTES: usize = 32;

fn new_token(family: FamilyId) -> String {
    let mut secret = [0; SECRET_BYTES];
    rand::fill(&mut secret);
    written(family, secret)
}

/// The one token that follows another. Neither whoever has the other nor whoever reads the database can make it: one lacks the
/// salt, the other the token.
fn successor(family: FamilyId, token: &str, salt: &str) -> String {
    let secret = Sha256::new().chain_update(token).chain_update(salt);
    written(family, secret.finalize().into())
}

fn written(family: FamilyId, secret: [u8; SECRET_BYTES]) -> String {
    let mut bytes = [0; FAMILY_BYTES + SECRET_BYTES];
    let (head, rest) = bytes.split_at_mut(FAMILY_BYTES);
    head.copy_from_slice(family.as_uuid().as_bytes());
    rest.copy_from_slice(&secret);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

fn family_of(token: &str) -> Option<FamilyId> {
    let mut bytes = [0; FAMILY_BYTES + SECRET_BYTES];
    let length = BASE64_URL_SAFE_NO_PAD
        .decode_slice(token, &mut bytes)
        .ok()?;
    if length != bytes.len() {
        return None;
    }
    let (head, _) = bytes.split_at(FAMILY_BYTES);
    Uuid::from_slice(head).ok().map(FamilyId::from)
}
