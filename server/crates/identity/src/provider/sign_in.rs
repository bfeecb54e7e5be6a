//! Signing up and signing in with a password.
//!
//! The order of every evaluation: a place in the hashing queue, then the count, then the hash. So no attempt is evaluated
//! uncounted, and none is counted that the machine had no time for.

use super::lock_out::Guessed;
use super::refused;
use super::second_factor::OwedCode;
use super::{
    Account, Email, Error, Instant, IpAddr, Map, Password, Provider, SIGN_IN_ACCOUNT,
    SIGN_IN_ADDRESS, Tokens, Verdict, accounts, attempts, new_uid, per_account, per_address,
};
use crate::password::Slot;
use waybill_storage::{Storage, StorageError, Transaction};

const SIGN_UP_ADDRESS: &str = "sign-up/address";

const SIGN_UP_TAKEN: &str = "sign-up/taken";

/// How far a right password leads.
#[derive(Clone)]
pub enum SignedIn<T> {
    /// All the way, with this.
    In(Account, T),
    /// To the second step.
    Owes(OwedCode),
}

impl<T> std::fmt::Debug for SignedIn<T> {
    /// Without what opens anything.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::In(..) => "In(·)",
            Self::Owes(_) => "Owes(·)",
        })
    }
}

impl Provider {
    /// Makes an account and signs it in.
    ///
    /// [`Error::EmailExists`] when the address is taken: unlike sign-in, this cannot be hidden from somebody who is about to
    /// own an account. It is as slow as a success, and a network that was told it too often is told nothing for a while:
    /// [`Error::TooManyAttempts`], whatever the address.
    pub async fn sign_up(
        &self,
        email: &str,
        password: &Password,
        address: Option<IpAddr>,
    ) -> Result<(Account, Tokens), Error> {
        let email: Email = email.parse()?;
        if password.is_empty() {
            return Err(Error::MissingPassword);
        }
        password.check(email.as_str())?;
        let started = Instant::now();
        let taken = per_address(SIGN_UP_TAKEN, address, self.config.limits.taken_per_address);
        // Only what is told counts; how many more are told meanwhile, the places of the hashing queue limit.
        if self.counters.is_used_up(&taken).await? {
            return Err(Error::TooManyAttempts);
        }
        let slot = self.hasher.slot().await?;
        self.counters
            .admit(&[per_address(
                SIGN_UP_ADDRESS,
                address,
                self.config.limits.sign_up_per_address,
            )])
            .await?;
        let hash = slot.hash(password).await?;
        let outcome = self.create(&email, hash).await;
        if let Err(Error::EmailExists) = outcome {
            self.counters.admit(&[taken]).await?;
        }
        self.not_before_the_floor(started).await;
        outcome
    }

    /// Signs in, opening a family of refresh tokens; an account with a second factor gets none yet.
    ///
    /// [`Error::InvalidCredentials`] for an unknown address and for a wrong password alike.
    pub async fn sign_in(
        &self,
        email: &str,
        password: &Password,
        address: Option<IpAddr>,
    ) -> Result<SignedIn<Tokens>, Error> {
        let started = Instant::now();
        let outcome = async {
            let (tx, account) = self.evaluate(email, password, address).await?;
            match self.after_password(tx, account).await? {
                SignedIn::In(account, tx) => {
                    let (account, tokens) = self.signed_in(tx, account, None).await?;
                    Ok(SignedIn::In(account, tokens))
                }
                SignedIn::Owes(owed) => Ok(SignedIn::Owes(owed)),
            }
        };
        let outcome = outcome.await;
        self.not_before_the_floor_if_evaluated(started, outcome.as_ref().err())
            .await;
        outcome
    }

    /// Signs in without tokens, for a form that works without JavaScript. Same rules, same counters as [`Self::sign_in`].
    ///
    /// `address` is the client's, as the edge determined it; `None` shares one allowance with all other unknown ones.
    pub async fn sign_in_with_password(
        &self,
        email: &str,
        password: &str,
        address: Option<IpAddr>,
    ) -> Result<SignedIn<()>, Error> {
        let started = Instant::now();
        let outcome = async {
            let password = Password::new(password);
            let (tx, account) = self.evaluate(email, &password, address).await?;
            match self.after_password(tx, account).await? {
                SignedIn::In(account, tx) => {
                    tx.commit().await?;
                    Ok(SignedIn::In(account, ()))
                }
                SignedIn::Owes(owed) => Ok(SignedIn::Owes(owed)),
            }
        };
        let outcome = outcome.await;
        self.not_before_the_floor_if_evaluated(started, outcome.as_ref().err())
            .await;
        outcome
    }

