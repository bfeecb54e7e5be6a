//! Counters: numbers that people call records by, such as the 17 of ISS-17.
//!
//! Invariant: the numbers of a counter run from 1 without a gap: one is taken in the transaction that uses it, and is free
//! again when that rolls back. Two writers at once wait for each other.

use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query};

use crate::database::sealed::Connected;
use crate::{CompanyId, StorageError, Transaction};

/// The next number of the company's counter of this name.
pub async fn next(tx: &Transaction, company: CompanyId, name: &str) -> Result<i64, StorageError> {
    let mut step = Query::update();
    step.table("counters")
        .value("last", Expr::col("last").add(1))
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("name").eq(name));
    if tx.executor().execute(&step).await?.rows_affected() == 0 {
        let mut first = Query::insert();
        first
            .into_table("counters")
            .columns(["company_id", "name", "last"])
            .values_panic([company.as_uuid().into(), name.into(), 1_i64.into()]);
        tx.executor().execute(&first).await?;
        return Ok(1);
    }
    let mut query = Query::select();
    query
        .column("last")
        .from("counters")
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("name").eq(name));
    let row = tx.connection().query_one(&query).await?;
    let row = row.ok_or(StorageError::Corrupt("counter"))?;
    Ok(row.get("last")?)
}
