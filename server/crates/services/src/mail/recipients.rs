//! Recipients: who stands behind the addresses of a letter, what a mail to them can say, and who gets none.
//!
//! Invariant: what a mail says of a recipient is what its writer may see of them; that somebody gets no mail counts for every
//! writer.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use waybill_storage::records::filter::{Comparison, Op};
use waybill_storage::records::read::{self, Listing};
use waybill_storage::records::{Filter, Id, Row};
use waybill_storage::{CompanyId, Handle};

use super::MailAddress;
use super::context::contact;
use super::hours::ClockOf;
use super::suppressions::Suppressed;
use crate::caller::Caller;
use crate::collection::{Collection, reach};
use crate::contact::contacts::{Contact, Contacts, with_emails};
use crate::error::ServiceError;
use crate::iam::users::Users;
use crate::permissions::Action;

/// Somebody who gets a message of their own.
pub(crate) struct Recipient {
    /// Where it goes.
    pub(crate) address: MailAddress,
    /// The language that they read (BCP 47); empty where it is not known.
    pub(crate) language: String,
    /// Why they get none, where they have opted out.
    pub(crate) left_out: Option<String>,
    /// Where they work, as far as that is told.
    pub(crate) workstead: Workstead,
    values: Map<String, Value>,
}

impl Recipient {
    /// What a mail can say of them: `contact`, and of a colleague `user`.
    pub(crate) fn values(&self) -> &Map<String, Value> {
        &self.values
    }
}

/// What is told of where somebody works.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workstead {
    /// IANA zone; empty where none is told.
    pub(crate) timezone: String,
    /// Country of the first address, alpha-2; empty where there is none.
    pub(crate) country: String,
    /// Whose zone it is.
    pub(crate) clock_of: ClockOf,
    /// The organisation they work for.
    pub(crate) organisation: Option<Id<Contacts>>,
}

impl Workstead {
    /// What a contact tells.
    pub(crate) fn of_contact(contact: &Contact, clock_of: ClockOf) -> Self {
        Self {
            timezone: contact.timezone.clone(),
            country: contact.country().to_owned(),
            clock_of,
            organisation: contact.organisation_id,
        }
    }
}

/// Who gets no mail: the contacts that have opted out, by name under each of their addresses, and suppressed addresses.
pub(crate) struct OptedOut {
    contacts: HashMap<String, String>,
    suppressed: Suppressed,
}

impl OptedOut {
    /// Those among the addresses.
    pub(crate) async fn among(
        db: &dyn Handle,
        company: CompanyId,
        addresses: impl Iterator<Item = &MailAddress> + Clone,
    ) -> Result<Self, ServiceError> {
        let suppressed = Suppressed::among(db, company, addresses.clone()).await?;
        let filter = with_emails(addresses.map(MailAddress::key))
            .and(Filter::eq::<Contacts>("doNotContact", true));
        let mut contacts = HashMap::new();
        for row in listed::<Contacts>(db, company, filter).await? {
            for email in &row.fields.emails {
                contacts.insert(
                    email.address.to_lowercase(),
                    row.fields.display_name.clone(),
                );
            }
        }
        Ok(Self {
            contacts,
            suppressed,
        })
    }

    /// Why nothing is sent to the address; none where something is.
    pub(crate) fn reason(&self, address: &MailAddress) -> Option<String> {
        match self.contacts.get(&address.key()) {
            Some(name) => Some(format!("{name} has opted out of e-mail.")),
            None => self.suppressed.reason(address),
        }
    }
}

/// Who stands behind the addresses, in their order.
pub(crate) async fn known(
    caller: &Caller,
    db: &dyn Handle,
    addresses: &[MailAddress],
) -> Result<Vec<Recipient>, ServiceError> {
    let company = caller.company_id();
    let opted_out = OptedOut::among(db, company, addresses.iter()).await?;
    let contacts = match Contacts::scope(caller, Action::View) {
        Ok(scope) => {
            let filter = with_emails(addresses.iter().map(MailAddress::key));
            listed::<Contacts>(db, company, filter.and(reach::<Contacts>(caller, scope))).await?
        }
        Err(_) => Vec::new(),
    };
    let colleagues = match Users::scope(caller, Action::View) {
        Ok(scope) => {
            let keys = addresses.iter().map(|it| it.key().into()).collect();
            let filter = Comparison::new::<Users>("emailId", Op::In, keys)
                .map_or(Filter::Any(Vec::new()), Filter::Is);
            listed::<Users>(db, company, filter.and(reach::<Users>(caller, scope))).await?
        }
        Err(_) => Vec::new(),
    };
    let recipients = addresses.iter().map(|address| {
        let contact = best(&contacts, address);
        let colleague = colleagues
            .iter()
            .find(|it| it.fields.email_id == address.key());
        Ok(Recipient {
            address: address.clone(),
            language: match (contact, colleague) {
                (Some(row), _) => row.fields.language.clone(),
                (None, Some(row)) => row.fields.language.clone(),
                (None, None) => String::new(),
            },
            left_out: opted_out.reason(address),
            workstead: match (contact, colleague) {
                (Some(row), _) => Workstead::of_contact(&row.fields, ClockOf::Contact),
                (None, Some(row)) => Workstead {
                    timezone: row.fields.timezone.clone(),
                    clock_of: ClockOf::User,
                    ..Workstead::default()
                },
                (None, None) => Workstead::default(),
            },
            values: values(address, contact, colleague)?,
        })
    });
    recipients.collect()
}

/// All rows that the filter lets through.
pub(super) async fn listed<C: Collection>(
    db: &dyn Handle,
    company: CompanyId,
    filter: Filter,
) -> Result<Vec<Row<C>>, ServiceError> {
    let listing = Listing {
        filter,
        ..Listing::default()
    };
    Ok(read::list::<C>(db, company, listing).await?.rows)
}

/// Of several contacts with the address, the one of the name beside it, or else the one whose primary address it is.
fn best<'r>(contacts: &'r [Row<Contacts>], address: &MailAddress) -> Option<&'r Row<Contacts>> {
    let key = address.key();
    let has_it = |row: &&Row<Contacts>| {
        let mut emails = row.fields.emails.iter();
        emails.any(|email| email.address.to_lowercase() == key)
    };
    let fits = |row: &&Row<Contacts>| {
        let is_named = row.fields.display_name == address.name;
        let is_primary = row.fields.primary_email().to_lowercase() == key;
        (is_named, is_primary)
    };
    // Of equals the first, which `max_by_key` takes of a reversed list.
    contacts.iter().rev().filter(has_it).max_by_key(fits)
}

fn values(
    address: &MailAddress,
    found: Option<&Row<Contacts>>,
    colleague: Option<&Row<Users>>,
) -> Result<Map<String, Value>, ServiceError> {
    let user = colleague.map(|Row { fields: user, .. }| {
        json!({
            "name": user.name, "firstName": user.first_name, "lastName": user.last_name, "emailId": user.email_id,
            "phone": user.phone, "jobTitle": user.job_title, "department": user.department,
        })
    });
    let mut values = Map::new();
    let contact = match (found, colleague) {
        (Some(row), _) => contact(row)?,
        (None, Some(Row { fields: user, .. })) => json!({
            "displayName": user.name, "firstName": user.first_name, "lastName": user.last_name,
            "email": user.email_id, "phone": user.phone, "jobTitle": user.job_title,
            "department": user.department,
        }),
        (None, None) => json!({ "displayName": address.name, "email": address.address }),
    };
    values.insert("contact".to_owned(), contact);
    if let Some(user) = user {
        values.insert("user".to_owned(), user);
    }
    Ok(values)
}
