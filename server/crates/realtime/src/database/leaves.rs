//! Values as rows of storage: one per leaf and one per priority, whose path ends in `/.priority`.
//!
//! Invariant: rows of a value, read back, are the value.

use std::collections::BTreeMap;

use waybill_storage::StorageError;
use waybill_storage::realtime::Leaf;

use crate::key::Key;
use crate::path::Path;
use crate::value::{Scalar, Value};

const PRIORITY: &str = ".priority";

/// The path of the row of what is at `path`'s priority.
pub(super) fn priority_path(path: &str) -> String {
    if path.is_empty() {
        PRIORITY.to_owned()
    } else {
        format!("{path}/{PRIORITY}")
    }
}

/// The tree that the rows tell of, from the root.
pub(super) fn value_of(rows: &[Leaf]) -> Result<Value, StorageError> {
    let corrupt = || StorageError::Corrupt("leaf of the realtime database");
    let mut tree = Value::EMPTY;
    let mut priorities = Vec::new();
    for row in rows {
        let json = serde_json::from_str(&row.value).map_err(|_| corrupt())?;
        let scalar = Scalar::of_json(&json).ok_or_else(corrupt)?;
        let (path, is_priority) = match row.path.strip_suffix(PRIORITY) {
            Some(owner) => (owner, true),
            None => (row.path.as_str(), false),
        };
        let path: Path = path.parse().map_err(|_| corrupt())?;
        if is_priority {
            priorities.push((path, scalar));
        } else {
            tree.put(path.keys(), Value::leaf(scalar));
        }
    }
    for (path, priority) in priorities {
        tree.prioritise(path.keys(), Some(priority));
    }
    Ok(tree)
}

/// The rows of a tree, by path.
pub(super) fn rows_of(tree: &Value) -> BTreeMap<String, String> {
    let mut rows = BTreeMap::new();
    let mut path = String::new();
    write(tree, &mut path, &mut rows);
    rows
}

fn write(value: &Value, path: &mut String, rows: &mut BTreeMap<String, String>) {
    if let Some(scalar) = value.as_leaf() {
        rows.insert(path.clone(), scalar.to_json().to_string());
    }
    if let Some(priority) = value.priority() {
        rows.insert(priority_path(path), priority.to_json().to_string());
    }
    for (key, child) in value.children() {
        let length = path.len();
        push(path, key);
        write(child, path, rows);
        path.truncate(length);
    }
}

fn push(path: &mut String, key: &Key) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(key.as_str());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_the_value_again() {
        for json in [
            json!(null),
            json!("leaf"),
            json!({ "a": { "b": 1, "c": { ".value": "x", ".priority": 2 }, ".priority": "p" }, "10": true, "2": -0.5 }),
        ] {
            let value = Value::of_json(&json).unwrap();
            let rows = rows_of(&value);
            let leaves: Vec<Leaf> = rows
                .into_iter()
                .map(|(path, value)| Leaf { path, value })
                .collect();
            assert_eq!(value_of(&leaves).unwrap(), value, "{leaves:?}");
        }
    }

    #[test]
    fn a_row_that_is_none_is_an_error_and_no_panic() {
        for (path, value) in [
            ("a", "{"),
            ("a", "null"),
            ("a", "{}"),
            ("a.b", "1"),
            ("$", "1"),
        ] {
            let (path, value) = (path.to_owned(), value.to_owned());
            assert!(value_of(&[Leaf { path, value }]).is_err());
        }
    }
}
