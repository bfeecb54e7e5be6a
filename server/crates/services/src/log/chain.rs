//! Whether the trail is whole: every entry carries the hash of the one before it.
//!
//! Invariant: asking changes nothing.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::services::Services;

/// What a walk along the trail has shown.
///
/// A trail whose last entries were cut off is whole in itself: keep `entries` and `head` and compare later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChain {
    /// Whether every entry follows from the one before it.
    pub is_whole: bool,
    /// How many entries do, from the first one on.
    pub entries: i64,
    /// SHA-256 of the last of them, in hexadecimal digits; empty when there is none.
    pub head: String,
    /// The number of the first entry that does not follow; none when the trail is whole.
    #[schema(required)]
    pub broken_at: Option<i64>,
    /// When the walk began.
    #[schema(value_type = String, format = DateTime)]
    pub checked_at: Timestamp,
}

impl Services {
    /// Walks along the trail of the caller's company.
    pub async fn verify_audit(&self, caller: &Caller) -> Result<AuditChain, ServiceError> {
        caller.require("audit:view")?;
        let checked_at = self.now();
        let db = self.storage.read(caller.company_id()).await?;
        let chain = waybill_storage::audit::verify(&db, caller.company_id()).await?;
        Ok(AuditChain {
            is_whole: chain.broken_at.is_none(),
            entries: chain.entries,
            head: chain.head,
            broken_at: chain.broken_at,
            checked_at,
        })
    }
}
