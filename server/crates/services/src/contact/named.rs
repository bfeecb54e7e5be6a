//! Names in tables of contacts: organisations, owners and tags, found by what people write, or made.
//!
//! Invariant: only what the importer may see is found, so a table tells nobody what exists.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use uuid::Uuid;
use waybill_storage::Handle;
use waybill_storage::folding::fold;
use waybill_storage::records::batches::{self, BatchId, Touched};
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Comparison, Filter, Id, KeyValue, Op, Record, Row, links};

use super::contacts::{ContactKind, Contacts};
use super::headings::{ORGANISATION, OWNER, TAGS};
use super::names;
use super::tags::ContactTags;
use crate::caller::Caller;
use crate::collection::headings::plain;
use crate::collection::import::Found;
use crate::collection::write::create_in;
use crate::collection::{Collection, Writing, reach};
use crate::error::ServiceError;
use crate::iam::users::Users;
use crate::permissions::{Action, Scope};

/// Names of one question.
const NAMES_AT_ONCE: usize = 200;

/// What these names name in a column.
pub(super) async fn find(
    writing: &Writing<'_>,
    column: &str,
    names: &[String],
) -> Result<Vec<(String, Found)>, ServiceError> {
    let mut found = Vec::new();
    for names in names.chunks(NAMES_AT_ONCE) {
        found.extend(match column {
            ORGANISATION => organisations(writing, names).await?,
            TAGS => tags(writing, names).await?,
            OWNER => owners(writing, names).await?,
            _ => Vec::new(),
        });
    }
    Ok(found)
}

/// Organisations of the same name, whatever its case, marks and punctuation: `Acme B.V.` is `ACME BV`, and not `Acme GmbH`.
async fn organisations(
    writing: &Writing<'_>,
    names: &[String],
) -> Result<Vec<(String, Found)>, ServiceError> {
    let words = names.iter().map(|it| links::text_id(&names::words(it)));
    let filter = Filter::Names("displayName", words.collect()).and(Filter::eq::<Contacts>(
        "kind",
        ContactKind::Organisation.as_str(),
    ));
    let rows = seen::<Contacts>(writing, filter).await?;
    let known = rows.into_iter().map(|row| (row.1.display_name, row.0));
    Ok(matched(names, known.collect()))
}

async fn tags(
    writing: &Writing<'_>,
    names: &[String],
) -> Result<Vec<(String, Found)>, ServiceError> {
    let rows = seen::<ContactTags>(writing, one_of::<ContactTags>("name", names)).await?;
    let known = rows.into_iter().map(|row| (row.1.name, row.0));
    Ok(matched(names, known.collect()))
}

/// Colleagues by their names or their mail addresses.
async fn owners(
    writing: &Writing<'_>,
    names: &[String],
) -> Result<Vec<(String, Found)>, ServiceError> {
    let by_name = one_of::<Users>("name", names);
    let by_email = one_of::<Users>("emailId", names);
    let listing = Listing {
        filter: Filter::Any(vec![by_name, by_email]),
        ..Listing::default()
    };
    let rows = read::list::<Users>(writing.tx, writing.company(), listing)
        .await?
        .rows;
    let known = rows.into_iter().flat_map(|row| {
        let id = row.id.as_uuid();
        [(row.fields.name, id), (row.fields.email_id, id)]
    });
    Ok(matched(names, known.collect()))
}

/// Makes the record that a name names.
pub(super) async fn make(
    writing: &Writing<'_>,
    column: &str,
    name: &str,
) -> Result<Uuid, ServiceError> {
    match column {
        ORGANISATION => {
            let kind = ContactKind::Organisation.as_str();
            let body = object(json!({ "kind": kind, "displayName": name }));
            Ok(create_in::<Contacts>(writing, body).await?.id.as_uuid())
        }
        TAGS => {
            ContactTags::scope(writing.caller, Action::Create)?;
            let body = object(json!({ "name": name }));
            Ok(create_in::<ContactTags>(writing, body).await?.id.as_uuid())
        }
        _ => Err(ServiceError::NotFound),
    }
}

