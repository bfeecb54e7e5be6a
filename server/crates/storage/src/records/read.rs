//! Reading records: one, some, or a part of the list.
//!
//! Invariant: the order of a list is total (the id decides between equals), so no row is on two pages or on none.

use jiff::Timestamp;
use sea_orm::sea_query::{
    Condition, Expr, ExprTrait as _, Order, Query, SelectStatement, UnionType, Value,
};
use sea_orm::{ConnectionTrait as _, QueryResult};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::row::{READ, select};
use super::{Filter, Id, Key, KeyKind, KeyValue, Record, Row};
use crate::listing::{Direction, Window};
use crate::{CompanyId, Handle, StorageError};

/// Whether rows in the bin are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bin {
    /// Only rows that are not in the bin.
    #[default]
    Outside,
    /// Only rows in the bin.
    Inside,
    /// All rows.
    Either,
}

/// What is wanted of a list.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Which rows.
    pub filter: Filter,
    /// Keys of the order, the first one deciding first; empty means the noun's own order.
    pub sort: Vec<(&'static Key, Direction)>,
    /// Whether rows in the bin.
    pub bin: Bin,
    /// Which part of them.
    pub part: Part,
}

/// Which part of a list is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All rows.
    Whole,
    /// Those of a page, and how many there are on all pages.
    Window(Window),
    /// The rows after a place, however far down it is, at the same cost.
    After {
        /// The place; none begins at the top.
        cursor: Option<Cursor>,
        /// How many rows at most.
        limit: u64,
        /// Whether to count all rows, which costs more the more there are.
        counted: bool,
    },
}

/// A place in a list: the values of the sort keys and the id of the row before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    pub(crate) values: Vec<KeyValue>,
    pub(crate) id: Uuid,
}

/// A part of a list.
#[derive(Debug)]
pub struct Page<R: Record> {
    /// In the order asked for.
    pub rows: Vec<Row<R>>,
    /// How many rows there are in all, where that was asked for.
    pub total: Option<u64>,
    /// Where the next part begins; none on the last one, and none where parts are numbered.
    pub next: Option<Cursor>,
}

impl Default for Listing {
    /// All rows outside the bin in the noun's own order.
    fn default() -> Self {
        Self {
            filter: Filter::default(),
            sort: Vec::new(),
            bin: Bin::Outside,
            part: Part::Whole,
        }
    }
}

/// The row that the company sees under this id, be it in the bin or not. The id of a seed row that the company has replaced
/// gives the replacement.
pub async fn get<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    id: Id<R>,
    bin: Bin,
) -> Result<Option<Row<R>>, StorageError> {
    let mut query = select::<R>();
    if R::SHARED {
        let mut key = Query::select();
        key.column("natural_key")
            .from(R::TABLE)
            .and_where(Expr::col("id").eq(id.as_uuid()))
            .cond_where(own_or_seed(company));
        // A row that the company has made itself has no natural key.
        let itself = Expr::col("id").eq(id.as_uuid());
        query
            .and_where(itself.or(Expr::col("natural_key").in_subquery(key)))
            .cond_where(own_or_seed(company))
            // The own row comes first: nulls are least on SQLite and greatest on PostgreSQL.
            .order_by_expr(Expr::col("company_id").is_null(), Order::Asc)
            .limit(1);
    } else {
        query
            .and_where(Expr::col("id").eq(id.as_uuid()))
            .and_where(Expr::col("company_id").eq(company.as_uuid()));
    }
    let row = db.connection().query_one(&query).await?;
    let row = row.as_ref().map(Row::read).transpose()?;
    Ok(row.filter(|row| match bin {
        Bin::Outside => row.meta.deleted_at.is_none(),
        Bin::Inside => row.meta.deleted_at.is_some(),
        Bin::Either => true,
    }))
}

/// The rows with these ids that the company sees, outside the bin, by id. Ids of nothing are left out.
pub async fn get_all<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    ids: &[Id<R>],
    bin: Bin,
) -> Result<Vec<Row<R>>, StorageError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let mut query = select::<R>();
        query
            .and_where(Expr::col("id").is_in(chunk.iter().map(Id::as_uuid).collect::<Vec<_>>()))
            .cond_where(visible::<R>(company))
            .cond_where(in_bin(bin))
            .order_by("id", Order::Asc);
        let rows = db.connection().query_all(&query).await?;
        found.extend(rows.iter().map(Row::read).collect::<Result<Vec<_>, _>>()?);
    }
    Ok(found)
}

