//! Duplicates: contacts that are probably one, since they share a mail address, a telephone number, or the words of their
//! names.
//!
//! Invariant: the work is bounded, however many contacts there are; what the caller does not see is in no group.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::links::{self, Shared};
use waybill_storage::records::read::{self, Listing};
use waybill_storage::records::{Filter, Id, Row};

use super::contacts::{ContactKind, Contacts};
use crate::caller::Caller;
use crate::collection::reach;
use crate::error::ServiceError;
use crate::services::Services;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What contacts have in common.
    DuplicateReason {
        /// A mail address.
        Email = "email",
        /// A telephone number.
        Phone = "phone",
        /// The words of their names, whatever their order, marks and legal form.
        Name = "name",
    }
}

/// The most things that are looked at of which several contacts share one.
const MAX_SHARED: u64 = 300;

/// The most contacts of a group.
const MAX_CONTACTS: usize = 20;

/// Contacts that are probably one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DuplicateGroup {
    /// How sure it is, from 1 to 100.
    #[schema(minimum = 1, maximum = 100)]
    pub score: u8,
    /// What they have in common.
    pub reasons: Vec<DuplicateReason>,
    /// The contacts, the oldest first.
    pub contacts: Vec<DuplicateContact>,
}

/// One of several contacts that are probably one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateContact {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What it is.
    pub kind: ContactKind,
    /// The name it is shown under.
    pub display_name: String,
    /// Its primary mail address; empty when it has none.
    pub email: String,
    /// Its primary telephone number; empty when it has none.
    pub phone: String,
}

impl Services {
    /// Groups of contacts that are probably one, the surest first. People and organisations are never one.
    pub async fn duplicate_contacts(
        &self,
        caller: &Caller,
    ) -> Result<Vec<DuplicateGroup>, ServiceError> {
        let scope = caller.require("contact:view")?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        let fields = ["emails", "phones", "displayName"];
        let shared =
            links::shared::<Contacts>(&db, company, &fields, MAX_SHARED, MAX_CONTACTS).await?;
        let ids: BTreeSet<Uuid> = shared
            .iter()
            .flat_map(|it| it.ids.iter().map(Id::as_uuid))
            .collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        let mut rows: HashMap<Uuid, Row<Contacts>> = HashMap::with_capacity(ids.len());
        for chunk in ids.chunks(500) {
            let listing = Listing {
                filter: Filter::Ids(chunk.to_vec()).and(reach::<Contacts>(caller, scope)),
                ..Listing::default()
            };
            for row in read::list(&db, company, listing).await?.rows {
                rows.insert(row.id.as_uuid(), row);
            }
        }
        Ok(grouped(&shared, &rows))
    }
}

/// What is shared, as groups of contacts of one kind; contacts that share several things are one group.
fn grouped(
    shared: &[Shared<Contacts>],
    rows: &HashMap<Uuid, Row<Contacts>>,
) -> Vec<DuplicateGroup> {
    let mut groups: HashMap<BTreeSet<Uuid>, BTreeSet<DuplicateReason>> = HashMap::new();
    for it in shared {
        let reason = match it.field.as_str() {
            "emails" => DuplicateReason::Email,
            "phones" => DuplicateReason::Phone,
            _ => DuplicateReason::Name,
        };
        for kind in ContactKind::ALL {
            let of_kind = |id: &Uuid| rows.get(id).is_some_and(|row| row.fields.kind == *kind);
            let ids: BTreeSet<Uuid> = it.ids.iter().map(Id::as_uuid).filter(of_kind).collect();
            if 1 < ids.len() {
                groups.entry(ids).or_default().insert(reason);
            }
        }
    }
    let mut groups: Vec<DuplicateGroup> = groups
        .into_iter()
        .map(|(ids, reasons)| DuplicateGroup {
            score: score(&reasons),
            reasons: reasons.into_iter().collect(),
            contacts: ids
                .iter()
                .filter_map(|id| rows.get(id))
                .map(shown)
                .collect(),
        })
        .collect();
    let first = |group: &DuplicateGroup| group.contacts.first().map(|it| it.id);
    groups.sort_by(|a, b| b.score.cmp(&a.score).then_with(|| first(a).cmp(&first(b))));
    groups
}

/// An address is one person's more often than a number, which may be the office's, and both more often than a name. Each
/// reason leaves a part of the doubt that the others left.
fn score(reasons: &BTreeSet<DuplicateReason>) -> u8 {
    let doubt = reasons.iter().fold(100_u32, |doubt, reason| {
        doubt
            * match reason {
                DuplicateReason::Email => 10,
                DuplicateReason::Phone => 30,
                DuplicateReason::Name => 40,
            }
            / 100
    });
    u8::try_from(100 - doubt).unwrap_or(100)
}

fn shown(row: &Row<Contacts>) -> DuplicateContact {
    DuplicateContact {
        id: row.id.as_uuid(),
        kind: row.fields.kind,
        display_name: row.fields.display_name.clone(),
        email: row.fields.primary_email().to_owned(),
        phone: row.fields.primary_phone().to_owned(),
    }
}
