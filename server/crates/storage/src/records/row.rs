//! How a row lies in its table: which columns there are, and how a result becomes a [`Row`].
//!
//! Invariant: the columns that are read are those that are written.

use std::marker::PhantomData;

use sea_orm::QueryResult;
use sea_orm::sea_query::{Query, SelectStatement, Value};
use uuid::Uuid;

use super::{Id, KeyValue, Meta, Record, Row};
use crate::clock::Millis;
use crate::folding::fold;
use crate::{CompanyId, StorageError, UserId, json_text};

/// The columns before the keys.
pub(super) const HEAD: [&str; 12] = [
    "id",
    "company_id",
    "fields",
    "search_key",
    "natural_key",
    "version",
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "deleted_at",
    "deleted_by",
];

/// What a statement that gives rows selects.
pub(super) const READ: [&str; 10] = [
    "id",
    "company_id",
    "fields",
    "version",
    "created_at",
    "created_by",
    "updated_at",
    "updated_by",
    "deleted_at",
    "deleted_by",
];

/// `SELECT` of whole rows.
pub(super) fn select<R: Record>() -> SelectStatement {
    let mut select = Query::select();
    select.columns(READ).from(R::TABLE);
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

    /// The row of a result of [`select`].
    pub(super) fn read(result: &QueryResult) -> Result<Self, StorageError> {
        let text: String = result.try_get("", "fields")?;
        let moment = |column| -> Result<_, StorageError> {
            Ok(result.try_get::<Millis>("", column)?.into())
        };
        let by = |column| -> Result<Option<UserId>, StorageError> {
            Ok(result
                .try_get::<Option<Uuid>>("", column)?
                .map(UserId::from))
        };
        Ok(Self::new(
            Id::from(result.try_get::<Uuid>("", "id")?),
            json_text::read(&text, R::KIND)?,
            Meta {
                company_id: result.try_get::<Option<CompanyId>>("", "company_id")?,
                version: result.try_get("", "version")?,
                created_at: moment("created_at")?,
                created_by: by("created_by")?,
                updated_at: moment("updated_at")?,
                updated_by: by("updated_by")?,
                deleted_at: result
                    .try_get::<Option<Millis>>("", "deleted_at")?
                    .map(Into::into),
                deleted_by: by("deleted_by")?,
            },
        ))
    }

    /// The values of [`HEAD`] and of the keys.
    pub(super) fn values(&self) -> Result<Vec<Value>, StorageError> {
        let meta = &self.meta;
        let user = |id: Option<UserId>| Value::from(id.map(|id| id.as_uuid()));
        let mut values = vec![
            self.id.as_uuid().into(),
            meta.company_id.map(|id| id.as_uuid()).into(),
        ];
        values.extend(content::<R>(&self.fields)?);
        values.extend([
            meta.version.into(),
            Millis::from(meta.created_at).into(),
            user(meta.created_by),
            Millis::from(meta.updated_at).into(),
            user(meta.updated_by),
            meta.deleted_at.map(Millis::from).into(),
            user(meta.deleted_by),
        ]);
        values.extend(R::keys(&self.fields).into_iter().map(Value::from));
        Ok(values)
    }
}

/// The values of `fields`, `search_key` and `natural_key`.
pub(super) fn content<R: Record>(fields: &R::Fields) -> Result<[Value; 3], StorageError> {
    Ok([
        json_text::write(fields, R::KIND)?.into(),
        fold(&R::searched(fields).join(" ")).into(),
        R::natural_key(fields).into(),
    ])
}
