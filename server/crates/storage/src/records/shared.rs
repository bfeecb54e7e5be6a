//! Shared records: seed rows, which belong to nobody, and the rows by which companies replace them.
//!
//! Invariant: the id of a seed row follows from its noun and its natural key, so it is the same in every database and for
//! ever. What names a shared row names it by that id, also where a company has a row of its own for it.

use sea_orm::sea_query::{Expr, ExprTrait as _, Func, Order, Query};
use sha2::{Digest as _, Sha256};

use super::noun::Noun;
use super::row::{StoredRow, select};
use super::{Id, Record, Row};
use crate::{Answer, CompanyId, Handle, StorageError};

/// What changes whenever a company writes one of its rows of a noun: how many there are, and the sum of their versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stamp {
    rows: i64,
    versions: i64,
}

impl<R: Record> Id<R> {
    /// The id of the seed row with this natural key: a UUID of version 8 (RFC 9562).
    pub fn of_seed(natural_key: &str) -> Self {
        let digest = Sha256::digest(format!("waybill seed\n{}\n{natural_key}", R::KIND).as_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        Self::from(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }
}

impl<R: Record> Row<R> {
    /// The id by which other rows name this one: of a row with a natural key the seed row's, whoever it belongs to.
    pub fn named_by(&self) -> Id<R> {
        R::natural_key(&self.fields).map_or(self.id, |key| Id::of_seed(&key))
    }
}

/// The seed row with this natural key, for whom no company is known yet.
pub async fn seed_row<R: Record>(
    db: &dyn Handle,
    natural_key: &str,
) -> Result<Option<Row<R>>, StorageError> {
    let mut query = select(Noun::of::<R>());
    query
        .and_where(Expr::col("company_id").is_null())
        .and_where(Expr::col("natural_key").eq(natural_key));
    let stored = StoredRow::one(db, &query).await?;
    stored.as_ref().map(Row::read).transpose()
}

/// All seed rows, in the order of their natural keys.
pub async fn seed_rows<R: Record>(db: &dyn Handle) -> Result<Vec<Row<R>>, StorageError> {
    let mut query = select(Noun::of::<R>());
    query
        .and_where(Expr::col("company_id").is_null())
        .order_by("natural_key", Order::Asc);
    Row::read_all(&StoredRow::all(db, &query).await?)
}

/// The rows that are the company's own, in the bin or not.
pub async fn own_rows<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
) -> Result<Vec<Row<R>>, StorageError> {
    let mut query = select(Noun::of::<R>());
    query
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .order_by("id", Order::Asc);
    Row::read_all(&StoredRow::all(db, &query).await?)
}

/// What changes whenever the company writes one of its own rows.
pub async fn stamp<R: Record>(db: &dyn Handle, company: CompanyId) -> Result<Stamp, StorageError> {
    stamp_of(db, company, R::TABLE).await
}

fn stamp_of<'a>(db: &'a dyn Handle, company: CompanyId, table: &'static str) -> Answer<'a, Stamp> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .expr_as(Expr::col("id").count(), "rows")
            .expr_as(
                Func::coalesce([
                    Expr::col("version").sum().cast_as("bigint"),
                    Expr::value(0_i64),
                ]),
                "versions",
            )
            .from(table)
            .and_where(Expr::col("company_id").eq(company.as_uuid()));
        let row = db.connection().query_one(&query).await?;
        match row {
            None => Ok(Stamp::default()),
            Some(row) => Ok(Stamp {
                rows: row.get("rows")?,
                versions: row.get("versions")?,
            }),
        }
    })
}
