//! Suppressions: addresses that a company's mails no longer leave to, because their owner unsubscribed or complained, or because
//! a mail server does not know them.
//!
//! What staff write, invitations and scheduled reports respect them ([`NewMail::can_unsubscribe`]). What an account's own owner
//! asked for (codes, links for passwords and addresses) and notices about the account leave in any case: they are few, limited
//! by themselves, and somebody may have repaired the mailbox.
//!
//! Invariant: a mail that is not sent for this reason says so where its result is shown; a change of the list and its audit entry
//! are one transaction.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use waybill_storage::audit::{self, Actor, Change, NewAuditEntry};
use waybill_storage::companies::{self, Company};
use waybill_storage::mail_suppressions::{self, NewSuppression, Suppression, SuppressionId};
use waybill_storage::{CompanyId, Handle, StorageError, Transaction};

use super::address::MailAddress;
use super::outbox::NewMail;
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::log::audit::{AuditResult, done, subject_company, system};
use crate::services::Services;
use crate::source::Source;
use crate::vocabulary::wire_enum;

/// The most suppressions that a list shows.
const SHOWN: u64 = 50;

wire_enum! {
    /// Why a company's mails no longer leave to an address.
    SuppressionReason {
        /// Its owner unsubscribed.
        Unsubscribed = "unsubscribed",
        /// Its mail server does not know it.
        Bounced = "bounced",
        /// Its owner reported a mail as spam.
        Complained = "complained",
    }
}

impl SuppressionReason {
    /// The same in a sentence, for who writes to the address.
    fn sentence(self, address: &str) -> String {
        match self {
            Self::Unsubscribed => format!("{address} has unsubscribed from your company's e-mail."),
            Self::Bounced => format!(
                "{address} does not exist, according to its mail server. Check the address."
            ),
            Self::Complained => {
                format!("{address} reported an e-mail from your company as spam.")
            }
        }
    }
}

/// An address that mails no longer leave to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuppressedAddress {
    /// Id of the suppression.
    #[serde(rename = "_id")]
    #[schema(value_type = uuid::Uuid)]
    pub id: SuppressionId,
    /// The address, in lower case.
    pub address: String,
    /// Why nothing is sent there.
    pub reason: SuppressionReason,
    /// What a mail server answered; null when none did.
    #[schema(required)]
    pub detail: Option<String>,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl TryFrom<Suppression> for SuppressedAddress {
    type Error = StorageError;

    fn try_from(it: Suppression) -> Result<Self, StorageError> {
        Ok(Self {
            id: it.id,
            reason: it.reason.parse()?,
            address: it.address,
            detail: (!it.detail.is_empty()).then_some(it.detail),
            created_at: it.created_at,
        })
    }
}

/// Addresses that mails no longer leave to, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SuppressedAddresses {
    /// At most 50 of them.
    pub addresses: Vec<SuppressedAddress>,
    /// How many there are.
    pub total: u64,
}

/// Whether an enhanced status (RFC 3463, section 3.2) says that an address does not exist: no such mailbox, no such domain, no such
/// form, moved away, or a domain without mail (RFC 7505). Others are about senders, policies and full mailboxes.
pub(super) fn is_unknown_address(status: &str) -> bool {
    matches!(status, "5.1.1" | "5.1.2" | "5.1.3" | "5.1.6" | "5.1.10")
}

/// Which of some addresses are suppressed.
pub(crate) struct Suppressed(HashMap<String, SuppressionReason>);

impl Suppressed {
    /// Those among the addresses.
    pub(crate) async fn among(
        db: &dyn Handle,
        company: CompanyId,
        addresses: impl Iterator<Item = &MailAddress>,
    ) -> Result<Self, ServiceError> {
        let keys = addresses.map(MailAddress::key).collect();
        let found = mail_suppressions::among(db, company, keys).await?;
        let reasons = found.into_iter().map(|it| {
            let reason = it.reason.parse::<SuppressionReason>()?;
            Ok((it.address, reason))
        });
        Ok(Self(reasons.collect::<Result<_, StorageError>>()?))
    }

    /// Why nothing is sent to the address; none where something is.
    pub(crate) fn reason(&self, address: &MailAddress) -> Option<String> {
        let reason = self.0.get(&address.key())?;
        Some(reason.sentence(&address.address))
    }
}

