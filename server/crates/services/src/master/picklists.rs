//! Picklists as they are shown.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::reference::picklists::{
    PicklistGroup as GroupRecord, PicklistValue as ValueRecord,
};

use crate::vocabulary::words;

words! {
    /// How a picklist is ordered.
    PicklistSort { Manual = "manual", Alpha = "alpha", Usage = "usage" }
}

/// A picklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PicklistGroup {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Its code, which fields name.
    #[schema(example = "incoterm")]
    pub code: String,
    /// Its name.
    pub name: String,
    /// The part of the product that needs it.
    #[schema(example = "home")]
    pub module: String,
    /// What it is for.
    pub description: String,
    /// Whether it came with the product and cannot be removed.
    pub is_system: bool,
    /// Whether companies may add values.
    pub allow_custom: bool,
    /// Whether a field takes several values.
    pub multi_select: bool,
    /// How it is ordered.
    pub sort: PicklistSort,
    /// One step per write.
    pub version: i32,
}

/// A value of a picklist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PicklistValue {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Code of its picklist.
    #[schema(example = "incoterm")]
    pub group: String,
    /// Its code, which records hold.
    #[schema(example = "FOB")]
    pub code: String,
    /// What is shown.
    #[schema(example = "Free on Board")]
    pub label: String,
    /// More about it.
    #[schema(required)]
    pub description: Option<String>,
    /// A palette token.
    #[schema(required)]
    pub color: Option<String>,
    /// Its place in a picklist that is ordered by hand.
    pub sort_order: i32,
    /// Whether an empty field begins with it.
    pub is_default: bool,
    /// Where it comes from.
    #[schema(required)]
    pub standard: Option<StandardCode>,
    /// Whether it came with the product and cannot be removed.
    pub is_system: bool,
    /// Whether the company has adapted it.
    pub is_local_override: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
    /// One step per write.
    pub version: i32,
}

/// A code in a published list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StandardCode {
    /// The list.
    #[schema(example = "UNECE Rec 21")]
    pub list: String,
    /// The code there.
    #[schema(example = "CT")]
    pub code: String,
}

impl TryFrom<GroupRecord> for PicklistGroup {
    type Error = StorageError;

    fn try_from(record: GroupRecord) -> Result<Self, StorageError> {
        Ok(Self {
            id: record.id.as_uuid(),
            code: record.code,
            name: record.name,
            module: record.module,
            description: record.description,
            is_system: record.is_system,
            allow_custom: record.allow_custom,
            multi_select: record.multi_select,
            sort: record.sort.parse()?,
            version: record.version,
        })
    }
}

impl From<ValueRecord> for PicklistValue {
    fn from(record: ValueRecord) -> Self {
        Self {
            id: record.id.as_uuid(),
            group: record.group_code,
            code: record.code,
            label: record.label,
            description: record.description,
            color: record.color,
            sort_order: record.sort_order,
            is_default: record.is_default,
            standard: record
                .standard
                .map(|(list, code)| StandardCode { list, code }),
            is_system: record.is_system,
            is_local_override: record.is_local_override,
            enabled: record.enabled,
            version: record.version,
        }
    }
}
