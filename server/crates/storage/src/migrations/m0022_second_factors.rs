//! Second factors: codes that were mailed to somebody who is about to sign in.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, integer, string, text, uuid};

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
            .table("second_factors")
            .col(string("handle_hash").primary_key())
            .col(string("browser_hash"))
            .col(string("code_hash"))
            .col(text("replaced_hashes"))
            .col(uuid("user_id"))
            .col(string("sign_in_method"))
            .col(integer("attempts"))
            .col(big_integer("code_ends_at"))
            .col(big_integer("ends_at"))
            .col(big_integer_null("used_at"))
            .to_owned();
        manager.create_table(table).await?;
        for column in ["user_id", "ends_at"] {
            let index = Index::create()
                .name(format!("ix_second_factors_{column}"))
                .table("second_factors")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}
