//! Port lists: screens list the places that can be chosen, by name, and say how many there are. An index gives both, as the rows
//! themselves are large.

use sea_orm_migration::prelude::*;

/// The tables of places.
pub(super) const TABLES: [&str; 3] = ["airports", "oceanports", "receiving_locations"];

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
            let enabled = Index::create()
                .name(format!("ix_{table}_live_enabled_name_key"))
                .table(table)
                .col("company_id")
                .col("enabled")
                .col("name_key")
                .col("id")
                .cond_where(Expr::col("deleted_at").is_null())
                .to_owned();
            manager.create_index(enabled).await?;
        }
        Ok(())
    }
}
