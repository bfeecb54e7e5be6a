//! Files and folders: one noun, so that one list shows what a folder holds (domain reference, section 4).
//!
//! Invariant: a name is unique in its folder, whatever its case; folders lie at most [`MAX_DEPTH`] deep and never within
//! themselves; a private file is seen by its uploader alone, and folders are never private.

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use waybill_storage::folding::fold;
use waybill_storage::listing::Direction;
use waybill_storage::records::read::{self, Bin};
use waybill_storage::records::{Filter, Id, Key, KeyValue, Link, PicklistValue, Record, Row};
use waybill_storage::{Handle, UserId};

use super::kinds;
use super::subject::{self, FileSubject};
use crate::caller::Caller;
use crate::collection::headings::{Heading, Holds};
use crate::collection::reach::NO_RECORD;
use crate::collection::write::refuse_used;
use crate::collection::{Abilities, Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::validate::{Faults, Members};
use crate::vocabulary::wire_enum;

/// How deep folders lie within each other at most.
pub const MAX_DEPTH: usize = 20;

wire_enum! {
    /// What kind of document a file is.
    DocType {
        /// None of the others.
        Other = "other",
        /// Bill of lading.
        BillOfLading = "bl",
        /// Air waybill.
        AirWaybill = "awb",
        Invoice = "invoice",
        PackingList = "packingList",
        CertificateOfOrigin = "certificateOfOrigin",
        /// Dangerous goods declaration.
        DangerousGoods = "dgDeclaration",
        /// Proof of delivery.
        ProofOfDelivery = "pod",
        Customs = "customs",
    }
}

wire_enum! {
    /// Who sees a file.
    FileVisibility {
        /// Everybody in the company who may see files.
        Company = "company",
        /// Whoever uploaded it.
        Private = "private",
    }
}

wire_enum! {
    /// What a scanner for malicious content says of a file.
    FileScan {
        /// None has looked at it.
        Pending = "pending",
        /// It found nothing.
        Clean = "clean",
        /// It found something.
        Infected = "infected",
    }
}

/// The files and folders of companies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Files;

/// What a file or a folder holds besides its bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct FileFields {
    /// Its name, unique in its folder.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    /// The folder that it lies in; none at the top.
    #[schema(value_type = Option<Uuid>)]
    pub folder_id: Option<Id<Files>>,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// What kind of document it is.
    pub doc_type: DocType,
    /// What it is about, in words.
    #[schema(max_length = 500)]
    pub description: String,
    /// Words by which it is found.
    #[schema(max_items = 20)]
    pub tags: Vec<String>,
    /// What it is about.
    pub subject: Option<FileSubject>,
    /// Who sees it.
    pub visibility: FileVisibility,
    /// Media type, as its content shows; empty of a folder.
    pub mime: String,
    /// Bytes of the latest version.
    pub size: i64,
    /// SHA-256 of the latest version, in hexadecimal digits.
    pub sha256: String,
    /// All versions, the latest last.
    pub versions: Vec<FileVersion>,
    /// Who uploaded it, or made the folder.
    pub uploader_id: Option<UserId>,
    /// What a scanner for malicious content says of the latest version.
    pub scan: FileScan,
}

/// What is computed for a file or a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileMore {
    /// When it was moved to the bin; none while it is outside.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub trashed_at: Option<Timestamp>,
}

/// A version of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileVersion {
    /// Its number, from 1.
    pub n: i64,
    /// Bytes.
    pub size: i64,
    /// Who uploaded it.
    pub by: UserId,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Record for Files {
    type Fields = FileFields;

    const KIND: &'static str = "file";
    const HOLDS: bool = true;
    const TABLE: &'static str = "files";
    const KEYS: &'static [Key] = &[
        Key::folded("name", "name_key"),
        Key::text("folderId", "folder_id"),
        Key::text("docType", "doc_type"),
        Key::text("visibility", "visibility"),
        Key::text("mime", "mime"),
        Key::text("subject.type", "subject_type"),
        Key::text("subject.id", "subject_id"),
        Key::text("uploaderId", "uploader_id"),
        Key::flag("isFile", "is_file"),
        Key::flag("isFolder", "is_folder"),
        Key::number("size", "size"),
    ];
    const ORDER: &'static [(&'static str, Direction)] = &[
        ("isFile", Direction::Ascending),
        ("name", Direction::Ascending),
    ];
    const INDEXED: bool = true;

    fn keys(fields: &FileFields) -> Vec<KeyValue> {
        let subject = fields.subject.as_ref();
        vec![
            fold(&fields.name).into(),
            fields.folder_id.into(),
            fields.doc_type.as_str().into(),
            fields.visibility.as_str().into(),
            fields.mime.clone().into(),
            subject.map(|it| it.subject_type.as_str()).into(),
            subject
                .map(|it| it.id.to_string())
                .unwrap_or_default()
                .into(),
            fields.uploader_id.into(),
            // Folders come first.
            (!fields.is_folder).into(),
            fields.is_folder.into(),
            fields.size.into(),
        ]
    }

    fn label(fields: &FileFields) -> String {
        fields.name.clone()
    }

    fn searched(fields: &FileFields) -> Vec<&str> {
        let mut texts = vec![fields.name.as_str(), fields.description.as_str()];
        texts.extend(fields.tags.iter().map(String::as_str));
        texts
    }

    fn picklist_values(fields: &FileFields) -> Vec<PicklistValue<'_>> {
        let field = "docType";
        let text = fields.doc_type.as_str();
        // A folder is no document.
        (!fields.is_folder)
            .then_some(PicklistValue { field, text })
            .into_iter()
            .collect()
    }

    fn links(fields: &FileFields) -> Vec<Link> {
        let folder = fields.folder_id.map(|id| Link {
            field: "folderId",
            to_kind: Self::KIND,
            to_id: id.as_uuid(),
        });
        folder.into_iter().collect()
    }
}

