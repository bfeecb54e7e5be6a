//! Adoptions: users whom an IAM service on another machine keeps, and sessions that rest on its tokens.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, big_integer_null, string, string_null, uuid};

use super::row_security;

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
        let adoptions = Table::create()
            .table("adoptions")
            .col(uuid("user_id").primary_key())
            .col(uuid("company_id"))
            .col(uuid("role_id"))
            .col(string("answer_hash"))
            .col(big_integer("adopted_at"))
            .to_owned();
        manager.create_table(adoptions).await?;
        let of_company = Index::create()
            .name("ix_adoptions_company_id")
            .table("adoptions")
            .col("company_id")
            .to_owned();
        manager.create_index(of_company).await?;
        row_security::fence(manager, "adoptions").await?;
        // Which token was found good last, and when. SQLite adds one column at a time.
        for column in [string_null("token_hash"), big_integer_null("proved_at")] {
            let table = Table::alter()
                .table("login_sessions")
                .add_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
