//! Upgrades of reference data: what each release changed about each list, for companies to look up.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, string, text, uuid};

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
        // Of no company, as the rows that are upgraded.
        let upgrades = Table::create()
            .table("reference_upgrades")
            .col(uuid("id").primary_key())
            .col(big_integer("applied_at"))
            .col(string("kind"))
            .col(integer("added"))
            .col(text("changes"))
            .to_owned();
        manager.create_table(upgrades).await?;
        let by_time = Index::create()
            .name("ix_reference_upgrades_applied_at")
            .table("reference_upgrades")
            .col("applied_at")
            .to_owned();
        manager.create_index(by_time).await
    }
}
