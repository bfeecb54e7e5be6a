//! Setting an authenticator app up as the second factor of an account, and doing without it again.
//!
//! Invariant: a factor is asked for only once a code of it was shown. With it every sign-in by the password alone ends, and the
//! owner is told by mail, with a link that takes it back: whoever got hold of a browser must not lock its owner out.

use jiff::{SignedDuration, Timestamp};
use waybill_storage::identity::totp::{TotpEnrolment, TotpFactor};
use waybill_storage::identity::{codes, recovery_codes};
use waybill_storage::{StorageError, Transaction};

use super::mailed_code::{MailedLink, Purpose};
use super::{
    Account, Email, Error, Provider, SessionMark, Tokens, Uid, accounts, check_alive, fingerprint,
    new_uid, secret_word, totp,
};
use crate::notice::{Client, Event};
use crate::relying_party::Cause;
use crate::totp::{new_secret, step_of};

/// How long the app may take to be set up.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(5);

const MAX_NAME_CHARS: usize = 100;

/// What an app has to be told. Not `Debug`: it holds the secret.
#[derive(Clone)]
pub struct Setup {
    /// The shared secret, base32 without padding.
    pub secret: String,
    /// The word that goes on with it.
    pub session: String,
    /// It is not taken from here on.
    pub expires_at: Timestamp,
}

impl Provider {
    /// Begins to set an app up for the bearer of this ID token. Nothing is asked for at sign-in yet.
    ///
    /// [`Error::SignInTooOld`], [`Error::UnverifiedEmail`], [`Error::SecondFactorExists`].
    pub async fn begin_enrolment(&self, id_token: &str) -> Result<Setup, Error> {
        let (account, _) = self.recent_bearer(id_token).await?;
        if !account.email_verified {
            return Err(Error::UnverifiedEmail);
        }
        let setup = Setup {
            secret: new_secret(),
            session: secret_word(),
            expires_at: self.clock.now() + GOOD_FOR,
        };
        let tx = self.storage.begin().await?;
        accounts::find(&tx, &account.uid)
            .await?
            .ok_or(Error::NotFound)?;
        if totp::find(&tx, &account.uid).await?.is_some() {
            return Err(Error::SecondFactorExists);
        }
        let enrolment = TotpEnrolment {
            hash: fingerprint(&setup.session),
            uid: account.uid,
            secret: setup.secret.clone(),
            expires_at: setup.expires_at,
        };
        totp::begin_enrolment(&tx, enrolment).await?;
        tx.commit().await?;
        Ok(setup)
    }

    /// Asks for the app from now on, as a code of it was shown: ends every other sign-in and all sessions but the spared one, and
    /// gives this sign-in new tokens.
    ///
    /// [`Error::InvalidEnrolment`], [`Error::ExpiredEnrolment`], [`Error::InvalidFactorCode`], [`Error::TooManyAttempts`],
    /// [`Error::SecondFactorExists`]; [`Error::InvalidMember`] when the name is longer than 100 characters.
    pub async fn finish_enrolment(
        &self,
        id_token: &str,
        session: &str,
        code: &str,
        display_name: Option<&str>,
        spared: Option<&SessionMark>,
        client: &Client,
    ) -> Result<(Account, Tokens), Error> {
        let (bearer, statement) = self.bearer(id_token).await?;
        let is_name = |name: &str| {
            name.chars().count() <= MAX_NAME_CHARS && !name.chars().any(char::is_control)
        };
        let display_name = display_name.filter(|name| !name.is_empty());
        if display_name.is_some_and(|name| !is_name(name)) {
            return Err(Error::InvalidMember("displayName"));
        }
        self.count_code(&bearer.uid).await?;
        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        let mut account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        let enrolment = totp::find_enrolment(&tx, &account.uid, &fingerprint(session)).await?;
        let enrolment = enrolment.ok_or(Error::InvalidEnrolment)?;
        if enrolment.expires_at <= now {
            return Err(Error::ExpiredEnrolment);
        }
        let step = step_of(code, &enrolment.secret, now).ok_or(Error::InvalidFactorCode)?;
        let id = new_uid().to_string();
        let factor = TotpFactor {
            id: id.clone(),
            uid: account.uid.clone(),
            display_name: display_name.map(str::to_owned),
            secret: enrolment.secret,
            // This code opens nothing any more.
            last_step: step,
            enrolled_at: now,
        };
        totp::insert(&tx, factor).await.map_err(taken)?;
        totp::end_enrolments(&tx, &account.uid).await?;
        self.forget_codes(&tx, &account.uid).await?;
        self.revoke_sign_ins(&tx, &mut account, spared, Cause::SecondFactor)
            .await?;
        accounts::save(&tx, &account).await?;
        let link = self.way_back(&tx, &account).await?;
        let (account, tokens) = self.signed_in(tx, account, Some(&id)).await?;
        tracing::info!(uid = %account.uid, "Second factor enrolled.");
        let event = Event::AppAdded(&link.url);
        self.notify(&account, event, client).await;
        Ok((account, tokens))
    }

