//! What a download of everything would hold, and roughly how large it would be.
//!
//! Invariant: asking changes nothing, and only who may download learns of it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{drive, mails, records, trail};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::services::Services;

/// Bytes of a record in the archive, compressed, both forms together: measured on the demonstration company.
const OF_RECORD: u64 = 180;
/// The same of an entry of the audit trail.
const OF_ENTRY: u64 = 155;
/// The same of a mail without attachments.
const OF_MAIL: u64 = 1000;

/// What a download of everything would hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArchivePreview {
    /// Records of all kinds, those in the bin among them.
    pub records: u64,
    /// Records that are private to somebody else, and left out.
    pub left_out: u64,
    /// Messages.
    pub mails: u64,
    /// Files of the drive.
    pub files: u64,
    /// Bytes of all their versions.
    pub file_bytes: i64,
    /// Entries of the audit trail.
    pub audit_entries: u64,
    /// Roughly how many bytes the download would have, without the attachments of mails.
    pub about_bytes: u64,
    /// Whether somebody of the company is downloading it now.
    pub is_under_way: bool,
}

impl Services {
    /// What a download of everything that the caller's company has would hold; none for who may not download it: the page
    /// of the company asks whoever opens it, and that is no attempt at anything.
    pub async fn preview_archive(
        &self,
        caller: &Caller,
    ) -> Result<Option<ArchivePreview>, ServiceError> {
        caller.require("company:view")?;
        if super::require(caller).is_err() {
            return Ok(None);
        }
        let db = self.storage.read(caller.company_id()).await?;
        let count = records::count(&db, caller).await?;
        let mails = mails::count(&db, caller).await?;
        let (files, file_bytes) = drive::count(&db, caller).await?;
        let audit_entries = trail::count(&db, caller).await?;
        let about = u64::try_from(file_bytes).unwrap_or(0)
            + count.given * OF_RECORD
            + audit_entries * OF_ENTRY
            + mails * OF_MAIL;
        Ok(Some(ArchivePreview {
            records: count.given,
            left_out: count.private,
            mails,
            files,
            file_bytes,
            audit_entries,
            about_bytes: about,
            is_under_way: self.archives.is_under_way(caller.company_id()),
        }))
    }
}