#[async_trait]
impl Collection for Files {
    type Computed = FileMore;

    const SERVICE: &'static str = "drive";
    const PATH: &'static str = "/drive/api/v1/filesystem/file";
    const NAME: &'static str = "File";
    const PLURAL: &'static str = "files and folders";
    const RESOURCE: Resource = Resource::File;
    const REQUIRED: &'static [&'static str] = &["name", "isFolder"];
    const HEADINGS: &'static [Heading] = &[
        Heading::new("name", "Name"),
        Heading::new("docType", "Document type").holding(Holds::Picklist(
            "document_type",
            &[
                ("bl", "Bill of lading"),
                ("awb", "Air waybill"),
                ("invoice", "Invoice"),
                ("packingList", "Packing list"),
                ("certificateOfOrigin", "Certificate of origin"),
                ("dgDeclaration", "Dangerous goods declaration"),
                ("pod", "Proof of delivery"),
                ("customs", "Customs document"),
                ("other", "Other"),
            ],
        )),
        Heading::new("size", "Size"),
        Heading::new("tags", "Tags"),
        Heading::new("scan", "Scan").holding(Holds::Words(&[
            ("pending", "Not scanned yet"),
            ("clean", "Clean"),
            ("infected", "Infected"),
        ])),
    ];
    const ABILITIES: Abilities = Abilities {
        import: false,
        ..Abilities::ALL
    };
    const READ_ONLY: &'static [&'static str] =
        &["mime", "size", "sha256", "versions", "uploaderId", "scan"];

    fn blank(caller: &Caller) -> FileFields {
        FileFields {
            uploader_id: Some(caller.user_id()),
            ..FileFields::default()
        }
    }

    fn read(fields: &mut FileFields, members: &mut Members) {
        members.filled_text("name", 200, &mut fields.name);
        members.ensure(
            "name",
            is_name(&fields.name),
            "Use a name without / \\ and :, other than . and ..",
        );
        members.optional_id("folderId", &mut fields.folder_id);
        members.flag("isFolder", &mut fields.is_folder);
        members.word("docType", &mut fields.doc_type);
        members.text("description", 500, &mut fields.description);
        members.texts("tags", 20, 30, &mut fields.tags);
        fields.subject = subject::read(fields.subject, members);
        members.word("visibility", &mut fields.visibility);
        members.ensure(
            "visibility",
            !(fields.is_folder && fields.visibility == FileVisibility::Private),
            "Folders are visible to everyone. Make the files in it private instead.",
        );
    }

    fn example() -> serde_json::Value {
        json!({
            "name": "Bills of lading 2026", "isFolder": true, "docType": "bl",
            "description": "Originals as scanned", "tags": ["ocean"], "visibility": "company"
        })
    }

    async fn check(
        writing: &Writing<'_>,
        before: Option<&Row<Self>>,
        fields: &mut FileFields,
        faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        // The writers of a company queue, so no two moves at once tie a knot.
        check_nature(before, fields, faults);
        check_sharing(writing, before, fields)?;
        subject::check(writing, before, fields, faults).await?;
        check_place(writing, before, fields, faults).await?;
        check_name(writing, before, fields, faults).await
    }

    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        if row.fields.is_folder {
            return require_empty(writing, row.id, Bin::Outside).await;
        }
        refuse_used(writing, Self::KIND, row.id.as_uuid()).await
    }

    async fn more(
        _: &Services,
        _: &Caller,
        _: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<FileMore>, ServiceError> {
        let more = rows.iter().map(|row| FileMore {
            trashed_at: row.meta.deleted_at,
        });
        Ok(more.collect())
    }

    fn hidden(caller: &Caller) -> Option<Filter> {
        let private = Filter::eq::<Self>("visibility", FileVisibility::Private.as_str());
        let own = Filter::eq::<Self>("uploaderId", caller.owner_id());
        Some(private.and(Filter::Not(Box::new(own))))
    }
}

