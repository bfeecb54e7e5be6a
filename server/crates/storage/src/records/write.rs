//! Writing records. Whoever writes has read the row before, in the same transaction, and says which version it was.
//!
//! Invariant: a row, its links and the counts of what it holds change together; a version is written once.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Expr, ExprTrait as _, Query, Value};
use uuid::Uuid;

use super::read::{self, Bin};
use super::row::{HEAD, content};
use super::{Id, Meta, Record, Row, links, uses};
use crate::clock::Millis;
use crate::database::Lock;
use crate::database::sealed::Connected;
use crate::{CompanyId, StorageError, Transaction, UserId};

/// Who writes, and when.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// The user; none for the system.
    pub by: Option<UserId>,
    /// The moment.
    pub at: Timestamp,
}

/// Rows that one statement inserts: with 30 columns it stays below SQLite's 32,766 parameters.
const ROWS_AT_ONCE: usize = 500;

/// Writes new rows. [`StorageError::Conflict`] when a key that must be unique is taken; then none is written.
pub async fn insert_all<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    new: Vec<(Id<R>, R::Fields)>,
    stamp: Stamp,
) -> Result<Vec<Row<R>>, StorageError> {
    let rows: Vec<Row<R>> = new
        .into_iter()
        .map(|(id, fields)| Row::new(id, fields, fresh(Some(company), stamp, 1)))
        .collect();
    write_new(tx, &rows).await?;
    let named: Vec<(Uuid, &R::Fields)> = rows
        .iter()
        .map(|row| (row.id.as_uuid(), &row.fields))
        .collect();
    links::insert::<R>(tx, company, &named, true).await?;
    uses::add::<R>(tx, company, rows.iter().map(|row| &row.fields)).await?;
    Ok(rows)
}

/// Writes one new row. [`StorageError::Conflict`] when a key that must be unique is taken.
pub async fn insert<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    id: Id<R>,
    fields: R::Fields,
    stamp: Stamp,
) -> Result<Row<R>, StorageError> {
    let row = Row::new(id, fields, fresh(Some(company), stamp, 1));
    write_new(tx, std::slice::from_ref(&row)).await?;
    links::insert::<R>(tx, company, &[(id.as_uuid(), &row.fields)], true).await?;
    uses::add::<R>(tx, company, [&row.fields]).await?;
    Ok(row)
}

/// Writes seed rows, which belong to no company and have no links.
pub async fn insert_seed<R: Record>(
    tx: &Transaction,
    new: Vec<R::Fields>,
    at: Timestamp,
) -> Result<(), StorageError> {
    let stamp = Stamp { by: None, at };
    let rows: Vec<Row<R>> = new
        .into_iter()
        .map(|fields| {
            let id = R::natural_key(&fields).map_or_else(Id::generate, |key| Id::of_seed(&key));
            Row::new(id, fields, fresh(None, stamp, 1))
        })
        .collect();
    write_new(tx, &rows).await
}

/// Writes seed rows anew under their natural keys: changed ones get their next version, missing ones are added, and those
/// that are no longer among them stay, since records may use them. Rows of companies are not touched. Gives how many were
/// written.
pub async fn update_seed<R: Record>(
    tx: &Transaction,
    seed: Vec<R::Fields>,
    at: Timestamp,
) -> Result<usize, StorageError> {
    // Of two processes that start at once, the second finds nothing left to do.
    tx.lock(Lock::Seed).await?;
    let mut query = super::row::select::<R>();
    query.and_where(Expr::col("company_id").is_null());
    let stored = tx.connection().query_all(&query).await?;
    let mut known = std::collections::HashMap::with_capacity(stored.len());
    for row in &stored {
        let row = Row::<R>::read(row)?;
        known.insert(R::natural_key(&row.fields), row);
    }
    let stamp = Stamp { by: None, at };
    let (mut new, mut changed) = (Vec::new(), 0);
    for fields in seed {
        match known.remove(&R::natural_key(&fields)) {
            None => new.push(fields),
            Some(row) if row.fields == fields => {}
            Some(row) => {
                set_content::<R>(tx, None, &row, &fields, stamp).await?;
                changed += 1;
            }
        }
    }
    changed += new.len();
    insert_seed::<R>(tx, new, at).await?;
    Ok(changed)
}

/// Gives the row other fields. None when it was changed since it was read.
///
/// A seed row stays as it is: the company gets a row of its own instead, with an id of its own and the next version.
pub async fn update<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    row: &Row<R>,
    fields: R::Fields,
    stamp: Stamp,
) -> Result<Option<Row<R>>, StorageError> {
    if row.meta.company_id.is_none() {
        return replace_seed(tx, company, row, fields, stamp)
            .await
            .map(Some);
    }
    if !set_content::<R>(tx, Some(company), row, &fields, stamp).await? {
        return Ok(None);
    }
    let is_live = row.meta.deleted_at.is_none();
    links::change::<R>(tx, company, row.id, [&row.fields, &fields], is_live).await?;
    if is_live {
        uses::change::<R>(tx, company, Some(&row.fields), Some(&fields)).await?;
    }
    let meta = Meta {
        version: row.meta.version + 1,
        updated_at: stamp.at,
        updated_by: stamp.by,
        ..row.meta.clone()
    };
    Ok(Some(Row::new(row.id, fields, meta)))
}

