//! Records as plain JSON, a part of the list at a time: for tables, reports and archives, which do not need their type, so
//! that what is stored is not read into it and written again.
//!
//! Invariant: a plain record has the members that [`Shown`](super::Shown) has, but for what is computed, whenever it was stored.

use serde_json::{Map, Value};
use waybill_storage::records::read::{self, Listing};
use waybill_storage::records::{Cursor, Record, StoredRow};
use waybill_storage::{CompanyId, Handle, StorageError};

use super::read::{show, viewed};
use super::shown::ShownMeta;
use super::{Collection, changes};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::services::Services;

/// A part of a list.
#[derive(Debug)]
pub struct PlainPage {
    /// In the order asked for.
    pub records: Vec<Value>,
    /// Where the next part begins.
    pub next: Option<Cursor>,
}

impl Services {
    /// A part of the list, the same as of [`Services::list`]; what is computed is there if that is wanted.
    pub(crate) async fn list_plain<C: Collection>(
        &self,
        caller: &Caller,
        listing: Listing,
        is_computed_wanted: bool,
    ) -> Result<PlainPage, ServiceError> {
        let company = caller.company_id();
        let listing = viewed::<C>(caller, listing)?;
        let db = self.storage.read(company).await?;
        if !is_computed_wanted {
            return page::<C>(&db, company, listing).await;
        }
        let found = read::list::<C>(&db, company, listing).await?;
        let shown = show(self, caller, &db, found.rows).await?;
        let records = shown.iter().map(|it| changes::object(Some(it)));
        Ok(PlainPage {
            records: records
                .map(|it| it.map(Value::Object))
                .collect::<Result<_, _>>()?,
            next: found.next,
        })
    }
}

/// The records that the listing lets through.
pub(super) async fn page<R: Record<Fields: Default>>(
    db: &dyn Handle,
    company: CompanyId,
    listing: Listing,
) -> Result<PlainPage, ServiceError> {
    let found = read::list_stored::<R>(db, company, listing).await?;
    let blank = changes::object(Some(&R::Fields::default()))?;
    let records = found.rows.iter().map(|row| record::<R>(row, &blank));
    Ok(PlainPage {
        records: records.collect::<Result<_, _>>()?,
        next: found.next,
    })
}

/// The record of a row. A field that it was stored without is as in the `blank` one, as where its type reads it.
pub fn record<R: Record>(
    row: &StoredRow,
    blank: &Map<String, Value>,
) -> Result<Value, ServiceError> {
    let mut record = Map::with_capacity(blank.len() + 9);
    record.insert("_id".to_owned(), row.id.to_string().into());
    let fields = serde_json::from_str::<Map<String, Value>>(&row.fields);
    record.extend(fields.map_err(|_| StorageError::Corrupt(R::KIND))?);
    for (name, value) in blank {
        if !record.contains_key(name) {
            record.insert(name.clone(), value.clone());
        }
    }
    record.extend(changes::object(Some(&ShownMeta::of::<R>(&row.meta)))?);
    Ok(Value::Object(record))
}
