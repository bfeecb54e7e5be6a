//! The statements behind [`read`](super), of any noun.
//!
//! Invariant: each gives rows that the company sees, and no others, unless the noun is that of the whole installation.

use jiff::Timestamp;
use sea_orm::sea_query::{
    Condition, Expr, ExprTrait as _, Order, Query, SelectStatement, UnionType, Value,
};
use uuid::Uuid;

use super::{Bin, Cursor, Listing, Part, totals};
use crate::database::connection::ResultRow;
use crate::listing::{Direction, Total, Window};
use crate::records::noun::Noun;
use crate::records::row::{READ, StoredRow, select};
use crate::records::search_index::{self, Narrowing};
use crate::records::{Filter, Key, KeyKind, KeyValue, search_keys};
use crate::searching::{Rank, Search};
use crate::{Answer, CompanyId, Handle, StorageError};

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
        let mut conditions = Condition::all()
            .add(in_bin(listing.bin))
            .add(listing.filter.condition(noun, company));
        let counted = match &listing.part {
            Part::Whole => false,
            Part::Window(_) => true,
            Part::After { counted, .. } => *counted,
        };
        let mut total = None;
        if counted {
            let counted = totals::total(db, company, noun, &conditions, narrowing.as_ref());
            total = Some(counted.await?);
        }
        // One row more shows whether there are any behind the part.
        let mut window = match &listing.part {
            Part::Whole => None,
            Part::Window(window) => Some(*window),
            Part::After { cursor, limit, .. } => {
                if let Some(cursor) = cursor {
                    conditions = conditions.add(after(&sort, cursor));
                }
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
        let rows = Rows {
            noun,
            company,
            narrowing: narrowing.as_ref(),
            conditions: &conditions,
        };
        let query = rows.sorted(&order, window);
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

/// In which order rows come: the best found first where something is searched for, and then by keys.
struct Ordering<'a> {
    sort: &'a [(&'static Key, Direction)],
    search: Option<Search>,
    /// Of rows that are found equally well, the favourites come first.
    favourite: Option<&'static Key>,
}

impl Ordering<'_> {
    const RANK: &'static str = "search_rank";
    const FAVOURITE: &'static str = "search_favourite";

    /// Selects what it orders by, so that rows of two statements can be put together.
    fn select(&self, query: &mut SelectStatement) {
        if let Some(search) = &self.search {
            query.expr_as(search_keys::rank(search), Self::RANK);
            if let Some(key) = self.favourite {
                query.expr_as(Expr::col(key.column), Self::FAVOURITE);
            }
        }
        for (key, _) in self.sort {
            query.expr_as(Expr::col(key.column), sort_alias(key));
        }
    }

    /// How well a row that it ordered was found.
    fn rank_of(result: &ResultRow) -> Result<Rank, StorageError> {
        Ok(Rank::of(result.get(Self::RANK)?))
    }

    /// What [`Ordering::select`] calls it.
    fn columns(&self) -> Vec<String> {
        let ranked = self.search.iter().flat_map(|_| {
            let favourite = self.favourite.map(|_| Self::FAVOURITE);
            [Some(Self::RANK), favourite].into_iter().flatten()
        });
        ranked
            .map(str::to_owned)
            .chain(self.sort.iter().map(|(key, _)| sort_alias(key)))
            .collect()
    }

    /// Orders by the keys as `name` calls their columns.
    fn order(&self, query: &mut SelectStatement, name: impl Fn(&'static Key) -> String) {
        if self.search.is_some() {
            query.order_by(Self::RANK, Order::Asc);
            if self.favourite.is_some() {
                query.order_by(Self::FAVOURITE, Order::Desc);
            }
        }
        for &(key, direction) in self.sort {
            query.order_by(name(key), Order::from(direction));
        }
        query.order_by("id", id_direction(self.sort).into());
    }
}

/// Rows that the company sees and the conditions let through.
struct Rows<'a> {
    noun: Noun,
    company: CompanyId,
    narrowing: Option<&'a Narrowing>,
    conditions: &'a Condition,
}

impl Rows<'_> {
    /// Those of them that the owner's condition lets through, with what they are ordered by.
    fn of(&self, owner: Condition, order: &Ordering<'_>) -> SelectStatement {
        let mut query = Query::select();
        query
            .columns(READ)
            .cond_where(owner)
            .cond_where(self.conditions.clone());
        search_index::from(&mut query, self.noun, self.narrowing);
        order.select(&mut query);
        query
    }

    /// All of them in the order; the part of them in the window.
    fn sorted(&self, order: &Ordering<'_>, window: Option<Window>) -> SelectStatement {
        let (noun, company) = (self.noun, self.company);
        let column = |key: &'static Key| key.column.to_owned();
        let Some(Window { offset, limit }) = window else {
            let mut query = self.of(visible(noun, company), order);
            order.order(&mut query, column);
            return query;
        };
        if !noun.is_shared {
            let mut query = self.of(own(noun, company), order);
            order.order(&mut query, column);
            query.offset(offset).limit(limit);
            return query;
        }
        // An index gives the own rows in their order, and the seed's in theirs, but not both at once: of each come as many as
        // could be in the window, and are put together.
        let columns = READ.iter().map(|column| (*column).to_owned());
        let columns: Vec<String> = columns.chain(order.columns()).collect();
        let [mut query, seed] =
            [(own(noun, company), "own"), (seed(noun, company), "seed")].map(|(owner, name)| {
                let mut first = self.of(owner, order);
                // All have the same one. PostgreSQL does not conclude that from `IS NULL`, and would sort what the index gives in order.
                first.order_by("company_id", id_direction(order.sort).into());
                order.order(&mut first, column);
                first.limit(offset + limit);
                let mut query = Query::select();
                query.columns(columns.clone()).from_subquery(first, name);
                query
            });
        query.union(UnionType::All, seed);
        order.order(&mut query, sort_alias);
        query.offset(offset).limit(limit);
        query
    }
}

/// The id runs the way of the first key, so that an index serves both.
fn id_direction(sort: &[(&'static Key, Direction)]) -> Direction {
    sort.first().map_or(Direction::Ascending, |(_, way)| *way)
}

fn sort_alias(key: &Key) -> String {
    format!("sort_{}", key.column)
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
