//! Records: rows of a company's data that differ in their fields and in nothing else, so one repository serves them all.
//!
//! A noun (contact, group, issue …) implements [`Record`], beside the rules for it: its fields as one typed struct, stored as JSON in one column, and
//! the *keys* among them, stored once more in columns of their own, by which rows are found, filtered and sorted. Adding a
//! field needs no migration; a new key does. Its table is made by a
//! migration. Here is what holds for all of them.
//!
//! | Module | What |
//! |---|---|
//! | [`Noun`] | what a noun is, without the type of its fields |
//! | [`read`] | one row, some rows, a page of rows by number or by cursor |
//! | [`write`](mod@write) | insert, update, move to the bin and back, remove |
//! | [`filter`] | which rows: comparisons of keys, links, scopes |
//! | [`search_keys`] | what is stored of a row so that it is found, and which comes first |
//! | `search_index` | which rows may answer a search, without reading all |
//! | [`shared`] | seed rows, and the rows by which companies replace them |
//! | [`links`] | which row names which, for where-used lists and for filters |
//! | [`answers`] | what a write transaction has asked about rows and need not ask again |
//! | [`batches`] | what a bulk change or an import changed, so that it can be undone |
//! | [`uses`] | how often a value of a list is held |
//! | [`counters`] | numbers without gaps that people call records by |
//! | [`idempotency`] | answers to creates that may be sent again |
//!
//! Invariant: every statement names the company, but for the list of all companies and the rewriting of search keys. A row changes only together with its version, by one step.

use std::marker::PhantomData;

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::reference::seed::Origin;
use crate::{CompanyId, UserId};

pub mod answers;
pub mod batches;
pub mod counters;
pub mod filter;
pub(crate) mod id;
pub mod idempotency;
pub mod links;
mod noun;
pub mod read;
mod row;
mod search_index;
pub mod search_keys;
pub mod shared;
pub mod uses;
pub mod write;

pub use filter::{Comparison, Filter, Op};
pub use id::Id;
pub use links::Link;
pub use noun::Noun;
pub use read::{Bin, Cursor, Listing, Page, Part};
pub use row::{SHAPE, StoredRow};
pub use uses::PicklistValue;

/// A noun whose rows lie in a table of their own. The type that implements it has no values that matter: it is a name.
pub trait Record: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// What a row holds besides its [`Meta`]. Its serde names are the names on the wire.
    type Fields: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// What the noun is called in links and in the audit trail, such as `contact`.
    const KIND: &'static str;
    /// The table, which one of [`crate::migrations`] makes.
    const TABLE: &'static str;
    /// The keys of this noun; those of [`Key::COMMON`] come on top.
    const KEYS: &'static [Key];
    /// Keys whose columns are written apart from the fields, such as when somebody last signed in: it makes no new version.
    /// A new row has the column's default.
    const NOTED: &'static [Key] = &[];
    /// Wire names of the keys that a list is sorted by when nothing else is asked for.
    const ORDER: &'static [(&'static str, crate::listing::Direction)];
    /// Whether there are seed rows, which belong to no company and which a company may replace by a row of its own with the
    /// same natural key.
    const SHARED: bool = false;

    /// Whether there is an index for searches beside the table, see `search_index`. It pays where a company has so many rows that
    /// reading all of them takes longer than people wait.
    const INDEXED: bool = false;

    /// Whether the fields are all that the noun holds, and not only what this crate has to read.
    const IS_WHOLE: bool = true;

    /// Whether [`Record::picklist_values`] gives anything.
    const HOLDS: bool = false;

    /// The values of [`Record::KEYS`], one for each, in their order.
    fn keys(fields: &Self::Fields) -> Vec<KeyValue>;

    /// What the row is called in messages and in the audit trail.
    fn label(fields: &Self::Fields) -> String;

    /// The texts in which a search looks. They are folded when they are stored.
    fn searched(fields: &Self::Fields) -> Vec<&str>;

    /// The codes, addresses and numbers by which people name the row: one of them, typed in full, ranks above all.
    fn codes(_fields: &Self::Fields) -> Vec<&str> {
        Vec::new()
    }

    /// Those of the codes that begin with a country, without it.
    fn code_ends(_fields: &Self::Fields) -> Vec<&str> {
        Vec::new()
    }

    /// The rows that this row names.
    fn links(_fields: &Self::Fields) -> Vec<Link> {
        Vec::new()
    }

    /// The texts out of lists that the row holds and that are counted, each field's texts once.
    fn picklist_values(_fields: &Self::Fields) -> Vec<PicklistValue<'_>> {
        Vec::new()
    }

    /// What identifies the row among all rows that a company sees, across companies; only [`Record::SHARED`] nouns have one.
    fn natural_key(_fields: &Self::Fields) -> Option<String> {
        None
    }

    /// Where the row comes from, if it was brought along by the program; nouns that have it keep it in `source`.
    fn origin(_fields: &Self::Fields) -> Option<&Origin> {
        None
    }

    /// Gives the row another origin.
    fn set_origin(_fields: &mut Self::Fields, _origin: Origin) {}

    /// Takes the row out of what pickers offer.
    fn set_unavailable(_fields: &mut Self::Fields) {}
}

