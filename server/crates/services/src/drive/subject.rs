//! Subjects: the records that files are about.
//!
//! Invariant: a file is put to a record that whoever does so sees; one that is out of sight is none, whatever the reason.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::{Record as _, Row};

use super::file::{FileFields, Files};
use crate::collection::{Writing, nouns};
use crate::contact::contacts::Contacts;
use crate::error::ServiceError;
use crate::iam::companies::Companies;
use crate::iam::issues::Issues;
use crate::iam::users::Users;
use crate::mail::templates::Templates;
use crate::problem::FieldProblem;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What a file can be about.
    FileSubjectType {
        User = "user", Contact = "contact", Template = "template", Issue = "issue", Mail = "mail", Port = "port",
        Company = "company",
    }
}

/// What a file is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FileSubject {
    /// Of which kind it is.
    #[serde(rename = "type")]
    pub subject_type: FileSubjectType,
    /// Its id.
    pub id: Uuid,
}

impl FileSubjectType {
    /// The kinds of records that go by this word.
    fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::User => &[Users::KIND],
            Self::Contact => &[Contacts::KIND],
            Self::Template => &[Templates::KIND],
            Self::Issue => &[Issues::KIND],
            Self::Mail => &nouns::MAILS,
            Self::Port => &nouns::PORTS,
            Self::Company => &[Companies::KIND],
        }
    }
}

/// Takes in `subject`: both members or none.
pub(super) fn read(before: Option<FileSubject>, members: &mut Members) -> Option<FileSubject> {
    if !members.has("subject") {
        return before;
    }
    let (mut subject_type, mut id) = (None, None);
    members.object("subject", |subject| {
        subject.optional_word("type", &mut subject_type);
        subject.optional_id("id", &mut id);
    });
    members.ensure(
        "subject",
        subject_type.is_some() == id.is_some(),
        "Enter both type and id, or neither.",
    );
    subject_type
        .zip(id)
        .map(|(subject_type, id)| FileSubject { subject_type, id })
}

/// Passes for a subject that the caller sees. One that the file has already stays, whoever looks at it.
pub(super) async fn check(
    writing: &Writing<'_>,
    before: Option<&Row<Files>>,
    fields: &FileFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let had = before.and_then(|row| row.fields.subject);
    let Some(subject) = fields.subject.filter(|it| had != Some(*it)) else {
        return Ok(());
    };
    if nouns::is_any_seen(writing, subject.subject_type.kinds(), subject.id).await? {
        return Ok(());
    }
    let detail = "No record found.";
    faults.add(FieldProblem::at("/subject", "id", detail));
    Ok(())
}
