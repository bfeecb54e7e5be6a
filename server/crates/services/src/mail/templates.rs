//! Templates: what a company writes again and again, in several languages (domain reference, section 4).
//!
//! A template is worked on as a draft. Publishing keeps its text as a version, and mails are written by the version that was
//! published last, so that nobody sends half a change.
//!
//! Invariant: HTML that is stored is clean; a template that the program brings along keeps its code and its type.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Key, KeyValue, Link, Record, Row, links};
use waybill_storage::{Handle, UserId};

use super::address::{self, MailAddress};
use super::attachments::{MAX_FILES, check_files};
use super::lint::{self, Lint, MergeField};
use super::messages::MailMessages;
use super::sanitise;
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::fields::is_language;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

pub mod actions;
pub mod seed;
pub mod versions;

wire_enum! {
    /// What a template is for.
    TemplateType {
        Custom = "custom", Invite = "invite", Verification = "verification", TwoFactor = "twoFactor",
        PasswordReset = "passwordReset", Notification = "notification", Report = "report", PreAlert = "preAlert",
        ArrivalNotice = "arrivalNotice", BookingConfirmation = "bookingConfirmation", DeliveryOrder = "deliveryOrder",
        Quote = "quote", Reminder = "reminder",
    }
}

wire_enum! {
    /// By what way it reaches people.
    TemplateChannel { Email = "email", InApp = "inapp" }
}

wire_enum! {
    /// What its merge fields are about.
    ContextEntity {
        None = "none", User = "user", Company = "company", Contact = "contact", Port = "port", Issue = "issue",
    }
}

wire_enum! {
    /// Where a template stands.
    TemplateStatus {
        /// It differs from what was published, or nothing was published.
        Draft = "draft",
        /// It is what mails are written by.
        Published = "published",
        /// It is no longer used.
        Archived = "archived",
    }
}

/// The mail templates of companies, and those that all companies share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Templates;

/// What a template holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
// In the contract `Template` is the whole record.
#[schema(as = TemplateContent)]
pub struct Template {
    /// Its name.
    #[schema(min_length = 1, max_length = 80)]
    pub name: String,
    /// A short name, unique in the company; made from the name unless given.
    #[schema(max_length = 40, pattern = "^([A-Za-z0-9][A-Za-z0-9_-]*)?$")]
    pub code: String,
    /// What it is for.
    #[serde(rename = "type")]
    pub template_type: TemplateType,
    /// By what way it reaches people.
    pub channel: TemplateChannel,
    /// What its merge fields are about.
    pub context_entity: ContextEntity,
    /// What it says, by language (BCP 47).
    pub languages: BTreeMap<String, TemplateText>,
    /// The language for readers of all others.
    #[schema(max_length = 35, example = "en")]
    pub default_lang: String,
    /// Who sends it: a name beside the address of the installation, which is the only one that is verified. The name of
    /// whoever sends it when nothing is said.
    pub from: Option<MailAddress>,
    /// Who is answered, if not the sender.
    #[schema(max_length = 254)]
    pub reply_to: Option<String>,
    /// Who gets a copy.
    #[schema(max_items = 20)]
    pub cc: Vec<MailAddress>,
    /// Who gets a copy that nobody else sees.
    #[schema(max_items = 20)]
    pub bcc: Vec<MailAddress>,
    /// Files that travel with it.
    #[schema(max_items = 10)]
    pub attachments: Vec<Uuid>,
    /// Where it stands.
    pub status: TemplateStatus,
    /// The version that mails are written by; 0 when there is none, or the one that came with the program.
    pub published_version: i64,
    /// When that was published.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Timestamp>,
    /// Who published it.
    pub published_by: Option<UserId>,
    /// Whether the program brings it along.
    pub is_system: bool,
}

/// What a template says in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct TemplateText {
    /// The subject, with merge fields.
    #[schema(max_length = 200)]
    pub subject: String,
    /// The mail as HTML, with merge fields; what a mail may not hold is taken out.
    pub html: String,
    /// The same as text; when it is empty, it is made from the HTML.
    pub text: String,
}

/// What is computed for a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateMore {
    /// Its merge fields.
    pub merge_fields: Vec<MergeField>,
    /// What is wrong or could be better.
    pub lint: Vec<Lint>,
    /// How many mails were written by it.
    pub usage_count: i64,
    /// When the last of them was.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<Timestamp>,
}

/// The most bytes of HTML, and of text.
pub(crate) const MAX_BODY: usize = 200 * 1024;

impl Record for Templates {
    type Fields = Template;

