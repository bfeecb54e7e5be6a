//! What belongs to a contact: the people of an organisation, its files, its mails, and what was done recently.
//!
//! Invariant: a part holds what the caller's right to it reaches; a part without such a right is absent, and nothing is refused
//! for its sake.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin, Listing, Part};
use waybill_storage::records::{Comparison, Filter, Id, Key, Op, Record as _, Row};
use waybill_storage::{Handle, audit};

use super::contacts::{ContactKind, Contacts};
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::collection::{Collection, reach};
use crate::drive::file::Files;
use crate::error::ServiceError;
use crate::log::audit::{AuditActor, AuditEntity, AuditEntry, AuditResult};
use crate::mail::MailAddress;
use crate::mail::messages::{MailMessages, MessageState, with_recipients};
use crate::permissions::Action;
use crate::services::Services;

/// The most people of an organisation that are shown, and whose files and mails count as its own.
const PEOPLE: u64 = 50;

/// The most files, and the most mails.
const ROWS: u64 = 5;

/// The most entries of what was done.
const ENTRIES: u64 = 10;

/// What belongs to a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContactRelated {
    /// The people of an organisation, by name; none of a person.
    #[schema(required)]
    pub people: Option<RelatedPeople>,
    /// Files about it or its people, the latest first; none without the right to see files.
    #[schema(required)]
    pub files: Option<RelatedFiles>,
    /// Mails to it or its people, the latest first; none without the right to see mails.
    #[schema(required)]
    pub mails: Option<RelatedMails>,
    /// What was done to it and to all of these, the latest first.
    pub activity: Vec<RelatedEntry>,
}

/// People of an organisation.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelatedPeople {
    /// How many there are; at most 10,000 are counted.
    pub total: u64,
    /// The first of them.
    pub rows: Vec<RelatedPerson>,
}

/// A person of an organisation.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedPerson {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The name that is shown.
    pub display_name: String,
    /// What the job is called; may be empty.
    pub job_title: String,
    /// The mail address to write to; empty when there is none.
    pub email: String,
    /// The number to call; empty when there is none.
    pub phone: String,
}

/// Files about a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelatedFiles {
    /// How many there are; at most 10,000 are counted.
    pub total: u64,
    /// The latest of them.
    pub rows: Vec<RelatedFile>,
}

/// A file about a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedFile {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Bytes of its latest version.
    pub size: i64,
    /// When it was changed last.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
}

/// Mails to a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelatedMails {
    /// How many there are; at most 10,000 are counted.
    pub total: u64,
    /// The latest of them.
    pub rows: Vec<RelatedMail>,
}

/// A mail to a contact.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedMail {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The subject; may be empty.
    pub subject: String,
    /// To whom.
    pub to: Vec<MailAddress>,
    /// Its state.
    pub state: MessageState,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

/// Something that was done, without its details.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RelatedEntry {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// When it was done.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who did it.
    pub actor: AuditActor,
    /// What was done.
    #[schema(example = "contact.edit")]
    pub action: String,
    /// To what.
    pub entity: AuditEntity,
    /// How it went.
    pub result: AuditResult,
}

