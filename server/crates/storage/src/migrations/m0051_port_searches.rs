//! Port searches: the tables of places have search indexes, too. Their rows come along with the program, and a search would read
//! all of them.

use sea_orm_migration::prelude::*;

use super::m0046_search_index::index;
use super::m0050_port_lists::TABLES;

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
