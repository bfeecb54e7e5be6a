//! Letters: the search index on PostgreSQL, beside the tables that have one on SQLite since
//! [`m0046_search_index`](super::m0046_search_index).
//!
//! Row-level security keeps `LIKE` out of every index: it is not leakproof, so it may look at no row before the fence has let the row
//! through. So the index is a table of its own, without a fence: of numbers, each for three bytes of text and different for each
//! company, and of the ids of rows that have them. Those rows are read through the fence.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use super::m0046_search_index::{TABLES, index_of};

/// The function that gives the numbers of a text: of each three bytes that follow each other, for one company.
pub(crate) const LETTERS_OF: &str = "letters_of";

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
        let db = manager.get_connection();
        if db.get_database_backend() == DbBackend::Postgres {
            db.execute_unprepared(&function()).await?;
        }
        for table in TABLES {
            index(manager, table).await?;
        }
        Ok(())
    }
}

/// Makes the index of a table of records, each of which belongs to a company, and fills it.
pub(crate) async fn index(manager: &SchemaManager<'_>, table: &str) -> Result<(), DbErr> {
    let db = manager.get_connection();
    if db.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    db.execute_unprepared(&statements(table)).await.map(drop)
}

/// Each three bytes as one number, mixed with one of the company; bytes, since a letter in a text is only found by counting those
/// before it. `OFFSET 0` keeps the company's number from being made again for each.
fn function() -> String {
    format!(
        "CREATE FUNCTION {LETTERS_OF}(company uuid, searched text) RETURNS int4[] \
         LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ \
         SELECT coalesce(array_agg((get_byte(bytes, i) << 16 | get_byte(bytes, i + 1) << 8 | get_byte(bytes, i + 2)) # its), '{{}}') \
         FROM (SELECT convert_to(searched, 'UTF8') AS bytes, ('x' || right(company::text, 8))::bit(32)::int4 AS its OFFSET 0) AS of, \
         generate_series(0, length(bytes) - 3) AS i $$"
    )
}

/// The part of the index that waits to be sorted in is read by every search, so it is kept short, but not as short as to sort in each
/// few rows. No trigger names a column of the
/// table, whose type a later change could not alter then.
fn statements(table: &str) -> String {
    let index = index_of(table);
    let letters = |row: &str| {
        format!("{LETTERS_OF}({row}.company_id, {row}.search_key || {row}.search_terms)")
    };
    let entries = |rows: &str| {
        let letters = letters(rows);
        format!("INSERT INTO {index} SELECT company_id, id, {letters} FROM {rows}")
    };
    let (stored, added, new) = (entries(table), entries("added"), letters("new"));
    format!(
        "CREATE TABLE {index} (company_id uuid NOT NULL, id uuid NOT NULL, letters int4[] NOT NULL, \
         PRIMARY KEY (company_id, id)); {stored}; \
         CREATE INDEX ix_{index} ON {index} USING gin (letters) WITH (gin_pending_list_limit = 1024); \
         CREATE FUNCTION {index}_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         {added}; RETURN NULL; END $$; \
         CREATE TRIGGER {index}_added AFTER INSERT ON {table} \
         REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION {index}_added(); \
         CREATE FUNCTION {index}_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         IF old.search_key <> new.search_key OR old.search_terms <> new.search_terms THEN \
         UPDATE {index} SET letters = {new} WHERE company_id = new.company_id AND id = new.id; END IF; RETURN NULL; END $$; \
         CREATE TRIGGER {index}_changed AFTER UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION {index}_changed(); \
         CREATE FUNCTION {index}_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         DELETE FROM {index} WHERE (company_id, id) IN (SELECT company_id, id FROM removed); RETURN NULL; END $$; \
         CREATE TRIGGER {index}_removed AFTER DELETE ON {table} \
         REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION {index}_removed()"
    )
}
