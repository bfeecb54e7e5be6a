//! Replay: the trail of one record gone back through, from what it holds now to what it held at a moment.
//!
//! Invariant: a value is given only where the trail proves it; what the trail leaves out, or what was changed beside it, is
//! [`Unknown`] and not invented.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};
use waybill_storage::audit::Change;

use super::changes::is_empty;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// Why it is not known what a field held.
    Unknown {
        /// The trail leaves its values out.
        Secret = "secret",
        /// It was changed without an entry in the trail.
        Unrecorded = "unrecorded",
    }
}

/// A record on its way back.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    members: Map<String, Value>,
    is_deleted: bool,
    /// By JSON pointer.
    unknown: BTreeMap<String, Unknown>,
}

impl Replay {
    /// Begins at what the record holds.
    pub fn new(members: Map<String, Value>, is_deleted: bool) -> Self {
        Self {
            members,
            is_deleted,
            unknown: BTreeMap::new(),
        }
    }

    /// What it holds, without what is unknown.
    pub fn members(&self) -> &Map<String, Value> {
        &self.members
    }

    /// Whether it lies in the bin.
    pub fn is_deleted(&self) -> bool {
        self.is_deleted
    }

    /// The fields whose value is not known, by JSON pointer.
    pub fn unknown(&self) -> &BTreeMap<String, Unknown> {
        &self.unknown
    }

    /// Takes back the latest step that has not been taken back yet: what was done, such as `edit`, and what it changed.
    pub fn undo(&mut self, verb: &str, changes: &[Change]) {
        match verb {
            "delete" => self.is_deleted = false,
            "restore" => self.is_deleted = true,
            _ => {}
        }
        for change in changes {
            if change.masked {
                self.forget(&change.path, Unknown::Secret);
                continue;
            }
            // What the entry says was there before it is certain, whatever was changed beside the trail after it.
            self.unknown
                .retain(|path, _| !is_within(path, &change.path));
            let is_part = self.unknown.keys().any(|it| is_within(&change.path, it));
            if !is_part {
                set(&mut self.members, &change.path, change.old.clone());
            }
        }
    }

    /// Leaves out all values: nothing is known of them.
    pub fn forget_all(&mut self) {
        let names: Vec<String> = self.members.keys().cloned().collect();
        for name in names {
            self.forget(&pointer(&name), Unknown::Unrecorded);
        }
    }

    /// Leaves out the values that the steps before do not prove, for a record that was also changed without entries. `said` is
    /// what these steps say of each field last; `is_begun` whether they begin with the making of the record, of which every
    /// value that is not empty was noted.
    pub fn keep_proven(&mut self, said: &Said, is_begun: bool) {
        let names: Vec<String> = self.members.keys().cloned().collect();
        for name in names {
            let path = pointer(&name);
            match said.0.get(&name) {
                None => {
                    let value = self.members.get(&name).unwrap_or(&Value::Null);
                    if !is_begun || !is_empty(value) {
                        self.forget(&path, Unknown::Unrecorded);
                    }
                }
                Some(changes) if changes.iter().any(|it| it.masked) => {
                    self.forget(&path, Unknown::Secret);
                }
                Some(changes) => {
                    let is_proven = changes.iter().all(|it| {
                        let held = get(&self.members, &it.path).unwrap_or(&Value::Null);
                        *held == it.new || (is_empty(held) && is_empty(&it.new))
                    });
                    if !is_proven {
                        self.forget(&path, Unknown::Unrecorded);
                    }
                }
            }
        }
    }

    /// Takes over the same values in the form in which the program keeps them today.
    pub fn settle(&mut self, members: Map<String, Value>) {
        self.members = members;
        for path in self.unknown.keys() {
            remove(&mut self.members, path);
        }
    }

    fn forget(&mut self, path: &str, why: Unknown) {
        remove(&mut self.members, path);
        self.unknown.insert(path.to_owned(), why);
    }
}

/// What steps say of each field last, by the outermost member.
#[derive(Clone, Debug, Default)]
pub struct Said(HashMap<String, Vec<Change>>);

impl Said {
    /// Notes what a step changed that was made before those that were noted.
    pub fn note(&mut self, changes: Vec<Change>) {
        for change in changes {
            let name = names(&change.path).next().unwrap_or_default();
            let later = self.0.entry(name).or_default();
            let is_said = later
                .iter()
                .any(|it| is_within(&it.path, &change.path) || is_within(&change.path, &it.path));
            if !is_said {
                later.push(change);
            }
        }
    }
}

/// Removes the members that are null: in a map they are none.
pub fn without_nulls(members: &Map<String, Value>) -> Map<String, Value> {
    let kept = members.iter().filter(|(_, value)| !value.is_null());
    let kept = kept.map(|(name, value)| {
        let value = match value {
            Value::Object(inner) => Value::Object(without_nulls(inner)),
            other => other.clone(),
        };
        (name.clone(), value)
    });
    kept.collect()
}

/// Whether one pointer is another, or leads to a part of it.
fn is_within(path: &str, whole: &str) -> bool {
    let rest = path.strip_prefix(whole);
    rest.is_some_and(|it| it.is_empty() || it.starts_with('/'))
}

/// The pointer to a member (RFC 6901 section 3).
fn pointer(name: &str) -> String {
    format!("/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The names on the way of a pointer.
fn names(path: &str) -> impl Iterator<Item = String> {
    path.split('/')
        .skip(1)
        .map(|name| name.replace("~1", "/").replace("~0", "~"))
}

fn get<'a>(members: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let mut names = names(path);
    let outermost = members.get(&names.next()?)?;
    names.try_fold(outermost, |value, name| value.get(&name))
}

/// Sets the value at a pointer; what is on the way there is made where it is missing.
fn set(members: &mut Map<String, Value>, path: &str, value: Value) {
    let mut names: Vec<String> = names(path).collect();
    let Some(last) = names.pop() else {
        return;
    };
    let mut place = members;
    for name in names {
        let inner = place.entry(name).or_insert(Value::Null);
        if !inner.is_object() {
            *inner = Value::Object(Map::new());
        }
        let Some(object) = inner.as_object_mut() else {
            return;
        };
        place = object;
    }
    place.insert(last, value);
}

fn remove(members: &mut Map<String, Value>, path: &str) {
    let mut names: Vec<String> = names(path).collect();
    let Some(last) = names.pop() else {
        return;
    };
    let mut place = members;
    for name in names {
        let Some(Value::Object(inner)) = place.get_mut(&name) else {
            return;
        };
        place = inner;
    }
    place.remove(&last);
}
