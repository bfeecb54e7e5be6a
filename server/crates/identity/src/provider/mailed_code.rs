//! Mailed codes: what a link in a mail carries, whatever it is for.
//!
//! Invariant: a code is 256 random bits, kept as its hash only, good for one purpose and one address of one account.

use waybill_storage::Transaction;
use waybill_storage::identity::codes::{self, ActionCode};

use super::{
    Account, Email, Error, Factor, Provider, Timestamp, accounts, fingerprint, secret_word,
};
use crate::mail::{About, Mail};

/// Where the link leads; Firebase's own hosting uses the same path.
pub(crate) const ACTION_PATH: &str = "/__/auth/action";

/// What a code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Proving an address.
    VerifyEmail,
    /// Choosing a new password.
    PasswordReset,
    /// Proving another address, which becomes the account's.
    ChangeEmail,
    /// Taking back a second factor that somebody else added.
    RevertSecondFactor,
}

/// What a code is for that was not used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCode {
    /// What it does.
    pub purpose: Purpose,
    /// The present address of its account.
    pub email: String,
    /// The address that the account is to have.
    pub new_email: Option<String>,
    /// The second factor that is taken back.
    pub factor: Option<Factor>,
}

impl Purpose {
    /// Firebase's word for it, in requests and in storage.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::VerifyEmail => "VERIFY_EMAIL",
            Self::PasswordReset => "PASSWORD_RESET",
            Self::ChangeEmail => "VERIFY_AND_CHANGE_EMAIL",
            Self::RevertSecondFactor => "REVERT_SECOND_FACTOR_ADDITION",
        }
    }

    /// Firebase's word for it in links.
    pub(crate) const fn mode(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verifyEmail",
            Self::PasswordReset => "resetPassword",
            Self::ChangeEmail => "verifyAndChangeEmail",
            Self::RevertSecondFactor => "revertSecondFactorAddition",
        }
    }

    fn all() -> [Self; 4] {
        [
            Self::VerifyEmail,
            Self::PasswordReset,
            Self::ChangeEmail,
            Self::RevertSecondFactor,
        ]
    }

    /// What a stored code is for.
    pub(super) fn of(stored: &ActionCode) -> Result<Self, Error> {
        let of_it = Self::all()
            .into_iter()
            .find(|it| it.as_str() == stored.purpose);
        of_it.ok_or(Error::InvalidCode)
    }
}

/// A link for a mail. Not `Debug`: it opens an account.
pub(super) struct MailedLink {
    /// What it is for.
    purpose: Purpose,
    /// Where it leads, with the code.
    pub(super) url: String,
    /// When it was made.
    pub(super) at: Timestamp,
    /// It does not work from here on.
    expires_at: Timestamp,
}

/// Passes for an unused code of this purpose before its end.
pub(super) fn check_code(
    stored: &ActionCode,
    purpose: Purpose,
    now: Timestamp,
) -> Result<(), Error> {
    if stored.used_at.is_some() || stored.purpose != purpose.as_str() {
        return Err(Error::InvalidCode);
    }
    if stored.expires_at <= now {
        return Err(Error::ExpiredCode);
    }
    Ok(())
}

impl Provider {
    /// What an unused code is for; it stays good.
    ///
    /// [`Error::InvalidCode`] when it is unknown, used, or for another address than the account has by now;
    /// [`Error::ExpiredCode`] when it came too late.
    pub async fn check_code(&self, code: &str) -> Result<CheckedCode, Error> {
        let reader = self.storage.reader();
        let stored = codes::find(reader, &fingerprint(code)).await?;
        let stored = stored.ok_or(Error::InvalidCode)?;
        let purpose = Purpose::of(&stored)?;
        check_code(&stored, purpose, self.clock.now())?;
        let account = accounts::find(reader, &stored.uid).await?;
        let account = account.ok_or(Error::InvalidCode)?;
        let changes = purpose == Purpose::ChangeEmail;
        if !changes && account.email != stored.email {
            return Err(Error::InvalidCode);
        }
        let factor = match purpose {
            Purpose::RevertSecondFactor => self.second_factor(&account.uid).await?,
            _ => None,
        };
        Ok(CheckedCode {
            purpose,
            email: account.email,
            new_email: changes.then_some(stored.email),
            factor,
        })
    }

    /// A link with a new code of the account, for the reader of its address.
    pub(super) async fn mail_link(
        &self,
        account: &Account,
        purpose: Purpose,
        email: &Email,
        continue_path: Option<&str>,
    ) -> Result<MailedLink, Error> {
        let tx = self.storage.begin().await?;
        let link = self.link_in(&tx, account, purpose, email, continue_path);
        let link = link.await?;
        tx.commit().await?;
        Ok(link)
    }

    /// The same within a transaction.
    pub(super) async fn link_in(
        &self,
        tx: &Transaction,
        account: &Account,
        purpose: Purpose,
        email: &Email,
        continue_path: Option<&str>,
    ) -> Result<MailedLink, Error> {
        let now = self.clock.now();
        let code = secret_word();
        let expires_at = now + self.config.mailed_link_lifetime;
        let stored = ActionCode {
            hash: fingerprint(&code),
            uid: account.uid.clone(),
            purpose: purpose.as_str().to_owned(),
            email: email.as_str().to_owned(),
            expires_at,
            used_at: None,
        };
        codes::insert(tx, stored, now).await?;
        let (origin, mode) = (&self.config.public_origin, purpose.mode());
        let mut url =
            format!("{origin}{ACTION_PATH}?mode={mode}&oobCode={code}&apiKey=embedded&lang=en");
        if let Some(path) = continue_path {
            url.push_str("&continueUrl=");
            url.push_str(&percent_encoded(path));
        }
        Ok(MailedLink {
            purpose,
            url,
            at: now,
            expires_at,
        })
    }

    /// Mails the link, in these words unless the post has better ones.
    pub(super) async fn send_link(
        &self,
        account: &Account,
        to: &Email,
        link: &MailedLink,
        subject: &str,
        text: &str,
    ) -> Result<(), Error> {
        self.mail(Mail {
            to,
            subject,
            text,
            at: link.at,
            about: Some(About {
                purpose: link.purpose,
                uid: &account.uid,
                link: &link.url,
                expires_at: link.expires_at,
            }),
        })
        .await
    }

    /// How long a link works.
    pub(super) fn link_hours(&self) -> u64 {
        self.config.mailed_link_lifetime.as_secs() / 3600
    }

    /// The path of a page of this site. Anything that a browser could take for another site is refused.
    pub(crate) fn own_path<'a>(&self, url: &'a str) -> Result<&'a str, Error> {
        let path = url
            .strip_prefix(self.config.public_origin.as_str())
            .unwrap_or(url);
        let path = if path.is_empty() { "/" } else { path };
        let is_own = path.len() <= 2048
            && path.starts_with('/')
            && !path.starts_with("//")
            && path
                .bytes()
                .all(|b| b.is_ascii_graphic() && !matches!(b, b'\\' | b'"' | b'<' | b'>'));
        if is_own {
            Ok(path)
        } else {
            Err(Error::InvalidContinueUrl)
        }
    }
}

/// A value of a query, RFC 3986: everything but the unreserved characters is escaped.
fn percent_encoded(text: &str) -> String {
    use std::fmt::Write as _;

    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}
