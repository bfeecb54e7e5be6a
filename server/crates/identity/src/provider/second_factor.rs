//! The second step of a sign-in, for accounts that have an authenticator app: its code for the word that the password gave.
//!
//! Invariant: nobody gets a token, or counts as signed in, by the password of such an account alone; and codes are counted before
//! they are looked at, by account, so that a new first step opens no new attempts.

use jiff::SignedDuration;
use waybill_storage::Transaction;
use waybill_storage::identity::pending_sign_ins::{self, PendingSignIn};
use waybill_storage::identity::totp::TotpFactor;

use super::lock_out::Guessed;
use super::{
    Account, Error, Provider, SignedIn, Tokens, Uid, accounts, attempts, fingerprint, secret_word,
    totp,
};
use super::{recovery, refused};
use crate::counting::{SECOND_FACTOR, per_factor};
use crate::notice::{Client, Event};
use crate::totp::step_of;

/// How long the first step is good for.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(5);

/// A sign-in whose code is still owed. Not `Debug`: it holds half of a sign-in.
#[derive(Clone)]
pub struct OwedCode {
    /// Whose sign-in it is.
    pub account: Account,
    /// The factor whose code is asked for.
    pub factor: Factor,
    /// The word that goes on with it.
    pub credential: String,
}

/// A second factor, as it may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Its id.
    pub id: String,
    /// What its owner calls it, if anything.
    pub display_name: Option<String>,
    /// Since when it is asked for.
    pub enrolled_at: super::Timestamp,
}

/// A code that was right: the sign-in that it leads to, not yet committed.
struct Taken {
    tx: Transaction,
    account: Account,
    /// How many recovery codes are left, if it was one.
    left: Option<u64>,
}

impl From<TotpFactor> for Factor {
    fn from(factor: TotpFactor) -> Self {
        Self {
            id: factor.id,
            display_name: factor.display_name,
            enrolled_at: factor.enrolled_at,
        }
    }
}

impl Provider {
    /// The second factor of an account, if it has one.
    pub async fn second_factor(&self, uid: &Uid) -> Result<Option<Factor>, Error> {
        let factor = totp::find(self.storage.reader(), uid).await?;
        Ok(factor.map(Factor::from))
    }

    /// Goes on with a sign-in by the code of its second factor, or by a recovery code in its place, opening a family of refresh
    /// tokens.
    ///
    /// [`Error::InvalidPendingSignIn`] when the first step was too long ago, or led to a sign-in before;
    /// [`Error::InvalidFactorCode`] for a wrong code and for one that was used; [`Error::TooManyAttempts`] after too many of them.
    pub async fn finish_sign_in(
        &self,
        credential: &str,
        factor_id: &str,
        code: &str,
        client: &Client,
    ) -> Result<(Account, Tokens), Error> {
        let taken = self.take_code(credential, factor_id, code, client).await?;
        let Taken { tx, account, left } = taken;
        let (account, tokens) = self.signed_in(tx, account, Some(factor_id)).await?;
        self.tell_used(&account, left, client).await;
        Ok((account, tokens))
    }

    /// The same without tokens, for a form that works without JavaScript.
    pub async fn finish_sign_in_by_form(
        &self,
        credential: &str,
        factor_id: &str,
        code: &str,
        client: &Client,
    ) -> Result<Account, Error> {
        let taken = self.take_code(credential, factor_id, code, client).await?;
        let Taken { tx, account, left } = taken;
        tx.commit().await?;
        self.tell_used(&account, left, client).await;
        Ok(account)
    }

    /// Tells the owner that a recovery code was used, if one was.
    async fn tell_used(&self, account: &Account, left: Option<u64>, client: &Client) {
        if let Some(left) = left {
            tracing::info!(uid = %account.uid, left, "Recovery code used.");
            self.notify(account, Event::RecoveryCodeUsed(left), client)
                .await;
        }
    }

