//! Callers: whoever spoke of late, so that what they may do is not worked out anew for each of their requests.
//!
//! Invariant: nobody is taken for what they were before a change that is committed; the rights stamp of the company, which each
//! request reads, tells. [`crate::Settings::compares_callers`] has everybody worked out all the same and compared.

use quick_cache::sync::Cache;
use waybill_storage::{StorageError, UserId, rights_stamp};

use super::Caller;
use crate::error::ServiceError;
use crate::services::Services;

/// How many are kept: some kilobytes each.
const KEPT: usize = 2_000;

/// Whoever spoke of late.
pub(crate) struct Callers(Cache<UserId, Caller>);

impl Default for Callers {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl Callers {
    /// The user, if it spoke of late and nothing about it has changed.
    pub(crate) async fn known(
        &self,
        services: &Services,
        user_id: UserId,
    ) -> Result<Option<Caller>, StorageError> {
        let Some(kept) = self.0.get(&user_id) else {
            return Ok(None);
        };
        let reader = services.storage.reader();
        let stamp = rights_stamp::get(reader, kept.company_id()).await?;
        let holds = match stamp {
            Some(stamp) => kept.holds(stamp, services.now())?,
            None => false,
        };
        if holds && services.settings.compares_callers {
            self.compare(services, &kept, stamp).await?;
        }
        Ok(holds.then_some(kept))
    }

    /// Keeps the caller.
    pub(crate) fn keep(&self, caller: &Caller) {
        self.0.insert(caller.user_id(), caller.clone());
    }

    /// Panics where a change did not move the stamp on.
    async fn compare(
        &self,
        services: &Services,
        kept: &Caller,
        stamp: Option<i64>,
    ) -> Result<(), StorageError> {
        let loaded = services.loaded_caller(kept.user_id()).await;
        let reader = services.storage.reader();
        let is_untouched = rights_stamp::get(reader, kept.company_id()).await? == stamp;
        if is_untouched {
            let is_same = match &loaded {
                Ok(loaded) => kept.is_same(loaded),
                // Whoever cannot be loaded now may be who it was.
                Err(error) => matches!(error, ServiceError::Storage(_)),
            };
            assert!(
                is_same,
                "a change did not move the rights stamp: {kept:?}, {loaded:?}"
            );
        }
        Ok(())
    }
}
