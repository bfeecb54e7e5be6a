//! Wording: what a letter says before values take the place of its merge fields, which is its own text or that of its template.
//!
//! Invariant: all recipients of a letter get the same wording, each in their language and with their values.

use waybill_storage::Handle;
use waybill_storage::records::{Id, Row};

use super::letter::Letter;
use super::merged::MergedMail;
use super::templates::{Template, TemplateText, Templates, versions};
use super::{merge, sanitise};
use crate::caller::Caller;
use crate::collection::Collection as _;
use crate::collection::read::within_reach;
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::validate::Faults;

/// A mail as it would be written, and what it lacks.
pub(crate) struct Written {
    pub(crate) mail: MergedMail,
    /// Paths of merge fields that have neither value nor fallback.
    pub(crate) missing: Vec<String>,
}

/// What a letter says.
pub(crate) struct Wording {
    own: TemplateText,
    /// The language that was asked for; empty means that of whoever reads it.
    language: String,
    /// The template as it is published.
    template: Option<(Row<Templates>, Template)>,
}

impl Wording {
    /// That of the letter; a template that the caller cannot use is noted.
    pub(crate) async fn of(
        caller: &Caller,
        db: &dyn Handle,
        letter: &Letter,
        faults: &mut Faults,
    ) -> Result<Self, ServiceError> {
        let mut wording = Self {
            own: TemplateText {
                subject: merge::one_line(&letter.subject),
                html: letter.html.clone(),
                text: letter.text.clone(),
            },
            language: letter.language.clone(),
            template: None,
        };
        let Some(id) = letter.template_id else {
            return Ok(wording);
        };
        let mut fault = |detail: &str| faults.add(FieldProblem::member("templateId", detail));
        let Some(row) = seen(caller, db, id).await? else {
            fault("Template not found.");
            return Ok(wording);
        };
        let Some(template) = versions::in_force(db, caller.company_id(), &row).await? else {
            fault("This template is not published.");
            return Ok(wording);
        };
        if template.text_in(&letter.language).is_none() {
            fault("This template has no content.");
            return Ok(wording);
        }
        wording.template = Some((row, template));
        Ok(wording)
    }

    /// The template, and the row that it was published from.
    pub(crate) fn template(&self) -> Option<&(Row<Templates>, Template)> {
        self.template.as_ref()
    }

    /// Whether values are needed to write it.
    pub(crate) fn needs_values(&self) -> bool {
        let own = [&self.own.subject, &self.own.html, &self.own.text];
        self.template.is_some()
            || own
                .into_iter()
                .any(|text| merge::fields(text).next().is_some())
    }

    /// The text for a reader, and its language: that of the letter, or else the reader's where there is one in it. The
    /// writer's own words are in the `writers` language.
    pub(crate) fn text_for(&self, reader: &str, writers: &str) -> (String, TemplateText) {
        let first = |languages: [&str; 3]| {
            let found = languages.into_iter().find(|language| !language.is_empty());
            found.unwrap_or_default().to_owned()
        };
        let language = first([&self.language, reader, writers]);
        let found = self
            .template
            .as_ref()
            .and_then(|(_, it)| it.text_in(&language));
        let (language, text) = match found {
            Some((language, text)) => (language.to_owned(), text.clone()),
            None => (language, TemplateText::default()),
        };
        let subject = match self.own.subject.is_empty() {
            true => text.subject,
            false => self.own.subject.clone(),
        };
        match self.has_own_body() {
            true => {
                let own = TemplateText {
                    subject,
                    ..self.own.clone()
                };
                (first([&self.language, writers, reader]), own)
            }
            false => (language, TemplateText { subject, ..text }),
        }
    }

    /// The text with its merge fields.
    pub(crate) fn unmerged(&self, writers: &str) -> Written {
        let (
            language,
            TemplateText {
                subject,
                html,
                text,
            },
        ) = self.text_for("", writers);
        let text = match text.is_empty() {
            true => sanitise::text_of(&html),
            false => text,
        };
        Written {
            mail: MergedMail {
                language,
                subject,
                html,
                text,
            },
            missing: Vec::new(),
        }
    }

    /// Whether the writer has written more than a subject.
    pub(crate) fn has_own_body(&self) -> bool {
        !(self.own.html.is_empty() && self.own.text.is_empty())
    }
}

/// The template outside the bin, if the caller sees it: its text would tell of it otherwise.
async fn seen(
    caller: &Caller,
    db: &dyn Handle,
    id: Id<Templates>,
) -> Result<Option<Row<Templates>>, ServiceError> {
    let Ok(scope) = Templates::scope(caller, Action::View) else {
        return Ok(None);
    };
    match within_reach(db, caller, id, scope).await {
        Ok(row) => Ok(Some(row).filter(|row| row.meta.deleted_at.is_none())),
        Err(ServiceError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The text with values instead of merge fields, clean.
pub(crate) fn written(text: &TemplateText, language: &str, values: &merge::Values) -> Written {
    let mut missing = Vec::new();
    let subject = values.merge(&text.subject, merge::Place::Header, &mut missing);
    let html = values.merge(&text.html, merge::Place::Html, &mut missing);
    // Once more: a value that became an address may lead anywhere.
    let html = sanitise::mail(&html);
    let text = match text.text.is_empty() {
        true => sanitise::text_of(&html),
        false => values.merge(&text.text, merge::Place::Text, &mut missing),
    };
    Written {
        mail: MergedMail {
            language: language.to_owned(),
            subject,
            html,
            text,
        },
        missing,
    }
}

/// What a mail lacks, as a sentence.
pub(crate) fn missing_values(missing: &[String]) -> String {
    format!("These merge fields have no value: {}.", missing.join(", "))
}
