//! Subjects: the records that issues are about.
//!
//! Invariant: an issue is put to a record that whoever does so sees; one that is out of sight is none, whatever the reason.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::audit;
use waybill_storage::records::{Record as _, Row};

use super::{Issue, Issues};
use crate::collection::{Writing, nouns};
use crate::contact::contacts::Contacts;
use crate::contact::tags::ContactTags;
use crate::drive::file::Files;
use crate::error::ServiceError;
use crate::iam::companies::Companies;
use crate::iam::groups::Groups;
use crate::iam::roles::Roles;
use crate::iam::users::Users;
use crate::mail::templates::Templates;
use crate::master::countries::Countries;
use crate::master::currencies::Currencies;
use crate::master::picklists::{PicklistGroups, PicklistValues};
use crate::problem::FieldProblem;
use crate::report::sketch::ReportSketches;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What an issue can be about.
    IssueSubjectType {
        Company = "company", User = "user", Role = "role", Group = "group", Contact = "contact", ContactTag = "contactTag",
        Port = "port", Country = "country", Currency = "currency", Picklist = "picklist", Template = "template",
        Mail = "mail", Report = "report", File = "file", Audit = "audit",
    }
}

/// A record that an issue is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct IssueSubject {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: IssueSubjectType,
    /// Its id.
    pub id: Uuid,
}

impl IssueSubjectType {
    /// The kinds of records that go by this word; none for entries of the audit trail, which are no records.
    fn kinds(self) -> &'static [&'static str] {
        match self {
            Self::Company => &[Companies::KIND],
            Self::User => &[Users::KIND],
            Self::Role => &[Roles::KIND],
            Self::Group => &[Groups::KIND],
            Self::Contact => &[Contacts::KIND],
            Self::ContactTag => &[ContactTags::KIND],
            Self::Port => &nouns::PORTS,
            Self::Country => &[Countries::KIND],
            Self::Currency => &[Currencies::KIND],
            Self::Picklist => &[PicklistValues::KIND, PicklistGroups::KIND],
            Self::Template => &[Templates::KIND],
            Self::Mail => &nouns::MAILS,
            Self::Report => &[ReportSketches::KIND],
            Self::File => &[Files::KIND],
            Self::Audit => &[],
        }
    }
}

/// Takes in `subject`: both members or none.
pub(super) fn read(members: &mut Members, subject: &mut Option<IssueSubject>) {
    if !members.has("subject") {
        return;
    }
    let (mut kind, mut id): (_, Option<Uuid>) = (None, None);
    members.object("subject", |members| {
        members.optional_word("type", &mut kind);
        members.optional_id("id", &mut id);
        members.ensure(
            "type",
            kind.is_some() || id.is_none(),
            "This field is required.",
        );
        members.ensure(
            "id",
            id.is_some() || kind.is_none(),
            "This field is required.",
        );
    });
    *subject = kind.zip(id).map(|(kind, id)| IssueSubject { kind, id });
}

/// Passes for a subject that the caller sees. One that the issue has already stays, whoever looks at it.
pub(super) async fn check(
    writing: &Writing<'_>,
    before: Option<&Row<Issues>>,
    fields: &Issue,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let had = before.and_then(|row| row.fields.subject);
    let Some(subject) = fields.subject.filter(|it| had != Some(*it)) else {
        return Ok(());
    };
    let kinds = subject.kind.kinds();
    let is_seen = match kinds {
        [] => {
            audit::exists(writing.tx, writing.company(), subject.id).await?
                && writing.caller.require("audit:view").is_ok()
        }
        kinds => nouns::is_any_seen(writing, kinds, subject.id).await?,
    };
    if !is_seen {
        let detail = "No record found.";
        faults.add(FieldProblem::at("/subject", "id", detail));
    }
    Ok(())
}
