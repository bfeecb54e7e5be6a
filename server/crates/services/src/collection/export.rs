//! Export: the records of a list as rows of cells, a part at a time, however many there are.
//!
//! Invariant: memory does not grow with the number of records; an export leaves an audit entry before its first row.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};
use waybill_storage::audit;
use waybill_storage::records::Cursor;
use waybill_storage::records::read::{Listing, Part};

use super::cells::FieldPath;
use super::import::full_path;
use super::plain::PlainPage;
use super::{Collection, cells, changes, reach};
use crate::caller::Caller;
use crate::error::ServiceError;
use crate::languages::Language;
use crate::log::audit::{done, subject_company};
use crate::permissions::Action;
use crate::services::Services;
use crate::source::Source;

mod shown;

use shown::Shown;

/// How many records are read at once.
const ROWS_AT_ONCE: u64 = 500;

/// A table that is read a part at a time, so that it may be larger than memory.
#[async_trait]
pub trait Cells: Send + 'static {
    /// Names of the columns.
    fn header(&self) -> &[String];

    /// The next rows; none at the end.
    async fn next_rows(&mut self) -> Result<Option<Vec<Vec<String>>>, ServiceError>;
}

/// The records of a noun as a table.
pub struct ExportOf<C> {
    services: Arc<Services>,
    caller: Caller,
    export: Export,
    noun: PhantomData<fn() -> C>,
}

impl<C: Collection> ExportOf<C> {
    /// Begins it; see [`Services::begin_export`].
    pub async fn begin(
        services: Arc<Services>,
        caller: Caller,
        what: Exported,
        source: &Source,
    ) -> Result<Self, ServiceError> {
        let export = services.begin_export::<C>(&caller, what, source).await?;
        Ok(Self {
            services,
            caller,
            export,
            noun: PhantomData,
        })
    }
}

#[async_trait]
impl<C: Collection> Cells for ExportOf<C> {
    fn header(&self) -> &[String] {
        &self.export.header
    }

    async fn next_rows(&mut self) -> Result<Option<Vec<Vec<String>>>, ServiceError> {
        self.services
            .next_rows::<C>(&self.caller, &mut self.export)
            .await
    }
}

/// What an export holds.
#[derive(Clone, Debug)]
pub struct Exported {
    /// Which records.
    pub listing: Listing,
    /// Paths of the columns; none for all that an import reads again.
    pub columns: Option<Vec<String>>,
    /// The language of the screens that it is like; none for paths and codes.
    pub shown: Option<Language>,
}

/// An export under way.
#[derive(Clone, Debug)]
pub struct Export {
    listing: Listing,
    header: Vec<String>,
    cells: Written,
    /// Whether a column is about something that is computed.
    is_computed: bool,
    is_done: bool,
}

/// How its cells are written.
#[derive(Clone, Debug)]
enum Written {
    /// As they are stored, under paths.
    Stored(Vec<FieldPath>),
    /// As screens show them.
    Shown(Shown),
}

impl Services {
    /// Begins an export of the records that the listing lets through: of the columns that are named, or of all that an import
    /// reads again. It is noted in the audit trail.
    pub async fn begin_export<C: Collection>(
        &self,
        caller: &Caller,
        Exported {
            listing,
            columns: named,
            shown,
        }: Exported,
        source: &Source,
    ) -> Result<Export, ServiceError> {
        let scope = C::scope(caller, Action::Export)?;
        let subject = subject_company(caller.company());
        let entry = done(
            caller.user(),
            &format!("{}.export", C::KIND),
            subject,
            source,
        );
        let tx = self.storage.begin_for(caller.company_id()).await?;
        audit::append(&tx, caller.company_id(), entry, self.now()).await?;
        tx.commit().await?;
        let listing = at(
            Listing {
                filter: listing.filter.and(reach::<C>(caller, scope)),
                ..listing
            },
            None,
        );
        let mut paths = match named {
            Some(columns) => columns,
            None => columns::<C>()?,
        };
        // Where no field says which record a row means, its id has to.
        if shown.is_some() && C::ABILITIES.import && C::IMPORT_KEY.is_none() {
            paths.push("_id".to_owned());
        }
        let computed = changes::object(Some(&C::Computed::default()))?;
        let is_computed = |path: &String| computed.contains_key(cells::field(full_path::<C>(path)));
        let is_computed = paths.iter().any(is_computed);
        let cells = match shown {
            None => Written::Stored(FieldPath::all(&paths)),
            Some(language) => {
                let longest = self.longest_lists::<C>(caller, &listing, &paths).await?;
                let db = self.storage.read(caller.company_id()).await?;
                Written::Shown(Shown::of::<C>(caller, &db, (&paths, language), &longest).await?)
            }
        };
        Ok(Export {
            listing,
            header: match &cells {
                Written::Stored(_) => paths,
                Written::Shown(shown) => shown.header(),
            },
            cells,
            is_computed,
            is_done: false,
        })
    }

