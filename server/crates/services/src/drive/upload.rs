//! Uploads: contents on their way in, part by part, so that a broken connection costs one part.
//!
//! An upload is announced with its name and size; its parts come one after the other, each at the offset that is reached; it
//! is completed once all of it is there. Each part is an object of its own until then.
//!
//! Invariant: the offset of an upload is the sum of its stored parts: a part counts once it is durable, and once. An upload
//! belongs to whoever began it and ends after a day.

use bytes::Bytes;
use futures_util::StreamExt as _;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::write::{self, Stamp};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Record, Row};
use waybill_storage::{Handle, UserId};

use super::content::{Arrived, Incoming, add_file, add_version, require_versions};
use super::file::{FileVersion, Files};
use super::store::{ObjectKey, ObjectKind};
use crate::caller::Caller;
use crate::collection::read::{show_one, within_reach};
use crate::collection::write::{apply_body, require_live};
use crate::collection::{Collection as _, Shown};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

/// Bytes of a part at most.
pub const PART_BYTES: usize = 4 * 1024 * 1024;

/// Bytes of a part at least, unless it is the last one.
const LEAST_PART_BYTES: i64 = 256 * 1024;

/// How long an upload may take.
const LIFE: SignedDuration = SignedDuration::from_hours(24);

/// Uploads of a company under way at once.
const MAX_UPLOADS: u64 = 500;

/// The uploads of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uploads;

/// What is known of an upload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UploadFields {
    user_id: UserId,
    /// The file that gets a version; none when a new file comes of it.
    file_id: Option<Id<Files>>,
    name: String,
    /// The fields of the new file as they were sent.
    draft: Map<String, Value>,
    size: i64,
    /// Empty when no hash was announced.
    sha256: String,
    parts: Vec<StoredPart>,
    expires_at: Timestamp,
    /// What came of it.
    completed: Option<Id<Files>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredPart {
    id: Uuid,
    size: i64,
}

impl UploadFields {
    fn offset(&self) -> i64 {
        self.parts.iter().map(|part| part.size).sum()
    }
}

impl Record for Uploads {
    type Fields = UploadFields;

    const KIND: &'static str = "upload";
    const TABLE: &'static str = "uploads";
    const KEYS: &'static [Key] = &[Key::moment("expiresAt", "expires_at")];
    const ORDER: &'static [(&'static str, Direction)] = &[("expiresAt", Direction::Ascending)];

    fn keys(fields: &UploadFields) -> Vec<KeyValue> {
        vec![fields.expires_at.into()]
    }

    fn label(fields: &UploadFields) -> String {
        fields.name.clone()
    }

    fn searched(_: &UploadFields) -> Vec<&str> {
        Vec::new()
    }
}

/// An upload under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    /// Its id.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// The name that the file has or will have.
    pub name: String,
    /// The file that gets a version, or that came of the completed upload.
    #[schema(required)]
    pub file_id: Option<Uuid>,
    /// Bytes that were announced.
    pub size: i64,
    /// Bytes that are there: where the next part begins.
    pub offset: i64,
    /// Bytes of a part at most. All but the last one have at least 256 KiB.
    pub part_size: usize,
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Timestamp,
}

impl From<&Row<Uploads>> for Upload {
    fn from(row: &Row<Uploads>) -> Self {
        let file_id = row.fields.completed.or(row.fields.file_id);
        Self {
            id: row.id.as_uuid(),
            name: row.fields.name.clone(),
            file_id: file_id.map(|id| id.as_uuid()),
            size: row.fields.size,
            offset: row.fields.offset(),
            part_size: PART_BYTES,
            expires_at: row.fields.expires_at,
        }
    }
}

