//! Proving an address: a mail with a link, the link with a code, the code used once.

use std::net::IpAddr;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use waybill_storage::identity::codes::{self, ActionCode};

use super::{Account, Email, Error, Provider, accounts, fingerprint, per_account, per_address};
use crate::mail::Mail;

/// Firebase's word for it, in requests and in storage.
pub(crate) const VERIFY_EMAIL: &str = "VERIFY_EMAIL";

/// Where the link leads; Firebase's own hosting uses the same path.
pub(crate) const ACTION_PATH: &str = "/__/auth/action";

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
        self.admit(&[
            per_account("mail/account", &email, limits.mail_per_account),
            per_address("mail/address", address, limits.mail_per_address),
        ])
        .await?;

        let now = self.clock.now();
        let mut secret = [0; 32];
        rand::fill(&mut secret);
        let code = BASE64_URL_SAFE_NO_PAD.encode(secret);
        let tx = self.storage.begin().await?;
        let stored = ActionCode {
            hash: fingerprint(&code),
            uid: account.uid.clone(),
            purpose: VERIFY_EMAIL.to_owned(),
            email: account.email.clone(),
            expires_at: now + self.config.mailed_link_lifetime,
            used_at: None,
        };
        codes::insert(&tx, stored, now).await?;
        tx.commit().await?;

        let origin = &self.config.public_origin;
        let mut link = format!(
            "{origin}{ACTION_PATH}?mode=verifyEmail&oobCode={code}&apiKey=embedded&lang=en"
        );
        if let Some(path) = continue_path {
            link.push_str("&continueUrl=");
            link.push_str(&percent_encoded(path));
        }
        let hours = self.config.mailed_link_lifetime.as_secs() / 3600;
        let text = format!(
            "Hello,\n\nsomebody registered this address with Waybill. If it was you, open this link and confirm it:\n\n{link}\n\n\
             The link works once, within {hours} hours. If it was not you, nothing needs to be done.\n"
        );
        let mail = Mail {
            to: &email,
            subject: "Confirm your e-mail address for Waybill",
            text: &text,
            at: now,
        };
        self.post.send(mail).await.map_err(Error::Mail)?;
        tracing::info!(uid = %account.uid, "A mail with a confirmation link was sent.");
        Ok(account.email)
    }

    /// Uses a mailed code: the address of its account is proved from now on.
    ///
    /// [`Error::InvalidCode`] when it is unknown, used, or for another address than the account has by now;
    /// [`Error::ExpiredCode`] when it came too late.
    pub async fn apply_code(&self, code: &str) -> Result<Account, Error> {
        let hash = fingerprint(code);
        let now = self.clock.now();
        let tx = self.storage.begin().await?;
        let stored = codes::find(&tx, &hash).await?.ok_or(Error::InvalidCode)?;
        if stored.used_at.is_some() || stored.purpose != VERIFY_EMAIL {
            return Err(Error::InvalidCode);
        }
        if stored.expires_at <= now {
            return Err(Error::ExpiredCode);
        }
        let mut account = accounts::find(&tx, &stored.uid)
            .await?
            .ok_or(Error::InvalidCode)?;
        if account.email != stored.email || !codes::consume(&tx, &hash, now).await? {
            return Err(Error::InvalidCode);
        }
        if account.disabled {
            return Err(Error::Disabled);
        }
        account.email_verified = true;
        accounts::save(&tx, &account).await?;
        tx.commit().await?;
        Ok(account)
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
