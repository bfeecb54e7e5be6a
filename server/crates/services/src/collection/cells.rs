//! Cells: a record as one row of texts, and a row of texts as the members of a record.
//!
//! A column is named by the path of a field: `name`, `address.city`, `emails.1.address` (the first of them). A list of texts
//! is one cell, its parts separated by semicolons; a list of objects is one cell of JSON when it is written.
//!
//! Invariant: the cells that an export writes are read by an import as the same record.

use serde_json::{Map, Value};

/// What separates the texts of a list in one cell.
const SEPARATOR: char = ';';

/// Paths of all fields of a record like `example`, in its order: objects are taken apart, lists are not.
pub fn columns(example: &Map<String, Value>) -> Vec<String> {
    let mut columns = Vec::new();
    for (name, value) in example {
        match value {
            Value::Object(inner) if !inner.is_empty() => {
                let inner = columns_of(inner);
                columns.extend(inner.into_iter().map(|path| format!("{name}.{path}")));
            }
            _ => columns.push(name.clone()),
        }
    }
    columns
}

fn columns_of(example: &Map<String, Value>) -> Vec<String> {
    columns(example)
}

/// The path of a column, taken apart.
#[derive(Clone, Debug)]
pub struct FieldPath(Vec<Step>);

#[derive(Clone, Debug)]
enum Step {
    Member(String),
    /// A place in a list, from 0.
    Place(usize),
}

impl FieldPath {
    /// `emails.1.address` leads to the address of the first e-mail.
    pub fn new(path: &str) -> Self {
        let steps = path.split('.').enumerate().map(|(at, part)| {
            let place = part.parse::<usize>().ok().filter(|_| 0 < at);
            place.map_or_else(
                || Step::Member(part.to_owned()),
                |place| Step::Place(place.saturating_sub(1)),
            )
        });
        Self(steps.collect())
    }

    /// The paths of these columns.
    pub fn all(columns: &[String]) -> Vec<Self> {
        columns.iter().map(|path| Self::new(path)).collect()
    }

    /// What is there; none where the record has no such member or place.
    pub fn of<'r>(&self, record: &'r Value) -> Option<&'r Value> {
        self.0.iter().try_fold(record, |value, step| match step {
            Step::Member(name) => value.get(name),
            Step::Place(place) => value.get(place),
        })
    }
}

/// The cells of a record, one for each path.
pub fn write(record: &Value, columns: &[FieldPath]) -> Vec<String> {
    let cells = columns.iter();
    cells
        .map(|path| path.of(record).map(cell).unwrap_or_default())
        .collect()
}

/// What a value is in a cell.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(values) if values.is_empty() => String::new(),
        Value::Array(values) if values.iter().all(Value::is_string) => {
            let texts: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            texts.join(&format!("{SEPARATOR} "))
        }
        Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// The first segment of a path: the field that it belongs to.
pub(crate) fn field(path: &str) -> &str {
    path.split('.').next().unwrap_or_default()
}

/// The members that the cells of a row stand for. `example` tells the kind of each field. An empty cell empties its field,
/// but a place in a list, or a member of an object, is put into what is `stored`, of which the rest stays.
pub fn read<'c>(
    cells: impl Iterator<Item = (&'c str, &'c str)>,
    example: &Map<String, Value>,
    stored: &Map<String, Value>,
) -> Map<String, Value> {
    let mut members = Map::new();
    for (path, text) in cells {
        let (name, rest) = path.split_once('.').unwrap_or((path, ""));
        if !rest.is_empty()
            && !members.contains_key(name)
            && let Some(value @ (Value::Array(_) | Value::Object(_))) = stored.get(name)
        {
            members.insert(name.to_owned(), value.clone());
        }
        put(&mut members, name, rest, text, example.get(name));
    }
    // Of a list whose first cells are empty the others move up.
    let is_filled = |it: &Value| it.as_object().is_none_or(|members| !members.is_empty());
    for list in members.values_mut().filter_map(Value::as_array_mut) {
        list.retain(is_filled);
    }
    members
}

fn put(
    members: &mut Map<String, Value>,
    name: &str,
    rest: &str,
    text: &str,
    example: Option<&Value>,
) {
    if rest.is_empty() {
        members.insert(name.to_owned(), value(text, example));
        return;
    }
    let (head, tail) = rest.split_once('.').unwrap_or((rest, ""));
    if let Ok(place) = head.parse::<usize>() {
        if text.is_empty() || !(1..=20).contains(&place) {
            return;
        }
        let list = members
            .entry(name)
            .or_insert_with(|| Value::Array(Vec::new()));
        let Value::Array(items) = list else { return };
        while items.len() < place {
            items.push(Value::Object(Map::new()));
        }
        let item_example = example.and_then(|it| it.get(0));
        match (&mut items[place - 1], tail) {
            (item, "") => *item = value(text, item_example),
            (Value::Object(item), tail) => {
                let (name, rest) = tail.split_once('.').unwrap_or((tail, ""));
                put(
                    item,
                    name,
                    rest,
                    text,
                    item_example.and_then(|it| it.get(name)),
                );
            }
            _ => {}
        }
        return;
    }
    let inner = members
        .entry(name)
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(inner) = inner {
        put(inner, head, tail, text, example.and_then(|it| it.get(head)));
    }
}

/// The value that a cell stands for, of the kind of the example. What does not fit stays a text, which the field then
/// refuses in its own words.
fn value(text: &str, example: Option<&Value>) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    let as_text = || Value::String(text.to_owned());
    match example {
        Some(Value::Bool(_)) => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => Value::Bool(true),
            "false" | "no" | "0" => Value::Bool(false),
            _ => as_text(),
        },
        Some(Value::Number(_)) => match serde_json::from_str(text) {
            Ok(number @ Value::Number(_)) => number,
            _ => as_text(),
        },
        Some(Value::Array(items)) if items.first().is_none_or(Value::is_string) => {
            let texts = text.split([SEPARATOR, '\n']).map(str::trim);
            texts.filter(|it| !it.is_empty()).map(Value::from).collect()
        }
        Some(Value::Array(_) | Value::Object(_)) => {
            serde_json::from_str(text).unwrap_or_else(|_| as_text())
        }
        _ => as_text(),
    }
}
