//! Writing records. Whoever writes has read the row before, in the same transaction, and says which version it was.
//!
//! Invariant: a row, its links and the counts of what it holds change together; a version is written once.

use jiff::Timestamp;
use sea_orm::ConnectionTrait as _;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Query, Value};
use uuid::Uuid;

use super::noun::Noun;
use super::read::{self, Bin};
use super::row::{CONTENT, Content, HEAD, Traces, values};
use super::{Id, Meta, Record, Row, links, uses};
use crate::clock::Millis;
use crate::{Answer, CompanyId, StorageError, Transaction, UserId};

pub mod seed;

pub use seed::update_seed;

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
    add(tx, company, &rows).await?;
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
    add(tx, company, std::slice::from_ref(&row)).await?;
    Ok(row)
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
    let content = Content::of::<R>(&fields)?;
    let traces = [Traces::of::<R>(&row.fields), Traces::of::<R>(&fields)];
    let target = Target::of(row, Some(company));
    if !set_content(tx, target, content, stamp).await? {
        return Ok(None);
    }
    set_traces(tx, target, company, traces).await?;
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
    let meta = Meta {
        version: own.meta.version + 1,
        updated_at: stamp.at,
        updated_by: stamp.by,
        deleted_at,
        deleted_by,
        ..own.meta.clone()
    };
    let target = Target::of(&own, Some(company));
    let traces = Traces::of::<R>(&own.fields);
    if !set_bin(tx, target, company, &meta, stamp, traces).await? {
        return Ok(None);
    }
    Ok(Some(Row::new(own.id, own.fields, meta)))
}

/// Removes the row and its links for good. False when the company has no such row.
pub async fn remove<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    id: Id<R>,
) -> Result<bool, StorageError> {
    let held = if R::HOLDS {
        // What lies in the bin is not counted any more.
        let row = read::get::<R>(tx, company, id, Bin::Outside).await?;
        row.map_or_else(Vec::new, |row| uses::of::<R>(&row.fields))
    } else {
        Vec::new()
    };
    delete(tx, Noun::of::<R>(), company, id.as_uuid(), held).await
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
    add(tx, company, std::slice::from_ref(&row)).await?;
    Ok(row)
}

/// The version of a row that a change is made to.
#[derive(Clone, Copy)]
struct Target {
    noun: Noun,
    /// Whose it is; none of a seed row.
    company: Option<CompanyId>,
    id: Uuid,
    version: i32,
    is_live: bool,
}

impl Target {
    fn of<R: Record>(row: &Row<R>, company: Option<CompanyId>) -> Self {
        Self {
            noun: Noun::of::<R>(),
            company,
            id: row.id.as_uuid(),
            version: row.meta.version,
            is_live: row.meta.deleted_at.is_none(),
        }
    }

    /// Which row, for the `WHERE` of a statement.
    fn condition(self) -> Condition {
        let company = match self.company {
            Some(company) => Expr::col("company_id").eq(company.as_uuid()),
            None => Expr::col("company_id").is_null(),
        };
        Condition::all()
            .add(Expr::col("id").eq(self.id))
            .add(company)
            .add(Expr::col("version").eq(self.version))
    }
}

/// False when the row has another version by now.
fn set_content(
    tx: &Transaction,
    target: Target,
    content: Content,
    stamp: Stamp,
) -> Answer<'_, bool> {
    Box::pin(async move {
        let noun = target.noun;
        tx.note_write(noun.kind, target.company);
        let mut statement = Query::update();
        statement.table(noun.table);
        for (column, value) in CONTENT.into_iter().zip(content.values) {
            statement.value(column, value);
        }
        statement.values(step(stamp)).cond_where(target.condition());
        for (key, value) in noun.keys.iter().zip(content.keys) {
            statement.value(key.column, Value::from(value));
        }
        Ok(tx.executor().execute(&statement).await?.rows_affected() == 1)
    })
}

