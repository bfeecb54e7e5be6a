//! The statements behind [`read`](super), of any noun.
//!
//! Invariant: each gives rows that the company sees, and no others, unless the noun is that of the whole installation.

use jiff::Timestamp;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Order, Query, Value};
use uuid::Uuid;

use super::{Bin, Cursor, Listing, Part, totals};
use crate::database::connection::ResultRow;
use crate::listing::{Direction, Total, Window};
use crate::records::noun::Noun;
use crate::records::row::{StoredRow, select};
use crate::records::search_index::Narrowing;
use crate::records::{Filter, Key, KeyKind, KeyValue};
use crate::searching::Rank;
use crate::{Answer, CompanyId, Handle, StorageError};
pub(super) use sorted::Rows;
use sorted::{Ordering, id_direction, sort_alias};

mod lead;
mod sorted;

/// Ids that one statement asks for.
const AT_ONCE: usize = 500;

/// A [`Page`](super::Page) whose rows' fields are still text.
#[derive(Debug)]
pub struct StoredPage {
    /// In the order asked for.
    pub rows: Vec<StoredRow>,
    /// How many rows there are in all, where that was asked for.
    pub total: Option<Total>,
    /// Where the next part begins; none on the last one, and none where parts are numbered.
    pub next: Option<Cursor>,
    /// How well each was found, where something was searched for and no order was asked for.
    pub ranks: Vec<Rank>,
}

/// The row under this id, or the company's own for the seed row under it.
pub(super) fn get(
    db: &dyn Handle,
    company: CompanyId,
    noun: Noun,
    id: Uuid,
) -> Answer<'_, Option<StoredRow>> {
    Box::pin(async move {
        let mut query = select(noun);
        if noun.is_shared {
            let mut key = Query::select();
            key.column("natural_key")
                .from(noun.table)
                .and_where(Expr::col("id").eq(id))
                .cond_where(own_or_seed(company));
            // A row that the company has made itself has no natural key.
            let itself = Expr::col("id").eq(id);
            query
                .and_where(itself.or(Expr::col("natural_key").in_subquery(key)))
                .cond_where(own_or_seed(company))
                // The own row comes first: nulls are least on SQLite and greatest on PostgreSQL.
                .order_by_expr(Expr::col("company_id").is_null(), Order::Asc)
                .limit(1);
        } else {
            query
                .and_where(Expr::col("id").eq(id))
                .and_where(Expr::col("company_id").eq(company.as_uuid()));
        }
        StoredRow::one(db, &query).await
    })
}

/// The rows with these ids, by id.
pub(super) fn get_all(
    db: &dyn Handle,
    company: CompanyId,
    noun: Noun,
    ids: Vec<Uuid>,
    bin: Bin,
) -> Answer<'_, Vec<StoredRow>> {
    Box::pin(async move {
        let mut found = Vec::with_capacity(ids.len());
        for chunk in ids.chunks(AT_ONCE) {
            let mut query = select(noun);
            query.cond_where(named(noun, company, chunk, bin));
            found.extend(StoredRow::all(db, query.order_by("id", Order::Asc)).await?);
        }
        Ok(found)
    })
}

/// The same of their fields alone, in any order.
pub(super) fn get_fields(
    db: &dyn Handle,
    company: CompanyId,
    noun: Noun,
    ids: Vec<Uuid>,
    bin: Bin,
) -> Answer<'_, Vec<(Uuid, String)>> {
    Box::pin(async move {
        let mut found = Vec::with_capacity(ids.len());
        for chunk in ids.chunks(AT_ONCE) {
            let mut query = Query::select();
            query
                .columns(["id", "fields"])
                .from(noun.table)
                .cond_where(named(noun, company, chunk, bin));
            for mut row in db.connection().query_all(&query).await? {
                found.push((row.get("id")?, row.take_text("fields")?));
            }
        }
        Ok(found)
    })
}