/// A field that has a column of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name on the wire.
    pub name: &'static str,
    /// The column.
    pub column: &'static str,
    /// What the column holds.
    pub kind: KeyKind,
}

/// What the column of a key holds. No key is null: what is not there is the empty text or 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// Text that is compared as it is: codes, words, ids.
    Text,
    /// Text in its folded form: names.
    Folded,
    /// A whole number.
    Number,
    /// Yes as 1, no as 0.
    Flag,
    /// Milliseconds since 1970.
    Moment,
}

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(untagged)]
pub enum KeyValue {
    /// Of text keys.
    Text(String),
    /// Of all others.
    Number(i64),
}

impl Key {
    /// The keys that every noun has.
    pub const COMMON: &'static [Self] = &[
        Self {
            name: "createdAt",
            column: "created_at",
            kind: KeyKind::Moment,
        },
        Self {
            name: "updatedAt",
            column: "updated_at",
            kind: KeyKind::Moment,
        },
    ];

    /// A key of text that is compared as it is.
    pub const fn text(name: &'static str, column: &'static str) -> Self {
        Self::of(name, column, KeyKind::Text)
    }

    /// A key of folded text.
    pub const fn folded(name: &'static str, column: &'static str) -> Self {
        Self::of(name, column, KeyKind::Folded)
    }

    /// A key of whole numbers.
    pub const fn number(name: &'static str, column: &'static str) -> Self {
        Self::of(name, column, KeyKind::Number)
    }

    /// A key of yes and no.
    pub const fn flag(name: &'static str, column: &'static str) -> Self {
        Self::of(name, column, KeyKind::Flag)
    }

    /// A key of moments.
    pub const fn moment(name: &'static str, column: &'static str) -> Self {
        Self::of(name, column, KeyKind::Moment)
    }

    const fn of(name: &'static str, column: &'static str, kind: KeyKind) -> Self {
        Self { name, column, kind }
    }

    /// The key of `R` that the wire calls `name`.
    pub fn named<R: Record>(name: &str) -> Option<&'static Self> {
        Noun::of::<R>().key(name)
    }
}

impl From<&str> for KeyValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for KeyValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Option<&str>> for KeyValue {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.unwrap_or_default().to_owned())
    }
}

impl From<i64> for KeyValue {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for KeyValue {
    fn from(flag: bool) -> Self {
        Self::Number(flag.into())
    }
}

impl From<Timestamp> for KeyValue {
    fn from(at: Timestamp) -> Self {
        Self::Number(at.as_millisecond())
    }
}

impl From<Option<Timestamp>> for KeyValue {
    fn from(at: Option<Timestamp>) -> Self {
        Self::Number(at.map_or(0, Timestamp::as_millisecond))
    }
}

impl From<Uuid> for KeyValue {
    fn from(id: Uuid) -> Self {
        Self::Text(id.to_string())
    }
}

impl From<UserId> for KeyValue {
    fn from(id: UserId) -> Self {
        Self::Text(id.to_string())
    }
}

impl From<Option<UserId>> for KeyValue {
    fn from(id: Option<UserId>) -> Self {
        Self::Text(id.map(|id| id.to_string()).unwrap_or_default())
    }
}

impl<R> From<Id<R>> for KeyValue {
    fn from(id: Id<R>) -> Self {
        Self::Text(id.to_string())
    }
}

impl<R> From<Option<Id<R>>> for KeyValue {
    fn from(id: Option<Id<R>>) -> Self {
        Self::Text(id.map(|id| id.to_string()).unwrap_or_default())
    }
}

/// A row of the noun `R`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<R: Record> {
    /// Its id.
    pub id: Id<R>,
    /// What it holds.
    pub fields: R::Fields,
    /// What is kept about every row.
    pub meta: Meta,
    noun: PhantomData<fn() -> R>,
}

/// What is kept about every row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Whose it is; none of a seed row.
    pub company_id: Option<CompanyId>,
    /// One step per write.
    pub version: i32,
    /// When it was made.
    pub created_at: Timestamp,
    /// Who made it; none for the system.
    pub created_by: Option<UserId>,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// Who changed it last.
    pub updated_by: Option<UserId>,
    /// When it was moved to the bin; none while it is not there.
    pub deleted_at: Option<Timestamp>,
    /// Who moved it there.
    pub deleted_by: Option<UserId>,
}

#[cfg(test)]
mod tests;
