//! Totals: how many rows a list has on all its pages, counted from indexes alone where they hold what is asked.
//!
//! Invariant: the rows that are counted are those that [`statements`](super::statements) gives, as far as [`Total`] goes.

use sea_orm::sea_query::{
    Asterisk, Condition, Expr, ExprTrait as _, JoinType, Query, SelectStatement,
};

use super::statements::Rows;
use crate::listing::Total;
use crate::records::noun::Noun;
use crate::{Answer, CompanyId, Handle, StorageError};

/// Where counting stops.
const ENOUGH: u64 = Total::COUNTED + 1;

/// How many rows there are.
pub(super) fn total<'a>(db: &'a dyn Handle, rows: &Rows<'_>) -> Answer<'a, Total> {
    let Rows { noun, company, .. } = *rows;
    let own = super::statements::own(noun, company);
    if !noun.is_shared || noun.is_of_installation {
        return total_of(db, rows.those(own));
    }
    // Which seed rows are seen is not in an index. So all are counted, and the few that the company has replaced are subtracted;
    // where they are more than are counted at all, the total is a lower bound that is too low.
    let seed = Expr::col("company_id").is_null();
    let replaced = Expr::col("id").in_subquery(replaced(noun, company));
    let sum = counted(rows.those(own).limit(ENOUGH))
        .add(counted(rows.those(seed.into()).limit(2 * ENOUGH)))
        .sub(counted(&rows.those(replaced.into())));
    let mut query = Query::select();
    query.expr_as(sum, ROWS);
    Box::pin(async move { Ok(Total::of(number(db, &query).await?)) })
}

/// How many rows a statement gives, as far as [`Total`] goes.
pub(crate) fn total_of(db: &dyn Handle, rows: SelectStatement) -> Answer<'_, Total> {
    Box::pin(async move { Ok(Total::of(number_to(db, rows, ENOUGH).await?)) })
}

/// Whether a statement gives so many rows, or more.
pub(super) async fn reaches(
    db: &dyn Handle,
    rows: SelectStatement,
    many: u64,
) -> Result<bool, StorageError> {
    Ok(number_to(db, rows, many).await? == many)
}

/// How many rows a statement gives, counted no further than to `most`.
async fn number_to(
    db: &dyn Handle,
    mut rows: SelectStatement,
    most: u64,
) -> Result<u64, StorageError> {
    let mut query = Query::select();
    query
        .expr_as(Expr::col(Asterisk).count(), ROWS)
        .from_subquery(rows.limit(most).take(), "wanted");
    number(db, &query).await
}

/// What a number of rows is called in a result.
pub(super) const ROWS: &str = "rows";

/// The number that a statement gives as [`ROWS`].
pub(super) async fn number(db: &dyn Handle, query: &SelectStatement) -> Result<u64, StorageError> {
    let row = db.connection().query_number(query).await?;
    let counted: i64 = row.map(|row| row.get(ROWS)).transpose()?.unwrap_or(0);
    Ok(u64::try_from(counted).unwrap_or(0))
}

/// How many rows it gives, as an expression.
fn counted(rows: &SelectStatement) -> Expr {
    let mut count = Query::select();
    count
        .expr(Expr::col(Asterisk).count())
        .from_subquery(rows.clone(), "wanted");
    Expr::SubQuery(None, Box::new(count.into()))
}

/// The seed rows that the company has rows of its own for.
fn replaced(noun: Noun, company: CompanyId) -> SelectStatement {
    let mut replaced = Query::select();
    // SQLite reads cross joins in the order in which they are written: the few own rows first.
    replaced
        .column(("seed", "id"))
        .from_as(noun.table, "own")
        .join_as(JoinType::CrossJoin, noun.table, "seed", Condition::all())
        .and_where(Expr::col(("own", "company_id")).eq(company.as_uuid()))
        .and_where(Expr::col(("seed", "company_id")).is_null())
        .and_where(Expr::col(("seed", "natural_key")).equals(("own", "natural_key")));
    replaced
}