/// How many rows the filter lets through.
pub(super) fn count<'a>(
    db: &'a dyn Handle,
    company: CompanyId,
    noun: Noun,
    filter: &'a Filter,
    bin: Bin,
) -> Answer<'a, u64> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .expr_as(Expr::col("id").count(), totals::ROWS)
            .from(noun.table)
            .cond_where(wanted(noun, company, filter, bin));
        totals::number(db, &query).await
    })
}

/// A part of the list.
pub(super) fn list(
    db: &dyn Handle,
    company: CompanyId,
    noun: Noun,
    listing: Listing,
) -> Answer<'_, StoredPage> {
    Box::pin(async move {
        let sort = noun.order_of(&listing.sort);
        let sought = listing.filter.sought();
        let narrowing = Narrowing::of(db, noun, company, sought.as_ref());
        let conditions = in_bin(listing.bin).add(listing.filter.condition(noun, company));
        let counted = match &listing.part {
            Part::Whole => false,
            Part::Window(_) => true,
            Part::After { counted, .. } => *counted,
        };
        let rows = Rows {
            noun,
            company,
            narrowing: narrowing.as_ref(),
            conditions: &conditions,
        };
        let mut total = None;
        if counted {
            total = Some(totals::total(db, &rows).await?);
        }
        let mut behind = None;
        // One row more shows whether there are any behind the part.
        let mut window = match &listing.part {
            Part::Whole => None,
            Part::Window(window) => Some(*window),
            Part::After { cursor, limit, .. } => {
                behind = cursor.as_ref().map(|cursor| after(&sort, cursor));
                Some(Window {
                    offset: 0,
                    limit: *limit,
                })
            }
        };
        let most = window.map_or(usize::MAX, |window| {
            usize::try_from(window.limit).unwrap_or(usize::MAX)
        });
        if let Some(window) = &mut window {
            window.limit += 1;
        }
        // A cursor is a place in a sorted list, so what comes by cursor is not ranked.
        let is_ranked = listing.sort.is_empty() && !matches!(listing.part, Part::After { .. });
        let order = Ordering {
            sort: &sort,
            search: sought.filter(|_| is_ranked),
            favourite: noun.key("favourite").filter(|_| is_ranked),
        };
        let wanted = lead::Wanted {
            filter: &listing.filter,
            bin: listing.bin,
            behind,
        };
        let query = lead::sorted(db, &rows, &order, window, &wanted).await?;
        let mut results = db.connection().query_all(&query).await?;
        let has_more = most < results.len();
        results.truncate(most);
        let mut next = None;
        match listing.part {
            Part::Whole => total = Some(Total::exact(results.len())),
            Part::Window(Window { offset, .. }) => {
                total = total.map(|total| total.beside(offset, results.len(), has_more));
            }
            Part::After { .. } if has_more => {
                next = results.last().map(|last| place(last, &sort)).transpose()?;
            }
            Part::After { .. } => {}
        }
        let rows: Vec<StoredRow> = results
            .iter_mut()
            .map(StoredRow::read)
            .collect::<Result<_, _>>()?;
        let ranks = match order.search {
            Some(_) => results
                .iter()
                .map(Ordering::rank_of)
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        Ok(StoredPage {
            rows,
            total,
            next,
            ranks,
        })
    })
}

/// When the newest of the rows that the filter lets through was changed, for conditional requests on whole lists.
pub(super) fn last_change<'a>(
    db: &'a dyn Handle,
    company: CompanyId,
    noun: Noun,
    filter: &'a Filter,
) -> Answer<'a, Option<Timestamp>> {
    Box::pin(async move {
        let mut query = Query::select();
        query
            .expr_as(Expr::col("updated_at").max(), "at")
            .from(noun.table)
            .cond_where(wanted(noun, company, filter, Bin::Either));
        let row = db.connection().query_one(&query).await?;
        let at: Option<crate::clock::Millis> = row.map(|row| row.get("at")).transpose()?.flatten();
        Ok(at.map(Into::into))
    })
}

