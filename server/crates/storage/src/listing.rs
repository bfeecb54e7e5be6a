//! Listing: the types in which lists are requested and returned.
//!
//! Invariant: no statement is made here; [`crate::records`] and [`crate::audit`] make them.

use sea_orm::sea_query::{ExprTrait as _, LikeExpr};
use sea_orm::{ColumnTrait, Condition, Order};

use crate::folding::fold;

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
    pub total: Total,
}

/// How many rows there are without the window. Of very many rows only [`Total::COUNTED`] are counted: nobody needs to know more
/// exactly, and counting would take longer than reading a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The rows that were counted.
    pub rows: u64,
    /// Whether there are more.
    pub is_lower_bound: bool,
}

impl Total {
    /// The rows that are counted at most.
    pub const COUNTED: u64 = 10_000;

    /// Exactly so many.
    pub fn exact(rows: usize) -> Self {
        Self {
            rows: rows as u64,
            is_lower_bound: false,
        }
    }

    /// The total where `counted` rows were met before counting stopped behind [`Total::COUNTED`].
    pub(crate) fn of(counted: u64) -> Self {
        Self {
            rows: Ord::min(counted, Self::COUNTED),
            is_lower_bound: Self::COUNTED < counted,
        }
    }

    /// What a part that was read says about it: so many rows behind the offset, and whether there are more.
    pub(crate) fn beside(self, offset: u64, read: usize, has_more: bool) -> Self {
        let shown = offset + read as u64;
        match self.is_lower_bound {
            true if has_more => Self {
                rows: Ord::max(self.rows, shown),
                ..self
            },
            true if read > 0 => Self {
                rows: shown,
                is_lower_bound: false,
            },
            _ => self,
        }
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
