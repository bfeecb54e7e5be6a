//! Proving an address: a mail with a link, the link with a code, the code used once.

use std::net::IpAddr;

use waybill_storage::identity::codes;

use super::mailed_code::{Purpose, check_code};
use super::{
    Account, Email, Error, Provider, accounts, fingerprint, per_account, per_address, per_mailbox,
};
use crate::notice::{Client, Event};

impl Provider {
    /// Mails the bearer of this ID token a link that proves their address, and returns that address.
    ///
    /// `continue_url` is where to go on afterwards: a page of this site, absolute or as a path, else
    /// [`Error::InvalidContinueUrl`]. Mails are limited per account and per address.
    pub async fn send_verification(
        &self,
        id_token: &str,
        continue_url: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<String, Error> {
        let continue_path = continue_url.map(|url| self.own_path(url)).transpose()?;
        let (account, _) = self.bearer(id_token).await?;
        let email: Email = account.email.parse()?;
        let limits = &self.config.limits;
        self.counters
            .admit(&[
                per_account("mail/account", &email, limits.mail_per_account),
                per_address("mail/address", address, limits.mail_per_address),
                per_mailbox("link/mailbox", &email, limits.mail_per_mailbox),
            ])
            .await?;

        let purpose = Purpose::VerifyEmail;
        let link = self.mail_link(&account, purpose, &email, continue_path);
        let link = link.await?;
        let text = format!(
            "Hello,\n\nsomebody registered this address with Waybill. If it was you, open this link and confirm it:\n\n{}\n\n\
             The link works once, within {} hours. If it was not you, nothing needs to be done.\n",
            link.url,
            self.link_hours(),
        );
        let subject = "Confirm your e-mail address for Waybill";
        self.send_link(&account, &email, &link, subject, &text)
            .await?;
        tracing::info!(uid = %account.uid, "Message with a confirmation link sent.");
        Ok(account.email)
    }

    /// Uses a mailed code: the address of its account is proved from now on, or the one that it was mailed to is its address, or
    /// its second factor is taken back.
    ///
    /// [`Error::InvalidCode`] when it is unknown, used, for a new password, or for another address than the account has by now;
    /// [`Error::ExpiredCode`] when it came too late; [`Error::EmailExists`] when another account has the new address since.
    pub async fn apply_code(&self, code: &str, client: &Client) -> Result<Account, Error> {
        let hash = fingerprint(code);
        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        let stored = codes::find(&tx, &hash).await?.ok_or(Error::InvalidCode)?;
        let purpose = Purpose::of(&stored)?;
        check_code(&stored, purpose, now)?;
        let mut account = accounts::find(&tx, &stored.uid)
            .await?
            .ok_or(Error::InvalidCode)?;
        let is_for_it = purpose == Purpose::ChangeEmail || account.email == stored.email;
        if !is_for_it || !codes::consume(&tx, &hash, now).await? {
            return Err(Error::InvalidCode);
        }
        if account.disabled {
            return Err(Error::Disabled);
        }
        let before = account.clone();
        match purpose {
            Purpose::VerifyEmail => {
                account.email_verified = true;
                accounts::save(&tx, &account).await?;
            }
            Purpose::ChangeEmail => self.change_address(&tx, &mut account, stored, now).await?,
            Purpose::RevertSecondFactor => self.revert_factor(&tx, &mut account).await?,
            Purpose::PasswordReset => return Err(Error::InvalidCode),
        }
        tx.commit().await?;
        match purpose {
            Purpose::ChangeEmail => {
                let event = Event::AddressChanged(&account.email);
                self.notify(&before, event, client).await;
                self.notify(&account, Event::AddressTaken, client).await;
            }
            Purpose::RevertSecondFactor => {
                self.notify(&account, Event::AppRemoved, client).await;
            }
            Purpose::VerifyEmail | Purpose::PasswordReset => {}
        }
        Ok(account)
    }
}
