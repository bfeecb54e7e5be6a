//! A lock-out: an account for which too many wrong passwords or codes came takes none for a while, and its owner is told by mail.
//!
//! Invariant: one mail for each lock-out, and whoever guesses learns nothing of it: whether there is an account, and a mail,
//! shows neither in the answer nor in its time.

use std::sync::Arc;

use waybill_storage::Storage;

use super::{Account, Email, Error, IpAddr, Provider, Timestamp, accounts};
use crate::config::Allowance;
use crate::mail::{Mail, Post};
use crate::relying_party::{Locked, RelyingParty};

const MINUTE: u64 = 60;

/// What came wrong too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guessed {
    /// The password.
    Password,
    /// The code of the second factor, behind a right password.
    Code,
}

/// What it takes to tell somebody, apart from the provider, as whoever guesses does not wait for it.
struct Telling {
    storage: Storage,
    relying_party: Arc<dyn RelyingParty>,
    post: Arc<dyn Post>,
    limit: Allowance,
    guessed: Guessed,
    at: Timestamp,
}

impl Provider {
    /// Tells the owner of this address, if it has an account, that none of these is taken for a while.
    pub(super) fn tell_locked(&self, email: Email, address: Option<IpAddr>, guessed: Guessed) {
        let limits = &self.config.limits;
        let telling = Telling {
            storage: self.storage.clone(),
            relying_party: Arc::clone(&self.relying_party),
            post: Arc::clone(&self.post),
            limit: match guessed {
                Guessed::Password => limits.sign_in_per_account,
                Guessed::Code => limits.codes_per_account,
            },
            guessed,
            at: self.clock.now(),
        };
        tokio::spawn(async move {
            if let Err(error) = telling.tell(&email, address).await {
                let error = &error as &dyn std::error::Error;
                tracing::error!(
                    error,
                    "The owner of a locked account could not be notified."
                );
            }
        });
    }
}

impl Telling {
    async fn tell(&self, email: &Email, address: Option<IpAddr>) -> Result<(), Error> {
        let account = accounts::find_by_email(self.storage.reader(), email.as_str()).await?;
        let Some(account) = account.filter(|account| !account.disabled) else {
            return Ok(());
        };
        let (subject, text) = self.words(address);
        let mail = Mail {
            to: email,
            subject: &subject,
            text: &text,
            at: self.at,
            about: None,
        };
        self.hand_on(&account, mail, address).await?;
        tracing::warn!(uid = %account.uid, "Account locked after too many wrong passwords or codes.");
        Ok(())
    }

    async fn hand_on(
        &self,
        account: &Account,
        mail: Mail<'_>,
        address: Option<IpAddr>,
    ) -> Result<(), Error> {
        let locked = Locked {
            uid: &account.uid,
            mail,
            address,
        };
        let is_told = self.relying_party.tell_locked(locked).await;
        if is_told.map_err(Error::Mail)? {
            return Ok(());
        }
        self.post.send(mail).await.map_err(Error::Mail)
    }

    fn words(&self, address: Option<IpAddr>) -> (String, String) {
        let Allowance { count, window } = self.limit;
        let minutes = window.as_secs().div_ceil(MINUTE);
        let from = address.map_or_else(String::new, |address| {
            format!(" The last one came from {}.", address.to_canonical())
        });
        let text = match self.guessed {
            Guessed::Password => format!(
                "Hello,\n\na wrong password was given for your account at Waybill {count} times.{from} For {minutes} minutes \
                 no password is taken for it, not even the right one. Nobody got in, your password stays as it is, and where \
                 you are signed in you stay so.\n\nIf it was you, wait, or choose a new password: the sign-in page has a link \
                 for it. If it was not you, there is nothing to do; should it happen again, choose a long password that you \
                 use nowhere else, and turn on the second factor.\n"
            ),
            Guessed::Code => format!(
                "Hello,\n\nsomebody who knows the password of your account at Waybill gave {count} wrong codes of your \
                 authenticator app.{from} For {minutes} minutes no code is taken. Nobody got in, and where you are signed in \
                 you stay so.\n\nIf it was you, look whether the clock of your phone is right, and wait. If it was not you, \
                 somebody has your password: choose a new one now. The sign-in page has a link for it.\n"
            ),
        };
        let subject = format!("Your Waybill account is locked for {minutes} minutes");
        (subject, text)
    }
}
