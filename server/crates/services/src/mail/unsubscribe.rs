//! Unsubscribing: the link in a mail by which its recipient wants no more of that company (RFC 2369, RFC 8058).
//!
//! The link names company and recipient, and proves by a code (HMAC-SHA-256 under the company's key) that this server made it.
//! Mail programs call it without a session or a question, so the code is all that it takes; all that it can do is to end mails
//! to the address that it was sent to. It does not expire, as mails do not.
//!
//! Invariant: a link works for the address that it was made for and no other; looking at it changes nothing.

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use uuid::Uuid;
use waybill_storage::mail_suppressions::{self, MailKey};
use waybill_storage::{CompanyId, Storage, companies};

use super::suppressions::{SuppressionReason, suppress};
use crate::error::ServiceError;
use crate::services::Services;
use crate::source::Source;

/// Where links lead, and what names the token there.
pub const PATH: &str = "/unsubscribe";
const PARAMETER: &str = "?token=";

/// Bytes of a company's id, and of a code.
const ID: usize = 16;
const CODE: usize = 32;

/// Who gets no more mail, and from whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The recipient.
    pub address: String,
    /// Name of the company.
    pub company: String,
    /// Its id.
    pub(super) company_id: CompanyId,
}

/// The link by which this recipient unsubscribes from the company.
pub(super) async fn link(
    services: &Services,
    company: CompanyId,
    address: &str,
) -> Result<String, ServiceError> {
    let known = mail_suppressions::key(services.storage.reader(), company.as_uuid()).await?;
    let key = if let Some(key) = known {
        key
    } else {
        let tx = services.storage.begin_for(company).await?;
        let key = mail_suppressions::key_or_new(&tx, company).await?;
        tx.commit().await?;
        key
    };
    let origin = &services.settings.public_origin;
    Ok(format!("{origin}{PATH}{PARAMETER}{}", token(&key, address)))
}

fn token(key: &MailKey, address: &str) -> String {
    let company = key.company_id.as_uuid();
    let code = hmac::sign(&hmac_key(key), &signed(company, address));
    let mut token = company.as_bytes().to_vec();
    token.extend_from_slice(code.as_ref());
    token.extend_from_slice(address.as_bytes());
    URL_SAFE_NO_PAD.encode(token)
}

/// The token in a link, with whatever stands around that.
pub(super) fn token_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(&format!("{PATH}{PARAMETER}"))?;
    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '-' && it != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}

fn hmac_key(key: &MailKey) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, key.secret.as_bytes())
}

/// What the code is of. It begins with what it is for, should the key ever serve for more.
fn signed(company: Uuid, address: &str) -> Vec<u8> {
    [
        b"unsubscribe\0",
        company.as_bytes().as_slice(),
        address.as_bytes(),
    ]
    .concat()
}

/// What a token stands for; none when no company of this server made it.
pub async fn subscription(
    storage: &Storage,
    token: &str,
) -> Result<Option<Subscription>, ServiceError> {
    let Ok(bytes) = URL_SAFE_NO_PAD.decode(token) else {
        return Ok(None);
    };
    let Some((id, rest)) = bytes.split_first_chunk::<ID>() else {
        return Ok(None);
    };
    let Some((code, address)) = rest.split_first_chunk::<CODE>() else {
        return Ok(None);
    };
    let Ok(address) = std::str::from_utf8(address) else {
        return Ok(None);
    };
    let company = Uuid::from_bytes(*id);
    let Some(key) = mail_suppressions::key(storage.reader(), company).await? else {
        return Ok(None);
    };
    if hmac::verify(&hmac_key(&key), &signed(company, address), code).is_err() {
        return Ok(None);
    }
    let found = companies::get(storage.reader(), key.company_id).await?;
    Ok(found.map(|company| Subscription {
        address: address.to_owned(),
        company: company.name,
        company_id: company.id,
    }))
}

/// Ends mails of the subscription's company to its address. False when they had ended before.
pub async fn end(
    storage: &Storage,
    subscription: &Subscription,
    (reason, detail): (SuppressionReason, &str),
    source: &Source,
    now: Timestamp,
) -> Result<bool, ServiceError> {
    let company = subscription.company_id;
    let tx = storage.begin_for(company).await?;
    let of_it = (subscription.address.as_str(), reason, detail);
    let is_new = suppress(&tx, company, of_it, source, now).await?;
    tx.commit().await?;
    Ok(is_new)
}

impl Services {
    /// Whom a token of a link would unsubscribe from what. [`ServiceError::NotFound`] when it is none of this server.
    pub async fn subscription(&self, token: &str) -> Result<Subscription, ServiceError> {
        let found = subscription(&self.storage, token).await?;
        found.ok_or(ServiceError::NotFound)
    }

    /// Unsubscribes whom the token of a link stands for. [`ServiceError::NotFound`] when it is none of this server.
    pub async fn unsubscribe(
        &self,
        token: &str,
        source: &Source,
    ) -> Result<Subscription, ServiceError> {
        let subscription = self.subscription(token).await?;
        let why = (SuppressionReason::Unsubscribed, "");
        end(&self.storage, &subscription, why, source, self.now()).await?;
        Ok(subscription)
    }
}
