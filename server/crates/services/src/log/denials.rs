//! Denials: what somebody tried who may not do it.
//!
//! Invariant: of one user no more than [`PER_HOUR`] denials are noted in an hour, so that nobody can flood the trail.

use jiff::SignedDuration;
use uuid::Uuid;
use waybill_storage::audit::{self, Subject};

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::log::audit::{denied, done, subject_company};
use crate::permissions::Permission;
use crate::services::Services;
use crate::source::Source;

/// How many denials of one user are noted in an hour.
pub const PER_HOUR: u64 = 20;

impl Services {
    /// Notes that the caller tried something without the right to it; nothing is noted while another view is looked at.
    pub async fn note_denial(
        &self,
        caller: &Caller,
        permission: Permission,
        record: Option<Uuid>,
        source: &Source,
    ) -> Result<(), ServiceError> {
        if caller.viewing().is_some() {
            return Ok(());
        }
        let (company, user) = (caller.company_id(), caller.user_id());
        let now = self.now();
        let since = now
            .checked_sub(SignedDuration::from_hours(1))
            .unwrap_or(now);
        let db = self.storage.read(company).await?;
        if PER_HOUR <= audit::denials(&db, company, user, since).await? {
            return Ok(());
        }
        drop(db);
        let subject = match record {
            Some(id) => Subject {
                entity_type: permission.resource.as_str().to_owned(),
                id,
                label: String::new(),
            },
            None => subject_company(caller.company()),
        };
        let action = permission.to_string().replace(':', ".");
        let entry = done(caller.user(), &action, subject, source);
        let entry = denied(entry, &format!("The right {permission} is missing."));
        let tx = self.storage.begin_for(company).await?;
        // Others may have been noted since the count above, which spares the write lock.
        if audit::denials(&tx, company, user, since).await? < PER_HOUR {
            audit::append(&tx, company, entry, now).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
