//! Contents in the store: how bytes become a version of a file, and how they are read and removed.
//!
//! Invariant: what is read was let through by the file's own permissions, and nothing here holds a content in memory.

use std::fmt::Write as _;
use std::ops::Range;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use waybill_storage::contents::{self, Content};
use waybill_storage::records::read::Bin;
use waybill_storage::records::{Id, Row, read};
use waybill_storage::{CompanyId, Handle, Transaction};

use super::file::{FileFields, FileVersion, Files};
use super::kinds::{self, HEAD_BYTES};
use super::store::{ByteStream, FileStore, ObjectKey, ObjectKind, ObjectWriter};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{
    Expected, apply_body, insert_in, require_live, require_version, update_in,
};
use crate::collection::{Collection as _, Shown, Writing};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;

/// Versions of one file at most.
const MAX_VERSIONS: usize = 100;

/// A small content is sent in one request: as much as a part of an upload.
pub const SMALL_BYTES: usize = super::upload::PART_BYTES;

/// A content that may be read.
pub struct Attachment {
    /// The name of the file.
    pub name: String,
    /// Media type, as the content shows.
    pub mime: String,
    /// Bytes of the whole content.
    pub size: u64,
    /// SHA-256 of the whole content, in hexadecimal digits.
    pub sha256: String,
    /// Under which the bytes lie.
    object: ObjectKey,
}

impl std::fmt::Debug for Attachment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Attachment")
            .field("mime", &self.mime)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Services {
    /// The content of a file that the caller sees: of its latest version, or of the one asked for. Mails attach it, and
    /// downloads read it.
    pub async fn attachment(
        &self,
        caller: &Caller,
        file: Id<Files>,
        version: Option<i64>,
    ) -> Result<Attachment, ServiceError> {
        let scope = caller.require_permission(Files::permission(Action::View))?;
        let db = self.storage.read(caller.company_id()).await?;
        let row = within_reach(&db, caller, file, scope).await?;
        require_live(&row)?;
        let version = match version {
            None => row.fields.versions.last(),
            Some(n) => row.fields.versions.iter().find(|it| it.n == n),
        };
        let version = version.ok_or(ServiceError::NotFound)?;
        let content = self
            .content_of(&db, caller.company_id(), row.id, version.n)
            .await?;
        content.ok_or(ServiceError::NotFound)
    }

    /// The content of a version that somebody who may read it has let through before; none when it is gone for good.
    pub(crate) async fn content_of(
        &self,
        db: &dyn Handle,
        company: CompanyId,
        file: Id<Files>,
        version: i64,
    ) -> Result<Option<Attachment>, ServiceError> {
        let Some(row) = read::get(db, company, file, Bin::Either).await? else {
            return Ok(None);
        };
        let content = contents::of_version(db, company, file.as_uuid(), version).await?;
        let version = row.fields.versions.iter().find(|it| it.n == version);
        Ok(content.zip(version).map(|(content, version)| Attachment {
            mime: row.fields.mime.clone(),
            size: u64::try_from(content.size).unwrap_or(0),
            sha256: version.sha256.clone(),
            object: content_key(content.id),
            name: row.fields.name.clone(),
        }))
    }

    /// The bytes of an attachment within the range; of an empty range, none.
    pub async fn read_attachment(
        &self,
        attachment: &Attachment,
        range: Range<u64>,
    ) -> Result<ByteStream, ServiceError> {
        if range.is_empty() {
            return Ok(Box::pin(stream::empty()));
        }
        Ok(self.files.read(attachment.object, range).await?)
    }

    /// The whole content at once, for what is small: a mail's attachments, say. [`ServiceError::State`] when it is larger
    /// than `limit`.
    pub async fn whole_attachment(
        &self,
        attachment: &Attachment,
        limit: u64,
    ) -> Result<Vec<u8>, ServiceError> {
        if limit < attachment.size {
            return Err(ServiceError::State("This file is too large for that."));
        }
        let mut bytes = Vec::new();
        let mut stream = self.read_attachment(attachment, 0..attachment.size).await?;
        while let Some(chunk) = stream.next().await {
            bytes.extend_from_slice(&chunk?);
        }
        Ok(bytes)
    }

    /// Makes a file of a small content that came in one request.
    pub async fn create_small_file(
        &self,
        caller: &Caller,
        draft: serde_json::Map<String, serde_json::Value>,
        bytes: Bytes,
        source: &Source,
    ) -> Result<Shown<Files>, ServiceError> {
        caller.require_permission(Files::permission(Action::Create))?;
        let name = draft.get("name").and_then(|it| it.as_str());
        let name = name.unwrap_or_default().to_owned();
        let mut incoming = Incoming::begin(&*self.files);
        incoming.put(bytes).await?;
        let arrived = incoming.finish(&name, "").await?;
        let object = arrived.object();
        let done = async {
            let tx = self.storage.begin_for(caller.company_id()).await?;
            let writing = self.writing(caller, &tx, source, self.now());
            let row = add_file(&writing, draft, &arrived).await?;
            let shown = show_one(self, caller, &tx, row).await?;
            tx.commit().await?;
            Ok(shown)
        };
        self.or_remove(object, done.await).await
    }

    /// Makes a small content that came in one request the latest version of a file.
    pub async fn replace_small_content(
        &self,
        caller: &Caller,
        file: Id<Files>,
        expected: Expected,
        bytes: Bytes,
        source: &Source,
    ) -> Result<Shown<Files>, ServiceError> {
        let scope = caller.require_permission(Files::permission(Action::Edit))?;
        let db = self.storage.read(caller.company_id()).await?;
        let name = within_reach(&db, caller, file, scope).await?.fields.name;
        drop(db);
        let mut incoming = Incoming::begin(&*self.files);
        incoming.put(bytes).await?;
        let arrived = incoming.finish(&name, "").await?;
        let object = arrived.object();
        let done = async {
            let tx = self.storage.begin_for(caller.company_id()).await?;
            let writing = self.writing(caller, &tx, source, self.now());
            let row = within_reach(&tx, caller, file, scope).await?;
            require_version(&writing, &row, expected).await?;
            let row = add_version(&writing, row, &arrived).await?;
            let shown = show_one(self, caller, &tx, row).await?;
            tx.commit().await?;
            Ok(shown)
        };
        self.or_remove(object, done.await).await
    }

    /// Gives the outcome on; the bytes are removed when they were refused. When storage failed, nobody knows whether the row is
    /// there, so they stay, and are swept away if it is not.
    pub(super) async fn or_remove<T>(
        &self,
        object: ObjectKey,
        outcome: Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let is_refused = |error: &ServiceError| !matches!(error, ServiceError::Storage(_));
        if outcome.as_ref().is_err_and(is_refused) {
            self.remove_object(object).await;
        }
        outcome
    }

    /// Removes bytes that nothing refers to. What stays behind is swept away later.
    pub(super) async fn remove_object(&self, object: ObjectKey) {
        if let Err(error) = self.files.remove(object).await {
            tracing::warn!(%error, "The content of a file could not be deleted.");
        }
    }

    /// Passes when the company may keep that much more.
    pub(super) async fn require_room(
        &self,
        tx: &Transaction,
        caller: &Caller,
        bytes: i64,
    ) -> Result<(), ServiceError> {
        let (limits, company) = (self.settings.reloadable().drive, caller.company_id());
        let everything = waybill_storage::records::Filter::default();
        let files = read::count::<Files>(tx, company, &everything, Bin::Either).await?;
        if limits.files <= files {
            let detail =
                "Your company has reached its limit of files. Delete some permanently first.";
            return Err(ServiceError::State(detail));
        }
        if limits.company_bytes < contents::total_size(tx, company).await? + bytes {
            let detail =
                "Your company has used all its storage. Delete some files permanently first.";
            return Err(ServiceError::State(detail));
        }
        Ok(())
    }
}