    const KIND: &'static str = "template";
    const TABLE: &'static str = "mail_templates";
    const KEYS: &'static [Key] = &[
        Key::folded("name", "name_key"),
        Key::text("code", "code"),
        Key::text("type", "type"),
        Key::text("channel", "channel"),
        Key::text("contextEntity", "context_entity"),
        Key::text("status", "status"),
        Key::flag("isSystem", "is_system"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[("name", Direction::Ascending)];
    const SHARED: bool = true;

    fn keys(fields: &Template) -> Vec<KeyValue> {
        vec![
            fold(&fields.name).into(),
            fields.code.as_str().into(),
            fields.template_type.as_str().into(),
            fields.channel.as_str().into(),
            fields.context_entity.as_str().into(),
            fields.status.as_str().into(),
            fields.is_system.into(),
        ]
    }

    fn label(fields: &Template) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Template) -> Vec<&str> {
        let subjects = fields.languages.values().map(|it| it.subject.as_str());
        [fields.name.as_str(), fields.code.as_str()]
            .into_iter()
            .chain(subjects)
            .collect()
    }

    fn codes(fields: &Template) -> Vec<&str> {
        vec![&fields.code]
    }

    fn links(fields: &Template) -> Vec<Link> {
        super::attachments::links(fields.attachments.iter().copied())
    }

    fn natural_key(fields: &Template) -> Option<String> {
        fields.is_system.then(|| fields.code.clone())
    }
}

#[async_trait::async_trait]
impl Collection for Templates {
    type Computed = TemplateMore;

    const SERVICE: &'static str = "mail";
    const PATH: &'static str = "/mail/api/v1/templates";
    const NAME: &'static str = "Template";
    const PLURAL: &'static str = "mail templates";
    const RESOURCE: Resource = Resource::Template;
    const REQUIRED: &'static [&'static str] = &["name", "languages"];
    const UNIQUE: &'static [&'static str] = &["code"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name"),
        Heading::new("code", "Code"),
        Heading::new("type", "Purpose").holding(Holds::Words(&[
            ("custom", "Custom"),
            ("preAlert", "Pre-alert"),
            ("arrivalNotice", "Arrival notice"),
            ("bookingConfirmation", "Booking confirmation"),
            ("deliveryOrder", "Delivery order"),
            ("quote", "Quote"),
            ("reminder", "Reminder"),
            ("invite", "Invitation"),
            ("verification", "Address verification"),
            ("twoFactor", "Sign-in code"),
            ("passwordReset", "New password"),
            ("notification", "Notification"),
            ("report", "Report by e-mail"),
        ])),
        Heading::new("contextEntity", "Related to").holding(Holds::Words(&[
            ("none", "No record"),
            ("contact", "Contact"),
            ("user", "Colleague"),
            ("company", "Company"),
            ("port", "Port"),
            ("issue", "Issue"),
        ])),
        Heading::new("languages", "Languages"),
        Heading::new("status", "Status").holding(Holds::Words(&[
            ("draft", "Draft"),
            ("published", "Published"),
            ("archived", "Archived"),
        ])),
        Heading::new("usageCount", "E-mails"),
    ];
    const ABILITIES: Abilities = Abilities {
        export: true,
        ..Abilities::ONE_BY_ONE
    };
    const LINKS: &'static [&'static str] = &["attachments"];
    const READ_ONLY: &'static [&'static str] = &[
        "status",
        "publishedVersion",
        "publishedAt",
        "publishedBy",
        "isSystem",
    ];
    const BODY_LIMIT: usize = super::BODY_LIMIT;

    fn blank(_: &Caller) -> Template {
        Template::default()
    }

    fn read(fields: &mut Template, members: &mut Members) {
        members.filled_text("name", 80, &mut fields.name);
        members.checked_text(
            "code",
            40,
            &mut fields.code,
            is_code,
            "Use letters, digits, - and _.",
        );
        members.word("type", &mut fields.template_type);
        members.word("channel", &mut fields.channel);
        members.word("contextEntity", &mut fields.context_entity);
        members.object("languages", |members| {
            fields.languages = read_languages(members);
        });
        members.text("defaultLang", 35, &mut fields.default_lang);
        if members.is_null("from") {
            fields.from = None;
        }
        members.object("from", |members| {
            let mut from = fields.from.take().unwrap_or_default();
            members.company_name("name", 120, &mut from.name);
            members.text("address", 254, &mut from.address);
            fields.from = Some(from).filter(|it| *it != MailAddress::default());
        });
        members.parsed("replyTo", 320, &mut fields.reply_to, address::parse);
        members.objects("cc", 20, &mut fields.cc, MailAddress::read);
        members.objects("bcc", 20, &mut fields.bcc, MailAddress::read);
        members.ids("attachments", MAX_FILES, &mut fields.attachments);
        if fields.default_lang.is_empty() {
            fields.default_lang = first_language(fields);
        }
        members.ensure(
            "languages",
            !fields.languages.is_empty(),
            "Write the e-mail in at least one language.",
        );
        let is_there =
            fields.languages.is_empty() || fields.languages.contains_key(&fields.default_lang);
        members.ensure("defaultLang", is_there, "Choose one of the languages.");
        if fields.code.is_empty() {
            fields.code = code_of(&fields.name);
        }
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Arrival notice by sea", "code": "arrival-sea", "type": "arrivalNotice", "contextEntity": "contact",
            "languages": { "en": {
                "subject": "Arrival notice for {{contact.displayName}}",
                "html": "<p>Dear {{contact.firstName|Sir or Madam}},</p><p>your goods arrive on {{values.etaDate|soon}}.</p>",
                "text": ""
            } },
            "defaultLang": "en"
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Template,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        let had = before.map(|row| row.fields.attachments.as_slice());
        check_files(writing, had, &fields.attachments, faults).await?;
        check_sender(writing, fields, faults);
        let Some(before) = before else {
            return Ok(());
        };
        if before.fields.is_system {
            for (name, is_kept) in [
                ("code", before.fields.code == fields.code),
                ("type", before.fields.template_type == fields.template_type),
            ] {
                if !is_kept {
                    let detail = "This is fixed for system templates.";
                    faults.add(FieldProblem::member(name, detail));
                }
            }
        }
        if fields.status == TemplateStatus::Published && !fields.says_the_same(&before.fields) {
            fields.status = TemplateStatus::Draft;
        }
        Ok(())
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        if row.fields.is_system {
            return Err(ServiceError::State(
                "System templates cannot be deleted. Change the template instead.",
            ));
        }
        crate::collection::write::refuse_used(writing, Self::KIND, row.id.as_uuid()).await
    }

    async fn more(
        _: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<TemplateMore>, ServiceError> {
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id.as_uuid()).collect();
        let company = caller.company_id();
        let uses = links::counts(db, company, MailMessages::KIND, "templateId", &ids).await?;
        let last = links::last_named::<MailMessages>(db, company, "templateId", &ids).await?;
        let language = &caller.company().preferred_language;
        let more = rows.iter().map(|row| TemplateMore {
            merge_fields: lint::merge_fields(&row.fields),
            lint: lint::lint(&row.fields, language),
            usage_count: uses.get(&row.id.as_uuid()).copied().unwrap_or(0),
            last_used_at: last.get(&row.id.as_uuid()).copied(),
        });
        Ok(more.collect())
    }
}

