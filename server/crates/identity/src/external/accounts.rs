//! What is asked of the provider besides verifying: sign-in by a form, mails for new passwords, claims, the end of sign-ins.
//!
//! Invariant: a password that comes by our form is counted before it is handed on, by the same counters as the own provider's: all of
//! them reach Google from this one machine, so its own limits tell nobody apart.

use std::net::IpAddr;

use jiff::Timestamp;
use serde_json::{Map, Value, json};
use waybill_storage::identity::{Uid, attempts, ended};
use waybill_storage::{StorageError, Transaction};

use super::standing::{GOOD_FOR, Standing};
use super::toolkit::Step;
use super::{AccessToken, Failure, Firebase, ServiceAccount};
use crate::counting::{
    SIGN_IN_ACCOUNT, SIGN_IN_ADDRESS, per_account, per_address, per_factor, per_mailbox,
};
use crate::email::Email;
use crate::tokens::check_claims;
use crate::{Error, Identity};

/// What a form's password led to.
#[derive(Clone)]
pub enum FormSignIn {
    /// To who it is, and the ID token that says so.
    In(Box<Identity>, String),
    /// To the code of an authenticator app.
    Owes(Pending),
}

impl std::fmt::Debug for FormSignIn {
    /// Without what opens anything.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::In(..) => "In(·)",
            Self::Owes(_) => "Owes(·)",
        })
    }
}

/// A sign-in whose code is still owed. Not `Debug`: it holds half of a sign-in.
#[derive(Clone)]
pub struct Pending {
    /// The word that goes on with it.
    pub credential: String,
    /// The factor whose code is asked for.
    pub factor_id: String,
}

/// A custom claim: a name and a text.
pub type Claim<'a> = (&'a str, String);

impl Firebase {
    /// Signs in with a password, for a form that works without JavaScript; nothing is left of the provider's tokens.
    ///
    /// Errors as the own provider's; [`Error::NotOffered`] where the project wants another second factor than an authenticator app,
    /// and [`Error::External`] when it could not be asked.
    pub async fn sign_in_with_password(
        &self,
        email: &str,
        password: &str,
        address: Option<IpAddr>,
    ) -> Result<FormSignIn, Error> {
        let email: Email = email.parse()?;
        if password.is_empty() {
            return Err(Error::MissingPassword);
        }
        let limits = [
            per_account(SIGN_IN_ACCOUNT, &email, self.limits.sign_in_per_account),
            per_address(SIGN_IN_ADDRESS, address, self.limits.sign_in_per_address),
        ];
        self.counters.admit(&limits).await?;
        let step = self.toolkit.sign_in(email.as_str(), password).await;
        self.counted(&limits, step.as_ref().err()).await?;
        Ok(match step? {
            Step::In(id_token) => {
                let identity = self.verify(&id_token).await?;
                FormSignIn::In(Box::new(identity), id_token)
            }
            Step::Owes(pending) => FormSignIn::Owes(pending),
        })
    }

    /// Goes on with such a sign-in by a code of the authenticator app; gives who it is, and the ID token that says so. Errors as the own
    /// provider's.
    pub async fn finish_sign_in_by_form(
        &self,
        pending: &Pending,
        code: &str,
        address: Option<IpAddr>,
    ) -> Result<(Identity, String), Error> {
        let limits = [
            per_factor(&pending.factor_id, self.limits.codes_per_account),
            per_address(SIGN_IN_ADDRESS, address, self.limits.sign_in_per_address),
        ];
        self.counters.admit(&limits).await?;
        let id_token = self.toolkit.finish_sign_in(pending, code).await;
        self.counted(&limits, id_token.as_ref().err()).await?;
        let id_token = id_token?;
        Ok((self.verify(&id_token).await?, id_token))
    }

    /// Takes back what was counted for an attempt that succeeded, or of which nobody heard.
    async fn counted(
        &self,
        [of_whom, of_address]: &[attempts::Limit; 2],
        error: Option<&Error>,
    ) -> Result<(), Error> {
        let tx = match error {
            None => {
                let tx = self.storage.begin().await?;
                attempts::forget(&tx, of_whom.scope, &of_whom.subject).await?;
                tx
            }
            Some(Error::External(_)) => {
                let tx = self.storage.begin().await?;
                attempts::give_back(&tx, of_whom.scope, &of_whom.subject).await?;
                tx
            }
            Some(_) => return Ok(()),
        };
        attempts::give_back(&tx, of_address.scope, &of_address.subject).await?;
        Ok(tx.commit().await?)
    }

