//! Recognition: which field each column of a table is about, by what the company chose before, by the column's name in any
//! language, or by what its cells hold.
//!
//! Invariant: no two columns are about the same field; a column that nothing speaks for is about none.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::records::Filter;
use waybill_storage::records::read::{self, Listing, Part};
use waybill_storage::{CompanyId, Handle};

use super::sheet::full_path;
use crate::caller::Caller;
use crate::collection::headings::{self, Holds, at_place, first_place, plain};
use crate::collection::table::{Table, TableRow};
use crate::collection::{Collection, cells};
use crate::error::ServiceError;
use crate::languages::Language;
use crate::log::imports::ImportJobs;
use crate::master::countries;
use crate::permissions::Action;
use crate::services::Services;
use crate::vocabulary::wire_enum;

wire_enum! {
    /// What speaks for the field of a column.
    ColumnBasis {
        /// Nothing.
        None = "none",
        /// The company chose it in an import before.
        Before = "before",
        /// The name of the column.
        Name = "name",
        /// What its cells hold.
        Content = "content",
    }
}

/// A table as an import understands it; nothing is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumns {
    /// Number of the row that names the columns, as a spreadsheet shows it.
    pub header_row: usize,
    /// How many rows with any text are below it.
    pub row_count: usize,
    /// The columns.
    pub columns: Vec<ImportColumn>,
    /// The fields that columns can be about.
    pub fields: Vec<ImportField>,
    /// The rows below the header; none where they are too long to be corrected on a screen.
    #[schema(required)]
    pub rows: Option<Vec<ImportLine>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportColumn {
    /// Its name, which no other column has.
    pub name: String,
    /// Path of its field; empty where it is left out.
    pub field: String,
    /// What speaks for that.
    pub by: ColumnBasis,
    /// The first texts in it.
    pub samples: Vec<String>,
}

/// A field that a column can be about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportField {
    /// Its path.
    pub field: String,
    /// What the screens call it, in English.
    pub label: String,
    /// Its place in a list; 1 outside lists.
    pub place: usize,
    /// Whether only people who know the fields need it: ids, and lists in one cell.
    pub is_technical: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ImportLine {
    /// Its number as a spreadsheet shows it.
    pub row: usize,
    /// Its cells.
    pub cells: Vec<String>,
}

/// Imports of a noun whose choices are remembered.
const REMEMBERED: u64 = 20;
/// Texts of a column that are shown.
const SAMPLES: usize = 3;
/// Texts of a column that are looked at.
const LOOKED_AT: usize = 50;
/// The longest table that is sent back, in bytes of text.
const CORRECTABLE: usize = 8 * 1024 * 1024;
/// Places of a list that are offered unless a column is about a later one.
const OFFERED_PLACES: usize = 3;

/// Words beside the one that says what a column is about.
const ASIDE: [&str; 20] = [
    "business",
    "client",
    "contact",
    "customer",
    "default",
    "first",
    "main",
    "no",
    "nr",
    "num",
    "number",
    "office",
    "our",
    "primary",
    "principal",
    "the",
    "trabajo",
    "work",
    "your",
    "zakelijk",
];

impl Services {
    /// What the columns of the table are about.
    pub async fn import_columns<C: Collection>(
        &self,
        caller: &Caller,
        table: &Table,
    ) -> Result<ImportColumns, ServiceError> {
        C::scope(caller, Action::Import)?;
        let company = caller.company_id();
        let db = self.storage.read(company).await?;
        let before = before::<C>(&db, company).await?;
        let countries = countries::by_name(&db, company).await?;
        let columns = recognised::<C>(table, &before, &|text| countries.contains_key(text));
        let fields = fields::<C>(&columns);
        let size: usize = table
            .rows
            .iter()
            .flat_map(|row| &row.cells)
            .map(|it| it.len() + 4)
            .sum();
        let line = |row: &TableRow| ImportLine {
            row: row.number,
            cells: row.cells.clone(),
        };
        Ok(ImportColumns {
            header_row: table.header_row,
            row_count: table.rows.len(),
            columns,
            fields,
            rows: (size <= CORRECTABLE).then(|| table.rows.iter().map(line).collect()),
        })
    }
}

