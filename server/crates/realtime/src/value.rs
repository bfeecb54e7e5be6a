//! A value: what is at a path, with everything below it. Not where it is, and nothing about who may see it.
//!
//! | Module | Noun |
//! |---|---|
//! | [`scalar`] | what a leaf holds |
//! | `json` | how a value is read and written on the wire |
//! | `hash` | by which a client says what it believes to be there |
//! | `placeholder` | what the server fills in at the moment of writing |
//!
//! Invariant: no object is empty: what has no leaf below it is [`Value::EMPTY`]. A copy costs nothing, since parts are shared.

use std::collections::BTreeMap;
use std::sync::Arc;

pub mod scalar;

mod hash;
mod json;
mod placeholder;

pub use json::NoValue;
pub(crate) use json::priority as priority_of_json;
pub use placeholder::fill_in;
pub use scalar::Scalar;

use crate::key::Key;

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Value {
    priority: Option<Scalar>,
    content: Content,
}

#[derive(Clone, Debug, PartialEq, Default)]
enum Content {
    #[default]
    Empty,
    Leaf(Scalar),
    Object(Arc<BTreeMap<Key, Value>>),
}

impl Value {
    /// Nothing.
    pub const EMPTY: Self = Self {
        priority: None,
        content: Content::Empty,
    };

    /// A single scalar.
    pub fn leaf(scalar: Scalar) -> Self {
        Self {
            priority: None,
            content: Content::Leaf(scalar),
        }
    }

    /// An object of these children; empty ones are left out.
    pub fn object(children: impl IntoIterator<Item = (Key, Self)>) -> Self {
        let children: BTreeMap<Key, Self> = children
            .into_iter()
            .filter(|(_, child)| !child.is_empty())
            .collect();
        Self {
            priority: None,
            content: object(children),
        }
    }

    /// Whether nothing is there.
    pub fn is_empty(&self) -> bool {
        matches!(self.content, Content::Empty)
    }

    /// The scalar of a leaf.
    pub fn as_leaf(&self) -> Option<&Scalar> {
        match &self.content {
            Content::Leaf(scalar) => Some(scalar),
            Content::Empty | Content::Object(_) => None,
        }
    }

    /// The text of a leaf that holds one.
    pub fn as_text(&self) -> Option<&str> {
        match self.as_leaf()? {
            Scalar::Text(text) => Some(text),
            Scalar::Bool(_) | Scalar::Number(_) => None,
        }
    }

    /// What orders it among its siblings, beside its key and children.
    pub fn priority(&self) -> Option<&Scalar> {
        self.priority.as_ref()
    }

    /// The same with another priority. Nothing has none.
    #[must_use]
    pub fn with_priority(self, priority: Option<Scalar>) -> Self {
        if self.is_empty() {
            return self;
        }
        Self { priority, ..self }
    }

    /// Its children, in their order.
    pub fn children(&self) -> impl Iterator<Item = (&Key, &Self)> {
        self.as_object().into_iter().flatten()
    }

    /// How many children it has.
    pub fn len(&self) -> usize {
        self.as_object().map_or(0, BTreeMap::len)
    }

    /// Its children, if it has any.
    pub fn as_object(&self) -> Option<&BTreeMap<Key, Self>> {
        match &self.content {
            Content::Object(children) => Some(children),
            Content::Empty | Content::Leaf(_) => None,
        }
    }

    /// What is at `keys` below it.
    pub fn at(&self, keys: &[Key]) -> &Self {
        static EMPTY: Value = Value::EMPTY;

        let mut value = self;
        for key in keys {
            match value.as_object().and_then(|it| it.get(key)) {
                Some(child) => value = child,
                None => return &EMPTY,
            }
        }
        value
    }

    /// Puts `new` at `keys`. A leaf on the way there becomes an object; objects that would be empty go.
    pub fn put(&mut self, keys: &[Key], new: Self) {
        let Some((first, rest)) = keys.split_first() else {
            *self = new;
            return;
        };
        if !matches!(self.content, Content::Object(_)) {
            if new.is_empty() {
                return;
            }
            self.content = Content::Object(Arc::default());
        }
        let Content::Object(children) = &mut self.content else {
            return;
        };
        let children = Arc::make_mut(children);
        let child = children.entry(first.clone()).or_default();
        child.put(rest, new);
        if child.is_empty() {
            children.remove(first);
        }
        if children.is_empty() {
            *self = Self::EMPTY;
        }
    }

    /// Sets the priority of what is at `keys`, if something is there.
    pub fn prioritise(&mut self, keys: &[Key], priority: Option<Scalar>) {
        let changed = self.at(keys).clone().with_priority(priority);
        if !changed.is_empty() {
            self.put(keys, changed);
        }
    }

    /// Whether both are equal because they are the same in memory; false says nothing.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.content, &other.content) {
            (Content::Object(left), Content::Object(right)) => {
                Arc::ptr_eq(left, right) && self.priority == other.priority
            }
            (Content::Empty, Content::Empty) => true,
            _ => false,
        }
    }

    /// How many keys the deepest leaf lies below it.
    pub(crate) fn depth(&self) -> usize {
        let deepest = self.children().map(|(_, child)| child.depth() + 1).max();
        deepest.unwrap_or(0)
    }
}

fn object(children: BTreeMap<Key, Value>) -> Content {
    if children.is_empty() {
        Content::Empty
    } else {
        Content::Object(Arc::new(children))
    }
}

#[cfg(test)]
mod tests;
