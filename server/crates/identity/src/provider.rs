//! The provider: every rule about accounts and tokens, over storage, with no word of HTTP in it.
//!
//! Invariant: whatever is answered with a token was committed before.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use rand::RngExt as _;
use rand::distr::Alphanumeric;
use serde_json::{Map, Value};
use tokio::time::Instant;
use waybill_storage::identity::{
    Account, Uid, accounts, attempts, pending_sign_ins, refresh, totp,
};
use waybill_storage::{Clock, Storage, StorageError, Transaction};
use webauthn_rs::Webauthn;

use crate::Error;
use crate::config::Config;
use crate::counting::{
    Counters, SIGN_IN_ACCOUNT, SIGN_IN_ADDRESS, per_account, per_address, per_mailbox,
};
use crate::email::Email;
use crate::fingerprint::{fingerprint, secret_word};
use crate::mail::{Mail, Post};
use crate::password::{Hasher, Password, Verdict};
use crate::relying_party::{Cause, Ended, RelyingParty, SessionMark};
use crate::revocation;
use crate::tokens::{self, Flaw, Keyring, Mint, Statement};

mod address;
mod deletion;
mod enrolment;
mod lock_out;
mod mailed_code;
mod notices;
mod passkeys;
mod profile;
mod recovery;
mod refused;
mod reset;
mod second_factor;
mod sessions;
mod sign_in;
mod verification;

pub use enrolment::Setup;
pub(crate) use mailed_code::ACTION_PATH;
pub use mailed_code::{CheckedCode, Purpose};
pub(crate) use passkeys::FACTOR_PREFIX;
pub use passkeys::{Challenge, Passkey};
pub use profile::{Change, ProfilePatch};
pub use second_factor::{Factor, OwedCode};
pub use sessions::Tokens;
pub use sign_in::SignedIn;

/// The identity provider of one project. Share it in an [`Arc`].
pub struct Provider {
    storage: Storage,
    clock: Arc<dyn Clock>,
    config: Config,
    hasher: Hasher,
    mint: Mint,
    post: Arc<dyn Post>,
    relying_party: Arc<dyn RelyingParty>,
    counters: Counters,
    /// Who passkeys are for; none where the public origin has no host name, for which there are none.
    webauthn: Option<Webauthn>,
    /// When the keys were last read because of a token that names one that is not known, in milliseconds.
    keys_read_at: AtomicI64,
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider")
            .field("project_id", &self.config.project_id)
            .finish_non_exhaustive()
    }
}

/// Who presented a valid ID token: the account as it is now, not as it was when the token was issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The account.
    pub uid: Uid,
    /// Its canonical address; none when it has none, as an account elsewhere may.
    pub email: Option<String>,
    /// Whether that address is proved.
    pub email_verified: bool,
    /// The name to show, if one was given.
    pub name: Option<String>,
    /// Its custom claims.
    pub claims: Map<String, Value>,
    /// When the person signed in.
    pub authenticated_at: Timestamp,
    /// When the token expires.
    pub expires_at: Timestamp,
    /// Whether the sign-in proved a second factor of the provider's beside the password.
    pub has_second_factor: bool,
}

impl Provider {
    /// Starts the provider over an open storage; at the first start it makes its signing key. Sessions of the relying party
    /// end with the sign-ins they rest on; mails go through `post`.
    pub async fn start(
        storage: Storage,
        clock: Arc<dyn Clock>,
        relying_party: Arc<dyn RelyingParty>,
        post: Arc<dyn Post>,
        config: Config,
    ) -> Result<Self, Error> {
        let keyring = Keyring::turn(&storage, config.key_life(), clock.now()).await?;
        let hasher = Hasher::start(config.hashing).await?;
        let mint = Mint::new(keyring, &config.project_id);
        let counters = Counters::new(storage.clone(), Arc::clone(&clock));
        let webauthn = passkeys::relying_party(&config.public_origin);
        Ok(Self {
            storage,
            clock,
            config,
            hasher,
            mint,
            post,
            relying_party,
            counters,
            webauthn,
            keys_read_at: AtomicI64::new(0),
        })
    }