    /// How long the lists are that have a column for each place: all records are looked at, since the header comes first.
    async fn longest_lists<C: Collection>(
        &self,
        caller: &Caller,
        listing: &Listing,
        paths: &[String],
    ) -> Result<HashMap<String, usize>, ServiceError> {
        let lists = shown::lists_of::<C>(paths);
        let mut longest = HashMap::new();
        let mut next = (!lists.is_empty()).then(|| listing.clone());
        while let Some(part) = next {
            let page = self.list_plain::<C>(caller, part.clone(), false).await?;
            shown::measure(&page.records, &lists, &mut longest);
            next = page.next.map(|cursor| at(part, Some(cursor)));
        }
        Ok(longest)
    }

    /// The next rows; none at the end.
    pub async fn next_rows<C: Collection>(
        &self,
        caller: &Caller,
        export: &mut Export,
    ) -> Result<Option<Vec<Vec<String>>>, ServiceError> {
        if export.is_done {
            return Ok(None);
        }
        let listing = export.listing.clone();
        let page = self.list_plain::<C>(caller, listing, export.is_computed);
        let PlainPage { records, next } = page.await?;
        match next {
            Some(next) => export.listing = at(export.listing.clone(), Some(next)),
            None => export.is_done = true,
        }
        match &export.cells {
            Written::Stored(paths) => {
                let rows = records.iter().map(|record| cells::write(record, paths));
                Ok(Some(rows.collect()))
            }
            Written::Shown(shown) => {
                let db = self.storage.read(caller.company_id()).await?;
                Ok(Some(shown.rows::<C>(caller, &db, &records).await?))
            }
        }
    }
}

fn at(listing: Listing, cursor: Option<Cursor>) -> Listing {
    Listing {
        part: Part::After {
            cursor,
            limit: ROWS_AT_ONCE,
            counted: false,
        },
        ..listing
    }
}

/// The columns of a table of these records: the id, which an import knows them by, and every field.
pub(crate) fn columns<C: Collection>() -> Result<Vec<String>, ServiceError> {
    Ok(columns_of(&example::<C>()?))
}

/// The same of records with fields like these.
pub(crate) fn columns_of(example: &Map<String, Value>) -> Vec<String> {
    let mut columns = vec!["_id".to_owned()];
    columns.extend(cells::columns(example));
    columns.extend(["createdAt", "updatedAt"].map(str::to_owned));
    columns
}

/// Whether a record has a field at the beginning of this path: its own, a computed one, or one that is kept about it.
pub(crate) fn is_column<C: Collection>(path: &str) -> bool {
    let name = cells::field(path);
    let name = cells::field(full_path::<C>(name));
    let own = example::<C>().is_ok_and(|example| example.contains_key(name));
    let computed = changes::object(Some(&C::Computed::default()));
    own || computed.is_ok_and(|computed| computed.contains_key(name))
        || [
            "_id",
            "version",
            "createdAt",
            "createdBy",
            "updatedAt",
            "updatedBy",
        ]
        .contains(&name)
}

/// A record in which every field has a value of its kind where there is an example, and its blank value elsewhere.
pub(crate) fn example<C: Collection>() -> Result<Map<String, Value>, ServiceError> {
    let mut example = changes::object(Some(&C::Fields::default()))?;
    if let Value::Object(given) = C::example() {
        for (name, value) in given {
            example.insert(name, value);
        }
    }
    Ok(example)
}
