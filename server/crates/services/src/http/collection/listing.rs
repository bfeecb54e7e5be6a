//! The query of a list: `search`, `filter`, `sort`, `bin`, and which part: `page` and `pageSize`, or `after` and `limit`.
//!
//! `filter=field:op:value`, once for each condition, all of which must hold. The operators are `eq ne lt le gt ge in starts
//! has`; the values of `in` are separated by `|`, and `\|` is a bar in a value. `any:["…","…"]` holds where one of the
//! conditions in it does. Moments are RFC 3339, or a day, which begins
//! at midnight UTC.
//!
//! Invariant: what cannot be understood is a fault, so a misspelt filter never shows more than was meant.

use std::ops::Not;

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use uuid::Uuid;
use waybill_storage::listing::{Direction, Window};
use waybill_storage::records::read::{Bin, Cursor, Listing, Part};
use waybill_storage::records::{Comparison, Filter, Key, Noun, Op, links};

use crate::collection::read::ShownPage;
use crate::collection::{Collection, SearchMatch};
use crate::error::ServiceError;
use crate::http::query::Parameters;
use crate::validate::clean_text;

mod values;

use values::key_value;
pub use values::{bars, moment};

/// The largest part.
pub(super) const MAX_PAGE_SIZE: u64 = 200;

/// The part when its size is not said.
pub(super) const PAGE_SIZE: u64 = 25;

/// The size of a part that is the whole list.
const ALL: u64 = 0;

/// The most conditions.
const MAX_FILTERS: usize = 20;

/// The most values of one condition.
const MAX_VALUES: usize = 200;

/// The longest condition.
const MAX_CONDITION: usize = 8000;

/// What a list of a noun can be asked, as plain data: its query is read by the same code whatever the noun is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Askable {
    noun: Noun,
    /// See [`Collection::LINKS`].
    pub(super) links: &'static [&'static str],
    /// See [`Collection::TEXTS`].
    pub(super) texts: &'static [&'static str],
    /// See [`Collection::PARAMETERS`].
    pub(super) parameters: &'static [(&'static str, Option<&'static str>)],
    /// See [`Collection::WHOLE`].
    pub(super) is_whole: bool,
    /// Whether records lie in a bin.
    pub(super) has_bin: bool,
    /// See [`Collection::BRIEF`].
    pub(super) brief: &'static [&'static str],
}

impl Askable {
    /// What a list of `C` can be asked.
    pub(crate) const fn of<C: Collection>() -> Self {
        Self {
            noun: Noun::of::<C>(),
            links: C::LINKS,
            texts: C::TEXTS,
            parameters: C::PARAMETERS,
            is_whole: C::WHOLE,
            has_bin: C::ABILITIES.delete,
            brief: C::BRIEF,
        }
    }

    /// The names by which the list can be sorted and filtered.
    pub(super) fn key_names(self) -> Vec<&'static str> {
        self.noun.all_keys().map(|key| key.name).collect()
    }
}

/// What is asked of a list.
#[derive(Debug)]
pub(crate) struct CollectionQuery {
    pub(crate) listing: Listing,
    pub(crate) page: PageInfo,
    /// Whether its brief form is asked for.
    pub(super) is_brief: bool,
}

/// Which part was asked for, as far as the envelope tells it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageInfo {
    pub(crate) number: Option<u64>,
    pub(crate) size: u64,
}

/// What the envelope of a list has beside its rows.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct BesideRows {
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<u64>,
    page_size: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<u64>,
    #[serde(skip_serializing_if = "Not::not")]
    total_is_lower_bound: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matches: Vec<SearchMatch>,
}

