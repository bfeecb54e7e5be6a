//! A record as it is shown: its fields, what is computed, and what is kept about every record.
//!
//! Invariant: a record is shown in one shape everywhere: in lists, alone, and after a change.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::{Meta, Record, Row, StoredRow};
use waybill_storage::{CompanyId, StorageError, UserId};

use super::Collection;
use super::json_rows::{append, join};

/// A record as it is shown.
#[derive(Clone, Debug, Serialize)]
#[serde(bound = "")]
pub struct Shown<C: Collection> {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// What it holds.
    #[serde(flatten)]
    pub fields: C::Fields,
    /// What is computed.
    #[serde(flatten)]
    pub more: C::Computed,
    /// What is kept about it.
    #[serde(flatten)]
    pub meta: ShownMeta,
}

/// What is kept about every record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownMeta {
    /// Whose it is; none of a row that all companies share.
    #[schema(required)]
    pub company_id: Option<CompanyId>,
    /// One step per write; the `ETag` holds it.
    pub version: i32,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    /// Who made it; none for the system.
    #[schema(required)]
    pub created_by: Option<UserId>,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Timestamp,
    /// Who changed it last; none for the system.
    #[schema(required)]
    pub updated_by: Option<UserId>,
    /// When it was moved to the bin; none while it is not there.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub deleted_at: Option<Timestamp>,
    /// Whether it is the company's own version of a row that all companies share.
    pub is_local_override: bool,
}

impl<C: Collection> Shown<C> {
    /// The row with what was computed for it.
    pub fn new(row: Row<C>, more: C::Computed) -> Self {
        Self {
            id: row.id.as_uuid(),
            meta: ShownMeta::of::<C>(&row.meta),
            fields: row.fields,
            more,
        }
    }
}

/// The row with what was computed for it, as JSON. Fields are copied if they are written so today.
pub fn write<C: Collection>(
    row: &StoredRow,
    more: C::Computed,
    json: &mut Vec<u8>,
) -> Result<(), StorageError> {
    if !row.is_current {
        return append(&Shown::<C>::new(Row::read(row)?, more), json);
    }
    json.extend_from_slice(b"{\"_id\":");
    append(&row.id, json)?;
    join(json, |json| {
        json.extend_from_slice(row.fields.as_bytes());
        Ok(())
    })?;
    join(json, |json| append(&more, json))?;
    join(json, |json| append(&ShownMeta::of::<C>(&row.meta), json))?;
    json.push(b'}');
    Ok(())
}

/// The members of the row by which pages list and name it, as JSON.
pub(super) fn write_brief<C: Collection>(
    row: &StoredRow,
    more: C::Computed,
    json: &mut Vec<u8>,
) -> Result<(), StorageError> {
    let shown = Shown::<C>::new(Row::read(row)?, more);
    let Ok(Value::Object(mut members)) = serde_json::to_value(shown) else {
        return Err(StorageError::Corrupt(C::NAME));
    };
    members.retain(|name, _| C::BRIEF.contains(&name.as_str()));
    append(&members, json)
}

impl ShownMeta {
    /// What is kept about a row of this noun.
    pub fn of<R: Record>(meta: &Meta) -> Self {
        Self {
            company_id: meta.company_id,
            version: meta.version,
            created_at: meta.created_at,
            created_by: meta.created_by,
            updated_at: meta.updated_at,
            updated_by: meta.updated_by,
            deleted_at: meta.deleted_at,
            is_local_override: R::SHARED && meta.company_id.is_some(),
        }
    }
}
