//! Refresh tokens: what a sign-in leaves in the browser, exchanged at each refresh.
//!
//! A token is `base64url(family ‖ 256 random bits)`. Used once more after the grace period it is taken for stolen, and the
//! whole family ends: thief and owner both have to sign in, and only one of them can.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use uuid::Uuid;
use waybill_storage::Transaction;
use waybill_storage::identity::refresh::{FamilyId, TokenState};

use super::{Account, Error, Provider, Timestamp, accounts, check_alive, fingerprint, refresh};

/// Two tabs may refresh at the same moment with the same token.
const GRACE: Duration = Duration::from_secs(10);

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
        let hash = fingerprint(refresh_token);
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
        match refresh::token_state(&tx, id, &hash).await? {
            TokenState::Unused => refresh::use_token(&tx, id, &hash, now, now - GRACE).await?,
            TokenState::UsedAt(at) if now <= at + GRACE => {}
            TokenState::UsedAt(_) | TokenState::Unknown => {
                refresh::revoke(&tx, id, now).await?;
                tx.commit().await?;
                tracing::warn!(uid = %account.uid, "A refresh token was reused; its session was ended.");
                return Err(Error::Revoked);
            }
        }
        let refresh_token = new_token(id);
        refresh::add_token(&tx, id, fingerprint(&refresh_token)).await?;
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
        let authenticated_at = self.clock.now().max(account.valid_since);
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

const FAMILY_BYTES: usize = 16;
const SECRET_BYTES: usize = 32;

fn new_token(family: FamilyId) -> String {
    let mut bytes = [0; FAMILY_BYTES + SECRET_BYTES];
    let (head, secret) = bytes.split_at_mut(FAMILY_BYTES);
    head.copy_from_slice(family.as_uuid().as_bytes());
    rand::fill(secret);
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
