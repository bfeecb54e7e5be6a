//! Messages: mails that somebody sent, and what became of them.
//!
//! Invariant: what was said in a message never changes; only its state and results do, and those are the delivery's to say.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::outbox::{self, OutboxId};
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::write::{self, Stamp};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Link, Record, Row, links};
use waybill_storage::{CompanyId, StorageError, Transaction};

use super::address::MailAddress;
use super::attachments::{self, AttachedFile};
use super::hours::Leaving;
use super::letter::{MailContext, template_link};
use super::merge::without_fields;
use super::quota::Held;
use super::results::{MailResult, Standing};
use super::templates::Templates;
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::update_in;
use crate::collection::{Abilities, Collection, Nothing, Shown};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::services::Services;
use crate::source::Source;
use crate::validate::Members;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Where a message stands.
    MessageState {
        /// It waits: for its time, or to be tried again.
        Queued = "queued",
        /// It is being handed on.
        Sending = "sending",
        /// A mail server took it.
        Sent = "sent",
        /// The receiving server refused it.
        Bounced = "bounced",
        /// It was tried often enough.
        Failed = "failed",
        /// It was taken back before it left.
        Cancelled = "cancelled",
        /// Of a result: there is none for this recipient, who has opted out.
        LeftOut = "leftOut",
    }
}

/// What is answered to whoever comes too late.
pub(super) const HAS_LEFT: &str = "This e-mail has already been sent or is being sent.";

/// The messages of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MailMessages;

/// What became of a mail, as the screens say it.
const STATES: &[(&str, &str)] = &[
    ("queued", "Waiting"),
    ("sending", "Sending"),
    ("sent", "Sent"),
    ("bounced", "Rejected by the recipient's server"),
    ("failed", "Failed"),
    ("cancelled", "Cancelled"),
    ("leftOut", "Left out"),
];

/// What a message holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct MailMessage {
    /// Who sends it.
    pub from: MailAddress,
    /// To whom. Where there are results, each of these gets a mail of its own.
    pub to: Vec<MailAddress>,
    /// Who gets a copy.
    pub cc: Vec<MailAddress>,
    /// Who gets a copy that nobody else sees.
    pub bcc: Vec<MailAddress>,
    /// Who is answered.
    pub reply_to: Option<MailAddress>,
    /// The subject; with its merge fields where there are results, and so are HTML and text.
    pub subject: String,
    /// The mail as HTML.
    pub html: String,
    /// The same as text.
    pub text: String,
    /// Its language (BCP 47).
    pub language: String,
    /// The template that it was written by.
    #[schema(value_type = Option<Uuid>)]
    pub template_id: Option<Id<Templates>>,
    /// The version of the template; 0 of one that came with the program.
    pub template_version: i64,
    /// The record that its merge fields were about.
    pub context: Option<MailContext>,
    /// Files that travel with it, as they were when it was sent.
    pub attachments: Vec<AttachedFile>,
    /// Where it stands.
    pub state: MessageState,
    /// Until when it can be taken back for sure.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub undo_until: Option<Timestamp>,
    /// When it was asked to leave, or when the next of its mails does that waits for working hours; none means at once.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// When a mail server took it.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub sent_at: Option<Timestamp>,
    /// How often it was tried.
    pub attempts: i64,
    /// Why it did not leave, when it was last tried.
    pub error: Option<String>,
    /// Why it waits that is over a quota; where each got a mail of its own, the first that waits.
    pub held: Option<Held>,
    /// What became of it with each recipient, where each got a mail of its own.
    pub results: Vec<MailResult>,
    /// When it leaves, or left, to each recipient whose working hours it waits for; of one that waits for none, empty.
    pub leaving: Vec<Leaving>,
}

impl Record for MailMessages {
    type Fields = MailMessage;

    const KIND: &'static str = "mailMessage";
    const TABLE: &'static str = "mail_messages";
    const KEYS: &'static [Key] = &[
        Key::text("state", "state"),
        Key::folded("subject", "subject_key"),
        Key::moment("scheduledAt", "scheduled_at"),
        Key::moment("sentAt", "sent_at"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("createdAt", Direction::Descending)];
    const INDEXED: bool = true;

    fn keys(fields: &MailMessage) -> Vec<KeyValue> {
        vec![
            fields.state.as_str().into(),
            fold(&fields.subject).into(),
            fields.scheduled_at.into(),
            fields.sent_at.into(),
        ]
    }

    fn label(fields: &MailMessage) -> String {
        match fields.subject.is_empty() {
            true => "(no subject)".to_owned(),
            false => without_fields(&fields.subject),
        }
    }

