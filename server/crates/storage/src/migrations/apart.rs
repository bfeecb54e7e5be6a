//! Companies apart: whether each table can be placed on several machines by its company, as Citus does it and as databases of
//! PostgreSQL's protocol that are distributed themselves do best.
//!
//! A table of a company is distributed by `company_id`. Then every row has one, every unique key contains it, and a foreign key to
//! another such table has it on both sides. A [`COPIED`] table lies on every machine, with any key, and refers to such tables alone. A
//! table of the [`INSTALLATION`] lies on one machine and refers to no distributed one.
//!
//! Invariant: the lists here only get shorter. What is on one names a table or an index that there is.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::Storage;

/// Tables that lie on every machine: few rows, seldom written, joined and referred to everywhere.
const COPIED: &[&str] = &[
    // Every table refers to it, and a short name is one company's in the whole installation. One row for each company.
    "companies",
    // The program's own rows have no company, and a list shows them together with the copies that the company has changed. A
    // distributed table refuses a row without a company, and one company's list would be read on two machines if they had one.
    "airports",
    "countries",
    "currencies",
    "mail_templates",
    "oceanports",
    "picklist_groups",
    "picklist_values",
    "receiving_locations",
    "timezones",
];

/// Tables that belong to no company, or are read before it is known which. They lie on one machine.
const INSTALLATION: &[&str] = &[
    // What the program notes of itself.
    "reference_upgrades",
    "seaql_migrations",
    "seeds",
    // Identities and sign-ins: an account is known by its address, and belongs to no company.
    "ended_sign_ins",
    "identity_accounts",
    "identity_action_codes",
    "identity_attempts",
    "identity_passkey_ceremonies",
    "identity_passkeys",
    "identity_pending_sign_ins",
    "identity_recovery_codes",
    "identity_refresh_families",
    "identity_refresh_tokens",
    "identity_signing_keys",
    "identity_totp_enrolments",
    "identity_totp_factors",
    "second_factors",
    // Sessions are found by the hash of a cookie.
    "login_sessions",
    "session_keys",
    // Leaves of the realtime database, by namespace and path.
    "realtime_leaves",
    // An address, an identity and an invitation are one user's in the whole installation, and a session finds its user before it
    // knows the company. To distribute users, a table of these keys has to say which company has which.
    "users",
    // The same of users whom another program keeps.
    "adoptions",
];

/// Indexes of companies' tables that another column leads, since they are read for all companies at once.
const OF_ALL_COMPANIES: &[&str] = &[
    // Queues: what is due next is asked of all companies at once.
    "ix_inbox_writes_due_at",
    "ix_mail_outbox_due_at",
    "ix_mail_outbox_turn",
    "ix_report_schedules_due_at",
    // Numbers in search indexes are different for each company. PostgreSQL's own indexes of them have one column.
    "ix_contacts_search",
    "ix_files_search",
    "ix_mail_messages_search",
    // The sweep of stray files asks which contents there are.
    "ix_contents_id",
    // A program's token is found by its hash before it is known whose it is.
    "ix_access_tokens_secret_hash",
    // A session names the viewing that it is in.
    "ix_viewings_id",
];

/// How a table is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// By `company_id`.
    Company,
    /// On every machine.
    Copied,
    /// On one machine.
    Installation,
}

fn place_of(table: &str) -> Place {
    if COPIED.contains(&table) {
        Place::Copied
    } else if INSTALLATION.contains(&table) {
        Place::Installation
    } else {
        Place::Company
    }
}

/// Every table, and whether each of its rows has a company.
const TABLES: &str = "SELECT c.relname::text AS name, coalesce(a.attnotnull, false)::text AS has_company \
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id' \
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace ORDER BY 1";

/// Every index, its table, whether it is unique, and its columns in order.
const INDEXES: &str = "SELECT i.relname::text AS name, t.relname::text AS on_table, x.indisunique::text AS is_unique, \
    array_to_string(ARRAY( \
        SELECT coalesce(a.attname::text, '(expression)') FROM unnest(x.indkey::int2[]) WITH ORDINALITY k (number, place) \
        LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.number ORDER BY place), ', ') AS columns \
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid \
    WHERE t.relnamespace = current_schema()::regnamespace ORDER BY 2, 1";

/// Every foreign key, its tables, and the pairs of its columns.
const FOREIGN_KEYS: &str = "SELECT f.conname::text AS name, t.relname::text AS on_table, r.relname::text AS to_table, \
    array_to_string(ARRAY( \
        SELECT here.attname::text || '=' || there.attname::text FROM unnest(f.conkey, f.confkey) AS k (here, there) \
        JOIN pg_attribute here ON here.attrelid = f.conrelid AND here.attnum = k.here \
        JOIN pg_attribute there ON there.attrelid = f.confrelid AND there.attnum = k.there), ', ') AS columns \
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid \
    WHERE f.contype = 'f' AND t.relnamespace = current_schema()::regnamespace ORDER BY 2, 1";

type Line = BTreeMap<&'static str, String>;

