//! Row-level security: PostgreSQL's own fence between companies, behind the one in every query. SQLite has none.
//!
//! A connection says in `waybill.company_id` whose rows it is about: `*` is the installation, which reaches all; an id is one
//! company, which reaches its own rows and reads the seed; saying nothing reaches nothing.
//!
//! Invariant: the fence binds the owner of the tables too, who the program is; foreign keys are checked beyond it.

use sea_orm_migration::prelude::{ConnectionTrait, DbErr, SchemaManager};
use sea_orm_migration::sea_orm::DbBackend;

/// Whose rows the transaction is about. As a subquery it is evaluated once, not for each row.
const WHOSE: &str = "(SELECT current_setting('waybill.company_id', true))";

/// Fences a table in which every row names its company, or in which a row without one is a seed row that all may read.
///
/// Call it in the change that makes the table.
pub(crate) async fn fence(manager: &SchemaManager<'_>, table: &str) -> Result<(), DbErr> {
    fence_by(manager, table, "company_id").await
}

/// The same for a table whose company is in the column `owner`.
pub(crate) async fn fence_by(
    manager: &SchemaManager<'_>,
    table: &str,
    owner: &str,
) -> Result<(), DbErr> {
    if manager.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let reached =
        format!("{WHOSE} = '*' OR \"{owner}\" = (SELECT nullif(nullif({WHOSE}, '*'), '')::uuid)");
    let sql = format!(
        "ALTER TABLE \"{table}\" ENABLE ROW LEVEL SECURITY; \
         ALTER TABLE \"{table}\" FORCE ROW LEVEL SECURITY; \
         CREATE POLICY company ON \"{table}\" USING ({reached}) WITH CHECK ({reached}); \
         CREATE POLICY seed ON \"{table}\" FOR SELECT USING (\"{owner}\" IS NULL AND {WHOSE} <> '')"
    );
    manager.get_connection().execute_unprepared(&sql).await?;
    Ok(())
}
