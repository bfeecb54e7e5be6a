//! Contact tags.

use sea_orm_migration::prelude::*;

use super::columns::{Owner, RecordTable, Unique};

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
        let tags = RecordTable {
            name: "contact_tags",
            owner: Owner::Company,
            texts: &["name_key", "scope"],
            numbers: &["sort_order"],
            orders: &[&["sort_order", "name_key"], &["name_key"]],
            unique: &[Unique::Always(&["name_key"])],
        };
        tags.create(manager).await
    }
}