/// Passes for a folder that holds nothing in that part of the bin.
pub(super) async fn require_empty(
    writing: &Writing<'_>,
    folder: Id<Files>,
    bin: Bin,
) -> Result<(), ServiceError> {
    let within = Filter::eq::<Files>("folderId", folder);
    match read::count::<Files>(writing.tx, writing.company(), &within, bin).await? {
        0 => Ok(()),
        _ => Err(ServiceError::State(
            "This folder is not empty. Move or delete its contents first.",
        )),
    }
}

/// Whether a text can be the name of a file or a folder. Control characters were refused before.
fn is_name(name: &str) -> bool {
    !matches!(name, "." | "..") && !name.contains(['/', '\\', ':'])
}

/// A folder stays a folder, a file comes by its upload, and its name stays one for its content.
fn check_nature(before: Option<&Row<Files>>, fields: &FileFields, faults: &mut Faults) {
    let was_folder = before.map(|row| row.fields.is_folder);
    if was_folder.is_some_and(|it| it != fields.is_folder) {
        let detail = "A folder cannot become a file, nor a file a folder.";
        faults.add(FieldProblem::member("isFolder", detail));
    } else if fields.is_folder && !fields.versions.is_empty() {
        let detail = "A folder has no content.";
        faults.add(FieldProblem::member("isFolder", detail));
    } else if !fields.is_folder && fields.versions.is_empty() {
        let detail = "This creates folders. Upload files through uploads instead.";
        faults.add(FieldProblem::member("isFolder", detail));
    } else if !fields.mime.is_empty() && !kinds::fits(&fields.name, &fields.mime) {
        // It is empty while the content is still to come.
        let detail = format!(
            "The content is {}. Keep a file name that matches.",
            fields.mime
        );
        faults.add(FieldProblem::member("name", detail));
    }
}

/// Who makes a private file known to all shares it.
fn check_sharing(
    writing: &Writing<'_>,
    before: Option<&Row<Files>>,
    fields: &FileFields,
) -> Result<(), ServiceError> {
    let was_private = before.is_some_and(|it| it.fields.visibility == FileVisibility::Private);
    if was_private && fields.visibility == FileVisibility::Company {
        writing.caller.require("file:share")?;
    }
    Ok(())
}

/// The folder is there, is none of those within the record itself, and does not lie too deep.
async fn check_place(
    writing: &Writing<'_>,
    before: Option<&Row<Files>>,
    fields: &FileFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let (tx, company) = (writing.tx, writing.company());
    let mut fault = |detail: &str| faults.add(FieldProblem::member("folderId", detail));
    let mut depth = 0;
    let mut next = fields.folder_id;
    while let Some(id) = next {
        depth += 1;
        if before.is_some_and(|row| row.id == id) {
            fault("A folder cannot be moved into itself.");
            return Ok(());
        }
        let folder = read::get(tx, company, id, Bin::Outside).await?;
        let Some(folder) = folder.filter(|it| it.fields.is_folder) else {
            // As for a folder that the caller does not see.
            fault(NO_RECORD);
            return Ok(());
        };
        if MAX_DEPTH < depth {
            break;
        }
        next = folder.fields.folder_id;
    }
    let moves = before.is_some_and(|row| row.fields.folder_id != fields.folder_id);
    if let Some(row) = before.filter(|_| moves && fields.is_folder) {
        depth += height(writing, row.id).await?;
    }
    if fields.is_folder && MAX_DEPTH <= depth || MAX_DEPTH < depth {
        fault("Folders can be nested at most 20 deep.");
    }
    Ok(())
}

/// How many levels of folders lie within the folder.
async fn height(writing: &Writing<'_>, folder: Id<Files>) -> Result<usize, ServiceError> {
    let mut level = vec![folder];
    for height in 0..=MAX_DEPTH {
        let within = level
            .iter()
            .map(|id| Filter::eq::<Files>("folderId", *id))
            .collect();
        let listing = read::Listing {
            filter: Filter::Any(within).and(Filter::eq::<Files>("isFolder", true)),
            ..read::Listing::default()
        };
        let page = read::list::<Files>(writing.tx, writing.company(), listing).await?;
        level = page.rows.iter().map(|row| row.id).collect();
        if level.is_empty() {
            return Ok(height);
        }
    }
    Ok(MAX_DEPTH)
}

/// No other file or folder there has the name.
async fn check_name(
    writing: &Writing<'_>,
    before: Option<&Row<Files>>,
    fields: &FileFields,
    faults: &mut Faults,
) -> Result<(), ServiceError> {
    let same = Filter::eq::<Files>("folderId", fields.folder_id)
        .and(Filter::eq::<Files>("name", fields.name.as_str()));
    let other = read::find::<Files>(writing.tx, writing.company(), same).await?;
    if other.is_some_and(|other| before.is_none_or(|row| row.id != other.id)) {
        let detail = "This folder already has something with this name.";
        faults.add(FieldProblem::member("name", detail));
    }
    Ok(())
}