/// What the company's latest imports of the noun took columns for, by the plain name of the column.
async fn before<C: Collection>(
    db: &dyn Handle,
    company: CompanyId,
) -> Result<HashMap<String, String>, ServiceError> {
    let listing = Listing {
        filter: Filter::eq::<ImportJobs>("entity", C::KIND),
        part: Part::After {
            cursor: None,
            limit: REMEMBERED,
            counted: false,
        },
        ..Listing::default()
    };
    let jobs = read::list::<ImportJobs>(db, company, listing).await?;
    let mut before = HashMap::new();
    for column in jobs.rows.into_iter().flat_map(|row| row.fields.mapping) {
        before.entry(plain(&column.column)).or_insert(column.field);
    }
    Ok(before)
}

/// What columns are called, in every language, and which paths there are.
#[derive(Debug)]
pub(crate) struct Names {
    meanings: HashMap<String, Vec<Meaning>>,
    /// Paths that an import reads; of a list those about its first place.
    read: HashSet<String>,
    /// Those of them that only their own names mean: `ID` may be another program's, and `Emails` are seldom objects.
    technical: HashSet<String>,
    /// Fields that are only shown.
    shown: HashSet<String>,
}

/// A field that a name may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Meaning {
    path: String,
    /// It means it only beside a column of this path.
    beside: Option<&'static str>,
}

impl Names {
    /// Those of the noun.
    pub(crate) fn of<C: Collection>() -> Self {
        let mut names = Self {
            meanings: HashMap::new(),
            read: HashSet::new(),
            technical: HashSet::new(),
            shown: headings::only_shown::<C>(),
        };
        for heading in headings::all::<C>() {
            let labels = Language::ALL.iter().map(|it| it.translated(heading.label));
            for name in labels.chain(heading.synonyms.iter().copied()) {
                names.note(name, heading.path, None);
            }
            if let Some((path, synonyms)) = heading.beside {
                for name in synonyms {
                    names.note(name, heading.path, Some(path));
                }
            }
        }
        for choice in headings::choices::<C>() {
            if choice.is_technical {
                names.technical.insert(choice.path.clone());
            } else if headings::of_path::<C>(&choice.path).is_none() {
                names.note(&choice.path, &choice.path, None);
            }
            names.read.insert(choice.path);
        }
        names
    }

    fn note(&mut self, name: &str, path: &str, beside: Option<&'static str>) {
        let meaning = Meaning {
            path: path.to_owned(),
            beside,
        };
        let meanings = self.meanings.entry(plain(name)).or_default();
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }

    /// Whether a column of this name is about a field.
    pub(crate) fn knows<C: Collection>(&self, name: &str) -> bool {
        let name = name.trim();
        !name.is_empty() && (self.has(full_path::<C>(name)) || !self.meanings_of(name).0.is_empty())
    }

    /// Whether there is such a path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.read.contains(&first_place(path).0) || self.is_only_shown(path)
    }

    /// Whether no import reads this path, although an export writes it.
    pub(super) fn is_only_shown(&self, path: &str) -> bool {
        !self.read.contains(&first_place(path).0) && self.shown.contains(cells::field(path))
    }

    /// The path of a column by its name alone, unless another column is about it.
    pub(super) fn path_of(&self, name: &str, taken: &HashSet<String>) -> Option<String> {
        let (meanings, place) = self.meanings_of(name);
        let is_free = |it: &&Meaning| {
            free(&it.path, place, taken).is_some()
                && it.beside.is_none_or(|path| taken.contains(path))
        };
        let beside = meanings
            .iter()
            .filter(|it| it.beside.is_some())
            .find(is_free);
        let meant = beside.or_else(|| meanings.iter().find(is_free))?;
        free(&meant.path, place, taken)
    }

    /// Whether the name means one field whatever the other columns are.
    fn is_clear(&self, name: &str) -> bool {
        self.meanings_of(name).0.len() == 1
    }

    /// The fields that a name may mean, and the place in a list that it says.
    fn meanings_of(&self, name: &str) -> (&[Meaning], usize) {
        let (words, place) = numbered(name);
        let found = |name: &str| self.meanings.get(&plain(name)).map(Vec::as_slice);
        if let Some(meanings) = found(name) {
            return (meanings, 1);
        }
        let meanings = found(words).or_else(|| found(&without_aside(words)));
        (meanings.unwrap_or_default(), place)
    }
}

