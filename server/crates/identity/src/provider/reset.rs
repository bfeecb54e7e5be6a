//! A forgotten password: a mail with a link, and a new password in exchange for its code.
//!
//! Invariant: whether an address has an account shows neither in the answer nor in its time, and an account that is disabled
//! gets no mail. A new password ends every sign-in that rested on the old one.

use std::net::IpAddr;
use std::sync::Arc;

use waybill_storage::identity::codes;

use super::mailed_code::{Purpose, check_code};
use super::{
    Account, Cause, Email, Error, Instant, Password, Provider, accounts, fingerprint, per_account,
    per_address, per_mailbox,
};
use crate::notice::{Client, Event};

impl Provider {
    /// Mails a link for choosing a new password to this address, if it has an account.
    ///
    /// `continue_url` as in [`Provider::send_verification`]. [`Error::InvalidEmail`] when it is no address;
    /// [`Error::TooManyAttempts`] counts addresses without an account as well.
    pub async fn send_password_reset(
        self: &Arc<Self>,
        email: &str,
        continue_url: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<(), Error> {
        let started = Instant::now();
        let continue_path = continue_url.map(|url| self.own_path(url)).transpose()?;
        let email: Email = email.parse()?;
        let limits = &self.config.limits;
        self.counters
            .admit(&[
                per_account("reset/account", &email, limits.mail_per_account),
                per_address("reset/address", address, limits.mail_per_address),
                per_mailbox("reset/mailbox", &email, limits.mail_per_mailbox),
            ])
            .await?;
        let account = accounts::find_by_email(self.storage.reader(), email.as_str()).await?;
        if let Some(account) = account.filter(|account| !account.disabled) {
            // A mail server takes its time: nobody who waits for the answer may feel it.
            let provider = Arc::clone(self);
            let continue_path = continue_path.map(str::to_owned);
            tokio::spawn(async move {
                let sent = provider.mail_reset(&account, &email, continue_path.as_deref());
                if let Err(error) = sent.await {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(error, "The message to reset a password could not be sent.");
                }
            });
        }
        self.not_before_the_floor(started).await;
        Ok(())
    }

    async fn mail_reset(
        &self,
        account: &Account,
        email: &Email,
        continue_path: Option<&str>,
    ) -> Result<(), Error> {
        let purpose = Purpose::PasswordReset;
        let link = self.mail_link(account, purpose, email, continue_path);
        let link = link.await?;
        let text = format!(
            "Hello,\n\nsomebody asked for a new password for your account at Waybill. If it was you, open this link and choose \
             one:\n\n{}\n\nThe link works once, within {} hours. If it was not you, ignore this mail: your password \
             stays.\n",
            link.url,
            self.link_hours(),
        );
        let subject = "Choose a new password for Waybill";
        self.send_link(account, email, &link, subject, &text)
            .await?;
        tracing::info!(uid = %account.uid, "Message with a link to reset a password sent.");
        Ok(())
    }

    /// Uses a mailed code: its account has this password from now on, a proved address, and no sign-in from before.
    ///
    /// [`Error::InvalidCode`] when the code is unknown, used, or for another address than the account has by now;
    /// [`Error::ExpiredCode`] when it came too late; [`Error::WeakPassword`] leaves the code good.
    pub async fn reset_password(
        &self,
        code: &str,
        password: &Password,
        client: &Client,
    ) -> Result<Account, Error> {
        let checked = self.check_code(code).await?;
        if checked.purpose != Purpose::PasswordReset {
            return Err(Error::InvalidCode);
        }
        if password.is_empty() {
            return Err(Error::MissingPassword);
        }
        password.check(&checked.email)?;
        let new_hash = self.hasher.slot().await?.hash(password).await?;
        let hash = fingerprint(code);
        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        // It may have been used while the hash was computed.
        let stored = codes::find(&tx, &hash).await?.ok_or(Error::InvalidCode)?;
        check_code(&stored, Purpose::PasswordReset, now)?;
        let mut account = accounts::find(&tx, &stored.uid)
            .await?
            .ok_or(Error::InvalidCode)?;
        if account.email != stored.email || !codes::consume(&tx, &hash, now).await? {
            return Err(Error::InvalidCode);
        }
        if account.disabled {
            return Err(Error::Disabled);
        }
        account.password_hash = Some(new_hash);
        account.password_updated_at = now;
        account.email_verified = true;
        self.revoke_sign_ins(&tx, &mut account, None, Cause::Password)
            .await?;
        accounts::save(&tx, &account).await?;
        tx.commit().await?;
        self.notify(&account, Event::PasswordChanged, client).await;
        Ok(account)
    }
}
