//! Batches: what one bulk change or one import did to which rows, so that all of it can be undone.
//!
//! Invariant: a batch is written in the transaction of its changes, and is undone once.

use std::collections::HashMap;

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Order, Query};
use uuid::Uuid;

use super::write::Stamp;
use super::{Id, Record};
use crate::clock::Millis;
use crate::ids::typed_id;
use crate::{Answer, CompanyId, Handle, StorageError, Transaction, UserId, json_text};

typed_id!(
    /// A batch of changes.
    open BatchId
);

/// A batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Its id.
    pub id: BatchId,
    /// [`Record::KIND`] of what it is about.
    pub kind: String,
    /// What was done, such as `import`.
    pub action: String,
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub by: Option<UserId>,
    /// When it was undone; none while it was not.
    pub undone_at: Option<Timestamp>,
}

/// What a batch did to one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Touched<R: Record> {
    /// The row.
    pub id: Id<R>,
    /// What it held before; none when the batch made it.
    pub before: Option<R::Fields>,
    /// Whether it was in the bin before.
    pub was_deleted: bool,
    /// Its version after the batch: when it has another one, somebody has changed it since.
    pub version_after: i32,
}

/// Notes a batch.
pub async fn insert<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    id: BatchId,
    action: &str,
    touched: &[Touched<R>],
    stamp: Stamp,
) -> Result<(), StorageError> {
    insert_batch(tx, company, id, R::KIND, action, stamp).await?;
    insert_rows(tx, company, id, touched).await
}

fn insert_batch<'a>(
    tx: &'a Transaction,
    company: CompanyId,
    id: BatchId,
    kind: &'a str,
    action: &'a str,
    stamp: Stamp,
) -> Answer<'a, ()> {
    Box::pin(async move {
        let mut batch = Query::insert();
        batch
            .into_table("batches")
            .columns([
                "id",
                "company_id",
                "kind",
                "action",
                "at",
                "by",
                "undone_at",
            ])
            .values_panic([
                Expr::value(id.as_uuid()),
                Expr::value(company.as_uuid()),
                Expr::value(kind),
                Expr::value(action),
                Expr::value(Millis::from(stamp.at)),
                Expr::value(stamp.by.map(|id| id.as_uuid())),
                Expr::value(None::<i64>),
            ]);
        tx.executor().execute(&batch).await?;
        Ok(())
    })
}

/// Notes what a batch did to rows of one kind, which need not be the kind that the batch is about.
pub async fn insert_rows<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    id: BatchId,
    touched: &[Touched<R>],
) -> Result<(), StorageError> {
    for (at, chunk) in touched.chunks(ROWS_AT_ONCE).enumerate() {
        let text = |fields: &R::Fields| json_text::write(fields, R::KIND);
        let rows = chunk.iter().map(|row| {
            Ok(StoredRow {
                id: row.id.as_uuid(),
                before: row.before.as_ref().map(text).transpose()?,
                was_deleted: row.was_deleted,
                version_after: row.version_after,
            })
        });
        let rows = rows.collect::<Result<Vec<_>, StorageError>>()?;
        insert_stored(tx, company, id, R::KIND, at * ROWS_AT_ONCE, rows).await?;
    }
    Ok(())
}

/// Rows that one statement inserts: with eight columns it stays below SQLite's 32,766 parameters.
const ROWS_AT_ONCE: usize = 1000;

/// A [`Touched`] whose fields are still text.
struct StoredRow {
    id: Uuid,
    before: Option<String>,
    was_deleted: bool,
    version_after: i32,
}

