//! Log service: what was done.

pub mod audit;

use waybill_storage::audit::AuditSort;
use waybill_storage::listing::{Listed, Listing};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::log::audit::AuditEntry;
use crate::services::Services;

impl Services {
    /// What was done in the caller's company, the latest first.
    pub async fn list_audit(
        &self,
        caller: &Caller,
        listing: Listing<AuditSort>,
    ) -> Result<Listed<AuditEntry>, ServiceError> {
        caller.require("audit:view")?;
        let found =
            waybill_storage::audit::list(self.storage.reader(), caller.company_id(), listing)
                .await?;
        Ok(found.try_map(AuditEntry::try_from)?)
    }
}
