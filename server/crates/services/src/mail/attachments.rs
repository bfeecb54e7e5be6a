//! Attachments: files of the drive that travel with a mail.
//!
//! A letter names files; a message holds the version of each that was the latest when it was sent, whatever becomes of the
//! file while the mail waits.
//!
//! Invariant: a file travels only when somebody who may read it attached it, and only within its company.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::CompanyId;
use waybill_storage::records::{Id, Link, Record as _};

use crate::collection::Collection as _;
use crate::collection::Writing;
use crate::collection::read::within_reach;
use crate::drive::file::Files;
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::Faults;

/// The most files of one mail.
pub const MAX_FILES: usize = 10;

/// The most bytes of all files of one mail together.
pub const MAX_BYTES: u64 = 20 * 1024 * 1024;

const TOO_LARGE: &str = "Attach at most 20 MB in total.";

/// A version of a file that travels with a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct AttachedFile {
    /// The file.
    pub file_id: Uuid,
    /// Which version of it.
    pub version: i64,
    /// Its name when the mail was sent.
    pub name: String,
    /// Its media type.
    pub mime: String,
    /// Bytes of the version.
    pub size: u64,
}

/// The files as links, for where-used lists: what is to travel is not thrown away.
pub(crate) fn links(files: impl IntoIterator<Item = Uuid>) -> Vec<Link> {
    let link = |id| Link {
        field: "attachments",
        to_kind: Files::KIND,
        to_id: id,
    };
    files.into_iter().map(link).collect()
}

/// Notes files that the caller may not read, and too much of them. Those that `before` names were looked at by whoever
/// attached them.
pub(crate) async fn check_files(
    writing: &Writing<'_>,
    before: Option<&[Uuid]>,
    files: &[Uuid],
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let before = before.unwrap_or_default();
    if before == files {
        return Ok(());
    }
    let mut bytes = 0;
    for (at, id) in files.iter().enumerate() {
        if !before.contains(id) && !is_readable(writing, *id).await? {
            faults.add(no_such_file(at));
        } else if let Some(file) = latest(writing, *id).await? {
            bytes += file.size;
        }
    }
    if MAX_BYTES < bytes {
        faults.add(FieldProblem::member("attachments", TOO_LARGE));
    }
    Ok(())
}

/// The files as they travel: those of a letter, which the caller may read, and behind them those of its template.
pub(crate) async fn frozen(
    writing: &Writing<'_>,
    of_letter: &[Uuid],
    of_template: &[Uuid],
    faults: &mut Faults,
) -> Result<Vec<AttachedFile>, ServiceError> {
    let mut files = Vec::new();
    for (at, id) in of_letter.iter().enumerate() {
        let file = match is_readable(writing, *id).await? {
            true => latest(writing, *id).await?,
            false => None,
        };
        match file {
            Some(file) => files.push(file),
            None => faults.add(no_such_file(at)),
        }
    }
    for id in of_template.iter().filter(|id| !of_letter.contains(id)) {
        if let Some(file) = latest(writing, *id).await? {
            files.push(file);
        } else {
            let detail =
                "A file attached to this template no longer exists. Correct the template first.";
            faults.add(FieldProblem::member("templateId", detail));
        }
    }
    let bytes: u64 = files.iter().map(|file| file.size).sum();
    if MAX_FILES < files.len() {
        let detail = "Attach at most 10 files, including those of the template.";
        faults.add(FieldProblem::member("attachments", detail));
    } else if MAX_BYTES < bytes {
        faults.add(FieldProblem::member("attachments", TOO_LARGE));
    }
    Ok(files)
}

/// The content of a file that travels; none when the file was removed for good.
pub(crate) async fn content(
    services: &Services,
    company: CompanyId,
    file: &AttachedFile,
) -> Result<Option<Vec<u8>>, ServiceError> {
    let db = services.storage.read(company).await?;
    let id = Id::<Files>::from(file.file_id);
    let found = services.content_of(&db, company, id, file.version).await?;
    drop(db);
    match found {
        Some(found) => Ok(Some(services.whole_attachment(&found, MAX_BYTES).await?)),
        None => Ok(None),
    }
}

fn no_such_file(at: usize) -> FieldProblem {
    FieldProblem {
        pointer: format!("/attachments/{at}"),
        detail: "File not found.".to_owned(),
    }
}

/// Whether the caller sees the file, as in the list of files.
async fn is_readable(writing: &Writing<'_>, id: Uuid) -> Result<bool, ServiceError> {
    let right = Files::permission(Action::View);
    let scope = writing.caller.require_permission(right)?;
    let id = Id::<Files>::from(id);
    match within_reach(writing.tx, writing.caller, id, scope).await {
        Ok(_) => Ok(true),
        Err(ServiceError::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The latest version of a file that is no folder and not in the bin.
async fn latest(writing: &Writing<'_>, id: Uuid) -> Result<Option<AttachedFile>, ServiceError> {
    let file = crate::drive::content::latest(writing.tx, writing.company(), id.into()).await?;
    Ok(file.map(|(row, version)| AttachedFile {
        file_id: id,
        version: version.n,
        name: row.fields.name,
        mime: row.fields.mime,
        size: u64::try_from(version.size).unwrap_or(0),
    }))
}
