//! Reading records: one, some, or a part of the list.
//!
//! Invariant: the order of a list is total (the id decides between equals), so no row is on two pages or on none.

use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::noun::Noun;
use super::{Filter, Id, Key, KeyKind, KeyValue, Record, Row};
use crate::listing::{Direction, Total, Window};
use crate::searching::Rank;
use crate::{CompanyId, Handle, StorageError, json_text};

mod statements;
mod totals;

pub use statements::StoredPage;
pub(crate) use statements::after;
pub(crate) use totals::total_of;

/// Whether rows in the bin are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bin {
    /// Only rows that are not in the bin.
    #[default]
    Outside,
    /// Only rows in the bin.
    Inside,
    /// All rows.
    Either,
}

/// What is wanted of a list.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Which rows.
    pub filter: Filter,
    /// Keys of the order, the first one deciding first; empty means the noun's own order.
    pub sort: Vec<(&'static Key, Direction)>,
    /// Whether rows in the bin.
    pub bin: Bin,
    /// Which part of them.
    pub part: Part,
}

/// Which part of a list is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All rows.
    Whole,
    /// Those of a page, and how many there are on all pages.
    Window(Window),
    /// The rows after a place, however far down it is, at the same cost.
    After {
        /// The place; none begins at the top.
        cursor: Option<Cursor>,
        /// How many rows at most.
        limit: u64,
        /// Whether to count all rows, as far as [`Total`] goes.
        counted: bool,
    },
}

/// A place in a list: the values of the sort keys and the id of the row before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    pub(crate) values: Vec<KeyValue>,
    pub(crate) id: Uuid,
}

/// A part of a list.
#[derive(Debug)]
pub struct Page<R: Record> {
    /// In the order asked for.
    pub rows: Vec<Row<R>>,
    /// How many rows there are in all, where that was asked for.
    pub total: Option<Total>,
    /// Where the next part begins; none on the last one, and none where parts are numbered.
    pub next: Option<Cursor>,
    /// How well each was found, where something was searched for and no order was asked for.
    pub ranks: Vec<Rank>,
}

impl Default for Listing {
    /// All rows outside the bin in the noun's own order.
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            sort: Vec::new(),
            bin: Bin::Outside,
            part: Part::Whole,
        }
    }
}

/// The row that the company sees under this id, be it in the bin or not. The id of a seed row that the company has replaced
/// gives the replacement.
pub async fn get<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    id: Id<R>,
    bin: Bin,
) -> Result<Option<Row<R>>, StorageError> {
    let stored = statements::get(db, company, Noun::of::<R>(), id.as_uuid()).await?;
    let row = stored.as_ref().map(Row::read).transpose()?;
    Ok(row.filter(|row: &Row<R>| match bin {
        Bin::Outside => row.meta.deleted_at.is_none(),
        Bin::Inside => row.meta.deleted_at.is_some(),
        Bin::Either => true,
    }))
}

/// The rows with these ids that the company sees, outside the bin, by id. Ids of nothing are left out.
pub async fn get_all<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[Id<R>],
    bin: Bin,
) -> Result<Vec<Row<R>>, StorageError> {
    let ids = ids.iter().map(Id::as_uuid).collect();
    Row::read_all(&statements::get_all(db, company, Noun::of::<R>(), ids, bin).await?)
}

/// What `P` holds of the fields of the same rows: for one member of many records, the rest of which nobody looks at.
pub async fn get_parts<R: Record, P: DeserializeOwned>(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[Id<R>],
    bin: Bin,
) -> Result<Vec<(Id<R>, P)>, StorageError> {
    let ids = ids.iter().map(Id::as_uuid).collect();
    let found = statements::get_fields(db, company, Noun::of::<R>(), ids, bin).await?;
    found
        .into_iter()
        .map(|(id, fields)| Ok((Id::from(id), json_text::read(&fields, R::KIND)?)))
        .collect()
}

/// The first row of the noun's own order that the filter lets through.
pub async fn find<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: Filter,
) -> Result<Option<Row<R>>, StorageError> {
    let listing = Listing {
        filter,
        part: Part::After {
            cursor: None,
            limit: 1,
            counted: false,
        },
        ..Listing::default()
    };
    Ok(list::<R>(db, company, listing).await?.rows.pop())
}

/// How many rows the filter lets through.
pub async fn count<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: &Filter,
    bin: Bin,
) -> Result<u64, StorageError> {
    statements::count(db, company, Noun::of::<R>(), filter, bin).await
}

/// A part of the list.
pub async fn list<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    listing: Listing,
) -> Result<Page<R>, StorageError> {
    page(list_stored::<R>(db, company, listing).await?)
}

/// The same with the fields as they were written, for code that does not need their type.
pub async fn list_stored<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    listing: Listing,
) -> Result<StoredPage, StorageError> {
    statements::list(db, company, Noun::of::<R>(), listing).await
}

/// A part of the list of every company's rows, for the operator alone; `asking` is the operator's own company.
pub(crate) async fn list_of_installation<R: Record>(
    db: &dyn Handle,
    asking: CompanyId,
    listing: Listing,
) -> Result<Page<R>, StorageError> {
    page(statements::list(db, asking, Noun::of_installation::<R>(), listing).await?)
}

fn page<R: Record>(found: StoredPage) -> Result<Page<R>, StorageError> {
    Ok(Page {
        rows: Row::read_all(&found.rows)?,
        total: found.total,
        next: found.next,
        ranks: found.ranks,
    })
}

/// When the newest of the rows that the filter lets through was changed, for conditional requests on whole lists.
pub async fn last_change<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: &Filter,
) -> Result<Option<Timestamp>, StorageError> {
    statements::last_change(db, company, Noun::of::<R>(), filter).await
}

impl Cursor {
    /// Whether it is a place in a list that is sorted so; one made for another order is not, and none that was made by hand
    /// with a text that no row can hold.
    pub fn fits(&self, sort: &[(&'static Key, Direction)]) -> bool {
        self.values.len() == sort.len()
            && self.values.iter().zip(sort).all(|(value, (key, _))| {
                let textual = matches!(key.kind, KeyKind::Text | KeyKind::Folded);
                match value {
                    KeyValue::Text(text) => textual && !text.contains('\0'),
                    KeyValue::Number(_) => !textual,
                }
            })
    }
}
