//! Changes: what differs between two versions of a record, field by field.
//!
//! Invariant: a secret field shows that it changed, never what it holds.

use serde::Serialize;
use serde_json::{Map, Value};
use waybill_storage::audit::{Change, NewAuditEntry, Subject};
use waybill_storage::records::Row;

use super::{Collection, Writing};
use crate::error::ServiceError;
use crate::log::audit::done;

/// The audit entry for what was done to a record. `before` or `after` is none when there was or is none.
pub(crate) fn entry<C: Collection>(
    writing: &Writing<'_>,
    verb: &str,
    before: Option<&C::Fields>,
    row: &Row<C>,
    after: Option<&C::Fields>,
) -> Result<NewAuditEntry, ServiceError> {
    let subject = Subject {
        entity_type: C::KIND.to_owned(),
        id: row.id.as_uuid(),
        label: C::label(&row.fields),
    };
    let action = format!("{}.{verb}", C::KIND);
    let mut entry = done(writing.caller.user(), &action, subject, writing.source);
    entry.changes = between(&object(before)?, &object(after)?, C::SECRET);
    Ok(entry)
}

/// The members that differ, by JSON pointer. Members of objects are compared one by one, lists as a whole.
pub fn between(
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    secret: &[&str],
) -> Vec<Change> {
    let mut changes = Vec::new();
    differ("", before, after, secret, &mut changes);
    changes
}

fn differ(
    place: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    secret: &[&str],
    changes: &mut Vec<Change>,
) {
    let added = after.keys().filter(|name| !before.contains_key(*name));
    for name in before.keys().chain(added) {
        let old = before.get(name).unwrap_or(&Value::Null);
        let new = after.get(name).unwrap_or(&Value::Null);
        if old == new || (is_empty(old) && is_empty(new)) {
            continue;
        }
        // RFC 6901 section 3 escapes `~` and `/`.
        let path = format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
        if place.is_empty() && secret.contains(&name.as_str()) {
            changes.push(Change {
                path,
                old: Value::Null,
                new: Value::Null,
                masked: true,
            });
        } else if let (Value::Object(old), Value::Object(new)) = (old, new) {
            differ(&path, old, new, secret, changes);
        } else {
            changes.push(Change {
                path,
                old: old.clone(),
                new: new.clone(),
                masked: false,
            });
        }
    }
}

/// Whether a value says nothing: of a new record only what was said is noted.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The members of what serialises to an object; of none, no members.
pub(crate) fn object<T: Serialize>(value: Option<&T>) -> Result<Map<String, Value>, ServiceError> {
    match value.map(serde_json::to_value).transpose() {
        Ok(Some(Value::Object(members))) => Ok(members),
        Ok(None) => Ok(Map::new()),
        Ok(Some(_)) | Err(_) => Err(ServiceError::Storage(
            waybill_storage::StorageError::Corrupt("record's fields"),
        )),
    }
}