/// A file that is not in the bin, with its latest version; none of a folder.
pub(crate) async fn latest(
    db: &dyn Handle,
    company: CompanyId,
    file: Id<Files>,
) -> Result<Option<(Row<Files>, FileVersion)>, ServiceError> {
    let row = read::get(db, company, file, Bin::Outside).await?;
    Ok(row.and_then(|row| {
        let version = row.fields.versions.last().cloned()?;
        Some((row, version))
    }))
}

pub(super) fn content_key(id: Uuid) -> ObjectKey {
    ObjectKey {
        kind: ObjectKind::Content,
        id,
    }
}

/// A content on its way into the store, looked at as it passes.
pub(super) struct Incoming {
    id: Uuid,
    writer: Box<dyn ObjectWriter>,
    hash: Sha256,
    head: Vec<u8>,
    size: i64,
}

/// A content in the store that no row refers to yet.
#[derive(Debug)]
pub(crate) struct Arrived {
    id: Uuid,
    size: i64,
    sha256: String,
    mime: &'static str,
}

impl Incoming {
    pub(super) fn begin(store: &dyn FileStore) -> Self {
        let id = Uuid::now_v7();
        Self {
            id,
            writer: store.write(content_key(id)),
            hash: Sha256::new(),
            head: Vec::new(),
            size: 0,
        }
    }

