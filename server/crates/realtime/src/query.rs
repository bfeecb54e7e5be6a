//! A query: which children of a path are listened to, by which order. Not where; that is the path's.
//!
//! Invariant: what [`Query::view`] selects is what the SDK's own filters keep of the same value, else its window and ours drift
//! apart.

use std::cmp::Ordering;

use serde_json::Value as Json;

use crate::key::{self, Key};
use crate::path::Path;
use crate::value::{Scalar, Value};

/// Names that stand below and above all keys.
const MIN_NAME: &str = "[MIN_NAME]";
const MAX_NAME: &str = "[MAX_NAME]";

/// More is a mistake, and would be sorted at each write.
const MAX_LIMIT: u64 = 100_000;

/// Which children of a path, in which order. Two queries are equal when the client wrote them alike.
#[derive(Clone, Debug)]
pub struct Query {
    index: Index,
    start: Option<Bound>,
    end: Option<Bound>,
    limit: Option<Limit>,
    /// As the client wrote it.
    wire: Json,
    /// The same as text, by which it is recognised.
    text: String,
}

/// What children are ordered by.
#[derive(Clone, Debug, PartialEq)]
enum Index {
    Key,
    Value,
    Priority,
    Child(Path),
}

#[derive(Clone, Debug)]
struct Bound {
    value: Option<Scalar>,
    name: String,
    is_inclusive: bool,
}

#[derive(Clone, Copy, Debug)]
struct Limit {
    count: usize,
    is_from_first: bool,
}

/// JSON that is no query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the JSON is no query")]
pub struct NoQuery;

/// A child with its key.
type Named<'v> = (&'v Key, &'v Value);

impl Query {
    /// Reads a query as the SDK sends it; none when it has nothing but an order.
    pub fn of_json(wire: &Json) -> Result<Option<Self>, NoQuery> {
        let members = wire.as_object().ok_or(NoQuery)?;
        if members.keys().all(|name| name == "i") {
            return Ok(None);
        }
        let index = match members.get("i").map(|it| it.as_str().ok_or(NoQuery)) {
            None => Index::Priority,
            Some(text) => Index::named(text?)?,
        };
        let bound = |value: &str, name: &str, inclusive: &str, default: &str| {
            let Some(value) = members.get(value) else {
                return Ok(None);
            };
            let name = match members.get(name) {
                None => default,
                Some(it) => it.as_str().ok_or(NoQuery)?,
            };
            if value.is_object() || value.is_array() {
                return Err(NoQuery);
            }
            let is_inclusive = match members.get(inclusive) {
                None => true,
                Some(it) => it.as_bool().ok_or(NoQuery)?,
            };
            Ok(Some(Bound {
                value: Scalar::of_json(value),
                name: name.to_owned(),
                is_inclusive,
            }))
        };
        let start = bound("sp", "sn", "sin", MIN_NAME)?;
        let end = bound("ep", "en", "ein", MAX_NAME)?;
        let limit = match members.get("l") {
            None => None,
            Some(count) => {
                let count = count.as_u64().filter(|it| (1..=MAX_LIMIT).contains(it));
                let is_from_first = match members.get("vf").map(Json::as_str) {
                    None => start.is_some(),
                    Some(Some("l")) => true,
                    Some(Some("r")) => false,
                    Some(_) => return Err(NoQuery),
                };
                Some(Limit {
                    count: count.and_then(|it| it.try_into().ok()).ok_or(NoQuery)?,
                    is_from_first,
                })
            }
        };
        Ok(Some(Self {
            index,
            start,
            end,
            limit,
            wire: wire.clone(),
            text: wire.to_string(),
        }))
    }

    /// As the client wrote it.
    pub fn wire(&self) -> &Json {
        &self.wire
    }