/// The path, or in a list that about the first free place from this one on; none where another column is about it.
fn free(path: &str, place: usize, taken: &HashSet<String>) -> Option<String> {
    match at_place(path, place) {
        None => (!taken.contains(path)).then(|| path.to_owned()),
        Some(_) => (place..)
            .map_while(|place| at_place(path, place))
            .find(|it| !taken.contains(it)),
    }
}

/// `Phone 2`, `Phone (2)` and `phone_2` are about the second one.
fn numbered(name: &str) -> (&str, usize) {
    let bare = name.trim().trim_end_matches(')');
    let words = bare.trim_end_matches(|it: char| it.is_ascii_digit());
    let digits = &bare[words.len()..];
    let words = words.trim_end_matches([' ', '(', '_', '#', '-', '.']);
    match digits.parse() {
        Ok(place) if (1..=headings::MAX_PLACES).contains(&place) && !words.is_empty() => {
            (words, place)
        }
        _ => (name, 1),
    }
}

/// The name without words that say nothing of the field.
fn without_aside(name: &str) -> String {
    let folded = waybill_storage::folding::fold(name);
    let words = folded.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words
        .filter(|word| !word.is_empty() && !ASIDE.contains(word))
        .collect();
    words.join(" ")
}

/// What each column is about.
pub(super) fn recognised<C: Collection>(
    table: &Table,
    before: &HashMap<String, String>,
    is_country: &dyn Fn(&str) -> bool,
) -> Vec<ImportColumn> {
    let names = Names::of::<C>();
    let mut found = Found {
        columns: vec![None; table.header.len()],
        taken: HashSet::new(),
    };
    let header = || {
        table
            .header
            .iter()
            .enumerate()
            .filter(|(_, name)| !name.is_empty())
    };
    for (at, name) in header() {
        let path = before.get(&plain(name)).map(|path| full_path::<C>(path));
        if let Some(path) = path.filter(|path| path.is_empty() || names.has(path)) {
            found.take(at, path, ColumnBasis::Before);
        }
    }
    for (at, name) in header() {
        let path = full_path::<C>(name);
        // Lists of objects in one cell are written by an export alone.
        let is_id = path == "_id" || path.ends_with("Id") || path.ends_with("Ids");
        let may_be = is_id
            || !names.technical.contains(path)
            || texts_of(table, at).all(|it| it.starts_with('['));
        if names.has(path) && may_be {
            found.take(at, path, ColumnBasis::Name);
        }
    }
    // Names that mean one field are taken before those that may mean several.
    for is_clear in [true, false] {
        for (at, name) in header().filter(|(_, name)| names.is_clear(name) == is_clear) {
            if found.columns[at].is_none()
                && let Some(path) = names.path_of(name, &found.taken)
            {
                found.take(at, &path, ColumnBasis::Name);
            }
        }
    }
    for at in 0..table.header.len() {
        if found.columns[at].is_some() {
            continue;
        }
        let texts: Vec<&str> = texts_of(table, at).take(LOOKED_AT).collect();
        let held = held(&texts, is_country);
        let heading = C::HEADINGS.iter().find(|it| Some(it.holds) == held);
        let path = heading.and_then(|it| free(it.path, 1, &found.taken));
        if let Some(path) = path {
            found.take(at, &path, ColumnBasis::Content);
        }
    }
    let columns = table.header.iter().zip(found.columns).enumerate();
    columns
        .map(|(at, (name, found))| {
            let (path, by) = found.unwrap_or_default();
            ImportColumn {
                name: name.clone(),
                field: match names.is_only_shown(&path) {
                    true => String::new(),
                    false => path,
                },
                by,
                samples: texts_of(table, at)
                    .take(SAMPLES)
                    .map(str::to_owned)
                    .collect(),
            }
        })
        .collect()
}