/// Writes anew what the row left in other tables, where that changed.
fn set_traces(
    tx: &Transaction,
    target: Target,
    company: CompanyId,
    [before, after]: [Traces; 2],
) -> Answer<'_, ()> {
    Box::pin(async move {
        if before.links != after.links {
            links::remove(tx, company, target.noun.kind, target.id).await?;
            let rows = vec![(target.id, after.links)];
            links::insert(tx, company, target.noun.kind, rows, target.is_live).await?;
        }
        if target.is_live {
            uses::change(tx, company, before.held, after.held).await?;
        }
        Ok(())
    })
}

/// Moves the row to the bin or back, as `meta` says, with what it left in other tables. False when it has another version by
/// now.
fn set_bin<'a>(
    tx: &'a Transaction,
    target: Target,
    company: CompanyId,
    meta: &'a Meta,
    stamp: Stamp,
    traces: Traces,
) -> Answer<'a, bool> {
    Box::pin(async move {
        let noun = target.noun;
        let mut statement = Query::update();
        statement
            .table(noun.table)
            .value("deleted_at", meta.deleted_at.map(Millis::from))
            .value("deleted_by", meta.deleted_by.map(|id| id.as_uuid()))
            .values(step(stamp))
            .cond_where(target.condition());
        tx.note_write(noun.kind, Some(company));
        if tx.executor().execute(&statement).await?.rows_affected() == 0 {
            return Ok(false);
        }
        let is_live = meta.deleted_at.is_none();
        links::set_live(tx, company, noun.kind, target.id, &traces.links, is_live).await?;
        let held = |live: bool| {
            if live {
                traces.held.clone()
            } else {
                Vec::new()
            }
        };
        uses::change(tx, company, held(target.is_live), held(is_live)).await?;
        Ok(true)
    })
}

fn delete(
    tx: &Transaction,
    noun: Noun,
    company: CompanyId,
    id: Uuid,
    held: Vec<String>,
) -> Answer<'_, bool> {
    Box::pin(async move {
        tx.note_write(noun.kind, Some(company));
        uses::change(tx, company, held, Vec::new()).await?;
        links::remove(tx, company, noun.kind, id).await?;
        let mut delete = Query::delete();
        delete
            .from_table(noun.table)
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("company_id").eq(company.as_uuid()));
        Ok(tx.executor().execute(&delete).await?.rows_affected() == 1)
    })
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

/// Writes new rows of a company, with what they leave in other tables.
async fn add<R: Record>(
    tx: &Transaction,
    company: CompanyId,
    rows: &[Row<R>],
) -> Result<(), StorageError> {
    let noun = Noun::of::<R>();
    for chunk in rows.chunks(ROWS_AT_ONCE) {
        insert_into(tx, noun, contents(chunk)?).await?;
    }
    let traces = rows
        .iter()
        .map(|row| (row.id.as_uuid(), Traces::of::<R>(&row.fields)));
    add_traces(tx, noun, company, traces.collect()).await
}

fn add_traces(
    tx: &Transaction,
    noun: Noun,
    company: CompanyId,
    traces: Vec<(Uuid, Traces)>,
) -> Answer<'_, ()> {
    Box::pin(async move {
        let (mut links, mut held) = (Vec::with_capacity(traces.len()), Vec::new());
        for (id, traces) in traces {
            links.push((id, traces.links));
            held.extend(traces.held);
        }
        links::insert(tx, company, noun.kind, links, true).await?;
        uses::change(tx, company, Vec::new(), held).await
    })
}

fn contents<R: Record>(rows: &[Row<R>]) -> Result<Vec<(Uuid, Content, Meta)>, StorageError> {
    let content = |row: &Row<R>| {
        let content = Content::of::<R>(&row.fields)?;
        Ok((row.id.as_uuid(), content, row.meta.clone()))
    };
    rows.iter().map(content).collect()
}

fn insert_into(tx: &Transaction, noun: Noun, rows: Vec<(Uuid, Content, Meta)>) -> Answer<'_, ()> {
    Box::pin(async move {
        let mut insert = Query::insert();
        let keys = noun.keys.iter().map(|key| key.column);
        insert
            .into_table(noun.table)
            .columns(HEAD.into_iter().chain(keys));
        for (id, content, meta) in rows {
            tx.note_write(noun.kind, meta.company_id);
            insert.values_panic(values(id, content, &meta).into_iter().map(Expr::value));
        }
        tx.executor().execute(&insert).await?;
        Ok(())
    })
}
