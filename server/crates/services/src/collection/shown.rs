//! A record as it is shown: its fields, what is computed, and what is kept about every record.
//!
//! Invariant: a record is shown in one shape everywhere: in lists, alone, and after a change.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::{Meta, Record, Row};
use waybill_storage::{CompanyId, UserId};

use super::Collection;

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
