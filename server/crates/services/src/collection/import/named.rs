//! Names in a table: the records that they name, found, or made on the way.
//!
//! Invariant: a record is made only for a row that is right without it, and once for all rows that name it.

use std::collections::HashMap;

use serde_json::{Map, Value};
use uuid::Uuid;

use super::sheet::{RowCells, Sheet};
use super::{CellProblem, NamedCount};
use crate::collection::headings::{Named, plain};
use crate::collection::table::TableRow;
use crate::collection::{Collection, Writing};
use crate::error::ServiceError;

/// What a name was found to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This record.
    One(Uuid),
    /// Several records, of which the name cannot choose one.
    Several,
}

/// The records that the names of a table name.
#[derive(Default)]
pub(super) struct NamedRecords {
    found: HashMap<(&'static str, String), Found>,
    /// Records that were made, by their columns.
    pub(super) made: Vec<(&'static str, Uuid)>,
}

/// A name that no record has.
pub(super) type Missing = (&'static Named, String);

impl NamedRecords {
    /// How many were made, by their columns.
    pub(super) fn counts(&self) -> Vec<NamedCount> {
        let mut counts: Vec<NamedCount> = Vec::new();
        for (column, _) in &self.made {
            match counts.iter_mut().find(|it| it.field == *column) {
                Some(counted) => counted.count += 1,
                None => counts.push(NamedCount {
                    field: (*column).to_owned(),
                    count: 1,
                }),
            }
        }
        counts
    }

    /// Looks up all names of these rows.
    pub(super) async fn look_up<C: Collection>(
        &mut self,
        writing: &Writing<'_>,
        sheet: &Sheet<'_>,
        rows: &[&TableRow],
    ) -> Result<(), ServiceError> {
        if !C::NAMED.iter().any(|it| sheet.has(it.column)) {
            return Ok(());
        }
        let mut wanted: HashMap<&'static str, HashMap<String, String>> = HashMap::new();
        for row in rows {
            let line = sheet.line::<C>(row);
            for (named, text) in line.of_names::<C>() {
                for name in parts(named, text) {
                    let key = (named.column, plain(name));
                    if name.parse::<Uuid>().is_err() && !self.found.contains_key(&key) {
                        let names = wanted.entry(named.column).or_default();
                        names.entry(key.1).or_insert_with(|| name.to_owned());
                    }
                }
            }
        }
        for (column, names) in wanted {
            let texts: Vec<String> = names.into_values().collect();
            for (name, found) in C::find_named(writing, column, &texts).await? {
                self.found.insert((column, plain(&name)), found);
            }
        }
        Ok(())
    }

    /// Puts the ids of what a row names into its body. Gives the names that no record has, or the cells at fault.
    pub(super) fn put<C: Collection>(
        &self,
        sheet: &Sheet<'_>,
        line: &RowCells,
        body: &mut Map<String, Value>,
    ) -> Result<Vec<Missing>, Vec<CellProblem>> {
        let (mut missing, mut problems) = (Vec::new(), Vec::new());
        for (named, text) in line.of_names::<C>() {
            let mut ids = Vec::new();
            for name in parts(named, text) {
                match self.found.get(&(named.column, plain(name))) {
                    _ if name.parse::<Uuid>().is_ok() => ids.push(Value::from(name)),
                    Some(Found::One(id)) => ids.push(Value::from(id.to_string())),
                    Some(Found::Several) => {
                        let detail = format!("Several records are named “{name}”.");
                        problems.push(sheet.problem(named.column, detail));
                    }
                    None => missing.push((named, name.to_owned())),
                }
            }
            let value = match named.is_list {
                true => Value::Array(ids),
                false => ids.into_iter().next().unwrap_or(Value::Null),
            };
            body.insert(named.field.to_owned(), value);
        }
        if problems.is_empty() {
            Ok(missing)
        } else {
            Err(problems)
        }
    }

    /// Makes the records that no record's name names, and puts their ids into the body.
    pub(super) async fn make<C: Collection>(
        &mut self,
        writing: &Writing<'_>,
        sheet: &Sheet<'_>,
        missing: Vec<Missing>,
        body: &mut Map<String, Value>,
    ) -> Result<Vec<CellProblem>, ServiceError> {
        let mut problems = Vec::new();
        for (named, name) in missing {
            let id = match C::make_named(writing, named.column, &name).await {
                Ok(id) => id,
                Err(ServiceError::Invalid(faults)) => {
                    let details = faults.into_iter().map(|it| it.detail);
                    problems.extend(details.map(|detail| sheet.problem(named.column, detail)));
                    continue;
                }
                Err(ServiceError::Forbidden(right)) => {
                    let detail = format!(
                        "“{name}” was not found, and you need the right {right} to add it."
                    );
                    problems.push(sheet.problem(named.column, detail));
                    continue;
                }
                Err(ServiceError::NotFound) => {
                    let detail = format!("“{name}” was not found.");
                    problems.push(sheet.problem(named.column, detail));
                    continue;
                }
                Err(error) => return Err(error),
            };
            self.found
                .insert((named.column, plain(&name)), Found::One(id));
            self.made.push((named.column, id));
            let id = Value::from(id.to_string());
            match body.get_mut(named.field) {
                Some(Value::Array(ids)) => ids.push(id),
                _ => {
                    body.insert(named.field.to_owned(), id);
                }
            }
        }
        Ok(problems)
    }
}

/// The names in a cell.
fn parts<'t>(named: &Named, text: &'t str) -> impl Iterator<Item = &'t str> {
    let separators: &[char] = match named.is_list {
        true => &[';', ',', '\n'],
        false => &[],
    };
    let parts = text.split(separators).map(str::trim);
    parts.filter(|it| !it.is_empty())
}
