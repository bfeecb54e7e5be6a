//! Companies apart: the company leads the key of every table whose rows belong to one company and are found by way of it.
//!
//! Of users, companies and reference data the id stays the key: see the tests of `apart`. On SQLite, whose file is on one machine, so it
//! does of all tables but those of which `ON CONFLICT` names the key.
//!
//! Invariant: no row changes, and the fences stay as they are.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, integer, string, text_null, uuid, uuid_null,
};
use sea_orm_migration::sea_orm::DbBackend;

use super::columns::{lead_by_company, of_company};

/// The tables, and what follows the company in their keys.
const TABLES: &[(&str, &[&str])] = &[
    ("audit_entries", &["id"]),
    ("batches", &["id"]),
    ("batch_rows", &["batch_id", "kind", "position"]),
    ("contact_tags", &["id"]),
    ("contacts", &["id"]),
    ("contents", &["id"]),
    ("files", &["id"]),
    ("groups", &["id"]),
    ("import_jobs", &["id"]),
    ("inbox_writes", &["user_id"]),
    ("issue_comments", &["id"]),
    ("issues", &["id"]),
    ("mail_drafts", &["id"]),
    ("mail_merged", &["id"]),
    ("mail_messages", &["id"]),
    ("mail_outbox", &["id"]),
    ("mail_template_versions", &["id"]),
    ("notifications", &["id"]),
    ("offices", &["id"]),
    ("report_deliveries", &["report_id", "due_at", "user_id"]),
    ("report_runs", &["sketch_id"]),
    ("report_schedules", &["report_id"]),
    ("report_sketches", &["id"]),
    ("roles", &["id"]),
    ("saved_views", &["id"]),
    ("support_grants", &["id"]),
    ("uploads", &["id"]),
    ("viewings", &["id"]),
];

/// The foreign keys that named a row by its id alone: key, table, column, the other table.
const FOREIGN_KEYS: [[&str; 4]; 4] = [
    [
        "fk_batch_rows_batch_id",
        "batch_rows",
        "batch_id",
        "batches",
    ],
    [
        "fk_report_runs_sketch_id",
        "report_runs",
        "sketch_id",
        "report_sketches",
    ],
    [
        "fk_report_schedules_report_id",
        "report_schedules",
        "report_id",
        "report_sketches",
    ],
    [
        "fk_report_deliveries_report_id",
        "report_deliveries",
        "report_id",
        "report_sketches",
    ],
];

/// Tables in which a row is also looked up before its company is known: contents by the sweep of stray files, viewings by the session.
const BY_ID: [&str; 2] = ["contents", "viewings"];

/// See the module.
#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    #[expect(
        elided_lifetimes_in_paths,
        reason = "async_trait wants the signature of the trait, letter by letter"
    )]
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        match manager.get_database_backend() {
            DbBackend::Sqlite => on_sqlite(manager).await,
            _ => on_postgres(manager).await,
        }
    }
}

async fn on_postgres(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for [key, table, _, _] in FOREIGN_KEYS {
        let drop = ForeignKey::drop().name(key).table(table).to_owned();
        manager.drop_foreign_key(drop).await?;
    }
    for (table, rest) in TABLES {
        lead_by_company(manager, table, rest).await?;
    }
    for [key, table, column, to] in FOREIGN_KEYS {
        let within_company = ForeignKey::create()
            .name(key)
            .from(table, ("company_id", column))
            .to(to, ("company_id", "id"))
            .on_delete(ForeignKeyAction::Cascade)
            .to_owned();
        manager.create_foreign_key(within_company).await?;
    }
    for table in BY_ID {
        let by_id = Index::create()
            .name(format!("ix_{table}_id"))
            .table(table)
            .col("id")
            .to_owned();
        manager.create_index(by_id).await?;
    }
    Ok(())
}

