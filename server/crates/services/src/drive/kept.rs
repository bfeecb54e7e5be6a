//! Files that a service makes for somebody, such as the photo of a user or the table of an import: no upload, no right to make
//! files, a name of their own.
//!
//! Invariant: such a file is its owner's alone in the drive; whoever else is to see the content gets it from the service that
//! made it.

use bytes::Bytes;
use uuid::Uuid;
use waybill_storage::UserId;
use waybill_storage::records::Row;

use super::content::{Arrived, Incoming, insert_with};
use super::file::{FileFields, FileVisibility, Files};
use super::kinds;
use super::subject::FileSubject;
use crate::collection::Writing;
use crate::error::ServiceError;
use crate::services::Services;

/// What a file is called that a service makes: `what` and the id of the content, so no other file has the name.
#[derive(Debug)]
pub(crate) struct Kept {
    name: String,
    arrived: Arrived,
}

impl Services {
    /// Puts the bytes into the store. No row refers to them yet; see [`Services::or_remove_kept`].
    pub(crate) async fn put_kept(
        &self,
        what: &str,
        extension: &str,
        bytes: Bytes,
    ) -> Result<Kept, ServiceError> {
        let mut name = format!("{what}-{}.{extension}", Uuid::now_v7());
        let head = bytes.get(..kinds::HEAD_BYTES).unwrap_or(&bytes);
        if kinds::recognise(&name, head).is_err() {
            // It is kept as it came, such as a table with characters that no text has.
            name.push_str(".bin");
        }
        let mut incoming = Incoming::begin(&*self.files);
        incoming.put(bytes).await?;
        let arrived = incoming.finish(&name, "").await?;
        Ok(Kept { name, arrived })
    }

    /// Gives the outcome on; the bytes are removed when they were refused.
    pub(crate) async fn or_remove_kept<T>(
        &self,
        kept: &Kept,
        outcome: Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        self.or_remove(kept.arrived.object(), outcome).await
    }
}

/// Writes the file, which is `owner`'s, and about `subject` if there is one, and the audit entry.
pub(crate) async fn keep_in(
    writing: &Writing<'_>,
    kept: &Kept,
    owner: UserId,
    subject: Option<FileSubject>,
) -> Result<Row<Files>, ServiceError> {
    let fields = FileFields {
        name: kept.name.clone(),
        subject,
        visibility: FileVisibility::Private,
        uploader_id: Some(owner),
        ..kept.arrived.fields(writing)
    };
    insert_with(writing, fields, &kept.arrived).await
}
