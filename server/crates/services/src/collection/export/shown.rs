//! Exports as screens show them: columns by their headings, words in place of codes, and a column for each address.
//!
//! Invariant: an import reads what is written here as what it was, whatever the language.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use uuid::Uuid;
use waybill_storage::Handle;

use crate::caller::Caller;
use crate::collection::cells::FieldPath;
use crate::collection::headings::{self, Holds, MAX_PLACES, at_place};
use crate::collection::import::full_path;
use crate::collection::wording::{Wording, in_one};
use crate::collection::{Collection, cells};
use crate::error::ServiceError;
use crate::languages::Language;

/// How the cells of a table are written.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    columns: Vec<Column>,
}

#[derive(Clone, Debug)]
struct Column {
    label: String,
    path: FieldPath,
    cells: Written,
}

#[derive(Clone, Debug)]
enum Written {
    Value(Wording),
    /// Names of records, in a column of [`Collection::NAMED`].
    Names(&'static str),
}

impl Shown {
    /// The columns of these paths, in lists as many as `longest` says of each.
    pub(super) async fn of<C: Collection>(
        caller: &Caller,
        db: &dyn Handle,
        (paths, language): (&[String], Language),
        longest: &HashMap<String, usize>,
    ) -> Result<Self, ServiceError> {
        let mut columns = Vec::new();
        for path in paths {
            let path = shown_path::<C>(path);
            let cells = written::<C>(caller, db, &path, language).await?;
            let places = longest
                .get(cells::field(&path))
                .copied()
                .unwrap_or(1)
                .max(1);
            let is_of_list = at_place(&path, 1).is_some();
            for place in 1..=if is_of_list { places } else { 1 } {
                let path = at_place(&path, place).unwrap_or_else(|| path.clone());
                columns.push(Column {
                    label: headings::label::<C>(&path, language),
                    path: FieldPath::new(&path),
                    cells: cells.clone(),
                });
            }
        }
        Ok(Self { columns })
    }

    /// Names of the columns.
    pub(super) fn header(&self) -> Vec<String> {
        self.columns.iter().map(|it| it.label.clone()).collect()
    }

    /// The cells of these records.
    pub(super) async fn rows<C: Collection>(
        &self,
        caller: &Caller,
        db: &dyn Handle,
        records: &[Value],
    ) -> Result<Vec<Vec<String>>, ServiceError> {
        let mut names = HashMap::new();
        for column in &self.columns {
            if let Written::Names(of) = column.cells {
                let values = records.iter().filter_map(|it| column.path.of(it));
                let ids = values.filter_map(Value::as_array).flatten();
                let ids: HashSet<Uuid> = ids.filter_map(|it| it.as_str()?.parse().ok()).collect();
                let ids: Vec<Uuid> = ids.into_iter().collect();
                names.extend(C::names_of(caller, db, of, &ids).await?);
            }
        }
        let row = |record: &Value| {
            let cells = self.columns.iter();
            cells.map(|it| it.cell(record, &names)).collect()
        };
        Ok(records.iter().map(row).collect())
    }
}

/// Lists of which columns are about single places, and which therefore decide how many columns there are.
pub(super) fn lists_of<C: Collection>(paths: &[String]) -> HashSet<String> {
    let paths = paths.iter().map(|it| shown_path::<C>(it));
    let of_lists = paths.filter(|it| at_place(it, 1).is_some());
    of_lists.map(|it| cells::field(&it).to_owned()).collect()
}

/// Notes the longest of these lists among the records.
pub(super) fn measure(
    records: &[Value],
    lists: &HashSet<String>,
    longest: &mut HashMap<String, usize>,
) {
    for list in lists {
        let lengths = records.iter().filter_map(|it| it.get(list)?.as_array());
        let length = lengths.map(Vec::len).max().unwrap_or_default();
        let known = longest.entry(list.clone()).or_default();
        *known = length.clamp(*known, MAX_PLACES);
    }
}

/// The path of a column: that of the heading of a list, where the list itself is named.
fn shown_path<C: Collection>(path: &str) -> String {
    let path = full_path::<C>(path);
    let of_list = format!("{path}.1.");
    let heading = headings::all::<C>().find(|it| it.path == path || it.path.starts_with(&of_list));
    heading.map_or(path, |it| it.path).to_owned()
}

async fn written<C: Collection>(
    caller: &Caller,
    db: &dyn Handle,
    path: &str,
    language: Language,
) -> Result<Written, ServiceError> {
    let mut named = C::NAMED.iter();
    if let Some(named) = named.find(|it| it.column == path && it.field == path) {
        return Ok(Written::Names(named.column));
    }
    let holds = headings::of_path::<C>(path).map_or(Holds::Text, |(heading, _)| heading.holds);
    let wording = Wording::of(caller, db, holds, language).await?;
    Ok(Written::Value(wording))
}

impl Column {
    fn cell(&self, record: &Value, names: &HashMap<Uuid, String>) -> String {
        let Some(value) = self.path.of(record) else {
            return String::new();
        };
        match &self.cells {
            Written::Value(wording) => wording.cell(value),
            Written::Names(_) => in_one(value, &|text| {
                let id = text.parse::<Uuid>().ok();
                id.and_then(|id| names.get(&id))
                    .cloned()
                    .unwrap_or_default()
            }),
        }
    }
}
