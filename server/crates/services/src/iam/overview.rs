//! The overview of a company: how many of each there are, for the dashboard.

use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::reference::{countries, currencies, picklists, timezones};
use waybill_storage::{roles, users};

use crate::caller::Caller;
use crate::error::ServiceError;
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
        let (db, company) = (self.storage.reader(), caller.company_id());
        Ok(CompanyOverview {
            users: users::count(db, company).await?,
            roles: roles::count(db, company).await?,
            countries: countries::count(db, company).await?,
            currencies: currencies::count(db, company).await?,
            timezones: timezones::count(db, company).await?,
            picklist_values: picklists::count_enabled(db, company).await?,
        })
    }
}
