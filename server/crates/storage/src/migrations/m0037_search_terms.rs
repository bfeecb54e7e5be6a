//! Search terms: codes and sounds of records, beside their texts. The program fills the column when it starts, see
//! [`crate::records::search_keys`].

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

use super::columns::add_to_records;

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
        add_to_records(manager, text("search_terms").default("")).await
    }
}
