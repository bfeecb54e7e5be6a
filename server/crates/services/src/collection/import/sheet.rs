//! The sheet of an import: which column is which field, what its cells stand for, and where the fault of a field is shown.
//!
//! Invariant: every column has a field, or is left out on purpose; a cell that is not understood stays as it is, so that its
//! field refuses it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::recognise::Names;
use super::{CellProblem, ImportOptions};
use crate::collection::headings::{self, Holds, Named, at_place, first_place, plain};
use crate::collection::table::{Table, TableRow};
use crate::collection::{Collection, Writing, cells};
use crate::error::ServiceError;
use crate::languages::Language;
use crate::master::{countries, picklists};
use crate::problem::FieldProblem;

/// A table, and how it is read.
pub(super) struct Sheet<'a> {
    pub(super) table: &'a Table,
    pub(super) options: &'a ImportOptions,
    /// A record that tells the kind of each field.
    pub(super) example: &'a Map<String, Value>,
    /// The columns; none for those that are left out.
    columns: Vec<Option<Column>>,
}

/// A column that is not left out.
struct Column {
    path: String,
    cells: Reading,
}

/// What the texts of a column stand for.
enum Reading {
    /// What they say.
    Plain,
    /// Something else, where the plain text is known; of a list each of its parts.
    Known {
        texts: Arc<HashMap<String, String>>,
        is_list: bool,
    },
    /// One address or number after the other; those after the first go to the places from this one on.
    Several(usize),
    /// A website with or without its scheme.
    Website,
}

/// The cells of a row, each with what it stands for.
#[derive(Debug, Default)]
pub struct RowCells(Vec<RowCell>);

#[derive(Debug)]
struct RowCell {
    path: String,
    text: String,
    /// The column that it was read from; none where it follows from others.
    column: Option<usize>,
}

/// What stands between the addresses or words of one cell.
const BETWEEN: [char; 3] = [';', ',', '\n'];

impl<'a> Sheet<'a> {
    /// How the table is read. [`ServiceError::Invalid`] when a column has no field.
    pub(super) async fn of<C: Collection>(
        writing: &Writing<'_>,
        table: &'a Table,
        options: &'a ImportOptions,
        example: &'a Map<String, Value>,
    ) -> Result<Self, ServiceError> {
        let paths = paths::<C>(table, options)?;
        let mut countries = None;
        let mut columns = Vec::with_capacity(paths.len());
        for path in &paths {
            let Some(path) = path else {
                columns.push(None);
                continue;
            };
            let holds = match headings::of_path::<C>(path) {
                Some((heading, _)) => heading.holds,
                None if example.get(path).is_some_and(Value::is_boolean) => Holds::Flag,
                None => Holds::Text,
            };
            let is_list = example.get(path).is_some_and(Value::is_array);
            let known = |texts| Reading::Known { texts, is_list };
            let cells = match holds {
                Holds::Text | Holds::Moment | Holds::Count => Reading::Plain,
                Holds::Email | Holds::Phone => Reading::Several(next_place(&paths, path)),
                Holds::Website => Reading::Website,
                Holds::Country => {
                    if countries.is_none() {
                        let (tx, company) = (writing.tx, writing.company());
                        countries = Some(Arc::new(countries::by_name(tx, company).await?));
                    }
                    countries.clone().map_or(Reading::Plain, known)
                }
                Holds::Flag => known(Arc::new(codes(&[("true", "Yes"), ("false", "No")]))),
                Holds::Words(words) => known(Arc::new(codes(words))),
                Holds::Picklist(picklist, words) => {
                    let mut texts = codes(words);
                    let (tx, company) = (writing.tx, writing.company());
                    for (label, code) in picklists::labels(tx, company, picklist).await? {
                        texts.entry(plain(&label)).or_insert(code);
                    }
                    known(Arc::new(texts))
                }
            };
            columns.push(Some(Column {
                path: path.clone(),
                cells,
            }));
        }
        Ok(Self {
            table,
            options,
            example,
            columns,
        })
    }