/// The first row of the noun's own order that the filter lets through.
pub async fn find<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: Filter,
) -> Result<Option<Row<R>>, StorageError> {
    let listing = Listing {
        filter,
        part: Part::After {
            cursor: None,
            limit: 1,
            counted: false,
        },
        ..Listing::default()
    };
    Ok(list::<R>(db, company, listing).await?.rows.pop())
}

/// How many rows the filter lets through.
pub async fn count<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: &Filter,
    bin: Bin,
) -> Result<u64, StorageError> {
    let mut query = Query::select();
    query
        .expr_as(Expr::col("id").count(), "rows")
        .from(R::TABLE)
        .cond_where(wanted::<R>(company, filter, bin));
    let row = db.connection().query_one(&query).await?;
    let counted: i64 = row
        .map(|row| row.try_get("", "rows"))
        .transpose()?
        .unwrap_or(0);
    Ok(u64::try_from(counted).unwrap_or(0))
}

/// A part of the list.
pub async fn list<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    listing: Listing,
) -> Result<Page<R>, StorageError> {
    let sort = if listing.sort.is_empty() {
        own_order::<R>()
    } else {
        listing.sort
    };
    let mut conditions = Condition::all()
        .add(in_bin(listing.bin))
        .add(listing.filter.condition::<R>(company));
    let (window, counted) = match &listing.part {
        Part::Whole => (None, false),
        Part::Window(window) => (Some(*window), true),
        Part::After {
            cursor,
            limit,
            counted,
        } => {
            if let Some(cursor) = cursor {
                conditions = conditions.add(after(&sort, cursor));
            }
            // One more shows whether there is a next part.
            let window = Window {
                offset: 0,
                limit: limit + 1,
            };
            (Some(window), *counted)
        }
    };
    let query = sorted::<R>(company, &conditions, &sort, window);
    let total = if counted {
        Some(count::<R>(db, company, &listing.filter, listing.bin).await?)
    } else {
        None
    };
    let mut results = db.connection().query_all(&query).await?;
    let mut next = None;
    if let Part::After { limit, .. } = listing.part {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        if limit < results.len() {
            results.truncate(limit);
            next = results.last().map(|last| place(last, &sort)).transpose()?;
        }
    }
    let rows: Vec<Row<R>> = results.iter().map(Row::read).collect::<Result<_, _>>()?;
    let total = match listing.part {
        Part::Whole => Some(rows.len() as u64),
        Part::Window(_) | Part::After { .. } => total,
    };
    Ok(Page { rows, total, next })
}

/// When the newest of the rows that the filter lets through was changed, for conditional requests on whole lists.
pub async fn last_change<R: Record>(
    db: &dyn Handle,
    company: CompanyId,
    filter: &Filter,
) -> Result<Option<Timestamp>, StorageError> {
    let mut query = Query::select();
    query
        .expr_as(Expr::col("updated_at").max(), "at")
        .from(R::TABLE)
        .cond_where(wanted::<R>(company, filter, Bin::Either));
    let row = db.connection().query_one(&query).await?;
    let at: Option<crate::clock::Millis> =
        row.map(|row| row.try_get("", "at")).transpose()?.flatten();
    Ok(at.map(Into::into))
}

