//! Security notices: mails about what has happened to somebody's account, to the address that was proved to be theirs.
//!
//! Their words are the program's own: a company that could write them could hide what has happened. Invariant: a notice is
//! written once what it is about is durable, and its failure changes nothing about that.

mod texts;

use jiff::Timestamp;
use serde_json::Value;
use waybill_storage::outbox::OutboxId;
use waybill_storage::users::User;
use waybill_storage::{CompanyId, Storage, login_sessions, users};

use crate::error::ServiceError;
use crate::iam::sessions::device;
use crate::languages::Language;
use crate::mail::outbox::{Due, put};
use crate::mail::show::{Format, Reader};
use crate::mail::{MailAddress, MailLane, NewMail};
use crate::services::Services;
use crate::source::Source;
use texts::{Advice, words};

/// Where somebody ends sessions and changes the password.
const PROFILE: &str = "/settings/profile";

/// What has happened to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityEvent<'a> {
    /// Somebody signed in with a kind of browser in which this user never had a session.
    NewDevice,
    /// It has another password.
    PasswordChanged,
    /// It has this address instead of the one that is told.
    AddressChanged(&'a str),
    /// The address that is told is its own from now on.
    AddressTaken,
    /// Signing in takes a code of an authenticator app; the link removes the app again.
    AppAdded(&'a str),
    /// Signing in takes no code of an authenticator app any more.
    AppRemoved,
    /// The same, and an administrator did it.
    AppRemovedByAdministrator,
    /// It has a passkey of this name, which signs in without the password.
    PasskeyAdded(&'a str),
    /// The passkey of this name signs in no more.
    PasskeyRemoved(&'a str),
    /// Programs can act for it with an access token of this name.
    AccessTokenCreated(&'a str),
    /// An administrator revoked its access token of this name.
    AccessTokenRevoked(&'a str),
    /// It has new recovery codes; the old ones are good for nothing.
    RecoveryCodesRenewed,
    /// Somebody signed in with a recovery code; so many are left.
    RecoveryCodeUsed(u64),
    /// Signing in takes a mailed code.
    MailedCodesOn,
    /// Signing in takes no mailed code any more, unless the company or a role asks for it.
    MailedCodesOff,
}

/// A notice. Not `Debug`: its link opens an account.
#[derive(Clone, Copy)]
pub struct SecurityNotice<'a> {
    /// What has happened.
    pub event: SecurityEvent<'a>,
    /// The address that is told; it must be proved.
    pub to: &'a str,
    /// Network address of the browser from which it was done, if one did.
    pub ip: Option<&'a str>,
    /// What that browser calls itself.
    pub browser: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}

/// Tells the user of this identity by mail, in the user's language; `false` when no user has the identity. `origin` is the public
/// origin, without a final slash.
pub async fn tell(
    storage: &Storage,
    uid: &str,
    notice: SecurityNotice<'_>,
    origin: &str,
) -> Result<bool, ServiceError> {
    let Some((user, company)) = users::by_identity(storage.reader(), uid).await? else {
        return Ok(false);
    };
    send(storage, &user, company.id, notice, origin).await?;
    Ok(true)
}

impl Services {
    /// Whether no session of the user began in a browser of this kind so far. The first sign-in of all is no news.
    pub(crate) async fn is_new_device(&self, user: &User, source: &Source) -> bool {
        if user.last_login_at.is_none() {
            return false;
        }
        let known = login_sessions::browsers_of(self.storage.reader(), user.id).await;
        match known {
            Ok(known) => {
                let name = device::name(source.browser.as_deref());
                !known.iter().any(|it| device::name(it.as_deref()) == name)
            }
            Err(error) => {
                tracing::warn!(%error, "Whether a device is new could not be determined.");
                false
            }
        }
    }

    /// Tells the user of something that was done from there. A failure is for the log.
    pub(crate) async fn tell_security(
        &self,
        user: &User,
        event: SecurityEvent<'_>,
        source: &Source,
    ) {
        if !user.email_verified {
            return;
        }
        let notice = SecurityNotice {
            event,
            to: &user.email,
            ip: source.ip.as_deref(),
            browser: source.browser.as_deref(),
            at: self.now(),
        };
        let origin = &self.settings.public_origin;
        let sent = send(&self.storage, user, user.company_id, notice, origin).await;
        if let Err(error) = sent {
            tracing::warn!(%error, user = %user.id, "A security notice was not written.");
        }
    }
}

async fn send(
    storage: &Storage,
    user: &User,
    company: CompanyId,
    notice: SecurityNotice<'_>,
    origin: &str,
) -> Result<(), ServiceError> {
    let mail = mail(user, notice, origin);
    let tx = storage.begin_for(company).await?;
    let due = Due {
        id: OutboxId::generate(),
        message_id: None,
        at: notice.at,
    };
    put(&tx, company, &mail, due, notice.at).await?;
    tx.commit().await?;
    Ok(())
}

fn mail(user: &User, notice: SecurityNotice<'_>, origin: &str) -> NewMail {
    let language = Language::of(&user.language).unwrap_or(Language::English);
    let words = words(language);
    let (subject, happened, advice) = words.event(notice.event);
    let reader = Reader::new(&user.language, &user.timezone);
    let at = Value::from(notice.at.to_string());
    let shown = reader.show(&at, Format::DateTime);
    let mut text = format!("{}\n\n{happened}\n\n", words.greeting(&user.first_name));
    text.push_str(&line(words.when, &shown.unwrap_or_default()));
    if notice.browser.is_some() {
        let name = device::name(notice.browser);
        text.push_str(&line(words.browser, &name));
    }
    if let Some(ip) = notice.ip {
        text.push_str(&line(words.network_address, ip));
    }
    let advice = match advice {
        Advice::Password => words
            .password
            .replace("{link}", &format!("{origin}{PROFILE}")),
        Advice::Revert(link) => words.revert.replace("{link}", link),
        Advice::Administrator => words.administrator.to_owned(),
    };
    text.extend(["\n", &advice, "\n"]);
    NewMail {
        to: vec![MailAddress::new(user.name.as_str(), notice.to)],
        subject: subject.to_owned(),
        text,
        language: language.as_str().to_owned(),
        is_automatic: true,
        lane: match is_urgent(notice.event) {
            true => MailLane::Security,
            false => MailLane::Notice,
        },
        ..NewMail::default()
    }
}

fn line(label: &str, value: &str) -> String {
    format!("{label}: {value}\n")
}

/// Whether the mail has a link that works for a while only, so that it waits for no quota.
fn is_urgent(event: SecurityEvent<'_>) -> bool {
    matches!(event, SecurityEvent::AppAdded(_))
}
