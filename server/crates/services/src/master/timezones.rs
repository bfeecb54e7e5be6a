//! Time zones as they are shown, with what their clocks say now.
//!
//! Invariant: offset and abbreviation are computed from the bundled tz database, never stored.

use std::collections::BTreeMap;

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::tz::Offset;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::records::Row;
use waybill_storage::reference::timezones::{Timezone, Timezones};
use waybill_storage::{Handle, StorageError};

use crate::caller::Caller;
use crate::collection::{Abilities, Collection, Shown};
use crate::error::ServiceError;
use crate::permissions::{Action, Resource, Scope};
use crate::services::Services;
use crate::validate::Members;
use crate::zones;

/// What the clocks of a time zone say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TimezoneClock)]
pub struct Clock {
    /// What they are ahead of UTC now.
    #[schema(example = "+01:00")]
    pub offset: String,
    /// The same in minutes.
    #[schema(example = 60)]
    pub offset_minutes: i32,
    /// What the time is called now.
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

impl Clock {
    /// The clock of the zone at `now`. `StorageError::Corrupt` when tzdb does not have it.
    fn at(name: &str, now: Timestamp) -> Result<Self, StorageError> {
        let zone = zones::get(name)?;
        let clock = zone.to_offset_info(now);
        Ok(Self {
            offset: written(clock.offset()),
            offset_minutes: clock.offset().seconds() / 60,
            abbreviation: clock.abbreviation().to_owned(),
        })
    }
}

#[async_trait]
impl Collection for Timezones {
    type Computed = Clock;

    const SERVICE: &'static str = "master";
    const PATH: &'static str = "/master/api/v1/timezone";
    const NAME: &'static str = "Timezone";
    const PLURAL: &'static str = "time zones";
    /// They belong to countries; nothing is done to them that would need the right.
    const RESOURCE: Resource = Resource::Country;
    const OPEN: bool = true;
    const REQUIRED: &'static [&'static str] = &[];
    const WHOLE: bool = true;
    const BRIEF: &'static [&'static str] = &["id", "label", "aliases"];
    /// They are tzdb's.
    const ABILITIES: Abilities = Abilities::NONE;

    fn blank(_: &Caller) -> Timezone {
        Timezone::default()
    }

    fn read(_: &mut Timezone, _: &mut Members) {}

    fn example() -> serde_json::Value {
        json!({})
    }

    /// They are the same for everybody.
    fn scope(_: &Caller, _: Action) -> Result<Scope, ServiceError> {
        Ok(Scope::Company)
    }

    async fn more(
        services: &Services,
        _: &Caller,
        _: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<Clock>, ServiceError> {
        let now = services.now();
        let clocks = rows.iter().map(|row| Clock::at(&row.fields.id, now));
        Ok(clocks.collect::<Result<_, _>>()?)
    }
}

/// The zones grouped by offset, from west to east.
pub(crate) fn by_offset(zones: &[Shown<Timezones>]) -> Vec<UtcOffset> {
    let mut groups: BTreeMap<i32, UtcOffset> = BTreeMap::new();
    for zone in zones {
        let group = groups
            .entry(zone.more.offset_minutes)
            .or_insert_with(|| UtcOffset {
                offset: zone.more.offset.clone(),
                offset_minutes: zone.more.offset_minutes,
                label: format!("UTC{}", zone.more.offset),
                timezones: Vec::new(),
            });
        group.timezones.push(zone.fields.id.clone());
    }
    groups.into_values().collect()
}

/// `+01:00`; no zone of today has seconds.
pub(super) fn written(offset: Offset) -> String {
    let minutes = offset.seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}
