//! Quotas: how many mails leave within a day, by the company, by who wrote them and by who gets them.
//!
//! What is over a quota waits in the outbox until there is room, and says so. A company begins with few and has all after a
//! month; who has not proved their own address reaches nobody but themselves, and that rarely.
//!
//! Invariant: a mail is counted before it is handed on, once however often it is tried, by the statement that also decides; what
//! has to wait is counted nowhere.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::hashing::sha256_hex;
use waybill_storage::identity::attempts::{self, Limit};
use waybill_storage::outbox::Claimed;
use waybill_storage::{CompanyId, UserId, companies, users};

use super::outbox::{MailLane, NewMail};
use crate::error::ServiceError;
use crate::services::Services;
use crate::vocabulary::wire_enum;

/// What a quota counts within.
const DAY: Duration = Duration::from_hours(24);

/// How long a company is new.
const NEW: SignedDuration = SignedDuration::from_hours(30 * 24);

/// How many mails somebody gets from themselves within a day who has not proved that the address is theirs.
const UNPROVED: u32 = 10;

/// How many recipients mails may have within a day. A mail to three counts three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailQuotas {
    /// Of a company that is older than a month.
    pub per_company: u32,
    /// Of a company on its first day; from then on it grows evenly to `per_company`.
    pub per_new_company: u32,
    /// Of what one user writes.
    pub per_user: u32,
    /// Of what a company sends to one address.
    pub per_recipient: u32,
}

impl Default for MailQuotas {
    /// An office of fifty people does not notice them.
    fn default() -> Self {
        Self {
            per_company: 2000,
            per_new_company: 200,
            per_user: 500,
            per_recipient: 50,
        }
    }
}

wire_enum! {
    /// Whose quota is used up.
    MailQuota {
        /// The company's.
        Company = "company",
        /// The writer's.
        User = "user",
        /// That of mails to the recipient.
        Recipient = "recipient",
    }
}

/// Why a mail waits that is over a quota.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Held {
    /// When it is tried again.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
    /// Whose quota is used up.
    pub quota: MailQuota,
    /// How many mails it allows within a day.
    pub allowed: u32,
}

impl Held {
    /// The same in a sentence.
    pub(super) fn sentence(&self) -> String {
        let allowed = self.allowed;
        match self.quota {
            MailQuota::Company => format!("Your company may send {allowed} messages a day."),
            MailQuota::User => format!("You may send {allowed} messages a day."),
            MailQuota::Recipient => {
                format!("Your company may send {allowed} messages a day to one recipient.")
            }
        }
    }
}

impl MailQuotas {
    /// How many a company of this age may send within a day.
    pub fn of_company(&self, age: SignedDuration) -> u32 {
        let (full, first) = (i64::from(self.per_company), i64::from(self.per_new_company));
        let (age, new) = (age.as_secs().max(0), NEW.as_secs());
        if new <= age || full <= first {
            return self.per_company;
        }
        u32::try_from(first + (full - first) * age / new).unwrap_or(self.per_company)
    }

    /// How many recipients a mail of this company may have, so that it ever leaves.
    pub(super) fn largest(&self, age: SignedDuration) -> u32 {
        self.of_company(age).min(self.per_user)
    }
}

/// Counts the mail at all its quotas. When one has no room, it is counted at none, and the answer says how long it waits.
pub(super) async fn admit(
    services: &Services,
    claimed: &Claimed,
    mail: &NewMail,
    now: Timestamp,
) -> Result<Option<Held>, ServiceError> {
    // Codes have limits where they are asked for. What is tried again was counted when it was first tried.
    if mail.lane == MailLane::Security || 1 < claimed.attempts {
        return Ok(None);
    }
    let company = claimed.company_id;
    let tx = services.storage.begin_for(company).await?;
    let Some(its) = companies::get(&tx, company).await? else {
        return Ok(None);
    };
    let quotas = services.settings.reloadable().mail_quotas;
    let per_company = quotas.of_company(now.duration_since(its.created_at));
    let per_user = match mail.sender {
        None => None,
        Some(user) => {
            let noted = users::noted(&tx, company, &[user]).await?;
            let is_proved = noted.get(&user).is_some_and(|it| it.email_verified);
            let allowed = match is_proved {
                true => quotas.per_user,
                false => quotas.per_user.min(UNPROVED),
            };
            Some((user, allowed))
        }
    };
    let spent = costs(mail, company, per_company, per_user, quotas.per_recipient);
    let exhausted = attempts::spend(&tx, &spent, now).await?;
    let Some(longest) = exhausted.into_iter().max_by_key(|it| it.until) else {
        tx.commit().await?;
        return Ok(None);
    };
    // The transaction is let go: nothing was counted.
    Ok(Some(Held {
        // Of a window that ended in between, at once; but not in this very moment again and again.
        until: longest.until.max(now + SignedDuration::from_secs(1)),
        quota: match longest.scope {
            TO => MailQuota::Recipient,
            BY => MailQuota::User,
            _ => MailQuota::Company,
        },
        allowed: longest.allowed,
    }))
}

const OF: &str = "mail/company";
const NOTICES: &str = "mail/notices";
const BY: &str = "mail/user";
const TO: &str = "mail/recipient";

/// What the mail counts where. What the program writes to a company's own people is counted apart, so that it does not wait
/// behind what they write.
fn costs(
    mail: &NewMail,
    company: CompanyId,
    per_company: u32,
    per_user: Option<(UserId, u32)>,
    per_recipient: u32,
) -> Vec<(Limit, u32)> {
    let limit = |scope, subject: String, allowed| Limit {
        scope,
        subject,
        allowed,
        window: DAY,
    };
    let mut recipients: BTreeMap<String, u32> = BTreeMap::new();
    for it in mail.recipients() {
        recipients.insert(attempts::mailbox(&it.key()), 1);
    }
    let count = u32::try_from(recipients.len()).unwrap_or(u32::MAX).max(1);
    let of = match mail.lane {
        MailLane::Notice => NOTICES,
        MailLane::Letter | MailLane::Security => OF,
    };
    let mut costs = vec![(limit(of, company.to_string(), per_company), count)];
    if let Some((user, allowed)) = per_user {
        costs.push((limit(BY, user.to_string(), allowed), count));
    }
    costs.extend(recipients.into_keys().map(|key| {
        let subject = format!("{company}/{}/{of}", sha256_hex(key.as_bytes()));
        (limit(TO, subject, per_recipient), 1)
    }));
    costs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_has_more_with_every_day_of_its_first_month() {
        let quotas = MailQuotas::default();
        let of_day = |day: i64| quotas.of_company(SignedDuration::from_hours(24 * day));
        assert_eq!(
            [-1, 0, 1, 15, 30, 1000].map(of_day),
            [200, 200, 260, 1100, 2000, 2000]
        );
        let less = MailQuotas {
            per_company: 100,
            ..quotas
        };
        assert_eq!(less.of_company(SignedDuration::ZERO), 100);
    }
}