    /// Whether a column has this path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.columns.iter().flatten().any(|it| it.path == path)
    }

    /// The cells of a row, as what they stand for.
    pub(super) fn line<C: Collection>(&self, row: &TableRow) -> RowCells {
        let mut line = RowCells::default();
        for (at, (column, text)) in self.columns.iter().zip(&row.cells).enumerate() {
            if let Some(column) = column {
                column.read(at, text, &mut line.0);
            }
        }
        C::complete_row(&mut line);
        line
    }

    /// Name of the column of this path.
    pub(super) fn column_of(&self, path: &str) -> Option<String> {
        let columns = self.columns.iter();
        let at = columns
            .into_iter()
            .position(|it| it.as_ref().is_some_and(|it| it.path == path))?;
        self.table.header.get(at).cloned()
    }

    /// The fault of a field as the fault of the cell of the row that it was read from.
    pub(super) fn located<C: Collection>(
        &self,
        line: &RowCells,
        fault: FieldProblem,
    ) -> CellProblem {
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
        let named = C::NAMED
            .iter()
            .find(|it| it.field == exact && self.has(it.column));
        let exact = named.map_or(exact, |it| it.column);
        let at = line.column_of(exact).or_else(|| {
            let column = self.column_of(exact)?;
            self.table.header.iter().position(|it| *it == column)
        });
        let at = at.or_else(|| line.column_in(cells::field(exact)));
        let column = at.and_then(|at| self.table.header.get(at).cloned());
        let detail = match headings::of_path::<C>(exact) {
            Some((heading, _)) => asked_for(heading.holds).unwrap_or(fault.detail),
            None => fault.detail,
        };
        CellProblem {
            detail: match column {
                Some(_) => detail,
                None => format!(
                    "{}: {detail}",
                    headings::label::<C>(exact, Language::English)
                ),
            },
            column,
        }
    }

    /// The fault of the cell under this path.
    pub(super) fn problem(&self, path: &str, detail: String) -> CellProblem {
        CellProblem {
            column: self.column_of(path),
            detail,
        }
    }
}

impl Column {
    fn read(&self, at: usize, text: &str, line: &mut Vec<RowCell>) {
        let mut push = |path: String, text: String| {
            line.push(RowCell {
                path,
                text,
                column: Some(at),
            });
        };
        let parts = || {
            let parts = text.split(BETWEEN).map(str::trim);
            parts.filter(|it| !it.is_empty())
        };
        let one = |text: &str, texts: &HashMap<String, String>| {
            texts
                .get(&plain(text))
                .map_or(text, String::as_str)
                .to_owned()
        };
        let text = match &self.cells {
            Reading::Plain => text.to_owned(),
            Reading::Known {
                texts,
                is_list: true,
            } => parts()
                .map(|it| one(it, texts))
                .collect::<Vec<_>>()
                .join("; "),
            Reading::Known { texts, .. } => one(text, texts),
            Reading::Website => with_scheme(text),
            Reading::Several(next) => {
                for (part, place) in parts().skip(1).zip(*next..) {
                    if let Some(path) = at_place(&first_place(&self.path).0, place) {
                        push(path, part.to_owned());
                    }
                }
                parts().next().unwrap_or_default().to_owned()
            }
        };
        push(self.path.clone(), text);
    }
}

impl RowCells {
    /// The text under a path; none when it is empty, or there is no such column.
    pub fn get(&self, path: &str) -> Option<&str> {
        let cell = self.0.iter().find(|it| it.path == path)?;
        Some(cell.text.as_str()).filter(|it| !it.is_empty())
    }

    /// Whether there is a column of this path, be its cell empty or not.
    pub fn has(&self, path: &str) -> bool {
        self.0.iter().any(|it| it.path == path)
    }

    /// Puts a text under a path.
    pub fn set(&mut self, path: &str, text: &str) {
        match self.0.iter_mut().find(|it| it.path == path) {
            Some(cell) => text.clone_into(&mut cell.text),
            None => self.0.push(RowCell {
                path: path.to_owned(),
                text: text.to_owned(),
                column: None,
            }),
        }
    }

    /// Paths and texts of the cells that are about fields.
    pub(super) fn of_fields<C: Collection>(&self) -> impl Iterator<Item = (&str, &str)> {
        let cells = self.0.iter().map(|it| (it.path.as_str(), it.text.as_str()));
        cells.filter(|(path, _)| *path != "_id" && named_of::<C>(path).is_none())
    }

    /// The cells that name other records.
    pub(super) fn of_names<C: Collection>(&self) -> impl Iterator<Item = (&'static Named, &str)> {
        let cells = self.0.iter();
        cells.filter_map(|it| Some((named_of::<C>(&it.path)?, it.text.as_str())))
    }

