//! Notifications: what users are told of.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, string_null, text, uuid};

use super::columns::of_company;
use super::row_security::fence;

const TABLE: &str = "notifications";

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
        let table = Table::create()
            .table(TABLE)
            .col(uuid("id").primary_key())
            .col(uuid("company_id"))
            .col(uuid("user_id"))
            .col(string("status"))
            .col(text("fields"))
            .col(string_null("dedupe_key"))
            .col(big_integer("created_at"))
            .col(big_integer_null("read_at"))
            .foreign_key(&mut of_company(TABLE))
            .to_owned();
        manager.create_table(table).await?;
        for columns in [&["id"][..], &["status", "id"]] {
            let mut index = Index::create();
            index
                .name(format!("ix_notifications_{}", columns.join("_")))
                .table(TABLE)
                .col("company_id")
                .col("user_id");
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        // Nulls differ from each other, so whatever has no key is never a repetition.
        let repeated = Index::create()
            .name("uq_notifications_dedupe_key")
            .table(TABLE)
            .col("company_id")
            .col("user_id")
            .col("dedupe_key")
            .unique()
            .to_owned();
        manager.create_index(repeated).await?;
        fence(manager, TABLE).await
    }
}
