//! Fields read off the schema that the contract has of a record.
//!
//! Invariant: a field's path leads to what the schema says of it: objects are taken apart, lists of objects into lists of
//! their members.

use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::{DatasetField, FieldKind, Labels};
use crate::collection::headings::{Heading, Holds};
use crate::report::filter::FilterOp;
use crate::report::sketch::ReportAgg;

/// How deep objects are taken apart.
const MAX_DEPTH: usize = 3;

/// The pattern by which the contract knows codes of countries.
const COUNTRY: &str = "^[A-Z]{2}$";

/// The fields of what `T` serialises to.
pub fn fields_of<T: ToSchema + PartialSchema>() -> Vec<DatasetField> {
    let mut named = Vec::new();
    T::schemas(&mut named);
    let named: Vec<(String, Value)> = named
        .into_iter()
        .map(|(name, schema)| (name, json(&schema)))
        .collect();
    let mut fields = Vec::new();
    Walk {
        named: &named,
        fields: &mut fields,
    }
    .members(&json(&T::schema()), "", false, 0);
    fields
}

fn json(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}

struct Walk<'a> {
    named: &'a [(String, Value)],
    fields: &'a mut Vec<DatasetField>,
}

impl Walk<'_> {
    fn members(&mut self, schema: &Value, prefix: &str, in_list: bool, depth: usize) {
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let part = self.resolved(part);
            self.members(&part, prefix, in_list, depth);
        }
        let Some(members) = schema["properties"].as_object() else {
            return;
        };
        for (name, member) in members {
            let path = match prefix {
                "" => name.clone(),
                _ => format!("{prefix}.{name}"),
            };
            self.member(path, &self.resolved(member), in_list, depth);
        }
    }

    fn member(&mut self, path: String, schema: &Value, in_list: bool, depth: usize) {
        if schema.get("properties").is_some() || schema.get("allOf").is_some() {
            if depth < MAX_DEPTH {
                self.members(schema, &path, in_list, depth + 1);
            }
            return;
        }
        if is_a(schema, "array") {
            let items = self.resolved(&schema["items"]);
            if items.get("properties").is_some() && depth < MAX_DEPTH {
                self.members(&items, &path, true, depth + 1);
            } else if is_a(&items, "string") {
                self.fields
                    .push(field(path, FieldKind::List, words_of(&items)));
            }
            return;
        }
        if let Some(kind) = kind_of(schema) {
            let is_text = !matches!(kind, FieldKind::Number | FieldKind::Flag);
            let kind = match in_list {
                false => kind,
                true if is_text => FieldKind::List,
                // A list is of texts; numbers and flags of its parts tell nothing without the part.
                true => return,
            };
            let field = field(path, kind, words_of(schema));
            self.fields.push(match schema["pattern"] == COUNTRY {
                true => field.holding(Holds::Country),
                false => field,
            });
        }
    }

    /// The schema behind a name, or behind "it or null".
    fn resolved(&self, schema: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next().unwrap_or_default();
            let found = self.named.iter().find(|(it, _)| it == name);
            return found.map_or(Value::Null, |(_, schema)| self.resolved(schema));
        }
        let choices = schema["oneOf"].as_array().into_iter().flatten();
        let mut others = choices.filter(|it| it["type"] != "null");
        match others.next() {
            Some(other) => self.resolved(other),
            None => schema.clone(),
        }
    }
}

/// Whether the schema is of this type, be it with null or without.
fn is_a(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::String(only) => only == name,
        Value::Array(types) => types.iter().any(|it| it == name),
        _ => false,
    }
}

fn kind_of(schema: &Value) -> Option<FieldKind> {
    if is_a(schema, "string") {
        return Some(match schema["format"].as_str() {
            Some("date-time") => FieldKind::Moment,
            Some("date") => FieldKind::Day,
            Some("uuid") => FieldKind::Id,
            _ if schema.get("enum").is_some() => FieldKind::Choice,
            _ => FieldKind::Text,
        });
    }
    if is_a(schema, "integer") || is_a(schema, "number") {
        return Some(FieldKind::Number);
    }
    is_a(schema, "boolean").then_some(FieldKind::Flag)
}

fn words_of(schema: &Value) -> Vec<String> {
    let words = schema["enum"].as_array().into_iter().flatten();
    words.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A field with all that follows from its kind.
pub fn field(name: String, kind: FieldKind, words: Vec<String>) -> DatasetField {
    use FilterOp::{Empty, Eq, Filled, Ge, Gt, Has, In, Le, Lt, Ne, Starts};
    use ReportAgg::{Avg, Count, CountDistinct, Max, Min, Sum};
    let ops: &[FilterOp] = match kind {
        FieldKind::Text => &[Eq, Ne, In, Has, Starts, Empty, Filled],
        FieldKind::Choice | FieldKind::Id => &[Eq, Ne, In, Empty, Filled],
        FieldKind::Number | FieldKind::Moment | FieldKind::Day => {
            &[Eq, Ne, Lt, Le, Gt, Ge, In, Empty, Filled]
        }
        FieldKind::Flag => &[Eq, Ne],
        FieldKind::List => &[Eq, Ne, In, Has, Empty, Filled],
    };
    let aggregates: &[ReportAgg] = match kind {
        FieldKind::Number => &[Count, CountDistinct, Sum, Avg, Min, Max],
        FieldKind::Text | FieldKind::Moment | FieldKind::Day => &[Count, CountDistinct, Min, Max],
        FieldKind::Choice | FieldKind::Id | FieldKind::Flag | FieldKind::List => {
            &[Count, CountDistinct]
        }
    };
    DatasetField {
        label: label(&name),
        name,
        kind,
        words,
        aggregates: aggregates.to_vec(),
        ops: ops.to_vec(),
        is_groupable: true,
        is_country: false,
        labels: Labels::new(),
        picklist: None,
        holds: Holds::Text,
    }
    .holding(match kind {
        FieldKind::Flag => Holds::Flag,
        FieldKind::Moment => Holds::Moment,
        _ => Holds::Text,
    })
}

impl DatasetField {
    /// The same, called and worded as the screens do.
    #[must_use]
    pub(super) fn under(self, heading: &Heading) -> Self {
        let label = heading.label.to_owned();
        match heading.holds {
            // What the schema says of a text says more.
            Holds::Text | Holds::Count => Self { label, ..self },
            holds => Self {
                label,
                ..self.holding(holds)
            },
        }
    }

    /// The same with values that are written so.
    #[must_use]
    pub(super) fn holding(self, holds: Holds) -> Self {
        let (picklist, words): (_, &[(&str, &str)]) = match holds {
            Holds::Words(words) => (None, words),
            Holds::Picklist(picklist, words) => (Some(picklist), words),
            _ => (None, &[]),
        };
        Self {
            is_country: holds == Holds::Country,
            labels: words.iter().copied().collect(),
            picklist,
            holds,
            ..self
        }
    }
}

/// `address.postalCode` is "Address: postal code", `batchId` is "Batch ID".
fn label(name: &str) -> String {
    let parts = name.split('.').map(|part| {
        let mut words = String::new();
        for letter in part.trim_start_matches('_').chars() {
            if letter.is_uppercase() {
                words.push(' ');
            }
            words.extend(letter.to_lowercase());
        }
        let words = words.replace('_', " ");
        match words.strip_suffix("id") {
            Some(of) if of.is_empty() || of.ends_with(' ') => format!("{of}ID"),
            _ => words,
        }
    });
    let text = parts.collect::<Vec<_>>().join(": ");
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