impl PageInfo {
    /// The envelope with the rows of a part.
    pub(super) fn envelope(self, found: ShownPage) -> Result<Bytes, ServiceError> {
        let beside = BesideRows {
            page: self.number,
            page_size: match self.size {
                ALL => found.rows.count(),
                size => size,
            },
            total: found.total.map(|total| total.rows),
            total_is_lower_bound: found.total.is_some_and(|total| total.is_lower_bound),
            next: found.next.as_ref().map(written).transpose()?,
            matches: found.matches,
        };
        Ok(found.rows.beside(&beside)?.into())
    }
}

/// Reads which part of a list in this order is asked for.
type ReadPart = fn(&mut Parameters, &[(&'static Key, Direction)]) -> (Part, PageInfo);

impl CollectionQuery {
    /// The query of the list itself, of a numbered page or behind a cursor.
    pub(super) fn read(askable: Askable, parameters: &mut Parameters) -> Self {
        // A list that is whole without has pages once it is said.
        let paged = parameters.choice("paged", &[("true", ())]).is_some();
        let has_brief = !askable.brief.is_empty();
        let is_brief = has_brief && parameters.choice("brief", &[("true", ())]).is_some();
        Self {
            is_brief,
            ..Self::with_part(askable, parameters, paged, part)
        }
    }

    /// The query of a list that has numbered pages alone.
    pub(crate) fn read_pages(askable: Askable, parameters: &mut Parameters) -> Self {
        let paged = parameters.choice("paged", &[("true", ())]).is_some();
        Self::with_part(askable, parameters, paged, |parameters, _| {
            numbered_part(parameters)
        })
    }

    /// The query of a list that has no numbered pages.
    pub(super) fn read_by_cursor(askable: Askable, parameters: &mut Parameters) -> Self {
        Self::with_part(askable, parameters, false, part_after)
    }

    fn with_part(
        askable: Askable,
        parameters: &mut Parameters,
        paged: bool,
        part: ReadPart,
    ) -> Self {
        let noun = askable.noun;
        let sort = sort(parameters, || noun.all_keys());
        let is_part = ["page", "pageSize", "after", "limit", "count"]
            .iter()
            .any(|name| parameters.has(name));
        let (part, page) = match askable.is_whole && !is_part && !paged {
            true => (
                Part::Whole,
                PageInfo {
                    number: Some(1),
                    size: ALL,
                },
            ),
            false => part(parameters, &noun.order_of(&sort)),
        };
        let named = named_filter(askable, parameters);
        Self {
            listing: Listing {
                filter: filter(askable, parameters).and(named),
                sort,
                bin: bin(askable, parameters),
                part,
            },
            page,
            is_brief: false,
        }
    }
}

/// The conditions that have parameters of their own.
fn named_filter(askable: Askable, parameters: &mut Parameters) -> Filter {
    let mut all = Vec::new();
    for (name, otherwise) in askable.parameters {
        let given = parameters.text(name, 100);
        let value = given.as_deref().or(*otherwise).filter(|it| *it != "any");
        let (Some(value), Some(key)) = (value, askable.noun.key(name)) else {
            continue;
        };
        match key_value(key, value) {
            Ok(value) => {
                all.extend(Comparison::of_key(key, Op::Eq, vec![value]).map(Filter::Is));
            }
            Err(detail) => parameters.fault(name, detail),
        }
    }
    Filter::All(all)
}

fn bin(askable: Askable, parameters: &mut Parameters) -> Bin {
    if !askable.has_bin {
        return Bin::Outside;
    }
    let choices = [("true", Bin::Inside), ("false", Bin::Outside)];
    parameters.choice("bin", &choices).unwrap_or_default()
}

/// Which part of a list in this order is asked for.
pub(crate) fn part(
    parameters: &mut Parameters,
    order: &[(&'static Key, Direction)],
) -> (Part, PageInfo) {
    let by_cursor = ["after", "limit", "count"];
    if !by_cursor.iter().any(|name| parameters.has(name)) {
        return numbered_part(parameters);
    }
    let numbered = ["page", "pageSize"];
    if numbered.iter().any(|name| parameters.has(name)) {
        // Taken, so that they are not called unknown, too.
        numbered_part(parameters);
        let detail = "Use either page and pageSize, or after and limit.";
        parameters.fault("after", detail);
    }
    part_after(parameters, order)
}

/// Which numbered page of a list is asked for.
fn numbered_part(parameters: &mut Parameters) -> (Part, PageInfo) {
    // Bounded so that no product of page and size overflows.
    let number = parameters.number("page", 1..=1_000_000).unwrap_or(1);
    let size = parameters
        .number("pageSize", 1..=MAX_PAGE_SIZE)
        .unwrap_or(PAGE_SIZE);
    let window = Window {
        offset: (number - 1) * size,
        limit: size,
    };
    let number = Some(number);
    (Part::Window(window), PageInfo { number, size })
}

/// The part of a list in this order that begins behind a cursor.
fn part_after(
    parameters: &mut Parameters,
    order: &[(&'static Key, Direction)],
) -> (Part, PageInfo) {
    let after = parameters.text("after", 2000);
    let limit = parameters.number("limit", 1..=MAX_PAGE_SIZE);
    let counted = parameters.choice("count", &[("true", true), ("false", false)]);
    let cursor = after.and_then(|text| {
        let cursor = parsed(&text).filter(|cursor| cursor.fits(order));
        if cursor.is_none() {
            parameters.fault("after", "This is not a valid position in this list.");
        }
        cursor
    });
    let size = limit.unwrap_or(PAGE_SIZE);
    let part = Part::After {
        cursor,
        limit: size,
        counted: counted.unwrap_or(false),
    };
    (part, PageInfo { number: None, size })
}

/// A cursor as it is sent.
pub(crate) fn written(cursor: &Cursor) -> Result<String, ServiceError> {
    let json =
        serde_json::to_vec(cursor).map_err(|_| waybill_storage::StorageError::Corrupt("cursor"))?;
    Ok(URL_SAFE_NO_PAD.encode(json))
}

fn parsed(text: &str) -> Option<Cursor> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// By which of the keys, and which way, a list is sorted.
pub(crate) fn sort<K: Iterator<Item = &'static Key>>(
    parameters: &mut Parameters,
    keys: impl Fn() -> K,
) -> Vec<(&'static Key, Direction)> {
    let Some(text) = parameters.text("sort", 200) else {
        return Vec::new();
    };
    let mut sort: Vec<(&'static Key, Direction)> = Vec::new();
    for word in text.split(',') {
        let (name, direction) = match word.strip_prefix('-') {
            Some(name) => (name, Direction::Descending),
            None => (word, Direction::Ascending),
        };
        match keys().find(|key| key.name == name) {
            Some(key) if sort.iter().any(|(it, _)| it == &key) => {}
            Some(key) => sort.push((key, direction)),
            None => {
                let names: Vec<&str> = keys().map(|key| key.name).collect();
                let names = names.join(", ");
                parameters.fault("sort", format!("Sort by one of: {names}."));
            }
        }
    }
    sort
}

fn filter(askable: Askable, parameters: &mut Parameters) -> Filter {
    let mut all = Vec::new();
    if let Some(search) = parameters.text("search", 100) {
        all.push(Filter::Contains(search));
    }
    all.extend(conditions(parameters, |text| condition(askable, text)));
    Filter::All(all)
}

/// The conditions of `filter`, each as `read` understands it.
pub(crate) fn conditions<T>(
    parameters: &mut Parameters,
    read: impl Fn(&str) -> Result<T, String>,
) -> Vec<T> {
    let said = parameters.all("filter");
    if MAX_FILTERS < said.len() {
        let detail = format!("Use at most {MAX_FILTERS} conditions.");
        parameters.fault("filter", detail);
        return Vec::new();
    }
    let mut conditions = Vec::new();
    for condition in said {
        let clean = clean_text(&condition, MAX_CONDITION);
        match clean.and_then(|text| read(&text)) {
            Ok(condition) => conditions.push(condition),
            Err(detail) => parameters.fault("filter", detail),
        }
    }
    conditions
}

/// Field, operator and value of `field:op:value`.
pub(crate) fn parts_of(condition: &str) -> Result<(&str, &str, &str), String> {
    let mut parts = condition.splitn(3, ':');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(name), Some(op), Some(value)) => Ok((name, op, value)),
        _ => Err("Write each filter as field:op:value.".to_owned()),
    }
}

fn condition(askable: Askable, text: &str) -> Result<Filter, String> {
    match text.strip_prefix("any:") {
        Some(conditions) => alternatives(askable, conditions),
        None => one_condition(askable, text),
    }
}

/// Conditions of which one has to hold, as a JSON array.
fn alternatives(askable: Askable, text: &str) -> Result<Filter, String> {
    let conditions: Vec<String> = serde_json::from_str(text)
        .ok()
        .filter(|conditions: &Vec<String>| (1..=MAX_FILTERS).contains(&conditions.len()))
        .ok_or_else(|| {
            format!("Write alternatives as any:[\"field:op:value\", …], at most {MAX_FILTERS}.")
        })?;
    let any = conditions.iter().map(|each| one_condition(askable, each));
    any.collect::<Result<_, _>>().map(Filter::Any)
}

fn one_condition(askable: Askable, text: &str) -> Result<Filter, String> {
    let (name, op, value) = parts_of(text)?;
    if name == "_id" {
        return by_id(op, value);
    }
    if let Some(field) = askable.links.iter().find(|it| **it == name) {
        return named(field, op, ids(field, value)?);
    }
    if let Some(field) = askable.texts.iter().find(|it| **it == name) {
        let texts = bars(value)?;
        let texts = texts.iter().map(|it| links::text_id(&it.to_lowercase()));
        return named(field, op, texts.collect());
    }
    let Some(key) = askable.noun.key(name) else {
        let mut names = askable.key_names();
        names.extend(askable.links);
        names.extend(askable.texts);
        return Err(format!("Filter by one of: {}.", names.join(", ")));
    };
    let op = operator(op)?;
    let values = match op {
        Op::In => bars(value)?,
        _ => vec![value.to_owned()],
    };
    let values = values
        .iter()
        .map(|text| key_value(key, text))
        .collect::<Result<_, _>>()?;
    Comparison::of_key(key, op, values)
        .map(Filter::Is)
        .ok_or_else(|| format!("{name} does not support this comparison."))
}

fn by_id(op: &str, value: &str) -> Result<Filter, String> {
    match op {
        "eq" | "in" => Ok(Filter::Ids(ids("_id", value)?)),
        _ => Err("_id knows eq and in.".to_owned()),
    }
}

fn ids(field: &str, value: &str) -> Result<Vec<Uuid>, String> {
    bars(value)?
        .iter()
        .map(|text| text.parse().map_err(|_| format!("{field} takes ids.")))
        .collect()
}

fn named(field: &'static str, op: &str, ids: Vec<Uuid>) -> Result<Filter, String> {
    let filter = Filter::Names(field, ids);
    match op {
        "eq" | "in" => Ok(filter),
        "ne" => Ok(Filter::Not(Box::new(filter))),
        _ => Err(format!("{field} supports eq, ne and in.")),
    }
}

/// The operator that a word stands for.
pub(crate) fn operator(op: &str) -> Result<Op, String> {
    Ok(match op {
        "eq" => Op::Eq,
        "ne" => Op::Ne,
        "lt" => Op::Lt,
        "le" => Op::Le,
        "gt" => Op::Gt,
        "ge" => Op::Ge,
        "in" => Op::In,
        "starts" => Op::Starts,
        "has" => Op::Has,
        _ => {
            return Err("The operators are eq, ne, lt, le, gt, ge, in, starts and has.".to_owned());
        }
    })
}
