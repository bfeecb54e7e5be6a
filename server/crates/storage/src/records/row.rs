//! How a row lies in its table: which columns there are, how a result becomes a [`Row`], and what the fields become.
//!
//! Invariant: the columns that are read are those that are written.

use std::marker::PhantomData;

use sea_orm::sea_query::{Expr, Query, SelectStatement, Value};
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::noun::Noun;
use super::search_keys::SearchKeys;
use super::{Id, KeyValue, Link, Meta, Record, Row, links, uses};
use crate::clock::Millis;
use crate::database::connection::ResultRow;
use crate::{Answer, CompanyId, Handle, StorageError, UserId, json_text};

/// In which shape whole fields are written: to be raised with every change of what the fields of any noun hold, so that rows which
/// were written before are read into their type, which completes them. Fields that are not whole are of shape 0.
pub const SHAPE: i32 = 1;

/// The columns before the keys.
pub(super) const HEAD: [&str; 14] = [
    "id",
    "company_id",
    "fields",
    "shape",
    "search_key",
    "search_terms",
    "natural_key",
    "version",
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "deleted_at",
    "deleted_by",
];

/// The columns of [`HEAD`] that follow from the fields.
pub(super) const CONTENT: [&str; 5] = [
    "fields",
    "shape",
    "search_key",
    "search_terms",
    "natural_key",
];

/// What a statement that gives rows selects.
pub(super) const READ: [&str; 11] = [
    "id",
    "company_id",
    "fields",
    "shape",
    "version",
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "deleted_at",
    "deleted_by",
];

/// `SELECT` of whole rows.
pub(super) fn select(noun: Noun) -> SelectStatement {
    let mut select = Query::select();
    select.columns(READ).from(noun.table);
    select
}

/// The same without their shape, which a database of an older version of the program does not have.
pub(super) fn select_of_any_age(noun: Noun) -> SelectStatement {
    let mut select = Query::select();
    let of_any_age = READ.into_iter().filter(|column| *column != "shape");
    select
        .columns(of_any_age)
        .expr_as(Expr::value(0), "shape")
        .from(noun.table);
    select
}

impl From<KeyValue> for Value {
    fn from(value: KeyValue) -> Self {
        match value {
            KeyValue::Text(text) => text.into(),
            KeyValue::Number(number) => number.into(),
        }
    }
}

/// A row whose fields are still text.
#[derive(Clone, Debug)]
pub struct StoredRow {
    /// Its id.
    pub id: Uuid,
    /// The fields as they were written: a JSON object.
    pub fields: String,
    /// Whether they are as they would be written today. Otherwise members may be missing that their type completes.
    pub is_current: bool,
    /// What is kept about every row.
    pub meta: Meta,
}

impl StoredRow {
    /// The row of a result of [`select`].
    pub(super) fn read(result: &mut ResultRow) -> Result<Self, StorageError> {
        let fields = result.take_text("fields")?;
        let moment =
            |column| -> Result<_, StorageError> { Ok(result.get::<Millis>(column)?.into()) };
        let by = |column| -> Result<Option<UserId>, StorageError> {
            Ok(result.get::<Option<Uuid>>(column)?.map(UserId::from))
        };
        Ok(Self {
            id: result.get("id")?,
            fields,
            is_current: result.get::<i32>("shape")? == SHAPE,
            meta: Meta {
                company_id: result.get::<Option<CompanyId>>("company_id")?,
                version: result.get("version")?,
                created_at: moment("created_at")?,
                created_by: by("created_by")?,
                updated_at: moment("updated_at")?,
                updated_by: by("updated_by")?,
                deleted_at: result.get::<Option<Millis>>("deleted_at")?.map(Into::into),
                deleted_by: by("deleted_by")?,
            },
        })
    }

    /// What `P` holds of the fields, which are `what` in the error.
    pub fn part<P: DeserializeOwned>(&self, what: &'static str) -> Result<P, StorageError> {
        json_text::read(&self.fields, what)
    }

    /// The first row of the statement.
    pub(super) fn one<'a>(
        db: &'a dyn Handle,
        query: &'a SelectStatement,
    ) -> Answer<'a, Option<Self>> {
        Box::pin(async move {
            let mut row = db.connection().query_one(query).await?;
            row.as_mut().map(Self::read).transpose()
        })
    }

    /// All rows of the statement.
    pub(super) fn all<'a>(db: &'a dyn Handle, query: &'a SelectStatement) -> Answer<'a, Vec<Self>> {
        Box::pin(async move {
            let mut rows = db.connection().query_all(query).await?;
            rows.iter_mut().map(Self::read).collect()
        })
    }
}

impl<R: Record> Row<R> {
    /// A row as it is written.
    pub(super) fn new(id: Id<R>, fields: R::Fields, meta: Meta) -> Self {
        Self {
            id,
            fields,
            meta,
            noun: PhantomData,
        }
    }

    /// The row, its fields read.
    pub fn read(stored: &StoredRow) -> Result<Self, StorageError> {
        let fields = stored.part(R::KIND)?;
        Ok(Self::new(Id::from(stored.id), fields, stored.meta.clone()))
    }

    /// The rows, their fields read.
    pub fn read_all(stored: &[StoredRow]) -> Result<Vec<Self>, StorageError> {
        stored.iter().map(Self::read).collect()
    }
}

/// What the fields of a row become in its table.
#[derive(Debug)]
pub(super) struct Content {
    /// The values of [`CONTENT`].
    pub(super) values: [Value; 5],
    /// The values of the keys, in their order.
    pub(super) keys: Vec<KeyValue>,
}

impl Content {
    pub(super) fn of<R: Record>(fields: &R::Fields) -> Result<Self, StorageError> {
        let search = SearchKeys::of::<R>(fields);
        Ok(Self {
            values: [
                json_text::write(fields, R::KIND)?.into(),
                if R::IS_WHOLE { SHAPE } else { 0 }.into(),
                search.key.into(),
                search.terms.into(),
                R::natural_key(fields).into(),
            ],
            keys: R::keys(fields),
        })
    }
}

/// What the fields of a row become in other tables: its links, each once, and what it holds out of lists.
#[derive(Debug)]
pub(super) struct Traces {
    pub(super) links: Vec<Link>,
    /// Each under its [`uses::name`].
    pub(super) held: Vec<String>,
}

impl Traces {
    pub(super) fn of<R: Record>(fields: &R::Fields) -> Self {
        Self {
            links: links::of::<R>(fields),
            held: uses::of::<R>(fields),
        }
    }
}

/// The values of [`HEAD`] and of the keys, of a new row.
pub(super) fn values(id: Uuid, content: Content, meta: &Meta) -> Vec<Value> {
    let user = |id: Option<UserId>| Value::from(id.map(|id| id.as_uuid()));
    let mut values = vec![id.into(), meta.company_id.map(|id| id.as_uuid()).into()];
    values.extend(content.values);
    values.extend([
        meta.version.into(),
        Millis::from(meta.created_at).into(),
        user(meta.created_by),
        Millis::from(meta.updated_at).into(),
        user(meta.updated_by),
        meta.deleted_at.map(Millis::from).into(),
        user(meta.deleted_by),
    ]);
    values.extend(content.keys.into_iter().map(Value::from));
    values
}