impl Services {
    /// Announces a content: of a new file, or with `fileId` of a new version. What is wrong with the file is said now, not
    /// after the bytes have come.
    pub async fn begin_upload(
        &self,
        caller: &Caller,
        body: Map<String, Value>,
        source: &Source,
    ) -> Result<Upload, ServiceError> {
        let now = self.now();
        let (mut fields, mut faults) = self.announced(caller, body, now);
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, now);
        if let Some(file) = fields.file_id {
            let scope = caller.require_permission(Files::permission(Action::Edit))?;
            let row = within_reach(&tx, caller, file, scope).await?;
            require_live(&row)?;
            require_versions(&row)?;
            fields.name.clone_from(&row.fields.name);
            for name in fields.draft.keys() {
                let detail = "A new version changes only the content.";
                faults.add(FieldProblem::member(name, detail));
            }
        } else {
            caller.require_permission(Files::permission(Action::Create))?;
            let mut file = Files::blank(caller);
            file.versions.push(FileVersion {
                n: 1,
                size: fields.size,
                by: caller.user_id(),
                at: now,
                sha256: fields.sha256.clone(),
            });
            let draft = fields.draft.clone();
            faults.append(apply_body::<Files>(&writing, None, &mut file, draft).await?);
            fields.name = file.name;
        }
        faults.check()?;
        self.require_room(&tx, caller, fields.size).await?;
        let company = caller.company_id();
        let any = Filter::default();
        if MAX_UPLOADS <= read::count::<Uploads>(&tx, company, &any, Bin::Either).await? {
            let detail = "Too many uploads are in progress. Try again later.";
            return Err(ServiceError::State(detail));
        }
        let row = write::insert(&tx, company, Id::generate(), fields, writing.stamp()).await?;
        tx.commit().await?;
        Ok(Upload::from(&row))
    }

    /// What is said of the upload itself; the rest of the body is the draft of the file.
    fn announced(
        &self,
        caller: &Caller,
        mut body: Map<String, Value>,
        now: Timestamp,
    ) -> (UploadFields, Faults) {
        let own = ["size", "sha256", "fileId"];
        let own = own.iter().filter_map(|it| body.remove_entry(*it)).collect();
        let mut members = Members::new(own);
        let mut fields = UploadFields {
            user_id: caller.user_id(),
            file_id: None,
            name: String::new(),
            draft: body,
            size: -1,
            sha256: String::new(),
            parts: Vec::new(),
            expires_at: now + LIFE,
            completed: None,
        };
        let limit = self.settings.reloadable().drive.file_bytes;
        members.number("size", 0..=limit, &mut fields.size);
        members.ensure("size", 0 <= fields.size, "This field is required.");
        members.checked_text(
            "sha256",
            64,
            &mut fields.sha256,
            |it| it.len() == 64 && it.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f')),
            "Enter 64 hexadecimal digits in lower case.",
        );
        members.optional_id("fileId", &mut fields.file_id);
        (fields, members.finish())
    }

    /// How far the upload is.
    pub async fn upload(&self, caller: &Caller, id: Id<Uploads>) -> Result<Upload, ServiceError> {
        let db = self.storage.read(caller.company_id()).await?;
        let row = self.own_upload(&db, caller, id).await?;
        Ok(Upload::from(&row))
    }

    /// Takes a part at its offset; gives the offset that is reached.
    pub async fn receive_part(
        &self,
        caller: &Caller,
        id: Id<Uploads>,
        offset: i64,
        bytes: Bytes,
    ) -> Result<i64, ServiceError> {
        let db = self.storage.read(caller.company_id()).await?;
        let row = self.own_upload(&db, caller, id).await?;
        drop(db);
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        require_fitting(&row.fields, offset, size)?;
        let part = Uuid::now_v7();
        let mut writer = self.files.write(part_key(part));
        writer.put(bytes).await?;
        writer.finish().await?;
        let mut fields = row.fields.clone();
        fields.parts.push(StoredPart { id: part, size });
        let reached = fields.offset();
        let written = self.update_upload(caller, &row, fields).await;
        self.or_remove(part_key(part), written).await?;
        Ok(reached)
    }

    /// Makes a file, or a version of one, of an upload that is there as a whole. Done twice, it gives the same file.
    pub async fn complete_upload(
        &self,
        caller: &Caller,
        id: Id<Uploads>,
        source: &Source,
    ) -> Result<Shown<Files>, ServiceError> {
        let db = self.storage.read(caller.company_id()).await?;
        let row = self.own_upload(&db, caller, id).await?;
        drop(db);
        if let Some(file) = row.fields.completed {
            return self.get(caller, file).await;
        }
        if row.fields.offset() != row.fields.size {
            let detail = "The upload is not complete yet. Send the missing parts.";
            return Err(ServiceError::State(detail));
        }
        let arrived = match self.assemble(&row.fields).await {
            Ok(arrived) => arrived,
            Err(error @ ServiceError::Invalid(_)) => {
                // What came is not what was meant: it can be sent again from the beginning.
                self.begin_again(caller, &row).await?;
                return Err(error);
            }
            // Another completion may have been faster, and has removed the parts.
            Err(error) => return self.completed(caller, id).await?.ok_or(error),
        };
        let object = arrived.object();
        let file = self.commit_upload(caller, id, &arrived, source).await;
        let Some(file) = self.or_remove(object, file).await? else {
            // Another completion was faster, and its file is the one.
            self.remove_object(object).await;
            let file = self.completed(caller, id).await?;
            return file.ok_or(ServiceError::NotFound);
        };
        for part in &row.fields.parts {
            self.remove_object(part_key(part.id)).await;
        }
        Ok(file)
    }

    /// The file that was made of an upload, if it is.
    async fn completed(
        &self,
        caller: &Caller,
        id: Id<Uploads>,
    ) -> Result<Option<Shown<Files>>, ServiceError> {
        let db = self.storage.read(caller.company_id()).await?;
        let row = self.own_upload(&db, caller, id).await?;
        drop(db);
        match row.fields.completed {
            Some(file) => self.get(caller, file).await.map(Some),
            None => Ok(None),
        }
    }

    /// Gives an upload up.
    pub async fn abandon_upload(
        &self,
        caller: &Caller,
        id: Id<Uploads>,
    ) -> Result<(), ServiceError> {
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let row = self.own_upload(&tx, caller, id).await?;
        write::remove::<Uploads>(&tx, company, id).await?;
        tx.commit().await?;
        for part in &row.fields.parts {
            self.remove_object(part_key(part.id)).await;
        }
        Ok(())
    }

    /// The upload, if the caller began it and it has not ended.
    async fn own_upload(
        &self,
        db: &dyn Handle,
        caller: &Caller,
        id: Id<Uploads>,
    ) -> Result<Row<Uploads>, ServiceError> {
        // The right may have been taken away since the upload began.
        let row = read::get(db, caller.company_id(), id, Bin::Outside).await?;
        let now = self.now();
        let row =
            row.filter(|it| it.fields.user_id == caller.user_id() && now < it.fields.expires_at);
        let action = match row.as_ref().and_then(|it| it.fields.file_id) {
            Some(_) => Action::Edit,
            None => Action::Create,
        };
        caller.require_permission(Files::permission(action))?;
        row.ok_or(ServiceError::NotFound)
    }

    /// Joins the parts to one content and checks it.
    async fn assemble(&self, upload: &UploadFields) -> Result<Arrived, ServiceError> {
        let mut incoming = Incoming::begin(&*self.files);
        for part in &upload.parts {
            let range = 0..u64::try_from(part.size).unwrap_or(0);
            let mut stream = self.files.read(part_key(part.id), range).await?;
            while let Some(bytes) = stream.next().await {
                incoming.put(bytes?).await?;
            }
        }
        incoming.finish(&upload.name, &upload.sha256).await
    }

    /// Writes upload, file and audit entry in one transaction; none when the upload was completed meanwhile.
    async fn commit_upload(
        &self,
        caller: &Caller,
        id: Id<Uploads>,
        arrived: &Arrived,
        source: &Source,
    ) -> Result<Option<Shown<Files>>, ServiceError> {
        // Of two completions one waits here until the other is through.
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, source, self.now());
        let upload = self.own_upload(&tx, caller, id).await?;
        if upload.fields.completed.is_some() {
            return Ok(None);
        }
        let row = match upload.fields.file_id {
            Some(file) => {
                let scope = caller.require_permission(Files::permission(Action::Edit))?;
                let row = within_reach(&tx, caller, file, scope).await?;
                add_version(&writing, row, arrived).await?
            }
            None => add_file(&writing, upload.fields.draft.clone(), arrived).await?,
        };
        let mut fields = upload.fields.clone();
        fields.completed = Some(row.id);
        let written = write::update(&tx, caller.company_id(), &upload, fields, writing.stamp());
        if written.await?.is_none() {
            return Ok(None);
        }
        let shown = show_one(self, caller, &tx, row).await?;
        tx.commit().await?;
        Ok(Some(shown))
    }

    async fn begin_again(&self, caller: &Caller, row: &Row<Uploads>) -> Result<(), ServiceError> {
        let mut fields = row.fields.clone();
        let parts = std::mem::take(&mut fields.parts);
        self.update_upload(caller, row, fields).await?;
        for part in parts {
            self.remove_object(part_key(part.id)).await;
        }
        Ok(())
    }

    /// Writes the upload as it is now, unless another part came in between.
    async fn update_upload(
        &self,
        caller: &Caller,
        row: &Row<Uploads>,
        fields: UploadFields,
    ) -> Result<(), ServiceError> {
        let company = caller.company_id();
        let tx = self.storage.begin_for(company).await?;
        let stamp = Stamp {
            by: Some(caller.user_id()),
            at: self.now(),
        };
        match write::update(&tx, company, row, fields, stamp).await? {
            Some(_) => Ok(tx.commit().await?),
            None => Err(OTHER_OFFSET),
        }
    }
}

const OTHER_OFFSET: ServiceError =
    ServiceError::State("The upload is at another offset. Ask for its current offset.");

/// Passes for a part that begins where the upload is and does not go beyond its end.
fn require_fitting(upload: &UploadFields, offset: i64, size: i64) -> Result<(), ServiceError> {
    if upload.completed.is_some() {
        return Err(ServiceError::State("The upload is already complete."));
    }
    if offset != upload.offset() {
        return Err(OTHER_OFFSET);
    }
    let left = upload.size - offset;
    if left < size {
        return Err(ServiceError::State(
            "This exceeds the announced size of the upload.",
        ));
    }
    if size < LEAST_PART_BYTES.min(left).max(1) {
        return Err(ServiceError::State(
            "All parts except the last need at least 256 KiB.",
        ));
    }
    Ok(())
}

fn part_key(id: Uuid) -> ObjectKey {
    ObjectKey {
        kind: ObjectKind::Part,
        id,
    }
}
