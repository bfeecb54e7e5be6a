//! Merge fields that are known: which paths a template may name, by what it is about.
//!
//! Invariant: a path that is known here has a value wherever the thing it is about has one.

use super::system::SystemTemplate;
use super::templates::{ContextEntity, TemplateType};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What a merge field holds.
    MergeFieldType {
        Text = "text", Day = "day", Moment = "moment", Link = "link",
        /// Whatever is sent along.
        Any = "any",
    }
}

/// Known everywhere: who writes, and when.
const EVERYWHERE: &[(&str, MergeFieldType)] = &[
    ("company.name", MergeFieldType::Text),
    ("company.shortName", MergeFieldType::Text),
    ("company.phone", MergeFieldType::Text),
    ("company.city", MergeFieldType::Text),
    ("sender.name", MergeFieldType::Text),
    ("sender.firstName", MergeFieldType::Text),
    ("sender.lastName", MergeFieldType::Text),
    ("sender.emailId", MergeFieldType::Text),
    ("sender.phone", MergeFieldType::Text),
    ("sender.jobTitle", MergeFieldType::Text),
    ("today", MergeFieldType::Day),
];

const OF_USER: &[&str] = &[
    "name",
    "firstName",
    "lastName",
    "emailId",
    "phone",
    "jobTitle",
    "department",
];

const OF_CONTACT: &[&str] = &[
    "displayName",
    "salutation",
    "firstName",
    "lastName",
    "jobTitle",
    "department",
    "email",
    "phone",
    "website",
];

const OF_PORT: &[&str] = &[
    "name", "unlocode", "iata", "icao", "city", "country", "timezone",
];

const OF_ISSUE: &[&str] = &[
    "key", "title", "type", "severity", "priority", "status", "dueAt",
];

/// What the path holds; none when a template of this kind does not know it.
pub fn kind_of(
    path: &str,
    template_type: TemplateType,
    context: ContextEntity,
) -> Option<MergeFieldType> {
    if let Some((_, kind)) = EVERYWHERE.iter().find(|(known, _)| *known == path) {
        return Some(*kind);
    }
    if let Some(kind) = of_system(path, template_type) {
        return Some(kind);
    }
    let (entity, name) = path.split_once('.')?;
    // What is sent along may have any name.
    if entity == "values" {
        return Some(MergeFieldType::Any);
    }
    let names = match context {
        ContextEntity::User => OF_USER,
        ContextEntity::Contact => OF_CONTACT,
        ContextEntity::Port => OF_PORT,
        ContextEntity::Issue => OF_ISSUE,
        ContextEntity::Company | ContextEntity::None => &[],
    };
    let is_known = entity == context.as_str() && names.contains(&name);
    is_known.then_some(match name {
        "dueAt" => MergeFieldType::Moment,
        "website" => MergeFieldType::Link,
        _ => MergeFieldType::Text,
    })
}

/// What the program's own mails have besides.
fn of_system(path: &str, template_type: TemplateType) -> Option<MergeFieldType> {
    let template: SystemTemplate = template_type.as_str().parse().ok()?;
    let names: &[(&str, MergeFieldType)] = match template {
        SystemTemplate::Invite | SystemTemplate::Verification | SystemTemplate::PasswordReset => &[
            ("link", MergeFieldType::Link),
            ("expiresAt", MergeFieldType::Moment),
        ],
        SystemTemplate::TwoFactor => &[
            ("code", MergeFieldType::Text),
            ("expiresAt", MergeFieldType::Moment),
        ],
        SystemTemplate::Notification => &[
            ("title", MergeFieldType::Text),
            ("body", MergeFieldType::Text),
            ("link", MergeFieldType::Link),
        ],
        SystemTemplate::Report => &[
            ("title", MergeFieldType::Text),
            ("rows", MergeFieldType::Any),
            ("madeAt", MergeFieldType::Moment),
            ("link", MergeFieldType::Link),
        ],
    };
    let found = names.iter().find(|(known, _)| *known == path);
    found.map(|(_, kind)| *kind)
}