    /// The settings it was started with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The public keys of its ID tokens, as a JWK set (RFC 7517).
    pub fn public_keys(&self) -> Value {
        self.mint.public_keys()
    }

    /// Lets the next key take its turn when the time has come, and forgets keys of which no token is left. To be called about
    /// once an hour.
    pub async fn turn_keys(&self) -> Result<(), Error> {
        let keyring = Keyring::turn(&self.storage, self.config.key_life(), self.clock.now());
        self.mint.replace_keys(keyring.await?);
        Ok(())
    }

    /// Who presented this ID token.
    ///
    /// [`Error::InvalidIdToken`] unless it is ours, unexpired and whole; [`Error::NotFound`], [`Error::Disabled`] or
    /// [`Error::Revoked`] when the account says so since.
    pub async fn verify(&self, id_token: &str) -> Result<Identity, Error> {
        let (account, statement) = self.bearer(id_token).await?;
        Ok(Identity {
            uid: account.uid,
            email: Some(account.email),
            email_verified: account.email_verified,
            name: account.display_name,
            claims: account.claims,
            authenticated_at: statement.authenticated_at,
            expires_at: statement.expires_at,
            has_second_factor: statement.second_factor.is_some(),
        })
    }

    /// Whether a sign-in of that second is still good: its account is there and usable, and it was not revoked.
    pub async fn is_signed_in(
        &self,
        uid: &Uid,
        authenticated_at: Timestamp,
    ) -> Result<bool, Error> {
        let reader = self.storage.reader();
        let account = accounts::find(reader, uid).await?;
        let is_alive = account.is_some_and(|it| check_alive(&it, authenticated_at).is_ok());
        Ok(is_alive && !refresh::is_revoked(reader, uid, authenticated_at).await?)
    }

    /// The account with this id.
    pub async fn account(&self, uid: &Uid) -> Result<Option<Account>, Error> {
        Ok(accounts::find(self.storage.reader(), uid).await?)
    }

    /// Replaces the custom claims, which every later ID token carries at its top level.
    ///
    /// At most 1,000 bytes of JSON and no name that tokens use themselves, else [`Error::InvalidClaims`].
    pub async fn set_claims(&self, uid: &Uid, claims: Map<String, Value>) -> Result<(), Error> {
        tokens::check_claims(&claims)?;
        self.edit(uid, |account| account.claims = claims).await
    }

    /// Disables or enables an account. Disabling ends its sign-ins at the next use of any token, and all sessions.
    pub async fn set_disabled(&self, uid: &Uid, disabled: bool) -> Result<(), Error> {
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, uid).await?.ok_or(Error::NotFound)?;
        account.disabled = disabled;
        accounts::save(&tx, &account).await?;
        if disabled {
            self.end_sessions(&tx, uid).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Ends every sign-in of an account, and all sessions: no ID or refresh token issued before is taken any more.
    pub async fn revoke(&self, uid: &Uid) -> Result<(), Error> {
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, uid).await?.ok_or(Error::NotFound)?;
        self.revoke_sign_ins(&tx, &mut account, None, Cause::Operator)
            .await?;
        accounts::save(&tx, &account).await?;
        Ok(tx.commit().await?)
    }

    async fn mail(&self, mail: Mail<'_>) -> Result<(), Error> {
        self.post.send(mail).await.map_err(Error::Mail)
    }

    /// Ends one sign-in of an account in this transaction, that of this second: none of its tokens is taken any more. Sessions
    /// are the caller's.
    pub async fn end_sign_in(
        &self,
        tx: &Transaction,
        uid: &Uid,
        authenticated_at: Timestamp,
    ) -> Result<(), StorageError> {
        refresh::revoke_sign_in(tx, uid, authenticated_at, self.clock.now()).await
    }

    /// The account's owner has proved its address elsewhere; nothing happens where there is no such account.
    pub async fn prove_address(&self, tx: &Transaction, uid: &Uid) -> Result<(), StorageError> {
        if let Some(mut account) = accounts::find(tx, uid).await?
            && !account.email_verified
        {
            account.email_verified = true;
            accounts::save(tx, &account).await?;
        }
        Ok(())
    }

