//! Another address: a mail with a link goes there, and whoever confirms it has changed the address of the account.
//!
//! Invariant: an address is an account's only once its reader has said so, and of several that were asked for the last one
//! counts. With the old address all sign-ins end, and the old address is told before.

use std::net::IpAddr;

use waybill_storage::identity::codes;
use waybill_storage::identity::codes::ActionCode;
use waybill_storage::{StorageError, Transaction};

use super::mailed_code::Purpose;
use super::{
    Account, Email, Error, Provider, Timestamp, accounts, per_account, per_address, per_mailbox,
};
use crate::mail::Mail;
use crate::relying_party::{Cause, Readdressed};

impl Provider {
    /// Mails a link to `new_email`, which makes it the address of the bearer of this ID token; returns that address.
    ///
    /// `continue_url` as in [`Provider::send_verification`]. [`Error::SignInTooOld`] when the token's sign-in is older than
    /// five minutes; [`Error::EmailExists`] when an account has the address.
    pub async fn send_address_change(
        &self,
        id_token: &str,
        new_email: &str,
        continue_url: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<String, Error> {
        let continue_path = continue_url.map(|url| self.own_path(url)).transpose()?;
        let (account, _) = self.recent_bearer(id_token).await?;
        let old: Email = account.email.parse()?;
        let new: Email = new_email.parse()?;
        let limits = &self.config.limits;
        self.counters
            .admit(&[
                per_account("mail/account", &old, limits.mail_per_account),
                // So that nobody fills somebody else's mailbox.
                per_account("address/account", &new, limits.mail_per_account),
                per_address("mail/address", address, limits.mail_per_address),
                per_mailbox("link/mailbox", &new, limits.mail_per_mailbox),
            ])
            .await?;

        let purpose = Purpose::ChangeEmail;
        let tx = self.storage.begin().await?;
        if accounts::find_by_email(&tx, new.as_str()).await?.is_some() {
            return Err(Error::EmailExists);
        }
        codes::withdraw(&tx, &account.uid, purpose.as_str()).await?;
        let link = self.link_in(&tx, &account, purpose, &new, continue_path);
        let link = link.await?;
        let asked = Readdressed {
            uid: &account.uid,
            email: new.as_str(),
            at: link.at,
        };
        let told = self.relying_party.address_asked(&tx, asked).await;
        told.map_err(taken)?;
        tx.commit().await?;

        let warning = format!(
            "Hello,\n\nsomebody who is signed in to your account at Waybill wants it to have another address:\n\n{new_email}\n\n\
             It will, once that address has confirmed it. If it was not you, change your password now.\n",
            new_email = new.as_str(),
        );
        let warned = self.mail(Mail {
            to: &old,
            subject: "Your e-mail address at Waybill is about to change",
            text: &warning,
            at: link.at,
            about: None,
        });
        if let Err(error) = warned.await {
            // An address may be changed because nothing arrives there any more.
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, "The old address was not notified of the new one.");
        }
        let text = format!(
            "Hello,\n\nsomebody wants this to be the address of their account at Waybill. If it was you, open this link and \
             confirm it:\n\n{}\n\nThe link works once, within {} hours. If it was not you, nothing needs to be done.\n",
            link.url,
            self.link_hours(),
        );
        let subject = "Confirm your new e-mail address for Waybill";
        self.send_link(&account, &new, &link, subject, &text)
            .await?;
        tracing::info!(uid = %account.uid, "Message with a link to change the address sent.");
        Ok(new.as_str().to_owned())
    }

    /// Makes the address that the code was mailed to that of the account; the caller commits.
    pub(super) async fn change_address(
        &self,
        tx: &Transaction,
        account: &mut Account,
        code: ActionCode,
        now: Timestamp,
    ) -> Result<(), Error> {
        account.email = code.email;
        account.email_verified = true;
        self.revoke_sign_ins(tx, account, None, Cause::Address)
            .await?;
        accounts::save(tx, account).await.map_err(taken)?;
        let changed = Readdressed {
            uid: &account.uid,
            email: &account.email,
            at: now,
        };
        let told = self.relying_party.address_changed(tx, changed).await;
        told.map_err(taken)
    }
}

/// An address is one account's, here and wherever accounts of this provider are known.
fn taken(error: StorageError) -> Error {
    match error {
        StorageError::Conflict => Error::EmailExists,
        error => error.into(),
    }
}
