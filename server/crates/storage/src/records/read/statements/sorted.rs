//! Sorted rows: the statement that gives a part of them in their order.
//!
//! Invariant: the order is total, whichever keys it was asked for by: the id decides between equals.

use sea_orm::sea_query::{Condition, Expr, Order, Query, SelectStatement, UnionType};

use super::{own, seed, visible};
use crate::database::connection::ResultRow;
use crate::listing::{Direction, Window};
use crate::records::noun::Noun;
use crate::records::row::READ;
use crate::records::search_index::{self, Narrowing};
use crate::records::{Key, search_keys};
use crate::searching::{Rank, Search};
use crate::{CompanyId, StorageError};

/// In which order rows come: the best found first where something is searched for, and then by keys.
pub(super) struct Ordering<'a> {
    pub(super) sort: &'a [(&'static Key, Direction)],
    pub(super) search: Option<Search>,
    /// Of rows that are found equally well, the favourites come first.
    pub(super) favourite: Option<&'static Key>,
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
    pub(super) fn rank_of(result: &ResultRow) -> Result<Rank, StorageError> {
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
#[derive(Clone, Copy)]
pub(in crate::records::read) struct Rows<'a> {
    pub(in crate::records::read) noun: Noun,
    pub(in crate::records::read) company: CompanyId,
    pub(super) narrowing: Option<&'a Narrowing>,
    pub(super) conditions: &'a Condition,
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

    /// The same in the order.
    pub(super) fn ordered(&self, owner: Condition, order: &Ordering<'_>) -> SelectStatement {
        let mut query = self.of(owner, order);
        order.order(&mut query, column_of);
        query
    }

    /// The same, gathered before they are put in order: an index of the order is not read. For a list that is not ranked.
    pub(super) fn gathered(
        &self,
        owner: Condition,
        order: &Ordering<'_>,
        window: Window,
    ) -> SelectStatement {
        let mut query = self.of(owner, order);
        for &(key, direction) in order.sort {
            query.order_by_expr(unindexed(Expr::col(key.column)), direction.into());
        }
        query
            .order_by("id", id_direction(order.sort).into())
            .offset(window.offset)
            .limit(window.limit)
            .take()
    }

    /// Those of them that the owner's condition lets through, of which nothing is read but that they are there.
    pub(in crate::records::read) fn those(&self, owner: Condition) -> SelectStatement {
        let mut query = Query::select();
        query
            .expr(Expr::value(1))
            .cond_where(owner)
            .cond_where(self.conditions.clone());
        search_index::from(&mut query, self.noun, self.narrowing);
        query
    }

    /// All of them in the order; the part of them in the window.
    pub(super) fn sorted(&self, order: &Ordering<'_>, window: Option<Window>) -> SelectStatement {
        let (noun, company) = (self.noun, self.company);
        let Some(Window { offset, limit }) = window else {
            return self.ordered(visible(noun, company), order);
        };
        if !noun.is_shared {
            let mut query = self.ordered(own(noun, company), order);
            return query.offset(offset).limit(limit).take();
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
                order.order(&mut first, column_of);
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

fn column_of(key: &'static Key) -> String {
    key.column.to_owned()
}

/// The id runs the way of the first key, so that an index serves both.
pub(super) fn id_direction(sort: &[(&'static Key, Direction)]) -> Direction {
    sort.first().map_or(Direction::Ascending, |(_, way)| *way)
}

pub(super) fn sort_alias(key: &Key) -> String {
    format!("sort_{}", key.column)
}

/// The same to SQLite, without an index for it: <https://sqlite.org/optoverview.html>.
pub(super) fn unindexed(expr: Expr) -> Expr {
    Expr::cust_with_expr("+(?)", expr)
}
