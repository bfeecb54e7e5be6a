//! Time zones as they are shown, with what their clocks say at an instant.
//!
//! Invariant: offset and abbreviation are computed from the bundled tz database, never stored.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::Offset;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::StorageError;
use waybill_storage::reference::timezones::Timezone as Record;

use crate::zones;

/// A time zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timezone {
    /// Its id.
    #[serde(rename = "_id")]
    pub row_id: Uuid,
    /// Its canonical IANA name.
    #[schema(example = "Europe/Amsterdam")]
    pub id: String,
    /// The place it is named for.
    #[schema(example = "Amsterdam")]
    pub label: String,
    /// Other IANA names of it.
    pub aliases: Vec<String>,
    /// Alpha-2 codes of the countries that keep it.
    pub countries: Vec<String>,
    /// What its clocks are ahead of UTC now.
    #[schema(example = "+01:00")]
    pub offset: String,
    /// The same in minutes.
    #[schema(example = 60)]
    pub offset_minutes: i32,
    /// What its time is called now.
    #[schema(example = "CET")]
    pub abbreviation: String,
}

/// The zones whose clocks agree now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UtcOffset {
    /// What their clocks are ahead of UTC.
    #[schema(example = "+01:00")]
    pub offset: String,
    /// The same in minutes.
    #[schema(example = 60)]
    pub offset_minutes: i32,
    /// The offset with its name.
    #[schema(example = "UTC+01:00")]
    pub label: String,
    /// IANA names of the zones, in order.
    pub timezones: Vec<String>,
}

impl Timezone {
    /// The zone with its clock at `now`. `StorageError::Corrupt` when tzdb does not have it.
    pub(crate) fn new(record: Record, now: Timestamp) -> Result<Self, StorageError> {
        let zone = zones::get(&record.name)?;
        let clock = zone.to_offset_info(now);
        Ok(Self {
            row_id: record.id.as_uuid(),
            id: record.name,
            label: record.label,
            aliases: record.aliases,
            countries: record.countries,
            offset: written(clock.offset()),
            offset_minutes: clock.offset().seconds() / 60,
            abbreviation: clock.abbreviation().to_owned(),
        })
    }
}

/// The zones grouped by offset, from west to east.
pub(crate) fn by_offset(zones: &[Timezone]) -> Vec<UtcOffset> {
    let mut groups: BTreeMap<i32, UtcOffset> = BTreeMap::new();
    for zone in zones {
        let group = groups
            .entry(zone.offset_minutes)
            .or_insert_with(|| UtcOffset {
                offset: zone.offset.clone(),
                offset_minutes: zone.offset_minutes,
                label: format!("UTC{}", zone.offset),
                timezones: Vec::new(),
            });
        group.timezones.push(zone.id.clone());
    }
    groups.into_values().collect()
}

/// `+01:00`; no zone of today has seconds.
fn written(offset: Offset) -> String {
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}
