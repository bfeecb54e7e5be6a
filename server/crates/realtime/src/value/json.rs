//! Values as JSON: what the SDK sends and is sent.
//!
//! Invariant: what is read back from what was written is the same value.

use serde_json::{Map, Value as Json};

use super::{Content, Scalar, Value, object};
use crate::key::Key;
use crate::path::MAX_DEPTH;

/// JSON that is no value: a key that is none, or too deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the JSON is no value")]
pub struct NoValue;

const PRIORITY: &str = ".priority";
const VALUE: &str = ".value";

impl Value {
    /// Reads a value. Nulls, `{}` and `[]` are nothing; arrays are objects with integers for keys; `{".value", ".priority"}`
    /// is a leaf with a priority.
    pub fn of_json(json: &Json) -> Result<Self, NoValue> {
        read(json, 0)
    }

    /// As JSON, with priorities where there are any, so that [`Self::of_json`] gives the same.
    pub fn to_json(&self) -> Json {
        self.write(true)
    }

    /// As JSON without priorities: what a REST client is told.
    pub fn to_plain_json(&self) -> Json {
        self.write(false)
    }

    fn write(&self, with_priority: bool) -> Json {
        let priority = self.priority.as_ref().filter(|_| with_priority);
        match (&self.content, priority) {
            (Content::Empty, _) => Json::Null,
            (Content::Leaf(scalar), None) => scalar.to_json(),
            (Content::Leaf(scalar), Some(priority)) => Json::Object(Map::from_iter([
                (VALUE.to_owned(), scalar.to_json()),
                (PRIORITY.to_owned(), priority.to_json()),
            ])),
            (Content::Object(children), priority) => {
                let mut map: Map<String, Json> = children
                    .iter()
                    .map(|(key, child)| (key.as_str().to_owned(), child.write(with_priority)))
                    .collect();
                if let Some(priority) = priority {
                    map.insert(PRIORITY.to_owned(), priority.to_json());
                }
                Json::Object(map)
            }
        }
    }
}

/// Reads a priority: a number or a text, or none.
pub(crate) fn priority(json: &Json) -> Result<Option<Scalar>, NoValue> {
    match Scalar::of_json(json) {
        Some(Scalar::Bool(_)) => Err(NoValue),
        None if !json.is_null() => Err(NoValue),
        scalar => Ok(scalar),
    }
}

fn read(json: &Json, depth: usize) -> Result<Value, NoValue> {
    if MAX_DEPTH < depth {
        return Err(NoValue);
    }
    match json {
        Json::Object(members) => {
            let of_priority = members.get(PRIORITY).map(priority).transpose()?.flatten();
            if let Some(value) = members.get(VALUE) {
                let is_alone = members.keys().all(|it| it == VALUE || it == PRIORITY);
                let is_scalar = !value.is_array() && !value.is_object();
                if !is_alone || !is_scalar {
                    return Err(NoValue);
                }
                return Ok(read(value, depth)?.with_priority(of_priority));
            }
            let named = members.iter().filter(|(name, _)| *name != PRIORITY);
            let children = named.map(|(name, child)| (name.as_str(), child));
            Ok(of_children(children, depth)?.with_priority(of_priority))
        }
        Json::Array(items) => {
            let named: Vec<(String, &Json)> = items
                .iter()
                .enumerate()
                .map(|(index, item)| (index.to_string(), item))
                .collect();
            let children = named.iter().map(|(name, item)| (name.as_str(), *item));
            of_children(children, depth)
        }
        scalar => Ok(Scalar::of_json(scalar).map_or(Value::EMPTY, Value::leaf)),
    }
}

fn of_children<'j>(
    children: impl Iterator<Item = (&'j str, &'j Json)>,
    depth: usize,
) -> Result<Value, NoValue> {
    let mut read_children = std::collections::BTreeMap::new();
    for (name, json) in children {
        let key = Key::try_from(name).map_err(|_| NoValue)?;
        let child = read(json, depth + 1)?;
        if !child.is_empty() {
            read_children.insert(key, child);
        }
    }
    Ok(Value {
        priority: None,
        content: object(read_children),
    })
}
