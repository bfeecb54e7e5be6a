//! Floors: the bare statements on the same rows, without a service around them, one after the other over one connection.
//!
//! Invariant: they give what the services read of a row, and nothing that they write stays.

use std::collections::HashSet;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement,
};
use uuid::Uuid;

use super::load::{percentile, spread};

/// How long one sample takes, and how many there are.
const DURATION: Duration = Duration::from_millis(500);
const ROUNDS: usize = 5;

/// A page of persons by name, as `filter=kind:eq:person&sort=displayName` asks for it.
const PAGE: &str = "SELECT id, fields, version, created_at, updated_at, owner_id FROM contacts \
    WHERE company_id = $1 AND kind = 'person' AND deleted_at IS NULL ORDER BY display_name_key, id LIMIT 51";
/// The people who look after them.
const NAMES: &str = "SELECT id, name_key FROM users WHERE id = $1";
/// One contact.
const ONE: &str = "SELECT id, fields, version, created_at, updated_at, owner_id FROM contacts WHERE id = $1 AND company_id = $2";
/// All contacts, for an export.
const ALL: &str = "SELECT id, fields, created_at, updated_at FROM contacts WHERE company_id = $1";
/// The same row under another id, with all its indexes.
const COPY: &str = "INSERT INTO contacts (id, company_id, fields, search_key, search_terms, version, created_at, updated_at, kind, \
    display_name_key, organisation_id, owner_id, email, phone, country, do_not_contact, favourite) \
    SELECT $1, company_id, fields, search_key, search_terms, version, created_at, updated_at, kind, display_name_key, \
    organisation_id, owner_id, email, phone, country, do_not_contact, favourite FROM contacts WHERE id = $2";
/// The view of the installation, which every connection of the program begins with.
const ALL_COMPANIES: &str = "SELECT set_config('waybill.company_id', '*', false)";
const ANY: &str = "SELECT id, company_id FROM contacts LIMIT 1";
/// How many rows are copied at once.
const COPIED: usize = 2_000;

/// Prints the floors of a data folder whose server has ended.
pub(crate) async fn on_sqlite(folder: &Path) {
    let file = folder.join("waybill.sqlite3");
    let mut db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    db.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA mmap_size = 1000000000; PRAGMA cache_size = -65536",
    )
    .unwrap();
    let ids = |row: &rusqlite::Row<'_>| Ok((row.get::<_, Uuid>(0)?, row.get::<_, Uuid>(1)?));
    let (contact, company) = db.query_row(ANY, [], ids).unwrap();
    print("floor, rusqlite: 50 contacts", async || {
        sqlite_page(&db, company)
    })
    .await;
    print("floor, rusqlite: one contact", async || {
        let mut one = db.prepare_cached(ONE).unwrap();
        one.query_row([contact, company], |row| row.get::<_, String>(1))
            .unwrap()
            .len()
    })
    .await;
    let began = Instant::now();
    let mut all = db.prepare(ALL).unwrap();
    let mut rows = all.query([company]).unwrap();
    let (mut count, mut bytes) = (0, 0);
    while let Some(row) = rows.next().unwrap() {
        count += 1;
        bytes += row.get_ref(1).unwrap().as_str().unwrap().len();
    }
    print_rate("floor, rusqlite: all rows", count, began, black_box(bytes));
    drop(rows);
    drop(all);
    let began = Instant::now();
    let tx = db.transaction().unwrap();
    let mut copy = tx.prepare(COPY).unwrap();
    for _ in 0..COPIED {
        copy.execute((Uuid::now_v7(), contact)).unwrap();
    }
    print_rate(
        "floor, rusqlite: a new row, without links",
        COPIED,
        began,
        0,
    );
    drop(copy);
    tx.rollback().unwrap();
}

