//! Nouns that writers write: what a new record of each says, and what of it has to be there afterwards.
//!
//! Invariant: a record that others name (a pillar) is never moved to the bin, so no write is refused for its uses.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A noun, and what can be done to its records.
#[derive(Debug)]
pub(super) struct Noun {
    /// What the audit trail calls it.
    pub(super) kind: &'static str,
    /// The path of its list.
    pub(super) path: &'static str,
    /// Fields that are compared.
    pub(super) held: &'static [&'static str],
    /// The text that changes: the last of `held`.
    pub(super) note: &'static str,
    /// Whether many of them are changed at once.
    pub(super) is_bulk: bool,
    /// Whether they come from tables.
    pub(super) is_imported: bool,
    /// What is sent to make one of this name.
    made: fn(&str, &Pillars) -> Value,
}

/// Records that others of the same writer name, by the path of their list.
pub(super) type Pillars = BTreeMap<&'static str, Vec<String>>;

/// Pillars of each noun.
pub(super) const PILLARS: usize = 2;

pub(super) const FILES: &str = "/drive/api/v1/filesystem/file";
const TAGS: &str = "/contact/api/v1/contact-tags";
const CONTACTS: &str = "/contact/api/v1/contacts";
const ROLES: &str = "/iam/api/v1/roles";
const USERS: &str = "/iam/api/v1/users";

/// Files, which are made of their contents.
pub(super) static FILE: Noun = Noun {
    kind: "file",
    path: FILES,
    held: &["name", "sha256", "size", "description"],
    note: "description",
    is_bulk: false,
    is_imported: false,
    made: |name, _| json!({ "name": name }),
};

/// All others, those that are named before those that name them.
pub(super) static NOUNS: [Noun; 7] = [
    Noun {
        kind: "contactTag",
        path: TAGS,
        held: &["name", "description"],
        note: "description",
        is_bulk: true,
        is_imported: true,
        made: |name, _| json!({ "name": name, "description": name }),
    },
    Noun {
        kind: "contact",
        path: CONTACTS,
        held: &["displayName", "kind", "tags", "organisationId", "jobTitle"],
        note: "jobTitle",
        is_bulk: true,
        is_imported: true,
        made: |name, pillars| match first(pillars, CONTACTS) {
            None => json!({ "displayName": name, "kind": "organisation", "jobTitle": "" }),
            Some(organisation) => json!({
                "displayName": name, "kind": "person", "jobTitle": name,
                "tags": all(pillars, TAGS), "organisationId": organisation,
            }),
        },
    },
    Noun {
        kind: "role",
        path: ROLES,
        held: &["name", "permissions", "description"],
        note: "description",
        is_bulk: false,
        is_imported: false,
        made: |name, _| {
            let grant = json!({ "resource": "contact", "actions": ["view"], "scope": "own" });
            json!({ "name": name, "description": name, "permissions": [grant] })
        },
    },
    Noun {
        kind: "user",
        path: USERS,
        held: &["firstName", "emailId", "roleIds", "jobTitle"],
        note: "jobTitle",
        is_bulk: true,
        is_imported: true,
        made: |name, pillars| {
            let address = format!("{}@trials.test", name.replace(' ', "-"));
            json!({
                "firstName": name, "emailId": address, "jobTitle": name,
                "roleIds": first(pillars, ROLES).into_iter().collect::<Vec<_>>(),
            })
        },
    },
    Noun {
        kind: "group",
        path: "/iam/api/v1/groups",
        held: &["name", "memberIds", "roleIds", "description"],
        note: "description",
        is_bulk: false,
        is_imported: false,
        made: |name, pillars| {
            json!({
                "name": name, "description": name,
                "memberIds": all(pillars, USERS), "roleIds": all(pillars, ROLES),
            })
        },
    },
    Noun {
        kind: "picklistValue",
        path: "/master/api/v1/dropdown",
        held: &["group", "code", "label", "description"],
        note: "description",
        is_bulk: true,
        is_imported: true,
        made: |name, _| {
            let code = name.replace(' ', "-");
            json!({ "group": "salutation", "code": code, "label": name, "description": name })
        },
    },
    Noun {
        kind: "mailDraft",
        path: "/mail/api/v1/drafts",
        held: &["subject", "to", "text"],
        note: "text",
        is_bulk: false,
        is_imported: false,
        made: |name, _| {
            let to = json!({ "name": name, "address": "joan@shipper.example" });
            json!({ "subject": name, "to": [to], "text": name })
        },
    },
];

fn first(pillars: &Pillars, path: &str) -> Option<String> {
    pillars.get(path)?.first().cloned()
}

fn all(pillars: &Pillars, path: &str) -> Vec<String> {
    pillars.get(path).cloned().unwrap_or_default()
}

impl Noun {
    /// What is sent to make a record of this name; none while a record that it has to name is missing.
    pub(super) fn body(&self, name: &str, pillars: &Pillars) -> Option<Value> {
        let waits = self.path == USERS && first(pillars, ROLES).is_none();
        (!waits).then(|| (self.made)(name, pillars))
    }

    /// A table of records of these names.
    pub(super) fn table(&self, names: &[String], pillars: &Pillars) -> Option<Table> {
        let bodies: Option<Vec<_>> = names.iter().map(|it| self.body(it, pillars)).collect();
        let bodies = bodies?;
        let Some(Value::Object(first)) = bodies.first() else {
            return None;
        };
        let columns: Vec<&String> = first.keys().collect();
        let cell = |value: &Value| match value {
            Value::Array(ids) => ids
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(";"),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let lines = bodies.iter().map(|body| {
            let cells: Vec<_> = columns.iter().map(|it| cell(&body[it.as_str()])).collect();
            cells.join(",") + "\n"
        });
        let header: Vec<_> = columns.iter().map(|it| it.as_str()).collect();
        Some(Table {
            csv: format!("{}\n{}", header.join(","), lines.collect::<String>()),
            rows: bodies.iter().map(|body| self.shown(body)).collect(),
        })
    }

    /// What of a row, or of what was sent, is compared.
    pub(super) fn shown(&self, row: &Value) -> Map<String, Value> {
        let is_nothing = |value: &Value| match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(values) => values.is_empty(),
            _ => false,
        };
        let held = self.held.iter().map(|name| (*name, &row[*name]));
        let said = held.filter(|(_, value)| !is_nothing(value));
        said.map(|(name, value)| (name.to_owned(), value.clone()))
            .collect()
    }
}

/// A table to import.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) csv: String,
    /// What has to come of each row.
    pub(super) rows: Vec<Map<String, Value>>,
}

/// A record as it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    pub(super) fields: Map<String, Value>,
    pub(super) is_binned: bool,
    pub(super) version: i64,
}

impl Kept {
    /// A record that was just made.
    pub(super) fn new(fields: Map<String, Value>) -> Self {
        Self {
            fields,
            is_binned: false,
            version: 1,
        }
    }

    /// A row of a list, or a record, with its id.
    pub(super) fn of(noun: &Noun, row: &Value) -> (String, Self) {
        let kept = Self {
            fields: noun.shown(row),
            is_binned: !row["deletedAt"].is_null(),
            version: row["version"].as_i64().unwrap_or_else(|| panic!("{row}")),
        };
        (row["_id"].as_str().unwrap_or_default().to_owned(), kept)
    }

    /// The same after a change.
    pub(super) fn after(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut after = self.clone();
        after.version += 1;
        change(&mut after);
        after
    }
}
