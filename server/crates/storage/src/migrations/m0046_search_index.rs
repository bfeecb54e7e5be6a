//! The search index: on SQLite, beside each table in which companies have many rows, a full-text index of its search keys by three
//! letters each. See [`Record::INDEXED`](crate::records::Record::INDEXED).
//!
//! A row of the index is numbered, since SQLite may number the rows of the table itself anew whenever the file is compacted. The
//! index holds no text, and of each three letters only in which rows they are.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

/// The tables that have an index since this change.
pub(super) const TABLES: [&str; 3] = ["contacts", "files", "mail_messages"];

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
        for table in TABLES {
            index(manager, table).await?;
        }
        Ok(())
    }
}

/// What the index of a table is called.
pub(crate) fn index_of(table: &str) -> String {
    format!("{table}_search")
}

/// What the table is called that says which number of the index is which row.
pub(crate) fn numbers_of(table: &str) -> String {
    format!("{table}_search_numbers")
}

/// Makes the index of a table of records, and fills it.
pub(crate) async fn index(manager: &SchemaManager<'_>, table: &str) -> Result<(), DbErr> {
    let db = manager.get_connection();
    if db.get_database_backend() != DbBackend::Sqlite {
        return Ok(());
    }
    for statement in statements(table) {
        db.execute_unprepared(&statement).await?;
    }
    Ok(())
}

/// Merges what was written to the index in parts, each of which a search reads.
pub(crate) fn merge(table: &str) -> String {
    let index = index_of(table);
    format!("INSERT INTO {index} ({index}) VALUES ('optimize')")
}

/// Virtual tables and triggers are SQLite's own: nothing else writes them as statements.
fn statements(table: &str) -> [String; 8] {
    let (index, numbers) = (index_of(table), numbers_of(table));
    let number = format!("(SELECT number FROM {numbers} WHERE indexed_id = old.id)");
    [
        format!(
            "CREATE TABLE {numbers} (number integer NOT NULL PRIMARY KEY, indexed_id uuid_text NOT NULL UNIQUE)"
        ),
        format!(
            "CREATE VIRTUAL TABLE {index} USING fts5(letters, content = '', contentless_delete = 1, detail = none, \
             tokenize = 'trigram case_sensitive 1')"
        ),
        format!("INSERT INTO {numbers} (indexed_id) SELECT id FROM {table}"),
        format!(
            "INSERT INTO {index} (rowid, letters) SELECT number, search_key || search_terms FROM {numbers} \
             JOIN {table} ON id = indexed_id"
        ),
        merge(table),
        format!(
            "CREATE TRIGGER {index}_added AFTER INSERT ON {table} BEGIN \
             INSERT INTO {numbers} (indexed_id) VALUES (new.id); \
             INSERT INTO {index} (rowid, letters) VALUES (last_insert_rowid(), new.search_key || new.search_terms); END"
        ),
        format!(
            "CREATE TRIGGER {index}_changed AFTER UPDATE OF search_key, search_terms ON {table} \
             WHEN old.search_key <> new.search_key OR old.search_terms <> new.search_terms BEGIN \
             UPDATE {index} SET letters = new.search_key || new.search_terms WHERE rowid = {number}; END"
        ),
        format!(
            "CREATE TRIGGER {index}_removed AFTER DELETE ON {table} BEGIN \
             DELETE FROM {index} WHERE rowid = {number}; \
             DELETE FROM {numbers} WHERE indexed_id = old.id; END"
        ),
    ]
}
