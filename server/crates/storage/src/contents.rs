//! Contents: which stored bytes are which version of which file. The bytes themselves lie in an object store, under the
//! content's id.
//!
//! Invariant: a row is written only after its bytes are durable, and removed before they are. Bytes without a row belong to
//! nothing and may be deleted.

use std::collections::HashSet;

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};
use uuid::Uuid;

use crate::clock::Millis;
use crate::database::sealed::Connected;
use crate::{CompanyId, Handle, Reader, StorageError, Transaction};

/// The bytes of one version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Content {
    /// The id under which the bytes lie.
    pub id: Uuid,
    /// The file.
    pub file_id: Uuid,
    /// Which version of it, from 1.
    pub version: i64,
    /// How many bytes.
    pub size: i64,
}

/// Writes that the bytes are a version of a file. [`StorageError::Conflict`] when the file has that version already.
pub async fn insert(
    tx: &Transaction,
    company: CompanyId,
    content: Content,
) -> Result<(), StorageError> {
    let mut insert = Query::insert();
    insert
        .into_table("contents")
        .columns(["id", "company_id", "file_id", "version", "size"])
        .values_panic([
            content.id.into(),
            company.as_uuid().into(),
            content.file_id.into(),
            content.version.into(),
            content.size.into(),
        ]);
    tx.executor().execute(&insert).await?;
    Ok(())
}

/// The bytes of that version of the file.
pub async fn of_version(
    db: &dyn Handle,
    company: CompanyId,
    file_id: Uuid,
    version: i64,
) -> Result<Option<Content>, StorageError> {
    let mut query = Query::select();
    query
        .columns(["id", "size"])
        .from("contents")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("file_id").eq(file_id))
        .and_where(Expr::col("version").eq(version));
    let row = db.connection().query_one(&query).await?;
    row.map(|row| {
        Ok(Content {
            id: row.get("id")?,
            file_id,
            version,
            size: row.get("size")?,
        })
    })
    .transpose()
}

/// Bytes of all contents of the company.
pub async fn total_size(db: &dyn Handle, company: CompanyId) -> Result<i64, StorageError> {
    let mut query = Query::select();
    query
        // PostgreSQL's sum of big integers is a decimal of any length.
        .expr_as(Expr::col("size").sum().cast_as("bigint"), "total")
        .from("contents")
        .and_where(Expr::col("company_id").eq(company.as_uuid()));
    let row = db.connection().query_one(&query).await?;
    let total: Option<i64> = row.map(|row| row.get("total")).transpose()?.flatten();
    Ok(total.unwrap_or(0))
}

/// Removes the rows of all versions of the file; gives the ids of their bytes.
pub async fn remove_of_file(
    tx: &Transaction,
    company: CompanyId,
    file_id: Uuid,
) -> Result<Vec<Uuid>, StorageError> {
    let mut query = Query::select();
    query
        .column("id")
        .from("contents")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("file_id").eq(file_id));
    let ids = tx.connection().query_column(&query, "id").await?;
    let mut delete = Query::delete();
    delete
        .from_table("contents")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("file_id").eq(file_id));
    tx.executor().execute(&delete).await?;
    Ok(ids)
}

/// Which of `ids` have a row, in whichever company.
pub async fn known(db: &Reader, ids: &[Uuid]) -> Result<HashSet<Uuid>, StorageError> {
    let mut known = HashSet::new();
    for chunk in ids.chunks(500) {
        let mut query = Query::select();
        query
            .column("id")
            .from("contents")
            .and_where(Expr::col("id").is_in(chunk.to_vec()));
        known.extend(db.connection().query_column::<Uuid>(&query, "id").await?);
    }
    Ok(known)
}

/// Removes uploads that ended before `now`, of all companies; gives how many.
pub async fn forget_uploads(tx: &Transaction, now: Timestamp) -> Result<u64, StorageError> {
    let mut delete = Query::delete();
    delete
        .from_table("uploads")
        .and_where(Expr::col("expires_at").lt(Millis::from(now)));
    Ok(tx.executor().execute(&delete).await?.rows_affected())
}