fn sqlite_page(db: &Connection, company: Uuid) -> usize {
    let tx = db.unchecked_transaction().unwrap();
    let mut body = String::with_capacity(64 * 1024);
    let mut owners = HashSet::new();
    let mut page = tx.prepare_cached(PAGE).unwrap();
    let mut rows = page.query([company]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        splice(
            &mut body,
            row.get(0).unwrap(),
            row.get_ref(1).unwrap().as_str().unwrap(),
        );
        owners.insert(row.get::<_, String>(5).unwrap());
    }
    let mut names = tx.prepare_cached(NAMES).unwrap();
    for owner in owners.iter().filter_map(|it| it.parse::<Uuid>().ok()) {
        let name: Option<String> = names.query_row([owner], |row| row.get(1)).ok();
        body.push_str(name.as_deref().unwrap_or_default());
    }
    body.len()
}

/// Prints the floors of a database whose server has ended.
pub(crate) async fn on_postgres(url: &str) {
    let mut options = ConnectOptions::new(url);
    // Row-level security shows a connection nothing that does not say whose rows it is about.
    options.max_connections(1);
    let db = Database::connect(options).await.unwrap();
    db.execute_unprepared(ALL_COMPANIES).await.unwrap();
    let one = db.query_one_raw(statement(ANY, [])).await.unwrap().unwrap();
    let (contact, company): (Uuid, Uuid) = (
        one.try_get("", "id").unwrap(),
        one.try_get("", "company_id").unwrap(),
    );
    print("floor, PostgreSQL: 50 contacts", async || {
        postgres_page(&db, company).await
    })
    .await;
    print("floor, PostgreSQL: one contact", async || {
        let row = db
            .query_one_raw(statement(ONE, [contact, company]))
            .await
            .unwrap()
            .unwrap();
        row.try_get::<String>("", "fields").unwrap().len()
    })
    .await;
    let began = Instant::now();
    let rows = db.query_all_raw(statement(ALL, [company])).await.unwrap();
    let bytes = rows
        .iter()
        .map(|row| row.try_get::<String>("", "fields").unwrap().len());
    print_rate(
        "floor, PostgreSQL: all rows",
        rows.len(),
        began,
        bytes.sum(),
    );
}

async fn postgres_page(db: &DatabaseConnection, company: Uuid) -> usize {
    let mut body = String::with_capacity(64 * 1024);
    let mut owners = HashSet::new();
    for row in db.query_all_raw(statement(PAGE, [company])).await.unwrap() {
        let fields: String = row.try_get("", "fields").unwrap();
        splice(&mut body, row.try_get("", "id").unwrap(), &fields);
        owners.insert(row.try_get::<String>("", "owner_id").unwrap());
    }
    for owner in owners.iter().filter_map(|it| it.parse::<Uuid>().ok()) {
        let named = db.query_one_raw(statement(NAMES, [owner])).await.unwrap();
        let name: Option<String> = named.and_then(|row| row.try_get("", "name_key").ok());
        body.push_str(name.as_deref().unwrap_or_default());
    }
    body.len()
}

fn statement<const N: usize>(sql: &str, ids: [Uuid; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, ids.map(Into::into))
}

/// What the answer has of a row: its stored fields as they are, with the id.
fn splice(body: &mut String, id: Uuid, fields: &str) {
    body.push_str("{\"_id\":\"");
    body.push_str(id.hyphenated().encode_lower(&mut Uuid::encode_buffer()));
    body.push_str("\",");
    body.push_str(fields.get(1..).unwrap_or_default());
}

async fn print(name: &str, mut read: impl AsyncFnMut() -> usize) {
    let mut samples = Vec::new();
    for _ in 0..ROUNDS {
        let (began, mut count) = (Instant::now(), 0);
        while began.elapsed() < DURATION {
            black_box(read().await);
            count += 1;
        }
        samples.push(began.elapsed().as_secs_f64() * 1000.0 / f64::from(count));
    }
    println!(
        "{name:<44} {:>9.4} ms ({})",
        percentile(&samples, 0.5),
        spread(&samples)
    );
}

fn print_rate(name: &str, rows: usize, began: Instant, bytes: usize) {
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{name:<44} {:>9.0} rows/s ({bytes} bytes)",
        rows as f64 / seconds
    );
}