    /// The column of the cell that the fault of this path is about: of several places of a list the filled ones count.
    fn column_of(&self, path: &str) -> Option<usize> {
        let filled = || self.0.iter().filter(|it| !it.text.is_empty());
        if let Some(cell) = filled().find(|it| it.path == path) {
            return cell.column;
        }
        let (first, place) = first_place(path);
        let alike = filled().filter(|it| {
            let (own, _) = first_place(&it.path);
            own == first || own.starts_with(&format!("{path}."))
        });
        alike.into_iter().nth(place.saturating_sub(1))?.column
    }

    /// A filled column of the field, or else any.
    fn column_in(&self, field: &str) -> Option<usize> {
        let of_field = || self.0.iter().filter(|it| cells::field(&it.path) == field);
        let filled = of_field().find(|it| !it.text.is_empty());
        filled.or_else(|| of_field().next())?.column
    }
}

/// What a column of names stands for.
fn named_of<C: Collection>(path: &str) -> Option<&'static Named> {
    C::NAMED.iter().find(|it| it.column == path)
}

/// The path of each column; none for those that are left out.
fn paths<C: Collection>(
    table: &Table,
    options: &ImportOptions,
) -> Result<Vec<Option<String>>, ServiceError> {
    let names = Names::of::<C>();
    let mut faults = Vec::new();
    let mut paths: Vec<Option<String>> = vec![None; table.header.len()];
    let mut taken = HashSet::new();
    // Names that are recognised give way to paths that are given.
    for is_recognised in [false, true] {
        for (name, own) in table.header.iter().zip(&mut paths) {
            let mapped = options.mapping.iter().find(|(from, _)| from == name);
            let given = full_path::<C>(mapped.map_or(name.as_str(), |(_, to)| to.as_str()));
            let is_given = mapped.is_some() || given.is_empty() || names.has(given);
            if is_given == is_recognised {
                continue;
            }
            let path = match is_given {
                true => Some(given.to_owned()).filter(|it| it.is_empty() || names.has(it)),
                false => names.path_of(name, &taken),
            };
            let mut fault = |detail| {
                faults.push(FieldProblem {
                    pointer: format!("?map={name}"),
                    detail,
                });
            };
            match path {
                None => fault(format!("The column “{name}” matches no field.")),
                Some(path) if path.is_empty() || names.is_only_shown(&path) => {}
                Some(path) => {
                    if !taken.insert(path.clone()) {
                        fault(format!(
                            "Another column is mapped to the same field as “{name}”."
                        ));
                    }
                    *own = Some(path);
                }
            }
        }
    }
    if faults.is_empty() {
        Ok(paths)
    } else {
        Err(ServiceError::Invalid(faults))
    }
}

/// The place of the list of this path behind those that columns are about.
fn next_place(paths: &[Option<String>], path: &str) -> usize {
    let (first, _) = first_place(path);
    let places = paths.iter().flatten().map(|it| first_place(it));
    let of_list = places.filter(|(own, _)| *own == first);
    of_list.map(|(_, place)| place + 1).max().unwrap_or(1)
}

/// Codes by what they are called in any language, and by themselves.
fn codes(words: &[(&'static str, &'static str)]) -> HashMap<String, String> {
    let mut codes = HashMap::new();
    for (code, _) in words {
        codes.insert(plain(code), (*code).to_owned());
    }
    for (code, label) in words {
        for language in Language::ALL {
            let label = plain(language.translated(label));
            codes.entry(label).or_insert_with(|| (*code).to_owned());
        }
    }
    codes
}

/// What a cell of this kind may say, where the words of its field would be about codes.
fn asked_for(holds: Holds) -> Option<String> {
    match holds {
        Holds::Country => {
            Some("Enter a country by its name or code, for example Netherlands or NL.".to_owned())
        }
        Holds::Words(words) | Holds::Picklist(_, words) => {
            let labels: Vec<&str> = words.iter().map(|(_, label)| *label).collect();
            Some(format!("Choose one of: {}.", labels.join(", ")))
        }
        Holds::Flag => Some("Enter yes or no.".to_owned()),
        _ => None,
    }
}

/// A website as its field wants it.
fn with_scheme(text: &str) -> String {
    match text.split_once("://") {
        Some(("http" | "HTTP", rest)) => format!("https://{rest}"),
        None if text.contains('.') && !text.contains(' ') => format!("https://{text}"),
        _ => text.to_owned(),
    }
}

/// The path that a short name stands for; any other path as it is.
pub(crate) fn full_path<C: Collection>(name: &str) -> &str {
    let short = C::SHORT_PATHS.iter().find(|(short, _)| *short == name);
    short.map_or(name, |(_, path)| path)
}