impl Services {
    /// What belongs to a contact.
    pub async fn related_to_contact(
        &self,
        caller: &Caller,
        id: Id<Contacts>,
    ) -> Result<ContactRelated, ServiceError> {
        let scope = Contacts::scope(caller, Action::View)?;
        let db = self.storage.read(caller.company_id()).await?;
        let contact = within_reach(&db, caller, id, scope).await?;
        let people = match contact.fields.kind {
            ContactKind::Organisation => {
                let of_it = Filter::eq::<Contacts>("organisationId", contact.id);
                some::<Contacts>(&db, caller, of_it, (PEOPLE, "displayName")).await?
            }
            ContactKind::Person => None,
        };
        let all: Vec<&Row<Contacts>> = std::iter::once(&contact)
            .chain(people.iter().flat_map(|(rows, _)| rows))
            .collect();
        let ids: Vec<Uuid> = all.iter().map(|row| row.id.as_uuid()).collect();
        let files = some::<Files>(&db, caller, about(&ids), (ROWS, "-updatedAt")).await?;
        let emails = all.iter().flat_map(|row| &row.fields.emails);
        let to_them = with_recipients(emails.map(|it| it.address.clone()));
        let mails = some::<MailMessages>(&db, caller, to_them, (ROWS, "-createdAt")).await?;
        let mut entities = ids;
        entities.extend(ids_of(files.as_ref()).chain(ids_of(mails.as_ref())));
        let activity = audit::of_entities(&db, caller.company_id(), &entities, ENTRIES).await?;
        let activity = activity
            .into_iter()
            .map(|entry| AuditEntry::try_from(entry).map(RelatedEntry::from));
        Ok(ContactRelated {
            activity: activity.collect::<Result<_, _>>()?,
            people: people.map(|(rows, total)| RelatedPeople {
                total,
                rows: rows.into_iter().map(RelatedPerson::from).collect(),
            }),
            files: files.map(|(rows, total)| RelatedFiles {
                total,
                rows: rows.into_iter().map(RelatedFile::from).collect(),
            }),
            mails: mails.map(|(rows, total)| RelatedMails {
                total,
                rows: rows.into_iter().map(RelatedMail::from).collect(),
            }),
        })
    }
}

/// Rows that were found, and how many there are in all.
type Found<C> = (Vec<Row<C>>, u64);

/// The first rows within the caller's reach, sorted by a key that has `-` before it for the other direction; none without the
/// right to see them.
async fn some<C: Collection>(
    db: &dyn Handle,
    caller: &Caller,
    filter: Filter,
    (limit, by): (u64, &str),
) -> Result<Option<Found<C>>, ServiceError> {
    let Ok(scope) = C::scope(caller, Action::View) else {
        return Ok(None);
    };
    let (name, direction) = match by.strip_prefix('-') {
        Some(name) => (name, Direction::Descending),
        None => (by, Direction::Ascending),
    };
    let listing = Listing {
        filter: filter.and(reach::<C>(caller, scope)),
        sort: Key::named::<C>(name)
            .map(|key| (key, direction))
            .into_iter()
            .collect(),
        bin: Bin::Outside,
        part: Part::After {
            cursor: None,
            limit,
            counted: true,
        },
    };
    let page = read::list::<C>(db, caller.company_id(), listing).await?;
    let total = page.total.unwrap_or_default().rows;
    Ok(Some((page.rows, total)))
}

/// Files whose subject is one of these contacts.
fn about(contacts: &[Uuid]) -> Filter {
    let ids = contacts.iter().map(|id| id.to_string().into()).collect();
    let of_them = Comparison::new::<Files>("subject.id", Op::In, ids);
    Filter::eq::<Files>("subject.type", Contacts::KIND)
        .and(of_them.map_or(Filter::Any(Vec::new()), Filter::Is))
}

fn ids_of<C: Collection>(found: Option<&Found<C>>) -> impl Iterator<Item = Uuid> {
    found
        .into_iter()
        .flat_map(|(rows, _)| rows.iter().map(|row| row.id.as_uuid()))
}

impl From<Row<Contacts>> for RelatedPerson {
    fn from(row: Row<Contacts>) -> Self {
        Self {
            id: row.id.as_uuid(),
            email: row.fields.primary_email().to_owned(),
            phone: row.fields.primary_phone().to_owned(),
            display_name: row.fields.display_name,
            job_title: row.fields.job_title,
        }
    }
}

impl From<Row<Files>> for RelatedFile {
    fn from(row: Row<Files>) -> Self {
        Self {
            id: row.id.as_uuid(),
            name: row.fields.name,
            size: row.fields.size,
            updated_at: row.meta.updated_at,
        }
    }
}

impl From<Row<MailMessages>> for RelatedMail {
    fn from(row: Row<MailMessages>) -> Self {
        Self {
            id: row.id.as_uuid(),
            subject: row.fields.subject,
            to: row.fields.to,
            state: row.fields.state,
            created_at: row.meta.created_at,
        }
    }
}

impl From<AuditEntry> for RelatedEntry {
    fn from(entry: AuditEntry) -> Self {
        Self {
            id: entry.id,
            at: entry.at,
            actor: entry.actor,
            action: entry.action,
            entity: entry.entity,
            result: entry.result,
        }
    }
}
