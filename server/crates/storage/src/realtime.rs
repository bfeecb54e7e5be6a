//! The leaves of the realtime database: a path and the scalar at it, as JSON. What they mean is not known here.
//!
//! A path is its keys joined by `/`, without one in front; no key holds a character below `0`, except those of its own
//! choosing that sort elsewhere, so a subtree is the row of its path and one range behind it.
//!
//! Invariant: a subtree is written under the lock of its first key, and read by its own path alone, however large the rest is.

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, OnConflict, Order, Query};

use crate::database::Lock;
use crate::database::connection::ResultRow;
use crate::hashing::sha256_hex;
use crate::{Handle, StorageError, Transaction};

const TABLE: &str = "realtime_leaves";

/// Rows of one statement; both databases take more parameters than that.
const CHUNK: usize = 250;

/// A leaf as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its keys joined by `/`.
    pub path: String,
    /// Its scalar, as JSON.
    pub value: String,
}

/// Waits until nobody else writes below this first key, until the end of `tx`. Take several in their order.
pub async fn lock(tx: &Transaction, namespace: &str, first_key: &str) -> Result<(), StorageError> {
    let name = sha256_hex(format!("realtime/{namespace}/{first_key}").as_bytes());
    let part = name
        .get(..15)
        .and_then(|it| i64::from_str_radix(it, 16).ok());
    tx.lock(Lock::Realtime(part.unwrap_or_default())).await
}

/// The leaves at `path` and below it, in the order of their paths; all of the namespace for the empty path.
pub async fn subtree(
    db: &dyn Handle,
    namespace: &str,
    path: &str,
) -> Result<Vec<Leaf>, StorageError> {
    let mut query = Query::select();
    query
        .columns(["path", "value"])
        .from(TABLE)
        .and_where(Expr::col("namespace").eq(namespace))
        .cond_where(within(path))
        .order_by("path", Order::Asc);
    let rows = db.connection().query_all(&query).await?;
    rows.iter().map(leaf).collect()
}

/// The leaves at exactly these paths, in the order of their paths.
pub async fn at(
    db: &dyn Handle,
    namespace: &str,
    paths: &[String],
) -> Result<Vec<Leaf>, StorageError> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = Query::select();
    query
        .columns(["path", "value"])
        .from(TABLE)
        .and_where(Expr::col("namespace").eq(namespace))
        .and_where(Expr::col("path").is_in(paths.iter().map(String::as_str)))
        .order_by("path", Order::Asc);
    let rows = db.connection().query_all(&query).await?;
    rows.iter().map(leaf).collect()
}

/// Whether a leaf is at `path` or below it, priorities aside.
pub async fn exists(db: &dyn Handle, namespace: &str, path: &str) -> Result<bool, StorageError> {
    let mut query = Query::select();
    query
        .column("path")
        .from(TABLE)
        .and_where(Expr::col("namespace").eq(namespace))
        .cond_where(within(path))
        .and_where(Expr::col("path").not_like("%.priority"))
        .limit(1);
    Ok(db.connection().query_one(&query).await?.is_some())
}

/// Deletes the leaves at these paths.
pub async fn delete(
    tx: &Transaction,
    namespace: &str,
    paths: &[String],
) -> Result<(), StorageError> {
    for chunk in paths.chunks(CHUNK) {
        let mut delete = Query::delete();
        delete
            .from_table(TABLE)
            .and_where(Expr::col("namespace").eq(namespace))
            .and_where(Expr::col("path").is_in(chunk.iter().map(String::as_str)));
        tx.executor().execute(&delete).await?;
    }
    Ok(())
}

/// Writes these leaves, over those that are there.
pub async fn put(tx: &Transaction, namespace: &str, leaves: &[Leaf]) -> Result<(), StorageError> {
    for chunk in leaves.chunks(CHUNK) {
        let mut insert = Query::insert();
        insert
            .into_table(TABLE)
            .columns(["namespace", "path", "value"])
            .on_conflict(
                OnConflict::columns(["namespace", "path"])
                    .update_column("value")
                    .to_owned(),
            );
        for Leaf { path, value } in chunk {
            insert.values_panic([
                namespace.into(),
                path.as_str().into(),
                value.as_str().into(),
            ]);
        }
        tx.executor().execute(&insert).await?;
    }
    Ok(())
}

/// `0` is the character behind `/`.
fn within(path: &str) -> Condition {
    if path.is_empty() {
        return Condition::all();
    }
    let below = Condition::all()
        .add(Expr::col("path").gte(format!("{path}/")))
        .add(Expr::col("path").lt(format!("{path}0")));
    Condition::any().add(Expr::col("path").eq(path)).add(below)
}

fn leaf(row: &ResultRow) -> Result<Leaf, StorageError> {
    Ok(Leaf {
        path: row.get("path")?,
        value: row.get("value")?,
    })
}

#[cfg(test)]
mod tests;
