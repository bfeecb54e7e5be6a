//! Listing: one page of rows out of many, searched and sorted, and how many there are in all.
//!
//! Invariant: the order is total (the id decides between equals), so no row is on two pages or on none.

use sea_orm::sea_query::{ExprTrait as _, LikeExpr, NullOrdering};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, FromQueryResult, Order, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, Select,
};

use crate::folding::fold;
use crate::{Handle, StorageError};

/// What is wanted of a list whose rows can be sorted by `S`.
#[derive(Clone, Debug)]
pub struct Listing<S> {
    /// Words that must all occur in a row, in any order; case and diacritics do not matter. Empty means every row.
    pub search: String,
    /// Sort keys, the first one deciding first; empty means the list's own order.
    pub sort: Vec<(S, Direction)>,
    /// Which part of the rows; none means all of them.
    pub window: Option<Window>,
}

impl<S> Default for Listing<S> {
    fn default() -> Self {
        Self {
            search: String::new(),
            sort: Vec::new(),
            window: None,
        }
    }
}

/// Which way a sort key runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From small to great.
    Ascending,
    /// From great to small.
    Descending,
}

/// A part of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How many rows come before it.
    pub offset: u64,
    /// How many rows it has at most.
    pub limit: u64,
}

/// The rows asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// In the order asked for.
    pub rows: Vec<T>,
    /// How many rows there are without the window.
    pub total: u64,
}

impl<T> Listed<T> {
    /// The same list with each row made into something else.
    pub fn try_map<U, E>(self, make: impl FnMut(T) -> Result<U, E>) -> Result<Listed<U>, E> {
        let rows = self.rows.into_iter().map(make).collect::<Result<_, _>>()?;
        Ok(Listed {
            rows,
            total: self.total,
        })
    }
}

impl From<Direction> for Order {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Ascending => Self::Asc,
            Direction::Descending => Self::Desc,
        }
    }
}

/// Runs a listing over `rows`: `searched` holds folded text, `column` names the column of a sort key, `own_order` is the
/// order without one, `id` decides between equals.
pub(crate) async fn list<E, S, C>(
    db: &dyn Handle,
    rows: Select<E>,
    listing: Listing<S>,
    searched: C,
    column: impl Fn(S) -> C,
    own_order: &[(C, Direction)],
    id: C,
) -> Result<Listed<E::Model>, StorageError>
where
    E: EntityTrait<Column = C>,
    E::Model: FromQueryResult + Sized + Send + Sync,
    C: ColumnTrait,
{
    let mut rows = rows.filter(containing(searched, &listing.search));
    let total = match listing.window {
        Some(_) => Some(rows.clone().count(&db.connection()).await?),
        None => None,
    };
    for (key, direction) in listing.sort {
        rows = ordered(rows, column(key), direction);
    }
    for (key, direction) in own_order {
        rows = ordered(rows, *key, *direction);
    }
    rows = rows.order_by_asc(id);
    if let Some(Window { offset, limit }) = listing.window {
        rows = rows.offset(offset).limit(limit);
    }
    let rows = rows.all(&db.connection()).await?;
    let total = total.unwrap_or(rows.len() as u64);
    Ok(Listed { rows, total })
}

/// What is missing comes before everything else, on PostgreSQL too, where it would come after.
fn ordered<E: EntityTrait>(
    rows: Select<E>,
    column: impl ColumnTrait,
    direction: Direction,
) -> Select<E> {
    if !column.def().is_null() {
        return rows.order_by(column, direction.into());
    }
    let missing = match direction {
        Direction::Ascending => NullOrdering::First,
        Direction::Descending => NullOrdering::Last,
    };
    rows.order_by_with_nulls(column, direction.into(), missing)
}

/// Each word of `search` occurs in `column`.
pub(crate) fn containing(column: impl ColumnTrait, search: &str) -> Condition {
    fold(search)
        .split(' ')
        .filter(|word| !word.is_empty())
        .fold(Condition::all(), |all, word| {
            let escaped = like_pattern(word);
            all.add(
                column
                    .into_expr()
                    .like(LikeExpr::new(format!("%{escaped}%")).escape('\\')),
            )
        })
}

/// `text` as it stands in a pattern of `LIKE … ESCAPE '\\'`.
pub(crate) fn like_pattern(text: &str) -> String {
    let escape = |it: char| matches!(it, '%' | '_' | '\\').then_some('\\');
    text.chars()
        .flat_map(|it| escape(it).into_iter().chain([it]))
        .collect()
}