/// Why the mail, from which its recipients can unsubscribe, does not leave; none when it does.
pub(super) async fn refusal(
    db: &dyn Handle,
    company: CompanyId,
    mail: &NewMail,
) -> Result<Option<String>, ServiceError> {
    let suppressed = Suppressed::among(db, company, mail.recipients()).await?;
    Ok(mail.recipients().find_map(|it| suppressed.reason(it)))
}

/// Why nothing is sent to this address; none where something is.
pub(crate) async fn refusal_of(
    db: &dyn Handle,
    company: CompanyId,
    address: &MailAddress,
) -> Result<Option<String>, ServiceError> {
    let suppressed = Suppressed::among(db, company, std::iter::once(address)).await?;
    Ok(suppressed.reason(address))
}

/// Suppresses an address as part of `tx`, which is about the company. False when it was suppressed before.
pub(super) async fn suppress(
    tx: &Transaction,
    company: CompanyId,
    (address, reason, detail): (&str, SuppressionReason, &str),
    source: &Source,
    now: Timestamp,
) -> Result<bool, ServiceError> {
    let Some(company) = companies::get(tx, company).await? else {
        return Ok(false);
    };
    let address = address.to_ascii_lowercase();
    let new = NewSuppression {
        address: &address,
        reason: reason.as_str(),
        detail,
    };
    if !mail_suppressions::insert(tx, company.id, new, now).await? {
        return Ok(false);
    }
    let changes = vec![
        change("/address", Value::Null, address.as_str().into()),
        change("/reason", Value::Null, reason.as_str().into()),
    ];
    let entry = entry(&company, system(), changes, source);
    audit::append(tx, company.id, entry, now).await?;
    Ok(true)
}

fn change(path: &str, old: Value, new: Value) -> Change {
    Change {
        path: path.to_owned(),
        old,
        new,
        masked: false,
    }
}

/// What nobody of the company did.
fn entry(company: &Company, actor: Actor, changes: Vec<Change>, source: &Source) -> NewAuditEntry {
    NewAuditEntry {
        actor,
        action: "company.suppressAddress".to_owned(),
        subject: subject_company(company),
        changes,
        result: AuditResult::Ok.as_str(),
        reason: None,
        request_id: source.request_id.clone(),
        batch_id: None,
        origin: source.origin.as_str(),
        ip: source.ip.clone(),
        browser: source.browser.clone(),
        session_ref: None,
    }
}

impl Services {
    /// The addresses that the company's mails no longer leave to, of those that contain the text.
    pub async fn suppressed_addresses(
        &self,
        caller: &Caller,
        search: &str,
    ) -> Result<SuppressedAddresses, ServiceError> {
        caller.require("company:edit")?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        let (found, total) = mail_suppressions::list(&db, company, search, SHOWN).await?;
        let addresses = found.into_iter().map(SuppressedAddress::try_from);
        Ok(SuppressedAddresses {
            addresses: addresses.collect::<Result<_, _>>()?,
            total,
        })
    }

    /// Why what is sent to the caller now and again does not leave; none where it does.
    pub(crate) async fn undeliverable(
        &self,
        caller: &Caller,
    ) -> Result<Option<&'static str>, ServiceError> {
        let (company, user) = (caller.company_id(), caller.user());
        if !user.email_verified {
            return Ok(Some("The recipient has not verified their e-mail address."));
        }
        let db = self.storage.read(company).await?;
        let address = MailAddress::new("", user.email.as_str());
        let refusal = refusal_of(&db, company, &address).await?;
        let why = "The recipient's address is suppressed. An administrator can allow it under Company profile.";
        Ok(refusal.map(|_| why))
    }

    /// Lets the company's mails leave to an address again.
    pub async fn allow_address(
        &self,
        caller: &Caller,
        id: SuppressionId,
        source: &Source,
    ) -> Result<(), ServiceError> {
        caller.require("company:edit")?;
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let ended = mail_suppressions::remove(&tx, company, id).await?;
        let ended = ended.ok_or(ServiceError::NotFound)?;
        let subject = subject_company(caller.company());
        let mut entry = done(caller.user(), "company.allowAddress", subject, source);
        entry.changes = vec![
            change("/address", ended.address.into(), Value::Null),
            change("/reason", ended.reason.into(), Value::Null),
        ];
        audit::append(&tx, company, entry, self.now()).await?;
        Ok(tx.commit().await?)
    }
}
