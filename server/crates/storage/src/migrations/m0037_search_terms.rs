//! Search terms: codes and sounds of records, beside their texts. The program fills the column when it starts, see
//! [`crate::records::search_keys`].

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;
use sea_orm_migration::sea_orm::DbBackend;

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
        for table in tables(manager).await? {
            // Only tables of records have natural keys.
            if !manager.has_column(&table, "natural_key").await?
                || manager.has_column(&table, "search_terms").await?
            {
                continue;
            }
            let table = Table::alter()
                .table(table)
                .add_column(text("search_terms").default(""))
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}

async fn tables(manager: &SchemaManager<'_>) -> Result<Vec<String>, DbErr> {
    let mut query = Query::select();
    match manager.get_database_backend() {
        DbBackend::Sqlite => query
            .column("name")
            .from("sqlite_master")
            .and_where(Expr::col("type").eq("table")),
        _ => query
            .expr_as(Expr::col("table_name").cast_as("text"), "name")
            .from(("information_schema", "tables"))
            .and_where(Expr::cust("table_schema = current_schema()"))
            .and_where(Expr::col("table_type").eq("BASE TABLE")),
    };
    let rows = manager.get_connection().query_all(&query).await?;
    rows.iter().map(|row| row.try_get("", "name")).collect()
}
