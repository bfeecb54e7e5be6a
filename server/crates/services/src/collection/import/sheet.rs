//! The sheet of an import: which column is which field, and where the fault of a field stands.
//!
//! Invariant: every column has a field, or is left out on purpose.

use serde_json::{Map, Value};

use super::{CellProblem, ImportOptions};
use crate::collection::table::{Table, TableRow};
use crate::collection::{Collection, cells};
use crate::error::ServiceError;
use crate::problem::FieldProblem;

/// A table, and how it is read.
pub(super) struct Sheet<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a ImportOptions,
    /// A record that tells the kind of each field.
    pub(super) example: &'a Map<String, Value>,
    /// The path of each column; none for those that are left out.
    pub(super) paths: Vec<Option<String>>,
}

/// The path of each column; none for those that are left out.
pub(super) fn paths<C: Collection>(
    table: &Table,
    options: &ImportOptions,
    example: &Map<String, Value>,
) -> Result<Vec<Option<String>>, ServiceError> {
    let mut faults = Vec::new();
    let mut paths: Vec<Option<String>> = Vec::with_capacity(table.header.len());
    for name in &table.header {
        let mapped = options.mapping.iter().find(|(from, _)| from == name);
        let path = full_path::<C>(mapped.map_or(name.as_str(), |(_, to)| to.as_str()));
        let kept_by_the_system = matches!(path, "" | "createdAt" | "updatedAt" | "version")
            || C::READ_ONLY.contains(&cells::field(path));
        if kept_by_the_system {
            paths.push(None);
            continue;
        }
        let mut fault = |detail| {
            faults.push(FieldProblem {
                pointer: format!("?map={name}"),
                detail,
            });
        };
        if path != "_id" && !example.contains_key(cells::field(path)) {
            fault(format!("There is no field for the column “{name}”."));
        } else if paths.iter().flatten().any(|it| it == path) {
            fault(format!(
                "Another column stands for the same field as “{name}”."
            ));
        }
        paths.push(Some(path.to_owned()));
    }
    if faults.is_empty() {
        Ok(paths)
    } else {
        Err(ServiceError::Invalid(faults))
    }
}

/// The path that a short name stands for; any other path as it is.
pub(super) fn full_path<C: Collection>(name: &str) -> &str {
    let short = C::SHORT_PATHS.iter().find(|(short, _)| *short == name);
    short.map_or(name, |(_, path)| path)
}

impl Sheet<'_> {
    /// Paths and texts of the cells of a row.
    pub(super) fn cells<'r>(
        &'r self,
        row: &'r TableRow,
    ) -> impl Iterator<Item = (&'r str, &'r str)> {
        let cells = self.paths.iter().zip(&row.cells);
        cells.filter_map(|(path, cell)| Some((path.as_deref()?, cell.as_str())))
    }

    /// The cell of a row under this path; none when it is empty.
    pub(super) fn cell<'r>(&'r self, row: &'r TableRow, path: &str) -> Option<&'r str> {
        self.cells(row)
            .find(|(it, _)| *it == path)
            .map(|(_, text)| text)
            .filter(|text| !text.is_empty())
    }

    /// Name of the column of this path.
    pub(super) fn column_of(&self, path: &str) -> Option<String> {
        let at = self.paths.iter().position(|it| it.as_deref() == Some(path));
        self.table.header.get(at?).cloned()
    }

    /// The fault of a field as the fault of the cell that it was read from.
    pub(super) fn located<C: Collection>(&self, fault: FieldProblem) -> CellProblem {
        // `/emails/0/address` is `emails.1.address`.
        let segments = fault.pointer.split('/').skip(1);
        let dotted: Vec<String> = segments
            .map(|it| match it.parse::<usize>() {
                Ok(place) => (place + 1).to_string(),
                Err(_) => it.to_owned(),
            })
            .collect();
        let exact = dotted.join(".");
        let exact = full_path::<C>(&exact);
        let field = cells::field(exact);
        let of_path = |wanted: &dyn Fn(&str) -> bool| {
            let at = self
                .paths
                .iter()
                .position(|path| path.as_deref().is_some_and(wanted))?;
            self.table.header.get(at).cloned()
        };
        let column =
            of_path(&|path| path == exact).or_else(|| of_path(&|path| cells::field(path) == field));
        CellProblem {
            detail: match column {
                Some(_) => fault.detail,
                None => format!("{exact}: {}", fault.detail),
            },
            column,
        }
    }
}
