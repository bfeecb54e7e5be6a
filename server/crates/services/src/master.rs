//! Master service: the reference data that every company shares and may adapt.

pub mod conventions;
pub mod countries;
pub mod currencies;
pub mod holidays;
pub mod locations;
pub mod picklists;
pub mod ports;
pub mod proposal;
pub mod seed;
mod shared;
pub mod timezones;
pub mod upgrade;

use waybill_storage::records::Filter;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::master::timezones::UtcOffset;
use crate::services::Services;

impl Services {
    /// The time zones grouped by what their clocks say now. Everybody who is signed in may see them.
    pub async fn list_utc_offsets(&self, caller: &Caller) -> Result<Vec<UtcOffset>, ServiceError> {
        let zones = self.list_shown(caller, Filter::default()).await?;
        Ok(timezones::by_offset(&zones))
    }
}
