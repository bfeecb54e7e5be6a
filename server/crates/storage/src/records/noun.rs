//! Nouns as plain data: what the statements about the rows of a [`Record`] are made of. Statements take this instead of the
//! type, so that each is compiled once and not anew for every noun; only the fields are left to the type.
//!
//! Invariant: it says the same as the constants of [`Record`].

use super::{Key, Record};
use crate::listing::Direction;

/// The constants of a [`Record`], which are described there.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    pub(crate) kind: &'static str,
    pub(crate) table: &'static str,
    pub(crate) keys: &'static [Key],
    pub(crate) noted: &'static [Key],
    pub(crate) order: &'static [(&'static str, Direction)],
    pub(crate) is_shared: bool,
    pub(crate) is_indexed: bool,
    /// Whether the rows of every company are meant.
    pub(crate) is_of_installation: bool,
}

impl Noun {
    /// What `R` says of itself.
    pub const fn of<R: Record>() -> Self {
        Self {
            kind: R::KIND,
            table: R::TABLE,
            keys: R::KEYS,
            noted: R::NOTED,
            order: R::ORDER,
            is_shared: R::SHARED,
            is_indexed: R::INDEXED,
            is_of_installation: false,
        }
    }

    /// The same with the rows of every company.
    pub(crate) const fn of_installation<R: Record>() -> Self {
        Self {
            is_of_installation: true,
            ..Self::of::<R>()
        }
    }

    /// All its keys.
    pub fn all_keys(self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().chain(self.noted).chain(Key::COMMON)
    }

    /// The key that the wire calls `name`.
    pub fn key(self, name: &str) -> Option<&'static Key> {
        self.all_keys().find(|key| key.name == name)
    }

    /// The order in which its lists run when none is asked for.
    pub fn own_order(self) -> Vec<(&'static Key, Direction)> {
        let named = |(name, direction): &(&str, _)| Some((self.key(name)?, *direction));
        self.order.iter().filter_map(named).collect()
    }

    /// The order in which a list runs when `sort` is asked for.
    pub fn order_of(self, sort: &[(&'static Key, Direction)]) -> Vec<(&'static Key, Direction)> {
        if sort.is_empty() {
            self.own_order()
        } else {
            sort.to_vec()
        }
    }
}