    /// What a right password leads to: all, or the first of two steps. Commits.
    pub(super) async fn after_password(
        &self,
        tx: Transaction,
        account: Account,
    ) -> Result<SignedIn<Transaction>, Error> {
        let Some(factor) = totp::find(&tx, &account.uid).await? else {
            return Ok(SignedIn::In(account, tx));
        };
        let credential = secret_word();
        let now = self.clock.now();
        let pending = PendingSignIn {
            hash: fingerprint(&credential),
            uid: account.uid.clone(),
            expires_at: now + GOOD_FOR,
        };
        pending_sign_ins::insert(&tx, pending, now).await?;
        tx.commit().await?;
        Ok(SignedIn::Owes(OwedCode {
            account,
            factor: factor.into(),
            credential,
        }))
    }

    /// Counts and evaluates one code. On success the transaction holds the sign-in, not yet committed. Whose codes are used up is
    /// told by mail: somebody else may have the password.
    async fn take_code(
        &self,
        credential: &str,
        factor_id: &str,
        code: &str,
        client: &Client,
    ) -> Result<Taken, Error> {
        let address = client.address;
        let hash = fingerprint(credential);
        let pending = pending_sign_ins::find(self.storage.reader(), &hash).await?;
        let pending = pending
            .filter(|pending| self.clock.now() < pending.expires_at)
            .ok_or(Error::InvalidPendingSignIn)?;
        let counted = self.count_code(&pending.uid).await;
        let told = |error: &Error| refused::tell(error, address, Some(&pending.uid));
        let is_last = counted.inspect_err(told)?;
        let outcome = self.compare_code(&pending, factor_id, code).await;
        let outcome = outcome.inspect_err(told);
        if is_last
            && let Err(Error::InvalidFactorCode) = outcome
            && let Some(account) = accounts::find(self.storage.reader(), &pending.uid).await?
        {
            self.tell_locked(account.email.parse()?, address, Guessed::Code);
        }
        outcome
    }

    async fn compare_code(
        &self,
        pending: &PendingSignIn,
        factor_id: &str,
        code: &str,
    ) -> Result<Taken, Error> {
        let tx = self.storage.begin().await?;
        let account = accounts::find(&tx, &pending.uid)
            .await?
            .ok_or(Error::NotFound)?;
        if account.disabled {
            return Err(Error::Disabled);
        }
        let factor = totp::find(&tx, &account.uid).await?;
        let factor = factor
            .filter(|factor| factor.id == factor_id)
            .ok_or(Error::UnknownFactor)?;
        let left = if let Some(hash) = recovery::hash_of(code) {
            Some(self.use_recovery_code(&tx, &account, &hash).await?)
        } else {
            let step = step_of(code, &factor.secret, self.clock.now());
            let step = step.ok_or(Error::InvalidFactorCode)?;
            if !totp::use_step(&tx, &factor.id, step).await? {
                return Err(Error::InvalidFactorCode);
            }
            None
        };
        // Another password since then, or another tab was faster.
        if !pending_sign_ins::consume(&tx, &pending.hash).await? {
            return Err(Error::InvalidPendingSignIn);
        }
        self.forget_codes(&tx, &account.uid).await?;
        Ok(Taken { tx, account, left })
    }

    /// Counts a code that is about to be looked at; whether it is the last one that is.
    pub(super) async fn count_code(&self, uid: &Uid) -> Result<bool, Error> {
        let limit = per_factor(uid.as_str(), self.config.limits.codes_per_account);
        let admission = self.counters.count(&[limit]).await?;
        if admission.is_admitted {
            Ok(admission.used_up.contains(&SECOND_FACTOR))
        } else {
            Err(Error::TooManyAttempts)
        }
    }

    /// A right code: the wrong ones before it count no more.
    pub(super) async fn forget_codes(&self, tx: &Transaction, uid: &Uid) -> Result<(), Error> {
        Ok(attempts::forget(tx, SECOND_FACTOR, &fingerprint(uid.as_str())).await?)
    }
}
