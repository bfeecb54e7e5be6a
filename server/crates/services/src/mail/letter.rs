//! A letter: what somebody writes, before it is a message. Drafts hold letters, and so does a request to send.
//!
//! Invariant: its HTML is clean, its addresses have their one form, and nobody stands in it twice.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::{Id, Link};

use super::address::{self, MailAddress};
use super::attachments::{self, MAX_FILES};
use super::sanitise;
use super::templates::{ContextEntity, MAX_BODY, Templates};
use crate::validate::Members;
use crate::vocabulary::wire_enum;

/// The most recipients of a mail, copies included.
pub const MAX_RECIPIENTS: usize = 100;

wire_enum! {
    /// How a letter goes to several recipients.
    MailMode {
        /// Each of `to` gets a message of its own, written for it, and learns of no other.
        Each = "each",
        /// One message goes to all, and shows who gets it.
        Together = "together",
    }
}

/// What somebody writes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Letter {
    /// Whether each of several recipients gets a message of its own.
    pub mode: MailMode,
    /// To whom.
    #[schema(max_items = 100)]
    pub to: Vec<MailAddress>,
    /// Who gets a copy.
    #[schema(max_items = 100)]
    pub cc: Vec<MailAddress>,
    /// Who gets a copy that nobody else sees.
    #[schema(max_items = 100)]
    pub bcc: Vec<MailAddress>,
    /// Who is answered, if not the sender.
    #[schema(max_length = 254)]
    pub reply_to: Option<String>,
    /// The subject; of a template when it is empty.
    #[schema(max_length = 200)]
    pub subject: String,
    /// The mail as HTML; of a template when there is neither HTML nor text.
    pub html: String,
    /// The same as text; made from the HTML when it is empty.
    pub text: String,
    /// The template that it is written by.
    #[schema(value_type = Option<Uuid>)]
    pub template_id: Option<Id<Templates>>,
    /// The language of the template. When it is empty, the recipient's, or else the sender's; the sender's of one message to
    /// several.
    #[schema(max_length = 35)]
    pub language: String,
    /// The record that the merge fields are about, besides the recipient: where each gets a message of its own, `contact` and
    /// `user` are the recipient unless they are named here.
    pub context: Option<MailContext>,
    /// Values of merge fields that begin with `values.`.
    #[schema(value_type = Object)]
    pub values: Map<String, Value>,
    /// Files that travel with it.
    #[schema(max_items = 10)]
    pub attachments: Vec<Uuid>,
    /// When it is to leave; at once when nothing is said.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// Whether each mail waits for the working hours of its recipient, from then or at once on; one message to all waits for the
    /// hours that all share.
    pub in_working_hours: bool,
}

/// The record that merge fields are about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MailContext {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: ContextEntity,
    /// Its id.
    pub id: Uuid,
}

impl Letter {
    /// Takes in what was sent.
    pub(crate) fn read(&mut self, members: &mut Members) {
        members.word("mode", &mut self.mode);
        members.objects("to", MAX_RECIPIENTS, &mut self.to, MailAddress::read);
        members.objects("cc", MAX_RECIPIENTS, &mut self.cc, MailAddress::read);
        members.objects("bcc", MAX_RECIPIENTS, &mut self.bcc, MailAddress::read);
        self.drop_repeated();
        members.ensure(
            "to",
            self.recipients() <= MAX_RECIPIENTS,
            "Add at most 100 recipients, including copies.",
        );
        members.parsed("replyTo", 320, &mut self.reply_to, address::parse);
        members.text("subject", 200, &mut self.subject);
        members.long_text("html", MAX_BODY, &mut self.html);
        members.long_text("text", MAX_BODY, &mut self.text);
        for (name, body) in [("html", &self.html), ("text", &self.text)] {
            members.ensure(name, body.len() <= MAX_BODY, "Use at most 200 kB.");
        }
        self.html = sanitise::mail(&self.html);
        members.optional_id("templateId", &mut self.template_id);
        members.text("language", 35, &mut self.language);
        if members.is_null("context") {
            self.context = None;
        }
        members.object("context", |members| {
            let mut context = self.context.take().unwrap_or_default();
            members.word("type", &mut context.kind);
            let mut id = None;
            members.optional_id("id", &mut id);
            context.id = id.unwrap_or(context.id);
            self.context = (context.kind != ContextEntity::None).then_some(context);
        });
        members.map("values", 64 * 1024, &mut self.values);
        members.ids("attachments", MAX_FILES, &mut self.attachments);
        members.optional_moment("scheduledAt", &mut self.scheduled_at);
        members.flag("inWorkingHours", &mut self.in_working_hours);
    }

    /// Whether several get a message of their own.
    pub fn goes_to_each(&self) -> bool {
        self.mode == MailMode::Each && 1 < self.to.len()
    }

    /// How many get it.
    pub fn recipients(&self) -> usize {
        self.to.len() + self.cc.len() + self.bcc.len()
    }

    /// All who get it.
    pub fn all_recipients(&self) -> impl Iterator<Item = &MailAddress> + Clone {
        [&self.to, &self.cc, &self.bcc].into_iter().flatten()
    }

    /// Of those who stand in it twice the first stays: `to` before `cc` before `bcc`.
    fn drop_repeated(&mut self) {
        let mut seen = std::collections::HashSet::new();
        for list in [&mut self.to, &mut self.cc, &mut self.bcc] {
            list.retain(|it| it.address.is_empty() || seen.insert(it.key()));
        }
    }

    /// The rows that it names.
    pub(crate) fn links(&self) -> Vec<Link> {
        let mut links = attachments::links(self.attachments.iter().copied());
        links.extend(template_link(self.template_id));
        links
    }
}

/// The template that a mail is written by, as a link.
pub(crate) fn template_link(template: Option<Id<Templates>>) -> Option<Link> {
    template.map(|id| Link {
        field: "templateId",
        to_kind: "template",
        to_id: id.as_uuid(),
    })
}