/// Rows that the company sees and the conditions let through, in the order; the part of them in the window.
fn sorted<R: Record>(
    company: CompanyId,
    conditions: &Condition,
    sort: &[(&'static Key, Direction)],
    window: Option<Window>,
) -> SelectStatement {
    let of = |owner: Condition| {
        let mut query = select::<R>();
        query.cond_where(owner).cond_where(conditions.clone());
        for (key, _) in sort {
            query.expr_as(Expr::col(key.column), sort_alias(key));
        }
        query
    };
    let Some(Window { offset, limit }) = window else {
        let mut query = of(visible::<R>(company));
        order(&mut query, sort);
        return query;
    };
    if !R::SHARED {
        let mut query = of(own(company));
        order(&mut query, sort);
        query.offset(offset).limit(limit);
        return query;
    }
    // An index gives the own rows in their order, and the seed's in theirs, but not both at once: of each come as many as
    // could be in the window, and are put together.
    let columns = READ
        .iter()
        .map(|column| (*column).to_owned())
        .chain(sort.iter().map(|(key, _)| sort_alias(key)));
    let columns: Vec<String> = columns.collect();
    let [mut query, seed] =
        [(own(company), "own"), (seed::<R>(company), "seed")].map(|(owner, name)| {
            let mut first = of(owner);
            order(&mut first, sort);
            first.limit(offset + limit);
            let mut query = Query::select();
            query.columns(columns.clone()).from_subquery(first, name);
            query
        });
    query.union(UnionType::All, seed);
    for (key, direction) in sort {
        query.order_by(sort_alias(key), Order::from(*direction));
    }
    query.order_by("id", id_direction(sort).into());
    query.offset(offset).limit(limit);
    query
}

fn own_order<R: Record>() -> Vec<(&'static Key, Direction)> {
    R::ORDER
        .iter()
        .filter_map(|(name, direction)| Some((Key::named::<R>(name)?, *direction)))
        .collect()
}

/// The id runs the way of the first key, so that an index serves both.
fn id_direction(sort: &[(&'static Key, Direction)]) -> Direction {
    sort.first().map_or(Direction::Ascending, |(_, way)| *way)
}

fn order(query: &mut SelectStatement, sort: &[(&'static Key, Direction)]) {
    for (key, direction) in sort {
        query.order_by(key.column, Order::from(*direction));
    }
    query.order_by("id", id_direction(sort).into());
}

fn sort_alias(key: &Key) -> String {
    format!("sort_{}", key.column)
}

fn place(result: &QueryResult, sort: &[(&'static Key, Direction)]) -> Result<Cursor, StorageError> {
    let values = sort
        .iter()
        .map(|(key, _)| {
            let alias = sort_alias(key);
            Ok(match key.kind {
                KeyKind::Text | KeyKind::Folded => {
                    KeyValue::Text(result.try_get::<String>("", &alias)?)
                }
                KeyKind::Number | KeyKind::Flag | KeyKind::Moment => {
                    KeyValue::Number(result.try_get::<i64>("", &alias)?)
                }
            })
        })
        .collect::<Result<_, StorageError>>()?;
    Ok(Cursor {
        values,
        id: result.try_get("", "id")?,
    })
}

impl Cursor {
    /// Whether it is a place in a list that is sorted so; one made for another order is not, and none that was made by hand
    /// with a text that no row can hold.
    pub fn fits(&self, sort: &[(&'static Key, Direction)]) -> bool {
        self.values.len() == sort.len()
            && self.values.iter().zip(sort).all(|(value, (key, _))| {
                let textual = matches!(key.kind, KeyKind::Text | KeyKind::Folded);
                match value {
                    KeyValue::Text(text) => textual && !text.contains('\0'),
                    KeyValue::Number(_) => !textual,
                }
            })
    }

    /// The order in which a list of `R` runs when `sort` is asked for.
    pub fn order_of<R: Record>(
        sort: &[(&'static Key, Direction)],
    ) -> Vec<(&'static Key, Direction)> {
        if sort.is_empty() {
            own_order::<R>()
        } else {
            sort.to_vec()
        }
    }
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

fn wanted<R: Record>(company: CompanyId, filter: &Filter, bin: Bin) -> Condition {
    Condition::all()
        .add(visible::<R>(company))
        .add(in_bin(bin))
        .add(filter.condition::<R>(company))
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
fn visible<R: Record>(company: CompanyId) -> Condition {
    if R::SHARED {
        Condition::any().add(own(company)).add(seed::<R>(company))
    } else {
        own(company)
    }
}

fn own(company: CompanyId) -> Condition {
    Condition::all().add(Expr::col("company_id").eq(company.as_uuid()))
}

/// The seed rows that the company has no row of its own for.
fn seed<R: Record>(company: CompanyId) -> Condition {
    let mut replaced = Query::select();
    replaced
        .column("natural_key")
        .from(R::TABLE)
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("natural_key").is_not_null());
    Condition::all()
        .add(Expr::col("company_id").is_null())
        .add(Expr::col("natural_key").not_in_subquery(replaced))
}