fn insert_stored<'a>(
    tx: &'a Transaction,
    company: CompanyId,
    id: BatchId,
    kind: &'a str,
    first: usize,
    touched: Vec<StoredRow>,
) -> Answer<'a, ()> {
    Box::pin(async move {
        let mut rows = Query::insert();
        rows.into_table("batch_rows").columns([
            "company_id",
            "batch_id",
            "kind",
            "position",
            "row_id",
            "before",
            "was_deleted",
            "version_after",
        ]);
        for (position, row) in (first..).zip(touched) {
            rows.values_panic([
                Expr::value(company.as_uuid()),
                Expr::value(id.as_uuid()),
                Expr::value(kind),
                Expr::value(i32::try_from(position).unwrap_or(i32::MAX)),
                Expr::value(row.id),
                Expr::value(row.before),
                Expr::value(row.was_deleted),
                Expr::value(row.version_after),
            ]);
        }
        tx.executor().execute(&rows).await?;
        Ok(())
    })
}

/// A batch of the company.
pub async fn get(
    db: &dyn Handle,
    company: CompanyId,
    id: BatchId,
) -> Result<Option<Batch>, StorageError> {
    let mut query = Query::select();
    query
        .columns(["kind", "action", "at", "by", "undone_at"])
        .from("batches")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("id").eq(id.as_uuid()));
    let Some(row) = db.connection().query_one(&query).await? else {
        return Ok(None);
    };
    Ok(Some(Batch {
        id,
        kind: row.get("kind")?,
        action: row.get("action")?,
        at: row.get::<Millis>("at")?.into(),
        by: row.get::<Option<Uuid>>("by")?.map(UserId::from),
        undone_at: row.get::<Option<Millis>>("undone_at")?.map(Into::into),
    }))
}

/// When each of these batches was undone; those that were not are left out.
pub async fn undone(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[BatchId],
) -> Result<HashMap<BatchId, Timestamp>, StorageError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut query = Query::select();
    query
        .columns(["id", "undone_at"])
        .from("batches")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("id").is_in(ids.iter().map(BatchId::as_uuid)))
        .and_where(Expr::col("undone_at").is_not_null());
    let rows = db.connection().query_all(&query).await?;
    let undone = rows.iter().map(|row| {
        let id = BatchId::from(row.get::<Uuid>("id")?);
        Ok((id, row.get::<Millis>("undone_at")?.into()))
    });
    undone.collect()
}

/// What the batch did to rows of `R`, in the order in which it did it.
pub async fn touched<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    id: BatchId,
) -> Result<Vec<Touched<R>>, StorageError> {
    let rows = stored_rows(db, company, id, R::KIND).await?;
    let touched = rows.into_iter().map(|row| {
        let before = row.before.map(|text| json_text::read(&text, R::KIND));
        Ok(Touched {
            id: Id::from(row.id),
            before: before.transpose()?,
            was_deleted: row.was_deleted,
            version_after: row.version_after,
        })
    });
    touched.collect()
}

fn stored_rows<'a>(
    db: &'a dyn Handle,
    company: CompanyId,
    id: BatchId,
    kind: &'a str,
) -> Answer<'a, Vec<StoredRow>> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .columns(["row_id", "before", "was_deleted", "version_after"])
            .from("batch_rows")
            .and_where(Expr::col("company_id").eq(company.as_uuid()))
            .and_where(Expr::col("batch_id").eq(id.as_uuid()))
            .and_where(Expr::col("kind").eq(kind))
            .order_by("position", Order::Asc);
        let rows = db.connection().query_all(&query).await?;
        let stored = rows.iter().map(|row| {
            Ok(StoredRow {
                id: row.get("row_id")?,
                before: row.get("before")?,
                was_deleted: row.get("was_deleted")?,
                version_after: row.get("version_after")?,
            })
        });
        stored.collect()
    })
}

/// Notes that the batch was undone; false when it was already.
pub async fn note_undone(
    tx: &Transaction,
    company: CompanyId,
    id: BatchId,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let mut statement = Query::update();
    statement
        .table("batches")
        .value("undone_at", Millis::from(now))
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("id").eq(id.as_uuid()))
        .and_where(Expr::col("undone_at").is_null());
    Ok(tx.executor().execute(&statement).await?.rows_affected() == 1)
}
