//! The files of the drive, in their folders and under their names: the latest versions, the older ones beside them, and what
//! lies in the bin.
//!
//! Invariant: which files there are is read in the snapshot; their bytes come later, and one that was removed for good meanwhile
//! is named as missing.

use std::collections::HashMap;

use futures_util::TryStreamExt as _;
use jiff::Timestamp;
use serde::Serialize;
use waybill_storage::records::read::{self, Bin, Listing, Part};
use waybill_storage::records::{Filter, Id, Row};
use waybill_storage::{Handle, contents};

use super::bundle::Bundle;
use super::manifest::Missing;
use super::names::Taken;
use crate::caller::Caller;
use crate::collection::reach;
use crate::drive::file::{FileVersion, Files};
use crate::drive::store::StoreError;
use crate::error::ServiceError;
use crate::permissions::Scope;
use crate::services::Services;

const LATEST: &str = "files";
const OLDER: &str = "files-older-versions";
const BIN: &str = "files-in-bin";

/// How many rows are read at once.
const ROWS_AT_ONCE: u64 = 500;

/// Bytes of a folder's path at most; deeper ones lie side by side under their ids.
const LONGEST_FOLDER: usize = 140;

/// A version of a file that is to be written.
#[derive(Debug)]
pub(super) struct Planned {
    file: Id<Files>,
    version: i64,
    path: String,
    at: Timestamp,
    sha256: String,
}

/// What was written of the drive.
#[derive(Debug, Default, Serialize)]
pub(super) struct DriveWritten {
    files: u64,
    bytes: u64,
}

/// How much of the drive is written.
pub(super) async fn count(db: &dyn Handle, caller: &Caller) -> Result<(u64, i64), ServiceError> {
    let files = reach::<Files>(caller, Scope::Company).and(Filter::eq::<Files>("isFolder", false));
    let company = caller.company_id();
    Ok((
        read::count::<Files>(db, company, &files, Bin::Either).await?,
        contents::total_size(db, company).await?,
    ))
}

/// Which versions of files there are, and where they go.
pub(super) async fn plan(db: &dyn Handle, caller: &Caller) -> Result<Vec<Planned>, ServiceError> {
    let mut planned = Vec::new();
    let mut folders = Folders::default();
    let mut cursor = None;
    loop {
        let listing = Listing {
            filter: reach::<Files>(caller, Scope::Company),
            // In the order of the noun folders come first.
            sort: Vec::new(),
            bin: Bin::Either,
            part: Part::After {
                cursor,
                limit: ROWS_AT_ONCE,
                counted: false,
            },
        };
        let page = read::list::<Files>(db, caller.company_id(), listing).await?;
        for row in page.rows {
            match row.fields.is_folder {
                true => folders.add(&row),
                false => folders.plan(&row, &mut planned),
            }
        }
        cursor = page.next;
        if cursor.is_none() {
            return Ok(planned);
        }
    }
}

/// Writes the bytes.
pub(super) async fn write(
    bundle: &mut Bundle,
    services: &Services,
    caller: &Caller,
    planned: Vec<Planned>,
    missing: &mut Vec<Missing>,
) -> Result<DriveWritten, ServiceError> {
    let mut written = DriveWritten::default();
    for Planned {
        file,
        version,
        path,
        at,
        sha256,
    } in planned
    {
        let db = services.storage.read(caller.company_id()).await?;
        let found = services.content_of(&db, caller.company_id(), file, version);
        let found = found.await?;
        drop(db);
        let Some(content) = found else {
            missing.push(Missing::new(path, "It was removed for good meanwhile."));
            continue;
        };
        let mut bytes = match services.read_attachment(&content, 0..content.size).await {
            Ok(bytes) => bytes,
            Err(ServiceError::Files(StoreError::Missing)) => {
                missing.push(Missing::new(path, "The store of files does not have it."));
                continue;
            }
            Err(error) => return Err(error),
        };
        bundle.begin(&path, at, Some(content.size))?;
        while let Some(part) = bytes.try_next().await? {
            bundle.write(&part).await?;
        }
        let done = bundle.end()?;
        if done.sha256 != sha256 {
            missing.push(Missing::new(path, "It is not as it was uploaded."));
        }
        written.files += 1;
        written.bytes += done.bytes;
    }
    Ok(written)
}

/// The folders of the company, and where each goes.
#[derive(Default)]
struct Folders {
    known: HashMap<Id<Files>, Folder>,
    taken: Taken,
}

struct Folder {
    name: String,
    parent: Option<Id<Files>>,
    /// Its path below each of the three roots, once it was asked for.
    paths: HashMap<&'static str, String>,
}

impl Folders {
    fn add(&mut self, row: &Row<Files>) {
        let folder = Folder {
            name: row.fields.name.clone(),
            parent: row.fields.folder_id,
            paths: HashMap::new(),
        };
        self.known.insert(row.id, folder);
    }

    /// The path of a folder. One whose parent is not known lies at the top; folders never lie within themselves.
    fn path(&mut self, root: &'static str, id: Option<Id<Files>>) -> String {
        let Some((id, folder)) = id.and_then(|id| Some((id, self.known.get(&id)?))) else {
            return root.to_owned();
        };
        if let Some(path) = folder.paths.get(root) {
            return path.clone();
        }
        let (name, parent) = (folder.name.clone(), folder.parent);
        let above = self.path(root, parent);
        let path = if above.len() + name.len() < LONGEST_FOLDER {
            self.taken.path(&above, &name)
        } else {
            self.taken.path(&format!("{root}/_deep"), &id.to_string())
        };
        if let Some(folder) = self.known.get_mut(&id) {
            folder.paths.insert(root, path.clone());
        }
        path
    }

    fn plan(&mut self, row: &Row<Files>, planned: &mut Vec<Planned>) {
        let fields = &row.fields;
        let Some((latest, older)) = fields.versions.split_last() else {
            return;
        };
        let root = match row.meta.deleted_at {
            Some(_) => BIN,
            None => LATEST,
        };
        let folder = self.path(root, fields.folder_id);
        let path = self.taken.path(&folder, &fields.name);
        planned.push(of(row.id, latest, path));
        for version in older {
            let folder = self.path(OLDER, fields.folder_id);
            let name = format!("{} {}", version.n, fields.name);
            let path = self.taken.path(&folder, &name);
            planned.push(of(row.id, version, path));
        }
    }
}

fn of(file: Id<Files>, version: &FileVersion, path: String) -> Planned {
    Planned {
        file,
        version: version.n,
        path,
        at: version.at,
        sha256: version.sha256.clone(),
    }
}
