//! Master service: the reference data that every company shares and may adapt.

pub mod countries;
pub mod currencies;
pub mod picklists;
pub mod timezones;

use waybill_storage::listing::{Listed, Listing};
use waybill_storage::reference;
use waybill_storage::reference::countries::CountrySort;
use waybill_storage::reference::currencies::CurrencySort;
use waybill_storage::reference::picklists::{GroupSort, ValueFilter, ValueSort};
use waybill_storage::reference::timezones::TimezoneSort;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::master::countries::Country;
use crate::master::currencies::Currency;
use crate::master::picklists::{PicklistGroup, PicklistValue};
use crate::master::timezones::{Timezone, UtcOffset};
use crate::services::Services;

impl Services {
    /// The countries that the caller's company sees.
    pub async fn list_countries(
        &self,
        caller: &Caller,
        enabled: Option<bool>,
        listing: Listing<CountrySort>,
    ) -> Result<Listed<Country>, ServiceError> {
        caller.require("country:view")?;
        let db = self.storage.reader();
        let found = reference::countries::list(db, caller.company_id(), enabled, listing).await?;
        Ok(found.try_map(Country::try_from)?)
    }

    /// The currencies that the caller's company sees.
    pub async fn list_currencies(
        &self,
        caller: &Caller,
        enabled: Option<bool>,
        listing: Listing<CurrencySort>,
    ) -> Result<Listed<Currency>, ServiceError> {
        caller.require("currency:view")?;
        let (db, company) = (self.storage.reader(), caller.company());
        let found = reference::currencies::list(db, company.id, enabled, listing).await?;
        Ok(found.try_map(|currency| Currency::new(currency, &company.currency))?)
    }

    /// All time zones with their clocks now. Everybody who is signed in may see them.
    pub async fn list_timezones(
        &self,
        caller: &Caller,
        listing: Listing<TimezoneSort>,
    ) -> Result<Listed<Timezone>, ServiceError> {
        let found =
            reference::timezones::list(self.storage.reader(), caller.company_id(), listing).await?;
        let now = self.now();
        Ok(found.try_map(|zone| Timezone::new(zone, now))?)
    }

    /// The time zones grouped by what their clocks say now.
    pub async fn list_utc_offsets(&self, caller: &Caller) -> Result<Vec<UtcOffset>, ServiceError> {
        let zones = self.list_timezones(caller, Listing::default()).await?;
        Ok(timezones::by_offset(&zones.rows))
    }

    /// The picklists that the caller's company sees.
    pub async fn list_picklist_groups(
        &self,
        caller: &Caller,
        module: Option<&str>,
        listing: Listing<GroupSort>,
    ) -> Result<Listed<PicklistGroup>, ServiceError> {
        caller.require("picklist:view")?;
        let db = self.storage.reader();
        let found = reference::picklists::groups(db, caller.company_id(), module, listing).await?;
        Ok(found.try_map(PicklistGroup::try_from)?)
    }

    /// The picklist values that the caller's company sees.
    pub async fn list_picklist_values(
        &self,
        caller: &Caller,
        filter: ValueFilter,
        listing: Listing<ValueSort>,
    ) -> Result<Listed<PicklistValue>, ServiceError> {
        caller.require("picklist:view")?;
        let db = self.storage.reader();
        let found = reference::picklists::values(db, caller.company_id(), filter, listing).await?;
        found.try_map(|value| Ok(value.into()))
    }
}
