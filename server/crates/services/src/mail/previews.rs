//! Previews: what a template or a letter would say, before anything is sent.
//!
//! Invariant: a preview writes nothing, and says what sending would say.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use waybill_storage::Handle;
use waybill_storage::records::Id;

use super::attachments::frozen;
use super::compose::{Composed, compose};
use super::hours::{Leaving, RecipientClock, departure};
use super::letter::{Letter, MailContext};
use super::merged::MergedMail;
use super::messages::MailMessage;
use super::send::{UNDO, queue, sender};
use super::templates::{self, Template, TemplateText, Templates};
use super::wording::{Written, written};
use super::{MailAddress, merge};
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::collection::write::{Created, keep_answer};
use crate::error::ServiceError;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// A mail as it would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailPreview {
    /// What it says.
    #[serde(flatten)]
    pub mail: MergedMail,
    /// Paths of merge fields that have neither value nor fallback.
    pub missing: Vec<String>,
}

/// What a letter would say to one of its recipients, and to whom it would go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterPreview {
    /// How many messages would leave.
    pub messages: usize,
    /// The recipients, in their order.
    pub recipients: Vec<PreviewedRecipient>,
    /// The mail to the recipient that was asked for; of one message to all, that message.
    pub mail: MailPreview,
    /// When it would leave to each recipient, where it waits for their working hours.
    pub leaving: Vec<Leaving>,
    /// Recipients who are not at work at the same time within two weeks, so that one message cannot wait for them all.
    pub apart: Vec<RecipientClock>,
}

/// A recipient of a letter before it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewedRecipient {
    /// The name; may be empty.
    pub name: String,
    /// The address.
    pub address: String,
    /// Why no mail would go there.
    #[schema(required)]
    pub left_out: Option<String>,
    /// Paths of merge fields that have no value for this recipient.
    pub missing: Vec<String>,
}

impl From<Written> for MailPreview {
    fn from(Written { mail, missing }: Written) -> Self {
        Self { mail, missing }
    }
}

/// What a preview, or a test, of a template is asked for.
struct Wanted {
    language: String,
    record: Option<MailContext>,
    sample: Map<String, Value>,
    /// What stands for the stored text of the language: what somebody has typed and not saved yet.
    unsaved: Option<TemplateText>,
}

impl Wanted {
    fn read(body: Map<String, Value>) -> Result<Self, ServiceError> {
        let mut members = Members::new(body);
        let mut language = String::new();
        members.text("language", 35, &mut language);
        let mut record = MailContext::default();
        let mut id = None;
        members.object("record", |members| {
            members.word("type", &mut record.kind);
            members.optional_id("id", &mut id);
        });
        let mut sample = Map::new();
        members.map("sample", 64 * 1024, &mut sample);
        let mut unsaved = None;
        members.object("unsaved", |members| {
            unsaved = Some(templates::read_text(members));
        });
        members.finish().check()?;
        record.id = id.unwrap_or_default();
        let record = (!record.id.is_nil()).then_some(record);
        Ok(Self {
            language,
            record,
            sample,
            unsaved,
        })
    }
}

impl Services {
    /// What the letter would say to the recipient at the place `recipient` of the body, and what keeps mails from leaving.
    pub async fn preview_letter(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
    ) -> Result<LetterPreview, ServiceError> {
        caller.require("mail:create")?;
        let mut members = Members::new(body);
        let mut at = 0;
        members.number("recipient", 0..=99, &mut at);
        let mut letter = Letter::default();
        letter.read(&mut members);
        let mut faults = members.finish();
        let db = self.storage.read(caller.company_id()).await?;
        let composed = compose(self, caller, &db, &letter, &mut faults).await?;
        faults.check()?;
        let now = self.now();
        let departure = departure(caller, &db, &letter, &composed, (now + UNDO, now)).await?;
        let Composed { all, each, .. } = composed;
        if !letter.goes_to_each() {
            let recipients =
                letter
                    .to
                    .into_iter()
                    .map(|MailAddress { name, address }| PreviewedRecipient {
                        name,
                        address,
                        left_out: None,
                        missing: Vec::new(),
                    });
            return Ok(LetterPreview {
                messages: 1,
                recipients: recipients.collect(),
                mail: all.into(),
                leaving: departure.leaving,
                apart: departure.apart,
            });
        }
        let recipients: Vec<PreviewedRecipient> = each
            .iter()
            .map(|(recipient, written)| PreviewedRecipient {
                name: recipient.address.name.clone(),
                address: recipient.address.address.clone(),
                left_out: recipient.left_out.clone(),
                missing: written.missing.clone(),
            })
            .collect();
        let at = usize::try_from(at)
            .unwrap_or_default()
            .min(each.len().saturating_sub(1));
        let wanted = each.into_iter().nth(at).map_or(all, |(_, written)| written);
        Ok(LetterPreview {
            messages: recipients.iter().filter(|it| it.left_out.is_none()).count(),
            recipients,
            mail: wanted.into(),
            leaving: departure.leaving,
            apart: departure.apart,
        })
    }

    /// The mail that the template as it stands, published or not, would make of a record or of sample values.
    pub async fn preview_template(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        body: Map<String, Value>,
    ) -> Result<MailPreview, ServiceError> {
        let scope = caller.require("template:view")?;
        let wanted = Wanted::read(body)?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, id, scope).await?;
        let merged = self.merged(caller, &db, &row.fields, wanted).await?;
        Ok(merged.into())
    }

    /// Sends the template as it stands to the caller, to see it in a mail program.
    pub async fn send_test(
        &self,
        caller: &Caller,
        id: Id<Templates>,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Created, ServiceError> {
        let scope = caller.require("mail:send")?;
        let wanted = Wanted::read(body)?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, id, scope).await?;
        let context = wanted.record.clone();
        let Written { mail, .. } = self.merged(caller, &tx, &row.fields, wanted).await?;
        let user = caller.user();
        let mut faults = Faults::default();
        let message = MailMessage {
            from: match &row.fields.from {
                Some(from) => from.clone(),
                None => sender(self, caller),
            },
            to: vec![MailAddress::new(user.name.as_str(), user.email.as_str())],
            subject: mail.subject,
            html: mail.html,
            text: mail.text,
            language: mail.language,
            template_id: Some(row.id),
            template_version: row.fields.published_version,
            context,
            attachments: frozen(&writing, &[], &row.fields.attachments, &mut faults).await?,
            ..MailMessage::default()
        };
        faults.check()?;
        let row = queue(&writing, message, Vec::new()).await?;
        let created = keep_answer(&writing, row, None).await?;
        tx.commit().await?;
        Ok(created)
    }

    /// Sample values stand beside those of the record and win over them; `{"values": …}` among them.
    async fn merged(
        &self,
        caller: &Caller,
        db: &dyn Handle,
        template: &Template,
        wanted: Wanted,
    ) -> Result<Written, ServiceError> {
        let asked = match wanted.language.is_empty() {
            true => caller.user().language.as_str(),
            false => wanted.language.as_str(),
        };
        let text = match &wanted.unsaved {
            Some(unsaved) => Some((asked, unsaved)),
            None => template.text_in(asked),
        };
        let Some((language, text)) = text else {
            return Err(ServiceError::State("This template has no content yet."));
        };
        let about = wanted.record.as_ref();
        let mut data = self.mail_data(caller, db, about, &Map::new()).await?;
        data.extend(wanted.sample);
        let values: merge::Values = data.values(caller, None, language);
        Ok(written(text, language, &values))
    }
}
