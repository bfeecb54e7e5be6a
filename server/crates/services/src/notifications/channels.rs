//! By what ways a user wants to be told of what.
//!
//! Invariant: whoever's rights change is always shown it, because open pages follow that.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waybill_storage::companies::{self, Company};
use waybill_storage::records::Row;
use waybill_storage::{Transaction, users};

use super::{Notice, NotificationKind, Recipient};
use crate::error::ServiceError;
use crate::iam::users::{UserFields, Users};
use crate::mail::system::put_system;
use crate::mail::{MailAddress, SystemMail, SystemTemplate};
use crate::services::Services;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// How a user is told of something.
    NotificationChannel {
        /// By the bell of the application.
        InApp = "inApp",
        /// By the bell, and by a mail.
        Email = "email",
        /// Not at all.
        Off = "off",
    }
}

/// How a user wants to be told of each kind of thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct NotificationPrefs {
    /// Somebody has accepted the user's invitation.
    pub invite_accepted: NotificationChannel,
    /// An issue was given to the user.
    pub issue_assigned: NotificationChannel,
    /// The user's import is done.
    pub import_finished: NotificationChannel,
    /// The user may do other things than before; cannot be off.
    pub access_changed: NotificationChannel,
    /// A mail of the user's did not arrive.
    pub mail_failed: NotificationChannel,
    /// Support visits the company.
    pub support_visit: NotificationChannel,
}

impl NotificationPrefs {
    /// How the user wants to be told of things of this kind.
    pub fn channel(&self, kind: NotificationKind) -> NotificationChannel {
        match kind {
            NotificationKind::InviteAccepted => self.invite_accepted,
            NotificationKind::IssueAssigned => self.issue_assigned,
            NotificationKind::ImportFinished => self.import_finished,
            NotificationKind::AccessChanged => self.access_changed,
            NotificationKind::MailFailed => self.mail_failed,
            NotificationKind::SupportVisit => self.support_visit,
        }
    }

    /// Takes in what the user says of them.
    pub(crate) fn read(&mut self, members: &mut Members) {
        members.object("notificationPrefs", |members| {
            members.word("inviteAccepted", &mut self.invite_accepted);
            members.word("issueAssigned", &mut self.issue_assigned);
            members.word("importFinished", &mut self.import_finished);
            members.word("accessChanged", &mut self.access_changed);
            members.word("mailFailed", &mut self.mail_failed);
            members.word("supportVisit", &mut self.support_visit);
            members.ensure(
                "accessChanged",
                self.access_changed != NotificationChannel::Off,
                "This notification cannot be turned off: open pages depend on it.",
            );
        });
    }
}

/// Puts a mail about something that happened into the outbox, in the language of its reader.
pub(crate) async fn put_notice(
    tx: &Transaction,
    company: &Company,
    fields: &UserFields,
    (title, body, link): (&str, &str, &str),
    now: Timestamp,
) -> Result<(), ServiceError> {
    let values = [("title", title), ("body", body), ("link", link)];
    let values = values.map(|(name, value)| (name.to_owned(), value.into()));
    let mail = SystemMail {
        template: SystemTemplate::Notification,
        to: MailAddress::new(&fields.name, &fields.email_id),
        language: &fields.language,
        timezone: &fields.timezone,
        values: values.into_iter().collect(),
    };
    put_system(tx, company, mail, now).await
}

/// Tells `user` by a mail as well, in its own language.
pub(super) async fn mail(
    services: &Services,
    tx: &Transaction,
    recipient: Recipient<'_>,
    user: &Row<Users>,
    notice: &Notice,
) -> Result<(), ServiceError> {
    // Of an address that nobody has proved, somebody else may be the owner.
    let noted = users::noted(tx, recipient.company, &[recipient.user]).await?;
    if !noted
        .get(&recipient.user)
        .is_some_and(|it| it.email_verified)
    {
        return Ok(());
    }
    let Some(company) = companies::get(tx, recipient.company).await? else {
        return Ok(());
    };
    let page = notice.href.as_deref().unwrap_or("/dashboard");
    let link = format!("{}{page}", services.settings.public_origin);
    let body = match notice.body.is_empty() {
        true => &notice.title,
        false => &notice.body,
    };
    let says = (notice.title.as_str(), body.as_str(), link.as_str());
    put_notice(tx, &company, &user.fields, says, services.now()).await
}
