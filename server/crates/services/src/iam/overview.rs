//! The overview of a company: how many of each there are, for the dashboard.

use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Record};
use waybill_storage::reference::timezones::Timezones;
use waybill_storage::{CompanyId, Handle, StorageError, roles, users};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::master::countries::Countries;
use crate::master::currencies::Currencies;
use crate::master::picklists::PicklistValues;
use crate::services::Services;

/// How many of each the company has or sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompanyOverview {
    /// Its users.
    pub users: u64,
    /// Its roles.
    pub roles: u64,
    /// Countries.
    pub countries: u64,
    /// Currencies.
    pub currencies: u64,
    /// Time zones.
    pub timezones: u64,
    /// Picklist values that pickers offer.
    pub picklist_values: u64,
}

impl Services {
    /// The overview of the caller's company.
    pub async fn overview(&self, caller: &Caller) -> Result<CompanyOverview, ServiceError> {
        caller.require("dashboard:view")?;
        let company = caller.company_id();
        let db = &self.storage.read(company).await?;
        let all = Filter::default();
        let offered = Filter::eq::<PicklistValues>("enabled", true);
        Ok(CompanyOverview {
            users: users::count(db, company).await?,
            roles: roles::count(db, company).await?,
            countries: count::<Countries>(db, company, &all).await?,
            currencies: count::<Currencies>(db, company, &all).await?,
            timezones: count::<Timezones>(db, company, &all).await?,
            picklist_values: count::<PicklistValues>(db, company, &offered).await?,
        })
    }
}

async fn count<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: &Filter,
) -> Result<u64, StorageError> {
    read::count::<R>(db, company, filter, Bin::Outside).await
}
