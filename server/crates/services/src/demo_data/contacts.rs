//! The contacts of the demo data: the table of them, which is imported as a customer would import its own.
//!
//! Invariant: row n says the same whoever asks; every sixth contact is an organisation, and people belong to those before them.

use uuid::Uuid;
use waybill_storage::UserId;

use super::words::{Dice, FIRST, HOUSES, JOBS, LAST, NOTES, PLACES, TRADES};
use super::{FillError, World};
use crate::collection::import::{ImportMode, ImportOptions};
use crate::collection::table::{Table, TableRow};
use crate::contact::contacts::Contacts;
use crate::error::ServiceError;

/// Rows of one import.
const ROWS_AT_ONCE: usize = 10_000;

/// How many contacts there are for each organisation.
const PER_ORGANISATION: usize = 6;

const HEADER: [&str; 19] = [
    "kind",
    "displayName",
    "firstName",
    "lastName",
    "jobTitle",
    "department",
    "email",
    "phone",
    "country",
    "city",
    "addresses.1.unlocode",
    "website",
    "language",
    "timezone",
    "roles",
    "favourite",
    "notes",
    "organisationId",
    "ownerId",
];

/// A table of `rows` contacts like those of the demo data, of which none belongs to an organisation or names its owner. Their
/// addresses are told from those of other tables by `mark`.
pub fn table(rows: usize, mark: &str) -> Table {
    let mut dice = Dice::new();
    let header = HEADER[..17].iter().map(|it| (*it).to_owned()).collect();
    let rows = (0..rows).map(|at| TableRow {
        number: at + 2,
        cells: cells(at, mark, &mut dice),
    });
    Table {
        header,
        header_row: 1,
        rows: rows.collect(),
    }
}

pub(super) async fn fill(
    world: &mut World,
    count: usize,
    owners: &[UserId],
    tags: &[Uuid],
) -> Result<Vec<Uuid>, FillError> {
    let Table { rows, .. } = table(count, "");
    let header: Vec<String> = HEADER
        .iter()
        .chain(["tags"].iter())
        .map(|it| (*it).to_owned())
        .collect();
    let (organisations, people): (Vec<TableRow>, Vec<TableRow>) = rows
        .into_iter()
        .partition(|row| row.cells.first().is_some_and(|it| it == "organisation"));
    let mut firms: Vec<Uuid> = Vec::with_capacity(organisations.len());
    let mut ids = Vec::with_capacity(count);
    for (is_person, mut rows) in [(false, organisations), (true, people)] {
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(ROWS_AT_ONCE));
            for (at, row) in rows.iter_mut().enumerate() {
                row.number = at + 2;
                let firm = if is_person {
                    world.dice.one(&firms)
                } else {
                    None
                };
                row.cells
                    .push(firm.map(Uuid::to_string).unwrap_or_default());
                let owner = world.dice.one(owners);
                row.cells
                    .push(owner.map(UserId::to_string).unwrap_or_default());
                let tag = world.dice.one(tags).filter(|_| at % 3 == 0);
                row.cells.push(tag.map(Uuid::to_string).unwrap_or_default());
            }
            let part = Table {
                header: header.clone(),
                header_row: 1,
                rows,
            };
            let made = import(world, &part).await?;
            if !is_person {
                firms.extend(&made);
            }
            ids.extend(made);
            world.later(90);
            rows = rest;
        }
    }
    Ok(ids)
}

async fn import(world: &World, table: &Table) -> Result<Vec<Uuid>, FillError> {
    let options = ImportOptions {
        dry_run: false,
        mode: ImportMode::Insert,
        mapping: Vec::new(),
        header_row: None,
    };
    let services = &world.services;
    let result = services
        .import::<Contacts>(&world.founder, table, &options, &world.source)
        .await?;
    if let Some(wrong) = result.rows.iter().find(|row| !row.errors.is_empty()) {
        tracing::error!(row = ?wrong, "A contact of the demonstration data was refused.");
        return Err(ServiceError::State("A contact of the demonstration data was refused.").into());
    }
    Ok(result.rows.iter().filter_map(|row| row.id).collect())
}

/// The cells of the columns that every table has.
fn cells(at: usize, mark: &str, dice: &mut Dice) -> Vec<String> {
    let place = &PLACES[dice.below(PLACES.len())];
    let (trade, roles) = TRADES[dice.below(TRADES.len())];
    let house = HOUSES[dice.below(HOUSES.len())];
    let (first, last) = (FIRST[dice.below(FIRST.len())], LAST[dice.below(LAST.len())]);
    let (job, department) = JOBS[dice.below(JOBS.len())];
    let notes = NOTES[dice.below(NOTES.len())];
    let number = dice.below(10_000);
    let host = format!("{}-{}.example", slug(house), slug(trade));
    let is_organisation = at.is_multiple_of(PER_ORGANISATION);
    let of_person = |text: &str| match is_organisation {
        true => String::new(),
        false => text.to_owned(),
    };
    vec![
        if is_organisation {
            "organisation"
        } else {
            "person"
        }
        .to_owned(),
        match is_organisation {
            true => format!("{house} {trade} {} {}", place.city, place.form),
            false => String::new(),
        },
        of_person(first),
        of_person(last),
        of_person(job),
        of_person(department),
        match is_organisation {
            true => format!("info{mark}{at}@{host}"),
            false => format!("{}.{}{mark}{at}@{host}", slug(first), slug(last)),
        },
        format!("{}555{number:04}", place.dial),
        place.country.to_owned(),
        place.city.to_owned(),
        place.unlocode.to_owned(),
        match is_organisation {
            true => format!("https://www.{host}"),
            false => String::new(),
        },
        place.language.to_owned(),
        place.timezone.to_owned(),
        roles.to_owned(),
        if number.is_multiple_of(12) {
            "yes"
        } else {
            "no"
        }
        .to_owned(),
        notes.to_owned(),
    ]
}

/// A name as it stands in an address.
fn slug(name: &str) -> String {
    waybill_storage::folding::fold(name)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect()
}