    async fn edit(&self, uid: &Uid, edit: impl FnOnce(&mut Account)) -> Result<(), Error> {
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, uid).await?.ok_or(Error::NotFound)?;
        edit(&mut account);
        accounts::save(&tx, &account).await?;
        Ok(tx.commit().await?)
    }

    /// Revokes all that was issued so far and ends the sessions that rest on it, but the spared one; the caller saves the
    /// account.
    ///
    /// Tokens tell whole seconds. The new limit is the next second, so that a token of this very second is revoked too, and
    /// it always grows, so that two revocations within a second are two.
    async fn revoke_sign_ins(
        &self,
        tx: &Transaction,
        account: &mut Account,
        spared: Option<&SessionMark>,
        cause: Cause,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        account.valid_since = revocation::after(now.max(account.valid_since));
        refresh::revoke_all(tx, &account.uid, now).await?;
        pending_sign_ins::forget(tx, &account.uid).await?;
        let ended = Ended {
            uid: &account.uid,
            cause,
            spared,
            rests_on: Some(account.valid_since),
            at: now,
        };
        Ok(self.relying_party.end_sessions(tx, ended).await?)
    }

    /// Ends all sessions of an account.
    async fn end_sessions(&self, tx: &Transaction, uid: &Uid) -> Result<(), Error> {
        let ended = Ended {
            uid,
            cause: Cause::Account,
            spared: None,
            rests_on: None,
            at: self.clock.now(),
        };
        Ok(self.relying_party.end_sessions(tx, ended).await?)
    }

    /// The account behind an ID token, and what the token states.
    async fn bearer(&self, id_token: &str) -> Result<(Account, Statement), Error> {
        let statement = self.statement(id_token).await?;
        let account = accounts::find(self.storage.reader(), &Uid::new(&*statement.subject))
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        let (reader, at) = (self.storage.reader(), statement.authenticated_at);
        if refresh::is_revoked(reader, &account.uid, at).await? {
            return Err(Error::Revoked);
        }
        Ok((account, statement))
    }

    /// The same for a change of weight: [`Error::SignInTooOld`] when the sign-in is older than five minutes.
    async fn recent_bearer(&self, id_token: &str) -> Result<(Account, Statement), Error> {
        let (account, statement) = self.bearer(id_token).await?;
        if statement.authenticated_at + profile::RECENT < self.clock.now() {
            return Err(Error::SignInTooOld);
        }
        Ok((account, statement))
    }

    /// What the token states. One that names a key that is not known may have been signed by another instance with the next
    /// key, so the keys are read again, not too often.
    async fn statement(&self, id_token: &str) -> Result<Statement, Error> {
        const READ_EVERY_MILLIS: i64 = 10_000;

        let now = self.clock.now();
        match self.mint.verify(id_token, now) {
            Err(Flaw::Key) => {}
            judged => return Ok(judged?),
        }
        let read_at = self.keys_read_at.load(Ordering::Relaxed);
        if now.as_millisecond() - read_at < READ_EVERY_MILLIS {
            return Err(Flaw::Key.into());
        }
        self.keys_read_at
            .store(now.as_millisecond(), Ordering::Relaxed);
        self.mint.replace_keys(Keyring::load(&self.storage).await?);
        Ok(self.mint.verify(id_token, now)?)
    }
}

/// Whether tokens of a sign-in at that time are still good for the account.
fn check_alive(account: &Account, authenticated_at: Timestamp) -> Result<(), Error> {
    if account.disabled {
        Err(Error::Disabled)
    } else if authenticated_at < account.valid_since {
        Err(Error::Revoked)
    } else {
        Ok(())
    }
}

fn new_uid() -> Uid {
    const LENGTH: usize = 28;
    Uid::new(
        rand::rng()
            .sample_iter(Alphanumeric)
            .take(LENGTH)
            .map(char::from)
            .collect::<String>(),
    )
}
