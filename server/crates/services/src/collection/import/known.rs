//! The records that the rows of an import mean, and what its rows above have taken.
//!
//! Invariant: a row means a record that its importer may edit, or none.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;
use waybill_storage::folding::fold;
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Comparison, Filter, Key, KeyKind, KeyValue, Op, Row};

use super::CellProblem;
use super::sheet::{RowCells, Sheet, full_path};
use crate::collection::{Collection, Writing, reach};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::validate::clean_text;

/// The longest text by which a record is known.
const MAX_KEY: usize = 1000;

/// Records that rows mean, by the value that they are known by.
pub(super) struct Known<C: Collection> {
    by_id: HashMap<Uuid, Row<C>>,
    by_key: HashMap<String, Uuid>,
    by_name: HashMap<String, Vec<Uuid>>,
    /// Values that several records have.
    ambiguous: HashSet<String>,
}

/// Values that must be unique, as far as the rows above have taken them: key and value, and the row.
#[derive(Default)]
pub(super) struct Seen {
    values: HashMap<(&'static str, String), usize>,
    pub(super) records: HashSet<Uuid>,
}

/// All records that the rows of the table mean, read at once.
pub(super) async fn known<C: Collection>(
    writing: &Writing<'_>,
    sheet: &Sheet<'_>,
) -> Result<Known<C>, ServiceError> {
    let scope = C::scope(writing.caller, Action::Edit)?;
    let reach = reach::<C>(writing.caller, scope);
    let (mut ids, mut texts, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for row in &sheet.table.rows {
        let line = sheet.line::<C>(row);
        if let Some(id) = line.get("_id") {
            ids.extend(id.parse::<Uuid>());
        } else if let Some(text) = key_of::<C>(C::IMPORT_KEY, &line) {
            texts.push(text);
        } else if let Some(name) = key_of::<C>(C::IMPORT_NAME, &line) {
            names.push(name);
        }
    }
    let mut found: Vec<Filter> = ids
        .chunks(500)
        .map(|chunk| Filter::Ids(chunk.to_vec()))
        .collect();
    for (key, texts) in [(C::IMPORT_KEY, texts), (C::IMPORT_NAME, names)] {
        let Some(key) = key else { continue };
        for chunk in texts.chunks(500) {
            let wanted = chunk.iter().map(|it| KeyValue::from(it.as_str())).collect();
            found.extend(Comparison::new::<C>(key, Op::In, wanted).map(Filter::Is));
        }
    }
    let mut known = Known {
        by_id: HashMap::new(),
        by_key: HashMap::new(),
        by_name: HashMap::new(),
        ambiguous: HashSet::new(),
    };
    for filter in found {
        let listing = Listing {
            filter: filter.and(reach.clone()),
            bin: Bin::Outside,
            ..Listing::default()
        };
        for row in read::list::<C>(writing.tx, writing.company(), listing)
            .await?
            .rows
        {
            if let Some(value) = C::IMPORT_KEY.and_then(|key| key_text::<C>(&row.fields, key)) {
                let id = row.id.as_uuid();
                let other = known.by_key.insert(value.clone(), id);
                if other.is_some_and(|other| other != id) {
                    known.ambiguous.insert(value);
                }
            }
            let name = C::IMPORT_NAME.and_then(|key| key_text::<C>(&row.fields, key));
            if let Some(name) = name.filter(|_| !known.by_id.contains_key(&row.id.as_uuid())) {
                known
                    .by_name
                    .entry(name)
                    .or_default()
                    .push(row.id.as_uuid());
            }
            known.by_id.insert(row.id.as_uuid(), row);
        }
    }
    Ok(known)
}

/// The stored values of the noun's keys by their wire names, as texts that equal values share.
fn key_texts<C: Collection>(fields: &C::Fields) -> impl Iterator<Item = (&'static str, String)> {
    let values = C::keys(fields).into_iter().map(|value| match value {
        KeyValue::Text(text) => text,
        KeyValue::Number(number) => number.to_string(),
    });
    C::KEYS.iter().map(|key| key.name).zip(values)
}

fn key_text<C: Collection>(fields: &C::Fields, name: &str) -> Option<String> {
    key_texts::<C>(fields)
        .find(|(key, _)| *key == name)
        .map(|(_, text)| text)
}

impl<C: Collection> Known<C> {
    /// The record that a row means, or the cell at fault.
    pub(super) fn meant(
        &self,
        sheet: &Sheet<'_>,
        line: &RowCells,
    ) -> Result<Option<&Row<C>>, CellProblem> {
        if let Some(id) = line.get("_id") {
            let found = id.parse().ok().and_then(|id: Uuid| self.by_id.get(&id));
            let missing = || sheet.problem("_id", "No record found.".to_owned());
            return found.map(Some).ok_or_else(missing);
        }
        let several = |key| {
            let detail = "Several records have this value. Enter the ID of the one you mean.";
            sheet.problem(full_path::<C>(key), detail.to_owned())
        };
        if let (Some(key), Some(wanted)) = (C::IMPORT_KEY, key_of::<C>(C::IMPORT_KEY, line)) {
            return match self.ambiguous.contains(&wanted) {
                true => Err(several(key)),
                false => Ok(self.by_key.get(&wanted).and_then(|id| self.by_id.get(id))),
            };
        }
        let (Some(key), Some(name)) = (C::IMPORT_NAME, key_of::<C>(C::IMPORT_NAME, line)) else {
            return Ok(None);
        };
        let ids = self.by_name.get(&name).into_iter().flatten();
        let rows = ids.filter_map(|id| self.by_id.get(id));
        let mut rows = rows.filter(|row| C::may_mean(line, &row.fields));
        match (rows.next(), rows.next()) {
            (Some(_), Some(_)) => Err(several(key)),
            (one, _) => Ok(one),
        }
    }
}

/// The value of a row by which records are known, as the key holds it.
fn key_of<C: Collection>(key: Option<&'static str>, line: &RowCells) -> Option<String> {
    let key = key?;
    comparable::<C>(key, line.get(full_path::<C>(key))?)
}

/// The text as the key would hold it; none when no record can have it.
fn comparable<C: Collection>(key: &str, text: &str) -> Option<String> {
    let text = clean_text(text, MAX_KEY).ok()?;
    let text = match C::IMPORT_KEY == Some(key) {
        true => C::import_key(&text),
        false => text,
    };
    let folds = Key::named::<C>(key).is_some_and(|key| key.kind == KeyKind::Folded);
    Some(if folds { fold(&text) } else { text })
}

impl Seen {
    /// Notes the unique values of a row; gives those that a row above has, with its number.
    pub(super) fn take<C: Collection>(
        &mut self,
        fields: &C::Fields,
        row: usize,
        is_named_by_id: bool,
    ) -> Vec<(&'static str, usize)> {
        let mut taken = Vec::new();
        if C::UNIQUE.is_empty() && (C::IMPORT_KEY.is_none() || is_named_by_id) {
            return taken;
        }
        for (name, text) in key_texts::<C>(fields) {
            // Two records may have the same import key, but a row without an id cannot say which of them it means.
            let identifies = C::IMPORT_KEY == Some(name) && !is_named_by_id;
            if !(identifies || C::UNIQUE.contains(&name)) || text.is_empty() {
                continue;
            }
            let first = *self.values.entry((name, text)).or_insert(row);
            if first != row {
                taken.push((name, first));
            }
        }
        taken
    }
}
