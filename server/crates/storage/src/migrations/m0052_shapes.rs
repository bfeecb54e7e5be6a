//! Shapes: in which shape the fields of a record are written, beside them. The program brings older ones up to date when it starts,
//! see [`crate::records::search_keys`].

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::integer;

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
        add_to_records(manager, integer("shape").default(0)).await
    }
}