/// Moves the row to the bin, or back. None when it was changed since it was read. [`StorageError::Conflict`] when a key that
/// must be unique was taken meanwhile.
pub async fn set_deleted<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    row: &Row<R>,
    deleted: bool,
    stamp: Stamp,
) -> Result<Option<Row<R>>, StorageError> {
    let own = match row.meta.company_id {
        Some(_) => row.clone(),
        None => replace_seed(tx, company, row, row.fields.clone(), stamp).await?,
    };
    let (deleted_at, deleted_by) = if deleted {
        (Some(stamp.at), stamp.by)
    } else {
        (None, None)
    };
    let mut statement = Query::update();
    statement
        .table(R::TABLE)
        .value("deleted_at", deleted_at.map(Millis::from))
        .value("deleted_by", deleted_by.map(|id| id.as_uuid()))
        .values(step(stamp))
        .and_where(Expr::col("id").eq(own.id.as_uuid()))
        .and_where(Expr::col("company_id").eq(company.as_uuid()))
        .and_where(Expr::col("version").eq(own.meta.version));
    tx.note_write(R::KIND, Some(company));
    if tx.connection().execute(&statement).await?.rows_affected() == 0 {
        return Ok(None);
    }
    links::set_live::<R>(tx, company, own.id, &own.fields, !deleted).await?;
    let was_live = own.meta.deleted_at.is_none();
    let before = was_live.then_some(&own.fields);
    let after = (!deleted).then_some(&own.fields);
    uses::change::<R>(tx, company, before, after).await?;
    let meta = Meta {
        version: own.meta.version + 1,
        updated_at: stamp.at,
        updated_by: stamp.by,
        deleted_at,
        deleted_by,
        ..own.meta
    };
    Ok(Some(Row::new(own.id, own.fields, meta)))
}

/// Removes the row and its links for good. False when the company has no such row.
pub async fn remove<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    id: Id<R>,
) -> Result<bool, StorageError> {
    tx.note_write(R::KIND, Some(company));
    if R::HOLDS {
        // What lies in the bin is not counted any more.
        let row = read::get::<R>(tx, company, id, Bin::Outside).await?;
        uses::change::<R>(tx, company, row.as_ref().map(|it| &it.fields), None).await?;
    }
    links::remove::<R>(tx, company, id.as_uuid()).await?;
    let mut delete = Query::delete();
    delete
        .from_table(R::TABLE)
        .and_where(Expr::col("id").eq(id.as_uuid()))
        .and_where(Expr::col("company_id").eq(company.as_uuid()));
    Ok(tx.connection().execute(&delete).await?.rows_affected() == 1)
}

async fn replace_seed<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    seed: &Row<R>,
    fields: R::Fields,
    stamp: Stamp,
) -> Result<Row<R>, StorageError> {
    let meta = fresh(Some(company), stamp, seed.meta.version + 1);
    let row = Row::new(Id::generate(), fields, meta);
    write_new(tx, std::slice::from_ref(&row)).await?;
    links::insert::<R>(tx, company, &[(row.id.as_uuid(), &row.fields)], true).await?;
    uses::add::<R>(tx, company, [&row.fields]).await?;
    Ok(row)
}

/// False when the row has another version by now.
async fn set_content<R: Record>(
    tx: &Transaction,
    company: Option<CompanyId>,
    row: &Row<R>,
    fields: &R::Fields,
    stamp: Stamp,
) -> Result<bool, StorageError> {
    tx.note_write(R::KIND, company);
    let [json, search_key, natural_key] = content::<R>(fields)?;
    let mut statement = Query::update();
    statement
        .table(R::TABLE)
        .value("fields", json)
        .value("search_key", search_key)
        .value("natural_key", natural_key)
        .values(step(stamp))
        .and_where(Expr::col("id").eq(row.id.as_uuid()))
        .and_where(Expr::col("version").eq(row.meta.version));
    match company {
        Some(company) => statement.and_where(Expr::col("company_id").eq(company.as_uuid())),
        None => statement.and_where(Expr::col("company_id").is_null()),
    };
    for (key, value) in R::KEYS.iter().zip(R::keys(fields)) {
        statement.value(key.column, Value::from(value));
    }
    Ok(tx.connection().execute(&statement).await?.rows_affected() == 1)
}

/// The next version and who made it.
fn step(stamp: Stamp) -> [(&'static str, Expr); 3] {
    [
        ("version", Expr::col("version").add(1)),
        ("updated_at", Expr::value(Millis::from(stamp.at))),
        ("updated_by", Expr::value(stamp.by.map(|id| id.as_uuid()))),
    ]
}

fn fresh(company_id: Option<CompanyId>, stamp: Stamp, version: i32) -> Meta {
    Meta {
        company_id,
        version,
        created_at: stamp.at,
        created_by: stamp.by,
        updated_at: stamp.at,
        updated_by: stamp.by,
        deleted_at: None,
        deleted_by: None,
    }
}

async fn write_new<R: Record>(tx: &Transaction, rows: &[Row<R>]) -> Result<(), StorageError> {
    for company in rows.iter().map(|row| row.meta.company_id) {
        tx.note_write(R::KIND, company);
    }
    for chunk in rows.chunks(ROWS_AT_ONCE) {
        let mut insert = Query::insert();
        let columns = HEAD
            .iter()
            .copied()
            .chain(R::KEYS.iter().map(|key| key.column));
        insert.into_table(R::TABLE).columns(columns);
        for row in chunk {
            insert.values_panic(row.values()?.into_iter().map(Expr::value));
        }
        tx.connection().execute(&insert).await?;
    }
    Ok(())
}
