//! Removal for good: of files with all their versions, and of bytes that belong to nothing.
//!
//! Invariant: rows go first and their bytes after the commit, so no row is ever without bytes.

use jiff::SignedDuration;
use waybill_storage::audit;
use waybill_storage::contents;
use waybill_storage::records::read::Bin;
use waybill_storage::records::{Id, Row, write};

use super::content::content_key;
use super::file::{Files, require_empty};
use super::store::{ObjectKey, ObjectKind};
use crate::caller::Caller;
use crate::collection::read::within_reach;
use crate::collection::write::{Expected, refuse_used, require_version};
use crate::collection::{Collection as _, Writing, changes};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;

/// How old bytes without a row are when they are swept away: older than any upload that may still end.
const SWEPT_AFTER: SignedDuration = SignedDuration::from_hours(25);

impl Services {
    /// Removes a file or an empty folder from the bin for good, with all its versions.
    pub async fn destroy_file(
        &self,
        caller: &Caller,
        file: Id<Files>,
        expected: Expected,
        source: &Source,
    ) -> Result<(), ServiceError> {
        let scope = caller.require_permission(Files::permission(Action::Destroy))?;
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let row = within_reach(&tx, caller, file, scope).await?;
        require_version(&writing, &row, expected).await?;
        if row.meta.deleted_at.is_none() {
            return Err(ServiceError::State("Move this to the bin first."));
        }
        if row.fields.is_folder {
            // What lies in the bin may still come back to it.
            require_empty(&writing, row.id, Bin::Either).await?;
        }
        refuse_used(&writing, "file", row.id.as_uuid()).await?;
        let objects = destroy_in(&writing, &row).await?;
        tx.commit().await?;
        self.remove_objects(objects).await;
        Ok(())
    }

    /// Deletes bytes that belong to nothing and uploads that were abandoned; gives how many. For all companies.
    pub async fn sweep_files(&self) -> Result<usize, ServiceError> {
        let tx = self.storage.begin().await?;
        contents::forget_uploads(&tx, self.now()).await?;
        tx.commit().await?;
        let before = self.now() - SWEPT_AFTER;
        let mut swept = 0;
        for id in self.files.older(ObjectKind::Part, before).await? {
            let kind = ObjectKind::Part;
            self.remove_object(ObjectKey { kind, id }).await;
            swept += 1;
        }
        let ids = self.files.older(ObjectKind::Content, before).await?;
        let known = contents::known(self.storage.reader(), &ids).await?;
        for id in ids.into_iter().filter(|id| !known.contains(id)) {
            self.remove_object(content_key(id)).await;
            swept += 1;
        }
        Ok(swept)
    }

    /// Removes the bytes of what [`destroy_in`] has removed, once that is committed.
    pub(crate) async fn remove_objects(&self, objects: Vec<ObjectKey>) {
        for object in objects {
            self.remove_object(object).await;
        }
    }
}

/// Removes the rows of a file or an empty folder within a transaction, with its audit entry; gives the bytes that nothing
/// refers to then.
pub(crate) async fn destroy_in(
    writing: &Writing<'_>,
    row: &Row<Files>,
) -> Result<Vec<ObjectKey>, ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let ids = contents::remove_of_file(tx, company, row.id.as_uuid()).await?;
    write::remove::<Files>(tx, company, row.id).await?;
    Files::written(writing, Some(row), None).await?;
    let entry = changes::entry(writing, "destroy", Some(&row.fields), row, None)?;
    audit::append(tx, company, entry, writing.now).await?;
    Ok(ids.into_iter().map(content_key).collect())
}