/// What a batch keeps of the organisations that were made.
pub(super) fn made_organisations(made: &[(&'static str, Uuid)]) -> Vec<Touched<Contacts>> {
    made_in(made, ORGANISATION)
}

/// Notes the tags that were made with the batch.
pub(super) async fn note_tags(
    writing: &Writing<'_>,
    batch: BatchId,
    made: &[(&'static str, Uuid)],
) -> Result<(), ServiceError> {
    let tags = made_in::<ContactTags>(made, TAGS);
    Ok(batches::insert_rows(writing.tx, writing.company(), batch, &tags).await?)
}

/// Names of tags by their ids.
pub(super) async fn tag_names(
    caller: &Caller,
    db: &dyn Handle,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, String>, ServiceError> {
    let ids: Vec<Id<ContactTags>> = ids.iter().copied().map(Id::from).collect();
    let rows = read::get_all(db, caller.company_id(), &ids, Bin::Outside).await?;
    let is_seen = |row: &Row<ContactTags>| {
        row.fields.is_shared() || row.meta.created_by == Some(caller.owner_id())
    };
    Ok(rows
        .into_iter()
        .filter(is_seen)
        .map(|row| (row.id.as_uuid(), row.fields.name))
        .collect())
}

fn made_in<C: Collection>(made: &[(&'static str, Uuid)], column: &str) -> Vec<Touched<C>> {
    let own = made.iter().filter(|(own, _)| *own == column);
    own.map(|(_, id)| Touched {
        id: Id::from(*id),
        before: None,
        was_deleted: false,
        // Nobody has changed it yet.
        version_after: 1,
    })
    .collect()
}

/// Ids and fields of the rows that the importer sees.
async fn seen<C: Collection>(
    writing: &Writing<'_>,
    filter: Filter,
) -> Result<Vec<(Uuid, C::Fields)>, ServiceError> {
    // Who imports contacts uses the tags of the company without a right of their own.
    let scope = C::scope(writing.caller, Action::View).unwrap_or(Scope::Company);
    let listing = Listing {
        filter: filter.and(reach::<C>(writing.caller, scope)),
        ..Listing::default()
    };
    let page = read::list::<C>(writing.tx, writing.company(), listing).await?;
    let rows = page.rows.into_iter();
    Ok(rows.map(|row| (row.id.as_uuid(), row.fields)).collect())
}

/// Rows whose folded key is one of these.
fn one_of<C: Record>(key: &'static str, names: &[String]) -> Filter {
    let wanted = names.iter().map(|it| KeyValue::from(fold(it)));
    let comparison = Comparison::new::<C>(key, Op::In, wanted.collect());
    comparison.map_or(Filter::Any(Vec::new()), Filter::Is)
}

/// What each name names among the known ones: the one that is the same, or else the one that is alike.
fn matched(names: &[String], known: Vec<(String, Uuid)>) -> Vec<(String, Found)> {
    let mut alike: HashMap<String, Vec<(String, Uuid)>> = HashMap::new();
    for (name, id) in known {
        alike
            .entry(plain(&name))
            .or_default()
            .push((fold(&name), id));
    }
    let found = names.iter().filter_map(|name| {
        let alike = alike.get(&plain(name))?;
        let same = alike.iter().filter(|(own, _)| *own == fold(name));
        let mut ids: Vec<Uuid> = same.map(|(_, id)| *id).collect();
        if ids.is_empty() {
            ids = alike.iter().map(|(_, id)| *id).collect();
        }
        ids.sort_unstable();
        ids.dedup();
        let found = match ids[..] {
            [one] => Found::One(one),
            _ => Found::Several,
        };
        Some((name.clone(), found))
    });
    found.collect()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