    fn searched(fields: &MailMessage) -> Vec<&str> {
        // Not those of `bcc`: a search would tell who they are.
        let recipients = fields.to.iter().chain(&fields.cc);
        let names = recipients.flat_map(|it| [it.name.as_str(), it.address.as_str()]);
        names.chain([fields.subject.as_str()]).collect()
    }

    fn links(fields: &MailMessage) -> Vec<Link> {
        // Once it has left, or never will, its files may go.
        let waits = matches!(fields.state, MessageState::Queued | MessageState::Sending);
        let files = fields.attachments.iter().filter(|_| waits);
        let mut links = attachments::links(files.map(|file| file.file_id));
        links.extend(template_link(fields.template_id));
        // As in `searched`: not those of `bcc`.
        let recipients = fields.to.iter().chain(&fields.cc);
        links.extend(recipients.map(|it| Link::to_text("recipients", &it.key())));
        links
    }
}

impl Collection for MailMessages {
    type Computed = Nothing;

    const SERVICE: &'static str = "mail";
    const PATH: &'static str = "/mail/api/v1/messages";
    const NAME: &'static str = "MailMessage";
    const PLURAL: &'static str = "mail messages";
    const RESOURCE: Resource = Resource::Mail;
    const REQUIRED: &'static [&'static str] = &[];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("subject", "Subject"),
        Heading::new("from.address", "From"),
        Heading::new("to.1.address", "To"),
        Heading::new("cc.1.address", "Cc"),
        Heading::new("bcc.1.address", "Bcc"),
        Heading::new("state", "Status").holding(Holds::Words(STATES)),
        Heading::new("results.1.state", "Result").holding(Holds::Words(STATES)),
        Heading::new("results.1.address", "Recipients"),
        Heading::new("scheduledAt", "Send on").holding(Holds::Moment),
        Heading::new("sentAt", "Sent").holding(Holds::Moment),
        Heading::new("error", "Error"),
        Heading::new("language", "Language"),
    ];
    const ABILITIES: Abilities = Abilities {
        create: false,
        edit: false,
        delete: false,
        bulk: false,
        import: false,
        export: false,
    };
    const LINKS: &'static [&'static str] = &["templateId"];
    const TEXTS: &'static [&'static str] = &["recipients"];
    const SECRET: &'static [&'static str] = &["html", "text"];

    fn blank(_: &Caller) -> MailMessage {
        MailMessage::default()
    }

    /// Messages are made by sending.
    fn read(_: &mut MailMessage, _: &mut Members) {}

    fn example() -> serde_json::Value {
        json!({})
    }
}

impl Services {
    /// Takes back what of a message did not leave yet. [`ServiceError::State`] when all of it has, or is leaving.
    pub async fn cancel_message(
        &self,
        caller: &Caller,
        id: Id<MailMessages>,
        source: &Source,
    ) -> Result<Shown<MailMessages>, ServiceError> {
        let scope = caller.require("mail:send")?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        let mut fields = row.fields.clone();
        for mail in row
            .fields
            .mails_in(row.id.as_uuid(), &[MessageState::Queued])
        {
            if outbox::withdraw(&tx, caller.company_id(), mail.into(), writing.now).await? {
                fields.mark(mail, |standing| {
                    *standing.state = MessageState::Cancelled;
                    *standing.held = None;
                });
            }
        }
        if fields == row.fields {
            return Err(ServiceError::State(HAS_LEFT));
        }
        let row = update_in(&writing, row, fields, "cancel").await?;
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(shown)
    }
}

/// The messages to one of these mail addresses, or with a copy to it that all recipients see.
pub fn with_recipients(addresses: impl IntoIterator<Item = String>) -> Filter {
    let addresses = addresses
        .into_iter()
        .map(|it| links::text_id(&it.to_ascii_lowercase()));
    Filter::Names("recipients", addresses.collect())
}

/// Notes on a message what the delivery says of one of its mails.
pub(crate) async fn note(
    tx: &Transaction,
    company: CompanyId,
    (message, mail): (Uuid, OutboxId),
    now: Timestamp,
    change: impl FnOnce(Standing<'_>),
) -> Result<Option<Row<MailMessages>>, StorageError> {
    let row = read::get::<MailMessages>(tx, company, Id::from(message), Bin::Either).await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let mut fields = row.fields.clone();
    fields.mark(mail.as_uuid(), change);
    let stamp = Stamp { by: None, at: now };
    // Whoever writes for a company has waited for its turn, so nobody was faster.
    write::update(tx, company, &row, fields, stamp).await
}