    pub(super) async fn put(&mut self, bytes: Bytes) -> Result<(), ServiceError> {
        let wanted = HEAD_BYTES.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend(bytes.iter().take(wanted));
        self.hash.update(&bytes);
        self.size += i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        Ok(self.writer.put(bytes).await?)
    }

    /// Ends the content, if it has the hash that was announced (none when that is empty) and is what its name says.
    pub(super) async fn finish(self, name: &str, announced: &str) -> Result<Arrived, ServiceError> {
        let sha256 = hex(self.hash);
        let refusal = if announced.is_empty() || announced == sha256 {
            kinds::recognise(name, &self.head)
                .map_err(|detail| FieldProblem::member("name", detail))
        } else {
            let detail = "The content does not match its hash. Upload it again.";
            Err(FieldProblem::member("sha256", detail))
        };
        match refusal {
            Ok(mime) => {
                self.writer.finish().await?;
                Ok(Arrived {
                    id: self.id,
                    size: self.size,
                    sha256,
                    mime,
                })
            }
            Err(fault) => {
                self.writer.abort().await;
                Err(ServiceError::Invalid(vec![fault]))
            }
        }
    }
}

impl Arrived {
    pub(super) fn object(&self) -> ObjectKey {
        content_key(self.id)
    }

    /// The fields of a new file of it that nothing else is said of.
    pub(super) fn fields(&self, writing: &Writing<'_>) -> FileFields {
        FileFields {
            versions: vec![self.version(writing, 1)],
            mime: self.mime.to_owned(),
            sha256: self.sha256.clone(),
            size: self.size,
            ..Files::blank(writing.caller)
        }
    }

    fn version(&self, writing: &Writing<'_>, n: i64) -> FileVersion {
        FileVersion {
            n,
            size: self.size,
            by: writing.caller.user_id(),
            at: writing.now,
            sha256: self.sha256.clone(),
        }
    }

    async fn belongs(
        &self,
        writing: &Writing<'_>,
        file: Id<Files>,
        version: i64,
    ) -> Result<(), ServiceError> {
        let content = Content {
            id: self.id,
            file_id: file.as_uuid(),
            version,
            size: self.size,
        };
        Ok(contents::insert(writing.tx, writing.company(), content).await?)
    }
}

/// Writes a new file with its first version, and the audit entry.
pub(super) async fn add_file(
    writing: &Writing<'_>,
    draft: serde_json::Map<String, serde_json::Value>,
    arrived: &Arrived,
) -> Result<Row<Files>, ServiceError> {
    let mut fields = arrived.fields(writing);
    apply_body::<Files>(writing, None, &mut fields, draft)
        .await?
        .check()?;
    insert_with(writing, fields, arrived).await
}

/// Writes a new file whose fields were checked, with its only version.
pub(super) async fn insert_with(
    writing: &Writing<'_>,
    fields: FileFields,
    arrived: &Arrived,
) -> Result<Row<Files>, ServiceError> {
    writing
        .services
        .require_room(writing.tx, writing.caller, arrived.size)
        .await?;
    let row = insert_in::<Files>(writing, fields).await?;
    arrived.belongs(writing, row.id, 1).await?;
    Ok(row)
}

/// Writes a new version of a file, and the audit entry.
pub(super) async fn add_version(
    writing: &Writing<'_>,
    row: Row<Files>,
    arrived: &Arrived,
) -> Result<Row<Files>, ServiceError> {
    require_live(&row)?;
    require_versions(&row)?;
    // It may have been renamed since the upload began.
    if !kinds::fits(&row.fields.name, arrived.mime) {
        let detail = "The content does not match the file name.";
        let fault = FieldProblem::member("name", detail);
        return Err(ServiceError::Invalid(vec![fault]));
    }
    writing
        .services
        .require_room(writing.tx, writing.caller, arrived.size)
        .await?;
    let mut fields = row.fields.clone();
    let n = fields.versions.last().map_or(1, |it| it.n + 1);
    fields.versions.push(arrived.version(writing, n));
    arrived.mime.clone_into(&mut fields.mime);
    arrived.sha256.clone_into(&mut fields.sha256);
    fields.size = arrived.size;
    let row = update_in(writing, row, fields, "upload").await?;
    arrived.belongs(writing, row.id, n).await?;
    Ok(row)
}

/// Passes for a file that may get another version.
pub(super) fn require_versions(row: &Row<Files>) -> Result<(), ServiceError> {
    if row.fields.is_folder {
        return Err(ServiceError::State("A folder has no content."));
    }
    if MAX_VERSIONS <= row.fields.versions.len() {
        return Err(ServiceError::State("This file already has 100 versions."));
    }
    Ok(())
}

/// The hash in hexadecimal digits.
pub(crate) fn hex(hash: Sha256) -> String {
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
