//! Lint: what is wrong, or could be better, with a template.
//!
//! Invariant: what is an error keeps the template from being published; a warning and a hint keep it from nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::known::{MergeFieldType, kind_of};
use super::merge::{Part, parts};
use super::templates::{Template, TemplateText};
use crate::problem::FieldProblem;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// How bad it is.
    LintLevel {
        /// It cannot be published.
        Error = "error",
        /// Some readers will notice.
        Warning = "warning",
        /// It could be better.
        Info = "info",
    }
}

/// A remark on a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Lint {
    /// How bad it is.
    pub level: LintLevel,
    /// Where: a JSON pointer into the template.
    #[schema(example = "/languages/en/subject")]
    pub pointer: String,
    /// What, as a sentence.
    pub message: String,
}

/// A merge field of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MergeField {
    /// What it shows.
    #[schema(example = "contact.firstName")]
    pub path: String,
    /// What it holds; null when it is not known.
    #[serde(rename = "type")]
    #[schema(required)]
    pub kind: Option<MergeFieldType>,
    /// How it is shown, where that was said.
    #[schema(required)]
    pub format: Option<String>,
    /// What is shown when it has no value; null when nothing was said.
    #[schema(required)]
    pub fallback: Option<String>,
}

/// Subjects longer than this are cut by mail programs.
const SUBJECT_SHOWN: usize = 78;

/// All merge fields of the template, each path once, in the order in which they are met.
pub fn merge_fields(template: &Template) -> Vec<MergeField> {
    let mut fields: Vec<MergeField> = Vec::new();
    for (_, _, text) in texts(template) {
        for field in super::merge::fields(text) {
            if fields.iter().any(|it| it.path == field.path) {
                continue;
            }
            fields.push(MergeField {
                path: field.path.to_owned(),
                kind: kind_of(field.path, template.template_type, template.context_entity),
                format: field.format.map(|format| format.to_string()),
                fallback: field.fallback.map(str::to_owned),
            });
        }
    }
    fields
}

/// What keeps the template from being published, by field.
pub fn faults(template: &Template) -> Vec<FieldProblem> {
    let errors = lint(template, "").into_iter();
    errors
        .filter(|it| it.level == LintLevel::Error)
        .map(|it| FieldProblem {
            pointer: it.pointer,
            detail: it.message,
        })
        .collect()
}

/// Everything there is to say. `company_language` is what the company's people speak; empty when it does not matter.
pub fn lint(template: &Template, company_language: &str) -> Vec<Lint> {
    let mut found = Remarks(Vec::new());
    if template.languages.is_empty() {
        found.add(
            LintLevel::Error,
            "/languages",
            "There is no text in any language.",
        );
    }
    let spoken = company_language.split('-').next().unwrap_or_default();
    let is_spoken = |language: &String| language.split('-').next() == Some(spoken);
    if !spoken.is_empty() && !template.languages.keys().any(is_spoken) {
        let text = format!("There is no text in the company's language, {company_language}.");
        found.add(LintLevel::Warning, "/languages", text);
    }
    for (language, part, text) in texts(template) {
        found.fields(template, &format!("/languages/{language}/{part}"), text);
    }
    for (language, text) in &template.languages {
        found.text(&format!("/languages/{language}"), text);
    }
    found.0
}

struct Remarks(Vec<Lint>);

impl Remarks {
    fn add(&mut self, level: LintLevel, pointer: &str, message: impl Into<String>) {
        let lint = Lint {
            level,
            pointer: pointer.to_owned(),
            message: message.into(),
        };
        if !self.0.contains(&lint) {
            self.0.push(lint);
        }
    }

    fn fields(&mut self, template: &Template, pointer: &str, text: &str) {
        for part in parts(text) {
            match part {
                Part::Text(_) => {}
                Part::Broken(text) => {
                    let shown: String = text.chars().take(40).collect();
                    let message =
                        format!("{shown} is not a merge field. Write it as {{{{path|fallback}}}}.");
                    self.add(LintLevel::Error, pointer, message);
                }
                Part::Field(field) => {
                    let kind = kind_of(field.path, template.template_type, template.context_entity);
                    let path = field.path;
                    if kind.is_none() {
                        let message = format!("Unknown merge field {path}.");
                        self.add(LintLevel::Error, pointer, message);
                    } else if field.fallback.is_none() && may_be_empty(path) {
                        let message = format!("{path} may be empty. Add a fallback.");
                        self.add(LintLevel::Warning, pointer, message);
                    }
                }
            }
        }
    }

    fn text(&mut self, pointer: &str, text: &TemplateText) {
        let at = |part: &str| format!("{pointer}/{part}");
        if text.subject.is_empty() {
            self.add(LintLevel::Error, &at("subject"), "The subject is empty.");
        } else if SUBJECT_SHOWN < text.subject.chars().count() {
            let message =
                format!("Mail programs cut subjects after about {SUBJECT_SHOWN} characters.");
            self.add(LintLevel::Warning, &at("subject"), message);
        }
        if text.html.is_empty() && text.text.is_empty() {
            self.add(LintLevel::Error, &at("html"), "The e-mail is empty.");
        }
        for tag in tags(&text.html) {
            let attribute = |name: &str| attribute(tag, name);
            if tag.starts_with("img") && attribute("alt").is_none_or(str::is_empty) {
                let message = "An image has no alternative text.";
                self.add(LintLevel::Warning, &at("html"), message);
            }
            if tag.starts_with("img") && attribute("src").is_none() {
                let message = "An image has no valid address. Use https or an embedded image.";
                self.add(LintLevel::Warning, &at("html"), message);
            }
            if tag.starts_with("a ") && attribute("href").is_some_and(|it| it.starts_with("http:"))
            {
                self.add(
                    LintLevel::Warning,
                    &at("html"),
                    "A link does not use https.",
                );
            }
        }
    }
}

/// What a record need not have; what everybody has needs no fallback.
fn may_be_empty(path: &str) -> bool {
    let always = [
        "company.name",
        "sender.name",
        "sender.firstName",
        "sender.emailId",
        "user.name",
        "user.emailId",
        "contact.displayName",
        "port.name",
        "issue.key",
        "issue.title",
    ];
    path.contains('.') && !always.contains(&path)
}

/// Every text of a template: language, name of the part, text.
fn texts(template: &Template) -> impl Iterator<Item = (&String, &'static str, &str)> {
    template.languages.iter().flat_map(|(language, text)| {
        [
            (language, "subject", text.subject.as_str()),
            (language, "html", text.html.as_str()),
            (language, "text", text.text.as_str()),
        ]
    })
}

/// The insides of the opening tags of clean HTML, whose attributes stand in double quotes.
fn tags(html: &str) -> impl Iterator<Item = &str> {
    html.split('<').skip(1).filter_map(|rest| {
        let mut is_quoted = false;
        let end = rest.find(|letter| {
            is_quoted ^= letter == '"';
            letter == '>' && !is_quoted
        })?;
        Some(&rest[..end])
    })
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}
