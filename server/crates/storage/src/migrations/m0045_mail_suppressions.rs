//! Addresses that a company no longer sends mail to, and the key by which it knows its links for unsubscribing.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string, text, uuid};

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
        manager.create_table(suppressions()).await?;
        let by_address = Index::create()
            .name("uq_mail_suppressions_address")
            .table("mail_suppressions")
            .col("company_id")
            .col("address")
            .unique()
            .to_owned();
        manager.create_index(by_address).await?;
        manager.create_table(keys()).await?;
        for table in ["mail_suppressions", "mail_keys"] {
            fence(manager, table).await?;
        }
        Ok(())
    }
}

fn suppressions() -> TableCreateStatement {
    Table::create()
        .table("mail_suppressions")
        .col(uuid("company_id"))
        .col(uuid("id"))
        .col(string("address"))
        .col(string("reason"))
        .col(text("detail"))
        .col(big_integer("created_at"))
        .primary_key(Index::create().col("company_id").col("id"))
        .foreign_key(&mut of_company("mail_suppressions"))
        .to_owned()
}

fn keys() -> TableCreateStatement {
    Table::create()
        .table("mail_keys")
        .col(uuid("company_id").primary_key())
        .col(string("secret"))
        .foreign_key(&mut of_company("mail_keys"))
        .to_owned()
}
