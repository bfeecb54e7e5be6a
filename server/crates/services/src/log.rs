//! Log service: what was done, as a list, of one record, as a table, and whether the trail is whole.
//!
//! Invariant: nothing here changes an entry; what is done to the trail itself (an export) is a new entry.

pub mod audit;
pub mod chain;
pub mod denials;
pub mod export;
pub mod imports;

use uuid::Uuid;
use waybill_storage::audit::list::Condition;
use waybill_storage::audit::{AuditListing, list};
use waybill_storage::listing::Total;
use waybill_storage::records::Cursor;

use crate::caller::Caller;
use crate::collection::nouns;
use crate::error::ServiceError;
use crate::log::audit::AuditEntry;
use crate::services::Services;

/// A part of the trail.
#[derive(Debug)]
pub struct AuditPage {
    /// In the order asked for.
    pub rows: Vec<AuditEntry>,
    /// How many entries there are in all, where that was asked for.
    pub total: Option<Total>,
    /// Where the next part begins.
    pub next: Option<Cursor>,
}

impl Services {
    /// What was done in the caller's company, the latest first unless asked otherwise.
    pub async fn list_audit(
        &self,
        caller: &Caller,
        listing: AuditListing,
    ) -> Result<AuditPage, ServiceError> {
        caller.require("audit:view")?;
        self.audit_page(caller, listing).await
    }

    /// What was done to one record: for those who may see the trail, and for those who may see the record.
    pub async fn audit_history(
        &self,
        caller: &Caller,
        entity_type: &str,
        entity_id: Uuid,
        mut listing: AuditListing,
    ) -> Result<AuditPage, ServiceError> {
        if let Err(refused) = caller.require("audit:view") {
            let noun = nouns::of_kind(entity_type).ok_or(refused)?;
            noun.require_view(self, caller, entity_id).await?;
        }
        listing.conditions = Condition::of_entity(entity_type, entity_id);
        self.audit_page(caller, listing).await
    }

    pub(crate) async fn audit_page(
        &self,
        caller: &Caller,
        listing: AuditListing,
    ) -> Result<AuditPage, ServiceError> {
        let db = self.storage.read(caller.company_id()).await?;
        let page = list(&db, caller.company_id(), listing).await?;
        let rows = page.rows.into_iter().map(AuditEntry::try_from);
        Ok(AuditPage {
            rows: rows.collect::<Result<_, _>>()?,
            total: page.total,
            next: page.next,
        })
    }
}