fn place(result: &ResultRow, sort: &[(&'static Key, Direction)]) -> Result<Cursor, StorageError> {
    let values = sort
        .iter()
        .map(|(key, _)| {
            let alias = sort_alias(key);
            Ok(match key.kind {
                KeyKind::Text | KeyKind::Folded => KeyValue::Text(result.get::<String>(&alias)?),
                KeyKind::Number | KeyKind::Flag | KeyKind::Moment => {
                    KeyValue::Number(result.get::<i64>(&alias)?)
                }
            })
        })
        .collect::<Result<_, StorageError>>()?;
    Ok(Cursor {
        values,
        id: result.get("id")?,
    })
}

/// The rows behind the cursor: greater in the first key, or equal there and greater in the second, and so on.
pub(crate) fn after(sort: &[(&'static Key, Direction)], cursor: &Cursor) -> Condition {
    let beyond = |column: &'static str, direction, value: Value| match direction {
        Direction::Ascending => Expr::col(column).gt(value),
        Direction::Descending => Expr::col(column).lt(value),
    };
    let last = beyond("id", id_direction(sort), cursor.id.into());
    let innermost = Condition::all().add(last);
    let pairs = sort.iter().zip(&cursor.values).rev();
    pairs.fold(innermost, |inner, ((key, direction), value)| {
        let value = Value::from(value.clone());
        // `a >= x and (a > x or rest)` lets the database begin the scan of its index at x.
        let bound = match direction {
            Direction::Ascending => Expr::col(key.column).gte(value.clone()),
            Direction::Descending => Expr::col(key.column).lte(value.clone()),
        };
        Condition::all().add(bound).add(
            Condition::any()
                .add(beyond(key.column, *direction, value))
                .add(inner),
        )
    })
}

fn wanted(noun: Noun, company: CompanyId, filter: &Filter, bin: Bin) -> Condition {
    Condition::all()
        .add(visible(noun, company))
        .add(in_bin(bin))
        .add(filter.condition(noun, company))
}

/// The rows with these ids.
fn named(noun: Noun, company: CompanyId, ids: &[Uuid], bin: Bin) -> Condition {
    Condition::all()
        .add(Expr::col("id").is_in(ids.to_vec()))
        .add(visible(noun, company))
        .add(in_bin(bin))
}

fn in_bin(bin: Bin) -> Condition {
    match bin {
        Bin::Outside => Condition::all().add(Expr::col("deleted_at").is_null()),
        Bin::Inside => Condition::all().add(Expr::col("deleted_at").is_not_null()),
        Bin::Either => Condition::all(),
    }
}

fn own_or_seed(company: CompanyId) -> Condition {
    Condition::any()
        .add(Expr::col("company_id").eq(company.as_uuid()))
        .add(Expr::col("company_id").is_null())
}

/// The rows of the company, and the seed rows that it has no row of its own for, in the bin or not.
fn visible(noun: Noun, company: CompanyId) -> Condition {
    if noun.is_shared {
        Condition::any()
            .add(own(noun, company))
            .add(seed(noun, company))
    } else {
        own(noun, company)
    }
}

pub(super) fn own(noun: Noun, company: CompanyId) -> Condition {
    if noun.is_of_installation {
        return Condition::all();
    }
    Condition::all().add(Expr::col("company_id").eq(company.as_uuid()))
}

/// The seed rows that the company has no row of its own for.
fn seed(noun: Noun, company: CompanyId) -> Condition {
    let mut replaced = Query::select();
    replaced
        .column("natural_key")
        .from(noun.table)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("natural_key").is_not_null());
    Condition::all()
        .add(Expr::col("company_id").is_null())
        .add(Expr::col("natural_key").not_in_subquery(replaced))
}

#[cfg(test)]
mod tests;