    /// Does without this factor again, and gives the sign-in new tokens. Other sign-ins go on.
    ///
    /// [`Error::SignInTooOld`]; [`Error::UnknownFactor`] when the account has no such one.
    pub async fn withdraw_factor(
        &self,
        id_token: &str,
        factor_id: &str,
        client: &Client,
    ) -> Result<(Account, Tokens), Error> {
        let (bearer, statement) = self.recent_bearer(id_token).await?;
        let tx = self.storage.begin().await?;
        let account = accounts::find(&tx, &bearer.uid)
            .await?
            .ok_or(Error::NotFound)?;
        check_alive(&account, statement.authenticated_at)?;
        let factor = totp::find(&tx, &account.uid).await?;
        if factor.is_none_or(|factor| factor.id != factor_id) {
            return Err(Error::UnknownFactor);
        }
        forget_factor(&tx, &account.uid).await?;
        let at = statement.authenticated_at;
        let (account, tokens) = self.open_family(tx, account, at, None).await?;
        tracing::info!(uid = %account.uid, "Second factor removed.");
        self.notify(&account, Event::AppRemoved, client).await;
        Ok((account, tokens))
    }

    /// Does without the factor of an account, for an owner who has lost the app; `false` when it has none. Sign-ins go on.
    pub async fn remove_factor(&self, uid: &Uid) -> Result<bool, Error> {
        let tx = self.storage.begin().await?;
        let account = accounts::find(&tx, uid).await?.ok_or(Error::NotFound)?;
        if !forget_factor(&tx, uid).await? {
            return Ok(false);
        }
        tx.commit().await?;
        tracing::info!(uid = %account.uid, "Second factor removed by an administrator.");
        let event = Event::AppRemovedByAdministrator;
        self.notify(&account, event, &Client::default()).await;
        Ok(true)
    }

    /// Takes the factor back, by the code of the mail that told of it; the caller commits.
    pub(super) async fn revert_factor(
        &self,
        tx: &Transaction,
        account: &mut Account,
    ) -> Result<(), Error> {
        forget_factor(tx, &account.uid).await?;
        self.revoke_sign_ins(tx, account, None, Cause::SecondFactor)
            .await?;
        Ok(accounts::save(tx, account).await?)
    }

    /// The link of the mail that tells of a new factor. Those of former mails work no more.
    async fn way_back(&self, tx: &Transaction, account: &Account) -> Result<MailedLink, Error> {
        let purpose = Purpose::RevertSecondFactor;
        codes::withdraw(tx, &account.uid, purpose.as_str()).await?;
        let email: Email = account.email.parse()?;
        self.link_in(tx, account, purpose, &email, None).await
    }
}

/// Forgets the factor of an account, its recovery codes, and the link that takes it back; `false` when it has none.
async fn forget_factor(tx: &Transaction, uid: &Uid) -> Result<bool, Error> {
    let Some(factor) = totp::find(tx, uid).await? else {
        return Ok(false);
    };
    codes::withdraw(tx, uid, Purpose::RevertSecondFactor.as_str()).await?;
    recovery_codes::forget(tx, uid).await?;
    Ok(totp::remove(tx, uid, &factor.id).await?)
}

fn taken(error: StorageError) -> Error {
    match error {
        StorageError::Conflict => Error::SecondFactorExists,
        error => error.into(),
    }
}