/// The texts in a column.
fn texts_of(table: &Table, at: usize) -> impl Iterator<Item = &str> {
    let cells = table.rows.iter().filter_map(move |row| row.cells.get(at));
    cells.map(|it| it.trim()).filter(|it| !it.is_empty())
}

/// What is found so far.
struct Found {
    columns: Vec<Option<(String, ColumnBasis)>>,
    taken: HashSet<String>,
}

impl Found {
    /// The column is about this path, or left out where it is empty, unless that is decided or another one is about it.
    fn take(&mut self, at: usize, path: &str, by: ColumnBasis) {
        let is_free = path.is_empty() || !self.taken.contains(path);
        if self.columns[at].is_none() && is_free {
            self.taken.insert(path.to_owned());
            self.columns[at] = Some((path.to_owned(), by));
        }
    }
}

/// What most of the texts look like; none where it is nothing in particular.
fn held(texts: &[&str], is_country: &dyn Fn(&str) -> bool) -> Option<Holds> {
    let most = |looks: &dyn Fn(&str) -> bool| {
        let alike = texts.iter().filter(|it| looks(it)).count();
        alike > 0 && texts.len() * 3 <= alike * 4
    };
    if most(&is_like_email) {
        Some(Holds::Email)
    } else if most(&is_like_website) {
        Some(Holds::Website)
    } else if most(&is_like_phone) {
        Some(Holds::Phone)
    // Two or three letters may be a code of anything.
    } else if most(&|text| text.chars().count() > 3 && is_country(&plain(text))) {
        Some(Holds::Country)
    } else {
        None
    }
}

fn is_like_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.contains('@') && !text.contains(' ')
    })
}

fn is_like_website(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["https://", "http://", "www."]
        .iter()
        .any(|it| text.starts_with(it))
}

/// International numbers, and those with a zone in parentheses: other digits may be anything.
fn is_like_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let others = text
        .chars()
        .all(|it| it.is_ascii_digit() || " +()-./\u{a0}".contains(it));
    let is_marked = text.starts_with('+') || text.starts_with("00") || text.starts_with('(');
    (7..=15).contains(&digits) && others && is_marked
}

/// The fields that the columns can be about.
fn fields<C: Collection>(columns: &[ImportColumn]) -> Vec<ImportField> {
    let mut fields = Vec::new();
    for choice in headings::choices::<C>() {
        let heading = headings::of_path::<C>(&choice.path).map(|(heading, _)| heading);
        let label = match heading {
            Some(heading) => heading.label.to_owned(),
            None if choice.path == "_id" => "ID".to_owned(),
            None => headings::in_words(&choice.path),
        };
        // Several addresses and numbers are usual, several places are not.
        let is_several = heading.is_some_and(|it| matches!(it.holds, Holds::Email | Holds::Phone));
        let least = if is_several { OFFERED_PLACES } else { 1 };
        let places = columns.iter().filter_map(|it| {
            let (first, place) = first_place(&it.field);
            (first == choice.path).then_some(place)
        });
        for place in 1..=places.fold(least, usize::max) {
            fields.push(ImportField {
                field: at_place(&choice.path, place).unwrap_or_else(|| choice.path.clone()),
                label: label.clone(),
                place,
                is_technical: choice.is_technical,
            });
        }
    }
    fields
}
