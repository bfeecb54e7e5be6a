//! The lead: the part of a filter by which SQLite finds the rows of a list.
//!
//! SQLite has no figures of what a company has. It takes any index of a filter to find a handful of rows, and reads a list rather
//! along its order, row by row, until a page is full: of a filter that lets eight rows through, all rows of the company. So the parts
//! of the filter are counted here, as far as that matters. PostgreSQL has statistics and chooses itself.
//!
//! Invariant: the rows and their order are the same, whatever leads.

use sea_orm::DbBackend;
use sea_orm::sea_query::{Condition, SelectStatement};

use super::sorted::{Ordering, Rows, unindexed};
use super::{in_bin, own};
use crate::listing::Window;
use crate::records::Filter;
use crate::records::read::{Bin, totals};
use crate::{Handle, StorageError};

/// So many rows for each that is wanted are read and sorted faster than the others are met along the order of a long list. Of a
/// shorter list than that, every way is fast.
const FOR_EACH: u64 = 100;

/// What is wanted of the rows, in parts.
pub(super) struct Wanted<'a> {
    pub(super) filter: &'a Filter,
    pub(super) bin: Bin,
    /// Behind which place of the order, if not from the top.
    pub(super) behind: Option<Condition>,
}

/// The statement that gives the part in the window; `rows` are those of all windows.
pub(super) async fn sorted(
    db: &dyn Handle,
    rows: &Rows<'_>,
    order: &Ordering<'_>,
    window: Option<Window>,
    wanted: &Wanted<'_>,
) -> Result<SelectStatement, StorageError> {
    let behind = &wanted.behind;
    let found = Rows {
        conditions: &rows.conditions.clone().add_option(behind.clone()),
        ..*rows
    };
    let query = found.sorted(order, window);
    let parts = wanted.filter.parts();
    let Some(window) = window else {
        return Ok(query);
    };
    let many = FOR_EACH * (window.offset + window.limit);
    let has_choice = db.connection().backend() == DbBackend::Sqlite
        && !rows.noun.is_shared
        && rows.narrowing.is_none()
        && order.search.is_none()
        && !parts.is_empty();
    if !has_choice || !reaches(db, rows, wanted.bin, None, many).await? {
        return Ok(query);
    }
    let mut lead = None;
    for (at, part) in parts.iter().enumerate() {
        if lets_few(db, rows, wanted.bin, part, many).await? {
            lead = Some(at);
            break;
        }
    }
    let (noun, company) = (rows.noun, rows.company);
    let Some(lead) = lead else {
        let asked = wanted.filter.asked(noun, company);
        let along = Rows {
            conditions: &in_bin(wanted.bin).add(asked).add_option(behind.clone()),
            ..*rows
        };
        return Ok(along.sorted(order, Some(window)));
    };
    let column = parts[lead].column();
    if let Some(column) = column
        && is_led_by(db, &query, column).await?
    {
        return Ok(query);
    }
    let conditions = parts.iter().enumerate().map(|(at, part)| match at == lead {
        true => part.condition(noun, company),
        false => unindexed(part.condition(noun, company).into()).into(),
    });
    let conditions = conditions.fold(in_bin(wanted.bin), Condition::add);
    let led = Rows {
        conditions: &conditions.add_option(behind.clone()),
        ..*rows
    };
    let owner: Condition = match column {
        Some(_) => own(noun, company),
        // The rows are found by their ids.
        None => unindexed(own(noun, company).into()).into(),
    };
    Ok(led.gathered(owner, order, window))
}

/// Whether an index gives few rows for this part of the filter.
async fn lets_few(
    db: &dyn Handle,
    rows: &Rows<'_>,
    bin: Bin,
    part: &Filter,
    many: u64,
) -> Result<bool, StorageError> {
    if let Filter::Ids(ids) = part {
        return Ok((ids.len() as u64) < many);
    }
    if let Some(naming) = part.naming(rows.noun, rows.company) {
        return Ok(!totals::reaches(db, naming, many).await?);
    }
    match part.column() {
        Some(_) => Ok(!reaches(db, rows, bin, Some(part), many).await?),
        None => Ok(false),
    }
}

/// Whether the company has so many rows that the part lets through; without an index for it, it is taken to have them.
async fn reaches(
    db: &dyn Handle,
    rows: &Rows<'_>,
    bin: Bin,
    part: Option<&Filter>,
    many: u64,
) -> Result<bool, StorageError> {
    let condition = part.map(|part| part.condition(rows.noun, rows.company));
    let all = Rows {
        conditions: &in_bin(bin).add_option(condition),
        ..*rows
    };
    let all = all.those(own(rows.noun, rows.company));
    match part.and_then(Filter::column) {
        Some(column) if !is_led_by(db, &all, column).await? => Ok(true),
        _ => totals::reaches(db, all, many).await,
    }
}

/// Whether SQLite finds the rows of the statement by an index of this column.
async fn is_led_by(
    db: &dyn Handle,
    query: &SelectStatement,
    column: &str,
) -> Result<bool, StorageError> {
    let connection = db.connection();
    let mut statement = connection.backend().build(query);
    statement.sql.insert_str(0, "EXPLAIN QUERY PLAN ");
    let compared = format!(" {column}=?");
    let steps = connection.query_all_raw(statement).await?;
    let mut steps = steps.iter().map(|step| step.get::<String>("detail"));
    Ok(steps.any(|step| step.is_ok_and(|step| step.contains(&compared))))
}