/// SQLite cannot give a table another key, so these tables are made anew.
async fn on_sqlite(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for (table, new) in [
        ("report_runs", report_runs()),
        ("report_schedules", report_schedules()),
        ("report_deliveries", report_deliveries()),
        ("inbox_writes", inbox_writes()),
    ] {
        remake(manager, table, new).await?;
    }
    for (table, columns) in [
        ("report_schedules", &["due_at", "report_id"][..]),
        ("inbox_writes", &["due_at"]),
    ] {
        let mut due = Index::create();
        due.name(format!("ix_{table}_due_at")).table(table);
        for column in columns {
            due.col(*column);
        }
        manager.create_index(due).await?;
    }
    Ok(())
}

async fn remake(
    manager: &SchemaManager<'_>,
    table: &'static str,
    mut new: TableCreateStatement,
) -> Result<(), DbErr> {
    let old = format!("{table}_before");
    let aside = Table::rename().table(table, old.clone()).to_owned();
    manager.rename_table(aside).await?;
    let columns: Vec<String> = new
        .get_columns()
        .iter()
        .map(ColumnDef::get_column_name)
        .collect();
    manager.create_table(new.take()).await?;
    let mut rows = Query::select();
    rows.columns(columns.clone()).from(old.clone());
    let mut copy = Query::insert();
    copy.into_table(table).columns(columns);
    copy.select_from(rows)
        .map_err(|error| DbErr::Custom(error.to_string()))?;
    manager.get_connection().execute(&copy).await?;
    manager
        .drop_table(Table::drop().table(old).to_owned())
        .await
}

fn report_runs() -> TableCreateStatement {
    Table::create()
        .table("report_runs")
        .col(uuid("sketch_id"))
        .col(uuid("company_id"))
        .col(big_integer("at"))
        .col(uuid_null("by"))
        .col(big_integer("ms"))
        .col(big_integer("row_count"))
        .col(string("status"))
        .col(text_null("error"))
        .primary_key(Index::create().col("company_id").col("sketch_id"))
        .foreign_key(&mut of_sketch("report_runs", "sketch_id"))
        .foreign_key(&mut of_company("report_runs"))
        .to_owned()
}

fn report_schedules() -> TableCreateStatement {
    Table::create()
        .table("report_schedules")
        .col(uuid("report_id"))
        .col(uuid("company_id"))
        .col(big_integer_null("due_at"))
        .col(string("claim"))
        .col(big_integer("claimed_until"))
        .primary_key(Index::create().col("company_id").col("report_id"))
        .foreign_key(&mut of_sketch("report_schedules", "report_id"))
        .foreign_key(&mut of_company("report_schedules"))
        .to_owned()
}

fn report_deliveries() -> TableCreateStatement {
    let mut key = Index::create();
    for column in ["company_id", "report_id", "due_at", "user_id"] {
        key.col(column);
    }
    Table::create()
        .table("report_deliveries")
        .col(uuid("report_id"))
        .col(big_integer("due_at"))
        .col(uuid("user_id"))
        .col(uuid("company_id"))
        .col(big_integer("at"))
        .col(string("status"))
        .col(big_integer("row_count"))
        .col(text_null("detail"))
        .primary_key(&mut key)
        .foreign_key(&mut of_sketch("report_deliveries", "report_id"))
        .foreign_key(&mut of_company("report_deliveries"))
        .to_owned()
}

fn inbox_writes() -> TableCreateStatement {
    Table::create()
        .table("inbox_writes")
        .col(uuid("user_id"))
        .col(uuid("company_id"))
        .col(uuid("version"))
        .col(integer("attempts"))
        .col(big_integer("due_at"))
        .col(big_integer("claimed_until"))
        .primary_key(Index::create().col("company_id").col("user_id"))
        .foreign_key(&mut of_company("inbox_writes"))
        .to_owned()
}

/// On SQLite the id is the key of the reports.
fn of_sketch(table: &'static str, column: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("fk_{table}_{column}"))
        .from(table, column)
        .to("report_sketches", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

#[cfg(test)]
mod tests;
