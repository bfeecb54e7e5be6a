//! Drafts: letters that are not finished.
//!
//! Invariant: a draft is seen by whoever writes it, and by nobody else, whatever their rights.

use serde_json::json;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::{Filter, Key, KeyValue, Link, Record, Row};

use super::attachments::check_files;
use super::letter::Letter;
use super::templates::Templates;
use crate::caller::Caller;
use crate::collection::{Abilities, Collection, Nothing, Writing, reach};
use crate::error::ServiceError;
use crate::permissions::{Action, Permission, Resource};
use crate::problem::FieldProblem;
use crate::validate::{Faults, Members};

/// The drafts of people.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drafts;

impl Record for Drafts {
    type Fields = Letter;

    const KIND: &'static str = "mailDraft";
    const TABLE: &'static str = "mail_drafts";
    const KEYS: &'static [Key] = &[Key::folded("subject", "subject_key")];
    const ORDER: &'static [(&'static str, Direction)] = &[("updatedAt", Direction::Descending)];

    fn keys(fields: &Letter) -> Vec<KeyValue> {
        vec![fold(&fields.subject).into()]
    }

    fn label(fields: &Letter) -> String {
        match fields.subject.is_empty() {
            true => "(no subject)".to_owned(),
            false => fields.subject.clone(),
        }
    }

    fn searched(fields: &Letter) -> Vec<&str> {
        let recipients = fields.all_recipients();
        let names = recipients.flat_map(|it| [it.name.as_str(), it.address.as_str()]);
        names.chain([fields.subject.as_str()]).collect()
    }

    fn links(fields: &Letter) -> Vec<Link> {
        fields.links()
    }
}

#[async_trait::async_trait]
impl Collection for Drafts {
    type Computed = Nothing;

    const SERVICE: &'static str = "mail";
    const PATH: &'static str = "/mail/api/v1/drafts";
    const NAME: &'static str = "MailDraft";
    const PLURAL: &'static str = "own mail drafts";
    const RESOURCE: Resource = Resource::Mail;
    const REQUIRED: &'static [&'static str] = &[];
    const ABILITIES: Abilities = Abilities {
        export: false,
        ..Abilities::ONE_BY_ONE
    };
    const SECRET: &'static [&'static str] = &["html", "text", "values"];
    const BODY_LIMIT: usize = super::BODY_LIMIT;

    fn blank(_: &Caller) -> Letter {
        Letter::default()
    }

    fn read(fields: &mut Letter, members: &mut Members) {
        fields.read(members);
    }

    fn example() -> serde_json::Value {
        json!({
            "to": [{ "name": "Joan Wolf", "address": "joan@shipper.example" }], "subject": "Your shipment",
            "html": "<p>Dear Joan,</p>"
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut Letter,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        // A draft outlives its template, but is begun with one that is there.
        if let Some(id) = fields.template_id
            && before.is_none_or(|row| row.fields.template_id != Some(id))
            && reach::seen::<Templates>(writing, id).await?.is_none()
        {
            let detail = "Template not found.";
            faults.add(FieldProblem::member("templateId", detail));
        }
        let had = before.map(|row| row.fields.attachments.as_slice());
        check_files(writing, had, &fields.attachments, faults).await
    }

    fn hidden(caller: &Caller) -> Option<Filter> {
        Some(Filter::Not(Box::new(Filter::MadeBy(caller.owner_id()))))
    }

    /// Whoever may write mails may do to the own drafts what there is to do.
    fn permission(action: Action) -> Permission {
        Permission {
            resource: Self::RESOURCE,
            action: match action {
                Action::View | Action::Export => Action::View,
                _ => Action::Create,
            },
        }
    }
}