impl Template {
    /// Whether mails written by the two are the same.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        self.languages == other.languages
            && self.default_lang == other.default_lang
            && self.context_entity == other.context_entity
            && self.from == other.from
            && self.reply_to == other.reply_to
            && self.cc == other.cc
            && self.bcc == other.bcc
            && self.attachments == other.attachments
    }

    /// The text in this language, in its primary language, or in the default one; with the language that it is in.
    pub fn text_in(&self, language: &str) -> Option<(&str, &TemplateText)> {
        let primary = language.split('-').next().unwrap_or_default();
        let wanted = [language, primary, self.default_lang.as_str()];
        wanted.into_iter().find_map(|language| {
            let (language, text) = self.languages.get_key_value(language)?;
            Some((language.as_str(), text))
        })
    }
}

/// Gives the sender the address of the installation; notes one whose address is another.
fn check_sender(writing: &Writing<'_>, fields: &mut Template, faults: &mut Faults) {
    let verified = &writing.services.post.from;
    let Some(from) = &mut fields.from else {
        return;
    };
    if from.address.is_empty() || from.key() == verified.key() {
        from.address.clone_from(&verified.address);
    } else {
        faults.add(FieldProblem {
            pointer: "/from/address".to_owned(),
            detail: format!("Use {}: no other sender is verified.", verified.address),
        });
    }
}

fn read_languages(members: &mut Members) -> BTreeMap<String, TemplateText> {
    let mut languages = BTreeMap::new();
    for language in members.names() {
        members.ensure(
            &language,
            is_language(&language),
            "Enter the language code, for example en or pt-BR.",
        );
        let mut text = TemplateText::default();
        members.object(&language, |members| text = read_text(members));
        languages.insert(language, text);
    }
    languages
}

/// What a template says in one language, clean.
pub(super) fn read_text(members: &mut Members) -> TemplateText {
    let mut text = TemplateText::default();
    members.text("subject", 200, &mut text.subject);
    members.long_text("html", MAX_BODY, &mut text.html);
    members.long_text("text", MAX_BODY, &mut text.text);
    for (name, body) in [("html", &text.html), ("text", &text.text)] {
        members.ensure(name, body.len() <= MAX_BODY, "Use at most 200 kB.");
    }
    text.html = sanitise::template(&text.html);
    text
}

fn first_language(fields: &Template) -> String {
    fields.languages.keys().next().cloned().unwrap_or_default()
}

fn is_code(text: &str) -> bool {
    let is_inner = |it: u8| it.is_ascii_alphanumeric() || it == b'-' || it == b'_';
    text.bytes().all(is_inner)
        && text
            .bytes()
            .next()
            .is_some_and(|it| it.is_ascii_alphanumeric())
}

/// A code made from a name: its letters and digits, with hyphens between the words.
fn code_of(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = folded
        .split(|it: char| !it.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let code: String = words.join("-").chars().take(40).collect();
    code.trim_end_matches('-').to_owned()
}