async fn lines(db: &impl ConnectionTrait, sql: &str, columns: &[&'static str]) -> Vec<Line> {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let rows = db.query_all_raw(statement).await.unwrap();
    let line = |row: &sea_orm::QueryResult| {
        let value = |column: &&'static str| (*column, row.try_get("", column).unwrap());
        columns.iter().map(value).collect()
    };
    rows.iter().map(line).collect()
}

async fn indexes(db: &impl ConnectionTrait) -> Vec<Line> {
    lines(db, INDEXES, &["name", "on_table", "is_unique", "columns"]).await
}

/// Why tables could not be placed so, one sentence each.
async fn hindrances(db: &impl ConnectionTrait) -> Vec<String> {
    let mut found = Vec::new();
    for table in lines(db, TABLES, &["name", "has_company"]).await {
        let name = &table["name"];
        if place_of(name) == Place::Company && table["has_company"] != "true" {
            found.push(format!("{name}: a row may have no company"));
        }
    }
    for index in indexes(db).await {
        let (name, table, columns) = (&index["name"], &index["on_table"], &index["columns"]);
        let names_company = columns.split(", ").any(|it| it == "company_id");
        if place_of(table) == Place::Company && index["is_unique"] == "true" && !names_company {
            found.push(format!(
                "{table}: the unique key {name} ({columns}) is without the company"
            ));
        }
    }
    for key in lines(
        db,
        FOREIGN_KEYS,
        &["name", "on_table", "to_table", "columns"],
    )
    .await
    {
        let (name, from, to) = (&key["name"], &key["on_table"], &key["to_table"]);
        let within_company = key["columns"]
            .split(", ")
            .any(|pair| pair == "company_id=company_id");
        let is_possible = match (place_of(from), place_of(to)) {
            (_, Place::Copied) | (Place::Installation, Place::Installation) => true,
            (Place::Company, Place::Company) => within_company,
            _ => false,
        };
        if !is_possible {
            let columns = &key["columns"];
            found.push(format!(
                "{from}: the foreign key {name} ({columns}) leads to another machine, to {to}"
            ));
        }
    }
    found
}

/// Indexes of companies' tables that the company does not lead.
async fn led_by_others(db: &impl ConnectionTrait) -> Vec<String> {
    let of_company = indexes(db).await.into_iter().filter(|index| {
        place_of(&index["on_table"]) == Place::Company
            && index["columns"] != "company_id"
            && !index["columns"].starts_with("company_id, ")
    });
    of_company
        .map(|mut it| it.remove("name").unwrap())
        .collect()
}

async fn opened() -> (tempfile::TempDir, Storage) {
    let folder = tempfile::tempdir().unwrap();
    let url = waybill_test_postgres::database().parse().unwrap();
    let storage = Storage::connect(folder.path(), &url).await.unwrap();
    (folder, storage)
}

#[tokio::test]
async fn every_table_can_be_placed_by_its_company() {
    waybill_workshop::needs!(Postgres);
    let (_folder, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    let found = hindrances(&tx.executor()).await;
    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test]
async fn the_company_leads_every_index_of_its_tables() {
    waybill_workshop::needs!(Postgres);
    let (_folder, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    let mut expected = OF_ALL_COMPANIES.to_vec();
    expected.sort_unstable();
    let mut found = led_by_others(&tx.executor()).await;
    found.sort_unstable();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn the_lists_name_tables_that_there_are() {
    waybill_workshop::needs!(Postgres);
    let (_folder, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    let tables = lines(&tx.executor(), TABLES, &["name"]).await;
    let listed = COPIED.iter().chain(INSTALLATION);
    let gone = listed.filter(|it| tables.iter().all(|table| table["name"] != **it));
    assert_eq!(gone.collect::<Vec<_>>(), Vec::<&&str>::new());
}

#[tokio::test]
async fn a_table_that_could_not_be_placed_is_named() {
    waybill_workshop::needs!(Postgres);
    let (_folder, storage) = opened().await;
    let tx = storage.begin().await.unwrap();
    let made = "CREATE TABLE crates (id uuid PRIMARY KEY, company_id uuid NOT NULL REFERENCES companies (id)); \
         CREATE TABLE pallets (company_id uuid, crate_id uuid REFERENCES crates (id), mark text); \
         CREATE UNIQUE INDEX uq_pallets ON pallets (crate_id, company_id); \
         CREATE UNIQUE INDEX uq_marks ON pallets (lower(mark)); \
         ALTER TABLE countries ADD crate_id uuid REFERENCES crates (id)";
    tx.executor().execute_unprepared(made).await.unwrap();
    let expected = [
        "pallets: a row may have no company",
        "crates: the unique key crates_pkey (id) is without the company",
        "pallets: the unique key uq_marks ((expression)) is without the company",
        "countries: the foreign key countries_crate_id_fkey (crate_id=id) leads to another machine, to crates",
        "pallets: the foreign key pallets_crate_id_fkey (crate_id=id) leads to another machine, to crates",
    ];
    assert_eq!(hindrances(&tx.executor()).await, expected);
    let led_by_others = led_by_others(&tx.executor()).await;
    for index in ["crates_pkey", "uq_pallets", "uq_marks"] {
        assert!(led_by_others.iter().any(|it| it == index), "{index}");
    }
}
