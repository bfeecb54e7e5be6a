//! Master service: the reference data that every company shares and may adapt.

pub mod countries;
pub mod currencies;
pub mod locations;
pub mod picklists;
pub mod ports;
pub mod seed;
mod shared;
pub mod timezones;

use waybill_storage::listing::{Listed, Listing};
use waybill_storage::reference;
use waybill_storage::reference::timezones::TimezoneSort;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::master::timezones::{Timezone, UtcOffset};
use crate::services::Services;

impl Services {
    /// All time zones with their clocks now. Everybody who is signed in may see them.
    pub async fn list_timezones(
        &self,
        caller: &Caller,
        listing: Listing<TimezoneSort>,
    ) -> Result<Listed<Timezone>, ServiceError> {
        let db = &self.storage.read(caller.company_id()).await?;
        let found = reference::timezones::list(db, caller.company_id(), listing).await?;
        let now = self.now();
        Ok(found.try_map(|zone| Timezone::new(zone, now))?)
    }

    /// The time zones grouped by what their clocks say now.
    pub async fn list_utc_offsets(&self, caller: &Caller) -> Result<Vec<UtcOffset>, ServiceError> {
        let zones = self.list_timezones(caller, Listing::default()).await?;
        Ok(timezones::by_offset(&zones.rows))
    }
}