    /// Counts and evaluates one attempt. On success the transaction holds the sign-in, not yet committed. The owner of an
    /// account that takes no more attempts is told so.
    async fn evaluate(
        &self,
        email: &str,
        password: &Password,
        address: Option<IpAddr>,
    ) -> Result<(Transaction, Account), Error> {
        let email: Email = email.parse()?;
        if password.is_empty() {
            return Err(Error::MissingPassword);
        }
        let limits = [
            per_account(
                SIGN_IN_ACCOUNT,
                &email,
                self.config.limits.sign_in_per_account,
            ),
            per_address(
                SIGN_IN_ADDRESS,
                address,
                self.config.limits.sign_in_per_address,
            ),
        ];
        let slot = self.hasher.slot().await?;
        let admission = self.counters.count(&limits).await?;
        let (uid, outcome) = if admission.is_admitted {
            let account = accounts::find_by_email(self.storage.reader(), email.as_str()).await?;
            let uid = account.as_ref().map(|account| account.uid.clone());
            (uid, self.compare(account, password, slot, &limits).await)
        } else {
            (None, Err(Error::TooManyAttempts))
        };
        if let Err(error) = &outcome {
            refused::tell(error, address, uid.as_ref());
        }
        let is_locked = admission.used_up.contains(&SIGN_IN_ACCOUNT);
        if is_locked && let Err(Error::InvalidCredentials | Error::TooManyAttempts) = outcome {
            self.tell_locked(email, address, Guessed::Password);
        }
        outcome
    }

    /// Compares the password of an attempt at this account, if it exists, that was counted against these limits, of the account and of the address.
    async fn compare(
        &self,
        account: Option<Account>,
        password: &Password,
        slot: Slot<'_>,
        limits: &[attempts::Limit; 2],
    ) -> Result<(Transaction, Account), Error> {
        if password.is_oversized() {
            return Err(Error::InvalidCredentials);
        }
        let hash = account
            .as_ref()
            .and_then(|account| account.password_hash.as_deref());
        let verdict = slot.verify(password, hash).await?;
        let (Some(found), Verdict::Right | Verdict::Outdated) = (account, verdict) else {
            return Err(Error::InvalidCredentials);
        };
        // The password comes first: whether an account is disabled is told only to its owner.
        if found.disabled {
            return Err(Error::Disabled);
        }
        let rehashed = match verdict {
            // It can wait for a calmer day.
            Verdict::Outdated => match self.hasher.slot().await {
                Ok(slot) => Some(slot.hash(password).await?),
                Err(_) => None,
            },
            Verdict::Right | Verdict::Wrong => None,
        };

        let tx = self.storage.begin().await?;
        // It may have changed while the hash was computed.
        let mut account = accounts::find(&tx, &found.uid)
            .await?
            .ok_or(Error::InvalidCredentials)?;
        if account.password_hash != found.password_hash || account.disabled {
            return Err(Error::InvalidCredentials);
        }
        account.last_login_at = self.clock.now();
        if rehashed.is_some() {
            account.password_hash = rehashed;
        }
        accounts::save(&tx, &account).await?;
        let [per_account, per_address] = limits;
        attempts::forget(&tx, per_account.scope, &per_account.subject).await?;
        attempts::give_back(&tx, per_address.scope, &per_address.subject).await?;
        Ok((tx, account))
    }

    /// Makes an account for whom the operator vouches, in a storage of the caller's: its address counts as proved.
    ///
    /// [`Error::EmailExists`] when the address is taken. Nothing is counted, as nobody asked from outside.
    pub async fn vouch_for(
        &self,
        storage: &Storage,
        email: &str,
        password: &Password,
    ) -> Result<Account, Error> {
        let email: Email = email.parse()?;
        password.check(email.as_str())?;
        let hash = self.hasher.slot().await?.hash(password).await?;
        let account = Account {
            email_verified: true,
            ..self.new_account(&email, hash)
        };
        let tx = storage.begin().await?;
        insert(&tx, &account).await?;
        tx.commit().await?;
        Ok(account)
    }

    async fn create(&self, email: &Email, hash: String) -> Result<(Account, Tokens), Error> {
        let account = self.new_account(email, hash);
        let tx = self.storage.begin().await?;
        insert(&tx, &account).await?;
        self.signed_in(tx, account, None).await
    }

    fn new_account(&self, email: &Email, hash: String) -> Account {
        let now = self.clock.now();
        Account {
            uid: new_uid(),
            email: email.as_str().to_owned(),
            email_verified: false,
            password_hash: Some(hash),
            password_updated_at: now,
            display_name: None,
            photo_url: None,
            disabled: false,
            valid_since: super::Timestamp::from_second(now.as_second()).unwrap_or(now),
            claims: Map::new(),
            created_at: now,
            last_login_at: now,
        }
    }

    pub(super) async fn not_before_the_floor(&self, started: Instant) {
        tokio::time::sleep_until(started + self.config.answer_floor).await;
    }

    /// Refusals that do not depend on the account may be quick, and under load they must be.
    async fn not_before_the_floor_if_evaluated(&self, started: Instant, error: Option<&Error>) {
        match error {
            None | Some(Error::InvalidCredentials | Error::Disabled) => {
                self.not_before_the_floor(started).await;
            }
            Some(_) => {}
        }
    }
}

async fn insert(tx: &Transaction, account: &Account) -> Result<(), Error> {
    let inserted = accounts::insert(tx, account).await;
    inserted.map_err(|error| match error {
        StorageError::Conflict => Error::EmailExists,
        error => error.into(),
    })
}
