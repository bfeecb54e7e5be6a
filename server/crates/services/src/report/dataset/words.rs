//! What the screens call the words of fields that no table of records has a column for.
//!
//! Invariant: a name means one thing in all datasets, so that its words are found by it.

use super::DatasetField;
use crate::collection::headings::Holds;

type Words = &'static [(&'static str, &'static str)];

const USES: Words = &[
    ("work", "Work"),
    ("home", "Home"),
    ("mobile", "Mobile"),
    ("billing", "Billing"),
    ("delivery", "Delivery"),
    ("other", "Other"),
];

/// What mails and issues can be about.
const SUBJECTS: Words = &[
    ("none", "No record"),
    ("audit", "Audit history"),
    ("company", "Company"),
    ("contact", "Contact"),
    ("contactTag", "Contact tag"),
    ("country", "Country"),
    ("currency", "Currency"),
    ("file", "File"),
    ("group", "Group"),
    ("issue", "Issue"),
    ("mail", "Message"),
    ("picklist", "Picklist"),
    ("port", "Port"),
    ("report", "Report"),
    ("role", "Role"),
    ("template", "Template"),
    ("user", "User"),
];

/// What the audit trail calls the kinds of records. A condition offers these, so none is here that it does not write.
const RECORDS: Words = &[
    ("airport", "Airport"),
    ("audit", "Audit history"),
    ("company", "Company"),
    ("contact", "Contact"),
    ("contactTag", "Contact tag"),
    ("country", "Country"),
    ("currency", "Currency"),
    ("file", "File"),
    ("group", "Group"),
    ("importJob", "Import"),
    ("issue", "Issue"),
    ("issueComment", "Comment"),
    ("mailDraft", "Draft"),
    ("mailMessage", "Message"),
    ("oceanport", "Ocean port"),
    ("office", "Office"),
    ("picklistGroup", "Picklist"),
    ("picklistValue", "Picklist value"),
    ("receivinglocation", "Receiving location"),
    ("report", "Report"),
    ("role", "Role"),
    ("savedView", "Saved view"),
    ("template", "Template"),
    ("templateVersion", "Template version"),
    ("user", "User"),
];

/// Names of fields, and their words.
pub const CALLED: &[(&[&str], Words)] = &[
    (&["emails.type", "phones.type", "addresses.type"], USES),
    (
        &["emails.purpose"],
        &[
            ("docs", "Documents"),
            ("invoice", "Invoices"),
            ("tracking", "Tracking"),
            ("urgent", "Urgent"),
        ],
    ),
    (&["subject.type", "context.type"], SUBJECTS),
    (&["entity.type"], RECORDS),
    (
        &["origin"],
        &[
            ("ui", "A page of Waybill"),
            ("api", "A program"),
            ("import", "An import"),
            ("schedule", "A schedule"),
            ("undo", "An undo"),
        ],
    ),
    (
        &["actor.type"],
        &[
            ("user", "User"),
            ("system", "Waybill itself"),
            ("import", "An import"),
            ("api", "A program"),
            ("support", "Support"),
        ],
    ),
    (
        &["visibility"],
        &[
            ("company", "Everyone in the company"),
            ("private", "Only me"),
        ],
    ),
    (
        &["kind"],
        &[
            ("airport", "Airport"),
            ("oceanport", "Ocean port"),
            ("receivinglocation", "Receiving location"),
        ],
    ),
    (
        &["coordQuality"],
        &[
            ("unverified", "Not verified"),
            ("verified", "Verified"),
            ("none", "None"),
        ],
    ),
];

impl DatasetField {
    /// The same with what the screens call its words, where nothing was known of that.
    #[must_use]
    pub(super) fn worded(self) -> Self {
        let mut known = CALLED.iter();
        let is_it = |names: &[&str]| names.contains(&self.name.as_str());
        match known.find(|(names, _)| is_it(names)) {
            Some((_, words)) if self.labels.is_empty() => self.holding(Holds::Words(words)),
            _ => self,
        }
    }
}
