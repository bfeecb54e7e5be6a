//! Access tokens: what programs bring in place of a session, a row for each.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, big_integer_null, string, string_null, text, uuid, uuid_null,
};

use super::columns::{lead_by_company, of_company};
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
        manager.create_table(table()).await?;
        // A program says nothing but its token, so its company is found by that.
        let by_secret = Index::create()
            .name("ix_access_tokens_secret_hash")
            .table("access_tokens")
            .col("secret_hash")
            .to_owned();
        let by_user = Index::create()
            .name("ix_access_tokens_user_id")
            .table("access_tokens")
            .col("company_id")
            .col("user_id")
            .to_owned();
        for index in [by_secret, by_user] {
            manager.create_index(index).await?;
        }
        lead_by_company(manager, "access_tokens", &["id"]).await?;
        fence(manager, "access_tokens").await
    }
}

fn table() -> TableCreateStatement {
    Table::create()
        .table("access_tokens")
        .col(uuid("id").primary_key())
        .col(uuid("company_id"))
        .col(uuid("user_id"))
        .col(string("name"))
        .col(string("secret_hash"))
        .col(string("ending"))
        .col(text("scopes"))
        .col(uuid_null("role_id"))
        .col(big_integer("created_at"))
        .col(big_integer("expires_at"))
        .col(big_integer_null("last_used_at"))
        .col(string_null("last_used_ip"))
        .foreign_key(&mut of_company("access_tokens"))
        .to_owned()
}
