//! Idempotency keys: found by their age. With each write a company's old ones go, which read all of them before.

use sea_orm_migration::prelude::*;

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
        let index = Index::create()
            .name("ix_idempotency_at")
            .table("idempotency")
            .col("company_id")
            .col("at")
            .to_owned();
        manager.create_index(index).await
    }
}