    /// The children that it selects. A leaf has none.
    pub fn view(&self, value: &Value) -> Value {
        let mut within: Vec<Named<'_>> = value
            .children()
            .filter(|child| self.is_within(*child))
            .collect();
        if let Some(limit) = self.limit
            && limit.count < within.len()
        {
            let order = |left: &Named<'_>, right: &Named<'_>| {
                let order = self.index.order(*left, *right);
                if limit.is_from_first {
                    order
                } else {
                    order.reverse()
                }
            };
            within.select_nth_unstable_by(limit.count, order);
            within.truncate(limit.count);
        }
        let selected = within.into_iter();
        Value::object(selected.map(|(key, child)| (key.clone(), child.clone())))
    }

    fn is_within(&self, child: Named<'_>) -> bool {
        let is_inside = |bound: &Option<Bound>, inside: Ordering| match bound {
            None => true,
            Some(bound) => {
                let order = self.index.order_to(child, bound);
                order == inside || (bound.is_inclusive && order == Ordering::Equal)
            }
        };
        is_inside(&self.start, Ordering::Greater) && is_inside(&self.end, Ordering::Less)
    }
}

impl PartialEq for Query {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Query {}

impl std::hash::Hash for Query {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Index {
    fn named(text: &str) -> Result<Self, NoQuery> {
        match text {
            ".key" => Ok(Self::Key),
            ".value" => Ok(Self::Value),
            ".priority" => Ok(Self::Priority),
            path => match path.parse::<Path>() {
                Ok(path) if !path.keys().is_empty() => Ok(Self::Child(path)),
                _ => Err(NoQuery),
            },
        }
    }

    fn order(&self, left: Named<'_>, right: Named<'_>) -> Ordering {
        let by_index = match self {
            Self::Key => Ordering::Equal,
            Self::Value => by_value(left.1, right.1),
            Self::Priority => return by_priority(left, right),
            Self::Child(path) => by_value(left.1.at(path.keys()), right.1.at(path.keys())),
        };
        by_index.then_with(|| left.0.cmp(right.0))
    }

    /// Where the child stands to the bound.
    fn order_to(&self, (key, child): Named<'_>, bound: &Bound) -> Ordering {
        let value = bound.value.as_ref();
        let by_index = match self {
            Self::Key => {
                return match value {
                    Some(Scalar::Text(name)) => by_bound_name(key, name),
                    // Keys are texts, which stand above all other scalars.
                    _ => Ordering::Greater,
                };
            }
            Self::Value => by_scalar(child, value),
            Self::Child(path) => by_scalar(child.at(path.keys()), value),
            Self::Priority => by_presence(child.priority(), value),
        };
        by_index.then_with(|| by_bound_name(key, &bound.name))
    }
}

fn by_bound_name(key: &Key, name: &str) -> Ordering {
    match name {
        MIN_NAME => Ordering::Greater,
        MAX_NAME => Ordering::Less,
        name => {
            let text = key.as_str();
            key::by_name((key::number(text), text), (key::number(name), name))
        }
    }
}

/// Null, then scalars, then objects, which are all equal.
fn by_value(left: &Value, right: &Value) -> Ordering {
    match (left.as_leaf(), right.as_leaf()) {
        (Some(left), Some(right)) => left.order(right),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn by_scalar(value: &Value, bound: Option<&Scalar>) -> Ordering {
    match (value.as_leaf(), bound) {
        (Some(leaf), Some(bound)) => leaf.order(bound),
        _ => rank(value).cmp(&u8::from(bound.is_some())),
    }
}

fn rank(value: &Value) -> u8 {
    if value.is_empty() {
        0
    } else if value.as_leaf().is_some() {
        1
    } else {
        2
    }
}

fn by_presence(left: Option<&Scalar>, right: Option<&Scalar>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => left.order(right),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

/// By priority, then by key: the order of children when nothing else is said.
pub(crate) fn by_priority(left: Named<'_>, right: Named<'_>) -> Ordering {
    by_presence(left.1.priority(), right.1.priority()).then_with(|| left.0.cmp(right.0))
}

#[cfg(test)]
mod tests;
