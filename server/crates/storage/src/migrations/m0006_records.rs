//! What all records share: links between them, batches that can be undone, answers to repeated creates, numbers.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, boolean, integer, string, text, text_null, uuid, uuid_null,
};

use super::columns::of_company;
use super::row_security::fence;

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
        manager.create_table(links()).await?;
        let used = Index::create()
            .name("ix_links_to")
            .table("links")
            .col("company_id")
            .col("to_id")
            .col("from_kind")
            .col("field")
            .to_owned();
        manager.create_index(used).await?;
        manager.create_table(batches()).await?;
        manager.create_table(batch_rows()).await?;
        manager.create_table(idempotency()).await?;
        manager.create_table(counters()).await?;
        for table in ["links", "batches", "batch_rows", "idempotency", "counters"] {
            fence(manager, table).await?;
        }
        Ok(())
    }
}

fn links() -> TableCreateStatement {
    Table::create()
        .table("links")
        .col(uuid("company_id"))
        .col(string("from_kind"))
        .col(uuid("from_id"))
        .col(string("field"))
        .col(string("to_kind"))
        .col(uuid("to_id"))
        .col(boolean("is_live"))
        .primary_key(
            Index::create()
                .col("company_id")
                .col("from_kind")
                .col("from_id")
                .col("field")
                .col("to_id"),
        )
        .foreign_key(&mut of_company("links"))
        .to_owned()
}

fn batches() -> TableCreateStatement {
    Table::create()
        .table("batches")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(string("kind"))
        .col(string("action"))
        .col(big_integer("at"))
        .col(uuid_null("by"))
        .col(big_integer_null("undone_at"))
        .foreign_key(&mut of_company("batches"))
        .to_owned()
}

fn batch_rows() -> TableCreateStatement {
    Table::create()
        .table("batch_rows")
        .col(uuid("company_id"))
        .col(uuid("batch_id"))
        .col(string("kind"))
        .col(integer("position"))
        .col(uuid("row_id"))
        .col(text_null("before"))
        .col(boolean("was_deleted"))
        .col(integer("version_after"))
        .primary_key(Index::create().col("batch_id").col("kind").col("position"))
        .foreign_key(
            ForeignKey::create()
                .name("fk_batch_rows_batch_id")
                .from("batch_rows", "batch_id")
                .to("batches", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .foreign_key(&mut of_company("batch_rows"))
        .to_owned()
}

fn idempotency() -> TableCreateStatement {
    Table::create()
        .table("idempotency")
        .col(uuid("company_id"))
        .col(uuid("user_id"))
        .col(string("idempotency_key"))
        .col(uuid("row_id"))
        .col(string("request_hash"))
        .col(text("body"))
        .col(integer("version"))
        .col(big_integer("at"))
        .primary_key(
            Index::create()
                .col("company_id")
                .col("user_id")
                .col("idempotency_key"),
        )
        .foreign_key(&mut of_company("idempotency"))
        .to_owned()
}

fn counters() -> TableCreateStatement {
    Table::create()
        .table("counters")
        .col(uuid("company_id"))
        .col(string("name"))
        .col(big_integer("last"))
        .primary_key(Index::create().col("company_id").col("name"))
        .foreign_key(&mut of_company("counters"))
        .to_owned()
}
