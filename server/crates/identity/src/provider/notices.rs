//! Telling the owner of an account what has happened to it: through the relying party if it knows the owner, else in own words.
//!
//! Invariant: a failure is logged and changes nothing about what has happened; no answer waits long for a mail server.

use std::time::Duration;

use super::{Account, Email, Error, Provider};
use crate::mail::Mail;
use crate::notice::{Client, Event, Notice};

/// How long an answer waits for a mail server at most.
const PATIENCE: Duration = Duration::from_secs(5);

impl Provider {
    /// Tells the owner of an account at its present address, if that is proved.
    pub(super) async fn notify(&self, account: &Account, event: Event<'_>, client: &Client) {
        if account.email_verified {
            self.notify_at(account, &account.email, event, client).await;
        }
    }

    /// The same at another address, which was proved.
    pub(super) async fn notify_at(
        &self,
        account: &Account,
        to: &str,
        event: Event<'_>,
        client: &Client,
    ) {
        let notice = Notice {
            uid: &account.uid,
            to,
            event,
            client,
            at: self.clock.now(),
        };
        let told = tokio::time::timeout(PATIENCE, self.hand_on(notice)).await;
        match told {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let error = &error as &dyn std::error::Error;
                tracing::warn!(error, uid = %account.uid, "A security notice was not sent.");
            }
            Err(_) => {
                tracing::warn!(uid = %account.uid, "A security notice was not sent within five seconds.");
            }
        }
    }

    async fn hand_on(&self, notice: Notice<'_>) -> Result<(), Error> {
        if self.relying_party.tell(notice).await.map_err(Error::Mail)? {
            return Ok(());
        }
        let to: Email = notice.to.parse()?;
        let (subject, happened) = self.words(notice.event);
        let Client { address, browser } = notice.client;
        let mut text = format!("Hello,\n\n{happened}\n\nWhen: {}\n", notice.at);
        for (label, value) in [
            ("Browser", browser.clone()),
            (
                "Network address",
                address.map(|it| it.to_canonical().to_string()),
            ),
        ] {
            if let Some(value) = value {
                text.extend([label, ": ", &value, "\n"]);
            }
        }
        let mail = Mail {
            to: &to,
            subject,
            text: &text,
            at: notice.at,
            about: None,
        };
        self.mail(mail).await
    }

    /// The subject, and what has happened with what to do if it was somebody else.
    fn words(&self, event: Event<'_>) -> (&'static str, String) {
        match event {
            Event::PasswordChanged => (
                "The password of your Waybill account was changed",
                "the password of your account at Waybill was changed, and all other sign-ins have ended. If it was not you, choose \
                 a new password now: the sign-in page has a link for it."
                    .to_owned(),
            ),
            Event::AddressChanged(new) => (
                "The e-mail address of your Waybill account was changed",
                format!(
                    "your account at Waybill has another e-mail address from now on: {new}. Nothing about it is sent to this \
                     address any more. If it was not you, speak to an administrator of your company at once."
                ),
            ),
            Event::AddressTaken => (
                "The e-mail address of your Waybill account was changed",
                "this is the e-mail address of your account at Waybill from now on. All sign-ins have ended. If it was not you, \
                 speak to an administrator of your company."
                    .to_owned(),
            ),
            Event::AppAdded(link) => (
                "An authenticator app was added to your Waybill account",
                format!(
                    "from now on, signing in to your account at Waybill takes a code of your authenticator app. All other \
                     sign-ins have ended.\n\nIf it was not you, open this link, and no code is asked for any more. Then choose \
                     a new password:\n\n{link}\n\nThe link works once, within {} hours.",
                    self.link_hours(),
                ),
            ),
            Event::AppRemoved => (
                "The authenticator app of your Waybill account was removed",
                "your account at Waybill asks for no code of an authenticator app any more. If it was not you, choose a new \
                 password now: the sign-in page has a link for it."
                    .to_owned(),
            ),
            Event::AppRemovedByAdministrator => (
                "The authenticator app of your Waybill account was removed",
                "an administrator of your company removed the authenticator app of your account at Waybill: signing in takes no \
                 code of it any more. If you did not ask for that, speak to them. You can set up another app in your profile."
                    .to_owned(),
            ),
            Event::PasskeyAdded(name) => (
                "A passkey was added to your Waybill account",
                format!(
                    "the passkey \"{name}\" was added to your account at Waybill. It signs in without your password. If it was not \
                     you, remove it in your profile and choose a new password now."
                ),
            ),
            Event::PasskeyRemoved(name) => (
                "A passkey of your Waybill account was removed",
                format!(
                    "the passkey \"{name}\" no longer signs in to your account at Waybill. If it was not you, choose a new \
                     password now: the sign-in page has a link for it."
                ),
            ),
            Event::RecoveryCodesRenewed => (
                "Your Waybill account has new recovery codes",
                "your account at Waybill has new recovery codes; earlier ones no longer work. If it was not you, choose a new \
                 password now: the sign-in page has a link for it."
                    .to_owned(),
            ),
            Event::RecoveryCodeUsed(left) => (
                "A recovery code of your Waybill account was used",
                format!(
                    "somebody signed in to your account at Waybill with a recovery code. It cannot be used again. \
                     Recovery codes left: {left}. If it was not you, choose a new password now: the sign-in page has a link for it."
                ),
            ),
        }
    }
}
