//! Attachments: files of the company that travel with a mail.
//!
//! The files themselves are another service's; what mail needs of them is said here.
//!
//! Invariant: a file is read for a mail only when somebody who may read it attached it, and only within its company.

use async_trait::async_trait;
use uuid::Uuid;
use waybill_storage::CompanyId;
use waybill_storage::records::Link;

use crate::caller::Caller;
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::problem::FieldProblem;
use crate::validate::Faults;

/// The most files of one mail.
pub const MAX_FILES: usize = 10;

/// The most bytes of all files of one mail together.
pub const MAX_BYTES: u64 = 20 * 1024 * 1024;

/// Gives the files that mails name.
#[async_trait]
pub trait Attachments: Send + Sync {
    /// Name and size of those of the files that the caller may read, in any order.
    async fn describe(
        &self,
        caller: &Caller,
        ids: &[Uuid],
    ) -> Result<Vec<AttachedFile>, ServiceError>;

    /// The content of a file as it is now; none when the file is gone.
    async fn read(
        &self,
        company: CompanyId,
        id: Uuid,
    ) -> Result<Option<(AttachedFile, Vec<u8>)>, ServiceError>;
}

/// A file as a mail knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Its size in bytes.
    pub size: u64,
}

/// No files: nothing can be attached.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

#[async_trait]
impl Attachments for NoFiles {
    async fn describe(&self, _: &Caller, _: &[Uuid]) -> Result<Vec<AttachedFile>, ServiceError> {
        Ok(Vec::new())
    }

    async fn read(
        &self,
        _: CompanyId,
        _: Uuid,
    ) -> Result<Option<(AttachedFile, Vec<u8>)>, ServiceError> {
        Ok(None)
    }
}

/// The files as links, for where-used lists.
pub(crate) fn links(files: &[Uuid]) -> Vec<Link> {
    let link = |id: &Uuid| Link {
        field: "attachments",
        to_kind: "file",
        to_id: *id,
    };
    files.iter().map(link).collect()
}

/// Notes files that the caller may not read, and too much of them.
pub(crate) async fn check_files(
    writing: &Writing<'_>,
    files: &[Uuid],
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    if files.is_empty() {
        return Ok(());
    }
    let attachments = &writing.services.post.attachments;
    let found = attachments.describe(writing.caller, files).await?;
    for (at, id) in files.iter().enumerate() {
        if !found.iter().any(|file| file.id == *id) {
            faults.add(FieldProblem {
                pointer: format!("/attachments/{at}"),
                detail: "There is no such file.".to_owned(),
            });
        }
    }
    if MAX_BYTES < found.iter().map(|file| file.size).sum() {
        let detail = "Please attach at most 20 MB.";
        faults.add(FieldProblem::member("attachments", detail));
    }
    Ok(())
}
