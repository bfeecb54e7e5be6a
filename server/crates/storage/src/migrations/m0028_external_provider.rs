//! An identity provider and a realtime database elsewhere: sign-ins that were ended here, and inboxes that are to be written there.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, string, uuid};

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
        let ended = Table::create()
            .table("ended_sign_ins")
            .col(string("uid"))
            .col(big_integer("second"))
            .col(big_integer("ended_at"))
            .primary_key(Index::create().col("uid").col("second"))
            .to_owned();
        manager.create_table(ended).await?;
        let writes = Table::create()
            .table("inbox_writes")
            .col(uuid("user_id").primary_key())
            .col(uuid("company_id"))
            .col(uuid("version"))
            .col(integer("attempts"))
            .col(big_integer("due_at"))
            .col(big_integer("claimed_until"))
            .foreign_key(&mut of_company("inbox_writes"))
            .to_owned();
        manager.create_table(writes).await?;
        let due = Index::create()
            .name("ix_inbox_writes_due_at")
            .table("inbox_writes")
            .col("due_at")
            .to_owned();
        manager.create_index(due).await?;
        fence(manager, "inbox_writes").await
    }
}