    /// Has the provider mail a link for a new password to this address, if it has an account.
    ///
    /// [`Error::InvalidEmail`], [`Error::TooManyAttempts`] for addresses without an account as well, [`Error::External`].
    pub async fn send_password_reset(
        &self,
        email: &str,
        address: Option<IpAddr>,
    ) -> Result<(), Error> {
        let email: Email = email.parse()?;
        let limits = &self.limits;
        let limits = [
            per_account("reset/account", &email, limits.mail_per_account),
            per_address("reset/address", address, limits.mail_per_address),
            per_mailbox("reset/mailbox", &email, limits.mail_per_mailbox),
        ];
        self.counters.admit(&limits).await?;
        self.toolkit.send_password_reset(email.as_str()).await
    }

    /// Whether this server can know and change accounts.
    pub fn has_service_account(&self) -> bool {
        self.service_account.is_some()
    }

    /// Sees to it that an account has these custom claims, beside those that it has. Every ID token that is issued later carries
    /// them. Whether something had to be changed.
    pub async fn ensure_claims(&self, uid: &Uid, wanted: &[Claim<'_>]) -> Result<bool, Error> {
        let (standing, _) = self.known_standing(uid.as_str()).await?;
        let is_there = |(name, value): &Claim<'_>| {
            let found = standing.claims.get(*name);
            found.and_then(Value::as_str) == Some(value)
        };
        if wanted.iter().all(is_there) {
            return Ok(false);
        }
        let mut claims = standing.claims.clone();
        for (name, value) in wanted {
            claims.insert((*name).to_owned(), value.as_str().into());
        }
        check_claims(&claims)?;
        let attributes = Value::Object(claims).to_string();
        self.update(uid, "customAttributes", json!(attributes))
            .await?;
        Ok(true)
    }

    /// Ends one sign-in of an account once `tx` is committed: no token of it is taken here any more. Google goes on to issue them.
    pub async fn end_sign_in(
        &self,
        tx: &Transaction,
        uid: &Uid,
        authenticated_at: Timestamp,
    ) -> Result<(), StorageError> {
        ended::end(tx, uid, authenticated_at, self.clock.now()).await
    }

    /// Ends every sign-in of an account: no ID token of before is taken here any more, and its refresh tokens are worth nothing.
    pub async fn revoke(&self, uid: &Uid) -> Result<(), Error> {
        let now = self.clock.now().as_second().to_string();
        self.update(uid, "validSince", json!(now)).await
    }

    /// Does without the second factors of an account, for an owner who has lost them.
    pub async fn remove_factors(&self, uid: &Uid) -> Result<(), Error> {
        self.update(uid, "mfa", json!({ "enrollments": [] })).await
    }

    async fn update(&self, uid: &Uid, member: &str, value: Value) -> Result<(), Error> {
        let change = Map::from_iter([(member.to_owned(), value)]);
        let (account, token) = self.authority().await?;
        let updated = self.toolkit.update(uid.as_str(), change, token.reveal());
        let updated = updated.await;
        self.standings.forget(uid.as_str());
        if let Err(error) = updated {
            forget_if_refused(account, &token, &error).await;
            return Err(error.into());
        }
        Ok(())
    }

    /// What the provider says of an account at this moment.
    pub(super) async fn ask_standing(&self, uid: &str) -> Result<Standing, Error> {
        let (account, token) = self.authority().await?;
        match self.toolkit.lookup(uid, token.reveal()).await {
            Ok(Some(standing)) => {
                let now = self.clock.now();
                self.standings.note(uid, standing.clone(), now);
                Ok(standing)
            }
            Ok(None) => {
                self.standings.forget(uid);
                Err(Error::NotFound)
            }
            Err(error) => {
                forget_if_refused(account, &token, &error).await;
                Err(error.into())
            }
        }
    }

    /// What it said some minutes ago, or longer ago while it is away; and when.
    pub(super) async fn known_standing(&self, uid: &str) -> Result<(Standing, Timestamp), Error> {
        let heard = self.standings.heard(uid);
        let now = self.clock.now();
        if let Some((standing, at)) = &heard
            && now.duration_since(*at).abs() < GOOD_FOR
        {
            return Ok((standing.clone(), *at));
        }
        match (self.ask_standing(uid).await, heard) {
            (Err(Error::External(_)), Some(heard)) => Ok(heard),
            (asked, _) => Ok((asked?, now)),
        }
    }

    async fn authority(&self) -> Result<(&ServiceAccount, AccessToken), Failure> {
        let account = self.service_account.as_deref();
        let account = account.ok_or(Failure::NoServiceAccount)?;
        Ok((account, account.access_token().await?))
    }
}

/// A token that is refused before its time was revoked.
async fn forget_if_refused(account: &ServiceAccount, token: &AccessToken, error: &Failure) {
    if let Failure::Answer { status: 401, .. } = error {
        account.forget(token).await;
    }
}
